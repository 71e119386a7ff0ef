// SPDX-License-Identifier: Apache-2.0
// One vertex from the importer to what a backend makes of it, stage by stage.
#pragma once

#include <sartor/session/session.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sartor::session {

struct TraceValue {
    std::string name; ///< "position", "joints", "weights", or the semantic of a buffer
    std::vector<double> values;
};

struct TraceStage {
    /// "imported", "used", "packed", "formula", or a backend with its device.
    std::string name;
    std::vector<TraceValue> values;
    /// What is other than in the stage before, in words; empty for nothing but rounding.
    std::string change;
    /// What there is to say besides.
    std::string remark = {};
};

/// Where a vertex is in the files and buffers that a session works with:
/// - imported: position, joint slots and weights as the importer read them;
/// - used: after the weight policy, with what it changed;
/// - packed: the elements of the buffers that stages are given once per mesh;
/// - formula: linear blend skinning in double of what is used, where the chain is one;
/// - each session's result, the first of which is the one the trace is about, with the distance
///   from the formula, or else from the first.
/// All sessions show the same scene and have been evaluated at the same moment.
/// Shapes: the instance is one of the scene's, the vertex one of its mesh (asserted).
/// Errors: those of deform::ChainPlan::create().
Result<std::vector<TraceStage>> traceVertex(const Session& session,
                                            std::size_t instance,
                                            std::uint32_t vertex,
                                            std::span<const Session* const> others = {});

} // namespace sartor::session
