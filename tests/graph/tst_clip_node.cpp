// SPDX-License-Identifier: Apache-2.0
// Clips as nodes, against clips sampled in double at times computed by hand.
#include <QtTest>

#include <support/graph_fixture.h>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

constexpr double kTolerance = 2e-6; // rounding of times and values to floats

GraphBuilder playing(Record params, Value speed = 1, std::string clip = "Walk") {
    params.emplace_back("clip", std::move(clip));
    GraphBuilder graph;
    graph.node("clip", "clip", std::move(params), {pin("speed", constantInput(std::move(speed)))});
    return graph;
}

/// "name@time" of each, "<" in front of those met backwards.
std::string textOf(const GraphPlayer& player, const GraphUpdate& update) {
    std::string text;
    for (const Event& event : update.events) {
        text += (text.empty() ? "" : " ") + std::string(event.isReverse ? "<" : "") +
                player.instance.graph().eventNames()[event.name];
    }
    return text;
}

} // namespace

class TstClipNode : public QObject {
    Q_OBJECT

private slots:
    void isWhereTheTimeIs_data();
    void isWhereTheTimeIs();
    void beginsAtItsStartBeforeAnyTime();
    void keepsMorphWeights();
    void seeks();
    void meetsEveryEventOnceInOrder_data();
    void meetsEveryEventOnceInOrder();
    void eventsSayWhenInTheFrameTheyCome();
    void countsEventsBeyondTheRoomOfAFrame();
    void reportsWhereItIs();
    void isBackAfterDaysOfLooping();
};

void TstClipNode::isWhereTheTimeIs_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("elapsed");
    QTest::addColumn<double>("clipTime"); // by hand, of a clip of 1 s
    QTest::newRow("plays") << "loop" << 0.0 << 1.0 << 0.4 << 0.4;
    QTest::newRow("loops") << "loop" << 0.0 << 1.0 << 2.3 << 0.3;
    QTest::newRow("starts later") << "loop" << 0.5 << 1.0 << 0.7 << 0.2;
    QTest::newRow("starts beyond the end") << "clamp" << 9.0 << 1.0 << 0.0 << 1.0;
    QTest::newRow("fast") << "loop" << 0.0 << 2.5 << 1.0 << 0.5;
    QTest::newRow("backwards") << "loop" << 0.0 << -1.0 << 0.3 << 0.7;
    QTest::newRow("backwards over loops") << "loop" << 0.25 << -2.0 << 1.5 << 0.25;
    QTest::newRow("stands still") << "loop" << 0.6 << 0.0 << 100.0 << 0.6;
    QTest::newRow("stays at the end") << "clamp" << 0.0 << 1.0 << 7.0 << 1.0;
    QTest::newRow("stays at the beginning") << "clamp" << 0.8 << -1.0 << 7.0 << 0.0;
    QTest::newRow("on the way back") << "ping_pong" << 0.0 << 1.0 << 1.3 << 0.7;
    QTest::newRow("there again") << "ping_pong" << 0.0 << 1.0 << 2.3 << 0.3;
    QTest::newRow("ping-pong backwards") << "ping_pong" << 0.25 << -1.0 << 0.5 << 0.25;
    QTest::newRow("ping-pong far back") << "ping_pong" << 0.0 << -1.0 << 3.6 << 0.4;
}

void TstClipNode::isWhereTheTimeIs() {
    QFETCH(QString, mode);
    QFETCH(double, start);
    QFETCH(double, speed);
    QFETCH(double, elapsed);
    QFETCH(double, clipTime);
    const auto rig = smallRig();
    const DoublePose expected = clipOracle(*rig, "Walk", clipTime);
    // However the time is cut into frames.
    for (const int frames : {1, 3, 60}) {
        GraphPlayer player(
            playing({{"mode", mode.toStdString()}, {"start", start}}, speed).definition, rig);
        for (int i = 0; i < frames; ++i) {
            player.frame(elapsed / frames);
        }
        QCOMPARE_LE(maxAbsDiff(player, expected), 1e-5);
    }
}

void TstClipNode::beginsAtItsStartBeforeAnyTime() {
    const auto rig = smallRig();
    const DoublePose expected = clipOracle(*rig, "Walk", 0.4);
    GraphPlayer player(playing({{"start", 0.4}}).definition, rig);
    player.frame(0.0);
    QCOMPARE_LE(maxAbsDiff(player, expected), kTolerance);
}

void TstClipNode::keepsMorphWeights() {
    const auto rig = smallRig();
    GraphPlayer walk(playing({}).definition, rig);
    walk.frame(0.6);
    QVERIFY(std::abs(walk.morphWeights[0] - 0.25f) > 0.01f);
    QCOMPARE_LE(maxAbsDiff(walk, clipOracle(*rig, "Walk", 0.6)), kTolerance);
    GraphPlayer idle(playing({}, 1, "Idle").definition, rig);
    idle.frame(0.6);
    QCOMPARE(idle.morphWeights, (std::vector<float>{0.25f, 0.0f}));
}

void TstClipNode::seeks() {
    const auto rig = smallRig();
    GraphBuilder graph;
    graph.parameter({.id = "seek", .type = ParameterType::Trigger})
        .number("time", 0.5, -10.0, 10.0)
        .node("clip",
              "clip",
              {{"clip", "Walk"}},
              {pin("seek", parameterInput("seek")), pin("seek_time", parameterInput("time"))});
    graph.definition.clips = {{"Walk", {{"half", 0.5}, {"late", 0.8}}, {}}};
    GraphPlayer player(graph.definition, rig);
    player.frame(0.1);
    player.fire("seek");
    const GraphUpdate there = player.frame(0.1);
    QCOMPARE(there.events.size(), std::size_t{0});
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.5)), kTolerance);
    // The trigger is gone with its frame.
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.6)), kTolerance);
    player.setFloat("time", 2.25f);
    player.fire("seek");
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.25)), kTolerance);
}

