// SPDX-License-Identifier: Apache-2.0
// The damped value against small steps of its differential equation, and under any split of time.
#include <sartor/pose/critical_damping.h>

#include <QtTest>

#include <support/compare.h>

#include <limits>

using namespace sartor::pose;
using namespace sartor::test;

class TstCriticalDamping : public QObject {
    Q_OBJECT

private slots:
    void solvesItsDifferentialEquation_data();
    void solvesItsDifferentialEquation();
    void anySplitOfTimeGivesTheSame();
    void settlesInItsTime();
    void doesNotOvershootFromRest();
    void withoutTimeItIsThereAtOnce();
    void staysFinite();
};

void TstCriticalDamping::solvesItsDifferentialEquation_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("velocity");
    QTest::addColumn<double>("goal");
    QTest::newRow("from rest") << 0.0 << 0.0 << 1.0;
    QTest::newRow("moving away") << 0.0 << -3.0 << 1.0;
    QTest::newRow("moving fast") << 2.0 << -30.0 << 1.0;
    QTest::newRow("at the goal") << 1.0 << 2.0 << 1.0;
}

void TstCriticalDamping::solvesItsDifferentialEquation() {
    QFETCH(double, value);
    QFETCH(double, velocity);
    QFETCH(double, goal);
    // Runge and Kutta's fourth-order steps; the frequency by bisection of (1 + x) exp(-x) = 0.05.
    double low = 0.0;
    double high = 20.0;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        ((1.0 + middle) * std::exp(-middle) > 0.05 ? low : high) = middle;
    }
    const double frequency = low / 0.5;
    const auto acceleration = [&](double x, double v) {
        return -2.0 * frequency * v - frequency * frequency * (x - goal);
    };
    constexpr double kStep = 1e-4;
    double x = value;
    double v = velocity;
    for (int i = 1; i <= 10000; ++i) {
        const double v1 = v;
        const double a1 = acceleration(x, v);
        const double v2 = v + 0.5 * kStep * a1;
        const double a2 = acceleration(x + 0.5 * kStep * v1, v2);
        const double v3 = v + 0.5 * kStep * a2;
        const double a3 = acceleration(x + 0.5 * kStep * v2, v3);
        const double v4 = v + kStep * a3;
        const double a4 = acceleration(x + kStep * v3, v4);
        x += kStep / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
        v += kStep / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        if (i % 500 == 0) {
            const DampedValue actual = damped({value, velocity}, goal, 0.5, kStep * i);
            QCOMPARE_LE(maxAbsDiff(actual.value, x), 1e-9);
            QCOMPARE_LE(maxAbsDiff(actual.velocity, v), 1e-8);
        }
    }
}

void TstCriticalDamping::anySplitOfTimeGivesTheSame() {
    Random random(1);
    const DampedValue start{-2.0, 7.0};
    const DampedValue whole = damped(start, 3.0, 0.8, 1.0);
    for (int trial = 0; trial < 50; ++trial) {
        DampedValue split = start;
        double time = 0.0;
        while (time < 1.0) {
            const double step =
                std::min(static_cast<double>(random.uniform(0.0f, 0.2f)), 1.0 - time);
            split = damped(split, 3.0, 0.8, step);
            time += step;
        }
        QCOMPARE_LE(maxAbsDiff(split.value, whole.value), 1e-12);
        QCOMPARE_LE(maxAbsDiff(split.velocity, whole.velocity), 1e-11);
    }
}

void TstCriticalDamping::settlesInItsTime() {
    QCOMPARE_LE(maxAbsDiff(damped({10.0, 0.0}, 30.0, 0.25, 0.25).value, 29.0), 1e-9);
}

void TstCriticalDamping::doesNotOvershootFromRest() {
    DampedValue state{0.0, 0.0};
    double before = 0.0;
    for (int i = 0; i < 1000; ++i) {
        state = damped(state, 1.0, 0.3, 0.005);
        QVERIFY(state.value >= before && state.value <= 1.0);
        before = state.value;
    }
    QVERIFY(1.0 - before < 1e-12);
}

void TstCriticalDamping::withoutTimeItIsThereAtOnce() {
    for (const double time : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        const DampedValue state = damped({5.0, 3.0}, 2.0, time, 0.01);
        QCOMPARE(state.value, 2.0);
        QCOMPARE(state.velocity, 0.0);
    }
}

void TstCriticalDamping::staysFinite() {
    for (const double dt : {0.0, 1e-300, 1.0, 1e6, 1e300}) {
        for (const double time : {1e-45, 1e-6, 1.0, 1e38}) {
            const DampedValue state = damped({1e30, -1e30}, 1.0, time, dt);
            QVERIFY(std::isfinite(state.value) && std::isfinite(state.velocity));
        }
    }
}

QTEST_GUILESS_MAIN(TstCriticalDamping)
#include "tst_critical_damping.moc"
