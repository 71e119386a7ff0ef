// SPDX-License-Identifier: Apache-2.0
// Whatever is wrong with a graph is said, all of it at once, with its place.
#include "trial_node.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

QString listed(const std::vector<Problem>& problems) {
    QString text;
    for (const Problem& problem : problems) {
        text += QString::fromStdString("\n" + problem.code + " " + problem.path + ": " +
                                       problem.message + " [" + problem.node + "]");
    }
    return text;
}

} // namespace

class TstCompile : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void takesWhatIsSound();
    void saysEverythingAtOnceInTheOrderOfTheDocument();
    void namesTheNodesOfACycle();
    void asksForAPinWhereSeveralFit();
    void namesThatSeveralThingsHaveNeedAnIndex();
    void boundsSizeAndDepth();
    void loneNodesAreChecked();
    void checksWithoutARig();
    void aHostileDocumentIsAnsweredSoon();
};

void TstCompile::rejectsInvalidInput_data() {
    QTest::addColumn<std::size_t>("row");
    for (std::size_t i = 0; i < compileRows().size(); ++i) {
        QTest::newRow(compileRows()[i].name) << i;
    }
}

void TstCompile::rejectsInvalidInput() {
    QFETCH(std::size_t, row);
    const CompileRow& expected = compileRows()[row];
    GraphDefinition graph = soundTrial();
    expected.spoil(graph);
    const CompileResult result = compileTrial(graph);
    QVERIFY(result.graph == nullptr);
    QVERIFY2(result.problems.size() == 1, qPrintable(listed(result.problems)));
    const Problem& problem = result.problems[0];
    QCOMPARE(problem.code, std::string(expected.code));
    QCOMPARE(problem.path, std::string(expected.path));
    QVERIFY2(problem.message.find(expected.message) != std::string::npos, problem.message.c_str());
    QCOMPARE(problem.node, std::string(expected.node));
}

void TstCompile::takesWhatIsSound() {
    const CompileResult result = compileTrial(soundTrial());
    QVERIFY2(result.graph != nullptr, qPrintable(listed(result.problems)));
    QVERIFY(result.graph->definition() == soundTrial());
    QCOMPARE(result.graph->findParameter("jump").value(), std::uint32_t{1});
    QVERIFY(result.graph->findParameter("no such").isNone());
    QCOMPARE(result.graph->findNode("trial"), std::optional<std::size_t>(2));
    QVERIFY(!result.graph->findNode("no such"));
    QCOMPARE(result.graph->eventNames().size(), std::size_t{1});
    // Two poses at a time, and one for the task of the node that reads them.
    QCOMPARE(result.graph->poseSlotCount(), std::size_t{3});
}

void TstCompile::saysEverythingAtOnceInTheOrderOfTheDocument() {
    GraphDefinition graph = soundTrial();
    graph.parameters[0].initial = 5;
    graph.clips[0].clip = "Wallk";
    graph.nodes[0].params = {{"clip", 3}, {"moed", "loop"}};
    set(graph.nodes[2].params, "amount", -1);
    graph.nodes[2].inputs[1].inputs[0].parameter = "sped";
    graph.output.node = "none";
    const CompileResult result = compileTrial(graph);
    std::vector<std::string> paths;
    for (const Problem& problem : result.problems) {
        paths.push_back(problem.path);
    }
    QCOMPARE(paths,
             (std::vector<std::string>{"/parameters/0/default",
                                       "/clips/0/clip",
                                       "/nodes/0/params/clip",
                                       "/nodes/0/params/moed",
                                       "/nodes/2/params/amount",
                                       "/nodes/2/inputs/weight/parameter",
                                       "/output/node"}));
}

void TstCompile::namesTheNodesOfACycle() {
    GraphBuilder graph;
    const auto trial = [&](const char* id, const char* source) {
        graph.node(id, "trial", {}, {{"poses", {linkTo(source, {{"threshold", 0}})}}});
    };
    trial("a", "b");
    trial("b", "c");
    trial("c", "a");
    trial("d", "rest");
    graph.node("rest", "rest_pose");
    graph.definition.output = nodeInput("d");
    const CompileResult result = compileTrial(graph.definition);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(result.problems[0].code, std::string("graph.cycle"));
    QVERIFY(result.problems[0].message.find("'a' -> 'b' -> 'c' -> 'a'") != std::string::npos);
    // Values are no way round either.
    GraphDefinition values = soundTrial();
    values.nodes[2].inputs[1].inputs[0] = nodeInput("trial", "speed");
    QCOMPARE(compileTrial(values).problems.at(0).code, std::string("graph.cycle"));
}

void TstCompile::asksForAPinWhereSeveralFit() {
    GraphDefinition graph = soundTrial();
    GraphBuilder other;
    other.node("other", "trial", {}, {{"poses", {linkTo("rest", {{"threshold", 0}})}}})
        .node("rest", "rest_pose");
    graph.nodes.insert(
        graph.nodes.end(), other.definition.nodes.begin(), other.definition.nodes.end());
    graph.nodes[2].inputs[1].inputs[0] = nodeInput("other");
    const CompileResult result = compileTrial(graph);
    QCOMPARE(result.problems.size(), std::size_t{1});
    QCOMPARE(result.problems[0].code, std::string("graph.missing_output"));
    graph.nodes[2].inputs[1].inputs[0] = nodeInput("other", "speed");
    QVERIFY(compileTrial(graph).problems.empty());
    // The only truth there is needs no name.
    graph.nodes[2].inputs[2].inputs[0] = nodeInput("other");
    QVERIFY(compileTrial(graph).problems.empty());
}

