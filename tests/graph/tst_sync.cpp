// SPDX-License-Identifier: Apache-2.0
// Clips in step: the maths of phases, and groups in graphs.
#include "sync.h"

#include <QtTest>

#include <support/graph_fixture.h>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

using Markers = std::vector<std::pair<std::string, double>>;

/// Plays seconds in tiny steps, each at the speed of the piece it begins in.
double advanceOracle(double phase, double seconds, const std::vector<double>& lengths) {
    const int steps = 400000;
    const auto count = static_cast<double>(lengths.size());
    for (int i = 0; i < steps; ++i) {
        const double place = (phase - std::floor(phase)) * count;
        const double length = lengths[static_cast<std::size_t>(place) % lengths.size()];
        phase += seconds / steps / length / count;
    }
    return phase;
}

/// Two states that never end their cross-fade, with clips in one group.
GraphBuilder stepping(double duration, Record walk = {}, Record run = {}) {
    GraphBuilder graph;
    walk.emplace_back("sync_group", "feet");
    run.emplace_back("sync_group", "feet");
    graph.parameter({.id = "go", .type = ParameterType::Trigger})
        .clip("walk", "Walk", std::move(walk))
        .clip("run", "Run", std::move(run))
        .node("machine",
              "state_machine",
              {{"transitions",
                List{Record{
                    {"from", "walk"},
                    {"to", "run"},
                    {"duration", duration},
                    {"easing", "linear"},
                    {"conditions", List{Record{{"test", "trigger"}, {"parameter", "go"}}}}}}}},
              {{"states", {linkTo("walk", {{"name", "walk"}}), linkTo("run", {{"name", "run"}})}}});
    return graph;
}

} // namespace

class TstSync : public QObject {
    Q_OBJECT

private slots:
    void phasesAdvancePieceByPiece();
    void anySplitOfTimeComesToTheSamePhase();
    void timesAndPhasesAreTheOtherWayRound();
    void markersOfTheSameRoundAreAligned_data();
    void markersOfTheSameRoundAreAligned();
    void aGroupGoesAsFastAsItsClipsByWeight();
    void aClipAloneInItsGroupPlaysAsFastAsByItself();
    void clipsMeetAtTheirMarkers();
    void aClipWithMoreStepsGoesOnForEach();
    void aGroupBeginsWhereItsFirstClipDoes();
    void whoSeeksTakesTheGroupAlong();
    void clampedGroupsStayAtTheirEnd();
    void eventsAndRootMotionFollowTheGroup();
    void blendsKeepTheirClipsInStep();
    void modesMustAgree();
};

void TstSync::phasesAdvancePieceByPiece() {
    const std::vector<double> lengths = {0.2, 0.5, 0.1, 0.4};
    for (const double phase : {0.0, 0.1, 0.25, 0.6, 0.999}) {
        for (const double seconds : {0.0, 0.05, 0.31, -0.05, -0.7, 1.2, 3.9, -5.0}) {
            QCOMPARE_LE(maxAbsDiff(advancePhase(phase, seconds, lengths),
                                   advanceOracle(phase, seconds, lengths)),
                        1e-4); // of the oracle's steps
        }
    }
    QCOMPARE(advancePhase(0.3, 1.2 * 1e6, lengths), 1e6 + 0.3);
    const std::vector<double> none = {0.0, 0.0};
    QCOMPARE(advancePhase(0.3, 1.0, none), 0.3);
    // A piece without length is over at once.
    const std::vector<double> gap = {0.5, 0.0, 0.5};
    QCOMPARE_LE(maxAbsDiff(advancePhase(0.0, 0.75, gap), 5.0 / 6.0), 1e-12);
    QCOMPARE_LE(maxAbsDiff(advancePhase(5.0 / 6.0, -0.75, gap), 0.0), 1e-12);
}

