// SPDX-License-Identifier: Apache-2.0
// The node hierarchy with a search box; what is current here is the selected joint.
#include "editor/view/skeleton_panel.h"

#include "editor/view/icons.h"
#include "editor/view/theme.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace sartor::editor {

namespace {

/// Marks joints of skins and nodes with meshes by icon; nodes in no skin are quiet.
class NodeDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool isJoint = index.data(SkeletonTreeModel::IsSkinJointRole).toBool();
        if (!isJoint || index.column() == SkeletonTreeModel::InfluenceCountColumn) {
            option->palette.setColor(QPalette::Text, themeColours().quietText);
        }
        if (index.column() == SkeletonTreeModel::NameColumn) {
            static const QIcon kJoint = shapeIcon(IconShape::Joint);
            static const QIcon kMesh = shapeIcon(IconShape::Mesh);
            static const QIcon kNode = shapeIcon(IconShape::Node);
            const bool carriesMesh = index.data(SkeletonTreeModel::CarriesMeshRole).toBool();
            option->icon = isJoint ? kJoint : (carriesMesh ? kMesh : kNode);
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->decorationSize = QSize(14, 14);
        }
    }
};

} // namespace

SkeletonPanel::SkeletonPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), selection_(selection), model_(document) {
    setObjectName(QStringLiteral("skeletonPanel"));
    filter_.setSourceModel(&model_);
    filter_.setRecursiveFilteringEnabled(true);
    filter_.setFilterCaseSensitivity(Qt::CaseInsensitive);

    search_ = new QLineEdit(this);
    search_->setObjectName(QStringLiteral("jointSearch"));
    search_->setPlaceholderText(tr("Search joints"));
    search_->setClearButtonEnabled(true);
    tree_ = new QTreeView(this);
    tree_->setObjectName(QStringLiteral("skeletonTree"));
    tree_->setAccessibleName(tr("Skeleton"));
    tree_->setModel(&filter_);
    tree_->setItemDelegate(new NodeDelegate(tree_));
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(10);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* searchRow = new QVBoxLayout;
    searchRow->setContentsMargins(6, 6, 6, 6);
    searchRow->addWidget(search_);
    layout->addLayout(searchRow);
    layout->addWidget(tree_);

    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        filter_.setFilterFixedString(text);
        tree_->expandAll();
        showSelection();
    });
    connect(&model_, &QAbstractItemModel::modelReset, this, [this] {
        tree_->expandAll();
        showSelection();
    });
    connect(tree_->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            [this](const QModelIndex& current) {
                // An index that a filter or a reset took away is no wish of the user's.
                if (current.isValid()) {
                    selection_.setJoint(SkeletonTreeModel::jointOf(current));
                }
            });
    connect(&selection, &Selection::jointChanged, this, &SkeletonPanel::showSelection);
    tree_->expandAll();
}

void SkeletonPanel::showSelection() {
    const auto joint = selection_.joint();
    const QModelIndex index = joint ? filter_.mapFromSource(model_.indexOf(*joint)) : QModelIndex();
    if (!index.isValid()) {
        tree_->selectionModel()->clear();
        return;
    }
    if (tree_->currentIndex().row() != index.row() ||
        tree_->currentIndex().parent() != index.parent()) {
        tree_->setCurrentIndex(index);
        tree_->scrollTo(index);
    }
}

} // namespace sartor::editor
