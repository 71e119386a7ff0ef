// SPDX-License-Identifier: Apache-2.0
// Conditions put together.
#include "value_graph.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstLogicNode : public QObject {
    Q_OBJECT

private slots:
    void putsConditionsTogether_data();
    void putsConditionsTogether();
};

void TstLogicNode::putsConditionsTogether_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QStringList>("conditions");
    QTest::addColumn<bool>("expected");
    QTest::newRow("all of all") << "all" << QStringList{"on", "on"} << true;
    QTest::newRow("all of some") << "all" << QStringList{"on", "off"} << false;
    QTest::newRow("any of some") << "any" << QStringList{"off", "on"} << true;
    QTest::newRow("any of none") << "any" << QStringList{"off", "off"} << false;
    QTest::newRow("none of some") << "none" << QStringList{"off", "on"} << false;
    QTest::newRow("none of none") << "none" << QStringList{"off", "off", "off"} << true;
    QTest::newRow("opposite") << "none" << QStringList{"on"} << false;
}

void TstLogicNode::putsConditionsTogether() {
    QFETCH(QString, rule);
    QFETCH(QStringList, conditions);
    std::vector<InputDefinition> inputs;
    for (const QString& condition : conditions) {
        inputs.push_back(parameterInput(condition.toStdString()));
    }
    GraphPlayer player =
        playTruth(valueGraph("logic", {{"rule", rule.toStdString()}}, {{"conditions", inputs}}));
    player.frame(0.1);
    QTEST(player.value("node").truth(), "expected");
}

QTEST_APPLESS_MAIN(TstLogicNode)
#include "tst_logic_node.moc"