void TstSync::anySplitOfTimeComesToTheSamePhase() {
    Random random(3);
    const std::vector<double> lengths = {0.3, 0.2, 0.45};
    for (int round = 0; round < 20; ++round) {
        double split = 0.0;
        double whole = 0.0;
        double seconds = 0.0;
        for (int i = 0; i < 50; ++i) {
            const double step = static_cast<double>(random.uniform(-0.2f, 0.5f));
            split = advancePhase(split, step, lengths);
            seconds += step;
        }
        whole = advancePhase(whole, seconds, lengths);
        QCOMPARE_LE(maxAbsDiff(split, whole), 1e-11);
    }
}

void TstSync::timesAndPhasesAreTheOtherWayRound() {
    SyncMember member;
    member.duration = member.cycle = 2.0;
    member.starts = {0.5, 0.75, 1.5};
    QCOMPARE(member.timeAt(0.0), 0.5);
    QCOMPARE_LE(maxAbsDiff(member.timeAt(1.0 / 3.0), 0.75), 1e-12);
    QCOMPARE_LE(maxAbsDiff(member.timeAt(0.5), 1.125), 1e-12);
    QCOMPARE_LE(maxAbsDiff(member.timeAt(5.0 / 6.0), 2.0), 1e-12); // half of 1.5 ... 2.5
    QCOMPARE_LE(maxAbsDiff(member.timeAt(-0.5), 1.125 - 2.0), 1e-12);
    for (const double time : {0.0, 0.25, 0.5, 0.6, 0.75, 1.4, 1.5, 1.99}) {
        const double again = member.timeAt(member.phaseAt(time));
        QCOMPARE_LE(maxAbsDiff(again - std::floor(again / 2.0) * 2.0, time), 1e-12);
    }
}

void TstSync::markersOfTheSameRoundAreAligned_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("starts"); // of the second, of 1 s; the first has L 0.1, R 0.6
    QTest::newRow("the same") << 0 << "0.2 0.7";
    QTest::newRow("the other way round") << 1 << "0.7 1.2";
    QTest::newRow("other names") << 2 << "0";
    QTest::newRow("more of them") << 3 << "0";
    QTest::newRow("none") << 4 << "0";
    QTest::newRow("twice") << 5 << "0.1 0.3 0.6 0.8";
    QTest::newRow("twice, the other way round") << 6 << "0.3 0.6 0.8 1.1";
}

void TstSync::markersOfTheSameRoundAreAligned() {
    QFETCH(int, row);
    QFETCH(QString, starts);
    const Markers others[] = {{{"L", 0.2}, {"R", 0.7}},
                              {{"R", 0.2}, {"L", 0.7}},
                              {{"L", 0.2}, {"X", 0.7}},
                              {{"L", 0.2}, {"R", 0.5}, {"L", 0.7}},
                              {},
                              {{"L", 0.1}, {"R", 0.3}, {"L", 0.6}, {"R", 0.8}},
                              {{"R", 0.1}, {"L", 0.3}, {"R", 0.6}, {"L", 0.8}}};
    SyncMember first;
    SyncMember second;
    first.duration = second.duration = 1.0;
    SyncMember* const members[] = {&first, &second};
    const Markers markers[] = {{{"L", 0.1}, {"R", 0.6}}, others[row]};
    alignMarkers(members, markers);
    QStringList found;
    for (const double start : second.starts) {
        found += QString::number(start);
    }
    QCOMPARE(found.join(' '), starts);
    QCOMPARE(first.starts.size(), second.starts.size());
    if (first.starts.size() == 4) {
        // Two rounds of the first in one of the second.
        QVERIFY(first.starts == (std::vector<double>{0.1, 0.6, 1.1, 1.6}));
        QCOMPARE(first.cycle, 2.0);
        QCOMPARE(second.cycle, 1.0);
    }
}

void TstSync::aGroupGoesAsFastAsItsClipsByWeight() {
    GraphPlayer player(stepping(10.0).definition, smallRig());
    player.frame(0.4);
    player.fire("go");
    // In double: durations 1 and 0.75; each frame goes by the weights of the one before.
    const double dt = 1.0 / 32.0;
    double phase = 0.4;
    double weight = 0.0; // of run, in the frame before
    for (int frame = 1; frame <= 200; ++frame) {
        player.frame(dt);
        phase += dt / ((1.0 - weight) * 1.0 + weight * 0.75);
        weight = frame * dt / 10.0;
        const double place = phase - std::floor(phase);
        QCOMPARE_LE(maxAbsDiff(player.activity("walk").time, place), 1e-6);
        QCOMPARE_LE(maxAbsDiff(player.activity("run").time, place * 0.75), 1e-6);
    }
}

