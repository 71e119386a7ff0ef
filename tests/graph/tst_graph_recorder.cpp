// SPDX-License-Identifier: Apache-2.0
// Recordings: what they keep, and that looking at them shows what was.
#include <sartor/graph/graph_recorder.h>

#include <QtTest>

#include <support/allocation_count.h>
#include <support/graph_fixture.h>
#include <support/recorded_graph.h>

#include <limits>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstGraphRecorder : public QObject {
    Q_OBJECT

private slots:
    void showsEveryFrameAsItWas();
    void goesOnAsIfNothingHadBeenLookedAt();
    void forgetsTheOldestByTimeAndByMemory();
    void recordsNothingThatWasRefused();
    void allocatesNothing();
};

void TstGraphRecorder::showsEveryFrameAsItWas() {
    GraphPlayer player(recordedGraph(), smallRig());
    GraphRecorder recorder(player.shared);
    std::vector<std::vector<math::Transform>> poses;
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        driveRecordedGraph(player, i);
        require(recorder.update(player.instance, 0.02));
        player.instance.evaluate(player.parentFromJoint, player.morphWeights);
        poses.push_back(player.parentFromJoint);
        times.push_back(player.activity("walk").time);
    }
    QCOMPARE(recorder.frameCount(), std::size_t{60});
    QCOMPARE_LE(maxAbsDiff(recorder.seconds(), 1.2), 1e-12);
    GraphPlayer other(player.shared);
    for (const std::size_t frame : {59u, 0u, 17u, 18u, 3u, 40u}) {
        require(recorder.show(frame, other.instance));
        other.instance.evaluate(other.parentFromJoint, other.morphWeights);
        QVERIFY(haveSameBits(other.parentFromJoint, poses[frame]));
        QCOMPARE(other.activity("walk").time, times[frame]);
    }
}

void TstGraphRecorder::goesOnAsIfNothingHadBeenLookedAt() {
    GraphPlayer looked(recordedGraph(), smallRig());
    GraphPlayer other(looked.shared);
    GraphRecorder recorder(looked.shared);
    for (int i = 0; i < 80; ++i) {
        driveRecordedGraph(looked, i);
        driveRecordedGraph(other, i);
        require(recorder.update(looked.instance, 0.02));
        looked.instance.evaluate(looked.parentFromJoint, looked.morphWeights);
        other.frame(0.02);
        if (i % 20 == 10) {
            require(recorder.show(static_cast<std::size_t>(i) / 2, looked.instance));
            looked.instance.evaluate(looked.parentFromJoint, looked.morphWeights);
            QVERIFY(!haveSameBits(looked.parentFromJoint, other.parentFromJoint));
            require(recorder.show(recorder.frameCount() - 1, looked.instance));
            looked.instance.evaluate(looked.parentFromJoint, looked.morphWeights);
        }
        QVERIFY(haveSameBits(looked.parentFromJoint, other.parentFromJoint));
    }
}

void TstGraphRecorder::forgetsTheOldestByTimeAndByMemory() {
    GraphPlayer player(recordedGraph(), smallRig());
    GraphRecorder byTime(player.shared, {.seconds = 1.0});
    GraphRecorder byMemory(player.shared,
                           {.seconds = 100.0, .memorySize = 10 * player.shared->stateSize() + 1});
    for (int i = 0; i < 40; ++i) {
        require(byTime.update(player.instance, 0.0625));
        require(byMemory.update(player.instance, 0.0625));
    }
    QCOMPARE(byTime.frameCount(), std::size_t{16});
    QCOMPARE(byMemory.frameCount(), std::size_t{10});
    // The newest are there.
    GraphPlayer other(player.shared);
    require(byMemory.show(9, other.instance));
    QCOMPARE(other.activity("walk").time, player.activity("walk").time);
    byMemory.clear();
    QCOMPARE(byMemory.frameCount(), std::size_t{0});
    // Room for one frame, however little memory there may be; and a long one is a frame too.
    GraphRecorder small(player.shared, {.seconds = 0.0, .memorySize = 0});
    require(small.update(player.instance, 5.0));
    require(small.update(player.instance, 7.0));
    QCOMPARE(small.frameCount(), std::size_t{1});
    QCOMPARE(small.dt(0), 7.0);
}

void TstGraphRecorder::recordsNothingThatWasRefused() {
    GraphPlayer player(recordedGraph(), smallRig());
    GraphRecorder recorder(player.shared);
    require(recorder.update(player.instance, 0.1));
    QCOMPARE(recorder.update(player.instance, -1.0).error().code, std::string("graph.time"));
    QCOMPARE(recorder.frameCount(), std::size_t{1});
}

void TstGraphRecorder::allocatesNothing() {
    GraphPlayer player(recordedGraph(), smallRig());
    GraphRecorder recorder(player.shared, {.seconds = 1.0});
    const std::size_t before = allocationCount;
    for (int i = 0; i < 500; ++i) {
        driveRecordedGraph(player, i);
        require(recorder.update(player.instance, 0.02));
        player.instance.evaluate(player.parentFromJoint, player.morphWeights);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

QTEST_APPLESS_MAIN(TstGraphRecorder)
#include "tst_graph_recorder.moc"
