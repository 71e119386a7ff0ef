// SPDX-License-Identifier: Apache-2.0
// Clip, time and how it plays.
#include "editor/view/timeline_panel.h"

#include "editor/model/log_failure.h"
#include "editor/view/icons.h"
#include "editor/view/timeline_ruler.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace sartor::editor {

TimelinePanel::TimelinePanel(Document& document,
                             Selection& selection,
                             Player& player,
                             QWidget* parent)
    : QWidget(parent), document_(document), player_(player), clips_(document) {
    setObjectName(QStringLiteral("timelinePanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeTransport());
    ruler_ = new TimelineRuler(document, selection, this);
    layout->addWidget(ruler_);
    connect(ruler_, &TimelineRuler::scrubbed, this, [this](double seconds) {
        player_.pause();
        document_.setTime(seconds);
    });
    connect(&player_, &Player::playingChanged, this, [this](bool isPlaying) {
        playButton_->setIcon(shapeIcon(isPlaying ? IconShape::Pause : IconShape::Play));
        playButton_->setToolTip(isPlaying ? tr("Pause (Space)") : tr("Play (Space)"));
    });
    connect(&document_, &Document::changed, this, &TimelinePanel::refresh);
    refresh(DocumentChange::Opened);
}

QToolButton* TimelinePanel::makeButton(const QString& name, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setAccessibleName(tip);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    return button;
}

QWidget* TimelinePanel::makeTransport() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(10, 0, 10, 0);

    clipChooser_ = new QComboBox(row);
    clipChooser_->setObjectName(QStringLiteral("clipChooser"));
    clipChooser_->setAccessibleName(tr("Clip"));
    clipChooser_->setModel(&clips_);
    clipChooser_->setMinimumWidth(190);
    clipChooser_->setToolTip(tr("Clip"));
    connect(clipChooser_, &QComboBox::activated, this, [this](int index) {
        logFailure(document_.setClip(ClipModel::clipOf(index)));
    });

    auto* toStart = makeButton(QStringLiteral("toStartButton"), tr("To the start (Home)"));
    toStart->setIcon(shapeIcon(IconShape::ToStart));
    connect(toStart, &QToolButton::clicked, this, [this] { document_.setTime(0.0); });
    auto* stepBack = makeButton(QStringLiteral("stepBackButton"), tr("One frame back (,)"));
    stepBack->setIcon(shapeIcon(IconShape::StepBack));
    connect(stepBack, &QToolButton::clicked, this, [this] { player_.step(-1); });
    playButton_ = makeButton(QStringLiteral("playButton"), tr("Play (Space)"));
    playButton_->setIcon(shapeIcon(IconShape::Play));
    playButton_->setIconSize(QSize(20, 20));
    connect(playButton_, &QToolButton::clicked, &player_, &Player::toggle);
    stepForwardButton_ = makeButton(QStringLiteral("stepForwardButton"), tr("One frame on (.)"));
    QToolButton* stepForward = stepForwardButton_;
    stepForward->setIcon(shapeIcon(IconShape::StepForward));
    connect(stepForward, &QToolButton::clicked, this, [this] { player_.step(1); });
    auto* toEnd = makeButton(QStringLiteral("toEndButton"), tr("To the end (End)"));
    toEnd->setIcon(shapeIcon(IconShape::ToEnd));
    connect(
        toEnd, &QToolButton::clicked, this, [this] { document_.setTime(document_.duration()); });
    loopButton_ = makeButton(QStringLiteral("loopButton"), tr("Loop"));
    loopButton_->setCheckable(true);
    connect(loopButton_, &QToolButton::clicked, this, [this](bool isLooping) {
        logFailure(document_.setPlaybackMode(isLooping ? pose::PlaybackMode::Loop
                                                       : pose::PlaybackMode::Once));
    });

    speed_ = new QDoubleSpinBox(row);
    speed_->setObjectName(QStringLiteral("speedBox"));
    speed_->setAccessibleName(tr("Speed"));
    speed_->setRange(Document::kMinimumSpeed, Document::kMaximumSpeed);
    speed_->setSingleStep(0.05);
    speed_->setSuffix(QStringLiteral(" ×"));
    speed_->setToolTip(tr("Playback speed"));
    speed_->setButtonSymbols(QAbstractSpinBox::NoButtons);
    speed_->setFixedWidth(70);
    connect(speed_, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        if (speedGesture_ == Gesture::Single) {
            speedGesture_ = document_.newGesture();
        }
        logFailure(document_.setPlaybackSpeed(value, speedGesture_));
    });
    connect(speed_, &QDoubleSpinBox::editingFinished, this, [this] {
        speedGesture_ = Gesture::Single;
    });

    timeLabel_ = new QLabel(row);
    timeLabel_->setObjectName(QStringLiteral("timeLabel"));
    timeLabel_->setProperty("mono", true);
    timeLabel_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    timeLabel_->setMinimumWidth(210);

    layout->addWidget(clipChooser_);
    layout->addStretch(1);
    for (QWidget* widget : {toStart, stepBack, playButton_, stepForward, toEnd, loopButton_}) {
        layout->addWidget(widget);
    }
    layout->addWidget(speed_);
    layout->addStretch(1);
    layout->addWidget(timeLabel_);
    return row;
}

void TimelinePanel::refresh(DocumentChange change) {
    const bool isOpen = document_.session() != nullptr;
    if (isOtherSession(change) || change == DocumentChange::Clip ||
        change == DocumentChange::Graph) {
        const bool hasGraph = document_.graph() != nullptr;
        clipChooser_->setCurrentIndex(ClipModel::rowOf(document_.settings().clip));
        clipChooser_->setEnabled(isOpen && !hasGraph);
        clipChooser_->setToolTip(hasGraph ? tr("The graph plays; close it to play single clips")
                                          : tr("Clip"));
        for (auto* button : findChildren<QToolButton*>()) {
            // A graph goes on; where it was is shown by its recording.
            const bool isOfGraph = button == playButton_ || button == stepForwardButton_;
            button->setEnabled(document_.duration() > 0.0 || (hasGraph && isOfGraph));
        }
        speed_->setEnabled(isOpen);
    }
    if (isOtherSession(change) || change == DocumentChange::Playback) {
        const bool isLooping = document_.settings().playbackMode == pose::PlaybackMode::Loop;
        loopButton_->setChecked(isLooping);
        loopButton_->setIcon(shapeIcon(isLooping ? IconShape::Loop : IconShape::Once));
        loopButton_->setToolTip(isLooping ? tr("Loops; click to play once")
                                          : tr("Plays once; click to loop"));
        const QSignalBlocker blocker(speed_);
        speed_->setValue(document_.settings().playbackSpeed);
    }
    refreshTime();
}

void TimelinePanel::refreshTime() {
    const double time = document_.time();
    if (document_.graph() != nullptr) {
        timeLabel_->setText(tr("%1 s of the graph").arg(time, 0, 'f', 3));
        return;
    }
    timeLabel_->setText(tr("%1 / %2 s   frame %3")
                            .arg(time, 0, 'f', 3)
                            .arg(document_.duration(), 0, 'f', 3)
                            .arg(std::lround(time * Player::kFramesPerSecond), 3));
}

} // namespace sartor::editor
