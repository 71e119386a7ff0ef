// SPDX-License-Identifier: Apache-2.0
// Relations of numbers, with and without a tolerance.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstCompareNode : public QObject {
    Q_OBJECT

private slots:
    void comparesNumbers_data();
    void comparesNumbers();
};

void TstCompareNode::comparesNumbers_data() {
    QTest::addColumn<QString>("relation");
    QTest::addColumn<double>("tolerance");
    QTest::addColumn<bool>("isBelow"); // 1 against 2
    QTest::addColumn<bool>("isSame");  // 2 against 2
    QTest::addColumn<bool>("isAbove"); // 3 against 2
    QTest::newRow("less") << "less" << 0.0 << true << false << false;
    QTest::newRow("less or equal") << "less_or_equal" << 0.0 << true << true << false;
    QTest::newRow("equal") << "equal" << 0.0 << false << true << false;
    QTest::newRow("not equal") << "not_equal" << 0.0 << true << false << true;
    QTest::newRow("greater or equal") << "greater_or_equal" << 0.0 << false << true << true;
    QTest::newRow("greater") << "greater" << 0.0 << false << false << true;
    QTest::newRow("less, tolerant") << "less" << 1.0 << false << false << false;
    QTest::newRow("equal, tolerant") << "equal" << 1.0 << true << true << true;
    QTest::newRow("not equal, tolerant") << "not_equal" << 1.0 << false << false << false;
    QTest::newRow("greater or equal, tolerant")
        << "greater_or_equal" << 1.0 << true << true << true;
}

void TstCompareNode::comparesNumbers() {
    QFETCH(QString, relation);
    QFETCH(double, tolerance);
    GraphPlayer player =
        playTruth(valueGraph("compare",
                             {{"relation", relation.toStdString()}, {"tolerance", tolerance}},
                             {pin("a", parameterInput("a")), pin("b", constantInput(2))}));
    const auto holds = [&](float a) {
        player.setFloat("a", a);
        player.frame(0.1);
        return player.value("node").truth();
    };
    QTEST(holds(1.0f), "isBelow");
    QTEST(holds(2.0f), "isSame");
    QTEST(holds(3.0f), "isAbove");
}

QTEST_APPLESS_MAIN(TstCompareNode)
#include "tst_compare_node.moc"
