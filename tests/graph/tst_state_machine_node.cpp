// SPDX-License-Identifier: Apache-2.0
// State machines against times, weights and poses worked out beside them, in double.
#include <sartor/pose/inertial_blend.h>

#include <QtTest>

#include <support/allocation_count.h>
#include <support/double_blend.h>
#include <support/graph_fixture.h>

#include <cmath>
#include <cstring>
#include <functional>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

constexpr double kTolerance = 5e-6; // poses blended in floats

Record transition(std::string from, std::string to, Record more = {}) {
    Record record = {{"from", std::move(from)}, {"to", std::move(to)}};
    record.insert(record.end(), more.begin(), more.end());
    return record;
}

Record when(const char* test, const char* parameter, Value value = Value()) {
    Record condition = {{"test", test}};
    if (*parameter != 0) {
        condition.emplace_back("parameter", parameter);
    }
    if (!value.isNothing()) {
        condition.emplace_back("value", std::move(value));
    }
    return condition;
}

/// States idle, walk and run with the transitions given.
GraphDefinition machine(List transitions, Record params = {}) {
    GraphBuilder graph;
    params.emplace_back("transitions", std::move(transitions));
    graph.number("speed", 0, -10, 10)
        .parameter({.id = "armed", .type = ParameterType::Bool})
        .parameter({.id = "go", .type = ParameterType::Trigger})
        .parameter({.id = "stop", .type = ParameterType::Trigger})
        .clip("idle", "Idle")
        .clip("walk", "Walk")
        .clip("run", "Run", {{"mode", "clamp"}})
        .node("machine",
              "state_machine",
              std::move(params),
              {{"states",
                {linkTo("idle", {{"name", "idle"}}),
                 linkTo("walk", {{"name", "walk"}}),
                 linkTo("run", {{"name", "run"}})}}});
    return graph.definition;
}

DoublePose shown(const GraphPlayer& player) {
    DoublePose pose;
    for (const math::Transform& joint : player.parentFromJoint) {
        pose.joints.push_back(
            {glm::dvec3(joint.translation), glm::dquat(joint.rotation), glm::dvec3(joint.scale)});
    }
    pose.morphWeights.assign(player.morphWeights.begin(), player.morphWeights.end());
    return pose;
}

} // namespace

class TstStateMachineNode : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void beginsInItsEntryState();
    void conditionsDecide_data();
    void conditionsDecide();
    void triggersAreUsedUpByTheTransitionThatIsTaken();
    void theHighestPriorityWins();
    void anyStateIsAnyOther();
    void crossFadesByTheEasing_data();
    void crossFadesByTheEasing();
    void switchesAtOnceWithoutDuration();
    void statesThatDoNotPlayCostNothing();
    void timeGoesByAtTheSpeedOfTheState();
    void anInterruptionComesFromThePoseThatWasShown();
    void aTransitionThatDoesNotInterruptWaits();
    void aStateCanBeStartedAgain();
    void inertialTransitionsCarryOnTheMovement();
    void syncedStatesRunInStep();
    void eventsComeFromBothStatesInOrder();
    void rootMotionIsBlended();
    void machinesStandInMachines();
    void allocatesNothing();
    void goesOnFromAStateInTheMiddleOfATransition();
    void posesOfItsStatesCanBeWatched();
    void aLargeMachineIsReadSoon();
};

void TstStateMachineNode::rejectsInvalidInput_data() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < 9; ++i) {
        QTest::addRow("%d", i) << i;
    }
}

