// SPDX-License-Identifier: Apache-2.0
// What the Khronos validator says of files.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>

#include <support/node_tool.h>

namespace sartor::test {

struct GltfValidation {
    int errorCount = 0;
    int warningCount = 0;
    /// "CODE pointer: message", errors only.
    QStringList errors;
};

/// By file; a file is missing when the validator could not be run.
inline QMap<QString, GltfValidation> validateGltf(const QStringList& files) {
    QMap<QString, GltfValidation> results;
    const QJsonDocument answer = runNodeTool("validate_gltf.cjs", files);
    for (const QJsonValue& report : answer.array()) {
        GltfValidation& result = results[report["file"].toString()];
        result.errorCount = report["errors"].toInt();
        result.warningCount = report["warnings"].toInt();
        for (const QJsonValue& issue : report["issues"].toArray()) {
            if (issue["severity"].toInt() == 0) {
                result.errors += issue["code"].toString() + " " + issue["pointer"].toString() +
                                 ": " + issue["message"].toString();
            }
        }
    }
    return results;
}

} // namespace sartor::test
