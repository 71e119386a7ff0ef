// SPDX-License-Identifier: Apache-2.0
// What it costs to add a node, and to test it.
#include "compiler.h"

#include <QtTest>

#include <support/graph_fixture.h>

namespace sartor::graph {
extern constinit const NodeType kNodeType_dummy;
}

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstDummyNode : public QObject {
    Q_OBJECT

private slots:
    void raisesItsJoint();
};

void TstDummyNode::raisesItsJoint() {
    std::vector<const NodeType*> types(nodeTypes().begin(), nodeTypes().end());
    types.push_back(&kNodeType_dummy);
    GraphBuilder graph;
    graph.clip("walk", "Walk")
        .node("raised",
              "dummy",
              {{"joint", "Hips"}},
              {pin("pose", nodeInput("walk")), pin("height", constantInput(2))});
    GraphPlayer player(require(compileWith(graph.definition, smallRig(), types)));
    player.frame(0.4);
    DoublePose expected = clipOracle(*smallRig(), "Walk", 0.4);
    expected.joints[1].translation.y += 2.0;
    QCOMPARE_LE(maxAbsDiff(player, expected), 1e-6);
}

QTEST_APPLESS_MAIN(TstDummyNode)
#include "tst_dummy_node.moc"
