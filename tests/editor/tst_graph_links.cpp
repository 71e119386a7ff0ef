// SPDX-License-Identifier: Apache-2.0
// Links of a graph: where they lead, and which are refused with what words.
#include "editor/model/graph_links.h"
#include "graphs.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

class TstGraphLinks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatCannotBe_data() {
        QTest::addColumn<QString>("fromNode");
        QTest::addColumn<QString>("toNode");
        QTest::addColumn<QString>("toPin");
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("words"); // empty: it may be
        QTest::newRow("another pose") << "loose"
                                      << "move"
                                      << "poses" << 2 << "";
        QTest::newRow("in place of one") << "loose"
                                         << "move"
                                         << "poses" << 0 << "";
        QTest::newRow("the same again") << "bend"
                                        << "move"
                                        << "poses" << 0 << "";
        QTest::newRow("to the output") << "loose"
                                       << ""
                                       << "" << 0 << "";
        QTest::newRow("other type")
            << "loose"
            << "move"
            << "value" << 0 << "Pose does not fit: 'value' of 'move' takes number.";
        QTest::newRow("used already")
            << "bend"
            << "move"
            << "poses" << 2 << "The pose of 'bend' feeds 'poses' of 'move' already";
        QTest::newRow("output's pose") << "move"
                                       << "move"
                                       << "poses" << 2 << "This would make a loop: move → move.";
        QTest::newRow("no such pin") << "loose"
                                     << "move"
                                     << "other" << 0 << "There is no such pin.";
        QTest::newRow("no such node") << "lost"
                                      << "move"
                                      << "poses" << 2 << "There is no such pin.";
    }

    void refusesWhatCannotBe() {
        QFETCH(QString, fromNode);
        QFETCH(QString, toNode);
        QFETCH(QString, toPin);
        QFETCH(int, index);
        QFETCH(QString, words);
        const QString said = linkRefusal(
            makeLocomotion(),
            {fromNode.toStdString(), "pose"},
            {toNode.toStdString(), toPin.toStdString(), static_cast<std::size_t>(index)});
        QVERIFY2(words.isEmpty() ? said.isEmpty() : said.startsWith(words), qPrintable(said));
    }

    void namesTheWholeLoop() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes.push_back(makeNode("outer", "blend_1d", 600, 0));
        graph.nodes.back().inputs = {{"poses", {withThreshold("move", 0.0)}}};
        QCOMPARE(linkRefusal(graph, {"outer", "pose"}, {"move", "poses", 2}),
                 QString("This would make a loop: move → outer → move."));
    }

    void aSharedPoseMayBeUsedAgain() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes.push_back(makeNode("cache", "pose_cache", 0, 300));
        graph.nodes.back().inputs = {{"pose", {graph::nodeInput("loose")}}};
        graph.nodes[2].inputs[1].inputs.push_back(withThreshold("cache", 3.0));
        QVERIFY(linkRefusal(graph, {"cache", "pose"}, {"move", "poses", 3}).isEmpty());
    }

    void spellsOutThePinOfALink() {
        const graph::GraphDefinition graph = makeLocomotion();
        const auto link = linkAt(graph, {"move", "poses", 1});
        QVERIFY(link.has_value());
        QVERIFY((*link == OutputPlace{"swing", "pose"}));
        QVERIFY(!linkAt(graph, {"move", "value", 0}).has_value());
        QVERIFY((*linkAt(graph, InputPlace{}) == OutputPlace{"move", "pose"}));
    }

    void findsAllLinksAndUsers() {
        const LinkIndex index(makeLocomotion());
        QCOMPARE(index.links().size(), std::size_t{3});
        const auto users = index.usersOf({"bend", "pose"});
        QCOMPARE(users.size(), std::size_t{1});
        QVERIFY((users[0] == InputPlace{"move", "poses", 0}));
        QVERIFY(index.usersOf({"loose", "pose"}).empty());
    }

    void keepsLinksToWhatIsNotThere() {
        graph::GraphDefinition graph = makeLocomotion();
        graph.nodes[2].inputs[1].inputs[0].node = "lost";
        const auto links = linksOf(graph);
        QCOMPARE(links.size(), std::size_t{3});
        QCOMPARE(links[0].from.node, std::string("lost"));
    }
};

QTEST_GUILESS_MAIN(TstGraphLinks)
#include "tst_graph_links.moc"
