// SPDX-License-Identifier: Apache-2.0
// Questions of cases: types, places of what is wrong, and nothing of what is expected.
#include "case_folder.h"

#include <sartor/io/case_questions.h>

#include <QtTest>

#include <support/verify_ok.h>

using namespace sartor;
using namespace sartor::io;
using test::CaseFolder;

namespace {

Result<CaseQuestions> read(const std::string& document) {
    return readCaseQuestions(CaseFolder(document).path());
}

/// The only question of a case with one check.
CaseQuestion questionOf(const std::string& check) {
    const auto questions = read(CaseFolder::documentOf(check));
    if (!questions || questions->questions.size() != 1) {
        qFatal("%s", questions ? "not one question" : questions.error().message.c_str());
    }
    return questions->questions[0];
}

} // namespace

class TstCaseQuestions : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void asksTheOtherChecksWhenOneIsWrong_data();
    void asksTheOtherChecksWhenOneIsWrong();
    void readsMoments();
    void readsEveryKindOfTheDataOfTheTests();
    void readsBlends();
    void addressesVertices();
    void asksAboutRootMotion();
    void asksWhereChainsOfTwoBonesReach();
    void findingsOfChainsAreThoseOfTheInput();
    void rejectsLimitsOfOtherKinds_data();
    void rejectsLimitsOfOtherKinds();
    void appliesSettings();
    void takesTheFirstInputUnlessOneIsNamed();
    void remarksOnKeysWithoutEffect();
    void hasNoAnswerToWhatIsNeverSaid();
};

void TstCaseQuestions::rejectsInvalidInput_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* code, const char* message) {
        QTest::newRow(name) << text << code << message;
    };
    row("no JSON", "{", "document.json", "parse error");
    const std::string deep =
        R"({"id": "a", "note": )" + std::string(100000, '[') + std::string(100000, ']') + "}";
    row("deep", deep.c_str(), "document.json", "/: more than 64 levels deep");
    row("no object", "[]", "document.value", "/: expected an object");
    row("a key twice", R"({"id": "a", "id": "b"})", "document.duplicate_key", "'id' stands twice");
    row("no id",
        R"({"inputs": ["a"], "checks": [{"id": "c1", "kind": "load"}]})",
        "document.missing_key",
        "/: key 'id' is missing");
    row("an empty id",
        R"({"id": "", "inputs": ["a"], "checks": []})",
        "document.value",
        "/id: expected a text that is not empty");
    row("no checks",
        R"({"id": "a", "inputs": ["a"], "checks": []})",
        "document.value",
        "/checks: expected at least one check");
    row("checks of another type",
        R"({"id": "a", "inputs": ["a"], "checks": {}})",
        "document.value",
        "/checks: expected a list");
    row("a check that is no object",
        R"({"id": "a", "inputs": ["a"], "checks": [3]})",
        "document.value",
        "/checks/0: expected an object");
    row("a check without a kind",
        R"({"id": "a", "inputs": ["a"], "checks": [{"id": "c1"}]})",
        "document.missing_key",
        "/checks/0: key 'kind' is missing");
    row("an id twice",
        R"({"id": "a", "inputs": ["a"], "checks": [{"id": "c1", "kind": "load"},
                                                   {"id": "c1", "kind": "load"}]})",
        "document.value",
        "/checks/1/id: 'c1' is the id of another check already");
    row("no inputs",
        R"({"id": "a", "inputs": [], "checks": [{"id": "c1", "kind": "load"}]})",
        "document.value",
        "/inputs: expected at least one file");
    for (const char* input : {"../a.glb", "b/../../a.glb", "/a.glb", "", ".."}) {
        QTest::addRow("input '%s'", input)
            << QString(R"({"id": "a", "inputs": ["b", "%1"],
                           "checks": [{"id": "c1", "kind": "load"}]})")
                   .arg(input)
            << "document.value"
            << "/inputs/1: expected a file in the folder of the case";
    }
}

