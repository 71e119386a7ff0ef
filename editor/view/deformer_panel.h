// SPDX-License-Identifier: Apache-2.0
// Which deformers run, with a field for each of their declared params.
#pragma once

#include "editor/model/document.h"

#include <sartor/deform/chain.h>

#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;

namespace sartor::editor {

class DeformerPanel : public QWidget {
    Q_OBJECT

public:
    explicit DeformerPanel(Document& document, QWidget* parent = nullptr);

private:
    /// Where a param stands in the chain that is shown.
    struct ParamPlace {
        std::size_t link = 0;
        std::size_t stage = 0;
        std::size_t param = 0;
    };

    void refresh(DocumentChange change);
    void rebuildChooser();
    void rebuildParams();
    QWidget* makeEditor(const ParamPlace& place);
    void setParam(const ParamPlace& place, double value);
    void chooseChain(const QString& text);
    void refreshTimes();

    Document& document_;
    /// The longest chain of the instances: the one whose params are shown.
    deform::Chain chain_;
    QComboBox* chainChooser_ = nullptr;
    QComboBox* influenceChooser_ = nullptr;
    QLabel* chainLabel_ = nullptr;
    QLabel* problem_ = nullptr;
    QWidget* params_ = nullptr;
    QFormLayout* paramLayout_ = nullptr;
    QLabel* times_ = nullptr;
};

} // namespace sartor::editor
