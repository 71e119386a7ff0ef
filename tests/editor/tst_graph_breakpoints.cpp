// SPDX-License-Identifier: Apache-2.0
// Where a graph that plays stops by itself, and that what it stops at follows the graph.
#include "character.h"
#include "editor/model/graph_workspace.h"
#include "editor/model/state_machine.h"
#include "graphs.h"

#include <QSignalSpy>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

using Kind = GraphBreakpoints::Kind;

struct Desk {
    Document character;
    GraphWorkspace graph{character};
    GraphBreakpoints& breakpoints = graph.breakpoints;
    QSignalSpy hits{&breakpoints, &GraphBreakpoints::hit};

    Desk() {
        character.open(makeSession());
        graph.document.openRecovered(makeMachine(), {});
        character.advance(0.1);
    }
    QString why() const { return hits.isEmpty() ? QString() : hits.last()[0].toString(); }
};

} // namespace

class TstGraphBreakpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stopsWhereATransitionIsTaken() {
        Desk desk;
        desk.breakpoints.toggle({"machine", "Stand", "Jump"});
        QVERIFY(desk.breakpoints.hasAny("machine"));
        desk.character.advance(0.1);
        QCOMPARE(desk.hits.count(), 0);
        desk.graph.live.fire("jump");
        QCOMPARE(desk.hits.count(), 1);
        QVERIFY2(desk.why().contains("Stand → Jump"), qPrintable(desk.why()));
        desk.character.advance(0.1);
        QCOMPARE(desk.hits.count(), 1);
    }

    void aTransitionFromAnywhereStopsToo() {
        Desk desk;
        desk.breakpoints.toggle({"machine", "*", "Stand"});
        desk.graph.live.fire("jump");
        QCOMPARE(desk.hits.count(), 0);
        for (int i = 0; i < 10; ++i) {
            desk.character.advance(0.1);
        }
        QCOMPARE(desk.hits.count(), 1);
        QVERIFY2(desk.why().contains("Jump → Stand"), qPrintable(desk.why()));
    }

    void stopsWhereANodeStarts() {
        Desk desk;
        desk.breakpoints.toggle("swing", Kind::Starts);
        desk.breakpoints.toggle("bend", Kind::Starts);
        desk.character.advance(0.1);
        QCOMPARE(desk.hits.count(), 0);
        desk.graph.live.fire("jump");
        QCOMPARE(desk.hits.count(), 1);
        QVERIFY2(desk.why().contains("swing"), qPrintable(desk.why()));
        desk.breakpoints.toggle("swing", Kind::Starts);
        QVERIFY(!desk.breakpoints.hasAny("swing"));
    }

    void stopsWhereWhatComesOutIsNotFinite() {
        // A character whose clips move a joint so far that what is added to it overflows.
        import::ImportedScene scene = makeScene();
        assets::ClipData data;
        data.name = "Far";
        assets::JointTracks tracks;
        tracks.joint = kKnee;
        tracks.translation.times = {0.0f, 1.0f};
        tracks.translation.values = {glm::vec3(0.0f), glm::vec3(3e38f, 0.0f, 0.0f)};
        data.jointTracks.push_back(std::move(tracks));
        scene.clips.push_back(require(assets::Clip::create(std::move(data), 5)));
        graph::GraphDefinition sum;
        sum.nodes = {makeClip("far", "Far", 0, 0),
                     makeClip("farther", "Far", 0, 160),
                     makeNode("sum", "additive", 300, 40)};
        sum.nodes[2].params = {{"reference", "rest"}};
        sum.nodes[2].inputs = {{"base", {graph::nodeInput("far")}},
                               {"additive", {graph::nodeInput("farther")}}};
        sum.output = graph::nodeInput("sum");
        Document character;
        GraphWorkspace workspace(character);
        character.open(makeSession(scene));
        workspace.document.openRecovered(sum, {});
        QVERIFY2(workspace.problems.problems().empty(),
                 workspace.problems.problems().empty()
                     ? ""
                     : workspace.problems.problems()[0].message.c_str());
        QSignalSpy hits(&workspace.breakpoints, &GraphBreakpoints::hit);
        workspace.breakpoints.toggle("far", Kind::NotFinite);
        workspace.breakpoints.toggle("sum", Kind::NotFinite);
        character.advance(0.2);
        QCOMPARE(hits.count(), 0);
        character.advance(0.6);
        QCOMPARE(hits.count(), 1);
        QVERIFY2(hits[0][0].toString().contains("sum"), qPrintable(hits[0][0].toString()));
    }

    void followsWhatIsRenamedAndForgetsWhatIsGone() {
        Desk desk;
        desk.breakpoints.toggle("bend", Kind::NotFinite);
        desk.breakpoints.toggle({"machine", "Stand", "Jump"});
        QVERIFY(desk.graph.edits.renameNode("bend", "lean").isOk());
        QVERIFY(desk.graph.edits.renameNode("machine", "legs").isOk());
        QVERIFY(desk.breakpoints.isSet("lean", Kind::NotFinite));
        QVERIFY(!desk.breakpoints.hasAny("bend"));
        QVERIFY(desk.breakpoints.isSet({"legs", "Stand", "Jump"}));
        StateMachineEdits(desk.graph.document, "legs").removeTransition(0);
        QVERIFY(!desk.breakpoints.hasAny("legs"));
        desk.graph.edits.remove({.nodes = {"lean"}});
        QVERIFY(!desk.breakpoints.hasAny("lean"));
        desk.breakpoints.toggle("lean", Kind::Starts);
        QVERIFY(!desk.breakpoints.hasAny("lean"));
    }

    void anotherGraphBeginsWithoutAny() {
        Desk desk;
        desk.breakpoints.toggle("bend", Kind::Starts);
        desk.graph.document.openRecovered(makeMachine(), {});
        QVERIFY(!desk.breakpoints.hasAny("bend"));
    }
};

QTEST_GUILESS_MAIN(TstGraphBreakpoints)
#include "tst_graph_breakpoints.moc"
