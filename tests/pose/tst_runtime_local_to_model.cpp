// SPDX-License-Identifier: Apache-2.0
// Model matrices and palettes of blocks against forward kinematics in double.
#include <sartor/math/double_affine.h>
#include <sartor/pose/runtime_local_to_model.h>

#include <QtTest>

#include <support/each_target.h>
#include <support/humanoid_clip.h>
#include <support/pose_compare.h>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

glm::dmat4 localMatrix(const math::Transform& transform) {
    glm::dmat4 matrix(glm::mat3_cast(glm::normalize(glm::dquat(transform.rotation))));
    for (int axis = 0; axis < 3; ++axis) {
        matrix[axis] *= static_cast<double>(transform.scale[axis]);
        matrix[3][axis] = static_cast<double>(transform.translation[axis]);
    }
    return matrix;
}

std::vector<glm::dmat4> modelOracle(const assets::Skeleton& skeleton,
                                    const std::vector<math::Transform>& pose) {
    std::vector<glm::dmat4> model;
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const JointIndex parent = skeleton.joints()[j].parent;
        const glm::dmat4 local = localMatrix(pose[j]);
        model.push_back(parent.isNone() ? local : model[parent.value()] * local);
    }
    return model;
}

// Uniform scales near one, so that a chain neither grows nor shrinks to nothing.
std::vector<math::Transform> gentlePose(Random& random, std::size_t jointCount) {
    std::vector<math::Transform> pose = randomPose(random, jointCount);
    for (math::Transform& transform : pose) {
        transform.scale = random.vector(0.9f, 1.1f);
    }
    return pose;
}

double largestOf(const glm::dmat4& matrix) {
    double largest = 0.0;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            largest = std::max(largest, std::abs(matrix[column][row]));
        }
    }
    return largest;
}

} // namespace

class TstRuntimeLocalToModel : public QObject {
    Q_OBJECT

private slots:
    void matricesMatchTheOracle();
    void severalRootsAndSingleJoints();
    void paletteIsModelTimesBind();
};

void TstRuntimeLocalToModel::matricesMatchTheOracle() {
    const auto skeleton = humanoidSkeleton();
    const auto runtime = RuntimeSkeleton::create(skeleton);
    Random random(1);
    for (int round = 0; round < 20; ++round) {
        const auto pose = gentlePose(random, skeleton->jointCount());
        const auto expected = modelOracle(*skeleton, pose);
        std::vector<PoseBlock> blocks(runtime->blockCount());
        toPoseBlocks(*runtime, pose, blocks);
        onEachTarget([&](const char* target) {
            std::vector<ModelMatrix> model(runtime->blockCount() * kJointsPerBlock);
            localToModel(*runtime, blocks, model);
            for (std::size_t slot = 0; slot < runtime->jointCount(); ++slot) {
                const glm::dmat4& oracle = expected[runtime->jointOfSlot()[slot].value()];
                const double size = largestOf(oracle);
                for (int column = 0; column < 4; ++column) {
                    for (int row = 0; row < 4; ++row) {
                        const double actual = static_cast<double>(model[slot].columns[column][row]);
                        // Twelve levels, each of which adds a few last places.
                        QVERIFY2(std::abs(actual - oracle[column][row]) < 4e-6 * size, target);
                    }
                }
            }
        });
    }
}

void TstRuntimeLocalToModel::severalRootsAndSingleJoints() {
    for (const std::size_t count : {1u, 2u, 17u}) {
        std::vector<assets::Joint> joints(count);
        for (std::size_t i = 0; i < count; ++i) {
            joints[i].name = std::to_string(i);
            joints[i].fileNode = static_cast<std::uint32_t>(i);
        }
        const auto skeleton = require(assets::Skeleton::create(joints));
        const auto runtime = RuntimeSkeleton::create(skeleton);
        Random random(2);
        const auto pose = gentlePose(random, count);
        const auto expected = modelOracle(*skeleton, pose);
        std::vector<PoseBlock> blocks(runtime->blockCount());
        toPoseBlocks(*runtime, pose, blocks);
        std::vector<ModelMatrix> model(runtime->blockCount() * kJointsPerBlock);
        localToModel(*runtime, blocks, model);
        for (std::size_t slot = 0; slot < count; ++slot) {
            const std::size_t joint = runtime->jointOfSlot()[slot].value();
            for (int column = 0; column < 4; ++column) {
                for (int row = 0; row < 4; ++row) {
                    QCOMPARE_LE(std::abs(static_cast<double>(model[slot].columns[column][row]) -
                                         expected[joint][column][row]),
                                1e-6);
                }
            }
        }
    }
}

void TstRuntimeLocalToModel::paletteIsModelTimesBind() {
    const auto skeleton = humanoidSkeleton();
    const auto runtime = RuntimeSkeleton::create(skeleton);
    Random random(3);
    const auto pose = gentlePose(random, skeleton->jointCount());
    const auto model = modelOracle(*skeleton, pose);
    std::vector<JointIndex> joints;
    std::vector<math::Affine> binds;
    for (int slot = 0; slot < 40; ++slot) {
        joints.emplace_back(std::size_t(random.below(67)));
        binds.push_back(math::toAffine(randomTransform(random)));
    }
    const RuntimeSkin skin(*runtime, joints, binds);
    std::vector<PoseBlock> blocks(runtime->blockCount());
    toPoseBlocks(*runtime, pose, blocks);
    onEachTarget([&](const char* target) {
        std::vector<ModelMatrix> matrices(runtime->blockCount() * kJointsPerBlock);
        localToModel(*runtime, blocks, matrices);
        std::vector<std::array<float, 12>> palette(joints.size());
        matrixPalette(matrices, skin, palette);
        for (std::size_t slot = 0; slot < joints.size(); ++slot) {
            const glm::dmat4& modelFromJoint = model[joints[slot].value()];
            const glm::dmat4 jointFromBind(math::toMat4(binds[slot]));
            const glm::dmat4 expected = modelFromJoint * jointFromBind;
            const double size = largestOf(modelFromJoint) * largestOf(jointFromBind);
            for (int row = 0; row < 3; ++row) {
                for (int column = 0; column < 4; ++column) {
                    const double actual = static_cast<double>(
                        palette[slot][static_cast<std::size_t>(4 * row + column)]);
                    QVERIFY2(std::abs(actual - expected[column][row]) < 1e-5 * size, target);
                }
            }
        }
    });
}

QTEST_APPLESS_MAIN(TstRuntimeLocalToModel)
#include "tst_runtime_local_to_model.moc"
