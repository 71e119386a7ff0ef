// SPDX-License-Identifier: Apache-2.0
// States and transitions under the mouse, and the fields of the one that is selected.
#include "character.h"
#include "editor/view/graph_panel.h"
#include "editor/view/graph_view.h"
#include "editor/view/state_machine_panel.h"
#include "graphs.h"

#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    Document character;
    GraphWorkspace workspace{character};
    GraphPanel panel{workspace};

    Desk() {
        character.open(makeSession());
        workspace.document.openRecovered(makeMachine(), {});
        panel.resize(1100, 600);
        panel.show();
        Q_EMIT panel.view().graphScene().nodeActivated(QStringLiteral("machine"));
        settle();
    }
    static void settle() { QCoreApplication::processEvents(); }
    StateMachineView& view() { return panel.machine().view(); }
    const StateMachine& machine() { return *view().machine(); }
    void drag(const QPoint& from, const QPoint& to) {
        QTest::mousePress(&view(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&view(), to);
        QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
        settle();
    }
    template <class T>
    T* find(const char* name) {
        return panel.findChild<T*>(QLatin1String(name));
    }
};

} // namespace

class TstStateMachinePanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aMachineOpensFromItsNode() {
        Desk desk;
        QVERIFY(desk.panel.machine().isVisible());
        QVERIFY(!desk.panel.view().isVisible());
        desk.panel.grab();
        desk.find<QToolButton>("closeStateMachine")->click();
        QVERIFY(desk.panel.view().isVisible());
        // Another node has no view of its own.
        Q_EMIT desk.panel.view().graphScene().nodeActivated(QStringLiteral("bend"));
        QVERIFY(desk.panel.view().isVisible());
    }

    void draggingFromStateToStateAddsATransition() {
        Desk desk;
        desk.drag(desk.view().stateRect(1).center().toPoint(),
                  desk.view().stateRect(0).center().toPoint());
        QCOMPARE(desk.machine().transitions.size(), std::size_t{3});
        QCOMPARE(desk.machine().transitions[2].from, std::string("Jump"));
        QCOMPARE(desk.view().selectedTransition(), std::optional<std::size_t>(2));
        desk.drag(desk.view().anyRect().center().toPoint(),
                  desk.view().stateRect(1).center().toPoint());
        QCOMPARE(desk.machine().transitions[3].from, std::string("*"));
        desk.workspace.document.undoStack()->undo();
        desk.workspace.document.undoStack()->undo();
        QVERIFY(desk.workspace.document.definition() == makeMachine());
    }

    void aTransitionIsSelectedAndItsFieldsEdit() {
        Desk desk;
        const QPoint middle = desk.view().transitionMiddle(0).toPoint();
        QTest::mouseClick(&desk.view(), Qt::LeftButton, {}, middle);
        Desk::settle();
        QCOMPARE(desk.view().selectedTransition(), std::optional<std::size_t>(0));
        auto* duration = desk.find<QDoubleSpinBox>("param_duration");
        QVERIFY(duration != nullptr);
        duration->setValue(0.75);
        const StateMachineEdits edits(desk.workspace.document, "machine");
        QCOMPARE(*graph::find(*edits.transition(0).record(), "duration"), graph::Value(0.75));
        desk.find<QPushButton>("deleteTransition")->click();
        QCOMPARE(desk.machine().transitions.size(), std::size_t{1});
    }

    void aStateIsRenamedAndDeleted() {
        Desk desk;
        QTest::mouseClick(
            &desk.view(), Qt::LeftButton, {}, desk.view().stateRect(1).center().toPoint());
        Desk::settle();
        auto* name = desk.find<QLineEdit>("stateName");
        QVERIFY(name != nullptr);
        name->selectAll();
        QTest::keyClicks(name, "Leap");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(desk.machine().states[1].name, std::string("Leap"));
        QCOMPARE(desk.machine().transitions[0].to, std::string("Leap"));
        desk.view().setFocus();
        QTest::keyClick(&desk.view(), Qt::Key_Delete);
        QCOMPARE(desk.machine().states.size(), std::size_t{1});
    }

    void addsAStateAndMakesItTheEntry() {
        Desk desk;
        desk.find<QToolButton>("addState")->click();
        Desk::settle();
        QCOMPARE(desk.view().selectedState(), std::optional<std::size_t>(2));
        desk.find<QPushButton>("setEntry")->click();
        QVERIFY(desk.machine().states[2].isEntry);
        desk.panel.grab();
    }

    void theViewGoesWithItsNode() {
        Desk desk;
        QVERIFY(desk.workspace.edits.renameNode("machine", "body").isOk());
        QCOMPARE(desk.view().node(), std::string("body"));
        desk.workspace.edits.remove({.nodes = {"body"}});
        QVERIFY(desk.panel.view().isVisible());
    }
};

QTEST_MAIN(TstStateMachinePanel)
#include "tst_state_machine_panel.moc"
