// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#include <sartor/base/file.h>

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

QTEST_GUILESS_MAIN(TstFile)
#include "tst_file.moc"
