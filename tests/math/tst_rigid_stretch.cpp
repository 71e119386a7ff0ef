// SPDX-License-Identifier: Apache-2.0
// Rigid part and stretch of affine maps: random, mirrored, singular, tiny and huge ones.
#include <sartor/math/rigid_stretch.h>
#include <sartor/math/transform.h>

#include <QtTest>

#include <glm/matrix.hpp>

#include <support/compare.h>

#include <limits>

using namespace sartor;
using namespace sartor::math;

class TstRigidStretch : public QObject {
    Q_OBJECT

private slots:
    void theTwoPartsAreTheMap_data();
    void theTwoPartsAreTheMap();
    void rigidMapsHaveNoStretch();
    void farTranslationsKeepTheirDigits();
    void mirrorsGoIntoTheStretch();
    void brokenMapsGiveTheIdentity();
};

void TstRigidStretch::theTwoPartsAreTheMap_data() {
    QTest::addColumn<float>("size");
    for (const float size : {1e-20f, 1e-6f, 0.01f, 1.0f, 100.0f, 1e6f, 1e18f}) {
        QTest::addRow("size %g", static_cast<double>(size)) << size;
    }
}

void TstRigidStretch::theTwoPartsAreTheMap() {
    QFETCH(float, size);
    test::Random random(31);
    for (int i = 0; i < 500; ++i) {
        Affine affine;
        affine.linear = glm::mat3(random.vector(-1, 1), random.vector(-1, 1), random.vector(-1, 1));
        // Every third is flat in a direction of its own, every ninth is a line.
        if (i % 3 == 0) {
            affine.linear[2] = affine.linear[0] * 0.25f - affine.linear[1];
        }
        if (i % 9 == 0) {
            affine.linear[1] = affine.linear[0] * 2.0f;
            affine.linear[2] = affine.linear[0] * -0.5f;
        }
        affine.linear *= size;
        affine.translation = random.vector(-10, 10);
        const RigidStretch split = splitRigid(affine);
        QCOMPARE_LE(std::abs(glm::length(split.rigid.real) - 1.0f), 1e-6f);
        QCOMPARE_LE(std::abs(glm::dot(split.rigid.real, split.rigid.dual)), 2e-6f);
        QCOMPARE_LE(test::maxAbsDiff(toAffine(split).linear / size, affine.linear / size), 2e-6);
        QCOMPARE_LE(test::maxAbsDiff(toAffine(split).translation, affine.translation), 1e-5);
        QCOMPARE_LE(test::maxAbsDiff(split.stretch / size, glm::transpose(split.stretch) / size),
                    1e-7);
    }
}

void TstRigidStretch::rigidMapsHaveNoStretch() {
    test::Random random(32);
    for (int i = 0; i < 500; ++i) {
        const glm::quat rotation = random.rotation();
        const Affine affine = toAffine(Transform{random.vector(-1, 1), rotation, glm::vec3(1.0f)});
        const RigidStretch split = splitRigid(affine);
        QVERIFY(split.stretch == identityMat3());
        QCOMPARE_LE(test::maxAbsDiff(split.rigid.real, rotation), 1e-6);
    }
    Affine stretched;
    stretched.linear[0][0] = 1.00001f;
    QVERIFY(splitRigid(stretched).stretch != identityMat3());
}

void TstRigidStretch::farTranslationsKeepTheirDigits() {
    test::Random random(33);
    for (int i = 0; i < 100; ++i) {
        const Affine affine = toAffine(
            Transform{random.vector(-1, 1) * 1000.0f, random.rotation(), random.vector(0.5f, 2)});
        const DualQuat rigid = splitRigid(affine).rigid;
        const glm::dquat product =
            (glm::dquat(rigid.dual) * glm::conjugate(glm::dquat(rigid.real)));
        const glm::dvec3 translation = 2.0 * glm::dvec3(product.x, product.y, product.z);
        // Eight roundings of products of a thousand: 4 units in the last place.
        QCOMPARE_LE(test::maxAbsDiff(translation, affine.translation), 2.5e-4);
    }
}

void TstRigidStretch::mirrorsGoIntoTheStretch() {
    test::Random random(34);
    for (int i = 0; i < 200; ++i) {
        const Affine affine = toAffine(Transform{
            glm::vec3(0.0f), random.rotation(), random.vector(0.5f, 2) * glm::vec3(1, -1, 1)});
        const RigidStretch split = splitRigid(affine);
        QCOMPARE_LE(std::abs(glm::determinant(glm::mat3_cast(split.rigid.real)) - 1.0f), 1e-5f);
        // Negative definite: every direction turns over.
        for (int direction = 0; direction < 10; ++direction) {
            const glm::vec3 axis = random.rotation() * glm::vec3(1, 0, 0);
            QCOMPARE_LE(glm::dot(axis, split.stretch * axis), -0.4f);
        }
    }
}

void TstRigidStretch::brokenMapsGiveTheIdentity() {
    Affine affine;
    affine.linear[1][2] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(splitRigid(affine).stretch == identityMat3());
    affine = Affine();
    affine.translation.y = std::numeric_limits<float>::infinity();
    QCOMPARE(translationOf(splitRigid(affine).rigid), glm::vec3(0.0f));
}

QTEST_GUILESS_MAIN(TstRigidStretch)
#include "tst_rigid_stretch.moc"
