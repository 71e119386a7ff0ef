// SPDX-License-Identifier: Apache-2.0
// Blending of blocks against weighted means in double.
#include <sartor/pose/runtime_blending.h>
#include <sartor/pose/runtime_skeleton.h>

#include <QtTest>

#include <support/blend_oracle.h>
#include <support/each_target.h>
#include <support/humanoid_clip.h>
#include <support/pose_compare.h>

#include <cstring>
#include <limits>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

// Random poses as transforms, and as blocks.
struct Poses {
    Poses(int count, std::uint32_t seed, float turn)
        : skeleton(RuntimeSkeleton::create(humanoidSkeleton())) {
        Random random(seed);
        const auto base = randomPose(random, skeleton->jointCount());
        for (int i = 0; i < count; ++i) {
            std::vector<math::Transform> pose = base;
            for (math::Transform& transform : pose) {
                const glm::quat by = glm::angleAxis(random.uniform(-turn, turn),
                                                    glm::normalize(random.vector(0.1f, 1.0f)));
                const float sign = random.below(2) == 0 ? 1.0f : -1.0f;
                transform.translation += random.vector(-0.5f, 0.5f);
                transform.rotation = by * transform.rotation * sign;
                transform.scale *= random.uniform(0.8f, 1.2f);
            }
            transforms.push_back(std::move(pose));
            blocks.emplace_back(skeleton->blockCount());
            toPoseBlocks(*skeleton, transforms.back(), blocks.back());
        }
    }

    std::shared_ptr<const RuntimeSkeleton> skeleton;
    std::vector<std::vector<math::Transform>> transforms;
    std::vector<std::vector<PoseBlock>> blocks;
};

// Factors by slot; some are zero.
std::vector<JointWeightBlock> randomFactors(std::size_t blockCount, Random& random) {
    std::vector<JointWeightBlock> factors(blockCount);
    for (JointWeightBlock& block : factors) {
        for (float& weight : block.weight) {
            weight = random.below(4) == 0 ? 0.0f : random.uniform(0.0f, 1.0f);
        }
    }
    return factors;
}

// Largest difference from the weighted mean in double, of components and radians.
double errorOf(const Poses& poses,
               const std::vector<float>& weights,
               const std::vector<std::vector<JointWeightBlock>>& factors,
               const std::vector<math::Transform>& otherwise,
               std::span<const PoseBlock> actualBlocks) {
    std::vector<math::Transform> actual(poses.skeleton->jointCount());
    fromPoseBlocks(*poses.skeleton, actualBlocks, actual);
    double worst = 0.0;
    for (std::size_t slot = 0; slot < actual.size(); ++slot) {
        const std::size_t joint = poses.skeleton->jointOfSlot()[slot].value();
        std::vector<glm::dquat> rotations;
        std::vector<double> parts;
        double sum = 0.0;
        glm::dvec3 translation(0.0);
        glm::dvec3 scale(0.0);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            double weight = static_cast<double>(weights[i]);
            if (!factors.empty() && !factors[i].empty()) {
                weight *= static_cast<double>(
                    factors[i][slot / kJointsPerBlock].weight[slot % kJointsPerBlock]);
            }
            const math::Transform& transform = poses.transforms[i][joint];
            translation += glm::dvec3(transform.translation) * weight;
            scale += glm::dvec3(transform.scale) * weight;
            rotations.push_back(glm::normalize(glm::dquat(transform.rotation)));
            parts.push_back(weight);
            sum += weight;
        }
        glm::dvec3 expectedTranslation = glm::dvec3(otherwise[joint].translation);
        glm::dvec3 expectedScale = glm::dvec3(otherwise[joint].scale);
        glm::dquat expectedRotation = glm::dquat(otherwise[joint].rotation);
        if (sum > 0.0) {
            for (double& part : parts) {
                part /= sum;
            }
            expectedTranslation = translation / sum;
            expectedScale = scale / sum;
            expectedRotation = blendRotationsOracle(rotations, parts);
        }
        worst = std::max({worst,
                          maxAbsDiff(actual[joint].translation, expectedTranslation),
                          maxAbsDiff(actual[joint].scale, expectedScale),
                          maxAbsDiff(actual[joint].rotation, glm::quat(expectedRotation))});
    }
    return worst;
}

} // namespace

class TstRuntimeBlending : public QObject {
    Q_OBJECT

private slots:
    void isTheWeightedMean_data();
    void isTheWeightedMean();
    void jointsCanHaveWeightsOfTheirOwn();
    void theOrderOfInputsDoesNotMatter();
    void aSingleInputComesOutBitForBit();
    void inputsWithoutWeightAreNotRead();
    void largestWeightsStayFinite();
};

void TstRuntimeBlending::isTheWeightedMean_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<float>("turn");
    QTest::newRow("two") << 2 << 0.5f;
    QTest::newRow("two, far apart") << 2 << 3.0f;
    QTest::newRow("three, close") << 3 << 0.5f;
    QTest::newRow("four, far apart") << 4 << 2.0f;
    QTest::newRow("nine, far apart") << 9 << 3.0f;
}

