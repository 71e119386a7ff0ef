// SPDX-License-Identifier: Apache-2.0
// sartor verify: the cases of the test data, altered ones, and inputs that go wrong.
#include "run_command.h"
#include "test_files.h"

#include <QJsonArray>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <optional>

using sartor::test::Answer;
using sartor::test::dataFile;
using sartor::test::readFile;
using sartor::test::runCommand;
using sartor::test::writeFile;

namespace {

#ifdef SARTOR_SANITIZED
const QStringList kMemory = {"--no-memory-limit"};
#else
const QStringList kMemory = {};
#endif

Answer verify(const QStringList& arguments) {
    return runCommand(QStringList{"verify"} + arguments + kMemory);
}

/// A triangle in a buffer of its own.
const QByteArray kTriangle = R"({"asset": {"version": "2.0"}, "scene": 0,
    "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "secret name"}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}],
    "buffers": [{"byteLength": 36, "uri": "a.bin"}]})";

/// Cases in a folder that goes away.
class Cases {
public:
    QString path() const { return folder_.path(); }

    /// A case of the triangle.
    void add(const QString& id, const QByteArray& checks) const {
        const QString folder = path() + "/" + id + "/";
        writeFile(folder + "a.gltf", kTriangle);
        writeFile(folder + "a.bin", QByteArray(36, '\0'));
        writeFile(folder + "case.json",
                  R"({"id": ")" + id.toUtf8() + R"(", "inputs": ["a.gltf"], "checks": [)" + checks +
                      "]}");
    }

private:
    QTemporaryDir folder_;
};

const QByteArray kLoad = R"("id": "c1", "kind": "load", "result": "ok", "max_rss_mb": 512)";

/// The first check of the only case.
QJsonObject onlyCheck(const Answer& answer) {
    return answer.json()["cases"][0]["checks"][0].toObject();
}

QJsonValue moved(const QJsonValue& value) {
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        array[0] = moved(array[0]);
        return array;
    }
    return value.toDouble() + 1.0;
}

/// The check with everything that it expects altered; nothing where it expects no value.
std::optional<QJsonObject> altered(QJsonObject check) {
    const QString kind = check["kind"].toString();
    if (kind == "load") {
        const QString result = check["result"].toString();
        if (result == "either") {
            check["max_rss_mb"] = 0.001;
        } else {
            check["result"] = result == "ok" ? "error" : "ok";
        }
        return check;
    }
    if (kind == "diagnostic") {
        check["code"] = check["code"].toString() + "_x";
        return check;
    }
    if (kind == "skeleton_info") {
        QJsonArray joints = check["joints"].toArray();
        joints[0] = joints[0].toInt() + 100;
        check["joints"] = joints;
        return check;
    }
    if (kind == "influences") {
        QJsonArray expected = check["expected"].toArray();
        QJsonArray first = expected[0].toArray();
        first[1] = first[1].toDouble() + 0.5;
        expected[0] = first;
        check["expected"] = expected;
        return check;
    }
    bool isAltered = false;
    const auto alterValues = [&](QJsonObject object) {
        for (const char* key : {"position",
                                "normal",
                                "tangent",
                                "translation",
                                "rotation",
                                "scale",
                                "matrix",
                                "positions",
                                "weights",
                                "duration",
                                "clip_time",
                                "mid",
                                "tip"}) {
            if (object.contains(key)) {
                object[key] = moved(object[key]);
                isAltered = true;
            }
        }
        return object;
    };
    QJsonArray alternatives = check["any_of"].toArray();
    for (qsizetype i = 0; i < alternatives.size(); ++i) {
        // Far from all others.
        QJsonObject alternative = alternatives[i].toObject();
        for (int turn = 0; turn < 40; ++turn) {
            alternative = alterValues(alternative);
        }
        alternatives[i] = alternative;
    }
    if (!alternatives.isEmpty()) {
        check["any_of"] = alternatives;
    } else {
        check = alterValues(check);
    }
    return isAltered ? std::optional(check) : std::nullopt;
}

