// SPDX-License-Identifier: Apache-2.0
// Graph documents: their one form, and every way to get one wrong.
#include <sartor/base/file.h>
#include <sartor/io/graph_document.h>

#include <QTemporaryDir>
#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::io;

// Before the texts: moc finds no class behind raw strings of several lines.
class TstGraphDocumentText : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void saysEverythingAtOnce();
    void aCanonicalFileIsWrittenBackByteByByte();
    void readsWhatItSays();
    void anyFormComesOutInTheOneForm();
    void defaultsAreLeftOut();
    void zerosHaveNoSign();
    void theSmallestDocument();
    void fileErrorsAreErrors();
    void describesProblems();
};

namespace {

/// Everything a document can hold, in the form in which it is written.
const char* const kCanonical = R"({
  "format": "sartor-graph",
  "version": 1,
  "parameters": [
    {
      "id": "speed",
      "type": "float",
      "default": 0.5,
      "minimum": -1,
      "maximum": 4,
      "unit": "m/s",
      "doc": "How fast."
    },
    {
      "id": "jump",
      "type": "trigger"
    },
    {
      "id": "armed",
      "type": "bool",
      "default": true
    },
    {
      "id": "aim",
      "type": "vector3",
      "default": [0,1,0.25]
    }
  ],
  "clips": [
    {
      "clip": "Walk",
      "events": [
        {"name":"step_left","time":0.1},
        {"name":"step_right","time":0.6}
      ],
      "markers": [
        {"name":"L","time":0.1}
      ]
    }
  ],
  "root_motion": {
    "joint": "Hips",
    "components": ["xz","yaw"],
    "owner": "pose"
  },
  "nodes": [
    {
      "id": "walk",
      "type": "clip",
      "params": {
        "clip": "Walk",
        "mode": "ping_pong",
        "start": 0.25
      },
      "inputs": {
        "speed": {"parameter":"speed"},
        "seek": true,
        "seek_time": 0.5
      },
      "at": [120,40.5]
    },
    {
      "id": "blend",
      "type": "a type of the future",
      "params": {
        "list": [1,2],
        "nested": {"a":null,"b":[[],{"c":"d"}]},
        "records": [
          {"to":"a"},
          {"to":"b"}
        ]
      },
      "inputs": {
        "none": [],
        "one": {"node":"walk","pin":"pose","threshold":0},
        "poses": [
          {"node":"walk","threshold":0},
          {"name":"Jump"},
          {"value":3,"threshold":1}
        ],
        "target": [0,1,0],
        "unset": {}
      }
    }
  ],
  "output": {"node":"blend"},
  "groups": [
    {
      "title": "All",
      "nodes": ["walk","blend"]
    }
  ],
  "comments": [
    {
      "text": "A comment \"with\" signs.",
      "at": [1,2],
      "size": [200,80]
    }
  ]
}
)";

QByteArray withNodes(const QByteArray& nodes) {
    return R"({"format": "sartor-graph", "version": 1, "nodes": )" + nodes + "}";
}

QByteArray withPart(const QByteArray& part) {
    return R"({"format": "sartor-graph", "version": 1, "nodes": [], )" + part + "}";
}

QByteArray withInput(const QByteArray& input) {
    return withNodes(R"([{"id": "n", "type": "t", "inputs": )" + input + "}]");
}

