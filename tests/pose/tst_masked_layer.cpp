// SPDX-License-Identifier: Apache-2.0
// Masked layers: ends bit for bit, the middle against double, orientations kept in model space.
#include <sartor/pose/masked_layer.h>

#include <QtTest>

#include <support/compare.h>
#include <support/pose_compare.h>
#include <support/require.h>

#include <limits>
#include <memory>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A random tree of joints.
std::shared_ptr<const assets::Skeleton> randomSkeleton(Random& random, std::size_t count) {
    std::vector<assets::Joint> joints(count);
    for (std::size_t i = 1; i < count; ++i) {
        joints[i].parent = JointIndex(random.below(static_cast<std::uint32_t>(i)));
    }
    return require(assets::Skeleton::create(joints));
}

std::vector<glm::dmat3> modelRotations(const assets::Skeleton& skeleton, const Pose& pose) {
    std::vector<glm::dmat3> rotations;
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const glm::dmat3 local = glm::mat3_cast(glm::normalize(glm::dquat(pose[i].rotation)));
        const JointIndex parent = skeleton.joints()[i].parent;
        rotations.push_back(parent.isNone() ? local : rotations[parent.value()] * local);
    }
    return rotations;
}

struct LayerCase {
    explicit LayerCase(std::uint32_t seed, std::size_t count = 12) : random(seed) {
        skeleton = randomSkeleton(random, count);
        base = randomPose(random, count);
        layer = randomPose(random, count);
        scratch.resize(count);
    }

    Pose blend(const MaskedLayer& options) {
        Pose result(base.size());
        MaskedLayer own = options;
        own.parentFromJoint = layer;
        blendLayer(*skeleton, base, own, scratch, result);
        return result;
    }

    Random random;
    std::shared_ptr<const assets::Skeleton> skeleton;
    Pose base;
    Pose layer;
    std::vector<LayerScratch> scratch;
};

} // namespace

class TstMaskedLayer : public QObject {
    Q_OBJECT

private slots:
    void withoutWeightTheBaseStaysBitForBit_data();
    void withoutWeightTheBaseStaysBitForBit();
    void withAllWeightTheLayerComesOutBitForBit();
    void mixesInBetween();
    void maskPicksJoints();
    void modelRotationKeepsTheOrientationOfTheLayer();
    void modelRotationComesInContinuously();
    void modelRotationOnTheSameParentsIsLocalRotation();
    void longChainsStayUnit();
    void mayWriteToEither();
};

void TstMaskedLayer::withoutWeightTheBaseStaysBitForBit_data() {
    QTest::addColumn<float>("weight");
    QTest::newRow("zero") << 0.0f;
    QTest::newRow("negative") << -2.0f;
    QTest::newRow("NaN") << kNan;
}

void TstMaskedLayer::withoutWeightTheBaseStaysBitForBit() {
    QFETCH(float, weight);
    LayerCase test(1);
    const std::vector<float> factors(12, weight);
    for (const LayerRotation rotation : {LayerRotation::Local, LayerRotation::Model}) {
        QVERIFY(isSameBits(test.blend({.weight = weight, .rotation = rotation}), test.base));
        QVERIFY(isSameBits(test.blend({.jointWeights = factors, .rotation = rotation}), test.base));
    }
}

void TstMaskedLayer::withAllWeightTheLayerComesOutBitForBit() {
    LayerCase test(2);
    test.layer[3].rotation = -test.layer[3].rotation;
    QVERIFY(isSameBits(test.blend({.weight = 1.0f}), test.layer));
    QVERIFY(isSameBits(test.blend({.weight = 7.0f}), test.layer));
    // In model space the whole layer over other parents is the layer, but for rounding.
    const Pose model = test.blend({.weight = 1.0f, .rotation = LayerRotation::Model});
    for (std::size_t i = 0; i < model.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(model[i].rotation, test.layer[i].rotation), 1e-5);
        QVERIFY(model[i].translation == test.layer[i].translation);
        QVERIFY(model[i].scale == test.layer[i].scale);
    }
}

void TstMaskedLayer::mixesInBetween() {
    LayerCase test(3);
    const Pose actual = test.blend({.weight = 0.3f});
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const auto weight = static_cast<double>(0.3f);
        const math::Transform& a = test.base[i];
        const math::Transform& b = test.layer[i];
        const glm::dquat end(glm::dot(a.rotation, b.rotation) < 0.0f ? -b.rotation : b.rotation);
        const glm::dquat rotation =
            glm::normalize(glm::dquat(a.rotation) * (1.0 - weight) + end * weight);
        const glm::dvec3 translation =
            glm::dvec3(a.translation) * (1.0 - weight) + glm::dvec3(b.translation) * weight;
        const glm::dvec3 scale =
            glm::dvec3(a.scale) * (1.0 - weight) + glm::dvec3(b.scale) * weight;
        QCOMPARE_LE(maxAbsDiff(actual[i].translation, translation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual[i].scale, scale), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual[i].rotation, glm::quat(rotation)), 1e-6);
    }
}

