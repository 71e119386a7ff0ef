// SPDX-License-Identifier: Apache-2.0
// Parts of graphs as text and back: new ids, links among them, nothing broken in the graph.
#include "editor/model/graph_clipboard.h"
#include "editor/model/graph_geometry.h"
#include "graphs.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

struct Desk {
    GraphDocument document;
    GraphEdits edits{document};

    Desk() { document.openRecovered(makeLocomotion(), {}); }
    const graph::GraphDefinition& graph() const { return document.definition(); }
};

} // namespace

class TstGraphClipboard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pastesUnderNewIds() {
        Desk desk;
        const graph::GraphDefinition before = desk.graph();
        const QString text =
            copyText(desk.graph(), {.nodes = {"bend", "swing", "move"}, .comments = {0}});
        const auto added = pasteText(desk.edits, text, {1000, 1000});
        QVERIFY(added);
        QVERIFY((*added == std::set<std::string>{"bend_2", "swing_2", "move_2"}));
        const graph::GraphDefinition& graph = desk.graph();
        QCOMPARE(graph.nodes.size(), std::size_t{7});
        QCOMPARE(linkAt(graph, {"move_2", "poses", 0})->node, std::string("bend_2"));
        QCOMPARE(sourceOf(graph, {"move_2", "value", 0})->parameter, std::string("speed"));
        QCOMPARE(graph.parameters.size(), std::size_t{1});
        QCOMPARE(graph.groups.size(), std::size_t{2});
        QVERIFY((graph.groups[1].nodes == std::vector<std::string>{"bend_2", "swing_2", "move_2"}));
        QCOMPARE(graph.comments.size(), std::size_t{2});
        // The middle is where it was asked for, to the grid.
        QRectF around;
        for (const std::string& id : *added) {
            around |= nodeRect(*findNode(graph, id));
        }
        around |= QRectF(graph.comments[1].at.x, graph.comments[1].at.y, 240, 60);
        QVERIFY((around.center() - QPointF(1000, 1000)).manhattanLength() <= 2 * kGraphGrid);
        QCOMPARE(desk.document.undoStack()->count(), 1);
        desk.document.undoStack()->undo();
        QVERIFY(desk.graph() == before);
    }

    void eventsTravelWithTheirClips() {
        Desk desk;
        graph::ClipDefinition clip;
        clip.clip = "Bend";
        clip.events = {{"step", 0.25}};
        desk.edits.setClip(clip, Gesture::Single);
        clip.clip = "Jump";
        desk.edits.setClip(clip, Gesture::Single);
        const QString text = copyText(desk.graph(), {.nodes = {"bend"}});
        GraphDocument other;
        GraphEdits otherEdits(other);
        other.create();
        QVERIFY(pasteText(otherEdits, text, {0, 0}));
        QCOMPARE(other.definition().clips.size(), std::size_t{1});
        QCOMPARE(other.definition().clips[0].events[0].name, std::string("step"));
        // What a graph says already stays.
        clip.clip = "Bend";
        clip.events = {{"stamp", 0.5}};
        otherEdits.setClip(clip, Gesture::Single);
        QVERIFY(pasteText(otherEdits, text, {0, 0}));
        QCOMPARE(other.definition().clips.size(), std::size_t{1});
        QCOMPARE(other.definition().clips[0].events[0].name, std::string("stamp"));
    }

    void aLinkFromOutsideIsKeptOnlyWhereItMayBe() {
        Desk desk;
        // The pose of "swing" is taken, and a place with a threshold stays for it.
        const auto added =
            pasteText(desk.edits, copyText(desk.graph(), {.nodes = {"move"}}), {0, 0});
        QVERIFY(added);
        const graph::InputDefinition* input = sourceOf(desk.graph(), {"move_2", "poses", 1});
        QVERIFY(input != nullptr && input->node.empty());
        QCOMPARE(*graph::find(input->fields, "threshold"), graph::Value(1.5));
        // Where nobody uses it the same text is linked.
        desk.edits.remove({.nodes = {"move", "move_2"}});
        const auto again =
            pasteText(desk.edits, copyText(makeLocomotion(), {.nodes = {"move"}}), {0, 0});
        QVERIFY(again);
        QCOMPARE(linkAt(desk.graph(), {"move", "poses", 0})->node, std::string("bend"));
    }

    void bringsItsParametersAlong() {
        Desk desk;
        const QString text = copyText(desk.graph(), {.nodes = {"move"}});
        desk.document.create();
        QVERIFY(pasteText(desk.edits, text, {0, 0}));
        QCOMPARE(desk.graph().parameters.size(), std::size_t{1});
        QCOMPARE(desk.graph().parameters[0].unit, std::string("m/s"));
        QVERIFY(sourceOf(desk.graph(), {"move", "poses", 0})->node.empty());
    }

    void aGroupComesAlongOnlyAsAWhole() {
        Desk desk;
        QVERIFY(pasteText(desk.edits, copyText(desk.graph(), {.nodes = {"bend"}}), {0, 0}));
        QCOMPARE(desk.graph().groups.size(), std::size_t{1});
    }

    void otherTextIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << "Hello";
        QTest::newRow("other JSON") << "[1, 2, 3]";
        QTest::newRow("cut off") << "{ \"format\": \"sartor-graph\", \"version\": 1, \"nodes\": [";
    }

    void otherTextIsRefused() {
        QFETCH(QString, text);
        Desk desk;
        const graph::GraphDefinition before = desk.graph();
        QVERIFY(!pasteText(desk.edits, text, {0, 0}));
        QVERIFY(desk.graph() == before);
    }

    void nothingIsNoText() {
        const Desk desk;
        QCOMPARE(copyText(desk.graph(), {}), QString());
        QCOMPARE(copyText(desk.graph(), {.nodes = {"lost"}}), QString());
    }

    void duplicatesBeside() {
        Desk desk;
        const auto added = duplicate(desk.edits, {.nodes = {"bend", "loose"}});
        QCOMPARE(added.size(), std::size_t{2});
        QVERIFY(findNode(desk.graph(), "bend_2")->at == glm::dvec2(40, 40));
        QVERIFY(desk.graph().nodes[4].params == desk.graph().nodes[0].params);
        QCOMPARE(desk.document.undoStack()->undoText(), QString("Duplicate"));
    }

    void anIdEndsWithTheFirstFreeNumber() {
        Desk desk;
        duplicate(desk.edits, {.nodes = {"bend"}});
        const auto added = duplicate(desk.edits, {.nodes = {"bend"}});
        QVERIFY((added == std::set<std::string>{"bend_3"}));
    }
};

QTEST_GUILESS_MAIN(TstGraphClipboard)
#include "tst_graph_clipboard.moc"
