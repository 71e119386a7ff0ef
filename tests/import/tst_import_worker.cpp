// SPDX-License-Identifier: Apache-2.0
// Foreign formats in a process of their own: the same scenes, and errors where it would have ended
// us.
#include "format_files.h"
#include "scene_equality.h"
#include "worker/import_worker.h"
#include "worker/scene_stream.h"

#include <sartor/base/child_process.h>

#include <QtTest>

#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

using namespace sartor;
using namespace sartor::test;
using import::importFile;
using import::ImportOptions;
using import::Isolation;

namespace {

#ifdef SARTOR_SANITIZED
constexpr bool kHasMemoryLimit = false;
#else
constexpr bool kHasMemoryLimit = true;
#endif

const ImportOptions kInProcess{.foreign = {.isolation = Isolation::InProcess}};

/// Text that is `depth` levels deep in the middle.
QByteArray
nested(int depth, const char* head, const char* open, const char* close, const char* tail) {
    return head + QByteArray(open).repeated(depth) + QByteArray(close).repeated(depth) + tail;
}

/// The tube as Collada with another first list of corners.
QByteArray tubeWithCorners(const char* corners) {
    std::string text = readText(dataFile("twist_tube.dae"));
    const std::size_t begin = text.find("<p>") + 3;
    return QByteArray::fromStdString(
        text.replace(begin, text.find("</p>", begin) - begin, corners));
}

/// Removes a variable of the environment for as long as it lives.
class WithoutVariable {
public:
    explicit WithoutVariable(const char* name) : name_(name), value_(qgetenv(name)) {
        qunsetenv(name);
    }
    ~WithoutVariable() { qputenv(name_, value_); }
    Q_DISABLE_COPY_MOVE(WithoutVariable)

private:
    const char* name_;
    QByteArray value_;
};

} // namespace

class TstImportWorker : public QObject {
    Q_OBJECT

private slots:
    void readsTheSameAsInProcess_data();
    void readsTheSameAsInProcess();
    void survivesWhatEndsTheReader_data();
    void survivesWhatEndsTheReader();
    void saysHowAWorkerFailed_data();
    void saysHowAWorkerFailed();
    void looksForTheWorker();
    void neverReadsInProcessInstead();
    void stopsOnRequest();
    void opensNothingOutsideTheFolder();
    void refusesToRunByHand();
};

void TstImportWorker::readsTheSameAsInProcess_data() {
    QTest::addColumn<QString>("file");
    std::vector<std::filesystem::path> folders{SARTOR_TEST_DATA_DIR "/formats"};
    if (std::string(SARTOR_SHARED_DIR) != "") {
        folders.emplace_back(SARTOR_SHARED_DIR "/assets");
    }
    for (const auto& folder : folders) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const import::Importer* importer = import::findImporter(entry.path());
            if (entry.is_regular_file() && importer != nullptr && importer->isForeign) {
                const std::string name =
                    std::filesystem::relative(entry.path(), folder.parent_path()).string();
                QTest::newRow(name.c_str()) << QString::fromStdString(entry.path().string());
            }
        }
    }
}

void TstImportWorker::readsTheSameAsInProcess() {
    QFETCH(QString, file);
    const auto apart = importFile(file.toStdString());
    const auto here = importFile(file.toStdString(), kInProcess);
    QCOMPARE(apart.hasValue(), here.hasValue());
    if (here) {
        QCOMPARE(SceneComparison(*here, *apart).difference(), std::string());
    } else {
        QCOMPARE(apart.error().code, here.error().code);
        QCOMPARE(apart.error().message, here.error().message);
    }
}

void TstImportWorker::survivesWhatEndsTheReader_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const QByteArray& content, const char* code) {
        QTest::newRow(name) << name << content << code;
    };
    constexpr int kDepth = 200000;
    row("joints.bvh",
        nested(kDepth,
               "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n",
               "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 0\n",
               "}\n",
               "}\n"),
        "import.crashed");
    row("nodes.dae",
        nested(kDepth,
               "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><library_visual_scenes>"
               "<visual_scene id=\"s\">",
               "<node>",
               "</node>",
               "</visual_scene></library_visual_scenes><scene>"
               "<instance_visual_scene url=\"#s\"/></scene></COLLADA>"),
        "import.crashed");
    row("frames.x",
        nested(kDepth, "xof 0303txt 0032\n", "Frame f {\n", "}\n", ""),
        "import.crashed");
    row("elements.fbx",
        nested(kDepth, "; FBX 7.4.0 project file\n", "A: {\n", "}\n", ""),
        "import.crashed");
    // The loader takes a letter for no number, does not step over it, and stores the zero: for
    // ever.
    row("letters.dae",
        tubeWithCorners("0 x 0"),
        kHasMemoryLimit ? "import.out_of_memory" : "import.timeout");
}

void TstImportWorker::survivesWhatEndsTheReader() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, code);
    const ImportFolder folder;
    const auto scene = folder.load(name.toStdString(),
                                   content,
                                   {.foreign = {.maximumSeconds = kHasMemoryLimit ? 60.0 : 4.0,
                                                .maximumMemorySize = std::uint64_t{1} << 30}});
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QVERIFY2(
        scene.error().message.starts_with((folder.path() / name.toStdString()).string() + ": "),
        scene.error().message.c_str());
}

