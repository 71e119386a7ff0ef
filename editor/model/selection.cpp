// SPDX-License-Identifier: Apache-2.0
// What the user has picked out; the only way in which panels hear of each other.
#include "editor/model/selection.h"

namespace sartor::editor {

Selection::Selection(Document& document, QObject* parent) : QObject(parent), document_(document) {
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (change == DocumentChange::Opened) {
            setJoint(std::nullopt);
            setVertex(std::nullopt);
        }
    });
}

void Selection::setJoint(std::optional<JointIndex> joint) {
    const auto session = document_.session();
    if (joint &&
        (session == nullptr || joint->value() >= session->scene().skeleton->jointCount())) {
        joint.reset();
    }
    if (joint != joint_) {
        joint_ = joint;
        Q_EMIT jointChanged();
    }
}

void Selection::setVertex(std::optional<VertexId> vertex) {
    const auto session = document_.session();
    if (vertex) {
        const bool exists =
            session != nullptr && vertex->instance < session->scene().instances.size() &&
            vertex->vertex < session->scene().instances[vertex->instance].mesh->vertexCount();
        if (!exists) {
            vertex.reset();
        }
    }
    if (vertex != vertex_) {
        vertex_ = vertex;
        Q_EMIT vertexChanged();
    }
}

} // namespace sartor::editor
