// SPDX-License-Identifier: Apache-2.0
// Affine maps and normals.
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>

#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

namespace {

Affine randomAffine(test::Random& random) {
    Affine affine;
    for (int column = 0; column < 3; ++column) {
        affine.linear[column] = random.vector(-1.0f, 1.0f);
    }
    affine.translation = random.vector(-2.0f, 2.0f);
    return affine;
}

} // namespace

class TstAffine : public QObject {
    Q_OBJECT

private slots:
    void productAppliesTheRightFactorFirst();
    void parentIsOnTheLeft();
    void inverseUndoesTheMap();
    void singularMapsHaveNoInverse();
    void normalsStayPerpendicularUnderEveryMap();
    void cofactorAgreesWithTheInverseTransposeUpToTheSignOfTheDeterminant();
    void flattenedPlaneKeepsItsNormal();
    void rowsAreRows();
    void matricesRoundTrip();
};

void TstAffine::productAppliesTheRightFactorFirst() {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        const Affine aFromB = randomAffine(random);
        const Affine bFromC = randomAffine(random);
        const glm::vec3 pointC = random.vector(-1.0f, 1.0f);
        QCOMPARE_LE(test::maxAbsDiff(transformPoint(aFromB * bFromC, pointC),
                                     transformPoint(aFromB, transformPoint(bFromC, pointC))),
                    1e-5);
    }
}

void TstAffine::parentIsOnTheLeft() {
    // A parent that turns 90 degrees about z and a child moved along its x: the child is at +y. The
    // other order would leave it at +x.
    const Affine modelFromParent =
        toAffine({glm::vec3(0.0f),
                  glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1)),
                  glm::vec3(1.0f)});
    const Affine parentFromJoint = toAffine({glm::vec3(1, 0, 0), identityQuat(), glm::vec3(1.0f)});
    const Affine modelFromJoint = modelFromParent * parentFromJoint;
    QCOMPARE_LE(test::maxAbsDiff(modelFromJoint.translation, glm::vec3(0, 1, 0)), 1e-6);
}

void TstAffine::inverseUndoesTheMap() {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const Affine aFromB = randomAffine(random);
        const auto bFromA = inverse(aFromB);
        QVERIFY(bFromA.has_value());
        const double scale = 1.0 / std::abs(static_cast<double>(glm::determinant(aFromB.linear)));
        QCOMPARE_LE(test::maxAbsDiff(aFromB * *bFromA, Affine{}), 1e-5 * std::max(1.0, scale));
    }
}

void TstAffine::singularMapsHaveNoInverse() {
    Affine flat;
    flat.linear[2] = glm::vec3(0.0f);
    QVERIFY(!inverse(flat).has_value());
    Affine broken;
    broken.linear[0].x = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(!inverse(broken).has_value());
    Affine farAway;
    farAway.translation.y = std::numeric_limits<float>::infinity();
    QVERIFY(!inverse(farAway).has_value());
    Affine tiny; // small, but not singular
    tiny.linear = glm::mat3(1e-6f);
    QVERIFY(inverse(tiny).has_value());
}

void TstAffine::normalsStayPerpendicularUnderEveryMap() {
    test::Random random(3);
    double worstWithMatrixItself = 0.0;
    for (int i = 0; i < 2000; ++i) {
        const Affine map = randomAffine(random);
        const glm::vec3 tangent = glm::normalize(random.vector(-1.0f, 1.0f));
        const glm::vec3 normal = glm::normalize(glm::cross(tangent, random.vector(-1.0f, 1.0f)));
        const glm::dvec3 mapped(glm::dmat3(map.linear) * glm::dvec3(tangent));
        const double sine =
            glm::dot(glm::normalize(mapped), glm::dvec3(transformNormal(map, normal)));
        QCOMPARE_LE(std::abs(sine), 2e-4);
        worstWithMatrixItself = std::max(
            worstWithMatrixItself,
            std::abs(glm::dot(glm::normalize(mapped),
                              glm::normalize(glm::dmat3(map.linear) * glm::dvec3(normal)))));
    }
    QCOMPARE_GE(worstWithMatrixItself, 0.9); // the shortcut is really wrong for such maps
}

void TstAffine::cofactorAgreesWithTheInverseTransposeUpToTheSignOfTheDeterminant() {
    test::Random random(4);
    int mirrored = 0;
    for (int i = 0; i < 2000; ++i) {
        const glm::mat3 matrix = randomAffine(random).linear;
        const glm::vec3 normal = glm::normalize(random.vector(-1.0f, 1.0f));
        const glm::dvec3 byInverse =
            glm::normalize(glm::transpose(glm::inverse(glm::dmat3(matrix))) * glm::dvec3(normal));
        const glm::dvec3 byCofactor = glm::normalize(glm::dvec3(cofactor(matrix) * normal));
        const bool isMirrored = glm::determinant(glm::dmat3(matrix)) < 0.0;
        mirrored += isMirrored ? 1 : 0;
        QCOMPARE_LE(test::maxAbsDiff(byCofactor, isMirrored ? -byInverse : byInverse), 2e-3);
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(transformNormal({matrix, glm::vec3(0.0f)}, normal)),
                                     byInverse),
                    2e-3);
    }
    QVERIFY(mirrored > 800 && mirrored < 1200);
}

void TstAffine::flattenedPlaneKeepsItsNormal() {
    const Affine flat{glm::mat3(1, 0, 0, 0, 2, 0, 0, 0, 0), glm::vec3(0.0f)};
    QCOMPARE_LE(test::maxAbsDiff(cofactor(flat.linear) * glm::vec3(0, 0, 1), glm::vec3(0, 0, 2)),
                0.0);
    QCOMPARE_LE(test::maxAbsDiff(transformNormal(flat, glm::vec3(0, 0, 1)), glm::vec3(0, 0, 1)),
                0.0);
    // Nothing is left of the normal in the plane: it comes back as it was, never NaN.
    const Affine gone{glm::mat3(0.0f), glm::vec3(0.0f)};
    QCOMPARE_LE(test::maxAbsDiff(transformNormal(gone, glm::vec3(1, 0, 0)), glm::vec3(1, 0, 0)),
                0.0);
}

void TstAffine::rowsAreRows() {
    Affine affine;
    affine.linear = glm::mat3(1, 2, 3, 4, 5, 6, 7, 8, 9); // columns
    affine.translation = glm::vec3(10, 11, 12);
    const std::array<float, 12> expected = {1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12};
    QVERIFY(toRows(affine) == expected);
}

void TstAffine::matricesRoundTrip() {
    test::Random random(5);
    const Affine affine = randomAffine(random);
    QCOMPARE_LE(test::maxAbsDiff(fromMat4(toMat4(affine)), affine), 0.0);
    const glm::mat4 matrix = toMat4(affine);
    QVERIFY(matrix[0][3] == 0.0f && matrix[1][3] == 0.0f && matrix[2][3] == 0.0f &&
            matrix[3][3] == 1.0f);
}

QTEST_GUILESS_MAIN(TstAffine)
#include "tst_affine.moc"
