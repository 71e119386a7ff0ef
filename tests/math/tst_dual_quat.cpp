// SPDX-License-Identifier: Apache-2.0
// Dual quaternions against the rigid maps they stand for.
#include <sartor/math/dual_quat.h>
#include <sartor/math/transform.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::math;

class TstDualQuat : public QObject {
    Q_OBJECT

private slots:
    void movesPointsLikeItsRigidMap();
    void productIsCompositionInOrder();
    void theSignOfBothPartsDoesNotMatter();
};

void TstDualQuat::movesPointsLikeItsRigidMap() {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Transform rigid{random.vector(-3.0f, 3.0f), random.rotation(), glm::vec3(1.0f)};
        const glm::vec3 point = random.vector(-2.0f, 2.0f);
        const DualQuat dual = fromRigid(rigid.rotation, rigid.translation);
        QCOMPARE_LE(
            test::maxAbsDiff(transformPoint(dual, point), transformPoint(toAffine(rigid), point)),
            test::kPositionTolerance);
        QCOMPARE_LE(test::maxAbsDiff(translationOf(dual), rigid.translation),
                    test::kPositionTolerance);
    }
}

void TstDualQuat::productIsCompositionInOrder() {
    test::Random random(2);
    for (int i = 0; i < 200; ++i) {
        const DualQuat a = fromRigid(random.rotation(), random.vector(-2.0f, 2.0f));
        const DualQuat b = fromRigid(random.rotation(), random.vector(-2.0f, 2.0f));
        const glm::vec3 point = random.vector(-2.0f, 2.0f);
        QCOMPARE_LE(test::maxAbsDiff(transformPoint(a * b, point),
                                     transformPoint(a, transformPoint(b, point))),
                    test::kPositionTolerance);
    }
}

void TstDualQuat::theSignOfBothPartsDoesNotMatter() {
    test::Random random(3);
    const DualQuat dual = fromRigid(random.rotation(), random.vector(-2.0f, 2.0f));
    const DualQuat negated{-dual.real, -dual.dual};
    const glm::vec3 point = random.vector(-2.0f, 2.0f);
    QCOMPARE_LE(test::maxAbsDiff(transformPoint(dual, point), transformPoint(negated, point)), 0.0);
}

QTEST_GUILESS_MAIN(TstDualQuat)
#include "tst_dual_quat.moc"