void TstClipNode::meetsEveryEventOnceInOrder_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("speed");
    QTest::addColumn<double>("elapsed");
    QTest::addColumn<QString>("events"); // a at 0, b at 0.3, c and d at 0.7, e at 1
    const char* const kRound = "b c d e a";
    QTest::newRow("once through") << "loop" << 0.0 << 1.0 << 0.9 << "a b c d";
    QTest::newRow("onto the end") << "loop" << 0.0 << 1.0 << 1.0 << QString("a ") + kRound;
    QTest::newRow("loops") << "loop" << 0.0 << 1.0 << 2.5
                           << QString("a ") + kRound + " " + kRound + " b";
    QTest::newRow("from the middle") << "loop" << 0.5 << 1.0 << 1.0 << "c d e a b";
    QTest::newRow("on an event") << "loop" << 0.3 << 1.0 << 0.1 << "b";
    QTest::newRow("backwards") << "loop" << 0.8 << -1.0 << 0.6 << "<d <c <b";
    QTest::newRow("backwards over the loop") << "loop" << 0.5 << -1.0 << 1.0 << "<b <a <e <d <c";
    QTest::newRow("clamped") << "clamp" << 0.0 << 1.0 << 5.0 << "a b c d e";
    QTest::newRow("clamped at the end") << "clamp" << 1.0 << 1.0 << 5.0 << "e";
    QTest::newRow("there and back") << "ping_pong" << 0.0 << 1.0 << 1.9 << "a b c d e <d <c <b";
    QTest::newRow("standing") << "loop" << 0.3 << 0.0 << 5.0 << "b";
}

void TstClipNode::meetsEveryEventOnceInOrder() {
    QFETCH(QString, mode);
    QFETCH(double, start);
    QFETCH(double, speed);
    QFETCH(double, elapsed);
    QFETCH(QString, events);
    GraphBuilder graph = playing({{"mode", mode.toStdString()}, {"start", start}}, speed);
    // The document need not be in order of time.
    graph.definition.clips = {
        {"Walk", {{"e", 1.0}, {"a", 0.0}, {"c", 0.7}, {"d", 0.7}, {"b", 0.3}}, {}}};
    for (const int frames : {1, 4, 64}) {
        GraphPlayer player(graph.definition, smallRig());
        QString met;
        for (int i = 0; i < frames; ++i) {
            // Binary fractions, so that all cuts come to the same end.
            const GraphUpdate update = player.frame(elapsed / frames);
            const QString text = QString::fromStdString(textOf(player, update));
            met += (met.isEmpty() || text.isEmpty() ? "" : " ") + text;
            QCOMPARE(update.droppedEventCount, std::size_t{0});
        }
        QCOMPARE(met, events);
    }
}

void TstClipNode::eventsSayWhenInTheFrameTheyCome() {
    GraphBuilder graph = playing({{"start", 0.5}}, 2);
    graph.definition.clips = {{"Walk", {{"a", 0.25}, {"b", 0.75}}, {}}};
    GraphPlayer player(graph.definition, smallRig());
    const GraphUpdate update = player.frame(0.5); // 0.5 ... 1, 0 ... 0.5 in the clip
    QCOMPARE(update.events.size(), std::size_t{2});
    QCOMPARE(update.events[0].clipTime, 0.75);
    QCOMPARE(update.events[0].frameTime, 0.125);
    QCOMPARE(update.events[1].clipTime, 0.25);
    QCOMPARE(update.events[1].frameTime, 0.375);
    QCOMPARE(update.events[0].weight, 1.0f);
    QCOMPARE(update.events[0].node, std::uint32_t{0});
}

void TstClipNode::countsEventsBeyondTheRoomOfAFrame() {
    GraphBuilder graph = playing({}, 1000);
    graph.definition.clips = {{"Walk", {{"a", 0.5}}, {}}};
    GraphPlayer player(graph.definition, smallRig());
    const GraphUpdate update = player.frame(kMaximumTimeStep); // a thousand million loops, at once
    QCOMPARE(update.events.size(), std::size_t{256});
    QVERIFY(update.droppedEventCount > 0);
    QCOMPARE(player.frame(0.0).events.size(), std::size_t{0});
}

void TstClipNode::reportsWhereItIs() {
    GraphPlayer player(playing({}, 1, "Idle").definition, smallRig());
    player.frame(0.5);
    player.frame(2.0);
    const NodeActivity& activity = player.activity("clip");
    QVERIFY(activity.isActive);
    QCOMPARE(activity.time, 0.5);
    QCOMPARE(activity.duration, 2.0);
    QCOMPARE(activity.weight, 1.0f);
}

void TstClipNode::isBackAfterDaysOfLooping() {
    GraphPlayer player(playing({{"start", 0.125}}).definition, smallRig());
    const double dt = 1.0 / 64.0;
    for (int second = 0; second < 8 * 24 * 3600; ++second) {
        require(player.instance.update(1.0));
    }
    for (int i = 0; i < 16; ++i) {
        player.frame(dt);
    }
    QCOMPARE(player.activity("clip").time, 0.375);
}

QTEST_APPLESS_MAIN(TstClipNode)
#include "tst_clip_node.moc"
