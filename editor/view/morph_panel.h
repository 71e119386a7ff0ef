// SPDX-License-Identifier: Apache-2.0
// A slider for each morph target.
#pragma once

#include "editor/model/morph_model.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QSlider;
class QToolButton;
class QVBoxLayout;

namespace sartor::editor {

class MorphPanel : public QWidget {
    Q_OBJECT

public:
    explicit MorphPanel(Document& document, QWidget* parent = nullptr);

private:
    /// The widgets of one target.
    struct Row {
        QSlider* slider = nullptr;
        QLabel* value = nullptr;
        QToolButton* release = nullptr;
        /// The drag that goes on; Single between drags.
        Gesture gesture = Gesture::Single;
    };

    void rebuild();
    QWidget* makeRow(int index);
    void refresh();
    void onSliderMoved(int index, int position);

    Document& document_;
    MorphModel model_;
    std::vector<Row> rows_;
    QWidget* content_ = nullptr;
    QVBoxLayout* layout_ = nullptr;
    QPushButton* releaseAll_ = nullptr;
};

} // namespace sartor::editor
