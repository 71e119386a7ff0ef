// SPDX-License-Identifier: Apache-2.0
// Smoothed numbers through graphs: the frame rate does not matter, angles go the shorter way.
#include "value_graph.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::graph;
using namespace sartor::test;

namespace {

GraphPlayer smoothed(double time, double period = 0.0) {
    return playValue(
        valueGraph("smooth",
                   {{"period", period}},
                   {pin("value", parameterInput("a")), pin("time", constantInput(time))}));
}

// Closed form: what is left of a step from rest.
double left(double seconds, double settlingTime) {
    const double x = 4.743864518 * seconds / settlingTime;
    return (1.0 + x) * std::exp(-x);
}

} // namespace

class TstSmoothNode : public QObject {
    Q_OBJECT

private slots:
    void beginsAtTheValue();
    void followsAsTheClosedFormSays();
    void theFrameRateDoesNotMatter();
    void withoutTimeItFollowsAtOnce();
    void anglesTakeTheShorterWay();
    void beginsAnewWhereItWasNotAsked();
};

void TstSmoothNode::beginsAtTheValue() {
    GraphPlayer player = smoothed(0.5);
    player.setFloat("a", 7.0f);
    player.frame(0.25);
    QCOMPARE(player.value("node").number(), 7.0f);
}

void TstSmoothNode::followsAsTheClosedFormSays() {
    GraphPlayer player = smoothed(0.5);
    player.setFloat("a", 2.0f);
    player.frame(0.1);
    player.setFloat("a", 12.0f);
    for (int i = 1; i < 20; ++i) {
        player.frame(0.05);
        const double expected = 12.0 - 10.0 * left(0.05 * i, 0.5);
        QCOMPARE_LE(maxAbsDiff(static_cast<double>(player.value("node").number()), expected), 2e-6);
    }
}

void TstSmoothNode::theFrameRateDoesNotMatter() {
    GraphPlayer slow = smoothed(0.7);
    GraphPlayer fast = smoothed(0.7);
    slow.frame(0.0);
    fast.frame(0.0);
    for (int second = 0; second < 5; ++second) {
        const auto goal = static_cast<float>((second * 7) % 4);
        slow.setFloat("a", goal);
        fast.setFloat("a", goal);
        slow.frame(0.25);
        for (int i = 0; i < 50; ++i) {
            fast.frame(0.005);
        }
        QCOMPARE_LE(std::abs(slow.value("node").number() - fast.value("node").number()), 1e-5f);
    }
}

void TstSmoothNode::withoutTimeItFollowsAtOnce() {
    GraphPlayer player = smoothed(0.0);
    player.frame(0.1);
    player.setFloat("a", 3.0f);
    player.frame(0.1);
    QCOMPARE(player.value("node").number(), 3.0f);
}

void TstSmoothNode::anglesTakeTheShorterWay() {
    GraphPlayer player = smoothed(0.5, 360.0);
    player.setFloat("a", 170.0f);
    player.frame(0.1);
    player.setFloat("a", -170.0f);
    double before = 170.0;
    for (int i = 1; i < 40; ++i) {
        player.frame(0.05);
        const auto value = static_cast<double>(player.value("node").number());
        const double expected = std::remainder(190.0 - 20.0 * left(0.05 * i, 0.5), 360.0);
        QCOMPARE_LE(maxAbsDiff(value, expected), 2e-5);
        QVERIFY(value >= -180.0 && value <= 180.0);
        QVERIFY(std::remainder(value - before, 360.0) >= 0.0);
        before = value;
    }
    // What is beyond the period comes out within it.
    player.setFloat("a", 730.0f);
    for (int i = 0; i < 100; ++i) {
        player.frame(0.05);
    }
    QCOMPARE_LE(std::abs(player.value("node").number() - 10.0f), 1e-4f);
}

void TstSmoothNode::beginsAnewWhereItWasNotAsked() {
    GraphBuilder graph = valueGraph(
        "smooth", {}, {pin("value", parameterInput("a")), pin("time", constantInput(0.5))});
    graph.node("choice",
               "select",
               {},
               {pin("condition", parameterInput("on")),
                pin("when_true", nodeInput("node")),
                pin("when_false", constantInput(-1))});
    graph.node("clip", "clip", {{"clip", "Walk"}}, {pin("speed", nodeInput("choice"))});
    GraphPlayer player(graph.definition, smallRig());
    player.frame(0.1);
    player.setBool("on", false);
    player.frame(0.1);
    QCOMPARE(player.value("choice").number(), -1.0f);
    player.setBool("on", true);
    player.setFloat("a", 5.0f);
    player.frame(0.1);
    QCOMPARE(player.value("choice").number(), 5.0f);
}

QTEST_APPLESS_MAIN(TstSmoothNode)
#include "tst_smooth_node.moc"
