// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#include <sartor/base/file.h>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>

using namespace sartor;

class TstFile : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void readsBackWhatItWrote();
    void refusesMoreThanTheLimit();
    void aFailedWriteLeavesTheOldFile();
    void keepsTheModeOfAReplacedFile();
    void newFilesHaveTheModeOfTheMask_data();
    void newFilesHaveTheModeOfTheMask();
    void writesThroughLinks_data();
    void writesThroughLinks();
    void linksThatLeadNowhereAreErrors();
    void whatIsNoFileIsNotReplaced();

private:
    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    QTemporaryDir folder_;
};

void TstFile::rejectsInvalidInput_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("code");
    QTest::newRow("missing") << "/nonexistent/file"
                             << "file.missing";
    QTest::newRow("folder") << "/"
                            << "file.not_regular";
    QTest::newRow("device") << "/dev/zero"
                            << "file.not_regular";
}

void TstFile::rejectsInvalidInput() {
    QFETCH(QString, path);
    QFETCH(QString, code);
    const auto bytes = readFile(path.toStdString());
    QVERIFY(!bytes.hasValue());
    QCOMPARE(QString::fromStdString(bytes.error().code), code);
    QVERIFY(QString::fromStdString(bytes.error().message).startsWith(path));
}

void TstFile::readsBackWhatItWrote() {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100000}}) {
        std::vector<std::byte> bytes(size);
        for (std::size_t i = 0; i < size; ++i) {
            bytes[i] = static_cast<std::byte>(i * 7);
        }
        QVERIFY(writeFileAtomically(path("round"), bytes).isOk());
        const auto back = readFile(path("round"));
        QVERIFY(back.hasValue());
        QVERIFY(*back == bytes);
    }
}

void TstFile::refusesMoreThanTheLimit() {
    QVERIFY(writeFileAtomically(path("ten"), std::string_view("0123456789")).isOk());
    QVERIFY(readFile(path("ten"), 10).hasValue());
    const auto refused = readFile(path("ten"), 9);
    QVERIFY(!refused.hasValue());
    QCOMPARE(refused.error().code, std::string("file.too_large"));
}

void TstFile::aFailedWriteLeavesTheOldFile() {
    QVERIFY(std::filesystem::create_directory(path("occupied")));
    const Status status = writeFileAtomically(path("occupied"), std::string_view("x"));
    QVERIFY(!status.isOk());
    QCOMPARE(status.error().code, std::string("file.unwritable"));
    QVERIFY(std::filesystem::is_directory(path("occupied")));
    // nothing temporary is left either
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path().toStdString())) {
        QVERIFY2(entry.path().filename().string().find("occupied.") == std::string::npos,
                 entry.path().c_str());
    }
}

void TstFile::keepsTheModeOfAReplacedFile() {
    QVERIFY(writeFileAtomically(path("mode"), std::string_view("a")).isOk());
    QCOMPARE(::chmod(path("mode").c_str(), 0600), 0);
    QVERIFY(writeFileAtomically(path("mode"), std::string_view("b")).isOk());
    struct stat info {};
    QCOMPARE(::stat(path("mode").c_str(), &info), 0);
    QCOMPARE(static_cast<int>(info.st_mode & 0777), 0600);
}

void TstFile::newFilesHaveTheModeOfTheMask_data() {
    QTest::addColumn<int>("mask");
    QTest::addColumn<int>("mode");
    QTest::newRow("usual") << 022 << 0644;
    QTest::newRow("with the group") << 002 << 0664;
    QTest::newRow("private") << 077 << 0600;
}

void TstFile::newFilesHaveTheModeOfTheMask() {
    QFETCH(const int, mask);
    QFETCH(const int, mode);
    const std::filesystem::path file = path(QTest::currentDataTag());
    const mode_t before = ::umask(static_cast<mode_t>(mask));
    const Status status = writeFileAtomically(file, std::string_view("a"));
    ::umask(before);
    QVERIFY(status.isOk());
    struct stat info {};
    QCOMPARE(::stat(file.c_str(), &info), 0);
    QCOMPARE(static_cast<int>(info.st_mode & 07777), mode);
}

void TstFile::writesThroughLinks_data() {
    QTest::addColumn<QString>("link");
    QTest::addColumn<bool>("isThere");
    for (const bool isThere : {true, false}) {
        QTest::addRow("absolute, %d", isThere) << folder_.filePath("far/target") << isThere;
        QTest::addRow("relative, %d", isThere) << "far/target" << isThere;
        QTest::addRow("through another, %d", isThere) << "far/link" << isThere;
    }
}

void TstFile::writesThroughLinks() {
    QFETCH(const QString, link);
    QFETCH(const bool, isThere);
    std::filesystem::remove_all(path("far"));
    std::filesystem::remove(path("link"));
    std::filesystem::create_directory(path("far"));
    std::filesystem::create_symlink("target", path("far/link"));
    std::filesystem::create_symlink(link.toStdString(), path("link"));
    if (isThere) {
        QVERIFY(writeFileAtomically(path("far/target"), std::string_view("old")).isOk());
        QCOMPARE(::chmod(path("far/target").c_str(), 0640), 0);
    }
    QVERIFY(writeFileAtomically(path("link"), std::string_view("new")).isOk());
    QVERIFY(std::filesystem::is_symlink(path("link")));
    QVERIFY(std::filesystem::is_symlink(path("far/link")));
    QVERIFY(std::filesystem::is_regular_file(std::filesystem::symlink_status(path("far/target"))));
    QCOMPARE(readFile(path("far/target"))->size(), std::size_t{3});
    QCOMPARE(char(readFile(path("far/target"))->front()), 'n');
    struct stat info {};
    QCOMPARE(::stat(path("far/target").c_str(), &info), 0);
    QCOMPARE((info.st_mode & 0777) == 0640, isThere);
    // Nothing temporary is left on either side.
    QCOMPARE(QDir(folder_.filePath("far")).entryList(QDir::Files | QDir::System).size(), 2);
}

void TstFile::linksThatLeadNowhereAreErrors() {
    std::filesystem::create_symlink("loop", path("loop"));
    const Status loop = writeFileAtomically(path("loop"), std::string_view("x"));
    QCOMPARE(loop.error().message, path("loop").string() + ": Too many levels of symbolic links");
    std::filesystem::create_symlink("no/such/folder", path("astray"));
    const Status astray = writeFileAtomically(path("astray"), std::string_view("x"));
    QCOMPARE(astray.error().code, std::string("file.unwritable"));
    QVERIFY(astray.error().message.ends_with("no/such/folder: No such file or directory"));
    QVERIFY(std::filesystem::is_symlink(path("astray")));
}

// Root could: a device would be gone for everybody.
void TstFile::whatIsNoFileIsNotReplaced() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::filesystem::create_symlink("pipe", path("link to a pipe"));
    for (const char* name : {"pipe", "link to a pipe"}) {
        const Status status = writeFileAtomically(path(name), std::string_view("x"));
        QCOMPARE(status.error().message,
                 path(name).string() + ": is there and no file; it is not replaced");
        QVERIFY(std::filesystem::is_fifo(path(name)));
    }
}

QTEST_GUILESS_MAIN(TstFile)
#include "tst_file.moc"
