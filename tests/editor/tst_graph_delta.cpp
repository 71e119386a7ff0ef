// SPDX-License-Identifier: Apache-2.0
// Differences of graphs: applied they give the other graph, reversed the first one again.
#include "editor/model/graph_delta.h"
#include "graphs.h"

#include <QtTest>

#include <functional>
#include <random>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

using Change = std::function<void(graph::GraphDefinition&)>;
Q_DECLARE_METATYPE(Change)

class TstGraphDelta : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bringsBothWays_data() {
        QTest::addColumn<Change>("change");
        QTest::addColumn<int>("nodeChanges");
        const auto row = [](const char* name, int nodeChanges, Change change) {
            QTest::newRow(name) << std::move(change) << nodeChanges;
        };
        row("nothing", 0, [](auto&) {});
        row("param", 1, [](auto& g) { graph::set(g.nodes[1].params, "mode", "clamp"); });
        row("place", 1, [](auto& g) { g.nodes[3].at.x = 5.0; });
        row("added at the end", 1, [](auto& g) { g.nodes.push_back(makeClip("x", "Bend", 0, 0)); });
        row("added at the front", 1, [](auto& g) {
            g.nodes.insert(g.nodes.begin(), makeClip("x", "Bend", 0, 0));
        });
        row("removed in the middle", 1, [](auto& g) { g.nodes.erase(g.nodes.begin() + 1); });
        row("two removed, one added", 3, [](auto& g) {
            g.nodes.erase(g.nodes.begin(), g.nodes.begin() + 2);
            g.nodes.insert(g.nodes.begin() + 1, makeClip("x", "Bend", 0, 0));
        });
        row("renamed", 1, [](auto& g) { g.nodes[1].id = "other"; });
        row("all removed", 4, [](auto& g) { g.nodes.clear(); });
        row("parameters", 0, [](auto& g) { g.parameters.clear(); });
        row("clips", 0, [](auto& g) { g.clips.push_back({"Bend", {{"step", 0.5}}, {}}); });
        row("root motion", 0, [](auto& g) { g.rootMotion.joint = "Hip"; });
        row("output", 0, [](auto& g) { g.output = graph::nodeInput("bend"); });
        row("groups", 0, [](auto& g) { g.groups[0].title = "Legs"; });
        row("comments", 0, [](auto& g) { g.comments.clear(); });
    }

    void bringsBothWays() {
        QFETCH(Change, change);
        QFETCH(int, nodeChanges);
        const graph::GraphDefinition before = makeLocomotion();
        graph::GraphDefinition after = before;
        change(after);
        const GraphDelta delta = graphDelta(before, after);
        QCOMPARE(delta.isEmpty(), before == after);
        QCOMPARE(static_cast<int>(delta.nodes.size()), nodeChanges);
        graph::GraphDefinition graph = before;
        applyDelta(graph, delta);
        QVERIFY(graph == after);
        applyDelta(graph, reversed(delta));
        QVERIFY(graph == before);
    }

    void aRenamedNodeIsTheSameNode() {
        const graph::GraphDefinition before = makeLocomotion();
        graph::GraphDefinition after = before;
        after.nodes[1].id = "other";
        const GraphDelta delta = graphDelta(before, after);
        QVERIFY(delta.nodes[0].before && delta.nodes[0].after);
        QCOMPARE(delta.nodes[0].before->id, std::string("swing"));
        QCOMPARE(delta.nodes[0].after->id, std::string("other"));
    }

    void bringsRandomChangesBothWays() {
        std::mt19937 random(20);
        const auto below = [&random](std::size_t count) { return random() % count; };
        graph::GraphDefinition graph = makeLargeGraph(40);
        for (int round = 0; round < 200; ++round) {
            graph::GraphDefinition after = graph;
            for (std::size_t i = below(6); i > 0; --i) {
                const auto place = static_cast<std::ptrdiff_t>(below(after.nodes.size() + 1));
                const std::string id = "new_" + std::to_string(round) + '_' + std::to_string(i);
                after.nodes.insert(after.nodes.begin() + place, makeClip(id, "Bend", 0, 0));
            }
            for (std::size_t i = below(6); i > 0 && after.nodes.size() > 1; --i) {
                const auto place = static_cast<std::ptrdiff_t>(below(after.nodes.size()));
                after.nodes.erase(after.nodes.begin() + place);
            }
            after.nodes[below(after.nodes.size())].at.x += 10.0;
            const GraphDelta delta = graphDelta(graph, after);
            graph::GraphDefinition brought = graph;
            applyDelta(brought, delta);
            QVERIFY2(brought == after, qPrintable(QString("round %1").arg(round)));
            applyDelta(brought, reversed(delta));
            QVERIFY2(brought == graph, qPrintable(QString("round %1").arg(round)));
            graph = after;
        }
    }
};

QTEST_GUILESS_MAIN(TstGraphDelta)
#include "tst_graph_delta.moc"
