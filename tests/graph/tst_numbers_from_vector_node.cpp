// SPDX-License-Identifier: Apache-2.0
// The components of a vector and its length.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstNumbersFromVectorNode : public QObject {
    Q_OBJECT

private slots:
    void takesVectorsApart();
    void lengthsOfLargeVectorsAreFinite();
};

void TstNumbersFromVectorNode::takesVectorsApart() {
    GraphPlayer player = playValue(
        valueGraph("numbers_from_vector", {}, {pin("vector", parameterInput("v"))}), "length");
    player.instance.setVector3(player.instance.graph().findParameter("v"),
                               glm::vec3(2.0f, -3.0f, 6.0f));
    player.frame(0.1);
    QCOMPARE(player.value("node", 0).number(), 2.0f);
    QCOMPARE(player.value("node", 1).number(), -3.0f);
    QCOMPARE(player.value("node", 2).number(), 6.0f);
    QCOMPARE(player.value("node", 3).number(), 7.0f);
}

void TstNumbersFromVectorNode::lengthsOfLargeVectorsAreFinite() {
    GraphPlayer player = playValue(
        valueGraph("numbers_from_vector", {}, {pin("vector", parameterInput("v"))}), "length");
    player.instance.setVector3(player.instance.graph().findParameter("v"),
                               glm::vec3(3e29f, 0.0f, 4e29f));
    player.frame(0.1);
    QCOMPARE(player.value("node", 3).number(), 5e29f);
}

QTEST_APPLESS_MAIN(TstNumbersFromVectorNode)
#include "tst_numbers_from_vector_node.moc"
