// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about blends of poses.
#pragma once

#include "case_json.h"

#include <sartor/io/case_questions.h>

namespace sartor::io {

/// Throws a DocumentFailure.
BlendQuestion blendOf(const JsonObject& check);

} // namespace sartor::io