void TstStateMachineNode::rejectsInvalidInput() {
    QFETCH(int, row);
    struct Row {
        GraphDefinition graph;
        const char* code;
        const char* path;
        const char* message;
    };
    GraphDefinition twice = machine({});
    GraphDefinition anyState = machine({});
    anyState.nodes[3].inputs[0].inputs[2].fields = {{"name", "*"}};
    twice.nodes[3].inputs[0].inputs[2].fields = {{"name", "idle"}};
    const auto conditioned = [](Record condition) {
        return machine({transition(
            "idle", "walk", {{"conditions", List{when("true", "armed"), std::move(condition)}}})});
    };
    const Row rows[] = {
        {machine({transition("idel", "walk")}),
         "graph.unknown_state",
         "/nodes/3/params/transitions/0/from",
         "did you mean 'idle'?"},
        {machine({transition("*", "walk"), transition("idle", "*")}),
         "graph.unknown_state",
         "/nodes/3/params/transitions/1/to",
         "'*'"},
        {machine({}, {{"entry", "wlak"}}),
         "graph.unknown_state",
         "/nodes/3/params/entry",
         "did you mean 'walk'?"},
        {twice, "graph.duplicate_id", "/nodes/3/inputs/states/2/name", "'idle'"},
        {conditioned(when("above", "")),
         "graph.missing_field",
         "/nodes/3/params/transitions/0/conditions/1/parameter",
         "expected the id"},
        {conditioned(when("trigger", "armed")),
         "graph.type_mismatch",
         "/nodes/3/params/transitions/0/conditions/1/parameter",
         "'trigger' needs a parameter of another type"},
        {conditioned(when("below", "go")),
         "graph.type_mismatch",
         "/nodes/3/params/transitions/0/conditions/1/parameter",
         "'below' needs a parameter of another type"},
        {conditioned(when("elapsed", "armed")),
         "graph.type_mismatch",
         "/nodes/3/params/transitions/0/conditions/1/parameter",
         "'elapsed' is about time: expected no parameter"},
        {anyState, "graph.reserved_name", "/nodes/3/inputs/states/2/name", "another name than '*'"},
    };
    const Row& expected = rows[row];
    // What is wrong is wrong without a character, too.
    for (const auto& rig : {smallRig(), std::shared_ptr<const Rig>()}) {
        const CompileResult result = compile(expected.graph, rig);
        QCOMPARE(result.problems.size(), std::size_t{1});
        QCOMPARE(result.problems[0].code, std::string(expected.code));
        QCOMPARE(result.problems[0].path, std::string(expected.path));
        QVERIFY2(result.problems[0].message.find(expected.message) != std::string::npos,
                 result.problems[0].message.c_str());
    }
}

void TstStateMachineNode::beginsInItsEntryState() {
    GraphPlayer first(machine({}), smallRig());
    first.frame(0.25);
    QCOMPARE(first.activity("machine").state, std::uint32_t{0});
    QCOMPARE_LE(maxAbsDiff(first, clipOracle(*smallRig(), "Idle", 0.25)), kTolerance);
    GraphPlayer named(machine({}, {{"entry", "walk"}}), smallRig());
    named.frame(0.25);
    QCOMPARE(named.activity("machine").state, std::uint32_t{1});
    QCOMPARE_LE(maxAbsDiff(named, clipOracle(*smallRig(), "Walk", 0.25)), kTolerance);
    // However ready a transition is, the first frame shows the entry state.
    GraphPlayer ready(machine({transition("idle", "walk")}), smallRig());
    ready.frame(0.0);
    QCOMPARE_LE(maxAbsDiff(ready, clipOracle(*smallRig(), "Idle", 0.0)), kTolerance);
}

void TstStateMachineNode::conditionsDecide_data() {
    QTest::addColumn<QString>("combine");
    QTest::addColumn<int>("conditions");
    QTest::addColumn<float>("speed");
    QTest::addColumn<bool>("armed");
    QTest::addColumn<bool>("go");
    QTest::addColumn<int>("frames"); // of 1/4 s before the one that looks
    QTest::addColumn<bool>("isTaken");
    const auto row = [](const char* name,
                        const char* combine,
                        int conditions,
                        float speed,
                        bool armed,
                        bool go,
                        int frames,
                        bool isTaken) {
        QTest::newRow(name) << combine << conditions << speed << armed << go << frames << isTaken;
    };
    row("none", "all", 0, 0, false, false, 1, true);
    row("true", "all", 1, 0, true, false, 1, true);
    row("not true", "all", 1, 0, false, false, 1, false);
    row("false", "all", 2, 0, false, false, 1, true);
    row("not false", "all", 2, 0, true, false, 1, false);
    row("trigger", "all", 3, 0, false, true, 1, true);
    row("no trigger", "all", 3, 0, false, false, 1, false);
    row("above", "all", 4, 1.5f, false, false, 1, true);
    row("not above", "all", 4, 1.0f, false, false, 1, false);
    row("below", "all", 5, 0.5f, false, false, 1, true);
    row("not below", "all", 5, 1.0f, false, false, 1, false);
    row("at least", "all", 6, 1.0f, false, false, 1, true);
    row("not at least", "all", 6, 0.75f, false, false, 1, false);
    row("at most", "all", 7, 1.0f, false, false, 1, true);
    row("not at most", "all", 7, 1.25f, false, false, 1, false);
    row("elapsed", "all", 8, 0, false, false, 3, true);
    row("not elapsed", "all", 8, 0, false, false, 2, false);
    row("remaining", "all", 9, 0, false, false, 6, true);
    row("not remaining", "all", 9, 0, false, false, 5, false);
    row("ended", "all", 10, 0, false, false, 8, true);
    row("not ended", "all", 10, 0, false, false, 7, false);
    row("all of two", "all", 11, 1.5f, true, false, 1, true);
    row("one of all", "all", 11, 1.5f, false, false, 1, false);
    row("one of any", "any", 11, 1.5f, false, false, 1, true);
    row("none of any", "any", 11, 0.5f, false, false, 1, false);
}

