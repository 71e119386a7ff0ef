// SPDX-License-Identifier: Apache-2.0
// State machines read from nodes and edited: names follow, nothing dangles, each a step of undo.
#include "editor/model/state_machine.h"
#include "graphs.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    GraphDocument document;
    StateMachineEdits edits{document, "machine"};

    Desk() { document.openRecovered(makeMachine(), {}); }
    StateMachine machine() { return *stateMachineOf(document.definition(), "machine"); }
    int steps() { return document.undoStack()->count(); }
};

QStringList names(const StateMachine& machine) {
    QStringList found;
    for (const MachineState& state : machine.states) {
        found << QString::fromStdString(state.name);
    }
    return found;
}

QStringList ways(const StateMachine& machine) {
    QStringList found;
    for (const MachineTransition& transition : machine.transitions) {
        found << QString::fromStdString(transition.from + " > " + transition.to);
    }
    return found;
}

} // namespace

class TstStateMachine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsStatesAndTransitions() {
        Desk desk;
        const StateMachine machine = desk.machine();
        QCOMPARE(names(machine), QStringList({"Stand", "Jump"}));
        QCOMPARE(ways(machine), QStringList({"Stand > Jump", "* > Stand"}));
        QVERIFY(machine.states[0].isEntry);
        QCOMPARE(machine.states[1].node, std::string("swing"));
        QCOMPARE(machine.transitions[0].conditions, QString("jump trigger"));
        QCOMPARE(machine.transitions[1].conditions, QString("at once"));
    }

    void otherNodesAreNone() {
        const graph::GraphDefinition graph = makeLocomotion();
        QVERIFY(!stateMachineOf(graph, "move"));
        QVERIFY(!stateMachineOf(graph, "lost"));
    }

    void addsStatesUnderFreeNames() {
        Desk desk;
        QCOMPARE(desk.edits.addState(), std::string("State"));
        QCOMPARE(desk.edits.addState(), std::string("State 2"));
        QCOMPARE(names(desk.machine()), QStringList({"Stand", "Jump", "State", "State 2"}));
        QVERIFY(desk.machine().states[2].node.empty());
        desk.document.undoStack()->undo();
        desk.document.undoStack()->undo();
        QVERIFY(desk.document.definition() == makeMachine());
    }

    void namesAreFollowed() {
        Desk desk;
        QVERIFY(desk.edits.renameState(0, "Idle").isOk());
        QCOMPARE(ways(desk.machine()), QStringList({"Idle > Jump", "* > Idle"}));
        QCOMPARE(desk.steps(), 1);
        QVERIFY(!desk.edits.renameState(0, "Jump").isOk());
        QVERIFY(!desk.edits.renameState(0, "").isOk());
        QVERIFY(!desk.edits.renameState(0, "*").isOk());
        QCOMPARE(desk.steps(), 1);
        desk.edits.setEntry(1);
        QVERIFY(desk.edits.renameState(1, "Leap").isOk());
        QVERIFY(desk.machine().states[1].isEntry);
    }

    void aStateGoesWithItsTransitions() {
        Desk desk;
        desk.edits.setEntry(1);
        desk.edits.removeState(1);
        QCOMPARE(names(desk.machine()), QStringList({"Stand"}));
        QCOMPARE(ways(desk.machine()), QStringList({"* > Stand"}));
        QVERIFY(desk.machine().states[0].isEntry);
        desk.document.undoStack()->undo();
        QCOMPARE(ways(desk.machine()), QStringList({"Stand > Jump", "* > Stand"}));
        QVERIFY(desk.machine().states[1].isEntry);
    }

    void transitionsAreAddedChangedAndRemoved() {
        Desk desk;
        QCOMPARE(desk.edits.addTransition("Jump", "Stand"), std::size_t{2});
        graph::Value value = desk.edits.transition(2);
        QVERIFY(value.record() != nullptr);
        const Gesture drag = desk.document.newGesture();
        for (int i = 1; i <= 3; ++i) {
            graph::set(*std::get_if<graph::Record>(&value.data), "duration", 0.1 * i);
            desk.edits.setTransition(2, value, drag);
        }
        QCOMPARE(desk.steps(), 2);
        QCOMPARE(*graph::find(*desk.edits.transition(2).record(), "duration"),
                 graph::Value(0.1 * 3));
        desk.edits.removeTransition(0);
        QCOMPARE(ways(desk.machine()), QStringList({"* > Stand", "Jump > Stand"}));
        desk.edits.removeTransition(9);
        QCOMPARE(desk.steps(), 3);
    }
};

QTEST_GUILESS_MAIN(TstStateMachine)
#include "tst_state_machine.moc"
