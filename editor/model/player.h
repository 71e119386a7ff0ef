// SPDX-License-Identifier: Apache-2.0
// Moves the document's time while it plays.
#pragma once

#include "editor/model/document.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace sartor::editor {

class Player : public QObject {
    Q_OBJECT

public:
    /// Seconds from any beginning, never going back.
    using Clock = std::function<double()>;

    /// What a step of one frame is, for files that name no rate.
    static constexpr double kFramesPerSecond = 30.0;

    /// What a graph is told has passed after a pause of the whole program, seconds.
    static constexpr double kLongestStep = 0.25;

    /// Without a clock of the caller's, the steady one of the machine.
    explicit Player(Document& document, Clock clock = {}, QObject* parent = nullptr);

    bool isPlaying() const { return isPlaying_; }
    /// From the start again where a clip that plays once has ended. Nothing without a clip or
    /// graph.
    void play();
    void pause();
    void toggle();
    /// Moves by what the clock says has passed; called by a timer while playing.
    void tick();
    /// Pauses and moves by whole frames; past an end it stays there, and a graph goes only on.
    void step(int frames);

Q_SIGNALS:
    void playingChanged(bool isPlaying);

private:
    bool canPlay() const;
    void setPlaying(bool isPlaying);

    Document& document_;
    Clock clock_;
    QTimer timer_;
    double lastTick_ = 0.0;
    bool isPlaying_ = false;
};

} // namespace sartor::editor