void TstCaseQuestions::rejectsInvalidInput() {
    QFETCH(QString, document);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const CaseFolder folder(document.toStdString());
    const auto questions = readCaseQuestions(folder.path());
    QVERIFY(!questions);
    QCOMPARE(QString::fromStdString(questions.error().code), code);
    const QString actual = QString::fromStdString(questions.error().message);
    QVERIFY2(actual.contains(message), qPrintable(actual));
    QVERIFY2(actual.startsWith(QString::fromStdString(folder.path() / "case.json: ")),
             qPrintable(actual));
    QCOMPARE(readCaseQuestions("/nowhere").error().code, std::string("file.missing"));
}

void TstCaseQuestions::asksTheOtherChecksWhenOneIsWrong_data() {
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* check, const char* message) {
        QTest::newRow(check) << check << message;
    };
    row(R"("kind": "load", "result": "ok", "max_seconds": 1)",
        "/checks/0: key 'max_rss_mb' is missing");
    row(R"("kind": "load", "max_seconds": 0, "max_rss_mb": 1)",
        "/checks/0: expected limits above zero");
    row(R"("kind": "load", "max_seconds": "1", "max_rss_mb": 1)",
        "/checks/0/max_seconds: expected a number");
    row(R"("kind": "load", "max_seconds": 1, "max_rss_mb": 1, "must_not_open": [1])",
        "/checks/0/must_not_open/0: expected a text");
    row(R"("kind": "clip_info", "clip": -1)", "/checks/0/clip: expected an index");
    row(R"("kind": "clip_info", "clip": 4294967295)", "/checks/0/clip: expected an index");
    row(R"("kind": "joint_local", "node": 1, "clip": 0)", "/checks/0: key 'time' is missing");
    row(R"("kind": "joint_local", "node": 1, "clip": 0, "at": "start")",
        R"(/checks/0/at: expected "end" or "half")");
    row(R"("kind": "joint_local", "clip": null)", "/checks/0: expected 'node' or 'name'");
    row(R"("kind": "joint_local", "node": 1, "clip": 0, "time": 0, "playback": {"mode": "pong"})",
        R"(/checks/0/playback/mode: expected "once" or "loop")");
    row(R"("kind": "vertex", "node": 1, "clip": null)", "/checks/0: key 'vertex' is missing");
    row(R"("kind": "vertex", "clip": null)", "/checks/0: key 'mesh_name' is missing");
    row(R"("kind": "vertex", "clip": null, "mesh_name": "a", "rest_position": [1, 2])",
        "/checks/0/rest_position: expected three numbers");
    row(R"("kind": "skeleton_info", "skin": 0, "parents": {"a": 1})",
        "/checks/0/parents: 'a' is not a node");
    row(R"("kind": "all_finite", "times": 1)", "/checks/0/times: expected a list");
    row(R"("kind": "diagnostic", "code": "a.b", "when": "often")",
        "/checks/0/when: expected an object");
    row(R"("kind": "diagnostic", "code": "a.b", "input": "b.glb")",
        "/checks/0/input: expected one of the inputs of the case");
    row(R"("kind": "output_must_not_contain")", "/checks/0: key 'text' is missing");
    row(R"("kind": "dance", "steps": 3)", "/checks/0/kind: there is no kind of check 'dance'");
    row(R"("kind": "diagnostic", "code": "a.b", "when": {"moon": "full"})",
        "/checks/0/when/moon: there is no such setting");
    row(R"("kind": "vertex", "clip": null, "node": 0, "vertex": 0, "root_motion": "extract")",
        R"(/checks/0/root_motion: expected "extracted")");
    row(R"("kind": "root_motion", "clip": 0, "from_time": 0, "to_time": 1)",
        "/checks/0: key 'root' is missing");
    row(R"("kind": "root_motion", "root": 0, "from_time": 0, "to_time": 1)",
        "/checks/0: key 'clip' is missing");
    row(R"("kind": "root_motion", "clip": 0, "root": 0, "from_time": 0, "to_time": 1, "extract": "up")",
        R"(/checks/0/extract: expected "full" or "planar")");
    row(R"("kind": "root_motion", "clip": 0, "root": 0, "from_time": 0, "to_time": 1, "loops": -1)",
        "/checks/0/loops: expected an index");
    row(R"("kind": "root_motion_total", "clip": 0, "root": 0, "duration_seconds": 1, "step": 0)",
        "/checks/0/step: expected one that takes at most 1e8 steps");
    row(R"("kind": "root_motion_total", "clip": 0, "root": 0, "duration_seconds": 1e9, "step": 1e-9)",
        "/checks/0/step: expected one that takes at most 1e8 steps");
    row(R"("kind": "root_motion_total", "clip": 0, "root": 0, "duration_seconds": -1, "step": 1)",
        "/checks/0/duration_seconds: expected at least 0");
    row(R"("kind": "root_motion_total", "clip": 0, "root": 0, "duration_seconds": 1, "step": 1,
           "mode": "twice")",
        R"(/checks/0/mode: expected "once" or "loop")");
    row(R"("kind": "root_motion_residual", "clip": 0, "root": 0)",
        "/checks/0: key 'time' is missing");
    row(R"("kind": "root_motion_composite", "clip": 0, "root": 0, "time": 0)",
        "/checks/0: key 'node' is missing");
    row(R"("kind": "root_motion_blend", "root": 0, "inputs": [], "from_time": 0, "to_time": 1)",
        "/checks/0/inputs: expected at least one clip");
    row(R"("kind": "root_motion_blend", "root": 0, "inputs": [{"clip": 0, "weight": -1}],
           "from_time": 0, "to_time": 1)",
        "/checks/0/inputs/0/weight: expected at least 0");
    row(R"("kind": "blend", "node": 1)", "/checks/0: expected either 'inputs' or 'base'");
    row(R"("kind": "blend", "node": 1, "inputs": [], "base": {"clip": null}, "additive": [])",
        "/checks/0: expected either 'inputs' or 'base'");
    row(R"("kind": "blend", "inputs": [])", "/checks/0: expected 'node' or 'name'");
    row(R"("kind": "blend", "node": 1, "inputs": [])",
        "/checks/0/inputs: expected a weight above 0");
    row(R"("kind": "blend", "node": 1, "inputs": [{"clip": 0, "time": 0, "weight": -1}])",
        "/checks/0/inputs/0/weight: expected at least 0");
    row(R"("kind": "blend", "node": 1, "inputs": [{"clip": 0, "weight": 1}])",
        "/checks/0/inputs/0: key 'time' is missing");
    row(R"("kind": "blend", "node": 1, "inputs": [{"clip": 0, "time": 0, "weight": 1}],
           "additive": [])",
        "/checks/0/additive: expected none beside 'inputs'");
    row(R"("kind": "blend", "node": 1, "base": {"clip": null})",
        "/checks/0: key 'additive' is missing");
    row(R"("kind": "blend", "node": 1, "base": {"clip": null},
           "additive": [{"clip": 0, "time": 1, "weight": 1}])",
        "/checks/0/additive/0: key 'reference' is missing");
    row(R"("kind": "joint_local", "node": 1, "clip": 0, "time": 0, "playback": {"speed": null})",
        "/checks/0/playback/speed: expected a number");
}

