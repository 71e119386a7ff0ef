// SPDX-License-Identifier: Apache-2.0
// Instances: their frames, their state, and what they cost.
#include <sartor/base/parallel.h>

#include <QtTest>

#include <support/allocation_count.h>
#include <support/recorded_graph.h>

#include <cstring>
#include <limits>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

/// A clip whose speed is a parameter, with events.
GraphDefinition walking() {
    GraphBuilder graph;
    graph.number("speed", 1, -2, 2)
        .parameter({.id = "seek", .type = ParameterType::Trigger})
        .parameter({.id = "flag", .type = ParameterType::Bool, .initial = true})
        .parameter({.id = "aim", .type = ParameterType::Vector3, .initial = List{1, 2, 3}})
        .node("walk",
              "clip",
              {{"clip", "Walk"}, {"start", 0.25}},
              {pin("speed", parameterInput("speed")), pin("seek", parameterInput("seek"))});
    graph.definition.clips = {{"Walk", {{"begin", 0.25}, {"step", 0.5}}, {}}};
    return graph.definition;
}

bool haveSameBits(const GraphPlayer& a, const GraphPlayer& b) {
    return test::haveSameBits(a.parentFromJoint, b.parentFromJoint) &&
           std::memcmp(a.morphWeights.data(),
                       b.morphWeights.data(),
                       a.morphWeights.size() * sizeof(float)) == 0;
}

/// Drives a player the same way each time.
void play(GraphPlayer& player, int firstFrame, int frameCount) {
    for (int i = firstFrame; i < firstFrame + frameCount; ++i) {
        player.setFloat("speed", static_cast<float>(i % 7) / 3.0f - 0.5f);
        if (i % 11 == 5) {
            player.fire("seek");
        }
        player.frame(0.01 + 0.001 * (i % 5));
    }
}

} // namespace

class TstGraphInstance : public QObject {
    Q_OBJECT

private slots:
    void refusesTimesThatCannotBe_data();
    void refusesTimesThatCannotBe();
    void theFirstPoseIsRightWithoutAnyUpdate();
    void lookingAtAPoseChangesNothing();
    void parametersKeepTheirRange();
    void triggersEndWithTheirFrame();
    void goesOnFromAState();
    void refusesForeignStates();
    void allocatesNothing();
    void sameBitsForAnyNumberOfThreads();
};

void TstGraphInstance::refusesTimesThatCannotBe_data() {
    QTest::addColumn<double>("dt");
    QTest::newRow("negative") << -0.001;
    QTest::newRow("no number") << std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity();
    QTest::newRow("too long") << 1.001e6;
}

void TstGraphInstance::refusesTimesThatCannotBe() {
    QFETCH(double, dt);
    GraphPlayer player(walking(), smallRig());
    player.frame(0.1);
    const std::vector<std::byte> before(player.instance.state().begin(),
                                        player.instance.state().end());
    const auto update = player.instance.update(dt);
    QVERIFY(!update);
    QCOMPARE(update.error().code, std::string("graph.time"));
    QVERIFY(std::equal(before.begin(), before.end(), player.instance.state().begin()));
}

void TstGraphInstance::theFirstPoseIsRightWithoutAnyUpdate() {
    const DoublePose expected = clipOracle(*smallRig(), "Walk", 0.25);
    GraphPlayer player(walking(), smallRig());
    player.instance.evaluate(player.parentFromJoint, player.morphWeights);
    QCOMPARE_LE(maxAbsDiff(player, expected), 2e-6);
    // That was a look ahead: the first update still starts everything.
    const GraphUpdate update = player.frame(0.0);
    QCOMPARE(update.events.size(), std::size_t{1});
    QCOMPARE_LE(maxAbsDiff(player, expected), 2e-6);
    QCOMPARE(player.frame(0.0).events.size(), std::size_t{0});
}

void TstGraphInstance::lookingAtAPoseChangesNothing() {
    GraphPlayer looked(walking(), smallRig());
    GraphPlayer other(walking(), smallRig());
    for (int i = 0; i < 20; ++i) {
        for (int look = 0; look < i % 3; ++look) {
            looked.instance.evaluate(looked.parentFromJoint, looked.morphWeights);
        }
        looked.frame(0.05);
        other.frame(0.05);
        const std::vector<math::Transform> pose = looked.parentFromJoint;
        looked.instance.evaluate(looked.parentFromJoint, looked.morphWeights);
        QVERIFY(haveSameBits(looked, other));
    }
}