void TstImportWorker::saysHowAWorkerFailed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const QString remedy =
        "; the file is damaged or of a kind that Assimp does not survive: export "
        "it again, or as glTF";
    QTest::newRow("crash") << "kill.fbx"
                           << "import.crashed"
                           << "reading it as FBX crashed with SIGKILL (killed)" + remedy;
    QTest::newRow("end") << "words.dae"
                         << "import.crashed"
                         << "reading it as Collada ended with code 9 (last ? line)" + remedy;
    QTest::newRow("hang") << "hang.bvh"
                          << "import.timeout"
                          << "reading it as BVH took longer than 0.5 s, the limit of time for an "
                             "import (--import-seconds)" +
                                 remedy;
    QTest::newRow("memory")
        << "memory.x"
        << "import.out_of_memory"
        << "reading it as X needs more than 300 MiB, the limit of memory for an "
           "import (--import-memory)" +
               remedy;
    QTest::newRow("flood") << "flood.smd"
                           << "file.too_large"
                           << "the decoded file takes more than 2048576 bytes, no more are allowed";
    QTest::newRow("garbage") << "garbage.md5mesh"
                             << "import.worker_answer"
                             << "the answer of sartor-import-worker cannot be used: offset 4: no "
                                "scene";
    QTest::newRow("nothing") << "nothing.fbx"
                             << "import.worker_answer"
                             << "the answer of sartor-import-worker cannot be used: offset 0: the "
                                "end, where 4 more bytes were expected";
    QTest::newRow("refusal") << "refuse.fbx"
                             << "environment.import_worker"
                             << "sartor-import-worker refused to read it (another version)";
}

void TstImportWorker::saysHowAWorkerFailed() {
    QFETCH(QString, name);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const auto scene =
        importFile(name.toStdString(),
                   {.maximumDecodedSize = 1'000'000,
                    .foreign = {.maximumSeconds = name.startsWith("hang") ? 0.5 : 60.0,
                                .maximumMemorySize = std::uint64_t{300} << 20,
                                .worker = SARTOR_BAD_IMPORT_WORKER}});
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QCOMPARE(QString::fromStdString(scene.error().message), name + ": " + message);
}

void TstImportWorker::looksForTheWorker() {
    const auto named = import::findImportWorker({.worker = "/nonexistent/worker"});
    QVERIFY(!named);
    QCOMPARE(named.error().code, std::string("environment.import_worker"));
    QCOMPARE(
        named.error().message,
        std::string("the program sartor-import-worker, which reads formats other than glTF, is "
                    "not there; it was looked for as /nonexistent/worker"));
    const auto byVariable = import::findImportWorker({});
    QVERIFY(byVariable);
    QCOMPARE(byVariable->string(), qgetenv("SARTOR_IMPORT_WORKER").toStdString());
    // A text file is no program.
    QVERIFY(!import::findImportWorker({.worker = SARTOR_TEST_DATA_DIR "/formats/README.md"}));

    const WithoutVariable without("SARTOR_IMPORT_WORKER");
    const std::filesystem::path folder = QCoreApplication::applicationDirPath().toStdString();
    const auto nowhere = import::findImportWorker({});
    if (!nowhere) { // none is installed on this machine
        QVERIFY(nowhere.error().message.find((folder / "sartor-import-worker").string()) !=
                std::string::npos);
        QVERIFY(nowhere.error().message.find(
                    (folder.parent_path() / "libexec/sartor/sartor-import-worker").string()) !=
                std::string::npos);
    }
}

void TstImportWorker::neverReadsInProcessInstead() {
    const auto scene =
        importFile(dataFile("twist_tube.fbx"), {.foreign = {.worker = "/nonexistent/worker"}});
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("environment.import_worker"));
    QVERIFY(scene.error().message.starts_with(dataFile("twist_tube.fbx")));
    // glTF needs none.
    QVERIFY(importFile(dataFile("twist_tube.glb"), {.foreign = {.worker = "/nonexistent/worker"}}));
}

void TstImportWorker::stopsOnRequest() {
    std::stop_source stop;
    std::jthread other([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const auto scene = importFile(
        "hang.fbx", {.foreign = {.worker = SARTOR_BAD_IMPORT_WORKER, .stop = stop.get_token()}});
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("import.cancelled"));
}

void TstImportWorker::opensNothingOutsideTheFolder() {
    const ImportFolder folder;
    std::filesystem::create_directory(folder.path() / "below");
    folder.write("outside.bvh", QByteArray::fromStdString(readText(dataFile("bvh_orders.bvh"))));
    std::filesystem::create_symlink(folder.path() / "outside.bvh", folder.path() / "below/in.bvh");
    const auto scene = importFile(folder.path() / "below/in.bvh");
    QVERIFY(!scene);
    // Without the system's help it is our own files that are not opened for the loader.
    const bool hasLandlock = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) > 0;
    QCOMPARE(scene.error().code,
             std::string(hasLandlock ? "file.unreadable" : "import.unreadable"));
}

void TstImportWorker::refusesToRunByHand() {
    const std::string program = qgetenv("SARTOR_IMPORT_WORKER").toStdString();
    const std::string version = std::to_string(import::kSceneStreamVersion);
    const std::vector<std::vector<std::string>> wrong{
        {},
        {"a.fbx"},
        {"99", "FBX", "a.fbx", "0", "1000"},
        {version, "FBX", "a.fbx", "x", "1000"},
        {version, "FBX", "a.fbx", "0", "1000", "more"},
        {version, "glTF 2.0", "a.glb", "0", "1000"}};
    for (const auto& arguments : wrong) {
        const auto result = runChild({.program = program, .arguments = arguments});
        QVERIFY(result);
        QCOMPARE(static_cast<int>(result->end), static_cast<int>(ChildEnd::Exited));
        QVERIFY(result->exitCode == 2 || result->exitCode == 5);
        QVERIFY(result->output.empty());
        QVERIFY(!result->errors.empty());
    }
}

QTEST_GUILESS_MAIN(TstImportWorker)
#include "tst_import_worker.moc"
