// SPDX-License-Identifier: Apache-2.0
// Reading by position, also of a file that changes meanwhile.
#include <sartor/base/file.h>
#include <sartor/base/input_file.h>

#include <QTemporaryDir>
#include <QtTest>

#include <array>

using namespace sartor;

class TstInputFile : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void readsByPosition();
    void saysThatTheFileBecameShorter();
    void movesItsDescriptor();

private:
    std::filesystem::path write(const char* name, std::string_view text) const {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / name;
        return writeFileAtomically(path, text) ? path : std::filesystem::path();
    }
    static std::string textAt(const InputFile& file, std::uint64_t offset) {
        std::array<std::byte, 3> bytes{};
        const Status status = file.readAt(offset, bytes);
        return status ? std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())
                      : status.error().code + ": " + status.error().message;
    }
    QTemporaryDir folder_;
};

void TstInputFile::rejectsInvalidInput_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("code");
    QTest::newRow("missing") << "/nonexistent/file"
                             << "file.missing";
    QTest::newRow("folder") << "/"
                            << "file.not_regular";
    QTest::newRow("device") << "/dev/zero"
                            << "file.not_regular";
    QTest::newRow("too large") << QString::fromStdString(write("ten", "0123456789").string())
                               << "file.too_large";
}

void TstInputFile::rejectsInvalidInput() {
    QFETCH(QString, path);
    QFETCH(QString, code);
    const auto file = InputFile::open(path.toStdString(), 9);
    QVERIFY(!file);
    QCOMPARE(QString::fromStdString(file.error().code), code);
    QVERIFY(QString::fromStdString(file.error().message).startsWith(path));
}

void TstInputFile::readsByPosition() {
    const auto file = InputFile::open(write("letters", "abcdefghij"));
    QVERIFY(file);
    QCOMPARE(file->size(), std::uint64_t{10});
    QCOMPARE(textAt(*file, 7), std::string("hij"));
    QCOMPARE(textAt(*file, 0), std::string("abc"));
}

void TstInputFile::saysThatTheFileBecameShorter() {
    const auto path = write("short", "abcdefghij");
    const auto file = InputFile::open(path);
    QVERIFY(file);
    std::filesystem::resize_file(path, 5);
    QCOMPARE(textAt(*file, 4),
             "file.truncated: " + path.string() +
                 ": it ended at byte 5 while it was read, expected 2 more");
}

void TstInputFile::movesItsDescriptor() {
    auto first = InputFile::open(write("first", "111"));
    auto second = InputFile::open(write("second", "222"));
    QVERIFY(first && second);
    InputFile moved = *std::move(first);
    QCOMPARE(textAt(moved, 0), std::string("111"));
    moved = *std::move(second);
    QCOMPARE(textAt(moved, 0), std::string("222"));
}

QTEST_GUILESS_MAIN(TstInputFile)
#include "tst_input_file.moc"