void TstStateMachineNode::conditionsDecide() {
    QFETCH(QString, combine);
    QFETCH(int, conditions);
    QFETCH(float, speed);
    QFETCH(bool, armed);
    QFETCH(bool, go);
    QFETCH(int, frames);
    QFETCH(bool, isTaken);
    const List lists[] = {{},
                          {when("true", "armed")},
                          {when("false", "armed")},
                          {when("trigger", "go")},
                          {when("above", "speed", 1)},
                          {when("below", "speed", 1)},
                          {when("at_least", "speed", 1)},
                          {when("at_most", "speed", 1)},
                          {when("elapsed", "", 0.75)},
                          {when("remaining", "", 0.5)}, // of the 2 s of Idle
                          {when("ended", "")},
                          {when("above", "speed", 1), when("true", "armed")}};
    GraphPlayer player(machine({transition("idle",
                                           "walk",
                                           {{"combine", combine.toStdString()},
                                            {"conditions", lists[conditions]}})}),
                       smallRig());
    // Nothing may be taken before: numbers and truths are set for the frame that looks.
    player.setFloat("speed", conditions == 5 || conditions == 7 ? 5.0f : 0.0f);
    player.setBool("armed", conditions == 2);
    player.frame(0.25);
    for (int i = 1; i < frames; ++i) {
        player.frame(0.25);
        QCOMPARE(player.activity("machine").state, std::uint32_t{0});
    }
    player.setFloat("speed", speed);
    player.setBool("armed", armed);
    if (go) {
        player.fire("go");
    }
    player.frame(0.0);
    QCOMPARE(player.activity("machine").state, std::uint32_t{isTaken ? 1u : 0u});
}

void TstStateMachineNode::triggersAreUsedUpByTheTransitionThatIsTaken() {
    const List go = {when("trigger", "go")};
    GraphDefinition graph = machine({transition("idle", "walk", {{"conditions", go}}),
                                     transition("walk", "run", {{"conditions", go}})});
    // A second machine behind the first reads the same trigger, and finds it gone.
    GraphBuilder second;
    second.definition = graph;
    second.clip("wave", "Wave")
        .node("second",
              "state_machine",
              {{"transitions", List{transition("a", "b", {{"conditions", go}})}}},
              {{"states", {linkTo("machine", {{"name", "a"}}), linkTo("wave", {{"name", "b"}})}}});
    GraphPlayer player(second.definition, smallRig());
    player.frame(0.1);
    player.fire("go");
    player.frame(0.1);
    // The outer one looks first and takes it.
    QCOMPARE(player.activity("second").state, std::uint32_t{1});
    QCOMPARE(player.activity("machine").state, std::uint32_t{0});
    GraphPlayer alone(graph, smallRig());
    alone.frame(0.1);
    alone.fire("go");
    alone.frame(0.1);
    alone.frame(0.1);
    QCOMPARE(alone.activity("machine").state, std::uint32_t{1}); // not on to run
}

void TstStateMachineNode::theHighestPriorityWins() {
    GraphPlayer player(machine({transition("idle", "walk"),
                                transition("idle", "run", {{"priority", 2}}),
                                transition("*", "walk", {{"priority", 1}})}),
                       smallRig());
    player.frame(0.1);
    player.frame(0.1);
    QCOMPARE(player.activity("machine").state, std::uint32_t{2});
    GraphPlayer first(machine({transition("idle", "run"), transition("idle", "walk")}), smallRig());
    first.frame(0.1);
    first.frame(0.1);
    QCOMPARE(first.activity("machine").state, std::uint32_t{2});
}

