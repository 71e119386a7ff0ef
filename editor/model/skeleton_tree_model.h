// SPDX-License-Identifier: Apache-2.0
// The file's node hierarchy as a tree; says which nodes deform a mesh and which carry one.
#pragma once

#include "editor/model/document.h"

#include <QAbstractItemModel>

#include <vector>

namespace sartor::editor {

class SkeletonTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Role {
        JointRole = Qt::UserRole, ///< index of the joint, uint
        IsSkinJointRole,          ///< bool: a joint of some skin
        CarriesMeshRole           ///< bool: a mesh hangs on this node
    };
    enum Column { NameColumn, InfluenceCountColumn, ColumnCount };

    explicit SkeletonTreeModel(Document& document, QObject* parent = nullptr);

    QModelIndex indexOf(JointIndex joint) const;
    static JointIndex jointOf(const QModelIndex& index);

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        std::vector<std::uint32_t> children;
        int row = 0;
        bool isSkinJoint = false;
        bool carriesMesh = false;
        /// Vertices of all skinned instances that follow this joint.
        std::uint64_t influencedVertices = 0;
    };

    void rebuild();
    void countInfluences(const session::Session& session);
    const std::vector<std::uint32_t>& childrenOf(const QModelIndex& parent) const;

    Document& document_;
    std::shared_ptr<const assets::Skeleton> skeleton_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> roots_;
};

} // namespace sartor::editor
