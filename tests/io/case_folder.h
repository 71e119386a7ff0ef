// SPDX-License-Identifier: Apache-2.0
// A folder with a case.json for a test.
#pragma once

#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

namespace sartor::test {

/// Goes away with the object.
class CaseFolder {
public:
    explicit CaseFolder(const std::string& document) {
        QFile file(folder_.filePath("case.json"));
        const QByteArray bytes = QByteArray::fromStdString(document);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write the case of a test");
        }
    }

    std::filesystem::path path() const { return folder_.path().toStdString(); }

    /// A case of one input, "a.glb", and the given checks.
    static std::string documentOf(const std::string& checks) {
        return R"({"id": "some", "inputs": ["a.glb"], "checks": [)" + checks + "]}";
    }

private:
    QTemporaryDir folder_;
};

} // namespace sartor::test