void TstStateMachineNode::anyStateIsAnyOther() {
    GraphPlayer player(machine({transition("*", "run", {{"duration", 0.0}})}), smallRig());
    player.frame(0.1);
    player.frame(0.1);
    QCOMPARE(player.activity("machine").state, std::uint32_t{2});
    player.frame(0.1); // and not again into itself
    QCOMPARE_LE(maxAbsDiff(player.activity("run").time, 0.2), 1e-12);
}

void TstStateMachineNode::crossFadesByTheEasing_data() {
    QTest::addColumn<QString>("easing");
    QTest::addColumn<double>("quarter"); // weight after a quarter of the way
    QTest::newRow("linear") << "linear" << 0.25;
    QTest::newRow("smooth") << "smooth" << 0.15625; // 3 t^2 - 2 t^3
    QTest::newRow("ease_in") << "ease_in" << 0.0625;
    QTest::newRow("ease_out") << "ease_out" << 0.4375;
}

void TstStateMachineNode::crossFadesByTheEasing() {
    QFETCH(QString, easing);
    QFETCH(double, quarter);
    const auto rig = smallRig();
    GraphPlayer player(machine({transition("idle",
                                           "walk",
                                           {{"duration", 1},
                                            {"easing", easing.toStdString()},
                                            {"conditions", List{when("trigger", "go")}}})}),
                       rig);
    player.frame(0.5);
    player.fire("go");
    player.frame(0.25);
    QCOMPARE_LE(
        maxAbsDiff(
            player,
            blended(clipOracle(*rig, "Idle", 0.75), clipOracle(*rig, "Walk", 0.25), quarter)),
        kTolerance);
    QCOMPARE_LE(maxAbsDiff(player.activity("walk").weight, quarter), 1e-6);
    QCOMPARE_LE(maxAbsDiff(player.activity("idle").weight, 1.0 - quarter), 1e-6);
    QCOMPARE(player.activity("machine").state, std::uint32_t{1});
    QCOMPARE(player.activity("machine").previousState, std::uint32_t{0});
    QCOMPARE(player.activity("machine").transition, 0.25f);
    player.frame(0.5);
    QVERIFY(player.activity("idle").isActive);
    player.frame(0.25); // the end
    QVERIFY(!player.activity("idle").isActive);
    QCOMPARE(player.activity("machine").transition, 1.0f);
    player.frame(0.25);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.25)), kTolerance);
}

void TstStateMachineNode::switchesAtOnceWithoutDuration() {
    const auto rig = smallRig();
    for (const char* kind : {"cross_fade", "inertial"}) {
        GraphPlayer player(machine({transition("idle", "walk", {{"duration", 0}, {"kind", kind}})}),
                           rig);
        player.frame(0.5);
        player.frame(0.25);
        QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 0.25)), kTolerance);
        QVERIFY(!player.activity("idle").isActive);
    }
}

void TstStateMachineNode::statesThatDoNotPlayCostNothing() {
    GraphPlayer player(machine({}), smallRig());
    player.frame(0.1);
    QVERIFY(player.activity("idle").isActive);
    QVERIFY(!player.activity("walk").isActive && !player.activity("run").isActive);
    QCOMPARE(player.instance.taskCount(), std::size_t{1}); // idle is sampled, nothing else
}

void TstStateMachineNode::timeGoesByAtTheSpeedOfTheState() {
    GraphDefinition graph = machine({});
    graph.nodes[3].inputs[0].inputs[0].fields.emplace_back("speed", 0.5);
    GraphPlayer player(graph, smallRig());
    player.frame(0.5);
    QCOMPARE(player.activity("idle").time, 0.25);
}

void TstStateMachineNode::anInterruptionComesFromThePoseThatWasShown() {
    const auto rig = smallRig();
    GraphPlayer player(
        machine({transition("idle",
                            "walk",
                            {{"duration", 1}, {"conditions", List{when("trigger", "go")}}}),
                 transition("walk",
                            "run",
                            {{"duration", 0.5},
                             {"easing", "linear"},
                             {"conditions", List{when("trigger", "stop")}}})}),
        rig);
    player.frame(0.5);
    player.fire("go");
    player.frame(0.25);
    player.frame(0.25);
    const DoublePose before = shown(player);
    player.fire("stop");
    player.frame(0.0);
    QCOMPARE_LE(maxAbsDiff(player, before), 1e-6); // no jump
    QVERIFY(!player.activity("idle").isActive && !player.activity("walk").isActive);
    player.frame(0.125);
    QCOMPARE_LE(maxAbsDiff(player, blended(before, clipOracle(*rig, "Run", 0.125), 0.25)),
                kTolerance);
    player.frame(0.375);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Run", 0.5)), kTolerance);
}

