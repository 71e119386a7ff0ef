// SPDX-License-Identifier: Apache-2.0
// Palettes: order of the product, and slots that are not in skeleton order.
#include <sartor/math/transform.h>
#include <sartor/pose/matrix_palette.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;

namespace {

math::Affine at(const glm::vec3& translation) {
    return {math::identityMat3(), translation};
}

} // namespace

class TstMatrixPalette : public QObject {
    Q_OBJECT

private slots:
    void oneDimensionalNumbers();
    void turnsAboutTheJointsOwnOrigin();
    void slotsFollowTheSkinNotTheSkeleton();
    void bindPoseGivesTheIdentity();
};

void TstMatrixPalette::oneDimensionalNumbers() {
    // Joint bound at x = 2, vertex at 3: local 1. Joint at 5: vertex at 6. Without the inverse bind
    // it would be at 8, and at the bind pose it is at 3.
    const std::array joints = {JointIndex(0)};
    const std::array jointFromBind = {at(glm::vec3(-2, 0, 0))};
    const glm::vec3 vertex(3, 0, 0);
    std::array<math::Affine, 1> palette;
    QCOMPARE(math::transformPoint(jointFromBind[0], vertex).x, 1.0f);
    pose::matrixPalette(std::array{at(glm::vec3(5, 0, 0))}, joints, jointFromBind, palette);
    QCOMPARE(math::transformPoint(palette[0], vertex).x, 6.0f);
    pose::matrixPalette(
        std::array{at(glm::vec3(5, 0, 0))}, joints, std::array{math::Affine{}}, palette);
    QCOMPARE(math::transformPoint(palette[0], vertex).x, 8.0f);
    pose::matrixPalette(std::array{at(glm::vec3(2, 0, 0))}, joints, jointFromBind, palette);
    QCOMPARE(math::transformPoint(palette[0], vertex).x, 3.0f);
}

void TstMatrixPalette::turnsAboutTheJointsOwnOrigin() {
    // Joint at (1,0,0) turned 90 degrees about x: (1,1,0) is (0,1,0) in the joint and goes to
    // (1,0,1).
    const glm::quat turn = glm::angleAxis(glm::radians(90.0f), glm::vec3(1, 0, 0));
    const math::Affine jointFromBind = at(glm::vec3(-1, 0, 0));
    const math::Affine modelFromJoint = math::toAffine({glm::vec3(1, 0, 0), turn, glm::vec3(1.0f)});
    QCOMPARE_LE(test::maxAbsDiff(turn * glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(jointFromBind, glm::vec3(1, 1, 0)),
                                 glm::vec3(0, 1, 0)),
                0.0);
    std::array<math::Affine, 1> palette;
    pose::matrixPalette(
        std::array{modelFromJoint}, std::array{JointIndex(0)}, std::array{jointFromBind}, palette);
    QCOMPARE_LE(
        test::maxAbsDiff(math::transformPoint(palette[0], glm::vec3(1, 1, 0)), glm::vec3(1, 0, 1)),
        1e-6);
    // The product the other way round is another map, seen with a turn that does not keep x.
    const math::Affine turned =
        math::toAffine({glm::vec3(1, 0, 0),
                        glm::angleAxis(glm::radians(90.0f), glm::vec3(0, 0, 1)),
                        glm::vec3(1.0f)});
    pose::matrixPalette(
        std::array{turned}, std::array{JointIndex(0)}, std::array{jointFromBind}, palette);
    QCOMPARE_LE(
        test::maxAbsDiff(math::transformPoint(palette[0], glm::vec3(1, 1, 0)), glm::vec3(0.0f)),
        1e-6);
    QCOMPARE_LE(test::maxAbsDiff(math::transformPoint(jointFromBind * turned, glm::vec3(1, 1, 0)),
                                 glm::vec3(-1, 1, 0)),
                1e-6);
}

void TstMatrixPalette::slotsFollowTheSkinNotTheSkeleton() {
    const std::array model = {
        at(glm::vec3(10, 0, 0)), at(glm::vec3(20, 0, 0)), at(glm::vec3(30, 0, 0))};
    const std::array joints = {JointIndex(2), JointIndex(0)};
    const std::array jointFromBind = {at(glm::vec3(1, 0, 0)), at(glm::vec3(2, 0, 0))};
    std::array<math::Affine, 2> palette;
    pose::matrixPalette(model, joints, jointFromBind, palette);
    QCOMPARE(palette[0].translation.x, 31.0f);
    QCOMPARE(palette[1].translation.x, 12.0f);
}

void TstMatrixPalette::bindPoseGivesTheIdentity() {
    test::Random random(4);
    for (int i = 0; i < 100; ++i) {
        const math::Affine modelFromJoint =
            math::toAffine({random.vector(-2, 2), random.rotation(), random.vector(0.5f, 2.0f)});
        const std::array jointFromBind = {*math::inverse(modelFromJoint)};
        std::array<math::Affine, 1> palette;
        pose::matrixPalette(
            std::array{modelFromJoint}, std::array{JointIndex(0)}, jointFromBind, palette);
        QCOMPARE_LE(test::maxAbsDiff(palette[0], math::Affine{}), 2e-6);
    }
}

QTEST_GUILESS_MAIN(TstMatrixPalette)
#include "tst_matrix_palette.moc"
