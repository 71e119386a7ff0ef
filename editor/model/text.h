// SPDX-License-Identifier: Apache-2.0
// Between the modules' text (UTF-8) and Qt's, and how the editor writes numbers.
#pragma once

#include <sartor/assets/skeleton.h>

#include <QString>

#include <filesystem>
#include <string>
#include <string_view>

namespace sartor::editor {

QString toQString(std::string_view utf8);
QString pathText(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& path);

/// The joint's name, or "#12" for one without: its place in the file, as the command has it.
QString jointName(const assets::Skeleton& skeleton, JointIndex joint);

/// Fixed notation for numbers of ordinary size, exponent for the very small; "0" for zero.
QString numberText(double value);

} // namespace sartor::editor
