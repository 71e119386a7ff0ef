// SPDX-License-Identifier: Apache-2.0
// Numbers and names as text that every reader accepts.
#pragma once

#include <string>
#include <string_view>

namespace sartor::io {

/// Shortest text that reads back as the same number: "0.1", "1e-07", "nan", "-inf".
std::string toText(float number);
std::string toText(double number);

/// The bytes as valid UTF-8: every maximal run that is no code point becomes one U+FFFD, as the
/// Unicode standard recommends (3.9, "U+FFFD Substitution of Maximal Subparts").
std::string validUtf8(std::string_view bytes);

/// A name of a file for people to read on one line: valid UTF-8 without control characters, so that
/// no name can move a terminal's cursor or fake a line of output. What is left out is shown as
/// "\n", "\r", "\t", and bytes as "\x1b".
std::string printable(std::string_view name);

} // namespace sartor::io
