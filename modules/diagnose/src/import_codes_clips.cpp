// SPDX-License-Identifier: Apache-2.0
// What importers say of clips.
#include "import_code_tables.h"

#include <array>

namespace sartor::diagnose {
namespace {

constexpr auto kCodes = std::to_array<RuleInfo>(
    {{.id = "anim.channel_ignored",
      .title = "Channels without a target here",
      .severity = Severity::Info,
      .explanation = "A channel names no node, or a property that is not animated here, and was "
                     "left out. Nothing else is affected."},
     {.id = "anim.curve_flattened",
      .title = "Curves that the loader does not hand over",
      .severity = Severity::Warning,
      .explanation = "Between sparse keys the file has curves, but only the keys reach us, so "
                     "the way between them is straight. Bake the animation, a key for every "
                     "frame, before export."},
     {.id = "anim.duplicate_target",
      .title = "Two channels for one property",
      .severity = Severity::Warning,
      .explanation = "Two channels of a clip move the same property of the same node. The "
                     "format forbids it, and one of the two is lost. Remove the one that is not "
                     "meant."},
     {.id = "anim.joint_out_of_range",
      .title = "Channels of joints that are not there",
      .severity = Severity::Error,
      .explanation = "A channel names a joint that the skeleton does not have. The clip belongs "
                     "to another skeleton; export both together."},
     {.id = "anim.matrix_node",
      .title = "Animated nodes given by a matrix",
      .severity = Severity::Warning,
      .explanation = "A channel moves a node whose transform is a matrix. The format wants "
                     "translation, rotation and scale there, and the matrix was taken apart. "
                     "Export the node in three parts."},
     {.id = "anim.morph_target_missing",
      .title = "Channels of morph targets that are not there",
      .severity = Severity::Warning,
      .explanation = "A channel drives a morph target that no mesh has, by name or by number, "
                     "and was left out. Export the mesh with its targets, or rename the "
                     "channel."},
     {.id = "anim.output_count_mismatch",
      .title = "Keys and values that do not fit",
      .severity = Severity::Error,
      .explanation = "The number of values of a channel does not follow from its number of "
                     "keys, so it cannot be said which value belongs to which time, and the "
                     "channel was left out. Export the clip again."},
     {.id = "anim.output_nonfinite",
      .title = "Key values that are not numbers",
      .severity = Severity::Error,
      .explanation = "Keys are NaN or infinite, or have no direction, and were left out. Mostly "
                     "an exporter divided by a scale of zero. Clean the curves and export "
                     "again."},
     {.id = "anim.pointer_ignored",
      .title = "Animation of other things than nodes",
      .severity = Severity::Warning,
      .explanation = "A channel animates something by KHR_animation_pointer, which is not "
                     "supported, and was left out. If it moves nodes or morph weights, export "
                     "them as ordinary channels."},
     {.id = "anim.quat_not_unit",
      .title = "Rotation keys that are not unit",
      .severity = Severity::Warning,
      .explanation = "Rotation keys have another length than one. What is sampled is normalised "
                     "here; players that are not so careful scale and shear the joint. "
                     "Normalise the keys at export.",
      .fix = "The keys are normalised; those of splines are left alone."},
     {.id = "anim.quat_zero",
      .title = "Rotation keys of length zero",
      .severity = Severity::Error,
      .explanation = "A rotation key is zero and says no rotation at all; the key before it was "
                     "kept. Set the key again and export."},
     {.id = "anim.start_shifted",
      .title = "Clips counted from their start",
      .severity = Severity::Info,
      .explanation = "Key times are counted from the start of each take; where the take starts "
                     "in the time of the file does not come through the loader."},
     {.id = "anim.target_missing",
      .title = "Channels of nodes that are not there",
      .severity = Severity::Warning,
      .explanation = "A channel names a node that the file does not have, and was left out. The "
                     "clip was made for another skeleton, or the node was renamed."},
     {.id = "anim.ticks_per_second_missing",
      .title = "Clips without a frame rate",
      .severity = Severity::Warning,
      .explanation = "The file does not say how long a frame is; 25 frames a second are "
                     "assumed, so the pace may be wrong. Write the frame rate at export."},
     {.id = "anim.times_negative",
      .title = "Keys before zero",
      .severity = Severity::Warning,
      .explanation = "Keys lie before time zero, where no player looks. Move the clip to begin "
                     "at zero."},
     {.id = "anim.times_nonfinite",
      .title = "Key times that are not numbers",
      .severity = Severity::Error,
      .explanation = "Key times are NaN or infinite, and the channel was left out. Export the "
                     "clip again."},
     {.id = "anim.times_unsorted",
      .title = "Keys out of order",
      .severity = Severity::Warning,
      .explanation = "Key times go back. The format wants them to increase; the channel was "
                     "sorted or left out, as the message says. Export the clip again.",
      .fix = "The keys are written in the order of their times."}});

} // namespace

std::span<const RuleInfo> clipCodes() {
    return kCodes;
}

} // namespace sartor::diagnose