void TstStateMachineNode::aTransitionThatDoesNotInterruptWaits() {
    GraphPlayer player(
        machine({transition("idle", "walk", {{"duration", 0.5}}),
                 transition("walk", "run", {{"duration", 0.5}, {"interrupts", false}})}),
        smallRig());
    player.frame(0.25); // idle
    player.frame(0.25);
    QCOMPARE(player.activity("machine").state, std::uint32_t{1});
    player.frame(0.25); // the transition ends
    QCOMPARE(player.activity("machine").state, std::uint32_t{1});
    player.frame(0.25);
    QCOMPARE(player.activity("machine").state, std::uint32_t{2});
    QVERIFY(player.activity("walk").isActive); // a cross-fade between two that play
}

void TstStateMachineNode::aStateCanBeStartedAgain() {
    const auto rig = smallRig();
    GraphPlayer player(machine({transition("idle",
                                           "idle",
                                           {{"duration", 0.5},
                                            {"easing", "linear"},
                                            {"conditions", List{when("trigger", "go")}}})}),
                       rig);
    player.frame(1.25);
    const DoublePose before = shown(player);
    player.fire("go");
    player.frame(0.25);
    QCOMPARE(player.activity("idle").time, 0.25);
    QCOMPARE_LE(maxAbsDiff(player, blended(before, clipOracle(*rig, "Idle", 0.25), 0.5)),
                kTolerance);
}

void TstStateMachineNode::inertialTransitionsCarryOnTheMovement() {
    const auto rig = smallRig();
    const double duration = 0.4;
    GraphPlayer player(machine({transition("idle",
                                           "walk",
                                           {{"duration", duration},
                                            {"kind", "inertial"},
                                            {"conditions", List{when("trigger", "go")}}})}),
                       rig);
    const double dt = 1.0 / 64.0;
    player.frame(0.5);
    player.frame(dt);
    player.fire("go");
    // By hand: translation of the hips, offset and velocity against the first frame of walk.
    const auto hips = [&](const char* clip, double time) {
        return clipOracle(*rig, clip, time).joints[1].translation;
    };
    const glm::dvec3 target = hips("Walk", dt);
    const glm::dvec3 last = hips("Idle", 0.5 + dt) - target;
    const glm::dvec3 beforeLast = hips("Idle", 0.5) - target;
    const double velocity = glm::dot(last - beforeLast, glm::normalize(last)) / dt;
    for (int frame = 1; frame <= 30; ++frame) {
        player.frame(dt);
        const double left = pose::decayedOffset(glm::length(last), velocity, duration, frame * dt);
        const glm::dvec3 expected = hips("Walk", frame * dt) + glm::normalize(last) * left;
        QCOMPARE_LE(maxAbsDiff(player.parentFromJoint[1].translation, expected), 1e-5);
        QVERIFY(!player.activity("idle").isActive);
    }
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Walk", 30 * dt)), kTolerance);
}

void TstStateMachineNode::syncedStatesRunInStep() {
    GraphDefinition graph = machine({transition("walk",
                                                "run",
                                                {{"duration", 0.5},
                                                 {"easing", "linear"},
                                                 {"sync", true},
                                                 {"conditions", List{when("trigger", "go")}}})},
                                    {{"entry", "walk"}});
    set(graph.nodes[2].params, "mode", "loop");
    GraphPlayer player(graph, smallRig());
    player.frame(0.4);
    player.fire("go");
    for (int i = 0; i < 40; ++i) {
        player.frame(0.02);
        const NodeActivity& walk = player.activity("walk");
        const NodeActivity& run = player.activity("run");
        if (walk.isActive) {
            QCOMPARE_LE(maxAbsDiff(walk.time / walk.duration, run.time / run.duration), 1e-12);
        }
        if (i == 0) {
            // It begins where walk is, and not at its start.
            QVERIFY(run.time / run.duration > 0.4);
        }
    }
    QVERIFY(!player.activity("walk").isActive);
}

