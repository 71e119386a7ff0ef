// SPDX-License-Identifier: Apache-2.0
// Translation, rotation, scale, and their recovery from matrices.
#include <sartor/math/transform.h>

#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

class TstTransform : public QObject {
    Q_OBJECT

private slots:
    void scalesThenRotatesThenTranslates();
    void decompositionRebuildsTheMap_data();
    void decompositionRebuildsTheMap();
    void shearIsSaidByTheResidual();
    void degenerateMapsDecomposeToFiniteTransforms_data();
    void degenerateMapsDecomposeToFiniteTransforms();
    void polarFactorsMultiplyToTheMap();
    void polarRotationStaysProperUnderMirrors();
    void polarFactorsOfFlatMaps();
    void polarRotationIsSteadyWhereAnAxisIsFlat();
};

void TstTransform::scalesThenRotatesThenTranslates() {
    const Transform transform{glm::vec3(10, 0, 0),
                              glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1)),
                              glm::vec3(2, 3, 4)};
    QCOMPARE_LE(test::maxAbsDiff(transformPoint(toAffine(transform), glm::vec3(1, 1, 1)),
                                 glm::vec3(7, 2, 4)),
                1e-6);
}

void TstTransform::decompositionRebuildsTheMap_data() {
    QTest::addColumn<float>("sign");
    QTest::addColumn<float>("size");
    for (const float sign : {1.0f, -1.0f}) {
        for (const float size : {1e-4f, 1.0f, 1e4f}) {
            QTest::addRow("sign %g size %g", static_cast<double>(sign), static_cast<double>(size))
                << sign << size;
        }
    }
}

void TstTransform::decompositionRebuildsTheMap() {
    QFETCH(float, sign);
    QFETCH(float, size);
    test::Random random(7);
    for (int i = 0; i < 200; ++i) {
        const Transform transform{random.vector(-1.0f, 1.0f),
                                  random.rotation(),
                                  random.vector(0.1f, 3.0f) * size * glm::vec3(1, sign, 1)};
        const Affine affine = toAffine(transform);
        const Decomposition result = decompose(affine);
        QCOMPARE_LE(test::maxAbsDiff(toAffine(result.transform), affine),
                    1e-6 * std::max(1.0f, size * 3));
        QCOMPARE_LE(result.residual, 1e-6f);
        QCOMPARE_LE(std::abs(glm::length(result.transform.rotation) - 1.0f), 1e-6f);
        if (sign > 0.0f) {
            QCOMPARE_LE(test::maxAbsDiff(result.transform.rotation, transform.rotation), 1e-6);
        }
    }
}

void TstTransform::shearIsSaidByTheResidual() {
    Affine sheared;
    sheared.linear[1] = glm::vec3(0.5f, 1.0f, 0.0f);
    QCOMPARE_GE(decompose(sheared).residual, 0.1f);
}

void TstTransform::degenerateMapsDecomposeToFiniteTransforms_data() {
    QTest::addColumn<int>("zeroColumns"); // bits
    for (int bits = 1; bits < 8; ++bits) {
        QTest::addRow("zero columns %d", bits) << bits;
    }
}

void TstTransform::degenerateMapsDecomposeToFiniteTransforms() {
    QFETCH(int, zeroColumns);
    test::Random random(8);
    for (int i = 0; i < 20; ++i) {
        Transform transform{glm::vec3(1, 2, 3), random.rotation(), glm::vec3(1, 2, 3)};
        for (int axis = 0; axis < 3; ++axis) {
            if ((zeroColumns >> axis & 1) != 0) {
                transform.scale[axis] = 0.0f;
            }
        }
        const Affine affine = toAffine(transform);
        const Decomposition result = decompose(affine);
        QVERIFY(isFinite(toAffine(result.transform)));
        QCOMPARE_LE(test::maxAbsDiff(toAffine(result.transform), affine), 1e-5);
        const Polar polar = polarDecomposition(affine.linear);
        QCOMPARE_LE(std::abs(glm::length(polar.rotation) - 1.0f), 1e-6f);
        QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(polar.rotation) * polar.stretch, affine.linear),
                    1e-5);
    }
}

