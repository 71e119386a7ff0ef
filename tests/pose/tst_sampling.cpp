// SPDX-License-Identifier: Apache-2.0
// Sampling against plain double-precision evaluations of the glTF rules.
#include <sartor/pose/sampling.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::assets;

namespace {

using VectorTrack = Track<glm::vec3>;
using RotationTrack = Track<glm::quat>;

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

// Cubic Hermite in double by its defining conditions: value and slope at both ends.
double
hermiteOracle(double v0, double slope0, double v1, double slope1, double length, double time) {
    // p(s) = a + b s + c s^2 + d s^3 with s in seconds from the first key
    const double a = v0;
    const double b = slope0;
    const double c = (3.0 * (v1 - v0) / length - 2.0 * slope0 - slope1) / length;
    const double d = (2.0 * (v0 - v1) / length + slope0 + slope1) / (length * length);
    return a + b * time + c * time * time + d * time * time * time;
}

} // namespace

class TstSampling : public QObject {
    Q_OBJECT

private slots:
    void clampsOutsideTheKeys_data();
    void clampsOutsideTheKeys();
    void stepHoldsUntilTheNextKey();
    void linearIsExactAtKeysAndStraightBetween();
    void cubicMatchesItsDefinition();
    void cubicRotationIsUnitAndNotFlipped();
    void linearRotationTakesTheShortArcAtConstantSpeed();
    void lengthsOfRotationsTakePartInTheBlend();
    void sampledRotationsAreUnitWhateverTheKeysAre();
    void duplicateTimesJumpToTheLastKey();
    void everyChannelHasItsOwnTimes();
    void morphWeightsOfAllInterpolations();
    void untouchedJointsKeepTheirRestPose();
    void linearVectorsMatchTheOracleOnRandomTracks();
};

void TstSampling::clampsOutsideTheKeys_data() {
    QTest::addColumn<int>("interpolation");
    QTest::newRow("step") << 0;
    QTest::newRow("linear") << 1;
    QTest::newRow("cubic") << 2;
}

void TstSampling::clampsOutsideTheKeys() {
    QFETCH(int, interpolation);
    VectorTrack track;
    track.interpolation = static_cast<Interpolation>(interpolation);
    track.times = {1.0f, 2.0f};
    const glm::vec3 tangent(7.0f);
    track.values = {glm::vec3(1.0f), glm::vec3(2.0f)};
    if (track.interpolation == Interpolation::CubicSpline) {
        track.values = {tangent, glm::vec3(1.0f), tangent, tangent, glm::vec3(2.0f), tangent};
    }
    for (const float time : {-5.0f, 0.0f, 0.999f, 1.0f}) {
        QCOMPARE(pose::sampleTrack(track, time).x, 1.0f);
    }
    for (const float time : {2.0f, 2.001f, 1e9f}) {
        QCOMPARE(pose::sampleTrack(track, time).x, 2.0f);
    }
}

void TstSampling::stepHoldsUntilTheNextKey() {
    const VectorTrack track{Interpolation::Step,
                            {0.0f, 1.0f, 2.0f},
                            {glm::vec3(1.0f), glm::vec3(2.0f), glm::vec3(3.0f)}};
    QCOMPARE(pose::sampleTrack(track, 0.999f).x, 1.0f);
    QCOMPARE(pose::sampleTrack(track, 1.0f).x, 2.0f);
    QCOMPARE(pose::sampleTrack(track, 1.999f).x, 2.0f);
    const RotationTrack turn{Interpolation::Step, {0.0f, 1.0f}, {aboutZ(0), aboutZ(90)}};
    QCOMPARE_LE(test::maxAbsDiff(pose::sampleTrack(turn, 0.9f), aboutZ(0)), 0.0);
}

void TstSampling::linearIsExactAtKeysAndStraightBetween() {
    const VectorTrack track{Interpolation::Linear,
                            {0.1f, 0.3f, 0.7f},
                            {glm::vec3(0.1f), glm::vec3(3, 5, 7), glm::vec3(-1, 0, 9)}};
    for (std::size_t key = 0; key < 3; ++key) {
        QVERIFY(pose::sampleTrack(track, track.times[key]) == track.values[key]);
    }
    QCOMPARE_LE(test::maxAbsDiff(pose::sampleTrack(track, 0.5f), glm::vec3(1, 2.5f, 8)), 1e-5);
}

void TstSampling::cubicMatchesItsDefinition() {
    VectorTrack track;
    track.interpolation = Interpolation::CubicSpline;
    track.times = {1.0f, 3.5f}; // an interval that is not 1: tangents count per second
    const float v0 = 2.0f, out0 = 3.0f, in1 = -4.0f, v1 = 1.0f;
    track.values = {glm::vec3(99),
                    glm::vec3(v0),
                    glm::vec3(out0),
                    glm::vec3(in1),
                    glm::vec3(v1),
                    glm::vec3(99)};
    for (float time = 1.0f; time <= 3.5f; time += 0.125f) {
        const double expected =
            hermiteOracle(2.0, 3.0, 1.0, -4.0, 2.5, static_cast<double>(time) - 1.0);
        QCOMPARE_LE(std::abs(static_cast<double>(pose::sampleTrack(track, time).y) - expected),
                    1e-5);
    }
}

