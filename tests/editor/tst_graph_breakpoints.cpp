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