void TstCaseQuestions::asksTheOtherChecksWhenOneIsWrong() {
    QFETCH(QString, check);
    QFETCH(QString, message);
    const auto questions =
        read(CaseFolder::documentOf(R"({"id": "c1", )" + check.toStdString() +
                                    R"(}, {"id": "c2", "kind": "diagnostic", "code": "a.b"})"));
    QVERIFY2(questions.hasValue(), questions ? "" : questions.error().message.c_str());
    QCOMPARE(questions->questions.size(), std::size_t{2});
    const auto* invalid = std::get_if<InvalidQuestion>(&questions->questions[0].body);
    QVERIFY(invalid != nullptr);
    QVERIFY2(QString::fromStdString(invalid->problem).contains("case.json: " + message),
             invalid->problem.c_str());
    QVERIFY(std::holds_alternative<DiagnosticQuestion>(questions->questions[1].body));
}

void TstCaseQuestions::readsMoments() {
    const auto momentOf = [](const std::string& members) {
        return std::get<JointLocalQuestion>(
                   questionOf(R"({"id": "c1", "kind": "joint_local", "name": "hips", )" + members +
                              "}")
                       .body)
            .moment;
    };
    const CaseMoment none = momentOf(R"("clip": null)");
    QVERIFY(!none.clip);
    QCOMPARE(none.time, 0.0);
    const CaseMoment plain = momentOf(R"("clip": 2, "time": 0.25)");
    QCOMPARE(plain.clip, std::optional(2U));
    QCOMPARE(plain.time, 0.25);
    QVERIFY(!plain.playback);
    QCOMPARE(momentOf(R"("clip": 0, "at": "end")").place, CaseMoment::Place::End);
    QCOMPARE(momentOf(R"("clip": 0, "at": "half")").place, CaseMoment::Place::Half);
    const CaseMoment played = momentOf(
        R"("clip": 0, "time": 3, "playback": {"mode": "loop", "speed": -2, "start": 0.5})");
    QVERIFY(played.playback.has_value());
    QCOMPARE(played.playback->mode, pose::PlaybackMode::Loop);
    QCOMPARE(played.playback->speed, -2.0);
    QCOMPARE(played.playback->start, 0.5);
}

