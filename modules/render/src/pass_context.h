// SPDX-License-Identifier: Apache-2.0
// What a pass records into.
#pragma once

#include "frame_constants.h"
#include "frame_targets.h"

#include <sartor/gpu/pipeline.h>

namespace sartor::render {

struct PassContext {
    gpu::Commands& commands;
    const FrameTargets& targets;
    const FrameConstants& constants;
};

/// Binds a pipeline with set 0, which is the same for all.
inline void bindWithFrame(const PassContext& context, const gpu::Pipeline& pipeline) {
    pipeline.bind(context.commands.handle());
    pipeline.bindSet(context.commands.handle(), 0, context.constants.set());
}

} // namespace sartor::render
