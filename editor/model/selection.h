// SPDX-License-Identifier: Apache-2.0
// What the user has picked out; the only way in which panels hear of each other.
#pragma once

#include "editor/model/document.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace sartor::editor {

struct VertexId {
    std::size_t instance = 0;
    std::uint32_t vertex = 0;

    bool operator==(const VertexId&) const = default;
};

/// At most one joint and one vertex; empties itself when another file is opened.
class Selection : public QObject {
    Q_OBJECT

public:
    explicit Selection(Document& document, QObject* parent = nullptr);

    std::optional<JointIndex> joint() const { return joint_; }
    std::optional<VertexId> vertex() const { return vertex_; }

    /// What the open file does not have is no selection.
    void setJoint(std::optional<JointIndex> joint);
    void setVertex(std::optional<VertexId> vertex);

Q_SIGNALS:
    void jointChanged();
    void vertexChanged();

private:
    Document& document_;
    std::optional<JointIndex> joint_;
    std::optional<VertexId> vertex_;
};

} // namespace sartor::editor