void TstCaseQuestions::readsEveryKindOfTheDataOfTheTests() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SARTOR_TEST_DATA_DIR "/cases")) {
        if (!entry.is_directory()) {
            continue;
        }
        const auto questions = readCaseQuestions(entry.path());
        QVERIFY2(questions.hasValue(), questions ? "" : questions.error().message.c_str());
        QVERIFY2(questions->remarks.empty(),
                 questions->remarks.empty() ? "" : questions->remarks[0].c_str());
        for (const CaseQuestion& question : questions->questions) {
            const auto* invalid = std::get_if<InvalidQuestion>(&question.body);
            QVERIFY2(invalid == nullptr, invalid == nullptr ? "" : invalid->problem.c_str());
            ++count;
        }
    }
    QVERIFY(count > 200);
}

void TstCaseQuestions::readsBlends() {
    const auto inputs = std::get<BlendQuestion>(
        questionOf(R"({"id": "c1", "kind": "blend", "name": "arm", "rotation": [0, 0, 0, 1],
                       "inputs": [{"clip": 2, "time": 0.5, "weight": 3},
                                  {"clip": null, "weight": 1}]})")
            .body);
    QCOMPARE(inputs.node.name, std::string("arm"));
    QVERIFY(!inputs.base && inputs.layers.empty());
    QCOMPARE(inputs.inputs.size(), std::size_t{2});
    QCOMPARE(inputs.inputs[0].moment.clip, std::optional(2U));
    QCOMPARE(inputs.inputs[0].moment.time, 0.5);
    QCOMPARE(inputs.inputs[0].weight, 3.0);
    QVERIFY(!inputs.inputs[1].moment.clip);
    const auto layers = std::get<BlendQuestion>(
        questionOf(R"({"id": "c1", "kind": "blend", "node": 4, "scale": [1, 1, 1],
                       "base": {"clip": 1, "time": 2},
                       "additive": [{"clip": 3, "time": 4, "weight": -0.5,
                                     "reference": {"clip": 5, "time": 6}}]})")
            .body);
    QCOMPARE(layers.node.index, std::optional(4U));
    QVERIFY(layers.inputs.empty() && layers.base->clip == 1U && layers.base->time == 2.0);
    QCOMPARE(layers.layers.size(), std::size_t{1});
    QCOMPARE(layers.layers[0].value.clip, std::optional(3U));
    QCOMPARE(layers.layers[0].value.time, 4.0);
    QCOMPARE(layers.layers[0].weight, -0.5);
    QCOMPARE(layers.layers[0].reference.clip, std::optional(5U));
    QCOMPARE(layers.layers[0].reference.time, 6.0);
}

