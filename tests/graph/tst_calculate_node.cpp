// SPDX-License-Identifier: Apache-2.0
// Arithmetic, and what has no result.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstCalculateNode : public QObject {
    Q_OBJECT

private slots:
    void calculates_data();
    void calculates();
};

void TstCalculateNode::calculates_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<float>("a");
    QTest::addColumn<float>("b");
    QTest::addColumn<float>("expected");
    QTest::newRow("add") << "add" << 3.0f << 4.0f << 7.0f;
    QTest::newRow("subtract") << "subtract" << 3.0f << 4.0f << -1.0f;
    QTest::newRow("multiply") << "multiply" << 3.0f << 4.0f << 12.0f;
    QTest::newRow("divide") << "divide" << 3.0f << 4.0f << 0.75f;
    QTest::newRow("divide by 0") << "divide" << 3.0f << 0.0f << 0.0f;
    QTest::newRow("minimum") << "minimum" << 3.0f << 4.0f << 3.0f;
    QTest::newRow("maximum") << "maximum" << 3.0f << 4.0f << 4.0f;
    QTest::newRow("modulo") << "modulo" << 7.5f << 2.0f << 1.5f;
    QTest::newRow("modulo of a negative") << "modulo" << -0.5f << 2.0f << 1.5f;
    QTest::newRow("modulo of an angle") << "modulo" << 370.0f << 360.0f << 10.0f;
    QTest::newRow("modulo 0") << "modulo" << 7.5f << 0.0f << 0.0f;
}

void TstCalculateNode::calculates() {
    QFETCH(QString, operation);
    QFETCH(float, a);
    QFETCH(float, b);
    GraphPlayer player =
        playValue(valueGraph("calculate",
                             {{"operation", operation.toStdString()}},
                             {pin("a", parameterInput("a")), pin("b", parameterInput("b"))}));
    player.setFloat("a", a);
    player.setFloat("b", b);
    player.frame(0.1);
    QTEST(player.value("node").number(), "expected");
}

QTEST_APPLESS_MAIN(TstCalculateNode)
#include "tst_calculate_node.moc"
