// SPDX-License-Identifier: Apache-2.0
// Files that appear together or not at all, also where the disk is full.
#include <sartor/base/file.h>
#include <sartor/base/staged_files.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/full_disk.h>

#include <fstream>
#include <map>

using namespace sartor;
namespace fs = std::filesystem;

namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Everything below a folder, with what is in it; folders end in a slash.
std::map<std::string, std::string> contentsOf(const fs::path& folder) {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).string();
        if (entry.is_directory()) {
            contents[name + "/"] = "";
        } else {
            std::ifstream file(entry.path());
            contents[name] = {std::istreambuf_iterator<char>(file), {}};
        }
    }
    return contents;
}

} // namespace

class TstStagedFiles : public QObject {
    Q_OBJECT

private slots:
    void init();
    void nothingIsThereBeforeTheCommit();
    void allAreThereAfterIt();
    void aFullDiskLeavesEverythingAsItWas();
    void whatIsInTheWayIsAnError_data();
    void whatIsInTheWayIsAnError();

private:
    std::optional<QTemporaryDir> temporary_;
    fs::path folder_;
};

void TstStagedFiles::init() {
    temporary_.emplace();
    folder_ = temporary_->path().toStdString();
    std::ofstream(folder_ / "old") << "before";
}

void TstStagedFiles::nothingIsThereBeforeTheCommit() {
    {
        StagedFiles files;
        QVERIFY(files.addFolder(folder_ / "a" / "b").isOk());
        QVERIFY(files.add(folder_ / "a" / "b" / "new", bytesOf("1")).isOk());
        QVERIFY(files.add(folder_ / "old", bytesOf("after")).isOk());
        QVERIFY(!fs::exists(folder_ / "a" / "b" / "new"));
        QCOMPARE(contentsOf(folder_)["old"], std::string("before"));
    }
    QVERIFY((contentsOf(folder_) == std::map<std::string, std::string>{{"old", "before"}}));
}

void TstStagedFiles::allAreThereAfterIt() {
    {
        StagedFiles files;
        QVERIFY(files.addFolder(folder_ / "a" / "b").isOk());
        QVERIFY(files.addFolder(folder_ / "a").isOk());
        QVERIFY(files.add(folder_ / "a" / "b" / "new", bytesOf("1")).isOk());
        QVERIFY(files.add(folder_ / "old", bytesOf("after")).isOk());
        QVERIFY(files.commit().isOk());
    }
    QVERIFY(
        (contentsOf(folder_) == std::map<std::string, std::string>{
                                    {"a/", ""}, {"a/b/", ""}, {"a/b/new", "1"}, {"old", "after"}}));
}

void TstStagedFiles::aFullDiskLeavesEverythingAsItWas() {
    {
        StagedFiles files;
        QVERIFY(files.addFolder(folder_ / "a").isOk());
        QVERIFY(files.add(folder_ / "old", bytesOf("after")).isOk());
        const test::FullDisk disk(100);
        QVERIFY(files.add(folder_ / "a" / "small", bytesOf(std::string(100, 's'))).isOk());
        const Status status = files.add(folder_ / "a" / "large", bytesOf(std::string(101, 'l')));
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("file.unwritable"));
        QCOMPARE(status.error().message, (folder_ / "a" / "large").string() + ": File too large");
    }
    QVERIFY((contentsOf(folder_) == std::map<std::string, std::string>{{"old", "before"}}));
}

void TstStagedFiles::whatIsInTheWayIsAnError_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("message");
    QTest::newRow("a file for a folder") << "old/a"
                                         << "old/a/b"
                                         << "old: File exists";
    QTest::newRow("a folder for a file") << "taken/inside"
                                         << "taken"
                                         << "taken: Is a directory";
    QTest::newRow("no folder") << ""
                               << "nowhere/file"
                               << "nowhere/file: No such file or directory";
}

void TstStagedFiles::whatIsInTheWayIsAnError() {
    QFETCH(QString, folder);
    QFETCH(QString, file);
    QFETCH(QString, message);
    StagedFiles files;
    Status status = folder.isEmpty() ? Status() : files.addFolder(folder_ / folder.toStdString());
    if (status) {
        status = files.add(folder_ / file.toStdString(), bytesOf("x"));
    }
    if (status) {
        status = files.commit();
    }
    QVERIFY(!status);
    QCOMPARE(status.error().code, std::string("file.unwritable"));
    QCOMPARE(status.error().message, (folder_ / message.toStdString()).string());
}

QTEST_GUILESS_MAIN(TstStagedFiles)
#include "tst_staged_files.moc"