void TstCaseQuestions::addressesVertices() {
    const auto byIndex = std::get<VertexQuestion>(
        questionOf(R"({"id": "c1", "kind": "vertex", "clip": null, "node": 3, "primitive": 1,
                       "vertex": 7, "deformer": "dqs", "root_motion": "extracted"})")
            .body);
    QCOMPARE(byIndex.node, std::optional(3U));
    QCOMPARE(byIndex.primitive, 1U);
    QCOMPARE(byIndex.vertex, 7U);
    QCOMPARE(byIndex.deformer, std::string("dqs"));
    QVERIFY(byIndex.isRootMotionExtracted);
    const auto byName = std::get<VertexQuestion>(
        questionOf(R"({"id": "c1", "kind": "vertex", "clip": null, "mesh_name": "body",
                       "vertex": 7, "rest_position": [1, 2, 3]})")
            .body);
    QVERIFY(!byName.node);
    QCOMPARE(byName.meshName, std::string("body"));
    QCOMPARE(byName.restPosition.z, 3.0);
    QCOMPARE(byName.deformer, std::string("lbs"));
    QVERIFY(!byName.isRootMotionExtracted);
}

void TstCaseQuestions::asksAboutRootMotion() {
    const auto delta = std::get<RootMotionQuestion>(
        questionOf(R"({"id": "c1", "kind": "root_motion", "clip": 2, "root": 3, "from_time": 0.5,
                       "to_time": 1.5, "loops": 4, "extract": "planar"})")
            .body);
    QCOMPARE(delta.motion.clip, 2U);
    QCOMPARE(delta.motion.root.index, std::optional(3U));
    QVERIFY((delta.motion.components == pose::RootMotionComponents{}));
    QCOMPARE(delta.fromTime, 0.5);
    QCOMPARE(delta.toTime, 1.5);
    QCOMPARE(delta.loops, 4U);
    const auto total = std::get<RootMotionTotalQuestion>(
        questionOf(R"({"id": "c1", "kind": "root_motion_total", "clip": 0, "root": 0,
                       "duration_seconds": 10, "step": 0.5, "mode": "once"})")
            .body);
    QVERIFY(total.motion.components.full);
    QCOMPARE(total.seconds, 10.0);
    QCOMPARE(total.step, 0.5);
    QCOMPARE(total.mode, pose::PlaybackMode::Once);
    const auto blend = std::get<RootMotionBlendQuestion>(
        questionOf(R"({"id": "c1", "kind": "root_motion_blend", "root": 1, "from_time": 0,
                       "to_time": 0.5, "inputs": [{"clip": 0, "weight": 0.25, "weight_before": 1},
                                                  {"clip": 1, "weight": 0.75}]})")
            .body);
    QCOMPARE(blend.inputs.size(), std::size_t{2});
    QCOMPARE(blend.inputs[0].motion.root.index, std::optional(1U));
    QCOMPARE(blend.inputs[1].motion.clip, 1U);
    QCOMPARE(blend.inputs[1].weight, 0.75);
    QCOMPARE(blend.toTime, 0.5);
    const auto composite = std::get<RootMotionCompositeQuestion>(
        questionOf(R"({"id": "c1", "kind": "root_motion_composite", "clip": 0, "root": 0,
                       "node": 5, "time": 0.75})")
            .body);
    QCOMPARE(composite.node.index, std::optional(5U));
    QCOMPARE(composite.time, 0.75);
    const auto vertex = std::get<VertexQuestion>(
        questionOf(R"({"id": "c1", "kind": "vertex", "clip": 0, "time": 1, "node": 3, "vertex": 7,
                       "root_motion": "extracted", "root": 2, "extract": "planar"})")
            .body);
    QVERIFY(vertex.root && vertex.root->index == std::optional(2U));
    QVERIFY(!vertex.extracted.full);
}