void TstStateMachineNode::eventsComeFromBothStatesInOrder() {
    GraphDefinition graph = machine({transition(
        "idle", "walk", {{"duration", 1}, {"conditions", List{when("trigger", "go")}}})});
    graph.clips = {{"Idle", {{"i1", 0.6}, {"i2", 0.9}}, {}},
                   {"Walk", {{"w0", 0.0}, {"w1", 0.2}}, {}}};
    GraphPlayer player(graph, smallRig());
    player.frame(0.5);
    player.fire("go");
    const GraphUpdate update = player.frame(0.5);
    std::string met;
    for (const Event& event : update.events) {
        met += player.instance.graph().eventNames()[event.name] + " ";
        QVERIFY(event.weight > 0.0f && event.weight < 1.0f);
    }
    QCOMPARE(met, std::string("w0 i1 w1 i2 "));
}

void TstStateMachineNode::rootMotionIsBlended() {
    GraphDefinition graph = machine({transition("walk",
                                                "run",
                                                {{"duration", 0.5},
                                                 {"easing", "linear"},
                                                 {"conditions", List{when("trigger", "go")}}})},
                                    {{"entry", "walk"}});
    graph.rootMotion.joint = "Hips";
    graph.rootMotion.components = {.xz = true, .y = true, .yaw = false, .full = false};
    GraphPlayer player(graph, smallRig());
    const auto alone = [&](const char* clip) {
        GraphBuilder builder;
        builder.clip("clip", clip);
        builder.definition.rootMotion = graph.rootMotion;
        return GraphPlayer(builder.definition, smallRig());
    };
    GraphPlayer walk = alone("Walk");
    GraphPlayer run = alone("Run");
    player.frame(0.25);
    walk.frame(0.25);
    player.fire("go");
    const glm::dvec3 motion = player.frame(0.125).rootMotion.translation;
    const glm::dvec3 expected = 0.75 * walk.frame(0.125).rootMotion.translation +
                                0.25 * run.frame(0.125).rootMotion.translation;
    QCOMPARE_LE(maxAbsDiff(motion, expected), 1e-9);
}

void TstStateMachineNode::machinesStandInMachines() {
    const auto rig = smallRig();
    GraphBuilder graph;
    graph.definition = machine({transition("idle", "walk", {{"duration", 0}})});
    graph.clip("wave", "Wave")
        .node(
            "outer",
            "state_machine",
            {{"transitions",
              List{transition(
                       "in", "out", {{"duration", 0}, {"conditions", List{when("trigger", "go")}}}),
                   transition("out",
                              "in",
                              {{"duration", 0}, {"conditions", List{when("trigger", "go")}}})}}},
            {{"states", {linkTo("machine", {{"name", "in"}}), linkTo("wave", {{"name", "out"}})}}});
    GraphPlayer player(graph.definition, rig);
    player.frame(0.1);
    player.frame(0.1);
    QCOMPARE(player.activity("machine").state, std::uint32_t{1});
    player.fire("go");
    player.frame(0.1);
    QVERIFY(!player.activity("machine").isActive);
    player.fire("go");
    player.frame(0.1); // the inner one starts again, in its entry state
    QCOMPARE(player.activity("machine").state, std::uint32_t{0});
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*rig, "Idle", 0.1)), kTolerance);
}

void TstStateMachineNode::allocatesNothing() {
    const List go = {when("trigger", "go")};
    const List stop = {when("trigger", "stop")};
    GraphPlayer player(
        machine({transition("idle", "walk", {{"conditions", go}}),
                 transition("walk", "run", {{"conditions", go}, {"kind", "inertial"}}),
                 transition("*", "idle", {{"conditions", stop}})}),
        smallRig());
    const std::size_t before = allocationCount;
    for (int i = 0; i < 1000; ++i) {
        if (i % 7 == 3) {
            player.fire("go");
        }
        if (i % 31 == 5) {
            player.fire("stop");
        }
        player.frame(1.0 / 60.0);
    }
    QCOMPARE(allocationCount - before, std::size_t{0});
}

