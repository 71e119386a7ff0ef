// SPDX-License-Identifier: Apache-2.0
// Sync groups of an instance.
#include "graph_run.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sartor::graph {

std::span<double> GraphRun::pieceSums(const SyncGroup& group, std::size_t frame) {
    return {at<double>(group.stateOffset + sizeof(SyncState)) + frame * group.pieceCount,
            group.pieceCount};
}

std::optional<SyncStep> GraphRun::syncStep(SyncMemberIndex index,
                                           const SyncRequest& request,
                                           const UpdateContext& context) {
    const SyncMember& member = program_.syncMembers[index.value()];
    if (!member.hasGroup) {
        return std::nullopt;
    }
    const SyncGroup& group = program_.syncGroups[member.group];
    SyncState& state = *at<SyncState>(group.stateOffset);
    if (state.lastFrame != header().frame) {
        advanceGroup(member, request, context);
    }
    const auto weight = static_cast<double>(context.weight());
    state.weight[0] += weight;
    state.speed[0] += weight * request.speed;
    const std::span<double> sums = pieceSums(group, 0);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += weight * member.length(i);
    }
    return SyncStep{member.timeAt(state.from), member.timeAt(state.to), state.isStart != 0};
}

void GraphRun::advanceGroup(const SyncMember& member,
                            const SyncRequest& request,
                            const UpdateContext& context) {
    const SyncGroup& group = program_.syncGroups[member.group];
    SyncState& state = *at<SyncState>(group.stateOffset);
    const std::span<double> now = pieceSums(group, 0);
    const std::span<double> before = pieceSums(group, 1);
    // The weights of the last frame say how fast this one is: those of this frame are not known
    // before all members have been reached.
    state.weight[1] = std::exchange(state.weight[0], 0.0);
    state.speed[1] = std::exchange(state.speed[0], 0.0);
    for (std::size_t i = 0; i < now.size(); ++i) {
        before[i] = std::exchange(now[i], 0.0);
    }
    const bool isNew = state.lastFrame + 1 != header().frame || context.entry_ == Entry::Restart;
    state.lastFrame = header().frame;
    state.isStart = isNew ? 1 : 0;
    state.from = isNew || request.isSeeking ? member.phaseAt(request.start) : state.to;
    if (group.isLooping) {
        state.from -= std::floor(state.from);
    }
    state.to = state.from;
    if (request.isSeeking) {
        return;
    }
    if (isNew || !(state.weight[1] > 0.0)) {
        state.weight[1] = 1.0;
        state.speed[1] = request.speed;
        for (std::size_t i = 0; i < before.size(); ++i) {
            before[i] = member.length(i);
        }
    }
    // Lengths stay sums over the weights, and so does the time that goes by.
    state.to = advancePhase(state.from, context.dt() * state.speed[1], before);
    if (!group.isLooping) {
        state.to = std::clamp(state.to, 0.0, 1.0);
    }
}

bool GraphRun::isSound(std::span<const std::byte> state) const {
    for (const CompiledNode& node : program_.nodes) {
        if (node.type->isSound != nullptr &&
            !node.type->isSound(node.data.get(), state.data() + node.stateOffset)) {
            return false;
        }
    }
    for (const SyncGroup& group : program_.syncGroups) {
        // Far more than a frame can move a group by, and little enough to count cycles with.
        constexpr double kFarthest = 1e15;
        SyncState sync;
        std::memcpy(&sync, state.data() + group.stateOffset, sizeof(sync));
        const auto isInside = [](double value) { return std::abs(value) <= kFarthest; };
        if (!isInside(sync.to) || !isInside(sync.weight[0]) || !isInside(sync.speed[0])) {
            return false;
        }
        for (std::size_t i = 0; i < group.pieceCount; ++i) {
            double sum = 0.0;
            std::memcpy(&sum,
                        state.data() + group.stateOffset + sizeof(sync) + i * sizeof(double),
                        sizeof(double));
            if (!(sum >= 0.0) || !isInside(sum)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace sartor::graph
