// SPDX-License-Identifier: Apache-2.0
// The last seconds of an instance.
#include <sartor/base/assert.h>
#include <sartor/graph/graph_recorder.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sartor::graph {
namespace {

std::size_t frameCapacity(std::size_t stateSize, const RecorderSettings& settings) {
    const double wanted =
        std::ceil(std::clamp(settings.seconds, 0.0, 1e6) * GraphRecorder::kFramesPerSecond);
    const std::size_t room = settings.memorySize / std::max(stateSize, std::size_t{1});
    return std::max(std::min(static_cast<std::size_t>(wanted), room), std::size_t{1});
}

} // namespace

GraphRecorder::GraphRecorder(std::shared_ptr<const CompiledGraph> graph,
                             const RecorderSettings& settings)
    : graph_(std::move(graph))
    , longest_(settings.seconds)
    , frames_(frameCapacity(graph_->stateSize(), settings))
    , states_(frames_.size() * graph_->stateSize()) {}

Result<GraphUpdate> GraphRecorder::update(GraphInstance& instance, double dt) {
    SARTOR_ASSERT(&instance.graph() == graph_.get());
    if (count_ == frames_.size()) {
        forgetOldest();
    }
    const std::size_t slot = slotOf(count_);
    const std::span<const std::byte> state = instance.state();
    std::memcpy(states_.data() + slot * state.size(), state.data(), state.size());
    Result<GraphUpdate> update = instance.update(dt);
    if (!update) {
        return update;
    }
    frames_[slot].dt = dt;
    ++count_;
    // The last frame stays, however long it is.
    while (count_ > 1 && seconds() > longest_) {
        forgetOldest();
    }
    return update;
}

double GraphRecorder::seconds() const {
    double seconds = 0.0;
    for (std::size_t i = 0; i < count_; ++i) {
        seconds += dt(i);
    }
    return seconds;
}

std::span<const std::byte> GraphRecorder::stateBefore(std::size_t frame) const {
    SARTOR_ASSERT(frame < count_);
    const std::size_t size = graph_->stateSize();
    return std::span(states_).subspan(slotOf(frame) * size, size);
}

Result<GraphUpdate> GraphRecorder::show(std::size_t frame, GraphInstance& instance) const {
    SARTOR_ASSERT(&instance.graph() == graph_.get());
    if (const Status status = instance.restore(stateBefore(frame)); !status) {
        return status.error();
    }
    return instance.update(dt(frame));
}

void GraphRecorder::clear() {
    first_ = 0;
    count_ = 0;
}

void GraphRecorder::forgetOldest() {
    first_ = (first_ + 1) % frames_.size();
    --count_;
}

} // namespace sartor::graph
