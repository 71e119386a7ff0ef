// SPDX-License-Identifier: Apache-2.0
// A vector that follows another one, component by component.
#include "value_graph.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstSmoothVectorNode : public QObject {
    Q_OBJECT

private slots:
    void followsAsTheClosedFormSays();
};

void TstSmoothVectorNode::followsAsTheClosedFormSays() {
    GraphBuilder graph = valueGraph(
        "smooth_vector", {}, {pin("value", parameterInput("v")), pin("time", constantInput(0.5))});
    graph.node("parts", "numbers_from_vector", {}, {pin("vector", nodeInput("node"))});
    graph.node("clip", "clip", {{"clip", "Walk"}}, {pin("speed", nodeInput("parts", "x"))});
    GraphPlayer player(graph.definition, smallRig());
    const ParameterIndex parameter = player.instance.graph().findParameter("v");
    const glm::vec3 from(1.0f, 2.0f, 3.0f);
    const glm::vec3 to(5.0f, -2.0f, 3.5f);
    player.instance.setVector3(parameter, from);
    player.frame(0.1);
    QCOMPARE(player.value("node").vector, from);
    player.instance.setVector3(parameter, to);
    for (int i = 1; i < 20; ++i) {
        player.frame(0.05);
        const double x = 4.743864518 * 0.05 * i / 0.5;
        const double left = (1.0 + x) * std::exp(-x);
        QCOMPARE_LE(maxAbsDiff(player.value("node").vector,
                               glm::dvec3(to) + (glm::dvec3(from) - glm::dvec3(to)) * left),
                    2e-6);
    }
}

QTEST_APPLESS_MAIN(TstSmoothVectorNode)
#include "tst_smooth_vector_node.moc"
