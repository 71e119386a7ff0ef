// SPDX-License-Identifier: Apache-2.0
// What cases expect, by type, and the places of what is wrong with it.
#include "case_folder.h"

#include <sartor/io/case_expectations.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::io;
using test::CaseFolder;

namespace {

CaseExpectation expectationOf(const std::string& members) {
    const auto expectations = readCaseExpectations(
        CaseFolder(CaseFolder::documentOf(R"({"id": "c1", )" + members + "}")).path());
    if (!expectations || expectations->size() != 1) {
        qFatal("%s", expectations ? "not one" : expectations.error().message.c_str());
    }
    return (*expectations)[0];
}

} // namespace

class TstCaseExpectations : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void readsAlternatives();
    void readsConditionAndTolerance();
    void readsSkeletons();
    void readsEveryExpectationOfTheDataOfTheTests();
};

void TstCaseExpectations::rejectsInvalidInput_data() {
    QTest::addColumn<QString>("check");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* check, const char* message) {
        QTest::newRow(check) << check << message;
    };
    row(R"("kind": "vertex")", "/checks/0: no value is expected");
    row(R"("kind": "vertex", "any_of": [])", "/checks/0/any_of: expected at least one alternative");
    row(R"("kind": "vertex", "any_of": [{"meaning": "a"}])",
        "/checks/0/any_of/0: no value is expected");
    row(R"("kind": "vertex", "position": [1, 2])", "/checks/0/position: expected three numbers");
    row(R"("kind": "vertex", "position": [1, 2, "3"])", "/checks/0/position/2: expected a number");
    row(R"("kind": "vertex", "position": [1, 2, 3], "tolerance": "small")",
        "/checks/0/tolerance: expected a number");
    row(R"("kind": "vertex", "position": [1, 2, 3], "tolerance": null)",
        "/checks/0/tolerance: expected a number");
    row(R"("kind": "time_map", "clip_time": 1, "tolerance": -1)",
        "/checks/0/tolerance: expected at least 0");
    row(R"("kind": "vertex", "tangent": [1, 2, 3])", "/checks/0/tangent: expected 4 numbers");
    row(R"("kind": "joint_local", "rotation": [1])", "/checks/0/rotation: expected 4 numbers");
    row(R"("kind": "joint_model_matrix", "matrix": [1])", "/checks/0/matrix: expected four rows");
    row(R"("kind": "joint_model_matrix", "matrix": [[1, 0, 0, 0], [1], [1], [1]])",
        "/checks/0/matrix/1: expected four numbers");
    row(R"("kind": "load", "result": "maybe", "max_seconds": 1, "max_rss_mb": 1)",
        "/checks/0/result: expected ok, error or either");
    row(R"("kind": "diagnostic")", "/checks/0: key 'code' is missing");
    row(R"("kind": "vertex_set", "rest_positions": [[1, 2, 3]], "positions": [])",
        "/checks/0/positions: expected as many as rest_positions");
    row(R"("kind": "influences", "expected": [[1, 0.5], [2]])",
        "/checks/0/expected/1: expected [node, weight]");
    row(R"("kind": "influences", "expected": 3)", "/checks/0/expected: expected a list");
    row(R"("kind": "morph_weights")", "/checks/0: key 'weights' is missing");
    row(R"("kind": "skeleton_info", "joints": [-1])", "/checks/0/joints/0: expected an index");
    row(R"("kind": "time_map")", "/checks/0: key 'clip_time' is missing");
    row(R"("kind": "ik_two_bone")", "/checks/0: key 'lengths' is missing");
    row(R"("kind": "ik_two_bone", "lengths": [1])", "/checks/0/lengths: expected 2 numbers");
    row(R"("kind": "dance")", "/checks/0/kind: there is no kind of check 'dance'");
}

void TstCaseExpectations::rejectsInvalidInput() {
    QFETCH(QString, check);
    QFETCH(QString, message);
    const CaseExpectation expectation = expectationOf(check.toStdString());
    const auto* invalid = std::get_if<InvalidExpectation>(&expectation.body);
    QVERIFY(invalid != nullptr);
    QVERIFY2(QString::fromStdString(invalid->problem).contains("case.json: " + message),
             invalid->problem.c_str());
    QCOMPARE(readCaseExpectations("/nowhere").error().code, std::string("file.missing"));
}

void TstCaseExpectations::readsAlternatives() {
    const auto one = std::get<ExpectedAlternatives>(
        expectationOf(R"("kind": "vertex", "position": [1, 2, 3], "normal": [0, 1, 0],
                         "tangent": [1, 0, 0, -1])")
            .body);
    QCOMPARE(one.alternatives.size(), std::size_t{1});
    QCOMPARE(one.alternatives[0].position->y, 2.0);
    QCOMPARE(one.alternatives[0].normal->y, 1.0);
    QCOMPARE((*one.alternatives[0].tangent)[3], -1.0);
    QVERIFY(!one.alternatives[0].matrix);
    const auto two = std::get<ExpectedAlternatives>(
        expectationOf(R"("kind": "joint_local", "any_of": [{"translation": [1, 2, 3]},
                         {"scale": [4, 5, 6], "meaning": "another reading"}])")
            .body);
    QCOMPARE(two.alternatives.size(), std::size_t{2});
    QCOMPARE(two.alternatives[1].scale->z, 6.0);
}

void TstCaseExpectations::readsConditionAndTolerance() {
    const CaseExpectation plain = expectationOf(R"("kind": "time_map", "clip_time": 1)");
    QVERIFY(!plain.isVoidWhenRefused);
    QCOMPARE(plain.tolerance, 1e-5);
    const CaseExpectation other =
        expectationOf(R"("kind": "time_map", "clip_time": 1, "when": "loaded", "tolerance": 0.5)");
    QVERIFY(other.isVoidWhenRefused);
    QCOMPARE(other.tolerance, 0.5);
    QVERIFY(!expectationOf(R"("kind": "no_nan", "when": {"max_influences": 4})").isVoidWhenRefused);
}

void TstCaseExpectations::readsSkeletons() {
    const auto skeleton = std::get<ExpectedSkeletonInfo>(
        expectationOf(R"("kind": "skeleton_info", "joints": [2, 0], "joint_names": ["a", null],
                         "parents": {"2": null, "0": 2})")
            .body);
    QCOMPARE(skeleton.joints, (std::vector<std::uint32_t>{2, 0}));
    QCOMPARE(*skeleton.names, (std::vector<std::string>{"a", ""}));
    QVERIFY(!skeleton.parents->at("2"));
    QCOMPARE(skeleton.parents->at("0"), std::optional(2U));
}

void TstCaseExpectations::readsEveryExpectationOfTheDataOfTheTests() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SARTOR_TEST_DATA_DIR "/cases")) {
        if (!entry.is_directory()) {
            continue;
        }
        const auto expectations = readCaseExpectations(entry.path());
        QVERIFY2(expectations.hasValue(), expectations ? "" : expectations.error().message.c_str());
        for (const CaseExpectation& expectation : *expectations) {
            const auto* invalid = std::get_if<InvalidExpectation>(&expectation.body);
            QVERIFY2(invalid == nullptr, invalid == nullptr ? "" : invalid->problem.c_str());
            ++count;
        }
    }
    QVERIFY(count > 200);
}

QTEST_GUILESS_MAIN(TstCaseExpectations)
#include "tst_case_expectations.moc"