std::string_view view(const QByteArray& bytes) {
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace

void TstGraphDocumentText::rejectsInvalidInput_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("node");
    const auto row = [](const char* name,
                        const QByteArray& json,
                        const char* code,
                        const char* path,
                        const char* message,
                        const char* node = "") {
        QTest::newRow(name) << json << QString("document.") + code << QString(path)
                            << QString(message) << QString(node);
    };
    row("no JSON", "{", "json", "", "");
    row("not UTF-8", "{\"format\": \"\xff\"}", "json", "", "");
    row("deep", withNodes(QByteArray(100, '[') + QByteArray(100, ']')), "json", "", "64 levels");
    row("no object", "[]", "value", "", "expected an object");
    row("key twice",
        R"({"format": "sartor-graph", "version": 1, "nodes": [], "nodes": []})",
        "duplicate_key",
        "",
        "key 'nodes' stands twice");
    row("no format", R"({"version": 1, "nodes": []})", "missing_key", "", "'format' is missing");
    row("other format",
        R"({"format": "sartor-chain", "version": 1, "nodes": []})",
        "format",
        "/format",
        "expected \"sartor-graph\"");
    row("later version",
        R"({"format": "sartor-graph", "version": 2, "nodes": []})",
        "version",
        "/version",
        "written for a later version: expected at most 1");
    row("no nodes", R"({"format": "sartor-graph", "version": 1})", "missing_key", "", "'nodes'");
    row("unknown key", withPart(R"("node": 1)"), "unknown_key", "/node", "unknown key 'node'");
    row("nodes", withNodes("{}"), "value", "/nodes", "expected a list");
    row("node", withNodes("[1]"), "value", "/nodes/0", "expected an object");
    row("node without id", withNodes(R"([{"type": "t"}])"), "missing_key", "/nodes/0", "'id'");
    row("node without type",
        withNodes(R"([{"id": "n"}])"),
        "missing_key",
        "/nodes/0",
        "'type'",
        "n");
    row("id", withNodes(R"([{"id": 1, "type": "t"}])"), "value", "/nodes/0/id", "expected a text");
    row("node key",
        withNodes(R"([{"id": "n", "type": "t", "a/b~": 1}])"),
        "unknown_key",
        "/nodes/0/a~1b~0",
        "'a/b~'",
        "n");
    row("params",
        withNodes(R"([{"id": "n", "type": "t", "params": []}])"),
        "value",
        "/nodes/0/params",
        "expected an object",
        "n");
    row("place",
        withNodes(R"([{"id": "n", "type": "t", "at": [1]}])"),
        "value",
        "/nodes/0/at",
        "expected two numbers",
        "n");
    row("inputs", withInput("[]"), "value", "/nodes/0/inputs", "expected an object", "n");
    row("many",
        withInput(R"({"p": [{"node": "a"}, 3]})"),
        "value",
        "/nodes/0/inputs/p/1",
        "expected an object",
        "n");
    row("two sources",
        withInput(R"({"p": {"node": "a", "parameter": "b"}})"),
        "value",
        "/nodes/0/inputs/p",
        "not several",
        "n");
    row("source",
        withInput(R"({"p": {"node": 1}})"),
        "value",
        "/nodes/0/inputs/p/node",
        "expected a text",
        "n");
    row("pin alone",
        withInput(R"({"p": {"parameter": "a", "pin": "b"}})"),
        "unknown_key",
        "/nodes/0/inputs/p/pin",
        "expected a node beside the pin",
        "n");
    row("parameter", withPart(R"("parameters": [3])"), "value", "/parameters/0", "an object");
    row("parameter type",
        withPart(R"("parameters": [{"id": "a", "type": "int"}])"),
        "value",
        "/parameters/0/type",
        R"(expected one of "float", "bool", "vector3", "trigger")");
    row("parameter range",
        withPart(R"("parameters": [{"id": "a", "type": "float", "minimum": "0"}])"),
        "value",
        "/parameters/0/minimum",
        "expected a number");
    row("clip", withPart(R"("clips": [{}])"), "missing_key", "/clips/0", "'clip'");
    row("event",
        withPart(R"("clips": [{"clip": "a", "events": [{"name": "b"}]}])"),
        "missing_key",
        "/clips/0/events/0",
        "'time'");
    row("marker",
        withPart(R"("clips": [{"clip": "a", "markers": [{"name": "b", "time": "c"}]}])"),
        "value",
        "/clips/0/markers/0/time",
        "expected a number");
    row("root motion", withPart(R"("root_motion": {})"), "missing_key", "/root_motion", "'joint'");
    row("component",
        withPart(R"("root_motion": {"joint": "a", "components": ["xz", "x"]})"),
        "value",
        "/root_motion/components/1",
        R"(expected one of "xz", "y", "yaw", "full")");
    row("owner",
        withPart(R"("root_motion": {"joint": "a", "owner": "me"})"),
        "value",
        "/root_motion/owner",
        R"(expected one of "entity", "pose", "discard")");
    row("output", withPart(R"("output": "a")"), "value", "/output", "expected an object");
    row("output key",
        withPart(R"("output": {"node": "a", "x": 1})"),
        "unknown_key",
        "/output/x",
        "");
    row("group", withPart(R"("groups": [{"title": "a"}])"), "missing_key", "/groups/0", "'nodes'");
    row("group node",
        withPart(R"("groups": [{"title": "a", "nodes": ["b", 1]}])"),
        "value",
        "/groups/0/nodes/1",
        "expected the id of a node");
    row("comment",
        withPart(R"("comments": [{"text": "a", "at": [0, 0]}])"),
        "missing_key",
        "/comments/0",
        "'size'");
}

