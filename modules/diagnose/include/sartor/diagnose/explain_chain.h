// SPDX-License-Identifier: Apache-2.0
// One vertex under a chain of any deformers, explained by what comes out when weights are changed.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/deform/chain.h>
#include <sartor/deform/deform_source.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace sartor::diagnose {

/// One instance in one pose under a chain, and the vertex in question. Borrowed for the call.
struct ChainVertex {
    const deform::Chain& chain;
    const deform::MeshSource& source;
    /// Palette, its rigid parts, morph weights and time.
    const deform::FrameSource& frame;
    std::uint32_t vertex = 0;
    /// How many vertices may be deformed in all where every trial needs the whole mesh, for callers
    /// who cannot wait.
    std::uint64_t vertexBudget = std::numeric_limits<std::uint64_t>::max();
};

/// What one joint does to the vertex. All positions are those that the chain gives.
struct ChainStep {
    SkinJointIndex slot;
    double weight = 0.0;
    /// With the whole weight of the vertex on this joint.
    glm::dvec3 alone = glm::dvec3(0.0);
    /// Share of the weight * alone.
    glm::dvec3 contribution = glm::dvec3(0.0);
    /// Of the contributions up to this one.
    glm::dvec3 runningSum = glm::dvec3(0.0);
    /// Derivative of the position by the share of this joint, taken from the others in proportion:
    /// a hundredth more for this joint moves the vertex by a hundredth of it.
    glm::dvec3 pull = glm::dvec3(0.0);
};

struct ChainExplanation {
    /// In the order of the vertex's influences; empty where the vertex has none.
    std::vector<ChainStep> influences;
    /// The last running sum: the weighted mean of where each joint alone takes the vertex.
    glm::dvec3 sum = glm::dvec3(0.0);
    /// What the chain makes of the vertex in a first frame.
    glm::dvec3 position = glm::dvec3(0.0);
    /// position - sum: what the chain adds to the weighted mean. Rounding alone where the blend is
    /// linear in the weights.
    glm::dvec3 unexplained = glm::dvec3(0.0);
    /// Smallest stretch of the map that the chain is around the vertex against the size of the
    /// joints' own maps, 1 keeps all, 0 flattens; none without influences.
    std::optional<double> retention;
    /// The smallest number that means more than rounding in positions here.
    double rounding = 0.0;
    /// A stage reads what it wrote in an earlier frame, which is not looked at.
    bool dependsOnPast = false;
    /// A stage looks at other vertices: their weights say as much as those of this one.
    bool looksAtNeighbours = false;

    /// Whether the weighted mean is all there is.
    bool isLinear() const;
};

/// Explains a vertex by running the chain on the CPU with other weights, as a first frame.
///
/// `alone` is a difference over the whole of the weight, so its accuracy is that of the chain's own
/// float arithmetic. `pull` is a forward difference of second order at a step of 1/128: off by the
/// third derivative / 49000, and by about 1e-4 of the size of the vertex's coordinates.
/// Under linear blend skinning, `alone` is the posed position of explainLinearBlend() and `pull`
/// leads from the result to it. `retention` is by central differences over the bind position.
///
/// Space: model space, lengths in the file's units.
/// Errors: "explain.vertex_out_of_range"; "explain.budget" (the chain looks at other vertices, and
/// the mesh has too many for ChainVertex::vertexBudget); those of deform::ChainPlan and
/// deform::CpuChainRunner.
/// Cost: one run over 7 + 3 * influences copies of the vertex; where a stage looks at other
/// vertices, as many runs over the mesh, each with a plan of its own.
Result<ChainExplanation> explainChain(const ChainVertex& input);

} // namespace sartor::diagnose
