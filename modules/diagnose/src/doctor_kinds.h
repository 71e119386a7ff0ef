// SPDX-License-Identifier: Apache-2.0
// The defects in words.
#pragma once

#include <sartor/diagnose/doctor.h>

#include <string_view>

namespace sartor::diagnose {

/// Index into defectKinds(), the more specific first; its size for an unknown id.
std::size_t rankOf(std::string_view id);

/// Why the defect looks as it does, a sentence or two.
std::string_view explanationOf(std::string_view id);

} // namespace sartor::diagnose
