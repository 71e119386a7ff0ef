// SPDX-License-Identifier: Apache-2.0
// The node hierarchy with a search box; what is current here is the selected joint.
#pragma once

#include "editor/model/selection.h"
#include "editor/model/skeleton_tree_model.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QLineEdit;
class QTreeView;

namespace sartor::editor {

class SkeletonPanel : public QWidget {
    Q_OBJECT

public:
    SkeletonPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

private:
    void showSelection();

    Selection& selection_;
    SkeletonTreeModel model_;
    QSortFilterProxyModel filter_;
    QLineEdit* search_ = nullptr;
    QTreeView* tree_ = nullptr;
};

} // namespace sartor::editor
