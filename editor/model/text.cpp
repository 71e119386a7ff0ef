// SPDX-License-Identifier: Apache-2.0
// Between the modules' text (UTF-8) and Qt's, and how the editor writes numbers.
#include "editor/model/text.h"

#include <cmath>

namespace sartor::editor {

QString toQString(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString pathText(const std::filesystem::path& path) {
    return toQString(path.native());
}

std::filesystem::path toPath(const QString& path) {
    return std::filesystem::path(path.toStdString());
}

QString jointName(const assets::Skeleton& skeleton, JointIndex joint) {
    const std::string& name = skeleton.joint(joint).name;
    return name.empty() ? QStringLiteral("#%1").arg(skeleton.joint(joint).fileNode)
                        : toQString(name);
}

QString numberText(double value) {
    if (value == 0.0) {
        return QStringLiteral("0");
    }
    const bool isOrdinary = std::abs(value) >= 1e-3 && std::abs(value) < 1e6;
    return QString::number(value, isOrdinary ? 'f' : 'e', isOrdinary ? 4 : 2);
}

} // namespace sartor::editor
