// SPDX-License-Identifier: Apache-2.0
// Right answers pass, and each wrong one says what is wrong with it.
#include <sartor/io/case_grade.h>

#include <QtTest>

using namespace sartor::io;

Q_DECLARE_METATYPE(sartor::io::CaseExpectation)

namespace {

CaseExpectation expect(decltype(CaseExpectation::body) body, double tolerance = 1e-5) {
    CaseExpectation expectation;
    expectation.check = "c1";
    expectation.tolerance = tolerance;
    expectation.body = std::move(body);
    return expectation;
}

CaseExpectation expectValues(const ExpectedValues& values) {
    return expect(ExpectedAlternatives{{values}});
}

} // namespace

class TstCaseGrade : public QObject {
    Q_OBJECT

private slots:
    void passesRightAnswers_data();
    void passesRightAnswers();
    void failsWrongAnswers_data();
    void failsWrongAnswers();
    void skipsWhatIsNotAnswered();
    void isVoidWhenTheInputIsRefused();
};

void TstCaseGrade::passesRightAnswers_data() {
    QTest::addColumn<CaseExpectation>("expectation");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* name, const CaseExpectation& expectation, const char* answer) {
        QTest::newRow(name) << expectation << answer;
    };
    row("position",
        expectValues({.position = glm::dvec3(1, 2, 3)}),
        R"({"position": [1.000009, 2, 3]})");
    row("rotation", expectValues({.rotation = {{0, 0, 0, 1}}}), R"({"rotation": [0, 0, 0, 1]})");
    row("opposite rotation",
        expectValues({.rotation = {{0, 0.6, 0, 0.8}}}),
        R"({"rotation": [0, -0.6, 0, -0.8]})");
    row("normal within its own tolerance",
        expectValues({.normal = glm::dvec3(0, 1, 0)}),
        R"({"normal": [0.00009, 1, 0]})");
    row("tangent",
        expectValues({.tangent = {{1, 0, 0, -1}}}),
        R"({"tangent": [1, 0, 0.00009, -1]})");
    row("matrix",
        expectValues({.matrix = {{1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}),
        R"({"matrix": [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]})");
    row("second alternative",
        expect(ExpectedAlternatives{
            {{.translation = glm::dvec3(0, 0, 0)}, {.translation = glm::dvec3(1, 0, 0)}}}),
        R"({"translation": [1, 0, 0], "scale": [9, 9, 9]})");
    const ExpectedLoad load{"ok", 10.0, 512.0};
    row("load",
        expect(load),
        R"({"result": "ok", "crashed": false, "seconds": 10, "peak_rss_mb": 512})");
    row("load, all measured",
        expect(load),
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 5, "opened_outside": [],
            "connected": false, "output_valid_utf8": true})");
    row("load, nothing known of sockets",
        expect(load),
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 5, "connected": null})");
    row("load, either",
        expect(ExpectedLoad{"either", 10.0, 512.0}),
        R"({"result": "error", "crashed": false, "seconds": 1, "peak_rss_mb": 5})");
    row("diagnostic",
        expect(ExpectedDiagnostic{"b"}),
        R"({"diagnostics": [{"code": "a"}, {"code": "b", "severity": "info"}]})");
    const ExpectedVertexSet set{true, {glm::dvec3(1, 0, 0)}, {glm::dvec3(0, 1, 0)}};
    row("vertex set, scaled",
        expect(set),
        R"({"rest_positions": [[9, 9, 9], [100, 0, 0]], "positions": [[0, 0, 0], [0, 100, 0]],
            "scale": 100})");
    row("vertex set, a double moves otherwise",
        expect(set),
        R"({"rest_positions": [[1, 0, 0], [1, 0, 0]], "positions": [[0, 0, 0], [0, 1, 0]]})");
    const ExpectedInfluences influences{{{2, 0.25}, {5, 0.75}}};
    row("influences in any order",
        expect(influences),
        R"({"influences": [[5, 0.75], [7, 0], [2, 0.25]]})");
    row("morph weights", expect(ExpectedMorphWeights{{0.5, 0}}), R"({"weights": [0.5, 0]})");
    row("clip",
        expect(ExpectedClipInfo{"walk", 3, 1.5, std::nullopt}),
        R"({"name": "walk", "channels": 3, "duration": 1.5})");
    row("clip, one of several durations",
        expect(ExpectedClipInfo{std::nullopt, std::nullopt, std::nullopt, {{1.0, 2.0}}}),
        R"({"name": "walk", "duration": 2})");
    row("skeleton",
        expect(ExpectedSkeletonInfo{{2, 0}, {{"a", ""}}, {{{"0", 2U}, {"2", std::nullopt}}}}),
        R"({"joints": [2, 0], "joint_names": ["a", null], "parents": {"2": null, "0": 2}})");
    row("time map", expect(ExpectedTimeMap{0.75}), R"({"clip_time": 0.75})");
    row("ok", expect(ExpectedOk{}), R"({"ok": true})");
    row("IK",
        expect(ExpectedTwoBoneIk{1, 2, glm::dvec3(1, 0, 0), glm::dvec3(1, 2, 0), 90, true}),
        R"({"root": [0, 0, 0], "mid": [1, 0, 0], "tip": [1, 2, 0], "flexion_deg": 90.4,
            "same_again": true})");
}

