// SPDX-License-Identifier: Apache-2.0
// What a chain makes of one vertex when its weights or its place are changed.
#pragma once

#include <sartor/diagnose/explain_chain.h>

#include <span>
#include <vector>

namespace sartor::diagnose {

struct VertexInfluence {
    SkinJointIndex slot;
    float weight = 0.0f; ///< not zero
};

/// The vertex with other influences, moved in bind space.
struct VertexTrial {
    std::vector<VertexInfluence> influences;
    glm::vec3 offset = glm::vec3(0.0f);
};

struct TrialResults {
    /// One per trial, model space.
    std::vector<glm::dvec3> positions;
    bool dependsOnPast = false;
    bool looksAtNeighbours = false;
};

/// Runs the chain for each trial, as a first frame. Where no stage looks at other vertices or at
/// what joins them, all trials are vertices of one mesh; else each has the whole mesh to itself,
/// and vertices at the same place with the same influences change with it.
///
/// Errors: "explain.budget"; those of deform::ChainPlan and deform::CpuChainRunner.
Result<TrialResults> runTrials(const ChainVertex& input, std::span<const VertexTrial> trials);

} // namespace sartor::diagnose