void TstSampling::cubicRotationIsUnitAndNotFlipped() {
    // Keys q and -p: a spline goes the way its numbers say, the long way round here.
    const glm::quat first = aboutZ(0);
    const glm::quat second = -aboutZ(90);
    const glm::quat zero(0, 0, 0, 0);
    const RotationTrack track{
        Interpolation::CubicSpline, {0.0f, 1.0f}, {zero, first, zero, zero, second, zero}};
    const glm::quat middle = pose::sampleTrack(track, 0.5f);
    QCOMPARE_LE(std::abs(static_cast<double>(glm::length(middle)) - 1.0), test::kUnitTolerance);
    QCOMPARE_LE(test::maxAbsDiff(middle, glm::normalize(first + second)), 1e-6);
    QCOMPARE_GE(math::angleBetween(middle, aboutZ(45)), 1.5f);
    // Opposite keys meet at zero, where the first key stands in: never NaN.
    const RotationTrack opposite{
        Interpolation::CubicSpline, {0.0f, 1.0f}, {zero, first, zero, zero, -first, zero}};
    QCOMPARE_LE(test::maxAbsDiff(pose::sampleTrack(opposite, 0.5f), first), 1e-6);
}

void TstSampling::linearRotationTakesTheShortArcAtConstantSpeed() {
    const RotationTrack track{Interpolation::Linear, {0.0f, 2.0f}, {aboutZ(10), -aboutZ(130)}};
    for (float time = 0.0f; time <= 2.0f; time += 0.1f) {
        QCOMPARE_LE(test::maxAbsDiff(pose::sampleTrack(track, time), aboutZ(10 + 60 * time)), 1e-6);
    }
}

void TstSampling::lengthsOfRotationsTakePartInTheBlend() {
    // Keys 90 degrees apart, the second of another length, as files with few digits have them.
    const float length = 0.97f;
    const RotationTrack track{
        Interpolation::Linear, {0.0f, 1.0f}, {aboutZ(0.0f), aboutZ(90.0f) * length}};
    for (const double t : {0.1, 0.25, 0.5, 0.8}) {
        const double angle = std::acos(-1.0) / 4.0; // half of 90 degrees: a quaternion's angle
        const double first = std::sin((1.0 - t) * angle) / std::sin(angle);
        const double second = std::sin(t * angle) / std::sin(angle) * static_cast<double>(length);
        const double expected =
            2.0 * std::atan2(second * std::sin(angle), first + second * std::cos(angle));
        const glm::quat actual = pose::sampleTrack(track, static_cast<float>(t));
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(glm::angle(actual)), expected), 1e-6);
    }
}

void TstSampling::sampledRotationsAreUnitWhateverTheKeysAre() {
    const glm::quat a = aboutZ(10.0f) * 0.7f;
    const glm::quat b = aboutZ(80.0f) * 3.0f;
    const glm::quat none(0.0f, 0.0f, 0.0f, 0.0f);
    for (const RotationTrack& track :
         {RotationTrack{Interpolation::Step, {0.0f, 1.0f}, {a, b}},
          RotationTrack{Interpolation::Linear, {0.0f, 1.0f}, {a, b}},
          RotationTrack{
              Interpolation::CubicSpline, {0.0f, 1.0f}, {none, a, none, none, b, none}}}) {
        for (const float time : {-1.0f, 0.0f, 0.3f, 1.0f, 2.0f}) {
            const glm::quat value = pose::sampleTrack(track, time);
            QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(glm::length(value)), 1.0), 1e-6);
        }
    }
}

void TstSampling::duplicateTimesJumpToTheLastKey() {
    const VectorTrack track{Interpolation::Linear,
                            {0.0f, 1.0f, 1.0f, 2.0f},
                            {glm::vec3(0), glm::vec3(1), glm::vec3(5), glm::vec3(6)}};
    QCOMPARE(pose::sampleTrack(track, 1.0f).x, 5.0f);
    QCOMPARE_LE(std::abs(pose::sampleTrack(track, 0.9999f).x - 0.9999f), 1e-6f);
    QCOMPARE_LE(std::abs(pose::sampleTrack(track, 1.5f).x - 5.5f), 1e-6f);
    const VectorTrack allEqual{Interpolation::Linear, {1.0f, 1.0f}, {glm::vec3(3), glm::vec3(4)}};
    QCOMPARE(pose::sampleTrack(allEqual, 0.0f).x, 3.0f);
    QCOMPARE(pose::sampleTrack(allEqual, 1.0f).x, 4.0f);
}

