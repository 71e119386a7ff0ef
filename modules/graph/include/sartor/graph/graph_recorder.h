// SPDX-License-Identifier: Apache-2.0
// The last seconds of an instance, to be looked at again frame by frame.
#pragma once

#include <sartor/graph/graph_instance.h>

#include <cstddef>
#include <vector>

namespace sartor::graph {

struct RecorderSettings {
    double seconds = 10.0;
    /// More is never taken: what it has no room for is forgotten, the oldest first.
    std::size_t memorySize = std::size_t{64} << 20;
};

/// A ring of frames, each the state before it and its dt: whatever made the frame is in there, so
/// going through it again gives the same bits. The memory is taken when the recorder is made: the
/// state's size for each frame, of which there is room for 240 a second within
/// RecorderSettings::memorySize, and for one at least.
class GraphRecorder {
public:
    static constexpr double kFramesPerSecond = 240.0;

    GraphRecorder(std::shared_ptr<const CompiledGraph> graph,
                  const RecorderSettings& settings = {});

    const CompiledGraph& graph() const { return *graph_; }
    const std::shared_ptr<const CompiledGraph>& sharedGraph() const { return graph_; }

    /// Records a frame and updates the instance, which must be one of the same graph. Errors: those
    /// of GraphInstance::update(), and then nothing is recorded. Cost: a copy of the state; nothing
    /// is allocated.
    Result<GraphUpdate> update(GraphInstance& instance, double dt);

    /// How many frames there are; 0 is the oldest.
    std::size_t frameCount() const { return count_; }
    double dt(std::size_t frame) const { return frames_[slotOf(frame)].dt; }
    /// Seconds from the first frame's beginning to the last one's end.
    double seconds() const;
    /// What the instance was before the frame.
    std::span<const std::byte> stateBefore(std::size_t frame) const;

    /// Puts an instance of the same graph where the recorded one was after the frame; evaluate()
    /// then gives that frame's pose. Going on from the last frame goes on as if nothing had been
    /// looked at.
    Result<GraphUpdate> show(std::size_t frame, GraphInstance& instance) const;

    void clear();

private:
    struct Frame {
        double dt = 0.0;
    };
    std::size_t slotOf(std::size_t frame) const { return (first_ + frame) % frames_.size(); }
    void forgetOldest();

    std::shared_ptr<const CompiledGraph> graph_;
    double longest_ = 0.0;
    std::vector<Frame> frames_;
    std::vector<std::byte> states_; // of all slots
    std::size_t first_ = 0;         // slot of the oldest
    std::size_t count_ = 0;
};

} // namespace sartor::graph