void TstGraphDocumentText::rejectsInvalidInput() {
    QFETCH(QByteArray, json);
    QFETCH(QString, code);
    QFETCH(QString, path);
    QFETCH(QString, message);
    QFETCH(QString, node);
    const GraphDocument document = parseGraphDocument(view(json));
    QVERIFY2(document.problems.size() == 1, describe(document.problems).c_str());
    const Problem& problem = document.problems[0];
    QCOMPARE(QString::fromStdString(problem.code), code);
    QCOMPARE(QString::fromStdString(problem.path), path);
    QVERIFY2(QString::fromStdString(problem.message).contains(message), problem.message.c_str());
    QCOMPARE(QString::fromStdString(problem.node), node);
}

void TstGraphDocumentText::saysEverythingAtOnce() {
    const GraphDocument document = parseGraphDocument(R"({
        "format": "sartor-graph", "version": 1, "more": 1,
        "parameters": [ { "id": 4, "type": "int" }, { "id": "fine", "type": "bool" } ],
        "nodes": [ { "id": "a", "type": "t", "at": 3 }, 5, { "id": "b", "type": "t" } ] })");
    std::vector<std::string> paths;
    for (const Problem& problem : document.problems) {
        paths.push_back(problem.path);
    }
    QCOMPARE(paths,
             (std::vector<std::string>{
                 "/more", "/parameters/0/id", "/parameters/0/type", "/nodes/0/at", "/nodes/1"}));
    // What is right is there.
    QCOMPARE(document.definition.parameters.at(1).id, std::string("fine"));
    QCOMPARE(document.definition.nodes.at(1).id, std::string("b"));
}

void TstGraphDocumentText::aCanonicalFileIsWrittenBackByteByByte() {
    const GraphDocument document = parseGraphDocument(kCanonical);
    QVERIFY2(document.problems.empty(), describe(document.problems).c_str());
    QCOMPARE(QByteArray::fromStdString(graphDocument(document.definition)), QByteArray(kCanonical));
}

void TstGraphDocumentText::readsWhatItSays() {
    const GraphDefinition graph = parseGraphDocument(kCanonical).definition;
    QVERIFY(
        (graph.parameters[0] ==
         ParameterDefinition{"speed", ParameterType::Float, 0.5, -1.0, 4.0, "m/s", "How fast."}));
    QVERIFY(graph.parameters[1].type == ParameterType::Trigger);
    QVERIFY(graph.parameters[1].initial.isNothing());
    QVERIFY(graph.parameters[3].initial == Value(List{0, 1, 0.25}));
    QVERIFY(
        (graph.clips == std::vector<ClipDefinition>{
                            {"Walk", {{"step_left", 0.1}, {"step_right", 0.6}}, {{"L", 0.1}}}}));
    QCOMPARE(graph.rootMotion.joint, std::string("Hips"));
    QVERIFY(graph.rootMotion.owner == pose::RootMotionOwner::Pose);
    const NodeDefinition& walk = graph.nodes[0];
    QVERIFY((walk.params == Record{{"clip", "Walk"}, {"mode", "ping_pong"}, {"start", 0.25}}));
    QVERIFY(walk.hasPlace && walk.at == glm::dvec2(120, 40.5));
    const NodeDefinition& blend = graph.nodes[1];
    QVERIFY(!blend.hasPlace);
    const auto inputsOf = [&](const char* pin) {
        for (const PinInputs& inputs : blend.inputs) {
            if (inputs.pin == pin) {
                return inputs.inputs;
            }
        }
        return std::vector<InputDefinition>{constantInput("not there")};
    };
    QVERIFY(inputsOf("none").empty());
    InputDefinition one = nodeInput("walk", "pose");
    one.fields = {{"threshold", 0}};
    QVERIFY(inputsOf("one") == std::vector{one});
    const auto poses = inputsOf("poses");
    QCOMPARE(poses.size(), std::size_t{3});
    QVERIFY(poses[1].source == InputDefinition::Source::Constant && poses[1].constant.isNothing());
    QVERIFY((poses[1].fields == Record{{"name", "Jump"}}));
    QVERIFY(poses[2].constant == Value(3));
    QVERIFY(inputsOf("target") == std::vector{constantInput(List{0, 1, 0})});
    QVERIFY(inputsOf("unset") == std::vector{constantInput(Value())});
    QVERIFY(graph.output == nodeInput("blend"));
    QVERIFY((graph.groups == std::vector<GroupDefinition>{{"All", {"walk", "blend"}}}));
    QCOMPARE(graph.comments.at(0).text, std::string("A comment \"with\" signs."));
}

