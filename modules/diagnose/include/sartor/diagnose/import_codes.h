// SPDX-License-Identifier: Apache-2.0
// What the codes mean that importers say: notes of their reports, and reasons to refuse a file.
#pragma once

#include <sartor/diagnose/lint.h>

#include <span>
#include <string_view>

namespace sartor::diagnose {

/// Codes that no rule has, by id; the severity is that of the usual case.
std::span<const RuleInfo> importCodes();

/// The rule or the importers' code of that id; null when there is neither.
const RuleInfo* findCode(std::string_view id);

} // namespace sartor::diagnose
