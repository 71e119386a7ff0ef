// SPDX-License-Identifier: Apache-2.0
// The file's node hierarchy as a tree; says which nodes deform a mesh and which carry one.
#include "editor/model/skeleton_tree_model.h"

#include "editor/model/text.h"

#include <QLocale>

namespace sartor::editor {

SkeletonTreeModel::SkeletonTreeModel(Document& document, QObject* parent)
    : QAbstractItemModel(parent), document_(document) {
    rebuild();
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change) || change == DocumentChange::Influences) {
            rebuild();
        }
    });
}

QModelIndex SkeletonTreeModel::indexOf(JointIndex joint) const {
    if (joint.value() >= nodes_.size()) {
        return {};
    }
    return createIndex(nodes_[joint.value()].row, NameColumn, quintptr{joint.value()});
}

JointIndex SkeletonTreeModel::jointOf(const QModelIndex& index) {
    return index.isValid() ? JointIndex(index.data(JointRole).toUInt()) : JointIndex{};
}

QModelIndex SkeletonTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    const auto joint = childrenOf(parent)[static_cast<std::size_t>(row)];
    return createIndex(row, column, quintptr{joint});
}

QModelIndex SkeletonTreeModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) {
        return {};
    }
    return indexOf(skeleton_->joint(JointIndex(child.internalId())).parent);
}

int SkeletonTreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int SkeletonTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QVariant SkeletonTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const JointIndex joint(index.internalId());
    const Node& node = nodes_[joint.value()];
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn) {
            return jointName(*skeleton_, joint);
        }
        return node.isSkinJoint ? QLocale().toString(node.influencedVertices) : QString();
    case Qt::TextAlignmentRole:
        return index.column() == NameColumn ? QVariant()
                                            : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        const std::uint32_t fileNode = skeleton_->joint(joint).fileNode;
        if (node.isSkinJoint) {
            return tr("Joint #%1, moves %L2 vertices").arg(fileNode).arg(node.influencedVertices);
        }
        return node.carriesMesh ? tr("Node #%1, carries a mesh").arg(fileNode)
                                : tr("Node #%1, in no skin").arg(fileNode);
    }
    case JointRole:
        return joint.value();
    case IsSkinJointRole:
        return node.isSkinJoint;
    case CarriesMeshRole:
        return node.carriesMesh;
    default:
        return {};
    }
}

QVariant SkeletonTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == NameColumn ? tr("Node") : tr("Vertices");
}

void SkeletonTreeModel::rebuild() {
    beginResetModel();
    skeleton_.reset();
    nodes_.clear();
    roots_.clear();
    if (const auto session = document_.session()) {
        skeleton_ = session->scene().skeleton;
        nodes_.resize(skeleton_->jointCount());
        for (std::uint32_t joint = 0; joint < nodes_.size(); ++joint) {
            const JointIndex parent = skeleton_->joint(JointIndex(joint)).parent;
            auto& siblings = parent.isNone() ? roots_ : nodes_[parent.value()].children;
            nodes_[joint].row = static_cast<int>(siblings.size());
            siblings.push_back(joint);
        }
        for (const auto& skin : session->scene().skins) {
            for (const JointIndex joint : skin->joints()) {
                nodes_[joint.value()].isSkinJoint = true;
            }
        }
        countInfluences(*session);
    }
    endResetModel();
}

void SkeletonTreeModel::countInfluences(const session::Session& session) {
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        nodes_[session.scene().instances[i].node.value()].carriesMesh = true;
        const session::InstanceBinding& binding = session.binding(i);
        if (binding.isRigid || binding.influences == nullptr) {
            continue;
        }
        for (const SkinJointIndex slot : binding.influences->joints()) {
            ++nodes_[binding.joints[slot.value()].value()].influencedVertices;
        }
    }
}

const std::vector<std::uint32_t>& SkeletonTreeModel::childrenOf(const QModelIndex& parent) const {
    return parent.isValid() ? nodes_[parent.internalId()].children : roots_;
}

} // namespace sartor::editor
