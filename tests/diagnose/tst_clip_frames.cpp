// SPDX-License-Identifier: Apache-2.0
// Which frames a clip is measured in.
#include <sartor/diagnose/clip_frames.h>

#include <QTest>

#include <support/compare.h>
#include <support/require.h>

#include <limits>
#include <memory>

using namespace sartor;
using diagnose::ClipFrames;

namespace {

std::shared_ptr<const assets::Clip> clipOf(const std::vector<float>& times) {
    assets::ClipData data;
    data.name = "clip";
    assets::JointTracks& tracks = data.jointTracks.emplace_back();
    tracks.joint = JointIndex(0);
    tracks.rotation = {
        assets::Interpolation::Linear, times, std::vector(times.size(), math::identityQuat())};
    return test::require(assets::Clip::create(data, 1));
}

std::vector<float> evenTimes(std::size_t count, double rate, double start = 0.0) {
    std::vector<float> times;
    for (std::size_t i = 0; i < count; ++i) {
        times.push_back(static_cast<float>(start + static_cast<double>(i) / rate));
    }
    return times;
}

} // namespace

class TstClipFrames : public QObject {
    Q_OBJECT

private slots:
    void aClipWithoutKeysHasNoFrames() {
        QCOMPARE(diagnose::chooseFrames(*clipOf({})).count, std::size_t(0));
        QCOMPARE(diagnose::chooseFrames(*clipOf({}), 60.0).count, std::size_t(0));
    }

    void evenKeysAreTheFrames_data() {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("start");
        QTest::newRow("24") << 24.0 << 0.0;
        QTest::newRow("29.97") << 29.97 << 0.0;
        QTest::newRow("60, late") << 60.0 << 300.0;
        QTest::newRow("12") << 12.0 << 1.5;
    }
    void evenKeysAreTheFrames() {
        QFETCH(const double, rate);
        QFETCH(const double, start);
        const std::vector<float> times = evenTimes(1000, rate, start);
        const ClipFrames frames = diagnose::chooseFrames(*clipOf(times));
        QCOMPARE(frames.count, times.size());
        for (std::size_t i = 0; i < times.size(); ++i) {
            // A thousandth of a frame: what floats say of times.
            QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(frames.time(i)),
                                         static_cast<double>(times[i])),
                        1e-3 / rate + 3e-5);
        }
    }

    void timesInMillisecondsAreEven() {
        std::vector<float> times;
        for (int i = 0; i < 200; ++i) {
            times.push_back(static_cast<float>(std::round(1000.0 * i / 60.0) / 1000.0));
        }
        const ClipFrames frames = diagnose::chooseFrames(*clipOf(times));
        QCOMPARE_LE(test::maxAbsDiff(frames.period, 1.0 / 60.0), 1e-5);
        QCOMPARE(frames.count, std::size_t(200));
    }

    void otherKeysAreMeasuredAtThirty_data() {
        QTest::addColumn<std::vector<float>>("times");
        QTest::addColumn<int>("count");
        QTest::newRow("one") << std::vector{2.0f} << 61;
        QTest::newRow("two") << std::vector{0.0f, 1.0f} << 31;
        QTest::newRow("sparse") << evenTimes(5, 2.0) << 61;
        QTest::newRow("uneven") << std::vector{0.0f, 0.02f, 0.5f, 0.52f, 1.0f} << 31;
        QTest::newRow("all at once") << std::vector{1.0f, 1.0f, 1.0f} << 31;
        QTest::newRow("endless") << std::vector{0.0f, 1e30f}
                                 << static_cast<int>(diagnose::kMostFrames);
    }
    void otherKeysAreMeasuredAtThirty() {
        QFETCH(const std::vector<float>, times);
        QFETCH(const int, count);
        const ClipFrames frames = diagnose::chooseFrames(*clipOf(times));
        QCOMPARE(frames.start, 0.0);
        QCOMPARE(frames.period, 1.0 / 30.0);
        QCOMPARE(frames.count, static_cast<std::size_t>(count));
    }

    void aRateIsKept() {
        const ClipFrames frames = diagnose::chooseFrames(*clipOf(evenTimes(25, 24.0)), 100.0);
        QCOMPARE(frames.period, 0.01);
        QCOMPARE(frames.count, std::size_t(101));
    }

    void theTrackWithMostKeysDecides() {
        assets::ClipData data;
        assets::JointTracks& tracks = data.jointTracks.emplace_back();
        tracks.joint = JointIndex(0);
        tracks.rotation = {assets::Interpolation::Linear,
                           {0.0f, 0.04f, 0.08f},
                           std::vector(3, math::identityQuat())};
        const std::vector<float> times = evenTimes(100, 50.0);
        tracks.scale = {assets::Interpolation::Linear, times, std::vector(100, glm::vec3(1.0f))};
        const auto clip = test::require(assets::Clip::create(data, 1));
        QCOMPARE_LE(test::maxAbsDiff(diagnose::chooseFrames(*clip).period, 0.02), 1e-8);
    }
};

QTEST_GUILESS_MAIN(TstClipFrames)
#include "tst_clip_frames.moc"