void TstCaseQuestions::asksWhereChainsOfTwoBonesReach() {
    const auto question = std::get<TwoBoneIkQuestion>(
        questionOf(R"({"id": "c1", "kind": "ik_two_bone", "clip": 2, "time": 0.5,
                       "chain": [4, 7, 9], "target": [1, 2, 3], "pole_direction": [0, 0, 1],
                       "pole_position": [0, 2, 10], "lengths": [1, 1],
                       "limits": [{"node": 7, "kind": "flexion", "min_deg": 5, "max_deg": 90},
                                  {"node": 7, "kind": "flexion", "min_deg": -10}]})")
            .body);
    QCOMPARE(question.moment.clip, std::optional<std::uint32_t>(2));
    QCOMPARE(question.moment.time, 0.5);
    QVERIFY((question.chain == std::array<std::uint32_t, 3>{4, 7, 9}));
    QVERIFY(question.target == glm::dvec3(1, 2, 3));
    QVERIFY(question.poleDirection == glm::dvec3(0, 0, 1));
    QVERIFY(question.polePosition == glm::dvec3(0, 2, 10));
    QCOMPARE(question.minimumDegrees, 5.0);
    QCOMPARE(question.maximumDegrees, 90.0);
    const auto plain = std::get<TwoBoneIkQuestion>(
        questionOf(R"({"id": "c1", "kind": "ik_two_bone", "chain": [4, 7, 9],
                       "target": [1, 2, 3], "lengths": [1, 1]})")
            .body);
    QVERIFY(!plain.poleDirection && !plain.polePosition);
    QCOMPARE(plain.minimumDegrees, 0.0);
    QCOMPARE(plain.maximumDegrees, 180.0);
}

void TstCaseQuestions::findingsOfChainsAreThoseOfTheInput() {
    const auto questions = read(R"({"id": "a", "inputs": ["a", "b"], "checks": [
        {"id": "c1", "kind": "diagnostic", "code": "ik.unreachable"},
        {"id": "c2", "kind": "ik_two_bone", "chain": [1, 2, 3], "target": [1, 2, 3]},
        {"id": "c3", "kind": "ik_two_bone", "chain": [4, 5, 6], "target": [1, 2, 3], "input": "b"},
        {"id": "c4", "kind": "diagnostic", "code": "ik.degenerate", "input": "b"},
        {"id": "c5", "kind": "diagnostic", "code": "ik.degenerate", "chain": [7, 8, 9],
         "target": [0, 0, 0]},
        {"id": "c6", "kind": "diagnostic", "code": "weights.negative"}]})");
    SARTOR_VERIFY_OK(questions);
    const auto firstNodes = [&](std::size_t check) {
        const auto& question = std::get<DiagnosticQuestion>(questions->questions[check].body);
        std::vector<std::uint32_t> nodes;
        for (const TwoBoneIkQuestion& chain : question.chains) {
            nodes.push_back(chain.chain[0]);
        }
        return nodes;
    };
    QCOMPARE(firstNodes(0), std::vector<std::uint32_t>{1});
    QCOMPARE(firstNodes(3), std::vector<std::uint32_t>{4});
    QCOMPARE(firstNodes(4), std::vector<std::uint32_t>{7});
    QVERIFY(firstNodes(5).empty());
    QVERIFY(!std::get<DiagnosticQuestion>(questions->questions[5].body).isAboutIk);
}