/// Copies all cases with every expectation altered. Returns "case check" of what was altered.
QSet<QString> alterCases(const QString& target) {
    QSet<QString> all;
    const QDir source(dataFile("cases"));
    for (const QString& name : source.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir folder(source.filePath(name));
        for (const QString& file : folder.entryList(QDir::Files)) {
            writeFile(target + "/" + name + "/" + file, readFile(folder.filePath(file)));
        }
        QJsonObject document =
            QJsonDocument::fromJson(readFile(folder.filePath("case.json"))).object();
        QJsonArray checks = document["checks"].toArray();
        for (qsizetype i = 0; i < checks.size(); ++i) {
            if (const auto changed = altered(checks[i].toObject())) {
                checks[i] = *changed;
                all.insert(name + " " + (*changed)["id"].toString());
            }
        }
        document["checks"] = checks;
        writeFile(target + "/" + name + "/case.json", QJsonDocument(document).toJson());
    }
    return all;
}

} // namespace

class TstCommandVerify : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void passesTheCasesOfTheTestData();
    void failsEveryAlteredExpectation();
    void gradesAsTheReferenceDoes_data();
    void gradesAsTheReferenceDoes();
    void saysOneLineAFailedCheck();
    void countsBadCasesAsFailed();
    void allowsSkipsWhereItMay();
    void answersNothingFromTheExpectedValues();
    void seesACrash();
    void stopsWhatTakesTooLong();
    void seesFilesThatMustNotBeOpened();
    void looksForTextsInTheOutput();
    void holdsMemoryToItsLimitUnlessTold();
    void writesAnswers();
    void isNotListedWithItsHelper();
};

void TstCommandVerify::rejectsInvalidInput_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("message");
    QTest::newRow("no folder") << QStringList{} << 2 << "DIR is required";
    QTest::newRow("missing folder") << QStringList{"/nowhere"} << 3 << "/nowhere: No such file";
    QTest::newRow("a file") << QStringList{dataFile("formats/twist_tube.glb")} << 3
                            << "twist_tube.glb: Not a directory";
    QTest::newRow("no cases") << QStringList{dataFile("formats")} << 3
                              << "there is no case.json in it or below";
    QTest::newRow("jobs") << QStringList{dataFile("cases"), "--jobs", "0"} << 2 << "--jobs";
    QTest::newRow("answers nowhere") << QStringList{dataFile("cases/40-quantised-rotation-output"),
                                                    "--answers",
                                                    "/nowhere/a.json"}
                                     << 4 << "/nowhere/a.json: No such file";
}

void TstCommandVerify::rejectsInvalidInput() {
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, message);
    const Answer answer = verify(arguments);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err);
    QCOMPARE(answer.out, QByteArray());
}

void TstCommandVerify::passesTheCasesOfTheTestData() {
    const Answer answer = verify({dataFile("cases"), "--json"});
    QVERIFY2(answer.exitCode == 0, answer.out + answer.err);
    QCOMPARE(answer.err, QByteArray());
    const QJsonArray cases = answer.json()["cases"].toArray();
    QCOMPARE(cases.size(), 49);
    for (const QJsonValue& entry : cases) {
        const QJsonArray asked =
            QJsonDocument::fromJson(readFile(entry["folder"].toString() + "/case.json"))["checks"]
                .toArray();
        const QJsonArray checks = entry["checks"].toArray();
        QCOMPARE(checks.size(), asked.size());
        for (qsizetype i = 0; i < checks.size(); ++i) {
            QVERIFY2(checks[i]["outcome"] == "passed",
                     qPrintable(entry["id"].toString() + " " + checks[i]["reason"].toString()));
        }
    }
    const Answer text = verify({dataFile("cases"), "--jobs", "1"});
    QCOMPARE(text.exitCode, 0);
    QCOMPARE(text.out.trimmed().split('\n').last(),
             QByteArray::number(answer.json()["passed"].toInt()) + " passed, 0 failed, " +
                 QByteArray::number(answer.json()["skipped"].toInt()) + " skipped");
    QCOMPARE(answer.json()["passed"].toInt(), 49);
}

