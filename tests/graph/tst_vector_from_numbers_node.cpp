// SPDX-License-Identifier: Apache-2.0
// Three numbers as a vector.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstVectorFromNumbersNode : public QObject {
    Q_OBJECT

private slots:
    void putsComponentsInOrder();
};

void TstVectorFromNumbersNode::putsComponentsInOrder() {
    GraphBuilder graph = valueGraph(
        "vector_from_numbers",
        {},
        {pin("x", parameterInput("a")), pin("y", parameterInput("b")), pin("z", constantInput(5))});
    graph.node("parts", "numbers_from_vector", {}, {pin("vector", nodeInput("node"))});
    graph.node("clip", "clip", {{"clip", "Walk"}}, {pin("speed", nodeInput("parts", "y"))});
    GraphPlayer player(graph.definition, smallRig());
    player.setFloat("a", 3.0f);
    player.setFloat("b", 4.0f);
    player.frame(0.1);
    QCOMPARE(player.value("node").vector, glm::vec3(3.0f, 4.0f, 5.0f));
}

QTEST_APPLESS_MAIN(TstVectorFromNumbersNode)
#include "tst_vector_from_numbers_node.moc"