void TstSampling::everyChannelHasItsOwnTimes() {
    const auto skeleton = *Skeleton::create({Joint{"a", {}, {}, 0}});
    ClipData data;
    JointTracks tracks;
    tracks.joint = JointIndex(0);
    tracks.translation = {Interpolation::Linear, {0.0f, 1.0f}, {glm::vec3(0), glm::vec3(1)}};
    tracks.rotation = {Interpolation::Linear, {0.5f, 0.75f}, {aboutZ(0), aboutZ(50)}};
    tracks.scale = {
        Interpolation::Step, {0.0f, 0.3f, 0.6f}, {glm::vec3(1), glm::vec3(2), glm::vec3(3)}};
    data.jointTracks = {tracks};
    const auto clip = *Clip::create(data, 1);
    math::Transform local;
    pose::sampleClip(*skeleton, *clip, 0.55f, std::span(&local, 1));
    QCOMPARE_LE(test::maxAbsDiff(local.translation, glm::vec3(0.55f)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(local.rotation, aboutZ(10)), 1e-5);
    QCOMPARE(local.scale.x, 2.0f);
}

void TstSampling::morphWeightsOfAllInterpolations() {
    std::array<float, 2> values{};
    const MorphWeightTrack linear{
        JointIndex(0), 2, {Interpolation::Linear, {0, 1}, {0, 10, 1, 20}}};
    pose::sampleTrack(linear, 0.25f, values);
    QCOMPARE_LE(std::abs(values[0] - 0.25f) + std::abs(values[1] - 12.5f), 1e-5f);
    const MorphWeightTrack step{JointIndex(0), 2, {Interpolation::Step, {0, 1}, {0, 10, 1, 20}}};
    pose::sampleTrack(step, 0.99f, values);
    QCOMPARE(values, (std::array{0.0f, 10.0f}));
    // in-tangents a1 a2, values v1 v2, out-tangents b1 b2; then the second key
    const MorphWeightTrack cubic{
        JointIndex(0),
        2,
        {Interpolation::CubicSpline, {0, 2}, {9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9}}};
    pose::sampleTrack(cubic, 0.5f, values);
    QCOMPARE_LE(std::abs(static_cast<double>(values[0]) - hermiteOracle(1, 3, 7, 5, 2, 0.5)), 1e-5);
    QCOMPARE_LE(std::abs(static_cast<double>(values[1]) - hermiteOracle(2, 4, 8, 6, 2, 0.5)), 1e-5);
    pose::sampleTrack(cubic, 7.0f, values);
    QCOMPARE(values, (std::array{7.0f, 8.0f}));
}

void TstSampling::untouchedJointsKeepTheirRestPose() {
    Joint moved{"moved", {}, {}, 0};
    moved.parentFromJointRest.translation = glm::vec3(1, 2, 3);
    moved.parentFromJointRest.scale = glm::vec3(2.0f);
    Joint still = moved;
    const auto skeleton = *Skeleton::create({moved, still});
    ClipData data;
    JointTracks tracks;
    tracks.joint = JointIndex(0);
    tracks.rotation = {Interpolation::Linear, {0.0f}, {aboutZ(90)}};
    data.jointTracks = {tracks};
    const auto clip = *Clip::create(data, 2);
    std::array<math::Transform, 2> local;
    local[1].translation = glm::vec3(99.0f);
    pose::sampleClip(*skeleton, *clip, 0.0f, local);
    QVERIFY(local[0].translation == glm::vec3(1, 2, 3) && local[0].scale == glm::vec3(2.0f));
    QVERIFY(local[1].translation == glm::vec3(1, 2, 3) &&
            local[1].rotation == math::identityQuat());
}

void TstSampling::linearVectorsMatchTheOracleOnRandomTracks() {
    test::Random random(3);
    for (int round = 0; round < 50; ++round) {
        VectorTrack track;
        float time = 0.0f;
        const std::uint32_t count = 1 + random.below(30);
        for (std::uint32_t i = 0; i < count; ++i) {
            time += random.uniform(0.01f, 0.5f);
            track.times.push_back(time);
            track.values.push_back(random.vector(-10.0f, 10.0f));
        }
        for (int probe = 0; probe < 50; ++probe) {
            const float at = random.uniform(-0.5f, time + 0.5f);
            // the plain way: walk all keys
            glm::dvec3 expected(track.values.front());
            for (std::uint32_t i = 0; i + 1 < count; ++i) {
                if (at >= track.times[i]) {
                    const double fraction =
                        std::min(1.0,
                                 (static_cast<double>(at) - track.times[i]) /
                                     (static_cast<double>(track.times[i + 1]) - track.times[i]));
                    expected = glm::dvec3(track.values[i]) * (1.0 - fraction) +
                               glm::dvec3(track.values[i + 1]) * fraction;
                }
            }
            QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(pose::sampleTrack(track, at)), expected), 1e-4);
        }
    }
}

QTEST_GUILESS_MAIN(TstSampling)
#include "tst_sampling.moc"
