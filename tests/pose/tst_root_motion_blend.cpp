// SPDX-License-Identifier: Apache-2.0
// The motion of a blend.
#include <sartor/pose/root_motion_blend.h>

#include <QtTest>

#include <support/compare.h>
#include <support/root_motion_clips.h>

#include <limits>

using namespace sartor;
using namespace sartor::pose;

namespace {

RootMotionDelta deltaOf(double degrees, const glm::dvec3& translation) {
    return {glm::dquat(test::yaw(degrees)), translation};
}

double yawDegrees(const RootMotionDelta& delta) {
    return glm::degrees(2.0 * std::atan2(delta.rotation.y, delta.rotation.w));
}

} // namespace

class TstRootMotionBlend : public QObject {
    Q_OBJECT

private slots:
    void nothingGivesNoMotion();
    void onlyWeightsAboveZeroCount();
    void isTheWeightedMean_data();
    void isTheWeightedMean();
    void orderAndScaleOfWeightsDoNotMatter();
    void sameMotionsGiveThatMotion();
};

void TstRootMotionBlend::nothingGivesNoMotion() {
    const RootMotionDelta none = RootMotionBlend().result();
    QVERIFY(none.translation == glm::dvec3(0.0) && none.rotation == glm::dquat(1, 0, 0, 0));
}

void TstRootMotionBlend::onlyWeightsAboveZeroCount() {
    RootMotionBlend blend;
    blend.add(deltaOf(40, {5, 5, 5}), 0.0);
    blend.add(deltaOf(40, {5, 5, 5}), -1.0);
    blend.add(deltaOf(40, {5, 5, 5}), std::numeric_limits<double>::quiet_NaN());
    QVERIFY(blend.result().translation == glm::dvec3(0.0));
    blend.add(deltaOf(10, {1, 0, 0}), 0.25);
    QVERIFY(blend.result().translation == glm::dvec3(1, 0, 0));
}

void TstRootMotionBlend::isTheWeightedMean_data() {
    QTest::addColumn<double>("firstWeight");
    QTest::addColumn<double>("secondWeight");
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("z");
    // Of a step of 1 m without a turn and one of 3 m that turns by 90 degrees.
    QTest::newRow("first") << 1.0 << 0.0 << 0.0 << 1.0;
    QTest::newRow("second") << 0.0 << 1.0 << 90.0 << 3.0;
    QTest::newRow("half") << 0.5 << 0.5 << 45.0 << 2.0;
    QTest::newRow("a third") << 2.0 << 1.0 << 30.0 << 5.0 / 3.0;
    QTest::newRow("a quarter, small weights") << 0.03 << 0.01 << 22.5 << 1.5;
}

void TstRootMotionBlend::isTheWeightedMean() {
    QFETCH(double, firstWeight);
    QFETCH(double, secondWeight);
    QFETCH(double, degrees);
    QFETCH(double, z);
    RootMotionBlend blend;
    blend.add(deltaOf(0, {0, 0, 1}), firstWeight);
    blend.add(deltaOf(90, {0, 0, 3}), secondWeight);
    QCOMPARE_LE(std::abs(yawDegrees(blend.result()) - degrees), 1e-5);
    QCOMPARE_LE(test::maxAbsDiff(blend.result().translation, glm::dvec3(0, 0, z)), 1e-15);
}

void TstRootMotionBlend::orderAndScaleOfWeightsDoNotMatter() {
    test::Random random(1);
    for (int i = 0; i < 100; ++i) {
        std::vector<std::pair<RootMotionDelta, double>> sources;
        double expectedDegrees = 0.0;
        double sum = 0.0;
        for (int source = 0; source < 4; ++source) {
            const auto degrees = static_cast<double>(random.uniform(-170, 170));
            const auto weight = static_cast<double>(random.uniform(0.1f, 1));
            RootMotionDelta delta = deltaOf(degrees, glm::dvec3(random.vector(-1, 1)));
            // A rotation has two quaternions.
            delta.rotation = source % 2 == 0 ? -delta.rotation : delta.rotation;
            sources.emplace_back(delta, weight);
            expectedDegrees += weight * degrees;
            sum += weight;
        }
        RootMotionBlend forward;
        RootMotionBlend backward;
        for (std::size_t source = 0; source < 4; ++source) {
            forward.add(sources[source].first, sources[source].second);
            backward.add(sources[3 - source].first, 7.0 * sources[3 - source].second);
        }
        QCOMPARE_LE(std::abs(yawDegrees(forward.result()) - expectedDegrees / sum), 1e-4);
        QCOMPARE_LE(std::abs(yawDegrees(backward.result()) - yawDegrees(forward.result())), 1e-12);
        QCOMPARE_LE(test::maxAbsDiff(backward.result().translation, forward.result().translation),
                    1e-15);
    }
}

void TstRootMotionBlend::sameMotionsGiveThatMotion() {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const RootMotionDelta delta{glm::normalize(glm::dquat(random.rotation())),
                                    glm::dvec3(random.vector(-1, 1))};
        RootMotionBlend blend;
        blend.add(delta, 0.3);
        blend.add({-delta.rotation, delta.translation}, 0.7);
        QCOMPARE_LE(1.0 - std::abs(glm::dot(blend.result().rotation, delta.rotation)), 1e-14);
        QCOMPARE_LE(test::maxAbsDiff(blend.result().translation, delta.translation), 1e-15);
    }
}

QTEST_GUILESS_MAIN(TstRootMotionBlend)
#include "tst_root_motion_blend.moc"