void TstCommandVerify::failsEveryAlteredExpectation() {
    const QTemporaryDir folder;
    const QSet<QString> changed = alterCases(folder.path());
    const Answer answer = verify({folder.path(), "--json"});
    QCOMPARE(answer.exitCode, 1);
    QSet<QString> kinds;
    for (const QJsonValue& entry : answer.json()["cases"].toArray()) {
        for (const QJsonValue& check : entry["checks"].toArray()) {
            const QString name = entry["id"].toString() + " " + check["check"].toString();
            const bool isAnswered =
                check["outcome"] != "skipped" && !check["reason"].toString().startsWith("void");
            if (changed.contains(name) && isAnswered) {
                QVERIFY2(check["outcome"] == "failed", qPrintable(name));
                kinds.insert(check["kind"].toString());
            }
        }
    }
    QCOMPARE(kinds,
             (QSet<QString>{"load",
                            "diagnostic",
                            "vertex",
                            "vertex_set",
                            "joint_model_matrix",
                            "joint_local",
                            "influences",
                            "morph_weights",
                            "clip_info",
                            "skeleton_info",
                            "time_map",
                            "root_motion",
                            "root_motion_residual",
                            "root_motion_composite",
                            "blend",
                            "ik_two_bone"}));
}

void TstCommandVerify::gradesAsTheReferenceDoes_data() {
    QTest::addColumn<bool>("isAltered");
    QTest::newRow("as they are") << false;
    QTest::newRow("altered") << true;
}

// The grading script of the cases, check by check.
void TstCommandVerify::gradesAsTheReferenceDoes() {
    QFETCH(bool, isAltered);
    const QString script = dataFile("cases/grade.py");
    if (QStandardPaths::findExecutable("python3").isEmpty()) {
        QSKIP("Python is not there");
    }
    const QTemporaryDir folder;
    QString cases = dataFile("cases");
    if (isAltered) {
        cases = folder.path();
        alterCases(cases);
    }
    const QString answers = folder.filePath("answers.json");
    const Answer answer = verify({cases, "--answers", answers, "--json"});
    QProcess python;
    python.start("python3",
                 {"-c",
                  R"(
import glob, json, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
sys.dont_write_bytecode = True
import grade
answers, verdicts = json.load(open(sys.argv[2])), {}
for path in glob.glob(sys.argv[3] + '/*/case.json'):
    case = json.load(open(path))
    for check in case['checks']:
        answer = answers[case['id']][check['id']]
        if 'skip' in answer: verdict = 'skipped'
        elif check.get('when') == 'loaded' and answer.get('refused'): verdict = 'passed'
        else:
            try: verdict = 'passed' if grade.check(check, answer) else 'failed'
            except Exception: verdict = 'failed'
        verdicts[case['id'] + ' ' + check['id']] = verdict
print(json.dumps(verdicts))
)",
                  script,
                  answers,
                  cases});
    QVERIFY(python.waitForFinished(60000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
    const QJsonObject expected = QJsonDocument::fromJson(python.readAllStandardOutput()).object();
    qsizetype count = 0;
    for (const QJsonValue& entry : answer.json()["cases"].toArray()) {
        for (const QJsonValue& check : entry["checks"].toArray()) {
            const QString name = entry["id"].toString() + " " + check["check"].toString();
#ifdef SARTOR_SANITIZED
            if (check["kind"] == "load") {
                continue; // the script bounds memory
            }
#endif
            QVERIFY2(check["outcome"] == expected[name], qPrintable(name));
            ++count;
        }
    }
    QVERIFY(count > 150);
}

void TstCommandVerify::saysOneLineAFailedCheck() {
    const Cases cases;
    cases.add("one", R"({"id": "c1", "kind": "vertex", "clip": null, "node": 0, "vertex": 1,
                         "position": [0, 0.5, 0]},
                        {"id": "c2", "kind": "vertex", "clip": null, "node": 0, "vertex": 1,
                         "position": [0, 0, 0]},
                        {"id": "c3", "kind": "diagnostic", "code": "dqs.reflection"})");
    cases.add("two", R"({"id": "c1", "kind": "diagnostic", "code": "dqs.reflection"},
                        {"id": "c2", "kind": "diagnostic",
                         "code": "mesh.degenerate_triangles", "colour": "red"})");
    cases.add("zoo", R"({"id": "c1", "kind": "vertex", "clip": null, "node": 0, "vertex": 0,
                         "position": [0, 0, 0]})");
    const Answer answer = verify({cases.path()});
    QCOMPARE(answer.exitCode, 1);
    QCOMPARE(answer.out,
             QByteArray("FAIL one c1 vertex: position is [0,0,0], expected [0.0,0.5,0.0] (off by "
                        "0.5, allowed 1e-05)\n"
                        "skip one c3 diagnostic: nothing says 'dqs...' yet\n"
                        "skip two c1 diagnostic: nothing says 'dqs...' yet\n"
                        "1 passed, 1 failed, 1 skipped\n"));
    QVERIFY2(answer.err.endsWith("two/case.json: /checks/1: key 'colour' has no effect\n"),
             answer.err);
}

