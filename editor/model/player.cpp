// SPDX-License-Identifier: Apache-2.0
// Moves the document's time while it plays.
#include "editor/model/player.h"

#include <sartor/base/log.h>
#include <sartor/pose/playback.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sartor::editor {

namespace {

double steadySeconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

} // namespace

Player::Player(Document& document, Clock clock, QObject* parent)
    : QObject(parent)
    , document_(document)
    , clock_(clock ? std::move(clock) : Clock(steadySeconds)) {
    timer_.setInterval(1000 / 60);
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::tick);
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        const bool isOther = change == DocumentChange::Clip || change == DocumentChange::Graph;
        const bool hasNothingToPlay = isOther && !canPlay();
        if (change == DocumentChange::Opened || hasNothingToPlay) {
            pause();
        }
    });
}

void Player::play() {
    if (isPlaying_ || !canPlay()) {
        return;
    }
    const bool isOnce = document_.settings().playbackMode == pose::PlaybackMode::Once;
    if (isOnce && document_.graph() == nullptr && document_.time() >= document_.duration()) {
        document_.setTime(0.0);
    }
    lastTick_ = clock_();
    setPlaying(true);
}

void Player::pause() {
    setPlaying(false);
}

void Player::toggle() {
    if (isPlaying_) {
        pause();
    } else {
        play();
    }
}

void Player::tick() {
    if (!isPlaying_) {
        return;
    }
    const double now = clock_();
    const double elapsed = now - lastTick_;
    lastTick_ = now;
    const DocumentSettings& settings = document_.settings();
    if (document_.graph() != nullptr) {
        document_.advance(std::clamp(elapsed, 0.0, kLongestStep) * settings.playbackSpeed);
        return;
    }
    const pose::Playback motion{settings.playbackMode, settings.playbackSpeed, document_.time()};
    const double duration = document_.duration();
    const Result<double> time = pose::clipTime(motion, elapsed, duration);
    if (!time) {
        log(LogLevel::Error, time.error().message);
        pause();
        return;
    }
    document_.setTime(*time, session::Motion::Continuous);
    if (settings.playbackMode == pose::PlaybackMode::Once && *time >= duration) {
        pause();
    }
}

void Player::step(int frames) {
    pause();
    if (document_.graph() != nullptr) {
        // Backwards there is only what was recorded.
        for (int i = 0; i < frames; ++i) {
            document_.advance(1.0 / kFramesPerSecond);
        }
        return;
    }
    // Frames are counted from zero, so that steps land on the same times from wherever they start.
    const double frame = std::round(document_.time() * kFramesPerSecond) + frames;
    document_.setTime(frame / kFramesPerSecond);
}

bool Player::canPlay() const {
    return document_.graph() != nullptr || document_.duration() > 0.0;
}

void Player::setPlaying(bool isPlaying) {
    if (isPlaying_ == isPlaying) {
        return;
    }
    isPlaying_ = isPlaying;
    if (isPlaying) {
        timer_.start();
    } else {
        timer_.stop();
    }
    Q_EMIT playingChanged(isPlaying);
}

} // namespace sartor::editor
