// SPDX-License-Identifier: Apache-2.0
// Numbers taken from range to range.
#include "value_graph.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

class TstRemapNode : public QObject {
    Q_OBJECT

private slots:
    void mapsNumbers_data();
    void mapsNumbers();
};

void TstRemapNode::mapsNumbers_data() {
    QTest::addColumn<Record>("params");
    QTest::addColumn<float>("value");
    QTest::addColumn<float>("expected");
    const Record range{{"from", 2}, {"to", 6}, {"out_from", 10}, {"out_to", 30}};
    const Record down{{"from", 6}, {"to", 2}, {"out_from", 1}, {"out_to", 0}};
    const auto with = [](Record record, const char* key, Value value) {
        record.emplace_back(key, std::move(value));
        return record;
    };
    QTest::newRow("defaults") << Record{} << 0.25f << 0.25f;
    QTest::newRow("inside") << range << 3.0f << 15.0f;
    QTest::newRow("below") << range << -9.0f << 10.0f;
    QTest::newRow("above") << range << 7.0f << 30.0f;
    QTest::newRow("beyond") << with(range, "clamp", false) << 7.0f << 35.0f;
    QTest::newRow("downwards") << down << 3.0f << 0.25f;
    QTest::newRow("smooth") << with(range, "curve", "smooth") << 3.0f << 13.125f;
    QTest::newRow("smooth, beyond")
        << with(with(range, "curve", "smooth"), "clamp", false) << 9.0f << 30.0f;
    const Record step{{"from", 2}, {"to", 2}, {"out_from", 5}, {"out_to", 8}};
    QTest::newRow("step, below") << step << 1.9f << 5.0f;
    QTest::newRow("step, at") << step << 2.0f << 8.0f;
    QTest::newRow("ends exactly") << Record{{"out_from", 0.1}, {"out_to", 0.7}} << 1.0f << 0.7f;
}

void TstRemapNode::mapsNumbers() {
    QFETCH(Record, params);
    QFETCH(float, value);
    QFETCH(float, expected);
    GraphPlayer player =
        playValue(valueGraph("remap", params, {pin("value", parameterInput("a"))}));
    player.setFloat("a", value);
    player.frame(0.1);
    QCOMPARE_LE(std::abs(player.value("node").number() - expected), 1e-6f);
}

QTEST_APPLESS_MAIN(TstRemapNode)
#include "tst_remap_node.moc"