void TstGraphDocumentText::anyFormComesOutInTheOneForm() {
    // The same with other spaces, another order, and numbers in other forms.
    const GraphDocument document = parseGraphDocument(R"(
        {"output": {"node": "walk"}, "nodes": [{"type": "clip", "id": "walk",
         "inputs": {"seek_time": {"value": 5e-1}, "speed": 1.0},
         "params": {"start": 0.250, "clip": "Walk"}}],
         "version": 1, "format": "sartor-graph"})");
    QVERIFY2(document.problems.empty(), describe(document.problems).c_str());
    const std::string written = graphDocument(document.definition);
    QCOMPARE(QString::fromStdString(written), QString(R"({
  "format": "sartor-graph",
  "version": 1,
  "nodes": [
    {
      "id": "walk",
      "type": "clip",
      "params": {
        "clip": "Walk",
        "start": 0.25
      },
      "inputs": {
        "speed": 1,
        "seek_time": 0.5
      }
    }
  ],
  "output": {"node":"walk"}
}
)"));
    QCOMPARE(graphDocument(parseGraphDocument(written).definition), written);
}

void TstGraphDocumentText::defaultsAreLeftOut() {
    GraphDefinition graph;
    graph.nodes.push_back(
        {.id = "a", .type = "clip", .params = {{"clip", ""}, {"mode", "loop"}, {"start", 0}}});
    graph.nodes.push_back({.id = "b", .type = "rest_pose", .params = {{"no such", 0}}});
    const GraphDefinition read = parseGraphDocument(graphDocument(graph)).definition;
    QVERIFY((read.nodes[0].params == Record{{"clip", ""}})); // required: there, though empty
    QVERIFY((read.nodes[1].params == Record{{"no such", 0}}));
}

void TstGraphDocumentText::zerosHaveNoSign() {
    const auto withZero = [](double zero) {
        graph::GraphDefinition definition;
        definition.nodes.push_back({.id = "a",
                                    .type = "clip",
                                    .params = {{"start", zero}},
                                    .at = glm::dvec2(zero),
                                    .hasPlace = true});
        return io::graphDocument(definition);
    };
    QCOMPARE(withZero(-0.0), withZero(0.0));
}

void TstGraphDocumentText::theSmallestDocument() {
    const std::string written = graphDocument({});
    QCOMPARE(written,
             std::string("{\n  \"format\": \"sartor-graph\",\n  \"version\": 1,\n"
                         "  \"nodes\": []\n}\n"));
    const GraphDocument document = parseGraphDocument(written);
    QVERIFY(document.problems.empty() && document.definition == GraphDefinition{});
}

void TstGraphDocumentText::fileErrorsAreErrors() {
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("graph.json").toStdString();
    QCOMPARE(readGraphDocument(path).error().code, std::string("file.missing"));
    QVERIFY(writeFileAtomically(path, std::string_view(kCanonical)).isOk());
    QCOMPARE(readGraphDocument(path)->definition.nodes.size(), std::size_t{2});
}

void TstGraphDocumentText::describesProblems() {
    QCOMPARE(describe({{"a.b", "", "wrong", ""}, {"c.d", "/nodes/0", "worse", "n"}}),
             std::string("/: wrong (a.b)\n/nodes/0: worse (c.d)"));
}

QTEST_APPLESS_MAIN(TstGraphDocumentText)
#include "tst_graph_document_text.moc"
