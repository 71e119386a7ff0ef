// SPDX-License-Identifier: Apache-2.0
// Observers see what is opened while they live, and nothing else.
#include <sartor/base/file.h>
#include <sartor/base/file_access.h>

#include <QTemporaryDir>
#include <QtTest>

#include <vector>

using namespace sartor;
using Paths = std::vector<std::filesystem::path>;

class TstFileAccess : public QObject {
    Q_OBJECT

private slots:
    void tellsWhatIsOpened();
    void tellsWhatCannotBeOpened();
    void isSilentWhenNobodyObserves();
};

void TstFileAccess::tellsWhatIsOpened() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("some").toStdString();
    QVERIFY(writeFileAtomically(path, "text").isOk());
    Paths first;
    Paths second;
    const FileAccessObserver outer(
        [&](const std::filesystem::path& opened) { first.push_back(opened); });
    {
        const FileAccessObserver inner(
            [&](const std::filesystem::path& opened) { second.push_back(opened); });
        QVERIFY(readFile(path).hasValue());
    }
    reportFileAccess("other");
    QCOMPARE(first, (Paths{path, "other"}));
    QCOMPARE(second, Paths{path});
}

void TstFileAccess::tellsWhatCannotBeOpened() {
    Paths seen;
    const FileAccessObserver observer(
        [&](const std::filesystem::path& opened) { seen.push_back(opened); });
    QVERIFY(!readFile("/nowhere/at/all").hasValue());
    QCOMPARE(seen, Paths{"/nowhere/at/all"});
}

void TstFileAccess::isSilentWhenNobodyObserves() {
    Paths seen;
    {
        const FileAccessObserver observer(
            [&](const std::filesystem::path& opened) { seen.push_back(opened); });
    }
    reportFileAccess("unseen");
    QCOMPARE(seen, Paths{});
}

QTEST_GUILESS_MAIN(TstFileAccess)
#include "tst_file_access.moc"
