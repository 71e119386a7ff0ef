// SPDX-License-Identifier: Apache-2.0
// One vertex of the frame that a session shows, ready to be explained.
#pragma once

#include <sartor/diagnose/explain.h>
#include <sartor/session/session.h>

#include <cstddef>
#include <cstdint>

namespace sartor::session {

/// What explainLinearBlend() and explainDualQuatBlend() need of the frame of the last evaluate().
/// It borrows from the session, until that is evaluated anew or changed. The instance is one of the
/// scene's; the vertex is not looked at.
diagnose::ExplainInput
explainInput(const Session& session, std::size_t instance, std::uint32_t vertex);

} // namespace sartor::session
