// SPDX-License-Identifier: Apache-2.0
// One vertex of the frame that a session shows, ready to be explained.
#pragma once

#include <sartor/diagnose/chain_comparison.h>
#include <sartor/diagnose/explain.h>
#include <sartor/session/session.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sartor::session {

/// What explainLinearBlend() and explainDualQuatBlend() need of the frame of the last evaluate().
/// It borrows from the session, until that is evaluated anew or changed. The instance is one of the
/// scene's; the vertex is not looked at.
diagnose::ExplainInput
explainInput(const Session& session, std::size_t instance, std::uint32_t vertex);

/// The vertex in the pose of the last evaluate() under any chain of the session's plugins, as a
/// first frame; `vertexBudget` is that of diagnose::ChainVertex. The instance is one of the
/// scene's.
/// Errors: those of diagnose::explainChain().
Result<diagnose::ChainExplanation>
explainChain(const Session& session,
             std::size_t instance,
             std::uint32_t vertex,
             const deform::Chain& chain,
             std::uint64_t vertexBudget = std::numeric_limits<std::uint64_t>::max());

/// One vertex under several chains.
struct VertexComparison {
    diagnose::VertexExplanation linear;
    /// The chain that runs, then the usual ones that differ from it.
    std::vector<diagnose::ComparedChain> chains;
    /// What they say together: diagnose::compareRetention().
    std::string text;
    /// Of chains that could not be explained, a sentence each.
    std::vector<std::string> refusals;
};

/// The vertex under the chain that runs, under linear blend skinning and under dual quaternion
/// skinning, the last two with the morph targets before them where there are any.
/// Errors: those of diagnose::explainLinearBlend().
Result<VertexComparison> compareChains(const Session& session,
                                       std::size_t instance,
                                       std::uint32_t vertex,
                                       std::uint64_t vertexBudget);

} // namespace sartor::session
