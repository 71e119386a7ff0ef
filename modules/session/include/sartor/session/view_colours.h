// SPDX-License-Identifier: Apache-2.0
// The view modes as data: one colour a vertex.
#pragma once

#include <sartor/diagnose/bind_pose.h>
#include <sartor/session/session.h>
#include <sartor/session/view_options.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sartor::session {

/// What the Bind mode shows of a joint: the largest of relative length, angle in radians and
/// stretch away from 1, so that one number is bad when any of them is. Infinite where the joint's
/// map is singular or not finite.
double bindSeverity(const diagnose::JointBind& joint);

/// What the Hazards mode shows of the flags of a vertex: 0 for none, 0.5 for two joints nearly half
/// a turn apart, 1 for joints of opposite hemispheres; NaN where something had to stand in.
float hazardSeverity(std::uint32_t flags);

/// Colours of the view modes, as data: one RGBA word (red in the low byte) a vertex of the
/// instance. Empty for Shaded. Needs an evaluated session. All but Collapse are cheap enough to be
/// asked for in every frame; that depends on the weights alone (binding().influences).
std::vector<std::uint32_t>
viewColours(const Session& session, std::size_t instance, const ViewOptions& options);

} // namespace sartor::session
