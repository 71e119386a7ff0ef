// SPDX-License-Identifier: Apache-2.0
// The codes of importers by what they are about; each table stands in a file of its own.
#pragma once

#include <sartor/diagnose/lint.h>

#include <span>

namespace sartor::diagnose {

std::span<const RuleInfo> fileCodes();
std::span<const RuleInfo> clipCodes();
std::span<const RuleInfo> characterCodes();

} // namespace sartor::diagnose