void TstCaseGrade::passesRightAnswers() {
    QFETCH(CaseExpectation, expectation);
    QFETCH(QString, answer);
    const CaseGrade grade = gradeAnswer(expectation, answer.toStdString());
    QVERIFY2(grade.outcome == CaseOutcome::Passed, grade.reason.c_str());
}

void TstCaseGrade::failsWrongAnswers_data() {
    QTest::addColumn<CaseExpectation>("expectation");
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name,
                        const CaseExpectation& expectation,
                        const char* answer,
                        const char* reason) {
        QTest::newRow(name) << expectation << answer << reason;
    };
    const CaseExpectation position = expectValues({.position = glm::dvec3(1, 2, 3)});
    row("no JSON", position, "nothing", "there is no answer");
    row("no object", position, "[]", "there is no answer");
    row("an error", position, R"({"error": "no such node"})", "no such node");
    row("nothing answered", position, "{}", "position is not answered");
    row("position",
        position,
        R"({"position": [1, 2.25, 3]})",
        "position is [1,2.25,3], expected [1.0,2.0,3.0] (off by 0.25, allowed 1e-05)");
    row("too few numbers", position, R"({"position": [1, 2]})", "position is [1,2]");
    row("null for what is not finite", position, R"({"position": [1, null, 3]})", "off by inf");
    row("text for a number", position, R"({"position": [1, "2", 3]})", "position is");
    row("the second value",
        expectValues({.position = glm::dvec3(1, 2, 3), .normal = glm::dvec3(0, 1, 0)}),
        R"({"position": [1, 2, 3], "normal": [1, 0, 0]})",
        "normal is");
    row("translation",
        expectValues({.translation = glm::dvec3(1)}),
        R"({"translation": [1, 1, 2]})",
        "translation is");
    row("scale", expectValues({.scale = glm::dvec3(1)}), R"({"scale": [1, 1, -1]})", "scale is");
    row("rotation",
        expectValues({.rotation = {{0, 0.6, 0, 0.8}}}),
        R"({"rotation": [0, -0.6, 0, 0.8]})",
        "rotation is");
    row("tangent",
        expectValues({.tangent = {{1, 0, 0, -1}}}),
        R"({"tangent": [1, 0, 0, 1]})",
        "tangent is");
    const CaseExpectation matrix =
        expectValues({.matrix = {{1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
    row("matrix",
        matrix,
        R"({"matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [5, 0, 0, 1]]})",
        "matrix is");
    row("a row too few",
        matrix,
        R"({"matrix": [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]]})",
        "matrix is");
    row("matrix of numbers", matrix, R"({"matrix": [1, 0, 0, 5]})", "matrix is");
    row("none of two",
        expect(ExpectedAlternatives{
            {{.translation = glm::dvec3(0, 0, 0)}, {.translation = glm::dvec3(1, 0, 0)}}}),
        R"({"translation": [2, 0, 0]})",
        "none of 1 other values");
    const CaseExpectation load = expect(ExpectedLoad{"ok", 10.0, 512.0});
    row("crash",
        load,
        R"({"result": "ok", "crashed": true, "seconds": 1, "peak_rss_mb": 5})",
        "crashed");
    row("crash not measured",
        load,
        R"({"result": "ok", "seconds": 1, "peak_rss_mb": 5})",
        "crashed");
    row("too slow",
        load,
        R"({"result": "ok", "crashed": false, "seconds": 10.5, "peak_rss_mb": 5})",
        "it took 10.5 s, allowed 10");
    row("seconds not measured",
        load,
        R"({"result": "ok", "crashed": false, "peak_rss_mb": 5})",
        "it took null s");
    row("too much memory",
        load,
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 513})",
        "it took 513 MB, allowed 512");
    row("another file",
        load,
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 5, "opened_outside": ["/etc/passwd"]})",
        "it opened [\"/etc/passwd\"]");
    row("a connection",
        load,
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 5, "connected": true})",
        "network");
    row("broken text",
        load,
        R"({"result": "ok", "crashed": false, "seconds": 1, "peak_rss_mb": 5, "output_valid_utf8": false})",
        "UTF-8");
    row("refused",
        load,
        R"({"result": "error", "crashed": false, "seconds": 1, "peak_rss_mb": 5})",
        "the result is \"error\", expected ok");
    row("diagnostic",
        expect(ExpectedDiagnostic{"b"}),
        R"({"diagnostics": [{"code": "a"}, {"code": "c"}]})",
        "expected b, said was a, c");
    row("no diagnostics",
        expect(ExpectedDiagnostic{"b"}),
        R"({"diagnostics": []})",
        "said was nothing");
    row("diagnostics of another type",
        expect(ExpectedDiagnostic{"b"}),
        R"({"diagnostics": [3]})",
        "said was ?");
    const ExpectedVertexSet set{false, {glm::dvec3(1, 0, 0)}, {glm::dvec3(0, 1, 0)}};
    row("vertex set, elsewhere",
        expect(set),
        R"({"rest_positions": [[1, 0, 0]], "positions": [[0, 2, 0]]})",
        "is not at [0.0,1.0,0.0]");
    row("vertex set, missing",
        expect(set),
        R"({"rest_positions": [[2, 0, 0]], "positions": [[0, 1, 0]]})",
        "is not there");
    row("vertex set, a scale that is not free",
        expect(set),
        R"({"rest_positions": [[100, 0, 0]], "positions": [[0, 100, 0]], "scale": 100})",
        "is not there");
    row("vertex set, scale zero",
        expect(ExpectedVertexSet{true, set.restPositions, set.positions}),
        R"({"rest_positions": [[1, 0, 0]], "positions": [[0, 1, 0]], "scale": 0})",
        "scale is 0");
    const ExpectedInfluences influences{{{2, 0.25}, {5, 0.75}}};
    row("another weight",
        expect(influences),
        R"({"influences": [[2, 0.3], [5, 0.7]]})",
        "influences are");
    row("another node",
        expect(influences),
        R"({"influences": [[3, 0.25], [5, 0.75]]})",
        "influences are");
    row("one too many",
        expect(influences),
        R"({"influences": [[2, 0.25], [5, 0.75], [6, 0.1]]})",
        "influences are");
    row("one too few", expect(influences), R"({"influences": [[2, 0.25]]})", "influences are");
    row("no pair", expect(influences), R"({"influences": [[2], [5, 0.75]]})", "influences are");
    row("no influences", expect(ExpectedInfluences{}), R"({})", "influences are null");
    row("morph weights",
        expect(ExpectedMorphWeights{{0.5, 0}}),
        R"({"weights": [0.5]})",
        "weights is [0.5]");
    row("clip name",
        expect(ExpectedClipInfo{"walk", {}, {}, {}}),
        R"({"name": "run"})",
        "name is \"run\"");
    row("clip channels",
        expect(ExpectedClipInfo{{}, 3, {}, {}}),
        R"({"channels": 4})",
        "channels are 4");
    row("clip duration",
        expect(ExpectedClipInfo{{}, {}, 1.5, {}}),
        R"({"duration": 2})",
        "duration is 2, expected 1.5");
    row("clip durations",
        expect(ExpectedClipInfo{{}, {}, {}, {{1, 3}}}),
        R"({"duration": 2})",
        "expected one of [1.0,3.0]");
    const ExpectedSkeletonInfo skeleton{{2, 0}, {{"a", ""}}, {{{"0", 2U}, {"2", std::nullopt}}}};
    row("joint order",
        expect(skeleton),
        R"({"joints": [0, 2], "joint_names": ["a", ""], "parents": {"2": null, "0": 2}})",
        "joints are [0,2]");
    row("joint names",
        expect(skeleton),
        R"({"joints": [2, 0], "joint_names": ["a", "b"], "parents": {"2": null, "0": 2}})",
        "joint names are");
    row("parents",
        expect(skeleton),
        R"({"joints": [2, 0], "joint_names": ["a", ""], "parents": {"2": 0, "0": 2}})",
        "parents are");
    row("time map", expect(ExpectedTimeMap{0.75}), R"({"clip_time": 0.25})", "clip time is 0.25");
    row("not ok",
        expect(ExpectedOk{}),
        R"({"ok": false, "reason": "vertex 3 is nan"})",
        "vertex 3 is nan");
    row("ok of another type", expect(ExpectedOk{}), R"({"ok": 1})", "the answer is");
    const ExpectedTwoBoneIk ik{1, 2, glm::dvec3(1, 0, 0), glm::dvec3(1, 2, 0), 90, true};
    row("IK, length",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [1.1, 0, 0], "tip": [1, 2, 0]})",
        "the bones are 1.1");
    row("IK, mid",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [0, 1, 0], "tip": [0, 3, 0]})",
        "mid is");
    row("IK, tip",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [1, 0, 0], "tip": [1, -2, 0]})",
        "tip is");
    row("IK, flexion",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [1, 0, 0], "tip": [1, 2, 0], "flexion_deg": 91})",
        "flexion is 91");
    row("IK, chance",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [1, 0, 0], "tip": [1, 2, 0], "flexion_deg": 90})",
        "another result");
    row("IK, not finite",
        expect(ik),
        R"({"root": [0, 0, 0], "mid": [1, null, 0], "tip": [1, 2, 0]})",
        "mid is");
    row("an expectation that cannot be read",
        expect(InvalidExpectation{"/checks/0: wrong"}),
        R"({"ok": true})",
        "/checks/0: wrong");
}