void TstStateMachineNode::goesOnFromAStateInTheMiddleOfATransition() {
    const List go = {when("trigger", "go")};
    const GraphDefinition graph = machine(
        {transition("idle", "walk", {{"conditions", go}, {"duration", 0.5}}),
         transition("walk", "run", {{"conditions", go}, {"kind", "inertial"}, {"duration", 0.5}})});
    const auto play = [](GraphPlayer& player, int first, int last) {
        for (int i = first; i < last; ++i) {
            if (i % 10 == 5) {
                player.fire("go");
            }
            player.frame(1.0 / 60.0);
        }
    };
    for (const int middle : {3, 6, 12, 16, 20, 40}) {
        GraphPlayer first(graph, smallRig());
        play(first, 0, middle);
        const std::vector<std::byte> state(first.instance.state().begin(),
                                           first.instance.state().end());
        play(first, middle, 60);
        GraphPlayer second(graph, smallRig());
        require(second.instance.restore(state));
        play(second, middle, 60);
        QVERIFY(std::memcmp(first.parentFromJoint.data(),
                            second.parentFromJoint.data(),
                            first.parentFromJoint.size() * sizeof(math::Transform)) == 0);
        QCOMPARE(first.morphWeights, second.morphWeights);
    }
    // Any byte of it as another: refused, or good to go on from.
    GraphPlayer player(graph, smallRig());
    play(player, 0, 8);
    const std::vector<std::byte> state(player.instance.state().begin(),
                                       player.instance.state().end());
    for (std::size_t i = 0; i < state.size(); ++i) {
        for (const std::byte other : {std::byte{0xff}, std::byte{0x80}, std::byte{2}}) {
            std::vector<std::byte> spoilt = state;
            spoilt[i] = other;
            static_cast<void>(player.instance.restore(spoilt));
            player.frame(0.1);
        }
    }
}

void TstStateMachineNode::posesOfItsStatesCanBeWatched() {
    const auto rig = smallRig();
    GraphPlayer player(
        machine({transition(
            "idle", "walk", {{"duration", 1}, {"conditions", List{when("trigger", "go")}}})}),
        rig);
    const std::size_t nodes[] = {0, 1, 2};
    player.instance.watchPoses(nodes);
    const auto watched = [&](std::size_t node, const DoublePose& expected) {
        const NodePose pose = player.instance.watchedPose(node);
        GraphPlayer holder(player.shared);
        holder.parentFromJoint.assign(pose.parentFromJoint.begin(), pose.parentFromJoint.end());
        holder.morphWeights.assign(pose.morphWeights.begin(), pose.morphWeights.end());
        return maxAbsDiff(holder, expected);
    };
    player.frame(0.25);
    QCOMPARE_LE(watched(0, clipOracle(*rig, "Idle", 0.25)), kTolerance);
    QVERIFY(player.instance.watchedPose(1).parentFromJoint.empty()); // does not play
    QVERIFY(player.instance.watchedPose(3).parentFromJoint.empty()); // is not watched
    player.fire("go");
    player.frame(0.25);
    QCOMPARE_LE(watched(0, clipOracle(*rig, "Idle", 0.5)), kTolerance);
    QCOMPARE_LE(watched(1, clipOracle(*rig, "Walk", 0.25)), kTolerance);
    player.frame(1.0);
    QVERIFY(player.instance.watchedPose(0).parentFromJoint.empty());
    const std::size_t before = allocationCount;
    player.frame(0.1);
    QCOMPARE(allocationCount - before, std::size_t{0});
}

void TstStateMachineNode::aLargeMachineIsReadSoon() {
    constexpr int kCount = 8000;
    GraphBuilder graph;
    PinInputs states{"states", {}};
    List transitions;
    for (int i = 0; i < kCount; ++i) {
        const std::string id = "state " + std::to_string(i);
        graph.clip(id, "Walk");
        states.inputs.push_back(linkTo(id, {{"name", id}}));
        transitions.push_back(transition("*", id, {{"sync", true}, {"duration", 0}}));
        transitions.push_back(transition("no such state", id));
    }
    graph.node("machine", "state_machine", {{"transitions", transitions}}, {states});
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(compile(graph.definition, smallRig()).problems.size(), std::size_t{1000});
    // The same without what is wrong with it runs.
    List sound;
    for (std::size_t i = 0; i < transitions.size(); i += 2) {
        sound.push_back(transitions[i]);
    }
    graph.definition.nodes.back().params = {{"transitions", sound}};
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.1);
    player.frame(0.1);
    QCOMPARE(player.activity("machine").state, std::uint32_t{1}); // the first that is another
    QCOMPARE_LT(timer.elapsed(), 20000);
}

QTEST_APPLESS_MAIN(TstStateMachineNode)
#include "tst_state_machine_node.moc"