void TstSync::aClipAloneInItsGroupPlaysAsFastAsByItself() {
    GraphBuilder graph = stepping(1.0);
    graph.definition.clips = {{"Walk", {}, {{"L", 0.1}, {"R", 0.8}}},
                              {"Run", {}, {{"L", 0.3}, {"R", 0.6}}}};
    GraphPlayer player(graph.definition, smallRig());
    for (int frame = 1; frame <= 100; ++frame) {
        player.frame(1.0 / 30.0);
        const double time = frame / 30.0;
        const double away = player.activity("walk").time - time;
        QCOMPARE_LE(std::abs(away - std::round(away)), 1e-9);
    }
}

void TstSync::clipsMeetAtTheirMarkers() {
    GraphBuilder graph = stepping(100.0);
    graph.definition.clips = {{"Walk", {}, {{"L", 0.1}, {"R", 0.8}}},
                              {"Run", {}, {{"R", 0.3}, {"L", 0.6}}}};
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.0);
    player.fire("go");
    for (int frame = 0; frame < 300; ++frame) {
        player.frame(0.01);
        const double walk = player.activity("walk").time;
        const double run = player.activity("run").time;
        // Between L and R both have the same fraction of their own way; so between R and L.
        const bool isAfterL = walk >= 0.1 && walk < 0.8;
        const double fraction =
            isAfterL ? (walk - 0.1) / 0.7 : (walk < 0.1 ? walk + 0.2 : walk - 0.8) / 0.3;
        const double expected = isAfterL ? 0.6 + fraction * 0.45 : 0.3 + fraction * 0.3;
        const double away = (run - expected) / 0.75;
        QCOMPARE_LE(std::abs(away - std::round(away)), 1e-9);
    }
}

void TstSync::aClipWithMoreStepsGoesOnForEach() {
    // Run has two rounds of the markers that Walk has one of.
    GraphBuilder graph = stepping(100.0);
    graph.definition.clips = {{"Walk", {}, {{"L", 0.0}, {"R", 0.5}}},
                              {"Run", {}, {{"L", 0.0}, {"R", 0.15}, {"L", 0.375}, {"R", 0.6}}}};
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.0);
    player.fire("go");
    player.frame(0.0);
    const double markers[] = {0.0, 0.15, 0.375, 0.6, 0.75};
    double walked = 0.0; // unwrapped
    double before = 0.0;
    for (int frame = 0; frame < 300; ++frame) {
        player.frame(0.01);
        const double walk = player.activity("walk").time;
        walked += walk - before + (walk < before ? 1.0 : 0.0);
        before = walk;
        const double place = std::fmod(2.0 * walked, 4.0); // in steps of run
        const int step = static_cast<int>(place);
        const double expected =
            markers[step] + (place - step) * (markers[step + 1] - markers[step]);
        const double away = (player.activity("run").time - expected) / 0.75;
        QCOMPARE_LE(std::abs(away - std::round(away)), 1e-9);
    }
}

void TstSync::aGroupBeginsWhereItsFirstClipDoes() {
    GraphPlayer player(stepping(1.0, {{"start", 0.5}}, {{"start", 0.3}}).definition, smallRig());
    player.frame(0.0);
    QCOMPARE(player.activity("walk").time, 0.5);
    player.fire("go");
    player.frame(0.0);
    QCOMPARE_LE(maxAbsDiff(player.activity("run").time, 0.375), 1e-12); // half of its way too
}

void TstSync::whoSeeksTakesTheGroupAlong() {
    GraphBuilder graph = stepping(10.0);
    graph.parameter({.id = "seek", .type = ParameterType::Trigger});
    graph.definition.nodes[0].inputs = {pin("seek", parameterInput("seek")),
                                        pin("seek_time", constantInput(0.8))};
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.1);
    player.fire("go");
    player.frame(0.1);
    player.fire("seek");
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(player.activity("walk").time, 0.8), 1e-6);
    QCOMPARE_LE(maxAbsDiff(player.activity("run").time, 0.6), 1e-6);
    player.frame(0.1);
    QVERIFY(player.activity("walk").time > 0.89);
}

