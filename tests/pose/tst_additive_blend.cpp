// SPDX-License-Identifier: Apache-2.0
// Additive layers against a double-precision oracle, closed forms and properties.
#include <sartor/pose/additive_blend.h>

#include <QtTest>

#include <support/compare.h>
#include <support/pose_compare.h>

#include <limits>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Sums and powers of a few floats of size 6.
constexpr double kTolerance = 5e-6;

math::Transform addOne(const math::Transform& base, const AdditiveLayer& layer) {
    math::Transform result;
    addPose(std::span(&base, 1), layer, std::span(&result, 1));
    return result;
}

math::Transform addOne(const math::Transform& base,
                       const math::Transform& value,
                       const math::Transform& reference,
                       float weight) {
    return addOne(base, {std::span(&value, 1), std::span(&reference, 1), weight});
}

glm::quat turn(double degrees, const glm::dvec3& axis) {
    return glm::quat(glm::angleAxis(glm::radians(degrees), glm::normalize(axis)));
}

// Through matrices: axis and angle of the difference, the angle scaled, in double.
glm::dmat3 rotationOracle(const glm::quat& base,
                          const glm::quat& value,
                          const glm::quat& reference,
                          double weight) {
    const auto matrix = [](const glm::quat& q) {
        return glm::mat3_cast(glm::normalize(glm::dquat(q)));
    };
    const glm::dmat3 difference = glm::transpose(matrix(reference)) * matrix(value);
    const double cosine = (difference[0][0] + difference[1][1] + difference[2][2] - 1.0) / 2.0;
    const glm::dvec3 axial(difference[1][2] - difference[2][1],
                           difference[2][0] - difference[0][2],
                           difference[0][1] - difference[1][0]);
    const double sine = glm::length(axial) / 2.0;
    if (sine < 1e-9) {
        return matrix(base);
    }
    // Rodrigues' formula.
    const glm::dvec3 axis = axial / (2.0 * sine);
    const double angle = std::atan2(sine, cosine) * weight;
    const glm::dmat3 cross(glm::dvec3(0.0, axis.z, -axis.y),
                           glm::dvec3(-axis.z, 0.0, axis.x),
                           glm::dvec3(axis.y, -axis.x, 0.0));
    return matrix(base) *
           (glm::dmat3(1.0) + std::sin(angle) * cross + (1.0 - std::cos(angle)) * cross * cross);
}

} // namespace

class TstAdditiveBlend : public QObject {
    Q_OBJECT

private slots:
    void weightScalesTheAngle_data();
    void weightScalesTheAngle();
    void differenceTurnsInTheFrameOfTheJoint();
    void matchesTheOracle_data();
    void matchesTheOracle();
    void onItsOwnReferenceItGivesTheValue();
    void equalValueAndReferenceAddNothing();
    void withoutWeightTheBaseStaysBitForBit_data();
    void withoutWeightTheBaseStaysBitForBit();
    void takesTheShorterWayForAnySign();
    void scalesWithoutAPowerAreAdded_data();
    void scalesWithoutAPowerAreAdded();
    void jointWeightsAreFactors();
    void mayWriteToTheBase();
    void addsMorphWeights();
};

void TstAdditiveBlend::weightScalesTheAngle_data() {
    QTest::addColumn<float>("weight");
    QTest::addColumn<double>("degrees");
    QTest::newRow("0") << 0.0f << 30.0;
    QTest::newRow("quarter") << 0.25f << 52.5;
    QTest::newRow("half") << 0.5f << 75.0;
    QTest::newRow("1") << 1.0f << 120.0;
    QTest::newRow("beyond") << 2.5f << 255.0;
    QTest::newRow("taken away") << -1.0f << -60.0;
}

void TstAdditiveBlend::weightScalesTheAngle() {
    QFETCH(float, weight);
    QFETCH(double, degrees);
    const glm::dvec3 z(0.0, 0.0, 1.0);
    math::Transform base;
    base.rotation = turn(30.0, z);
    math::Transform value;
    value.rotation = turn(110.0, z);
    math::Transform reference;
    reference.rotation = turn(20.0, z);
    const math::Transform result = addOne(base, value, reference, weight);
    QCOMPARE_LE(maxAbsDiff(result.rotation, turn(degrees, z)), kAngleTolerance);
}

