// SPDX-License-Identifier: Apache-2.0
// The graph's picture under mouse and keys: what one does there is what the graph is after it.
#include "character.h"
#include "editor/view/graph_palette.h"
#include "editor/view/graph_panel.h"
#include "editor/view/graph_view.h"
#include "graphs.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>
#include <QWheelEvent>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

class Desk {
public:
    explicit Desk(const graph::GraphDefinition& graph = makeLocomotion()) {
        character.open(makeSession());
        workspace.document.openRecovered(graph, {});
        panel.resize(1000, 700);
        panel.show();
        if (!QTest::qWaitForWindowExposed(&panel)) {
            qFatal("the panel does not appear");
        }
        view().fitAll();
        view().setFocus();
    }

    GraphView& view() { return panel.view(); }
    GraphScene& scene() { return view().graphScene(); }
    const graph::GraphDefinition& graph() { return workspace.document.definition(); }
    QUndoStack& undo() { return *workspace.document.undoStack(); }
    QPoint at(const QPointF& scenePlace) { return view().mapFromScene(scenePlace); }
    QPoint titleOf(const std::string& node) {
        return at(scene().nodeItem(node)->pos() + QPointF(60, 12));
    }
    void press(const QPoint& place, Qt::KeyboardModifiers modifiers = {}) {
        QTest::mousePress(view().viewport(), Qt::LeftButton, modifiers, place);
    }
    void moveTo(const QPoint& place) {
        QMouseEvent move(QEvent::MouseMove,
                         place,
                         view().viewport()->mapToGlobal(place),
                         Qt::NoButton,
                         Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view().viewport(), &move);
    }
    void release(const QPoint& place) {
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, place);
    }
    void drag(const QPoint& from, const QPoint& to) {
        press(from);
        moveTo((from + to) / 2);
        moveTo(to);
        release(to);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&view(), key, modifiers);
    }
    template <class T>
    T& find(const char* name) {
        T* found = panel.findChild<T*>(QLatin1String(name));
        if (found == nullptr) {
            qFatal("the panel has no '%s'", name);
        }
        return *found;
    }

    Document character;
    GraphWorkspace workspace{character};
    GraphPanel panel{workspace};
};

const OutputPlace kLoose{"loose", "pose"};
const InputPlace kNext{"move", "poses", 2};
const InputPlace kValue{"move", "value", 0};

} // namespace

class TstGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter|QObject|Invalid")));
    }

    void showsNodesAndWires() {
        Desk desk;
        QVERIFY(desk.scene().nodeItem("move") != nullptr);
        QVERIFY(desk.scene().nodeItem("") != nullptr);
        QVERIFY(desk.scene().wireItem({"move", "poses", 1}) != nullptr);
        QVERIFY(desk.scene().wireItem(InputPlace{}) != nullptr);
        QVERIFY(desk.scene().wireItem(kValue) == nullptr);
        desk.panel.grab();
    }

    void draggingAWireConnects() {
        Desk desk;
        desk.drag(desk.at(desk.scene().placeOf(kLoose)), desk.at(desk.scene().placeOf(kNext)));
        QCOMPARE(linkAt(desk.graph(), kNext)->node, std::string("loose"));
        QVERIFY(desk.scene().wireItem(kNext) != nullptr);
        desk.undo().undo();
        QVERIFY(desk.scene().wireItem(kNext) == nullptr);
    }

    void draggingOntoANodeTakesItsFirstFittingPin() {
        Desk desk;
        desk.drag(desk.at(desk.scene().placeOf(kLoose)), desk.titleOf("move"));
        QCOMPARE(linkAt(desk.graph(), kNext)->node, std::string("loose"));
    }

    void aWrongPinRefusesAndSaysWhy() {
        Desk desk;
        const QPoint value = desk.at(desk.scene().placeOf(kValue));
        desk.press(desk.at(desk.scene().placeOf(kLoose)));
        desk.moveTo(value);
        QVERIFY(desk.scene().wireRefusal().startsWith("Pose does not fit"));
        desk.panel.grab();
        desk.release(value);
        QCOMPARE(desk.undo().count(), 0);
        QVERIFY(desk.find<QLabel>("graphStatus").isVisible());
        QVERIFY(desk.find<QLabel>("graphStatus").text().startsWith("Pose does not fit"));
        // The next edit has nothing to do with it.
        desk.workspace.edits.addNode("clip", {0, 0});
        QVERIFY(!desk.find<QLabel>("graphStatus").isVisible());
    }

    void aUsedPoseIsRefused() {
        Desk desk;
        desk.drag(desk.at(desk.scene().placeOf(OutputPlace{"bend", "pose"})),
                  desk.at(desk.scene().placeOf(kNext)));
        QVERIFY(desk.find<QLabel>("graphStatus").text().contains("pose cache"));
        QCOMPARE(desk.undo().count(), 0);
    }

    void pullingAWireOffDisconnects() {
        Desk desk;
        const InputPlace first{"move", "poses", 0};
        const QPoint start = desk.at(desk.scene().placeOf(first));
        desk.drag(start, start + QPoint(-40, -120));
        QVERIFY(!linkAt(desk.graph(), first).has_value());
        // The threshold is still there for the next wire.
        QVERIFY(sourceOf(desk.graph(), first) != nullptr);
        desk.undo().undo();
        QCOMPARE(linkAt(desk.graph(), first)->node, std::string("bend"));
    }

    void pullingAWireOverMovesIt() {
        Desk desk;
        desk.drag(desk.at(desk.scene().placeOf(InputPlace{"move", "poses", 0})),
                  desk.at(desk.scene().placeOf(kNext)));
        QCOMPARE(linkAt(desk.graph(), kNext)->node, std::string("bend"));
        QVERIFY(!linkAt(desk.graph(), {"move", "poses", 0}).has_value());
        QCOMPARE(desk.undo().count(), 1);
    }

    void droppingAWireOffersWhatFits() {
        Desk desk;
        const QPoint start = desk.at(desk.scene().placeOf(kLoose));
        desk.drag(start, start + QPoint(160, 60));
        auto& palette = desk.find<GraphPalette>("graphPalette");
        QVERIFY(palette.isVisible());
        auto& search = desk.find<QLineEdit>("paletteSearch");
        QTest::keyClicks(&search, "pose ca");
        QTest::keyClick(&search, Qt::Key_Return);
        QVERIFY(!palette.isVisible());
        QCOMPARE(linkAt(desk.graph(), {"pose_cache", "pose", 0})->node, std::string("loose"));
        QCOMPARE(desk.workspace.selection.node(), std::optional<std::string>("pose_cache"));
        QCOMPARE(desk.undo().count(), 1);
    }

    void tabSearchesAndAdds() {
        Desk desk;
        desk.key(Qt::Key_Tab);
        auto& search = desk.find<QLineEdit>("paletteSearch");
        QVERIFY(search.isVisible());
        QTest::keyClicks(&search, "Swin");
        QTest::keyClick(&search, Qt::Key_Return);
        QCOMPARE(desk.graph().nodes.size(), std::size_t{5});
        QCOMPARE(*graph::find(desk.graph().nodes[4].params, "clip"), graph::Value("Swing"));
        desk.undo().undo();
        QCOMPARE(desk.graph().nodes.size(), std::size_t{4});
    }

    void aProblemLeadsToWhereItIs() {
        graph::GraphDefinition broken = makeLocomotion();
        broken.output = graph::nodeInput("nobody");
        Desk desk(broken);
        auto& table = desk.find<QTableView>("graphProblemsTable");
        QCOMPARE(table.model()->index(0, 0).data().toString(), QString("Output"));
        Q_EMIT table.clicked(table.model()->index(0, 0));
        GraphNodeItem* output = desk.scene().nodeItem({});
        QVERIFY(output->isSelected());
        QVERIFY(desk.view().viewport()->rect().contains(desk.at(output->pos())));
        desk.panel.grab();
    }

    void fitsAGraphOfAnySize() {
        graph::GraphDefinition wide = makeLocomotion();
        wide.nodes[0].at = {-90000.0, -90000.0};
        wide.nodes[1].at = {90000.0, 90000.0};
        Desk desk(wide);
        desk.view().fitAll();
        const QRect room = desk.view().viewport()->rect();
        for (const char* node : {"bend", "swing", "move", ""}) {
            QVERIFY2(room.contains(desk.at(desk.scene().nodeItem(node)->pos())), node);
        }
        // One notch nearer is a notch, not a leap to some smallest zoom.
        const double before = desk.view().transform().m11();
        QWheelEvent wheel(room.center(),
                          desk.view().viewport()->mapToGlobal(room.center()),
                          {},
                          {0, 120},
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(desk.view().viewport(), &wheel);
        QCOMPARE_LE(desk.view().transform().m11(), 1.2 * before);
        desk.panel.grab();
    }

    void placesOutOfThisWorldAreNone() {
        graph::GraphDefinition far = makeLocomotion();
        far.nodes[1].at = {1e300, -1e300};
        far.nodes[3].at = {-4e9, 12.0};
        far.comments[0] = {"far", {-1e300, 1e300}, {1e300, 1e300}};
        Desk desk(far);
        const QRect room = desk.view().viewport()->rect();
        for (const char* node : {"bend", "swing", "move", "loose", ""}) {
            const GraphNodeItem* item = desk.scene().nodeItem(node);
            QVERIFY2(room.contains(desk.at(item->pos())), node);
            QVERIFY2(kGraphRoom.contains(item->sceneBoundingRect()), node);
        }
        // Those that have a place keep it.
        QCOMPARE(desk.scene().nodeItem("move")->pos(), QPointF(300, 40));
        desk.panel.grab();
    }

    void posesAreShownAtNodesThatPlay() {
        Desk desk;
        desk.character.advance(0.5);
        GraphNodeItem* bend = desk.scene().nodeItem("bend");
        const QRectF alone = bend->boundingRect();
        desk.find<QToolButton>("graphPoses").setChecked(true);
        QVERIFY(bend->boundingRect().height() > alone.height() + 50.0);
        // At speed 0 "swing" does not play; it has no pose to show.
        QCOMPARE(desk.scene().nodeItem("swing")->boundingRect(), alone);
        desk.character.advance(0.1);
        desk.panel.grab();
        desk.find<QToolButton>("graphPoses").setChecked(false);
        QCOMPARE(bend->boundingRect(), alone);
    }

    void doubleClickOpensThePalette() {
        Desk desk;
        QTest::mouseDClick(desk.view().viewport(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(desk.find<GraphPalette>("graphPalette").isVisible());
        desk.find<GraphPalette>("graphPalette").hide();
    }

    void movesWhatIsSelectedInOneStep() {
        Desk desk;
        desk.press(desk.titleOf("bend"), Qt::ControlModifier);
        desk.release(desk.titleOf("bend"));
        desk.press(desk.titleOf("swing"), Qt::ControlModifier);
        desk.release(desk.titleOf("swing"));
        QCOMPARE(desk.workspace.selection.nodes().size(), std::size_t{2});
        const glm::dvec2 bend = desk.graph().nodes[0].at;
        const glm::dvec2 swing = desk.graph().nodes[1].at;
        const QPoint from = desk.titleOf("bend");
        desk.drag(from, from + QPoint(0, 50));
        QCOMPARE(desk.undo().count(), 1);
        QVERIFY(desk.graph().nodes[0].at.y > bend.y + 20);
        QCOMPARE(desk.graph().nodes[0].at.y - bend.y, desk.graph().nodes[1].at.y - swing.y);
        desk.undo().undo();
        QVERIFY(desk.graph().nodes[0].at == bend);
        QCOMPARE(desk.scene().nodeItem("bend")->pos(), QPointF(0, 0));
    }

    void escapeTakesADragBack() {
        Desk desk;
        desk.press(desk.titleOf("loose"));
        desk.moveTo(desk.titleOf("loose") + QPoint(80, 80));
        QVERIFY(desk.scene().nodeItem("loose")->pos() != QPointF(300, 260));
        desk.key(Qt::Key_Escape);
        QCOMPARE(desk.scene().nodeItem("loose")->pos(), QPointF(300, 260));
        desk.release(QPoint(5, 5));
        QCOMPARE(desk.undo().count(), 0);
    }

    void rubberBandSelects() {
        Desk desk;
        const QRectF rect = desk.scene().nodeItem("loose")->sceneBoundingRect();
        desk.drag(desk.at(rect.topLeft() - QPointF(8, 8)),
                  desk.at(rect.bottomRight() + QPointF(8, 8)));
        QCOMPARE(desk.workspace.selection.node(), std::optional<std::string>("loose"));
    }

    void aGroupMovesItsNodes() {
        Desk desk;
        const QRectF rect = groupRect(desk.graph(), desk.graph().groups[0]);
        const QPoint title = desk.at(QPointF(rect.center().x(), rect.top() + 10));
        const double before = desk.graph().nodes[2].at.y;
        desk.drag(title, title + QPoint(0, -40));
        QVERIFY(desk.graph().nodes[2].at.y < before);
        QVERIFY(desk.graph().nodes[0].at.y < 0);
        QCOMPARE(desk.graph().nodes[3].at.y, 260.0);
    }

    void keysEdit() {
        Desk desk;
        desk.workspace.selection.setNodes({"loose"});
        desk.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(desk.graph().nodes.size(), std::size_t{5});
        desk.key(Qt::Key_Delete);
        QCOMPARE(desk.graph().nodes.size(), std::size_t{4});
        desk.key(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(desk.workspace.selection.nodes().size(), std::size_t{4});
        desk.key(Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(desk.graph().groups.size(), std::size_t{2});
        desk.key(Qt::Key_C, Qt::ControlModifier);
        desk.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(desk.graph().nodes.size(), std::size_t{8});
        QCOMPARE(desk.workspace.selection.nodes().size(), std::size_t{4});
        desk.key(Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(desk.graph().nodes.size(), std::size_t{4});
        desk.workspace.selection.setNodes({"loose"});
        desk.key(Qt::Key_Right);
        QCOMPARE(desk.graph().nodes[3].at.x, 310.0);
        while (desk.undo().canUndo()) {
            desk.undo().undo();
        }
        QVERIFY(desk.graph() == makeLocomotion());
    }

    void aWireIsDeletedByItself() {
        Desk desk;
        desk.scene().wireItem(InputPlace{})->setSelected(true);
        desk.key(Qt::Key_Delete);
        QVERIFY(desk.graph().output.node.empty());
        QCOMPARE(desk.graph().nodes.size(), std::size_t{4});
    }

    void otherClipboardTextIsToldOf() {
        Desk desk;
        QGuiApplication::clipboard()->setText("not a graph");
        desk.key(Qt::Key_V, Qt::ControlModifier);
        QVERIFY(desk.find<QLabel>("graphStatus").text().contains("no part of a graph"));
    }

    void renamesInPlace() {
        Desk desk;
        desk.workspace.selection.setNodes({"loose"});
        desk.key(Qt::Key_F2);
        auto& text = desk.find<QPlainTextEdit>("graphText");
        QVERIFY(text.isVisible());
        QTest::keyClicks(&text, "waving");
        QTest::keyClick(&text, Qt::Key_Return);
        QVERIFY(!text.isVisible());
        QVERIFY(findNode(desk.graph(), "waving") != nullptr);
        QCOMPARE(desk.workspace.selection.node(), std::optional<std::string>("waving"));
        QVERIFY(desk.scene().nodeItem("waving") != nullptr);
        desk.key(Qt::Key_F2);
        QTest::keyClicks(&text, "bend");
        QTest::keyClick(&text, Qt::Key_Return);
        QVERIFY(desk.find<QLabel>("graphStatus").text().contains("another node called 'bend'"));
        desk.key(Qt::Key_F2);
        QTest::keyClicks(&text, "gone");
        QTest::keyClick(&text, Qt::Key_Escape);
        QVERIFY(findNode(desk.graph(), "gone") == nullptr);
    }

    void commentsAreAddedAndChanged() {
        Desk desk;
        desk.key(Qt::Key_C);
        auto& text = desk.find<QPlainTextEdit>("graphText");
        QVERIFY(text.isVisible());
        QTest::keyClicks(&text, "Why");
        QTest::keyClick(&text, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(desk.graph().comments.size(), std::size_t{2});
        QCOMPARE(desk.graph().comments[1].text, std::string("Why"));
    }

    void anInputsMenuOffersItsParametersAndOrder() {
        Desk desk;
        QMenu menu;
        desk.view().fillMenu(menu, desk.scene().placeOf(InputPlace{"bend", "speed", 0}));
        QMenu* bind = nullptr;
        for (QAction* action : menu.actions()) {
            if (action->menu() != nullptr) {
                bind = action->menu();
            }
        }
        QVERIFY(bind != nullptr);
        QCOMPARE(bind->actions().size(), 1);
        bind->actions()[0]->trigger();
        QCOMPARE(sourceOf(desk.graph(), {"bend", "speed", 0})->parameter, std::string("speed"));

        QMenu many;
        desk.view().fillMenu(many, desk.scene().placeOf(InputPlace{"move", "poses", 0}));
        for (QAction* action : many.actions()) {
            if (action->text() == "Move Do&wn") {
                action->trigger();
            }
        }
        QCOMPARE(linkAt(desk.graph(), {"move", "poses", 0})->node, std::string("swing"));
    }

    void errorsAreMarkedOnTheirNodes() {
        Desk desk;
        desk.workspace.edits.setParam(
            "loose", graph::findNodeSchema("clip")->params.front(), "Jump", Gesture::Single);
        QTRY_VERIFY(!desk.scene().nodeItem("loose")->problems().isEmpty());
        QVERIFY(desk.scene().nodeItem("loose")->toolTip().contains("Jump"));
        QVERIFY(desk.scene().nodeItem("bend")->problems().isEmpty());
        auto& table = desk.find<QTableView>("graphProblemsTable");
        QVERIFY(table.isVisible());
        QCOMPARE(table.model()->rowCount(), 1);
        desk.workspace.selection.setNodes({});
        Q_EMIT table.clicked(table.model()->index(0, 0));
        QCOMPARE(desk.workspace.selection.node(), std::optional<std::string>("loose"));
        desk.undo().undo();
        QTRY_VERIFY(!table.isVisible());
    }

    void zoomStaysUnderTheCursor() {
        Desk desk;
        const QPoint cursor(300, 200);
        const QPointF before = desk.view().mapToScene(cursor);
        QWheelEvent wheel(cursor,
                          desk.view().viewport()->mapToGlobal(cursor),
                          {},
                          QPoint(0, 240),
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        const double scale = desk.view().transform().m11();
        QCoreApplication::sendEvent(desk.view().viewport(), &wheel);
        QVERIFY(desk.view().transform().m11() > scale * 1.2);
        QVERIFY((desk.view().mapToScene(cursor) - before).manhattanLength() < 3.0);
    }

    void middleButtonPans() {
        Desk desk;
        const QPointF before = desk.view().mapToScene(QPoint(100, 100));
        QTest::mousePress(desk.view().viewport(), Qt::MiddleButton, {}, QPoint(100, 100));
        desk.moveTo(QPoint(150, 130));
        QTest::mouseRelease(desk.view().viewport(), Qt::MiddleButton, {}, QPoint(150, 130));
        QVERIFY((desk.view().mapToScene(QPoint(150, 130)) - before).manhattanLength() < 3.0);
    }

    void anUnknownTypeIsShownAndKept() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes[2].type = "blend_9d";
        Desk desk(graph);
        QVERIFY(desk.scene().nodeItem("move") != nullptr);
        QVERIFY(!desk.scene().nodeItem("move")->problems().isEmpty());
        QVERIFY(desk.scene().wireItem({"move", "poses", 1}) != nullptr);
        desk.panel.grab();
    }

    void liveActivityShows() {
        Desk desk;
        desk.character.advance(0.5);
        const QImage playing = desk.view().grab().toImage();
        desk.character.open(nullptr);
        QVERIFY(desk.view().grab().toImage() != playing);
    }

    void fiveHundredNodesOpenDrawAndDragFluently() {
        const graph::GraphDefinition large = makeLargeGraph(500);
        QElapsedTimer timer;
        timer.start();
        Desk desk(large);
        const qint64 opened = timer.restart();
        desk.view().grab();
        const qint64 drawn = timer.restart();
        const std::string last = large.nodes.back().id;
        desk.view().centerOn(desk.scene().nodeItem(last));
        const QPoint from = desk.titleOf(last);
        constexpr int kMoves = 30;
        timer.restart();
        desk.press(from);
        for (int i = 1; i <= kMoves; ++i) {
            desk.moveTo(from + QPoint(2 * i, i));
            desk.view().viewport()->repaint();
        }
        desk.release(from + QPoint(2 * kMoves, kMoves));
        const qint64 dragged = timer.elapsed() / kMoves;
        qInfo("500 nodes: open %lld ms, draw %lld ms, a step of a drag %lld ms",
              static_cast<long long>(opened),
              static_cast<long long>(drawn),
              static_cast<long long>(dragged));
        // Several times what is usual, on a machine with others at work.
        QCOMPARE_LE(opened, 4000);
        QCOMPARE_LE(drawn, 1000);
        QCOMPARE_LE(dragged, 100);
    }
};

QTEST_MAIN(TstGraphView)
#include "tst_graph_view.moc"