void TstMaskedLayer::maskPicksJoints() {
    LayerCase test(4, 4);
    const std::vector<float> mask{0.0f, 1.0f, 0.5f, 2.0f};
    const Pose actual = test.blend({.weight = 1.0f, .jointWeights = mask});
    QVERIFY(isSameBits(actual[0], test.base[0]));
    QVERIFY(isSameBits(actual[1], test.layer[1]));
    QVERIFY(isSameBits(actual[2], test.blend({.weight = 0.5f})[2]));
    QVERIFY(isSameBits(actual[3], test.layer[3]));
}

void TstMaskedLayer::modelRotationKeepsTheOrientationOfTheLayer() {
    for (std::uint32_t seed = 10; seed < 30; ++seed) {
        LayerCase test(seed, 30);
        std::vector<float> mask(30);
        std::generate(
            mask.begin(), mask.end(), [&] { return test.random.below(2) == 0 ? 0.0f : 1.0f; });
        const Pose actual = test.blend({.jointWeights = mask, .rotation = LayerRotation::Model});
        const auto ofActual = modelRotations(*test.skeleton, actual);
        const auto ofLayer = modelRotations(*test.skeleton, test.layer);
        for (std::size_t i = 0; i < 30; ++i) {
            if (mask[i] == 1.0f) {
                QCOMPARE_LE(maxAbsDiff(ofActual[i], ofLayer[i]), 1e-5);
            } else {
                QVERIFY(isSameBits(actual[i], test.base[i]));
            }
        }
    }
}

void TstMaskedLayer::modelRotationComesInContinuously() {
    LayerCase test(31);
    const Pose actual = test.blend({.weight = 1e-5f, .rotation = LayerRotation::Model});
    for (std::size_t i = 0; i < actual.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(actual[i].rotation, test.base[i].rotation), 1e-4);
        QCOMPARE_LE(maxAbsDiff(actual[i].translation, test.base[i].translation), 1e-4);
    }
}

void TstMaskedLayer::modelRotationOnTheSameParentsIsLocalRotation() {
    // Only one joint differs, so its parents are the same in both poses.
    LayerCase test(32);
    const math::Transform changed = test.layer[7];
    test.layer = test.base;
    test.layer[7] = changed;
    std::vector<float> mask(12, 0.0f);
    mask[7] = 0.4f;
    const Pose local = test.blend({.jointWeights = mask});
    const Pose model = test.blend({.jointWeights = mask, .rotation = LayerRotation::Model});
    QCOMPARE_LE(maxAbsDiff(model[7].rotation, local[7].rotation), 1e-5);
}

void TstMaskedLayer::longChainsStayUnit() {
    Random random(33);
    std::vector<assets::Joint> joints(1000);
    for (std::size_t i = 1; i < joints.size(); ++i) {
        joints[i].parent = JointIndex(i - 1);
    }
    const auto skeleton = require(assets::Skeleton::create(joints));
    const Pose base = randomPose(random, 1000);
    const Pose layer = randomPose(random, 1000);
    std::vector<LayerScratch> scratch(1000);
    Pose result(1000);
    blendLayer(*skeleton,
               base,
               {.parentFromJoint = layer, .weight = 0.5f, .rotation = LayerRotation::Model},
               scratch,
               result);
    for (const math::Transform& joint : result) {
        QCOMPARE_LE(maxAbsDiff(static_cast<double>(glm::length(joint.rotation)), 1.0),
                    kUnitTolerance);
    }
}

void TstMaskedLayer::mayWriteToEither() {
    for (const LayerRotation rotation : {LayerRotation::Local, LayerRotation::Model}) {
        LayerCase test(34);
        const MaskedLayer options{
            .parentFromJoint = test.layer, .weight = 0.6f, .rotation = rotation};
        const Pose expected = test.blend(options);
        Pose base = test.base;
        blendLayer(*test.skeleton, base, options, test.scratch, base);
        QVERIFY(isSameBits(base, expected));
        blendLayer(*test.skeleton, test.base, options, test.scratch, test.layer);
        QVERIFY(isSameBits(test.layer, expected));
    }
}

QTEST_GUILESS_MAIN(TstMaskedLayer)
#include "tst_masked_layer.moc"
