// SPDX-License-Identifier: Apache-2.0
// Weighted means of poses against a double-precision oracle, closed forms and properties.
#include <sartor/pose/blending.h>

#include <QtTest>

#include <support/blend_oracle.h>
#include <support/compare.h>
#include <support/pose_compare.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// Sums of a few floats of size 3.
constexpr double kTolerance = 2e-6;

glm::dquat inDouble(const glm::quat& q) {
    return glm::dquat(q);
}

math::Transform blendOracle(const std::vector<math::Transform>& values,
                            const std::vector<float>& weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    std::vector<glm::dquat> rotations;
    std::vector<double> shares;
    for (std::size_t i = 0; i < values.size(); ++i) {
        rotations.push_back(inDouble(values[i].rotation));
        shares.push_back(static_cast<double>(weights[i]) / sum);
    }
    glm::dvec3 translation(0.0);
    glm::dvec3 scale(0.0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        translation += glm::dvec3(values[i].translation) * shares[i];
        scale += glm::dvec3(values[i].scale) * shares[i];
    }
    return {glm::vec3(translation),
            glm::quat(blendRotationsOracle(rotations, shares)),
            glm::vec3(scale)};
}

glm::quat aboutZ(double degrees) {
    return glm::quat(glm::angleAxis(glm::radians(degrees), glm::dvec3(0.0, 0.0, 1.0)));
}

math::Transform turned(const glm::quat& rotation) {
    math::Transform transform;
    transform.rotation = rotation;
    return transform;
}

math::Transform blendOne(const std::vector<math::Transform>& values,
                         const std::vector<float>& weights) {
    std::vector<BlendInput> inputs;
    for (std::size_t i = 0; i < values.size(); ++i) {
        inputs.push_back({.parentFromJoint = std::span(&values[i], 1), .weight = weights[i]});
    }
    const math::Transform otherwise;
    math::Transform result;
    blendPoses(inputs, std::span(&otherwise, 1), std::span(&result, 1));
    return result;
}

} // namespace

class TstBlending : public QObject {
    Q_OBJECT

private slots:
    void takesOtherwiseWhereNothingHasWeight_data();
    void takesOtherwiseWhereNothingHasWeight();
    void unusableWeightsCountAsZero();
    void aSingleInputComesOutBitForBit();
    void equalWeightsOfTwoAreTheSphericalMidpoint();
    void matchesTheOracle_data();
    void matchesTheOracle();
    void theHeaviestInputMayBeOutvoted();
    void orderDoesNotMatter();
    void negatedQuaternionsDoNotMatter();
    void isContinuousWhereTheHeaviestInputChanges();
    void onlyRatiosOfWeightsMatter();
    void jointWeightsAreWeightsOfTheirJoint();
    void mayWriteToAnInput();
    void blendsMorphWeights();
    void morphWeightsWithoutWeightAreTheOthers();
};

void TstBlending::takesOtherwiseWhereNothingHasWeight_data() {
    QTest::addColumn<std::vector<float>>("weights");
    QTest::newRow("no inputs") << std::vector<float>{};
    QTest::newRow("zero") << std::vector<float>{0.0f, -0.0f};
    QTest::newRow("negative") << std::vector<float>{-1.0f, -0.5f};
    QTest::newRow("NaN") << std::vector<float>{kNan};
    QTest::newRow("infinite") << std::vector<float>{kInfinity, -kInfinity};
}

void TstBlending::takesOtherwiseWhereNothingHasWeight() {
    QFETCH(std::vector<float>, weights);
    Random random(1);
    const Pose otherwise = randomPose(random, 3);
    const Pose pose = randomPose(random, 3);
    std::vector<BlendInput> inputs;
    for (const float weight : weights) {
        inputs.push_back({.parentFromJoint = pose, .weight = weight});
    }
    Pose result = randomPose(random, 3);
    blendPoses(inputs, otherwise, result);
    QVERIFY(isSameBits(result, otherwise));
}

void TstBlending::unusableWeightsCountAsZero() {
    Random random(2);
    const Pose values = randomPose(random, 5);
    const math::Transform expected = blendOne({values[0], values[1]}, {0.25f, 0.75f});
    const math::Transform actual = blendOne({values[2], values[0], values[3], values[1], values[4]},
                                            {-3.0f, 0.25f, kNan, 0.75f, kInfinity});
    QVERIFY(isSameBits(actual, expected));
}

void TstBlending::aSingleInputComesOutBitForBit() {
    Random random(3);
    const Pose otherwise = randomPose(random, 20);
    Pose value = randomPose(random, 20);
    value[3].rotation = -value[3].rotation;
    value[4].scale = glm::vec3(0.0f, -1.0f, 1e-30f);
    // What has no weight is not read.
    const Pose broken(20, {glm::vec3(kNan), glm::quat(kNan, kNan, kNan, kNan), glm::vec3(kNan)});
    for (const float weight : {1.0f, 0.3f, 1e-30f, 1e30f}) {
        Pose result(20);
        const BlendInput inputs[] = {{broken, 0.0f}, {value, weight}, {broken, -1.0f}};
        blendPoses(inputs, otherwise, result);
        QVERIFY(isSameBits(result, value));
    }
}

