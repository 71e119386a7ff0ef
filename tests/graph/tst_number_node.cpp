// SPDX-License-Identifier: Apache-2.0
// A number for several inputs.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstNumberNode : public QObject {
    Q_OBJECT

private slots:
    void isItsParam();
};

void TstNumberNode::isItsParam() {
    GraphPlayer player = playValue(valueGraph("number", {{"value", 2.5}}, {}));
    player.frame(0.1);
    QCOMPARE(player.value("node").number(), 2.5f);
}

QTEST_APPLESS_MAIN(TstNumberNode)
#include "tst_number_node.moc"