void TstAdditiveBlend::differenceTurnsInTheFrameOfTheJoint() {
    // The base has turned x to y; a difference about the joint's own x turns about the parent's y.
    math::Transform base;
    base.rotation = turn(90.0, {0.0, 0.0, 1.0});
    math::Transform value;
    value.rotation = turn(40.0, {1.0, 0.0, 0.0});
    const glm::quat actual = addOne(base, value, {}, 0.5f).rotation;
    const glm::quat expected = turn(20.0, {0.0, 1.0, 0.0}) * base.rotation;
    QCOMPARE_LE(maxAbsDiff(actual, expected), kAngleTolerance);
}

void TstAdditiveBlend::matchesTheOracle_data() {
    QTest::addColumn<float>("weight");
    for (const float weight : {0.1f, 0.5f, 1.0f, 1.7f, -0.6f}) {
        QTest::addRow("weight %g", static_cast<double>(weight)) << weight;
    }
}

void TstAdditiveBlend::matchesTheOracle() {
    QFETCH(float, weight);
    Random random(1);
    const auto w = static_cast<double>(weight);
    for (int i = 0; i < 300; ++i) {
        const math::Transform base = randomTransform(random);
        const math::Transform value = randomTransform(random);
        const math::Transform reference = randomTransform(random);
        const math::Transform actual = addOne(base, value, reference, weight);
        const glm::dmat3 rotation =
            rotationOracle(base.rotation, value.rotation, reference.rotation, w);
        // A few products of floats, with an angle of up to 1.7 times half a turn.
        QCOMPARE_LE(maxAbsDiff(glm::mat3_cast(actual.rotation), rotation), 3e-6);
        QCOMPARE_LE(maxAbsDiff(static_cast<double>(glm::length(actual.rotation)), 1.0),
                    kUnitTolerance);
        const glm::dvec3 translation =
            glm::dvec3(base.translation) +
            w * (glm::dvec3(value.translation) - glm::dvec3(reference.translation));
        QCOMPARE_LE(maxAbsDiff(actual.translation, translation), kTolerance);
        for (int axis = 0; axis < 3; ++axis) {
            const double quotient =
                static_cast<double>(value.scale[axis]) / static_cast<double>(reference.scale[axis]);
            const double expected =
                static_cast<double>(base.scale[axis]) * std::exp(std::log(quotient) * w);
            QCOMPARE_LE(maxAbsDiff(static_cast<double>(actual.scale[axis]), expected),
                        4.0 * kTolerance);
        }
    }
}

void TstAdditiveBlend::onItsOwnReferenceItGivesTheValue() {
    Random random(2);
    for (int i = 0; i < 100; ++i) {
        const math::Transform value = randomTransform(random);
        const math::Transform reference = randomTransform(random);
        const math::Transform actual = addOne(reference, value, reference, 1.0f);
        QCOMPARE_LE(maxAbsDiff(actual.rotation, value.rotation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual.translation, value.translation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual.scale, value.scale), 1e-6);
    }
}

void TstAdditiveBlend::equalValueAndReferenceAddNothing() {
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        const math::Transform base = randomTransform(random);
        const math::Transform value = randomTransform(random);
        const math::Transform actual = addOne(base, value, value, 0.8f);
        QCOMPARE_LE(maxAbsDiff(actual.rotation, base.rotation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual.translation, base.translation), 1e-6);
        QCOMPARE_LE(maxAbsDiff(actual.scale, base.scale), 1e-6);
    }
}

void TstAdditiveBlend::withoutWeightTheBaseStaysBitForBit_data() {
    QTest::addColumn<float>("weight");
    QTest::newRow("zero") << 0.0f;
    QTest::newRow("NaN") << kNan;
    QTest::newRow("infinite") << kInfinity;
}

void TstAdditiveBlend::withoutWeightTheBaseStaysBitForBit() {
    QFETCH(float, weight);
    Random random(4);
    math::Transform base = randomTransform(random);
    base.rotation = -base.rotation;
    const math::Transform broken{glm::vec3(kNan), glm::quat(kNan, kNan, kNan, kNan), {}};
    QVERIFY(isSameBits(addOne(base, broken, broken, weight), base));
    const AdditiveLayer layer{
        std::span(&broken, 1), std::span(&broken, 1), 1.0f, std::span(&weight, 1)};
    QVERIFY(isSameBits(addOne(base, layer), base));
}

