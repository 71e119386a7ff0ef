// SPDX-License-Identifier: Apache-2.0
// How large what a session shows is, and where.

#include <sartor/math/finite.h>
#include <sartor/session/scene_bounds.h>

namespace sartor::session {

render::Bounds sceneBounds(const Session& session) {
    render::Bounds bounds;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        for (const glm::vec3& position : session.frame(i).positions) {
            if (math::isFinite(position)) {
                bounds.add(position);
            }
        }
    }
    if (bounds.isEmpty) {
        for (const math::Affine& modelFromJoint : session.modelFromJoint()) {
            if (math::isFinite(modelFromJoint.translation)) {
                bounds.add(modelFromJoint.translation);
            }
        }
    }
    return bounds;
}

} // namespace sartor::session