void TstBlending::equalWeightsOfTwoAreTheSphericalMidpoint() {
    Random random(4);
    for (int i = 0; i < 500; ++i) {
        const glm::quat a = random.rotation();
        const glm::quat b = random.rotation();
        // Half of the shorter way, in double: a * exp(log(a^-1 b) / 2).
        glm::dquat difference = glm::conjugate(inDouble(a)) * inDouble(b);
        difference = difference.w < 0.0 ? -difference : difference;
        const double half = 0.5 * glm::angle(glm::normalize(difference));
        const glm::dquat expected =
            inDouble(a) * glm::angleAxis(half, glm::axis(glm::normalize(difference)));
        const glm::quat actual = blendOne({turned(a), turned(b)}, {0.5f, 0.5f}).rotation;
        QCOMPARE_LE(maxAbsDiff(actual, glm::quat(expected)), kAngleTolerance);
        QCOMPARE_LE(maxAbsDiff(actual, math::slerpShortest(a, b, 0.5f)), kAngleTolerance);
    }
}

void TstBlending::matchesTheOracle_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("spread");
    for (const int count : {2, 3, 5, 9}) {
        for (const double spread : {0.2, 1.0, 3.0}) {
            QTest::addRow("%d inputs, spread %g rad", count, spread) << count << spread;
        }
    }
}

void TstBlending::matchesTheOracle() {
    QFETCH(int, count);
    QFETCH(double, spread);
    Random random(5);
    for (int trial = 0; trial < 20; ++trial) {
        const glm::quat centre = random.rotation();
        std::vector<math::Transform> values;
        std::vector<float> weights;
        for (int i = 0; i < count; ++i) {
            math::Transform value = randomTransform(random);
            const auto angle = random.uniform(-1.0f, 1.0f) * static_cast<float>(spread);
            value.rotation =
                glm::angleAxis(angle, glm::normalize(random.vector(-1.0f, 1.0f))) * centre;
            value.rotation = random.below(2) == 0 ? value.rotation : -value.rotation;
            values.push_back(value);
            weights.push_back(random.uniform(0.05f, 2.0f));
        }
        const math::Transform expected = blendOracle(values, weights);
        const math::Transform actual = blendOne(values, weights);
        QCOMPARE_LE(maxAbsDiff(actual.translation, expected.translation), kTolerance);
        QCOMPARE_LE(maxAbsDiff(actual.scale, expected.scale), kTolerance);
        QCOMPARE_LE(maxAbsDiff(actual.rotation, expected.rotation), kAngleTolerance);
    }
}

void TstBlending::theHeaviestInputMayBeOutvoted() {
    // All are within 90 degrees of the heaviest, up to sign, and yet the principal axis of the
    // others, a half turn away from it, decides.
    std::vector<math::Transform> values;
    for (const double degrees : {0.0, 130.0, 110.0, -130.0, -120.0}) {
        values.push_back(turned(aboutZ(degrees)));
    }
    const std::vector<float> weights{0.24f, 0.19f, 0.19f, 0.19f, 0.19f};
    QCOMPARE_LE(
        maxAbsDiff(blendOne(values, weights).rotation, blendOracle(values, weights).rotation),
        kAngleTolerance);
}

void TstBlending::orderDoesNotMatter() {
    // Equal weights and rotations that are more than 90 degrees apart: no input is the natural
    // one to compare signs with.
    Random random(6);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<math::Transform> values;
        for (const double degrees : {0.0, 100.0, -100.0, 40.0}) {
            values.push_back(randomTransform(random));
            values.back().rotation = aboutZ(degrees + trial);
        }
        std::vector<std::size_t> order{0, 1, 2, 3};
        const std::vector<float> weights(4, 1.0f);
        const math::Transform first = blendOne(values, weights);
        while (std::next_permutation(order.begin(), order.end())) {
            std::vector<math::Transform> permuted;
            for (const std::size_t i : order) {
                permuted.push_back(values[i]);
            }
            const math::Transform other = blendOne(permuted, weights);
            QCOMPARE_LE(maxAbsDiff(other.translation, first.translation), kTolerance);
            QCOMPARE_LE(maxAbsDiff(other.scale, first.scale), kTolerance);
            QCOMPARE_LE(maxAbsDiff(other.rotation, first.rotation), kAngleTolerance);
        }
    }
}

void TstBlending::negatedQuaternionsDoNotMatter() {
    Random random(7);
    for (int trial = 0; trial < 100; ++trial) {
        const std::vector<math::Transform> values = randomPose(random, 4);
        const std::vector<float> weights{0.4f, 0.3f, 0.2f, 0.1f};
        const glm::quat expected = blendOne(values, weights).rotation;
        for (unsigned negated = 1; negated < 16; ++negated) {
            std::vector<math::Transform> other = values;
            for (unsigned i = 0; i < 4; ++i) {
                if ((negated >> i & 1u) != 0) {
                    other[i].rotation = -other[i].rotation;
                }
            }
            QCOMPARE_LE(maxAbsDiff(blendOne(other, weights).rotation, expected), kAngleTolerance);
        }
    }
    // Antipodal quaternions are one rotation.
    const glm::quat q = random.rotation();
    QCOMPARE_LE(maxAbsDiff(blendOne({turned(q), turned(-q)}, {0.5f, 0.5f}).rotation, q),
                kAngleTolerance);
}

