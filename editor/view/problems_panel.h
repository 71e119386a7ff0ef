// SPDX-License-Identifier: Apache-2.0
// The findings of the checks; a click goes to the joint or vertex.
#pragma once

#include "editor/model/problems_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace sartor::editor {

class ProblemsPanel : public QWidget {
    Q_OBJECT

public:
    ProblemsPanel(Checks& checks, Selection& selection, QWidget* parent = nullptr);

Q_SIGNALS:
    /// "Problems", or with the number of what is more than information.
    void titleChanged(const QString& title);

private:
    void refresh();

    Checks& checks_;
    ProblemsModel model_;
    QLabel* state_ = nullptr;
    QTableView* table_ = nullptr;
};

} // namespace sartor::editor
