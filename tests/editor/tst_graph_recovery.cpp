// SPDX-License-Identifier: Apache-2.0
// Unsaved graphs outlive the editor that had them.
#include "editor/model/graph_edits.h"
#include "editor/model/graph_recovery.h"
#include "editor/model/text.h"
#include "graphs.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// An editor with its copy; `end` is how it ends.
struct Running {
    explicit Running(const QTemporaryDir& folder)
        : recovery(std::make_unique<GraphRecovery>(document, toPath(folder.path()))) {}

    GraphDocument document;
    std::unique_ptr<GraphRecovery> recovery;
};

/// What a crash leaves: copy and origin, and the lock of a process that is gone.
void leaveBehind(const QTemporaryDir& folder, const std::string& origin) {
    Running crashed(folder);
    crashed.document.openRecovered(makeLocomotion(), origin);
    QVERIFY(crashed.recovery->write().isOk());
    const QDir files(folder.path());
    for (const QFileInfo& file : files.entryInfoList({"*.json", "*.origin"}, QDir::Files)) {
        QFile::copy(file.filePath(), files.filePath("left." + file.fileName().section('.', 1)));
    }
}

} // namespace

class TstGraphRecovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTheCopyAMomentAfterAnEdit() {
        const QTemporaryDir folder;
        Running editor(folder);
        editor.document.create();
        GraphEdits(editor.document).addNode("clip", {0, 0});
        QTRY_COMPARE_WITH_TIMEOUT(
            QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 1, 10000);
    }

    void aCleanEndLeavesNothing() {
        const QTemporaryDir folder;
        Running editor(folder);
        editor.document.openRecovered(makeLocomotion(), {});
        QVERIFY(editor.recovery->write().isOk());
        QCOMPARE(QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 1);
        editor.recovery.reset();
        QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    }

    void savingRemovesTheCopy() {
        const QTemporaryDir folder;
        const QTemporaryDir work;
        Running editor(folder);
        editor.document.openRecovered(makeLocomotion(), {});
        QVERIFY(editor.recovery->write().isOk());
        QVERIFY(editor.document.saveAs(toPath(work.filePath("a.json"))).isOk());
        QVERIFY(QDir(folder.path()).entryList({"*.json", "*.origin"}, QDir::Files).isEmpty());
    }

    void anotherEditorsCopyIsLeftAlone() {
        const QTemporaryDir folder;
        Running first(folder);
        first.document.openRecovered(makeLocomotion(), {});
        QVERIFY(first.recovery->write().isOk());
        const Running second(folder);
        QVERIFY(second.recovery->leftBehind().empty());
    }

    void recoversWhatACrashLeft() {
        const QTemporaryDir folder;
        leaveBehind(folder, "/characters/walk.json");
        Running editor(folder);
        const auto left = editor.recovery->leftBehind();
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].path, std::filesystem::path("/characters/walk.json"));
        QVERIFY(editor.recovery->recover(left[0]).isOk());
        QVERIFY(areSameGraph(editor.document.definition(), makeLocomotion()));
        QVERIFY(editor.document.isModified());
        QCOMPARE(editor.document.name(), QString("walk.json"));
        // It is this editor's copy now: a second crash would not lose it.
        QVERIFY(editor.recovery->leftBehind().empty());
        QCOMPARE(QDir(folder.path()).entryList({"*.json"}, QDir::Files).size(), 1);
    }

    void aDamagedCopyStays() {
        const QTemporaryDir folder;
        leaveBehind(folder, "");
        const QString copy = QDir(folder.path()).filePath("left.sartor-graph.json");
        QFile file(copy);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ damaged");
        file.close();
        Running editor(folder);
        const auto left = editor.recovery->leftBehind();
        QCOMPARE(left.size(), std::size_t{1});
        QVERIFY(!editor.recovery->recover(left[0]).isOk());
        QVERIFY(QFile::exists(copy));
        editor.recovery->discard(left[0]);
        QVERIFY(!QFile::exists(copy));
    }
};

QTEST_GUILESS_MAIN(TstGraphRecovery)
#include "tst_graph_recovery.moc"
