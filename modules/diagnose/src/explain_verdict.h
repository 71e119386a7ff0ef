// SPDX-License-Identifier: Apache-2.0
// Why a surface is thin at a vertex: its weights, or what linear blending does to any weights.
#pragma once

#include <sartor/diagnose/explain.h>

namespace sartor::diagnose {

struct ThinVerdict {
    ThinCause cause = ThinCause::None;
    std::string text; ///< empty for None
};

/// Of an explanation that is complete but for its verdict.
ThinVerdict judgeThinness(const ExplainInput& input, const VertexExplanation& explanation);

} // namespace sartor::diagnose