void TstBlending::isContinuousWhereTheHeaviestInputChanges() {
    const std::vector<math::Transform> values{
        turned(aboutZ(0.0)), turned(aboutZ(100.0)), turned(aboutZ(-100.0))};
    // Closed form: signed half angles 0, 50, -50 degrees in the plane of w and z.
    const auto expected = [](double a, double b, double c) {
        const double fifty = glm::radians(50.0);
        return 2.0 * std::atan2((b - c) * std::sin(fifty), a + (b + c) * std::cos(fifty));
    };
    for (int i = -10; i <= 10; ++i) {
        const double shift = 0.002 * i;
        const double a = 1.0 / 3.0 + shift;
        const double b = 1.0 / 3.0 - shift;
        const glm::quat actual =
            blendOne(values, {static_cast<float>(a), static_cast<float>(b), 1.0f / 3.0f}).rotation;
        const double degrees = glm::degrees(expected(a, b, 1.0 / 3.0));
        QCOMPARE_LE(maxAbsDiff(actual, aboutZ(degrees)), kAngleTolerance);
    }
}

void TstBlending::onlyRatiosOfWeightsMatter() {
    Random random(8);
    const std::vector<math::Transform> values = randomPose(random, 3);
    const math::Transform once = blendOne(values, {0.5f, 0.3f, 0.2f});
    QVERIFY(isSameBits(blendOne(values, {4.0f, 2.4f, 1.6f}), once));
    // Sums beyond a float's range are no sums beyond a double's.
    const math::Transform huge = blendOne(values, {2.5e38f, 1.5e38f, 1.0e38f});
    QCOMPARE_LE(maxAbsDiff(huge.translation, once.translation), kTolerance);
    QCOMPARE_LE(maxAbsDiff(huge.rotation, once.rotation), kAngleTolerance);
}

void TstBlending::jointWeightsAreWeightsOfTheirJoint() {
    Random random(9);
    const std::size_t count = 6;
    const Pose a = randomPose(random, count);
    const Pose b = randomPose(random, count);
    const Pose otherwise = randomPose(random, count);
    const std::vector<float> first{1.0f, 1.0f, 0.0f, 0.0f, kNan, 0.25f};
    const std::vector<float> second{1.0f, 0.0f, 1.0f, 0.0f, -1.0f, 0.75f};
    const BlendInput inputs[] = {{a, 0.5f, first}, {b, 2.0f, second}};
    Pose result(count);
    blendPoses(inputs, otherwise, result);
    QVERIFY(isSameBits(result[0], blendOne({a[0], b[0]}, {0.5f, 2.0f})));
    QVERIFY(isSameBits(result[1], a[1]));
    QVERIFY(isSameBits(result[2], b[2]));
    QVERIFY(isSameBits(result[3], otherwise[3]));
    QVERIFY(isSameBits(result[4], otherwise[4]));
    QVERIFY(isSameBits(result[5], blendOne({a[5], b[5]}, {0.125f, 1.5f})));
}

void TstBlending::mayWriteToAnInput() {
    Random random(10);
    Pose a = randomPose(random, 8);
    const Pose b = randomPose(random, 8);
    Pose expected(8);
    blendPoses(std::vector<BlendInput>{{a, 0.4f}, {b, 0.6f}}, b, expected);
    blendPoses(std::vector<BlendInput>{{a, 0.4f}, {b, 0.6f}}, b, a);
    QVERIFY(isSameBits(a, expected));
}

void TstBlending::blendsMorphWeights() {
    const std::vector<float> a{0.0f, 1.0f, -2.0f};
    const std::vector<float> b{1.0f, 0.5f, 2.0f};
    const std::vector<float> otherwise(3, 9.0f);
    const std::vector<float> broken(3, kNan);
    std::vector<float> result(3);
    const MorphBlendInput inputs[] = {{a, 1.0f}, {broken, 0.0f}, {b, 3.0f}, {broken, kNan}};
    blendMorphWeights(inputs, otherwise, result);
    QCOMPARE(result, (std::vector<float>{0.75f, 0.625f, 1.0f}));
}

void TstBlending::morphWeightsWithoutWeightAreTheOthers() {
    const std::vector<float> a{0.1f, 0.2f};
    const std::vector<float> otherwise{0.3f, 0.7f};
    std::vector<float> result(2);
    blendMorphWeights(std::vector<MorphBlendInput>{{a, 0.0f}, {a, kNan}}, otherwise, result);
    QCOMPARE(result, otherwise);
    blendMorphWeights(std::vector<MorphBlendInput>{{a, 0.0f}, {a, 0.7f}}, otherwise, result);
    QCOMPARE(result, a);
    blendMorphWeights({}, otherwise, result);
    QCOMPARE(result, otherwise);
}

QTEST_GUILESS_MAIN(TstBlending)
#include "tst_blending.moc"
