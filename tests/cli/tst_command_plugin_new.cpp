// SPDX-License-Identifier: Apache-2.0
// What `sartor plugin new` writes and refuses; tests/package builds and runs what it writes.
#include "run_command.h"
#include "test_files.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using sartor::test::Answer;
using sartor::test::readFile;
using sartor::test::runCommand;
using sartor::test::writeFile;

class TstCommandPluginNew : public QObject {
    Q_OBJECT
private slots:
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void refusesWhatIsThere();
    void writesAProject_data();
    void writesAProject();
    void takesAnEmptyFolder();
    void takesAnyNameByForce();
};

void TstCommandPluginNew::saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("message");
    QTest::addColumn<int>("exitCode");
    const auto row =
        [](const char* name, const QStringList& options, const QString& message, int exitCode = 2) {
            QTest::newRow(name) << options << message << exitCode;
        };
    row("no name", {}, "NAME is required");
    row("digit first", {"9x"}, "'9x' must be a word");
    row("digit first in the last word", {"com.studio.9x"}, "'com.studio.9x' must be a word");
    row("upper case", {"Jiggle"}, "'Jiggle' must be a word");
    row("path", {"../jiggle"}, "'../jiggle' must be a word");
    row("hyphen", {"soft-body"}, "'soft-body' must be a word");
    row("empty word", {"com..jiggle"}, "'com..jiggle' must be a word");
    row("dot at the end", {"com."}, "'com.' must be a word");
    row("underscore before the first dot", {"my_studio.jiggle"}, "must be a word");
    row("too long", {QString(65, 'a')}, "at most 64 characters");
    row("reserved", {"com.studio.test"}, "'test' is a target of CMake's own");
    row("prefix of ours",
        {"sartor.jiggle"},
        "ids that begin with 'sartor.' are those of deformers");
    row("word of a deformer that is there",
        {"com.studio.lbs"},
        "there is a deformer sartor.lbs, and with com.studio.lbs beside it, 'lbs' in a chain could "
        "mean both; take another name, or say --force");
    row("language", {"jiggle", "--language", "rust"}, "rust");
    row("empty folder name", {"jiggle", "--folder", ""}, "--folder: the value is empty");
    row("unwritable", {"jiggle", "--folder", "/proc/jiggle"}, "/proc/jiggle: cannot make", 4);
}

void TstCommandPluginNew::saysWhatIsWrong() {
    QFETCH(QStringList, options);
    QFETCH(QString, message);
    QFETCH(int, exitCode);
    const Answer answer = runCommand(QStringList{"plugin", "new"} + options);
    QCOMPARE(answer.exitCode, exitCode);
    QVERIFY(answer.out.isEmpty());
    QVERIFY2(answer.err.contains(message.toUtf8()), answer.err.constData());
}

void TstCommandPluginNew::refusesWhatIsThere() {
    const QTemporaryDir folder;
    writeFile(folder.filePath("used/notes.txt"), "mine");
    writeFile(folder.filePath("file"), "mine");
    for (const char* name : {"used", "file"}) {
        const QString place = folder.filePath(name);
        const Answer answer = runCommand({"plugin", "new", "jiggle", "--folder", place});
        QCOMPARE(answer.exitCode, 2);
        QVERIFY2(answer.err.contains((place + " is already there").toUtf8()),
                 answer.err.constData());
    }
    QCOMPARE(QDir(folder.filePath("used")).entryList(QDir::Files), QStringList{"notes.txt"});
    QCOMPARE(readFile(folder.filePath("file")), QByteArray("mine"));
}

void TstCommandPluginNew::writesAProject_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("files");
    QTest::newRow("C++") << "jiggle"
                         << "c++"
                         << "org.example.jiggle"
                         << QStringList{"CMakeLists.txt", "jiggle.cpp", "jiggle.comp", "README.md"};
    QTest::newRow("C") << "com.studio.soft_body"
                       << "c"
                       << "com.studio.soft_body"
                       << QStringList{
                              "CMakeLists.txt", "soft_body.c", "soft_body.comp", "README.md"};
}

void TstCommandPluginNew::writesAProject() {
    QFETCH(QString, name);
    QFETCH(QString, language);
    QFETCH(QString, id);
    QFETCH(QStringList, files);
    const QTemporaryDir folder;
    const QString place = folder.filePath("deeper/plugin");
    const Answer answer =
        runCommand({"plugin", "new", name, "--language", language, "--folder", place, "--json"});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QCOMPARE(answer.json()["id"].toString(), id);
    QCOMPARE(answer.json()["folder"].toString(), place);
    QStringList listed;
    for (const QJsonValue file : answer.json()["files"].toArray()) {
        listed += file.toString();
    }
    QCOMPARE(listed, files);
    listed.sort();
    QStringList written = QDir(place).entryList(QDir::Files);
    written.sort();
    QCOMPARE(written, listed);
    for (const QString& file : files) {
        const QByteArray text = readFile(place + "/" + file);
        QVERIFY(!text.isEmpty());
        QVERIFY2(!text.contains('@'), qPrintable(file + " has a placeholder left"));
    }
    QVERIFY(readFile(place + "/" + files[1]).contains(("\"" + id + "\"").toUtf8()));
}

void TstCommandPluginNew::takesAnyNameByForce() {
    const QTemporaryDir folder;
    for (const char* name : {"sartor.lbs", "lbs"}) {
        const Answer answer =
            runCommand({"plugin", "new", name, "--force", "--folder", folder.filePath(name)});
        QVERIFY2(answer.exitCode == 0, answer.err.constData());
    }
    QVERIFY(readFile(folder.filePath("sartor.lbs/lbs.cpp")).contains("\"sartor.lbs\""));
}

void TstCommandPluginNew::takesAnEmptyFolder() {
    const QTemporaryDir folder;
    const Answer answer = runCommand({"plugin", "new", "jiggle", "--folder", folder.path()});
    QVERIFY2(answer.exitCode == 0, answer.err.constData());
    QVERIFY(answer.out.contains("org.example.jiggle"));
    QVERIFY(QFile::exists(folder.filePath("jiggle.cpp")));
}

QTEST_GUILESS_MAIN(TstCommandPluginNew)
#include "tst_command_plugin_new.moc"
