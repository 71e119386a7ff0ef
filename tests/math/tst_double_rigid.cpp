// SPDX-License-Identifier: Apache-2.0
// Rigid motions in double.
#include <sartor/math/double_rigid.h>

#include <QtTest>

#include <support/compare.h>

#include <numbers>

using namespace sartor;
using namespace sartor::math;

namespace {

constexpr double kPi = std::numbers::pi;

/// Largest difference of any element of the two maps as matrices.
double difference(const DoubleRigid& a, const DoubleRigid& b) {
    return std::max(test::maxAbsDiff(glm::mat3_cast(a.rotation), glm::mat3_cast(b.rotation)),
                    test::maxAbsDiff(a.translation, b.translation));
}

DoubleRigid randomRigid(test::Random& random) {
    return {glm::normalize(glm::dquat(random.rotation())), glm::dvec3(random.vector(-2, 2))};
}

/// The motion about the vertical axis by an angle, and a step.
DoubleRigid turnAndStep(double angle, const glm::dvec3& step) {
    return {glm::dquat(std::cos(angle / 2), 0, std::sin(angle / 2), 0), step};
}

} // namespace

class TstDoubleRigid : public QObject {
    Q_OBJECT

private slots:
    void productsAreThoseOfTheMatrices();
    void inverseUndoes();
    void productsStayRigid();
    void powersAreRepeatedProducts_data();
    void powersAreRepeatedProducts();
    void millionsOfSmallTurnsFollowTheCircle();
    void rotationVectorsComeBack_data();
    void rotationVectorsComeBack();
    void saysWhatIsNotFinite();
};

void TstDoubleRigid::productsAreThoseOfTheMatrices() {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const DoubleRigid a = randomRigid(random);
        const DoubleRigid b = randomRigid(random);
        const glm::dvec3 point(random.vector(-1, 1));
        const glm::dvec3 expected =
            glm::mat3_cast(a.rotation) * (glm::mat3_cast(b.rotation) * point + b.translation) +
            a.translation;
        QCOMPARE_LE(test::maxAbsDiff(transformPoint(a * b, point), expected), 1e-14);
        QCOMPARE_LE(test::maxAbsDiff(transformPoint(toAffine(a * b), point), expected), 1e-14);
    }
}

void TstDoubleRigid::inverseUndoes() {
    test::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const DoubleRigid a = randomRigid(random);
        QCOMPARE_LE(difference(a * inverse(a), {}), 1e-14);
        QCOMPARE_LE(difference(inverse(a) * a, {}), 1e-14);
    }
}

void TstDoubleRigid::productsStayRigid() {
    test::Random random(3);
    const DoubleRigid step = randomRigid(random);
    DoubleRigid product;
    for (int i = 0; i < 1000000; ++i) {
        product = product * step;
    }
    QCOMPARE_LE(std::abs(glm::length(product.rotation) - 1.0), 1e-15);
}

void TstDoubleRigid::powersAreRepeatedProducts_data() {
    QTest::addColumn<int>("exponent");
    for (const int exponent : {0, 1, 2, 3, 17, 1000, -1, -2, -1000}) {
        QTest::addRow("%d times", exponent) << exponent;
    }
}

void TstDoubleRigid::powersAreRepeatedProducts() {
    QFETCH(int, exponent);
    test::Random random(4);
    std::vector<DoubleRigid> motions = {
        {},
        {.translation = glm::dvec3(1, 2, 3)},
        turnAndStep(kPi, {0, 0, 1}), // a half turn has two axes
        turnAndStep(-kPi / 2, {0, 1, 1}),
        turnAndStep(1e-9, {1, 0, 0}),
        {-glm::dquat(std::cos(0.3), 0, std::sin(0.3), 0), glm::dvec3(1, 0, 0)}};
    for (int i = 0; i < 20; ++i) {
        motions.push_back(randomRigid(random));
    }
    for (const DoubleRigid& motion : motions) {
        const DoubleRigid step = exponent < 0 ? inverse(motion) : motion;
        DoubleRigid expected;
        for (int i = 0; i < std::abs(exponent); ++i) {
            expected = expected * step;
        }
        // A thousand products of translations of up to 4 add this much rounding of their own.
        QCOMPARE_LE(difference(power(motion, exponent), expected), 1e-11);
    }
}

void TstDoubleRigid::millionsOfSmallTurnsFollowTheCircle() {
    // A step along the chord of a circle of one metre: where it comes to is the end of an arc.
    const double angle = 2.0 * kPi / 1000003.0;
    const double chord = 2.0 * std::sin(angle / 2);
    const DoubleRigid step =
        turnAndStep(angle, {chord * std::cos(angle / 2), 0, -chord * std::sin(angle / 2)});
    for (const std::int64_t count : {250001, 750000, 1000003, 1000003000}) {
        const double turned = angle * static_cast<double>(count);
        const glm::dvec3 expected(std::sin(turned), 0, std::cos(turned) - 1.0);
        // A billion angles of one rounding each: 1e9 * 6e-6 * 1e-16, with what cosine costs.
        QCOMPARE_LE(test::maxAbsDiff(power(step, count).translation, expected), 2e-10);
    }
}

void TstDoubleRigid::rotationVectorsComeBack_data() {
    QTest::addColumn<double>("angle");
    for (const double angle : {0.0, 1e-100, 1e-12, 0.1, 1.0, 3.0, kPi - 1e-9, kPi}) {
        QTest::addRow("%g rad", angle) << angle;
    }
}

void TstDoubleRigid::rotationVectorsComeBack() {
    QFETCH(double, angle);
    test::Random random(5);
    for (int i = 0; i < 50; ++i) {
        const glm::dvec3 axis = glm::normalize(glm::dvec3(random.vector(-1, 1)));
        const glm::dquat rotation(std::cos(angle / 2),
                                  axis.x * std::sin(angle / 2),
                                  axis.y * std::sin(angle / 2),
                                  axis.z * std::sin(angle / 2));
        for (const glm::dquat& same : {rotation, -rotation}) {
            const glm::dvec3 vector = rotationVector(same);
            QCOMPARE_LE(std::abs(glm::length(vector) - angle), 1e-14);
            QCOMPARE_LE(1.0 - std::abs(glm::dot(rotationFromVector(vector), rotation)), 1e-15);
            if (angle < kPi) {
                QCOMPARE_LE(test::maxAbsDiff(vector, axis * angle), 1e-8 * angle);
            }
        }
    }
}

void TstDoubleRigid::saysWhatIsNotFinite() {
    QVERIFY(isFinite(DoubleRigid{}));
    QVERIFY(!isFinite(DoubleRigid{.translation = glm::dvec3(0, std::nan(""), 0)}));
    QVERIFY(!isFinite(DoubleRigid{.rotation = glm::dquat(std::nan(""), 0, 0, 0)}));
}

QTEST_GUILESS_MAIN(TstDoubleRigid)
#include "tst_double_rigid.moc"
