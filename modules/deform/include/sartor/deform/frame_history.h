// SPDX-License-Identifier: Apache-2.0
// What a mesh remembers from frame to frame: whether it must be deformed again, and what stands for
// its frame before.
#pragma once

#include <sartor/deform/chain_plan.h>
#include <sartor/deform/deform_source.h>

namespace sartor::deform {

/// What the next run of a mesh is.
enum class FrameStep {
    Same,  ///< the results are those of the frame before; nothing has to run
    Moved, ///< the results of now become those of the frame before
    Reset  ///< nothing stands for the frame before but the results that are about to be made
};

/// Of one mesh whose plan never changes. The runners ask it, and tell it what they did.
class FrameHistory {
public:
    explicit FrameHistory(const ChainPlan& plan);

    /// Whatever happened to the input's buffers: only its key counts, and a key that is new leaves
    /// the history alone. A plan that reads the time runs again when that changes, one that reads
    /// the frame before runs always.
    FrameStep step(const FrameSource& frame) const;
    /// A run as `step` came to its end.
    void ran(const FrameSource& frame, FrameStep step);
    /// A run failed: its results are nobody's frame before.
    void forget();

    /// Whether the positions of the frame before are those of now.
    bool isPreviousCurrent() const { return isPreviousCurrent_; }

private:
    bool dependsOnTime_ = false;
    bool dependsOnPast_ = false;
    InputKey input_;
    double time_ = 0.0;
    double deltaTime_ = 0.0;
    bool hasRun_ = false;
    bool isPreviousCurrent_ = true;
};

} // namespace sartor::deform
