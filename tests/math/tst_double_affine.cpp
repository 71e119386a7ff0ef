// SPDX-License-Identifier: Apache-2.0
// Affine maps in double keep the digits of a double.
#include <sartor/math/double_affine.h>

#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

namespace {

// Numbers of more digits than a float has.
DoubleAffine randomDoubleAffine(test::Random& random) {
    const auto vector = [&random] {
        const glm::dvec3 digits(random.vector(-1.0f, 1.0f));
        return digits + 1e-9 * glm::dvec3(random.vector(-1.0f, 1.0f));
    };
    const glm::dvec3 x = vector();
    const glm::dvec3 y = vector();
    const glm::dvec3 z = vector();
    return {glm::dmat3(x, y, z), vector()};
}

double maxAbsDiff(const DoubleAffine& a, const DoubleAffine& b) {
    return std::max(test::maxAbsDiff(a.linear, b.linear),
                    test::maxAbsDiff(a.translation, b.translation));
}

} // namespace

class TstDoubleAffine : public QObject {
    Q_OBJECT

private slots:
    void singularAndNonfiniteMapsHaveNoInverse();
    void inverseUndoesTheMap();
    void productAppliesTheRightFactorFirst();
    void floatsSurviveTheWayThroughDouble();
};

void TstDoubleAffine::singularAndNonfiniteMapsHaveNoInverse() {
    DoubleAffine flat;
    flat.linear[1] = flat.linear[0] * 3.0;
    QVERIFY(!inverse(flat).has_value());
    DoubleAffine farAway;
    farAway.translation.z = std::numeric_limits<double>::infinity();
    QVERIFY(!inverse(farAway).has_value());
    QVERIFY(!isFinite(farAway));
    DoubleAffine tiny; // small, but not singular
    tiny.linear = glm::dmat3(1e-30);
    QVERIFY(inverse(tiny).has_value());
}

void TstDoubleAffine::inverseUndoesTheMap() {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const DoubleAffine aFromB = randomDoubleAffine(random);
        const auto bFromA = inverse(aFromB);
        QVERIFY(bFromA.has_value());
        const double scale = 1.0 / std::abs(glm::determinant(aFromB.linear));
        QCOMPARE_LE(maxAbsDiff(aFromB * *bFromA, DoubleAffine{}), 1e-14 * std::max(1.0, scale));
    }
}

void TstDoubleAffine::productAppliesTheRightFactorFirst() {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const DoubleAffine aFromB = randomDoubleAffine(random);
        const DoubleAffine bFromC = randomDoubleAffine(random);
        const glm::dvec3 pointC(random.vector(-1.0f, 1.0f));
        QCOMPARE_LE(test::maxAbsDiff(transformPoint(aFromB * bFromC, pointC),
                                     transformPoint(aFromB, transformPoint(bFromC, pointC))),
                    1e-14);
    }
}

void TstDoubleAffine::floatsSurviveTheWayThroughDouble() {
    test::Random random(3);
    const Affine affine{glm::mat3(random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1)),
                        random.vector(-1, 1)};
    QCOMPARE_LE(test::maxAbsDiff(toFloat(toDouble(affine)), affine), 0.0);
}

QTEST_GUILESS_MAIN(TstDoubleAffine)
#include "tst_double_affine.moc"
