// SPDX-License-Identifier: Apache-2.0
// Stamps change with the file and with nothing else.
#include <sartor/base/file_stamp.h>

#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <fstream>

using namespace sartor;

class TstFileStamp : public QObject {
    Q_OBJECT

private slots:
    void thereIsNoneOfWhatIsNoFile() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QVERIFY(!fileStamp(root));
        QVERIFY(!fileStamp(root / "none"));
        QVERIFY(!fileStamp("/dev/null"));
        QVERIFY(!fileStamp(""));
    }

    void changesWithSizeAndTime() {
        const QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "file";
        std::ofstream(file) << "four";
        const auto first = fileStamp(file);
        QVERIFY(first.has_value());
        QCOMPARE(first->size, std::uint64_t{4});
        QVERIFY(fileStamp(file) == first);
        std::ofstream(file) << "longer";
        QVERIFY(fileStamp(file) != first);
        // The same bytes at another time, by one nanosecond.
        std::ofstream(file) << "four";
        const auto time = std::filesystem::last_write_time(file);
        const auto before = fileStamp(file);
        std::filesystem::last_write_time(file, time + std::chrono::nanoseconds(1));
        QVERIFY(fileStamp(file) != before);
        QCOMPARE(fileStamp(file)->modified, before->modified + 1);
        std::filesystem::last_write_time(file, time);
        QVERIFY(fileStamp(file) == before);
    }
};

QTEST_GUILESS_MAIN(TstFileStamp)
#include "tst_file_stamp.moc"
