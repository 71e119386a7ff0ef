// SPDX-License-Identifier: Apache-2.0
// Clip, time and how it plays.
#pragma once

#include "editor/model/clip_model.h"
#include "editor/model/player.h"
#include "editor/model/selection.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QToolButton;

namespace sartor::editor {

class TimelineRuler;

class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    TimelinePanel(Document& document,
                  Selection& selection,
                  Player& player,
                  QWidget* parent = nullptr);

private:
    QWidget* makeTransport();
    QToolButton* makeButton(const QString& name, const QString& tip);
    void refresh(DocumentChange change);
    void refreshTime();

    Document& document_;
    Player& player_;
    ClipModel clips_;
    Gesture speedGesture_ = Gesture::Single;
    QComboBox* clipChooser_ = nullptr;
    QToolButton* playButton_ = nullptr;
    QToolButton* stepForwardButton_ = nullptr;
    QToolButton* loopButton_ = nullptr;
    QDoubleSpinBox* speed_ = nullptr;
    QLabel* timeLabel_ = nullptr;
    TimelineRuler* ruler_ = nullptr;
};

} // namespace sartor::editor
