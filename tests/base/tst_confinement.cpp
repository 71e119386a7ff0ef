// SPDX-License-Identifier: Apache-2.0
// What a confined process may still do. It cannot be undone, so a child is confined.
#include <sartor/base/child_process.h>
#include <sartor/base/confinement.h>
#include <sartor/base/file.h>

#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>

using namespace sartor;

class TstConfinement : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void namesAFolderThatIsNotThere();
    void refuses_data();
    void refuses();

private:
    Result<ChildResult> runConfined(const QStringList& arguments) const;
    QTemporaryDir folder_;
    QString inside_;
    QString outside_;
};

void TstConfinement::initTestCase() {
    const std::filesystem::path folder = folder_.path().toStdString();
    QVERIFY(std::filesystem::create_directories(folder / "allowed/below"));
    QVERIFY(writeFileAtomically(folder / "allowed/below/file", std::string_view("x")).isOk());
    QVERIFY(writeFileAtomically(folder / "file", std::string_view("x")).isOk());
    inside_ = folder_.filePath("allowed/below/file");
    outside_ = folder_.filePath("file");
}

Result<ChildResult> TstConfinement::runConfined(const QStringList& arguments) const {
    ChildCommand command{.program = SARTOR_CHILD_PROGRAM, .arguments = {"confined"}};
    for (const QString& argument : arguments) {
        command.arguments.push_back(argument.toStdString());
    }
    return runChild(command);
}

void TstConfinement::namesAFolderThatIsNotThere() {
    const auto result = runConfined({"/nonexistent"});
    QVERIFY(result.hasValue());
    QCOMPARE(result->exitCode, 9);
    QCOMPARE(result->errors,
             std::string("this process cannot give up its rights: /nonexistent: No such file or "
                         "directory"));
}

void TstConfinement::refuses_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<bool>("isInside");
    QTest::addColumn<int>("error"); // 0: it is not refused
    QTest::newRow("reading inside") << "read" << true << 0;
    QTest::newRow("reading outside") << "read" << false << EACCES;
    QTest::newRow("writing inside") << "write" << true << EACCES;
    QTest::newRow("creating inside") << "create" << true << EACCES;
    QTest::newRow("removing inside") << "remove" << true << EPERM;
    QTest::newRow("mode inside") << "mode" << true << EPERM;
    QTest::newRow("socket") << "socket" << true << EPERM;
    QTest::newRow("another process") << "fork" << true << EPERM;
    QTest::newRow("a program") << "program" << true << EPERM;
    QTest::newRow("a signal to another") << "kill" << true << EPERM;
    QTest::newRow("another limit") << "limit" << true << EPERM;
    QTest::newRow("asking for a limit") << "ask_limit" << true << 0;
    QTest::newRow("a thread") << "thread" << true << 0;
}

void TstConfinement::refuses() {
    QFETCH(QString, what);
    QFETCH(bool, isInside);
    QFETCH(int, error);
    const auto result =
        runConfined({folder_.filePath("allowed"), what, isInside ? inside_ : outside_});
    QVERIFY(result.hasValue());
    QVERIFY2(result->end == ChildEnd::Exited && result->exitCode == 0, result->errors.c_str());
    const QString answer = QString::fromUtf8(reinterpret_cast<const char*>(result->output.data()),
                                             qsizetype(result->output.size()));
    const bool hasLandlock = answer.startsWith("1 ");
    if (!hasLandlock && !isInside) {
        QSKIP("this kernel has no Landlock");
    }
    QCOMPARE(answer, QString("%1 %2").arg(hasLandlock ? 1 : 0).arg(error));
    QVERIFY(QFile::exists(inside_));
}

QTEST_GUILESS_MAIN(TstConfinement)
#include "tst_confinement.moc"