void TstAdditiveBlend::takesTheShorterWayForAnySign() {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const math::Transform base = randomTransform(random);
        math::Transform value = randomTransform(random);
        math::Transform reference = randomTransform(random);
        const glm::quat expected = addOne(base, value, reference, 0.4f).rotation;
        value.rotation = -value.rotation;
        QCOMPARE_LE(maxAbsDiff(addOne(base, value, reference, 0.4f).rotation, expected), 1e-6);
        reference.rotation = -reference.rotation;
        QCOMPARE_LE(maxAbsDiff(addOne(base, value, reference, 0.4f).rotation, expected), 1e-6);
    }
}

void TstAdditiveBlend::scalesWithoutAPowerAreAdded_data() {
    QTest::addColumn<float>("value");
    QTest::addColumn<float>("reference");
    QTest::addColumn<double>("expected");
    QTest::newRow("quotient") << 4.0f << 1.0f << 6.0;
    QTest::newRow("both negative") << -4.0f << -1.0f << 6.0;
    QTest::newRow("from zero") << 1.0f << 0.0f << 3.5;
    QTest::newRow("to zero") << 0.0f << 1.0f << 2.5;
    QTest::newRow("zero") << 0.0f << 0.0f << 3.0;
    QTest::newRow("through zero") << -1.0f << 1.0f << 2.0;
    QTest::newRow("tiny reference") << 1.0f << 1e-45f << 3.5;
}

void TstAdditiveBlend::scalesWithoutAPowerAreAdded() {
    QFETCH(float, value);
    QFETCH(float, reference);
    QFETCH(double, expected);
    math::Transform base;
    base.scale = glm::vec3(3.0f);
    math::Transform valueTransform;
    valueTransform.scale = glm::vec3(1.0f, value, 1.0f);
    math::Transform referenceTransform;
    referenceTransform.scale = glm::vec3(1.0f, reference, 1.0f);
    const glm::vec3 scale = addOne(base, valueTransform, referenceTransform, 0.5f).scale;
    QCOMPARE_LE(maxAbsDiff(scale, glm::dvec3(3.0, expected, 3.0)), kTolerance);
}

void TstAdditiveBlend::jointWeightsAreFactors() {
    Random random(6);
    const Pose base = randomPose(random, 4);
    const Pose value = randomPose(random, 4);
    const Pose reference = randomPose(random, 4);
    const std::vector<float> factors{1.0f, 0.0f, 0.5f, kNan};
    Pose result(4);
    addPose(base, {value, reference, 0.5f, factors}, result);
    QVERIFY(isSameBits(result[0], addOne(base[0], value[0], reference[0], 0.5f)));
    QVERIFY(isSameBits(result[1], base[1]));
    QVERIFY(isSameBits(result[2], addOne(base[2], value[2], reference[2], 0.25f)));
    QVERIFY(isSameBits(result[3], base[3]));
}

void TstAdditiveBlend::mayWriteToTheBase() {
    Random random(7);
    Pose base = randomPose(random, 5);
    const Pose value = randomPose(random, 5);
    const Pose reference = randomPose(random, 5);
    Pose expected(5);
    addPose(base, {value, reference, 0.7f}, expected);
    addPose(base, {value, reference, 0.7f}, base);
    QVERIFY(isSameBits(base, expected));
}

void TstAdditiveBlend::addsMorphWeights() {
    const std::vector<float> base{0.25f, -1.0f};
    const std::vector<float> value{1.0f, 0.5f};
    const std::vector<float> reference{0.5f, 0.0f};
    std::vector<float> result(2);
    addMorphWeights(base, {value, reference, 0.5f}, result);
    QCOMPARE(result, (std::vector<float>{0.5f, -0.75f}));
    addMorphWeights(base, {value, reference, kNan}, result);
    QCOMPARE(result, base);
}

QTEST_GUILESS_MAIN(TstAdditiveBlend)
#include "tst_additive_blend.moc"