void TstCaseQuestions::rejectsLimitsOfOtherKinds_data() {
    QTest::addColumn<QString>("rest");
    QTest::addColumn<QString>("problem");
    QTest::newRow("chain") << R"("chain": [1, 2])"
                           << "/checks/0/chain: expected three nodes: root, middle, tip";
    QTest::newRow("kind") << R"("chain": [1, 2, 3], "limits": [{"node": 2, "kind": "twist"}])"
                          << "/checks/0/limits/0/kind: expected \"flexion\"";
    QTest::newRow("joint") << R"("chain": [1, 2, 3], "limits": [{"node": 1, "kind": "flexion"}])"
                           << "/checks/0/limits/0/node: expected the middle joint, node 2";
    QTest::newRow("order")
        << R"("chain": [1, 2, 3],
              "limits": [{"node": 2, "kind": "flexion", "min_deg": 50, "max_deg": 40}])"
        << "/checks/0/limits/0: expected a minimum, 180 degrees at most, that is not above the "
           "maximum";
}

void TstCaseQuestions::rejectsLimitsOfOtherKinds() {
    QFETCH(const QString, rest);
    QFETCH(const QString, problem);
    const CaseQuestion question = questionOf(
        R"({"id": "c1", "kind": "ik_two_bone", "target": [1, 2, 3], )" + rest.toStdString() + "}");
    QVERIFY(std::holds_alternative<InvalidQuestion>(question.body));
    const std::string& found = std::get<InvalidQuestion>(question.body).problem;
    QVERIFY2(QString::fromStdString(found).endsWith(problem), found.c_str());
}

void TstCaseQuestions::appliesSettings() {
    QCOMPARE(questionOf(R"({"id": "c1", "kind": "diagnostic", "code": "a.b"})").maximumInfluences,
             0U);
    QCOMPARE(questionOf(R"({"id": "c1", "kind": "diagnostic", "code": "a.b", "max_influences": 3})")
                 .maximumInfluences,
             3U);
    QCOMPARE(
        questionOf(
            R"({"id": "c1", "kind": "diagnostic", "code": "a.b", "when": {"max_influences": 4}})")
            .maximumInfluences,
        4U);
}

void TstCaseQuestions::takesTheFirstInputUnlessOneIsNamed() {
    const auto questions = read(R"({"id": "a", "class": "mine", "inputs": ["a.glb", "b/c.fbx"],
                 "checks": [{"id": "c1", "kind": "diagnostic", "code": "a.b"},
                            {"id": "c2", "kind": "diagnostic", "code": "a.b", "input": "b/c.fbx"}]})");
    QVERIFY(questions.hasValue());
    QCOMPARE(questions->className, std::string("mine"));
    QCOMPARE(questions->questions[0].input, std::string("a.glb"));
    QCOMPARE(questions->questions[1].input, std::string("b/c.fbx"));
    QCOMPARE(read(CaseFolder::documentOf(R"({"id": "c1", "kind": "diagnostic", "code": "a.b"})"))
                 ->className,
             std::string("own"));
}

void TstCaseQuestions::remarksOnKeysWithoutEffect() {
    const auto questions = read(R"({"id": "a", "titel": "b", "inputs": ["a.glb"],
        "checks": [{"id": "c1", "kind": "clip_info", "clip": 0, "tolerence": 1}]})");
    QVERIFY(questions.hasValue());
    QCOMPARE(questions->remarks.size(), std::size_t{2});
    QVERIFY(questions->remarks[0].ends_with("case.json: /checks/0: key 'tolerence' has no effect"));
    QVERIFY(questions->remarks[1].ends_with("case.json: /: key 'titel' has no effect"));
}

void TstCaseQuestions::hasNoAnswerToWhatIsNeverSaid() {
    const CaseQuestion question =
        questionOf(R"({"id": "c1", "kind": "diagnostic", "code": "dqs.reflection"})");
    QCOMPARE(std::get<UnansweredQuestion>(question.body).reason,
             std::string("nothing says 'dqs...' yet"));
}

QTEST_GUILESS_MAIN(TstCaseQuestions)
#include "tst_case_questions.moc"
