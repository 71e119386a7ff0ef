// SPDX-License-Identifier: Apache-2.0
// What is wrong with the graph, found as it is edited, at the node it belongs to.
#include "character.h"
#include "editor/model/graph_workspace.h"
#include "graphs.h"

#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document character;
    GraphWorkspace graph{character};

    void openAll() {
        character.open(makeSession());
        graph.document.openRecovered(makeLocomotion(), {});
    }
};

} // namespace

class TstGraphProblems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSoundGraphIsReady() {
        Desk desk;
        QVERIFY(desk.graph.problems.compiled() == nullptr);
        desk.openAll();
        QCOMPARE(desk.graph.problems.problems().size(), std::size_t{0});
        QVERIFY(desk.graph.problems.compiled() != nullptr);
    }

    void findsWhatAnEditBreaks() {
        Desk desk;
        desk.openAll();
        GraphProblemsModel model(desk.graph.problems);
        QSignalSpy changes(&desk.graph.problems, &GraphProblems::changed);
        const auto& clip = graph::findNodeSchema("clip")->params.front();
        desk.graph.edits.setParam("bend", clip, "Jump", Gesture::Single);
        desk.graph.edits.setParam("swing", clip, "Fly", Gesture::Single);
        // Once for all edits of one turn of the event loop.
        QTRY_COMPARE(changes.count(), 1);
        QCOMPARE(desk.graph.problems.problems().size(), std::size_t{2});
        QVERIFY(desk.graph.problems.messagesOf("bend").join(' ').contains("Jump"));
        QVERIFY(desk.graph.problems.messagesOf("move").isEmpty());
        QVERIFY(desk.graph.problems.compiled() == nullptr);
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.nodeOf(0), std::string("bend"));
        QVERIFY(
            model.index(0, GraphProblemsModel::MessageColumn).data().toString().contains("Jump"));
        desk.graph.document.undoStack()->undo();
        desk.graph.document.undoStack()->undo();
        QTRY_COMPARE(model.rowCount(), 0);
        QVERIFY(desk.graph.problems.compiled() != nullptr);
    }

    void findsWhatCanBeKnownWithoutACharacter() {
        Desk desk;
        graph::GraphDefinition broken = makeLocomotion();
        broken.nodes[2].type = "blend_9d";
        desk.graph.document.openRecovered(broken, {});
        QVERIFY(!desk.graph.problems.messagesOf("move").isEmpty());
        QVERIFY(desk.graph.problems.messagesOf("bend").isEmpty());
    }

    void anotherCharacterHasOtherProblems() {
        Desk desk;
        desk.openAll();
        import::ImportedScene scene = makeScene();
        scene.clips = {makeBend("Bend", 2.0f)};
        desk.character.open(makeSession(scene));
        QVERIFY(!desk.graph.problems.messagesOf("swing").isEmpty());
        QVERIFY(desk.graph.problems.messagesOf("bend").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstGraphProblems)
#include "tst_graph_problems.moc"
