// SPDX-License-Identifier: Apache-2.0
// Time that passes by a clock of the test's own.
#include "character.h"
#include "editor/model/player.h"

#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// Sums of doubles that are not exact, seconds.
constexpr double kTimeTolerance = 1e-9;

} // namespace

class TstPlayer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        now_ = 100.0;
        document_ = std::make_unique<Document>();
        player_ = std::make_unique<Player>(*document_, [this] { return now_; });
        document_->open(makeSession());
    }

    void cleanup() {
        player_.reset();
        document_.reset();
    }

    void movesWithTheClock() {
        player_->play();
        pass(0.5);
        QCOMPARE_LE(std::abs(document_->time() - 0.5), kTimeTolerance);
    }

    void followsTheSpeed() {
        QVERIFY(document_->setPlaybackSpeed(0.25, Gesture::Single).isOk());
        player_->play();
        pass(2.0);
        QCOMPARE_LE(std::abs(document_->time() - 0.5), kTimeTolerance);
    }

    void loops() {
        player_->play();
        pass(1.5);
        pass(1.0);
        QCOMPARE_LE(std::abs(document_->time() - 0.5), kTimeTolerance);
        QVERIFY(player_->isPlaying());
    }

    void playsOnceAndStopsAtTheEnd() {
        QVERIFY(document_->setPlaybackMode(pose::PlaybackMode::Once).isOk());
        player_->play();
        pass(5.0);
        QCOMPARE(document_->time(), 2.0);
        QVERIFY(!player_->isPlaying());
        player_->play();
        QCOMPARE(document_->time(), 0.0);
        QVERIFY(player_->isPlaying());
    }

    void pausedTimeDoesNotCount() {
        player_->play();
        pass(0.25);
        player_->pause();
        pass(1.0);
        player_->play();
        pass(0.25);
        QCOMPARE_LE(std::abs(document_->time() - 0.5), kTimeTolerance);
    }

    void stepsToWholeFrames() {
        document_->setTime(0.51);
        player_->play();
        player_->step(1);
        QVERIFY(!player_->isPlaying());
        QCOMPARE_LE(std::abs(document_->time() - 16.0 / 30.0), kTimeTolerance);
        player_->step(-16);
        QCOMPARE(document_->time(), 0.0);
        player_->step(-1);
        QCOMPARE(document_->time(), 0.0);
    }

    void doesNotPlayWithoutAClip() {
        QVERIFY(document_->setClip(std::nullopt).isOk());
        player_->play();
        QVERIFY(!player_->isPlaying());
    }

    void stopsWhenTheClipIsTakenAwayOrAnotherFileOpens() {
        QSignalSpy spy(player_.get(), &Player::playingChanged);
        player_->play();
        QVERIFY(document_->setClip(std::nullopt).isOk());
        QVERIFY(!player_->isPlaying());
        document_->undoStack()->undo();
        player_->play();
        document_->open(makeSession());
        QVERIFY(!player_->isPlaying());
        QCOMPARE(spy.count(), 4);
    }

    void playsByItself() {
        player_->play();
        now_ += 0.75;
        QTRY_COMPARE_WITH_TIMEOUT(document_->time(), 0.75, 5000);
    }

private:
    void pass(double seconds) {
        now_ += seconds;
        player_->tick();
    }

    double now_ = 0.0;
    std::unique_ptr<Document> document_;
    std::unique_ptr<Player> player_;
};

QTEST_GUILESS_MAIN(TstPlayer)
#include "tst_player.moc"