void TstTransform::polarFactorsMultiplyToTheMap() {
    test::Random random(9);
    for (int i = 0; i < 500; ++i) {
        const glm::mat3 linear(random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1));
        const Polar polar = polarDecomposition(linear);
        QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(polar.rotation) * polar.stretch, linear), 1e-6);
        QCOMPARE_LE(test::maxAbsDiff(polar.stretch, glm::transpose(polar.stretch)), 1e-6);
        // In double the rotation makes the map symmetric to the last digits.
        const glm::dmat3 symmetric =
            glm::transpose(glm::mat3_cast(polarRotation(glm::dmat3(linear)))) * glm::dmat3(linear);
        QCOMPARE_LE(test::maxAbsDiff(symmetric, glm::transpose(symmetric)), 1e-14);
    }
    // For a pure rotation the polar rotation is that rotation.
    const glm::quat rotation = random.rotation();
    QCOMPARE_LE(test::maxAbsDiff(polarDecomposition(glm::mat3_cast(rotation)).rotation, rotation),
                1e-6);
}

void TstTransform::polarRotationStaysProperUnderMirrors() {
    const glm::mat3 mirror(-1, 0, 0, 0, 1, 0, 0, 0, 1);
    const Polar polar = polarDecomposition(mirror);
    QCOMPARE_LE(std::abs(glm::determinant(glm::mat3_cast(polar.rotation)) - 1.0f), 1e-6f);
    QCOMPARE_LE(glm::determinant(polar.stretch), -0.99f);
    QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(polar.rotation) * polar.stretch, mirror), 1e-6);
}

void TstTransform::polarFactorsOfFlatMaps() {
    // Flat along a direction that is no axis, so that no column is zero.
    test::Random random(10);
    for (int i = 0; i < 200; ++i) {
        const glm::quat turn = random.rotation();
        const glm::quat frame = random.rotation();
        const glm::mat3 flatten = glm::mat3_cast(frame) *
                                  glm::mat3(1, 0, 0, 0, i % 2 == 0 ? 2.0f : 0.0f, 0, 0, 0, 0) *
                                  glm::transpose(glm::mat3_cast(frame));
        const glm::mat3 linear = glm::mat3_cast(turn) * flatten;
        const Polar polar = polarDecomposition(linear);
        QCOMPARE_LE(test::maxAbsDiff(glm::mat3_cast(polar.rotation) * polar.stretch, linear), 2e-6);
        // What is left of a plane says the whole rotation.
        if (i % 2 == 0) {
            QCOMPARE_LE(test::maxAbsDiff(polar.rotation, turn), 2e-6);
            QCOMPARE_LE(test::maxAbsDiff(polar.stretch, flatten), 2e-6);
        }
    }
    // A line is turned the shortest way, and zero not at all.
    const glm::mat3 line(0, 2, 0, 0, 0, 0, 0, 0, 0);
    QCOMPARE_LE(test::maxAbsDiff(polarDecomposition(line).rotation,
                                 glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1))),
                1e-6);
    QCOMPARE_LE(test::maxAbsDiff(polarDecomposition(glm::mat3(-1, 0, 0, 0, 0, 0, 0, 0, 0)).stretch,
                                 glm::mat3(1, 0, 0, 0, 0, 0, 0, 0, 0)),
                1e-6);
    QVERIFY(polarDecomposition(glm::mat3(0.0f)).rotation == identityQuat());
    QVERIFY(polarRotation(glm::dmat3(0.0)) == glm::dquat(1.0, 0.0, 0.0, 0.0));
}

void TstTransform::polarRotationIsSteadyWhereAnAxisIsFlat() {
    // A scale that passes through zero as floats do: the noise on either side turns nothing over.
    const glm::quat turn = glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3)));
    for (const float height : {1e-7f, 1e-9f, 0.0f, -1e-9f, -1e-7f}) {
        const Affine affine = toAffine(Transform{glm::vec3(0), turn, glm::vec3(1, 1, height)});
        QCOMPARE_LE(test::maxAbsDiff(polarDecomposition(affine.linear).rotation, turn), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstTransform)
#include "tst_transform.moc"
