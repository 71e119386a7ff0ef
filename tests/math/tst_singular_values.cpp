// SPDX-License-Identifier: Apache-2.0
// Singular values: factors multiply to the map, small ones keep their digits, flat maps are whole.
#include <sartor/math/singular_values.h>

#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

namespace {

glm::dmat3 diagonal(double x, double y, double z) {
    return glm::dmat3(x, 0, 0, 0, y, 0, 0, 0, z);
}

} // namespace

class TstSingularValues : public QObject {
    Q_OBJECT

private slots:
    void factorsMultiplyToTheMap_data();
    void factorsMultiplyToTheMap();
    void smallValuesKeepTheirDigits();
};

void TstSingularValues::factorsMultiplyToTheMap_data() {
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    QTest::addColumn<double>("z");
    QTest::newRow("any") << 3.0 << 0.5 << 1.0;
    QTest::newRow("equal") << 2.0 << 2.0 << 2.0;
    QTest::newRow("mirrored") << -1.0 << 2.0 << 0.1;
    QTest::newRow("flat") << 0.0 << 1.0 << 2.0;
    QTest::newRow("line") << 0.0 << 0.0 << 1e-9;
    QTest::newRow("huge") << 1e30 << 1e20 << 1e25;
    QTest::newRow("zero") << 0.0 << 0.0 << 0.0;
}

void TstSingularValues::factorsMultiplyToTheMap() {
    QFETCH(double, x);
    QFETCH(double, y);
    QFETCH(double, z);
    test::Random random(41);
    const double size = std::max({std::abs(x), std::abs(y), std::abs(z), 1e-300});
    glm::dvec3 expected(std::abs(x), std::abs(y), std::abs(z));
    std::sort(&expected[0], &expected[0] + 3, std::greater<>());
    for (int i = 0; i < 100; ++i) {
        const glm::dmat3 left = glm::mat3_cast(glm::normalize(glm::dquat(random.rotation())));
        const glm::dmat3 right = glm::mat3_cast(glm::normalize(glm::dquat(random.rotation())));
        const glm::dmat3 linear = left * diagonal(x, y, z) * right;
        const SingularValues found = singularValues(linear);
        QCOMPARE_LE(test::maxAbsDiff(found.sigma / size, expected / size), 1e-14);
        const glm::dmat3 product = found.left *
                                   diagonal(found.sigma[0], found.sigma[1], found.sigma[2]) *
                                   glm::transpose(found.right);
        QCOMPARE_LE(test::maxAbsDiff(product / size, linear / size), 1e-14);
        for (const glm::dmat3& factor : {found.left, found.right}) {
            QCOMPARE_LE(test::maxAbsDiff(factor * glm::transpose(factor), glm::dmat3(1.0)), 1e-13);
        }
        QCOMPARE_LE(test::maxAbsDiff(glm::determinant(found.right), 1.0), 1e-13);
    }
}

void TstSingularValues::smallValuesKeepTheirDigits() {
    // The eigenvalues of the product with the transpose would lose all of 1e-10.
    const glm::dmat3 turn = glm::mat3_cast(glm::angleAxis(0.4, glm::dvec3(0.6, 0.0, 0.8)));
    const SingularValues found = singularValues(turn * diagonal(1.0, 1e-5, 1e-10));
    QCOMPARE_LE(test::maxAbsDiff(found.sigma[2] / 1e-10, 1.0), 1e-12);
}

QTEST_GUILESS_MAIN(TstSingularValues)
#include "tst_singular_values.moc"
