// SPDX-License-Identifier: Apache-2.0
// The view modes as data: one colour a vertex.
#pragma once

#include <sartor/diagnose/bind_pose.h>
#include <sartor/session/session.h>
#include <sartor/session/view_options.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sartor::session {

/// What the Bind mode shows of a joint: the largest of relative length, angle in radians and
/// stretch away from 1, so that one number is bad when any of them is. Infinite where the joint's
/// map is singular or not finite.
double bindSeverity(const diagnose::JointBind& joint);

/// What the Hazards mode shows of the flags of a vertex: 0 for none, 0.5 for two joints nearly half
/// a turn apart, 1 for joints of opposite hemispheres; NaN where something had to stand in.
float hazardSeverity(std::uint32_t flags);

/// What the Dominant mode shows of a vertex: the joint with the most weight, over all slots that
/// name it, the first of equals; none without influences.
JointIndex dominantJoint(const InstanceBinding& binding, std::size_t vertex);

/// What the Ids mode shows of a vertex: the joint index of its first influence with weight, as the
/// file has it; none without one.
std::optional<std::uint32_t> firstIndex(const assets::FileInfluences& file, std::size_t vertex);

/// Colours of the view modes, as data: one RGBA word (red in the low byte) a vertex of the
/// instance. Empty for Shaded. Needs an evaluated session. All but Collapse are cheap enough to be
/// asked for in every frame; that depends on the weights alone (binding().influences).
std::vector<std::uint32_t>
viewColours(const Session& session, std::size_t instance, const ViewOptions& options);

/// What one colour of a mode stands for.
struct LegendEntry {
    std::uint32_t colour = 0;
    std::string label;
};

/// The colours of the modes without a ramp: of Ids and Dominant each index or joint that vertices
/// have, with its name, in their order; of Direction and Normals the axes. Empty for other modes.
std::vector<LegendEntry> viewLegend(const Session& session, const ViewOptions& options);

} // namespace sartor::session
