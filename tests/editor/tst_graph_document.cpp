// SPDX-License-Identifier: Apache-2.0
// The graph's file: opened, saved whole or not at all, never over somebody else's work unasked.
#include "editor/model/graph_document.h"
#include "editor/model/graph_edits.h"
#include "editor/model/text.h"
#include "graphs.h"

#include <sartor/base/file.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <memory>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

QByteArray textOf(const std::filesystem::path& path) {
    QFile file(pathText(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TstGraphDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void savesAndOpensTheSame() {
        const QTemporaryDir folder;
        const std::filesystem::path path = toPath(folder.filePath("walk.json"));
        GraphDocument document;
        QVERIFY(!document.isOpen());
        document.openRecovered(makeLocomotion(), {});
        QCOMPARE(document.name(), QString("Untitled"));
        QVERIFY(document.isModified());
        QVERIFY(document.saveAs(path).isOk());
        QVERIFY(!document.isModified());
        QCOMPARE(document.name(), QString("walk.json"));

        GraphDocument again;
        QSignalSpy opened(&again, &GraphDocument::opened);
        QVERIFY(again.open(path).isOk());
        QCOMPARE(opened.count(), 1);
        QVERIFY(areSameGraph(again.definition(), document.definition()));
        // A canonical file is written back as it was.
        const QByteArray before = textOf(path);
        GraphEdits(again).addNode("clip", {0, 0});
        again.undoStack()->undo();
        QVERIFY(!again.isModified());
        QVERIFY(again.save().isOk());
        QCOMPARE(textOf(path), before);
    }

    void unsavedEditsShow() {
        const QTemporaryDir folder;
        GraphDocument document;
        document.create();
        QVERIFY(!document.isModified());
        QSignalSpy states(&document, &GraphDocument::fileStateChanged);
        GraphEdits edits(document);
        edits.addNode("clip", {0, 0});
        QVERIFY(document.isModified());
        QCOMPARE(states.count(), 1);
        QVERIFY(document.saveAs(toPath(folder.filePath("a.json"))).isOk());
        QVERIFY(!document.isModified());
        document.undoStack()->undo();
        QVERIFY(document.isModified());
        document.undoStack()->redo();
        QVERIFY(!document.isModified());
    }

    void aFileThatCannotBeReadLeavesWhatIsOpen_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("other document")
            << QByteArray("{\"format\":\"sartor-chain\",\"version\":1}");
        QTest::newRow("unknown key")
            << QByteArray("{\"format\":\"sartor-graph\",\"version\":1,\"nodez\":[]}");
        QTest::newRow("two nodes of one id")
            << QByteArray("{\"format\":\"sartor-graph\",\"version\":1,\"nodes\":["
                          "{\"id\":\"a\",\"type\":\"clip\"},{\"id\":\"a\",\"type\":\"clip\"}]}");
        QTest::newRow("later version")
            << QByteArray("{\"format\":\"sartor-graph\",\"version\":999,\"nodes\":[]}");
    }

    void aFileThatCannotBeReadLeavesWhatIsOpen() {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        const std::filesystem::path path = toPath(folder.filePath("bad.json"));
        QVERIFY(writeFileAtomically(path, text.toStdString()).isOk());
        GraphDocument document;
        document.openRecovered(makeLocomotion(), {});
        const Status status = document.open(path);
        QVERIFY(!status.isOk());
        QVERIFY2(QString::fromStdString(status.error().message).contains("bad.json"),
                 status.error().message.c_str());
        QVERIFY(document.definition() == makeLocomotion());
        QVERIFY(document.isModified());
    }

    void doesNotWriteOverAnotherProgramsWork() {
        const QTemporaryDir folder;
        const std::filesystem::path path = toPath(folder.filePath("a.json"));
        GraphDocument document;
        document.openRecovered(makeLocomotion(), {});
        QVERIFY(document.saveAs(path).isOk());
        QVERIFY(writeFileAtomically(path, "somebody else's work").isOk());
        GraphEdits(document).addNode("clip", {0, 0});
        const Status status = document.save();
        QVERIFY(!status.isOk());
        QCOMPARE(status.error().code, std::string("editor.graph_changed_on_disk"));
        QCOMPARE(textOf(path), QByteArray("somebody else's work"));
        QVERIFY(document.isModified());
        QVERIFY(document.save(GraphDocument::Overwrite::Always).isOk());
        QVERIFY(!document.isModified());
        QVERIFY(textOf(path).contains("sartor-graph"));
    }

    void aFailedSaveKeepsEverything() {
        const QTemporaryDir folder;
        GraphDocument document;
        document.openRecovered(makeLocomotion(), {});
        QCOMPARE(document.save().error().code, std::string("editor.graph_untitled"));
        QVERIFY(!document.saveAs(toPath(folder.filePath("no/such/folder/a.json"))).isOk());
        QVERIFY(document.isModified());
        QVERIFY(document.path().empty());
    }

    void tellsNobodyWhileItGoes() {
        auto document = std::make_unique<GraphDocument>();
        document->create();
        GraphEdits(*document).addNode("clip", {0, 0});
        int told = 0;
        connect(document.get(), &GraphDocument::fileStateChanged, this, [&told] { ++told; });
        document.reset();
        QCOMPARE(told, 0);
    }

    void placesOfTheLayoutAreNotEdits() {
        const QTemporaryDir folder;
        const std::filesystem::path path = toPath(folder.filePath("a.json"));
        graph::GraphDefinition unplaced = makeLocomotion();
        for (graph::NodeDefinition& node : unplaced.nodes) {
            node.at = {0, 0};
            node.hasPlace = false;
        }
        GraphDocument document;
        document.openRecovered(unplaced, {});
        QVERIFY(document.saveAs(path).isOk());
        QVERIFY(!textOf(path).contains("\"at\"") || textOf(path).contains("comments"));
        GraphDocument again;
        QVERIFY(again.open(path).isOk());
        QVERIFY(!again.isModified());
        QVERIFY(again.definition().nodes[2].at.x > again.definition().nodes[0].at.x);
        QVERIFY(!again.definition().nodes[2].hasPlace);
    }
};

QTEST_GUILESS_MAIN(TstGraphDocument)
#include "tst_graph_document.moc"
