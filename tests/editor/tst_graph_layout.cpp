// SPDX-License-Identifier: Apache-2.0
// Automatic places of nodes: left to right, none over another, always the same, few crossings,
// fast.
#include "editor/model/graph_geometry.h"
#include "editor/model/graph_layout.h"
#include "graphs.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

void setPlaces(graph::GraphDefinition& graph) {
    const auto places = graphLayout(graph);
    for (graph::NodeDefinition& node : graph.nodes) {
        node.at = {places.at(node.id).x(), places.at(node.id).y()};
        node.hasPlace = true;
    }
}

QString firstOverlap(const graph::GraphDefinition& graph) {
    for (std::size_t a = 0; a < graph.nodes.size(); ++a) {
        for (std::size_t b = a + 1; b < graph.nodes.size(); ++b) {
            if (nodeRect(graph.nodes[a]).intersects(nodeRect(graph.nodes[b]))) {
                return QString::fromStdString(graph.nodes[a].id + " over " + graph.nodes[b].id);
            }
        }
    }
    return {};
}

QPointF pinOf(const graph::GraphDefinition& graph, const Link& link, bool isFrom) {
    const graph::NodeDefinition& node = *findNode(graph, isFrom ? link.from.node : link.to.node);
    const NodeGeometry geometry = nodeGeometry(node);
    return placeOf(node) + (isFrom ? NodeGeometry::outputAt(*geometry.rowOf(link.from))
                                   : NodeGeometry::inputAt(*geometry.rowOf(link.to)));
}

/// Straight lines from pin to pin that cross, counted one by one.
int crossings(const graph::GraphDefinition& graph) {
    std::vector<QLineF> wires;
    for (const Link& link : linksOf(graph)) {
        if (!link.to.node.empty()) {
            wires.emplace_back(pinOf(graph, link, true), pinOf(graph, link, false));
        }
    }
    int count = 0;
    for (std::size_t a = 0; a < wires.size(); ++a) {
        for (std::size_t b = a + 1; b < wires.size(); ++b) {
            count += wires[a].intersects(wires[b], nullptr) == QLineF::BoundedIntersection;
        }
    }
    return count;
}

} // namespace

class TstGraphLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFeedsStandsToTheLeft() {
        for (const std::size_t count : {std::size_t{4}, std::size_t{60}, std::size_t{500}}) {
            graph::GraphDefinition graph = count == 4 ? makeLocomotion() : makeLargeGraph(count);
            QVERIFY(graph.nodes.size() >= count * 9 / 10);
            setPlaces(graph);
            for (const Link& link : linksOf(graph)) {
                if (!link.to.node.empty()) {
                    QVERIFY(nodeRect(*findNode(graph, link.from.node)).right() <
                            findNode(graph, link.to.node)->at.x);
                }
            }
            QCOMPARE(firstOverlap(graph), QString());
        }
    }

    void aTreeHasNoCrossings() {
        graph::GraphDefinition graph = makeLargeGraph(80);
        // The worst order to begin with.
        std::reverse(graph.nodes.begin(), graph.nodes.end());
        setPlaces(graph);
        QCOMPARE(crossings(graph), 0);
    }

    void uncrossesWhatIsCrossed() {
        graph::GraphDefinition graph;
        graph.nodes = {makeClip("a", "Bend", 0, 0),
                       makeClip("b", "Bend", 0, 0),
                       makeClip("c", "Bend", 0, 0),
                       makeNode("move", "blend_1d", 0, 0)};
        graph.nodes[3].inputs = {
            {"poses", {withThreshold("c", 0), withThreshold("a", 1), withThreshold("b", 2)}}};
        setPlaces(graph);
        QVERIFY(findNode(graph, "c")->at.y < findNode(graph, "a")->at.y);
        QVERIFY(findNode(graph, "a")->at.y < findNode(graph, "b")->at.y);
        QCOMPARE(crossings(graph), 0);
    }

    void aChainIsStraight() {
        graph::GraphDefinition graph;
        graph.nodes = {makeClip("a", "Bend", 0, 0),
                       makeNode("b", "pose_cache", 0, 0),
                       makeNode("c", "pose_cache", 0, 0)};
        graph.nodes[1].inputs = {{"pose", {graph::nodeInput("a")}}};
        graph.nodes[2].inputs = {{"pose", {graph::nodeInput("b")}}};
        setPlaces(graph);
        for (const Link& link : linksOf(graph)) {
            if (!link.to.node.empty()) {
                QCOMPARE(pinOf(graph, link, true).y(), pinOf(graph, link, false).y());
            }
        }
    }

    void theSameGraphHasTheSamePlaces() {
        const graph::GraphDefinition graph = makeLargeGraph(120);
        QVERIFY(graphLayout(graph) == graphLayout(graph));
    }

    void standsOnTheGridFromTheOrigin() {
        const auto places = graphLayout(makeLargeGraph(60));
        double left = 1e9;
        double top = 1e9;
        for (const auto& [id, place] : places) {
            QCOMPARE(place, snapped(place));
            left = std::min(left, place.x());
            top = std::min(top, place.y());
        }
        QCOMPARE(left, 0.0);
        QCOMPARE(top, 0.0);
    }

    void cyclesDoNoHarm() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes[2].inputs[1].inputs.push_back(withThreshold("move", 3.0));
        graph.nodes[3].type = "pose_cache";
        graph.nodes[3].inputs = {{"pose", {graph::nodeInput("loose")}}};
        setPlaces(graph);
        QCOMPARE(firstOverlap(graph), QString());
    }

    void placesOnlyWhatIsAskedFor() {
        const auto places = graphLayout(makeLocomotion(), {"bend", "move"});
        QCOMPARE(places.size(), std::size_t{2});
        QVERIFY(places.at("bend").x() < places.at("move").x());
    }

    void placesWhatHasNoPlaceBelowTheRest() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes[3].hasPlace = false;
        graph.nodes[3].at = {0, 0};
        placeUnplaced(graph);
        QCOMPARE(firstOverlap(graph), QString());
        QVERIFY(!graph.nodes[3].hasPlace);
        QVERIFY(graph.nodes[0].at == glm::dvec2(0.0, 0.0));
        graph.nodes[3].hasPlace = true;
        const graph::GraphDefinition before = graph;
        placeUnplaced(graph);
        QVERIFY(graph == before);
    }

    void isFastForLargeGraphs() {
        const graph::GraphDefinition graph = makeLargeGraph(500);
        QElapsedTimer timer;
        timer.start();
        graphLayout(graph);
        // A tenth of this is usual; it must never be felt.
        QCOMPARE_LE(timer.elapsed(), 500);
    }
};

QTEST_GUILESS_MAIN(TstGraphLayout)
#include "tst_graph_layout.moc"