void TstCommandVerify::countsBadCasesAsFailed() {
    const Cases cases;
    cases.add("broken", "{");
    cases.add("good", R"({"id": "c1", "kind": "vertex", "clip": null, "node": 0, "vertex": 0,
                          "position": [0, 0, 0]})");
    cases.add("half", R"({"id": "c1", "kind": "vertex", "clip": null, "node": "a", "vertex": 0,
                          "position": [0, 0, 0]})");
    cases.add("unknown", R"({"id": "c1", "kind": "dance"})");
    const Answer answer = verify({cases.path()});
    QCOMPARE(answer.exitCode, 3);
    QVERIFY2(answer.err.contains("broken/case.json: /: "), answer.err);
    QVERIFY2(answer.out.contains("unknown/case.json: /checks/0/kind: there is no kind of check "
                                 "'dance'"),
             answer.out);
    QVERIFY2(answer.out.contains("half/case.json: /checks/0/node: expected an index"), answer.out);
    QVERIFY2(answer.out.endsWith("1 passed, 3 failed, 0 skipped\n"), answer.out);

    // Answers are kept by id.
    const Cases others;
    others.add("other", R"({"id": "c1", "kind": "diagnostic", "code": "none"})");
    writeFile(others.path() + "/z/case.json", readFile(others.path() + "/other/case.json"));
    const Answer same = verify({others.path(), "--json"});
    QCOMPARE(same.exitCode, 3);
    QVERIFY2(same.err.contains("z/case.json: /id: 'other' is the id of the case in "), same.err);
    QCOMPARE(same.json()["failed"].toInt(), 2);
}

void TstCommandVerify::allowsSkipsWhereItMay() {
    const Cases cases;
    cases.add("one", R"({"id": "c1", "kind": "diagnostic", "code": "dqs.reflection"})");
    QCOMPARE(verify({cases.path()}).exitCode, 0);
    QCOMPARE(verify({cases.path(), "--allow-skip", "own"}).exitCode, 0);
    const Answer answer = verify({cases.path(), "--allow-skip", "ik", "--allow-skip", "dqs"});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.out.startsWith("FAIL one c1 diagnostic: skipped: nothing says"), answer.out);
}

// Two cases that differ in what they expect alone have the same answers.
void TstCommandVerify::answersNothingFromTheExpectedValues() {
    const QTemporaryDir folder;
    alterCases(folder.path());
    const auto answersOf = [](const QString& cases) {
        QJsonObject all;
        for (const QJsonValue& entry : verify({cases, "--json"}).json()["cases"].toArray()) {
            for (const QJsonValue& check : entry["checks"].toArray()) {
                QJsonObject answer = check["answer"].toObject();
                answer.remove("seconds");
                answer.remove("peak_rss_mb");
                answer.remove("error"); // has the path of the case
                all[entry["id"].toString() + " " + check["check"].toString()] = answer;
            }
        }
        return all;
    };
    const QJsonObject expected = answersOf(dataFile("cases"));
    QCOMPARE_GE(expected.size(), 280);
    QCOMPARE(answersOf(folder.path()), expected);
}

void TstCommandVerify::seesACrash() {
    const Cases cases;
    cases.add("one", "{" + kLoad + R"(, "max_seconds": 10}, {"id": "c2", "kind": "exit_status"},
        {"id": "c3", "kind": "vertex", "clip": null, "node": 0, "vertex": 0, "position": [0, 0, 0]})");
    const Answer answer = verify({cases.path(), "--plugin-path", SARTOR_CRASHING_DIR});
    QCOMPARE(answer.exitCode, 1);
    const QByteArrayList lines = answer.out.split('\n');
    QCOMPARE(lines[0], QByteArray("FAIL one c1 load: the process of the input crashed"));
    QVERIFY2(lines[1].startsWith(
                 "FAIL one c2 exit_status: the process of the input crashed with SIGABRT"),
             lines[1]);
    QVERIFY2(lines[2].startsWith(
                 "FAIL one c3 vertex: no answer: the process of the input crashed with SIGABRT"),
             lines[2]);
    QCOMPARE(verify({cases.path()}).exitCode, 0);
}

