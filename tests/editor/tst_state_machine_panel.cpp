// SPDX-License-Identifier: Apache-2.0
// States and transitions under the mouse, and the fields of the one that is selected.
#include "character.h"
#include "editor/view/graph_panel.h"
#include "editor/view/graph_view.h"
#include "editor/view/state_machine_panel.h"
#include "graphs.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <cmath>

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
    /// Where a transition is drawn from.
    QPoint edgeOf(std::size_t state) {
        return view().stateRect(state).topLeft().toPoint() + QPoint(40, 4);
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
        desk.drag(desk.edgeOf(1), desk.view().stateRect(0).center().toPoint());
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

    void aStateThatIsDraggedStaysThere() {
        Desk desk;
        const graph::GraphDefinition before = desk.workspace.document.definition();
        desk.character.advance(0.1);
        const QPointF other = desk.view().stateRect(1).center();
        const QPointF from = desk.view().stateRect(0).center();
        desk.drag(from.toPoint(), from.toPoint() + QPoint(120, -80));
        QCOMPARE(desk.workspace.document.undoStack()->count(), 1);
        QCOMPARE(desk.machine().transitions.size(), std::size_t{2});
        // On the grid; and the others stand where they stood.
        const QPointF moved = desk.view().stateRect(0).center() - from;
        QCOMPARE_LE(std::abs(moved.x() - 120.0), 6.0);
        QCOMPARE_LE(std::abs(moved.y() + 80.0), 6.0);
        QCOMPARE_LE(std::abs(desk.view().stateRect(1).center().x() - other.x()), 6.0);
        desk.panel.grab();
        // It is in the file, and read back from there.
        const std::string text = io::graphDocument(desk.workspace.document.definition());
        const io::GraphDocument read = io::parseGraphDocument(text);
        QVERIFY(read.problems.empty());
        const auto machine = stateMachineOf(read.definition, "machine");
        QVERIFY(machine && machine->states[0].at);
        QCOMPARE(machine->states[0].at, desk.machine().states[0].at);
        // The graph plays on, and what was recorded is still there.
        Desk::settle();
        QCOMPARE(desk.workspace.live.moments().size(), std::size_t{2});
        QVERIFY(desk.workspace.problems.problems().empty());
        desk.workspace.document.undoStack()->undo();
        QVERIFY(desk.workspace.document.definition() == before);
    }

    void statesFarApartAreAllInSight() {
        Desk desk;
        StateMachineEdits(desk.workspace.document, "machine")
            .moveStates({{0, {-6000.0, 40.0}}, {1, {9000.0, -3000.0}}});
        Desk::settle();
        for (const std::size_t state : {std::size_t{0}, std::size_t{1}}) {
            QVERIFY(QRectF(desk.view().rect()).contains(desk.view().stateRect(state)));
        }
        // Where it is dragged to is where it is seen.
        const QPointF from = desk.view().stateRect(0).center();
        QTest::mousePress(&desk.view(), Qt::LeftButton, {}, from.toPoint());
        QTest::mouseMove(&desk.view(), from.toPoint() + QPoint(90, 30));
        QCOMPARE_LE((desk.view().stateRect(0).center() - from - QPointF(90, 30)).manhattanLength(),
                    4.0);
        QTest::mouseRelease(&desk.view(), Qt::LeftButton, {}, from.toPoint() + QPoint(90, 30));
    }

    void whereAStateIsDrawnIsNoFieldOfIt() {
        Desk desk;
        desk.view().selectState(0);
        Desk::settle();
        QVERIFY(desk.find<QWidget>("param_speed") != nullptr);
        QVERIFY(desk.find<QWidget>("param_at_x") == nullptr);
    }

    void aBreakpointAtATransitionIsShownWhereItStops() {
        Desk desk;
        desk.workspace.breakpoints.toggle({"machine", "Stand", "Jump"});
        desk.character.advance(0.1);
        desk.workspace.live.fire("jump");
        auto* status = desk.find<QLabel>("graphStatus");
        QVERIFY(status->isVisible());
        QVERIFY2(status->text().contains("Stand → Jump"), qPrintable(status->text()));
        QVERIFY(desk.panel.machine().isVisible());
        desk.panel.grab();
    }

    void whatHappenedLeadsToItsTransition() {
        Desk desk;
        desk.find<QToolButton>("closeStateMachine")->click();
        desk.character.advance(0.1);
        desk.character.advance(0.1);
        desk.workspace.live.fire("jump");
        desk.character.advance(0.05);
        desk.find<QToolButton>("graphEventsButton")->setChecked(true);
        auto* table = desk.find<QTableView>("graphEventsTable");
        QVERIFY(table->isVisible());
        // From there it goes back at once.
        QCOMPARE(table->model()->rowCount(), 2);
        desk.panel.grab();
        Q_EMIT table->clicked(table->model()->index(0, 0));
        QCOMPARE(desk.workspace.live.shownMoment(), std::size_t{2});
        QVERIFY(desk.panel.machine().isVisible());
        QCOMPARE(desk.view().selectedTransition(), std::optional<std::size_t>(0));
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