void TstCompile::namesThatSeveralThingsHaveNeedAnIndex() {
    RigBuilder builder;
    builder.joint("Bone");
    builder.joint("Bone", JointIndex(0));
    builder.joint("#0", JointIndex(0));
    builder.clip({.name = "Take", .jointTracks = {}, .morphWeightTracks = {}});
    builder.clip({.name = "Take", .jointTracks = {}, .morphWeightTracks = {}});
    const auto rig = builder.build();
    const auto problemsOf = [&](const char* joint, const char* clip) {
        GraphBuilder graph;
        graph.clip("clip", clip)
            .node("trial",
                  "trial",
                  {{"joint", joint}},
                  {{"poses", {linkTo("clip", {{"threshold", 0}})}}});
        std::string codes;
        for (const Problem& problem : compileTrial(graph.definition, rig).problems) {
            codes += problem.code + " " + problem.path + ";";
        }
        return codes;
    };
    QCOMPARE(problemsOf("Bone", "#1"), std::string("graph.ambiguous_name /nodes/1/params/joint;"));
    QCOMPARE(problemsOf("#1", "Take"), std::string("graph.ambiguous_name /nodes/0/params/clip;"));
    QCOMPARE(problemsOf("#1", "#0"), std::string());
    QCOMPARE(problemsOf("#0", "#0"), std::string()); // a name before it is an index
}

void TstCompile::boundsSizeAndDepth() {
    const auto chain = [](std::size_t length) {
        GraphBuilder graph;
        graph.node("0", "rest_pose");
        for (std::size_t i = 1; i < length; ++i) {
            graph.node(std::to_string(i),
                       "trial",
                       {},
                       {{"poses", {linkTo(std::to_string(i - 1), {{"threshold", 0}})}}});
        }
        return graph.definition;
    };
    const CompileResult longest = compileTrial(chain(kMaximumDepth));
    QVERIFY(longest.problems.empty());
    GraphPlayer player(longest.graph); // and it runs
    player.frame(0.1);
    QCOMPARE_LE(maxAbsDiff(player, clipOracle(*smallRig(), "", 0.0)), 0.0);
    const CompileResult tooLong = compileTrial(chain(kMaximumDepth + 1));
    QCOMPARE(tooLong.problems.size(), std::size_t{1});
    QCOMPARE(tooLong.problems[0].code, std::string("graph.too_deep"));
    QCOMPARE(tooLong.problems[0].node, std::to_string(kMaximumDepth));
    GraphDefinition many;
    many.nodes.resize(kMaximumNodeCount + 1);
    QCOMPARE(compileTrial(many).problems.at(0).code, std::string("graph.too_many_nodes"));
}

void TstCompile::loneNodesAreChecked() {
    GraphDefinition graph = soundTrial();
    graph.nodes.push_back({.id = "lone", .type = "trial", .params = {{"amount", 9}}});
    std::vector<std::string> codes;
    for (const Problem& problem : compileTrial(graph).problems) {
        codes.push_back(problem.code);
    }
    QCOMPARE(codes, (std::vector<std::string>{"graph.out_of_range", "graph.missing_input"}));
}

void TstCompile::checksWithoutARig() {
    GraphDefinition graph = soundTrial();
    set(graph.nodes[2].params, "joint", "whatever");
    graph.rootMotion.joint = "whatever";
    graph.clips[0].clip = "whatever";
    graph.clips[0].events[0].time = 1000;
    const CompileResult fine = compileTrial(graph, nullptr);
    QVERIFY(fine.graph == nullptr);
    QVERIFY2(fine.problems.empty(), qPrintable(listed(fine.problems)));
    set(graph.nodes[2].params, "amount", 9);
    QCOMPARE(compileTrial(graph, nullptr).problems.size(), std::size_t{1});
}

void TstCompile::aHostileDocumentIsAnsweredSoon() {
    // Everything is misspelt, and names are as long as they are many.
    GraphDefinition graph;
    for (std::size_t i = 0; i < kMaximumNodeCount; ++i) {
        NodeDefinition& node = graph.nodes.emplace_back();
        node.id = std::string(60, 'x') + std::to_string(i);
        node.type = "trial";
        node.inputs = {{"poses", {linkTo("y" + node.id), linkTo("z" + node.id)}}};
        node.params = {{std::string(64, 'p'), 1}};
    }
    graph.output = nodeInput("nothing");
    QElapsedTimer timer;
    timer.start();
    const CompileResult result = compileTrial(graph);
    QCOMPARE(result.problems.size(), std::size_t{1000});
    QCOMPARE_LT(timer.elapsed(), 10000);
    // A wheel in which each node leads back to all before it.
    GraphDefinition wheel;
    for (std::size_t i = 0; i < 2000; ++i) {
        NodeDefinition& node = wheel.nodes.emplace_back();
        node.id = std::to_string(i);
        node.type = "trial";
        PinInputs poses{"poses", {}};
        for (std::size_t other = 0; other < 100; ++other) {
            poses.inputs.push_back(linkTo(std::to_string((i + other) % 2000), {{"threshold", 0}}));
        }
        node.inputs = {poses};
    }
    QCOMPARE(compileTrial(wheel).problems.size(), std::size_t{1000});
}

QTEST_APPLESS_MAIN(TstCompile)
#include "tst_compile.moc"