void TstGraphInstance::parametersKeepTheirRange() {
    GraphPlayer player(walking(), smallRig());
    const CompiledGraph& graph = player.instance.graph();
    const ParameterIndex speed = graph.findParameter("speed");
    QCOMPARE(player.instance.parameter(speed).number(), 1.0f);
    QVERIFY(player.instance.parameter(graph.findParameter("flag")).truth());
    QVERIFY(player.instance.parameter(graph.findParameter("aim")).vector == glm::vec3(1, 2, 3));
    for (const auto& [set, expected] : {std::pair(5.0f, 2.0f), {-5.0f, -2.0f}, {0.5f, 0.5f}}) {
        player.instance.setFloat(speed, set);
        QCOMPARE(player.instance.parameter(speed).number(), expected);
    }
    player.instance.setFloat(speed, std::numeric_limits<float>::quiet_NaN());
    player.instance.setVector3(graph.findParameter("aim"),
                               glm::vec3(0, std::numeric_limits<float>::infinity(), 0));
    QCOMPARE(player.instance.parameter(speed).number(), 0.5f);
    QVERIFY(player.instance.parameter(graph.findParameter("aim")).vector == glm::vec3(1, 2, 3));
    player.instance.setVector3(graph.findParameter("aim"), glm::vec3(4, 5, 6));
    QVERIFY(player.instance.parameter(graph.findParameter("aim")).vector == glm::vec3(4, 5, 6));
    player.setBool("flag", false);
    QVERIFY(!player.instance.parameter(graph.findParameter("flag")).truth());
    // A default of nothing is zero, or the end of the range that is next to it.
    GraphDefinition definition = walking();
    definition.parameters[0].initial = Value();
    definition.parameters[0].minimum = 0.75;
    GraphPlayer other(definition, smallRig());
    QCOMPARE(other.instance.parameter(speed).number(), 0.75f);
}

void TstGraphInstance::triggersEndWithTheirFrame() {
    GraphPlayer player(walking(), smallRig());
    const ParameterIndex seek = player.instance.graph().findParameter("seek");
    player.fire("seek");
    QVERIFY(player.instance.parameter(seek).truth());
    player.frame(0.1);
    QVERIFY(!player.instance.parameter(seek).truth());
}

void TstGraphInstance::goesOnFromAState() {
    GraphPlayer first(walking(), smallRig());
    play(first, 0, 50);
    const std::vector<std::byte> middle(first.instance.state().begin(),
                                        first.instance.state().end());
    play(first, 50, 50);
    GraphPlayer second(walking(), smallRig());
    require(second.instance.restore(middle));
    // The pose of the state itself, without going on.
    second.instance.evaluate(second.parentFromJoint, second.morphWeights);
    QVERIFY(std::equal(middle.begin(), middle.end(), second.instance.state().begin()));
    play(second, 50, 50);
    QVERIFY(haveSameBits(first, second));
    QVERIFY(std::equal(first.instance.state().begin(),
                       first.instance.state().end(),
                       second.instance.state().begin()));
}

void TstGraphInstance::refusesForeignStates() {
    GraphPlayer player(walking(), smallRig());
    player.frame(0.1);
    std::vector<std::byte> state(player.instance.state().begin(), player.instance.state().end());
    QCOMPARE(player.instance.restore(std::span(state).first(state.size() - 1)).error().code,
             std::string("graph.state_size"));
    // Every byte of it as something else: refused, or good to go on from.
    for (std::size_t i = 0; i < state.size(); ++i) {
        std::vector<std::byte> spoilt = state;
        spoilt[i] = std::byte{0xff};
        if (const Status status = player.instance.restore(spoilt); !status) {
            QCOMPARE(status.error().code, std::string("graph.state_invalid"));
        }
        player.frame(0.1);
    }
}

void TstGraphInstance::allocatesNothing() {
    // The counter itself: an operation that is known to allocate is seen.
    std::size_t before = allocationCount;
    ::operator delete(::operator new(1));
    QCOMPARE(allocationCount - before, std::size_t{1});
    GraphPlayer player(walking(), smallRig());
    before = allocationCount;
    play(player, 0, 1000);
    QCOMPARE(allocationCount - before, std::size_t{0});
}

void TstGraphInstance::sameBitsForAnyNumberOfThreads() {
    const auto graph = require(compile(recordedGraph(), smallRig()));
    const auto crowd = [&](std::size_t threadCount) {
        const ScopedThreadLimit limit(threadCount);
        std::vector<GraphPlayer> players;
        for (int i = 0; i < 100; ++i) {
            players.emplace_back(graph);
        }
        parallelFor(players.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                for (int frame = 0; frame < 100; ++frame) {
                    driveRecordedGraph(players[i], frame + static_cast<int>(i));
                    players[i].frame(0.01 + 0.001 * (frame % 5));
                }
            }
        });
        return players;
    };
    const std::vector<GraphPlayer> expected = crowd(1);
    for (const std::size_t threadCount : {std::size_t{2}, std::size_t{8}}) {
        const std::vector<GraphPlayer> players = crowd(threadCount);
        for (std::size_t i = 0; i < players.size(); ++i) {
            QVERIFY(haveSameBits(players[i], expected[i]));
        }
    }
}

QTEST_APPLESS_MAIN(TstGraphInstance)
#include "tst_graph_instance.moc"