void TstSync::clampedGroupsStayAtTheirEnd() {
    GraphPlayer player(stepping(10.0, {{"mode", "clamp"}}, {{"mode", "clamp"}}).definition,
                       smallRig());
    player.frame(0.5);
    player.fire("go");
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(player.activity("walk").time, 0.6), 1e-9);
    QCOMPARE_LE(maxAbsDiff(player.activity("run").time, 0.45), 1e-9);
    player.frame(5.0);
    QCOMPARE(player.activity("walk").time, 1.0);
    QCOMPARE(player.activity("run").time, 0.75);
}

void TstSync::eventsAndRootMotionFollowTheGroup() {
    GraphBuilder graph = stepping(1000.0);
    graph.definition.clips = {{"Walk", {{"w", 0.5}}, {}}, {"Run", {{"r", 0.375}}, {}}};
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.0);
    player.fire("go");
    player.frame(0.0);
    std::size_t count = 0;
    for (int frame = 0; frame < 100; ++frame) {
        const GraphUpdate update = player.frame(0.03);
        // Half of the way is half of the way for both, in the same frame and at the same time.
        QVERIFY(update.events.empty() || update.events.size() == 2);
        if (!update.events.empty()) {
            QCOMPARE_LE(maxAbsDiff(update.events[0].frameTime, update.events[1].frameTime), 1e-9);
            ++count;
        }
    }
    QCOMPARE(count, std::size_t{3});
}

void TstSync::blendsKeepTheirClipsInStep() {
    GraphBuilder graph;
    graph.number("blend", 0, 0, 1)
        .clip("walk", "Walk")
        .clip("run", "Run")
        .clip("lone", "Wave")
        .node("cache", "pose_cache", {}, {pin("pose", nodeInput("lone"))})
        .node("move",
              "blend_1d",
              {{"sync", true}},
              {pin("value", parameterInput("blend")),
               {"poses",
                {linkTo("walk", {{"threshold", 0}}),
                 linkTo("run", {{"threshold", 0.5}}),
                 linkTo("cache", {{"threshold", 1}})}}});
    GraphPlayer player(graph.definition, smallRig());
    const double dt = 1.0 / 64.0;
    double phase = 0.0;
    double weight = 0.0; // of run, in the frame before
    for (int frame = 0; frame < 200; ++frame) {
        const int step = frame < 100 ? frame : 200 - frame; // there and back
        player.setFloat("blend", static_cast<float>(step) / 256.0f);
        player.frame(dt);
        phase += dt / ((1.0 - weight) * 1.0 + weight * 0.75);
        weight = step / 128.0;
        const double place = phase - std::floor(phase);
        QCOMPARE_LE(maxAbsDiff(player.activity("walk").time, place), 1e-5);
        QCOMPARE(player.activity("run").isActive, step > 0);
        if (step > 0) {
            QCOMPARE_LE(maxAbsDiff(player.activity("run").time, 0.75 * place), 1e-5);
        }
    }
    // What is below a cache goes by its own time.
    player.setFloat("blend", 0.75f);
    player.frame(dt);
    QCOMPARE(player.activity("lone").time, dt);
}

void TstSync::modesMustAgree() {
    const auto problemOf = [](Record walk, Record run) {
        const CompileResult result =
            compile(stepping(1.0, std::move(walk), std::move(run)).definition, smallRig());
        return result.problems.empty() ? std::string()
                                       : result.problems[0].code + " " + result.problems[0].path;
    };
    QCOMPARE(problemOf({}, {}), std::string());
    QCOMPARE(problemOf({}, {{"mode", "clamp"}}),
             std::string("graph.sync_mode /nodes/1/params/mode"));
    QCOMPARE(problemOf({{"mode", "ping_pong"}}, {}),
             std::string("graph.sync_mode /nodes/0/params/mode"));
}

QTEST_APPLESS_MAIN(TstSync)
#include "tst_sync.moc"
