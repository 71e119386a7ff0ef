// SPDX-License-Identifier: Apache-2.0
// Whether all numbers of a frame are numbers.
#pragma once

#include <sartor/session/session.h>

#include <string>

namespace sartor::session {

/// Names the first number of the current frame that is not finite, or NaN where infinity is
/// allowed; empty where there is none. Looks at local transforms, model matrices, morph weights,
/// positions, normals and tangents; the box around the meshes is finite when their positions are.
std::string findNotFinite(const Session& session, bool isInfinityAllowed);

} // namespace sartor::session