void TstCaseGrade::failsWrongAnswers() {
    QFETCH(CaseExpectation, expectation);
    QFETCH(QString, answer);
    QFETCH(QString, reason);
    const CaseGrade grade = gradeAnswer(expectation, answer.toStdString());
    QCOMPARE(grade.outcome, CaseOutcome::Failed);
    QVERIFY2(QString::fromStdString(grade.reason).contains(reason), grade.reason.c_str());
}

void TstCaseGrade::skipsWhatIsNotAnswered() {
    const CaseGrade grade = gradeAnswer(expect(ExpectedOk{}), R"({"skip": "no such feature"})");
    QCOMPARE(grade.outcome, CaseOutcome::Skipped);
    QCOMPARE(grade.reason, std::string("no such feature"));
}

void TstCaseGrade::isVoidWhenTheInputIsRefused() {
    CaseExpectation expectation = expect(ExpectedOk{});
    const char* refused = R"({"refused": true, "error": "it is empty"})";
    QCOMPARE(gradeAnswer(expectation, refused).outcome, CaseOutcome::Failed);
    QCOMPARE(gradeAnswer(expectation, refused).reason, std::string("it is empty"));
    expectation.isVoidWhenRefused = true;
    QCOMPARE(gradeAnswer(expectation, refused).outcome, CaseOutcome::Passed);
    QCOMPARE(gradeAnswer(expectation, R"({"refused": false})").outcome, CaseOutcome::Failed);
}

QTEST_GUILESS_MAIN(TstCaseGrade)
#include "tst_case_grade.moc"
