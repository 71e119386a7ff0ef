// SPDX-License-Identifier: Apache-2.0
// The list that opens in the graph to add something: type to search, Enter to take.
#pragma once

#include "editor/model/graph_palette_model.h"
#include "editor/model/graph_workspace.h"

#include <QFrame>
#include <QPointF>

class QLabel;
class QLineEdit;
class QListView;

namespace sartor::editor {

class GraphPalette : public QFrame {
    Q_OBJECT

public:
    explicit GraphPalette(GraphWorkspace& workspace, QWidget* parent = nullptr);

    /// What is taken is put at `scenePlace` and linked with the wire.
    void openAt(const QPoint& globalPlace, const QPointF& scenePlace, const PaletteWire& wire);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void take();
    void showDoc();

    GraphWorkspace& workspace_;
    GraphPaletteModel model_;
    QPointF place_;
    PaletteWire wire_;
    QLineEdit* search_ = nullptr;
    QListView* list_ = nullptr;
    QLabel* doc_ = nullptr;
};

} // namespace sartor::editor
