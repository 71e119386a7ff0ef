// SPDX-License-Identifier: Apache-2.0
// Interpolation of rotations.
#include <sartor/math/quaternion.h>

#include <QtTest>

#include <glm/gtc/constants.hpp>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

namespace {

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

} // namespace

class TstQuaternion : public QObject {
    Q_OBJECT

private slots:
    void constructorIsScalarFirstAndMemoryIsScalarLast();
    void slerpTurnsAtConstantSpeed_data();
    void slerpTurnsAtConstantSpeed();
    void negatingAKeyChangesNothing();
    void endsAreExact();
    void nearlyEqualRotationsInterpolateWithoutLoss();
    void angleIsPreciseWhenSmall();
    void scalesTheAngleOfTheShorterWay_data();
    void scalesTheAngleOfTheShorterWay();
    void shortestRotationTakesOneDirectionToTheOther();
    void oppositeDirectionsAreHalfATurnApart();
};

void TstQuaternion::constructorIsScalarFirstAndMemoryIsScalarLast() {
    const glm::quat q(0.25f, 1.0f, 2.0f, 3.0f);
    QCOMPARE(q.w, 0.25f);
    float memory[4];
    std::memcpy(memory, &q, sizeof(q));
    QVERIFY(memory[0] == 1.0f && memory[1] == 2.0f && memory[2] == 3.0f && memory[3] == 0.25f);
}

void TstQuaternion::slerpTurnsAtConstantSpeed_data() {
    QTest::addColumn<float>("degrees");
    for (const float degrees : {0.001f, 1.0f, 30.0f, 90.0f, 170.0f, 179.9f}) {
        QTest::addRow("%g degrees", static_cast<double>(degrees)) << degrees;
    }
}

void TstQuaternion::slerpTurnsAtConstantSpeed() {
    QFETCH(float, degrees);
    for (const float t : {0.0f, 0.1f, 0.25f, 0.5f, 0.9f, 1.0f}) {
        QCOMPARE_LE(test::maxAbsDiff(slerpShortest(aboutZ(10.0f), aboutZ(10.0f + degrees), t),
                                     aboutZ(10.0f + degrees * t)),
                    1e-6);
    }
}

void TstQuaternion::negatingAKeyChangesNothing() {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const glm::quat a = random.rotation();
        const glm::quat b = random.rotation();
        const float t = random.uniform(0.0f, 1.0f);
        QCOMPARE_LE(test::maxAbsDiff(slerpShortest(a, b, t), slerpShortest(a, -b, t)), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(nlerpShortest(a, b, t), nlerpShortest(-a, b, t)), 1e-6);
        // never more than half a turn away from either end
        QCOMPARE_LE(angleBetween(a, slerpShortest(a, b, t)), angleBetween(a, b) + 1e-5f);
    }
}

void TstQuaternion::endsAreExact() {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const glm::quat a = random.rotation();
        const glm::quat b = random.rotation();
        QCOMPARE_LE(test::maxAbsDiff(slerpShortest(a, b, 0.0f), a), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(slerpShortest(a, b, 1.0f), b), 1e-6);
    }
}

void TstQuaternion::nearlyEqualRotationsInterpolateWithoutLoss() {
    const glm::quat mid = slerpShortest(aboutZ(20.0f), aboutZ(20.01f), 0.5f);
    QCOMPARE_LE(std::abs(static_cast<double>(glm::length(mid)) - 1.0), test::kUnitTolerance);
    QCOMPARE_LE(test::maxAbsDiff(mid, aboutZ(20.005f)), 1e-6);
    const glm::quat same = slerpShortest(aboutZ(20.0f), aboutZ(20.0f), 0.5f);
    QCOMPARE_LE(test::maxAbsDiff(same, aboutZ(20.0f)), 1e-6);
}