void TstRuntimeBlending::isTheWeightedMean() {
    QFETCH(int, count);
    QFETCH(float, turn);
    const Poses poses(count, 11, turn);
    Random random(12);
    std::vector<float> weights;
    std::vector<BlockBlendInput> inputs;
    for (int i = 0; i < count; ++i) {
        weights.push_back(random.uniform(0.1f, 2.0f));
        inputs.push_back({poses.blocks[static_cast<std::size_t>(i)], weights.back()});
    }
    onEachTarget([&](const char* target) {
        std::vector<PoseBlock> result(poses.skeleton->blockCount());
        blendPoses(inputs, poses.blocks[0], result);
        const double error = errorOf(poses, weights, {}, poses.transforms[0], result);
        QVERIFY2(error < 2e-5, qPrintable(QString("%1: %2").arg(target).arg(error)));
    });
}

void TstRuntimeBlending::jointsCanHaveWeightsOfTheirOwn() {
    const Poses poses(4, 21, 1.5f);
    Random random(22);
    std::vector<float> weights;
    std::vector<std::vector<JointWeightBlock>> factors;
    for (std::size_t i = 0; i < 3; ++i) {
        weights.push_back(random.uniform(0.1f, 2.0f));
        factors.push_back(i == 1 ? std::vector<JointWeightBlock>()
                                 : randomFactors(poses.skeleton->blockCount(), random));
    }
    // Somewhere nothing has weight.
    for (const bool isMasked : {false, true}) {
        if (isMasked) {
            factors[1] = factors[0];
            factors[2] = factors[0];
        }
        std::vector<BlockBlendInput> inputs;
        for (std::size_t i = 0; i < 3; ++i) {
            inputs.push_back({poses.blocks[i], weights[i], factors[i]});
        }
        onEachTarget([&](const char* target) {
            std::vector<PoseBlock> result(poses.skeleton->blockCount());
            blendPoses(inputs, poses.blocks[3], result);
            const double error = errorOf(poses, weights, factors, poses.transforms[3], result);
            QVERIFY2(error < 2e-5, qPrintable(QString("%1: %2").arg(target).arg(error)));
        });
    }
}

void TstRuntimeBlending::theOrderOfInputsDoesNotMatter() {
    const Poses poses(3, 31, 3.0f);
    std::vector<BlockBlendInput> inputs = {
        {poses.blocks[0], 0.5f}, {poses.blocks[1], 0.25f}, {poses.blocks[2], 0.75f}};
    std::vector<PoseBlock> forth(poses.skeleton->blockCount());
    std::vector<PoseBlock> back(poses.skeleton->blockCount());
    blendPoses(inputs, poses.blocks[0], forth);
    std::reverse(inputs.begin(), inputs.end());
    blendPoses(inputs, poses.blocks[0], back);
    std::vector<math::Transform> a(poses.skeleton->jointCount());
    std::vector<math::Transform> b(a.size());
    fromPoseBlocks(*poses.skeleton, forth, a);
    fromPoseBlocks(*poses.skeleton, back, b);
    for (std::size_t j = 0; j < a.size(); ++j) {
        QCOMPARE_LE(maxAbsDiff(a[j].translation, b[j].translation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(a[j].rotation, b[j].rotation), 1e-3);
    }
}

void TstRuntimeBlending::aSingleInputComesOutBitForBit() {
    const Poses poses(2, 41, 1.0f);
    const std::vector<BlockBlendInput> inputs = {{poses.blocks[0], 0.0f}, {poses.blocks[1], 0.3f}};
    std::vector<PoseBlock> result(poses.skeleton->blockCount());
    blendPoses(inputs, poses.blocks[0], result);
    QCOMPARE(std::memcmp(result.data(), poses.blocks[1].data(), result.size() * sizeof(PoseBlock)),
             0);
    blendPoses({}, poses.blocks[0], result);
    QCOMPARE(std::memcmp(result.data(), poses.blocks[0].data(), result.size() * sizeof(PoseBlock)),
             0);
}

void TstRuntimeBlending::inputsWithoutWeightAreNotRead() {
    const Poses poses(3, 51, 1.0f);
    std::vector<PoseBlock> broken(poses.skeleton->blockCount());
    std::memset(broken.data(), 0xFF, broken.size() * sizeof(PoseBlock)); // NaN
    std::vector<PoseBlock> with(poses.skeleton->blockCount());
    std::vector<PoseBlock> without(poses.skeleton->blockCount());
    for (const float none : {0.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        const std::vector<BlockBlendInput> inputs = {
            {poses.blocks[0], 0.5f}, {broken, none}, {poses.blocks[1], 0.7f}};
        blendPoses(inputs, poses.blocks[2], with);
        blendPoses(std::vector<BlockBlendInput>{inputs[0], inputs[2]}, poses.blocks[2], without);
        QCOMPARE(std::memcmp(with.data(), without.data(), with.size() * sizeof(PoseBlock)), 0);
    }
}

void TstRuntimeBlending::largestWeightsStayFinite() {
    const Poses poses(2, 61, 1.0f);
    const float largest = std::numeric_limits<float>::max();
    const std::vector<BlockBlendInput> inputs = {{poses.blocks[0], largest},
                                                 {poses.blocks[1], largest}};
    std::vector<PoseBlock> result(poses.skeleton->blockCount());
    blendPoses(inputs, poses.blocks[0], result);
    QVERIFY(errorOf(poses, {1.0f, 1.0f}, {}, poses.transforms[0], result) < 1e-5);
}

QTEST_APPLESS_MAIN(TstRuntimeBlending)
#include "tst_runtime_blending.moc"
