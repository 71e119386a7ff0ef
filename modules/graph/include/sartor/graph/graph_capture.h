// SPDX-License-Identifier: Apache-2.0
// Frames of an instance as bytes: to be kept, sent, and gone through again somewhere else.
#pragma once

#include <sartor/graph/graph_recorder.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace sartor::graph {

/// What a graph and its rig are, in a number: names, params, links, joints, keys. Node positions,
/// groups and comments do not count. Cost: linear in the rig's clips.
std::uint64_t fingerprint(const CompiledGraph& graph);

/// Frames, each with all that made it: none depends on the one before.
struct GraphCapture {
    struct Frame {
        double dt = 0.0;
        std::uint64_t poseHash = 0;     ///< of what evaluate() gave
        std::vector<std::byte> state{}; ///< before the frame, parameters included
    };

    std::uint64_t fingerprint = 0; ///< of the graph
    std::vector<Frame> frames{};
};

/// Frames of a recording, from `first` on. Goes through them again to note what comes out.
/// `first + count <= recorder.frameCount()`.
GraphCapture captureFrames(const GraphRecorder& recorder, std::size_t first, std::size_t count);

/// The file: magic "SARTGCAP", version, sizes, then the capture, little-endian, and a checksum.
std::vector<std::byte> captureBytes(const GraphCapture& capture);

/// Errors: "capture.magic", "capture.version", "capture.truncated", "capture.checksum",
/// "capture.size" (sizes that are not those of what follows). Allocates no more than a small
/// multiple of the bytes.
Result<GraphCapture> readCapture(std::span<const std::byte> bytes);

/// Goes through a capture, a frame at a call, in any order.
class GraphReplay {
public:
    /// Errors: "capture.other_graph" where the fingerprints differ, "graph.state_size".
    static Result<GraphReplay> create(std::shared_ptr<const CompiledGraph> graph,
                                      GraphCapture capture);

    std::size_t frameCount() const { return capture_.frames.size(); }

    struct Step {
        GraphUpdate update{};
        bool isExact = false; ///< the pose has the bits that were captured
    };
    /// Shapes: as the rig's joints and morph weights. Errors: "graph.state_invalid", "graph.time",
    /// which create() does not look for.
    Result<Step> show(std::size_t frame,
                      std::span<math::Transform> parentFromJoint,
                      std::span<float> morphWeights);

    GraphInstance& instance() { return instance_; }

private:
    GraphReplay(GraphInstance instance, GraphCapture capture)
        : instance_(std::move(instance)), capture_(std::move(capture)) {}

    GraphInstance instance_;
    GraphCapture capture_;
};

} // namespace sartor::graph