void TstQuaternion::angleIsPreciseWhenSmall() {
    const float tiny = 1e-5f;
    const glm::quat turned = glm::angleAxis(tiny, glm::vec3(1, 0, 0));
    QCOMPARE_LE(std::abs(static_cast<double>(angleBetween(identityQuat(), turned)) - 1e-5), 1e-9);
    QCOMPARE_LE(std::abs(static_cast<double>(angleBetween(aboutZ(0.0f), aboutZ(180.0f))) -
                         glm::pi<double>()),
                1e-6);
    QCOMPARE_LE(angleBetween(aboutZ(77.0f), -aboutZ(77.0f)), 1e-6f);
}

void TstQuaternion::scalesTheAngleOfTheShorterWay_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<float>("factor");
    QTest::addColumn<double>("expected");
    QTest::newRow("half") << 90.0 << 0.5f << 45.0;
    QTest::newRow("none") << 90.0 << 0.0f << 0.0;
    QTest::newRow("all") << 90.0 << 1.0f << 90.0;
    QTest::newRow("beyond") << 90.0 << 3.0f << 270.0;
    QTest::newRow("back") << 90.0 << -0.5f << -45.0;
    QTest::newRow("the shorter way") << 270.0 << 0.5f << -45.0;
    QTest::newRow("tiny") << 1e-6 << 0.5f << 5e-7;
    QTest::newRow("nothing") << 0.0 << 2.0f << 0.0;
    QTest::newRow("almost half a turn") << 179.9 << 0.5f << 89.95;
}

void TstQuaternion::scalesTheAngleOfTheShorterWay() {
    QFETCH(double, degrees);
    QFETCH(float, factor);
    QFETCH(double, expected);
    test::Random random(3);
    for (int i = 0; i < 20; ++i) {
        const glm::dvec3 axis = glm::normalize(glm::dvec3(random.vector(-1.0f, 1.0f)));
        const glm::quat rotation(glm::angleAxis(glm::radians(degrees), axis));
        const glm::quat wanted(glm::angleAxis(glm::radians(expected), axis));
        QCOMPARE_LE(test::maxAbsDiff(scaleAngle(rotation, factor), wanted), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(scaleAngle(-rotation, factor), wanted), 1e-6);
    }
}

void TstQuaternion::shortestRotationTakesOneDirectionToTheOther() {
    test::Random random(4);
    for (int i = 0; i < 1000; ++i) {
        const glm::dvec3 from = glm::normalize(glm::dvec3(random.vector(-1, 1)));
        const glm::dvec3 to = glm::normalize(glm::dvec3(random.vector(-1, 1)));
        const glm::dquat turn = shortestRotation(from, to);
        QCOMPARE_LE(test::maxAbsDiff(turn * from, to), 1e-9);
        // No turn about the directions themselves: the axis is at right angles to both.
        const glm::dvec3 axis(turn.x, turn.y, turn.z);
        QCOMPARE_LE(std::abs(glm::dot(axis, from)) + std::abs(glm::dot(axis, to)), 1e-12);
        QCOMPARE_LE(
            test::maxAbsDiff(2.0 * std::acos(std::min(turn.w, 1.0)), std::acos(glm::dot(from, to))),
            1e-6);
    }
}

void TstQuaternion::oppositeDirectionsAreHalfATurnApart() {
    test::Random random(5);
    for (int i = 0; i < 100; ++i) {
        const glm::dvec3 from = glm::normalize(glm::dvec3(random.vector(-1, 1)));
        QCOMPARE_LE(std::abs(glm::dot(perpendicularTo(from), from)), 1e-15);
        QCOMPARE_LE(test::maxAbsDiff(glm::length(perpendicularTo(from)), 1.0), 1e-15);
        QCOMPARE_LE(test::maxAbsDiff(shortestRotation(from, -from) * from, -from), 1e-14);
        const glm::dvec3 nearly = glm::normalize(-from + 1e-7 * perpendicularTo(from));
        QCOMPARE_LE(test::maxAbsDiff(shortestRotation(from, nearly) * from, nearly), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstQuaternion)
#include "tst_quaternion.moc"
