// SPDX-License-Identifier: Apache-2.0
// The pose of a runtime clip at a time.
#pragma once

#include <sartor/pose/runtime_clip.h>

#include <span>

namespace sartor::pose {

/// The pose of all joints at a time, in blocks. Rotations are unit to 1e-6.
/// Shape: blocks.size() == clip.skeleton().blockCount(). Cost: O(joints), no allocation.
void sampleClip(const RuntimeClip& clip, float time, std::span<PoseBlock> blocks);

} // namespace sartor::pose
