// SPDX-License-Identifier: Apache-2.0
// One of two numbers, and only that one is worked out.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstSelectNode : public QObject {
    Q_OBJECT

private slots:
    void takesOneOfTwo();
    void theOtherOneIsNotWorkedOut();
};

void TstSelectNode::takesOneOfTwo() {
    GraphPlayer player = playValue(valueGraph("select",
                                              {},
                                              {pin("condition", parameterInput("on")),
                                               pin("when_true", parameterInput("a")),
                                               pin("when_false", parameterInput("b"))}));
    player.setFloat("a", 3.0f);
    player.setFloat("b", 4.0f);
    player.frame(0.1);
    QCOMPARE(player.value("node").number(), 3.0f);
    player.setBool("on", false);
    player.frame(0.1);
    QCOMPARE(player.value("node").number(), 4.0f);
}

void TstSelectNode::theOtherOneIsNotWorkedOut() {
    GraphBuilder graph = valueGraph("select",
                                    {},
                                    {pin("condition", parameterInput("off")),
                                     pin("when_true", nodeInput("unused")),
                                     pin("when_false", nodeInput("used"))});
    for (const char* id : {"unused", "used"}) {
        graph.node(id, "number", {{"value", 2}});
    }
    GraphPlayer player = playValue(graph);
    player.frame(0.1);
    QCOMPARE(player.value("node").number(), 2.0f);
    QCOMPARE(player.value("used").number(), 2.0f);
    QCOMPARE(player.value("unused").number(), 0.0f);
}

QTEST_APPLESS_MAIN(TstSelectNode)
#include "tst_select_node.moc"
