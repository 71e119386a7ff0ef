// SPDX-License-Identifier: Apache-2.0
// What moves the selected vertex: numbers and a row for each joint.
#pragma once

#include "editor/model/chain_comparison_model.h"
#include "editor/model/explain_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace sartor::editor {

class ExplainPanel : public QWidget {
    Q_OBJECT

public:
    ExplainPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

private:
    void refresh();

    Selection& selection_;
    ExplainModel model_;
    ChainComparisonModel chains_;
    QLabel* summary_ = nullptr;
    QTableView* table_ = nullptr;
    QTableView* chainTable_ = nullptr;
};

} // namespace sartor::editor
