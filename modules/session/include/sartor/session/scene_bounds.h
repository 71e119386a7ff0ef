// SPDX-License-Identifier: Apache-2.0
// How large what a session shows is, and where.
#pragma once

#include <sartor/render/bounds.h>
#include <sartor/session/session.h>

namespace sartor::session {

/// The box around everything the current frame shows: deformed meshes, else joints.
render::Bounds sceneBounds(const Session& session);

} // namespace sartor::session
