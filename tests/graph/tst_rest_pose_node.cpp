// SPDX-License-Identifier: Apache-2.0
// The rest pose as a node.
#include <QtTest>

#include <support/graph_fixture.h>

using namespace sartor;
using namespace sartor::test;

class TstRestPoseNode : public QObject {
    Q_OBJECT

private slots:
    void isThatOfTheFile();
};

void TstRestPoseNode::isThatOfTheFile() {
    GraphBuilder graph;
    graph.node("rest", "rest_pose");
    GraphPlayer player(graph.definition, smallRig());
    for (const double dt : {0.0, 0.5}) {
        player.frame(dt);
        QCOMPARE_LE(maxAbsDiff(player, clipOracle(*smallRig(), "no clip at all", 0.0)), 0.0);
    }
    QVERIFY(player.activity("rest").isActive);
}

QTEST_APPLESS_MAIN(TstRestPoseNode)
#include "tst_rest_pose_node.moc"
