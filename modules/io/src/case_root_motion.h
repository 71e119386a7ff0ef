// SPDX-License-Identifier: Apache-2.0
// The questions of a case.json about root motion.
#pragma once

#include "json_document.h"

#include <sartor/io/case_questions.h>

namespace sartor::io {

/// "extract": "full" where it is not given, or "planar".
pose::RootMotionComponents componentsOf(const JsonObject& check);

RootMotionQuestion rootMotionOf(const JsonObject& check);
RootMotionTotalQuestion rootMotionTotalOf(const JsonObject& check);
RootMotionResidualQuestion rootMotionResidualOf(const JsonObject& check);
RootMotionCompositeQuestion rootMotionCompositeOf(const JsonObject& check);
RootMotionBlendQuestion rootMotionBlendOf(const JsonObject& check);

} // namespace sartor::io