void TstCommandVerify::stopsWhatTakesTooLong() {
    const Cases cases;
    cases.add("one", "{" + kLoad + R"(, "max_seconds": 0.1})");
    const Answer answer = verify({cases.path(), "--plugin-path", SARTOR_HANGING_DIR, "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject check = onlyCheck(answer);
    QVERIFY2(check["reason"].toString().endsWith(" s, allowed 0.1"),
             qPrintable(check["reason"].toString()));
    QCOMPARE_GE(check["answer"]["seconds"].toDouble(), 5.2);
    QCOMPARE_LT(check["answer"]["seconds"].toDouble(), 30.0);
    QCOMPARE(check["answer"]["crashed"], QJsonValue(false));
    QVERIFY(check["answer"]["end"].toString().startsWith("was stopped after 5.2 s"));
}

void TstCommandVerify::seesFilesThatMustNotBeOpened() {
    const Cases cases;
    cases.add("one",
              "{" + kLoad + R"(, "max_seconds": 10, "must_not_open": ["b.bin", "./a.bin"]})");
    const Answer answer = verify({cases.path(), "--json"});
    QCOMPARE(answer.exitCode, 1);
    const QJsonObject check = onlyCheck(answer);
    QVERIFY2(check["reason"].toString().startsWith("it opened "),
             qPrintable(check["reason"].toString()));
    QCOMPARE(check["answer"]["opened_outside"].toArray(), QJsonArray{cases.path() + "/one/a.bin"});
    QCOMPARE(check["answer"]["connected"], QJsonValue(false));

    const Cases others;
    others.add("one",
               "{" + kLoad + R"(, "max_seconds": 10, "must_not_open": ["b.bin", "/etc/passwd"]})");
    QCOMPARE(verify({others.path()}).exitCode, 0);
}

void TstCommandVerify::looksForTextsInTheOutput() {
    const Cases cases;
    cases.add("one", R"({"id": "c1", "kind": "output_must_not_contain", "text": "no such text"},
                        {"id": "c2", "kind": "output_must_not_contain", "text": ["x", "secret name"]})");
    const Answer answer = verify({cases.path()});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.out.startsWith("FAIL one c2 output_must_not_contain: the output contains "),
             answer.out);
    QCOMPARE(answer.out.count('\n'), 2);
}

void TstCommandVerify::holdsMemoryToItsLimitUnlessTold() {
    const Cases cases;
    cases.add(
        "one",
        R"({"id": "c1", "kind": "load", "result": "ok", "max_seconds": 10, "max_rss_mb": 1})");
    const Answer answer = runCommand({"verify", cases.path()});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY2(answer.out.contains(" MB, allowed 1\n"), answer.out);
    QCOMPARE(runCommand({"verify", cases.path(), "--no-memory-limit"}).exitCode, 0);
}

void TstCommandVerify::writesAnswers() {
    const Cases cases;
    cases.add("one", R"({"id": "c1", "kind": "vertex", "clip": null, "node": 0, "vertex": 0,
                         "position": [7, 0, 0]},
                        {"id": "c2", "kind": "diagnostic", "code": "dqs.reflection"})");
    const QString path = cases.path() + "/answers.json";
    QCOMPARE(verify({cases.path(), "--answers", path}).exitCode, 1);
    const QJsonObject answers = QJsonDocument::fromJson(readFile(path)).object();
    QCOMPARE(answers["one"]["c1"]["position"].toArray(), (QJsonArray{0, 0, 0}));
    QCOMPARE(answers["one"]["c2"]["skip"].toString(), QString("nothing says 'dqs...' yet"));
}

void TstCommandVerify::isNotListedWithItsHelper() {
    QVERIFY(runCommand({"--help"}).out.contains("verify"));
    QVERIFY(!runCommand({"--help"}).out.contains("verify-input"));
    QVERIFY(!runCommand({"dance"}).err.contains("verify-input"));
}

QTEST_GUILESS_MAIN(TstCommandVerify)
#include "tst_command_verify.moc"
