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
        QVERIFY(model.partOf(0) == (GraphPart{GraphPart::Kind::Node, "bend"}));
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

    void everyProblemHasItsPlace() {
        Desk desk;
        graph::GraphDefinition broken = makeLocomotion();
        broken.output = graph::nodeInput("nobody");
        broken.clips = {{"Bend", {}, {}}, {"Fly", {{"land", 0.5}}, {}}};
        broken.rootMotion.joint = "Tail";
        broken.parameters.push_back({.id = "pace", .minimum = 2.0, .maximum = 1.0});
        broken.groups.push_back({"Lost", {"nobody"}});
        broken.nodes[3].params = {{"clip", "Jump"}};
        desk.character.open(makeSession());
        desk.graph.document.openRecovered(broken, {});
        GraphProblemsModel model(desk.graph.problems);
        QStringList places;
        for (int row = 0; row < model.rowCount(); ++row) {
            places << model.index(row, GraphProblemsModel::PartColumn).data().toString();
        }
        for (const char* place :
             {"Output", "Clip Fly", "Root motion", "Parameter pace", "Group Lost", "loose"}) {
            QVERIFY2(places.contains(QLatin1String(place)), qPrintable(places.join(u';')));
        }
        QVERIFY(!places.contains(QString()));
    }

    void placesOfOtherDocumentsAreThoseOfTheGraph() {
        const graph::GraphDefinition graph = makeLocomotion();
        for (const char* path : {"", "/nodes", "/clips", "/clips/7", "/clips/x", "/outputs"}) {
            QVERIFY2(partOf(graph, {"code", path, "message", ""}) == GraphPart{}, path);
        }
        QVERIFY(partOf(graph, {"code", "/output/node", "message", ""}).kind ==
                GraphPart::Kind::Output);
        QCOMPARE(partOf(graph, {"code", "/groups/0/nodes/2", "message", ""}).id,
                 std::string("Locomotion"));
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
