// SPDX-License-Identifier: Apache-2.0
// Rules for texts that plugins declare.
#pragma once

#include <string_view>

namespace sartor::deform {

bool isUtf8(std::string_view text);
/// [a-z0-9_-]+, as keys, labels and ids of stages are.
bool isWord(std::string_view text);
/// [a-z0-9]+(\.[a-z0-9_-]+)+, as ids of deformers and their own semantics are.
bool isDottedId(std::string_view text);

} // namespace sartor::deform
