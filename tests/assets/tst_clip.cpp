// SPDX-License-Identifier: Apache-2.0
// Clip invariants.
#include <sartor/assets/clip.h>

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::assets;

namespace {

ClipData validClip() {
    ClipData data;
    data.name = "walk";
    JointTracks tracks;
    tracks.joint = JointIndex(1);
    tracks.translation = {Interpolation::Linear, {0.5f, 1.0f}, {glm::vec3(0.0f), glm::vec3(1.0f)}};
    tracks.rotation = {Interpolation::CubicSpline,
                       {0.0f},
                       {glm::quat(0, 0, 0, 0), glm::quat(2, 0, 0, 0), glm::quat(0, 0, 0, 0)}};
    data.jointTracks = {tracks};
    data.morphWeightTracks = {
        {JointIndex(0), 2, {Interpolation::Step, {0.0f, 1.5f}, {0, 1, 2, 3}}}};
    return data;
}

} // namespace

class TstClip : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void durationIsTheLastKeyOfAllChannels();
    void keepsRotationsAsTheyAre();
};

void TstClip::rejectsInvalidInput_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const QString where = "clip 'walk', joint 1";
    QTest::newRow("unsorted")
        << 0 << "anim.times_unsorted"
        << where + ", translation: key time 1 (0.250000 s) is before the key before it";
    QTest::newRow("NaN time") << 1 << "anim.times_nonfinite"
                              << where + ", translation: key time 1 is not a finite number";
    QTest::newRow("count") << 2 << "anim.output_count_mismatch"
                           << where + ", translation: 1 values, expected 2 for 2 keys";
    QTest::newRow("NaN value") << 3 << "anim.output_nonfinite"
                               << where + ", translation: value 0 is not finite";
    QTest::newRow("zero rotation")
        << 4 << "anim.quat_zero"
        << where + ", rotation: key 0 has no length, expected a unit quaternion";
    QTest::newRow("joint") << 5 << "anim.joint_out_of_range"
                           << "clip 'walk', joint 9: the skeleton has 2 joints";
    QTest::newRow("twice") << 6 << "anim.duplicate_target" << where + ": animated twice";
    QTest::newRow("weights count")
        << 7 << "anim.output_count_mismatch"
        << "clip 'walk', morph weights of node 0: 3 values, expected 4 for 2 keys";
    QTest::newRow("weights node")
        << 8 << "anim.joint_out_of_range"
        << "clip 'walk', morph weights of node 5: the skeleton has 2 joints";
    QTest::newRow("weights twice") << 9 << "anim.duplicate_target"
                                   << "clip 'walk', morph weights of node 0: animated twice";
}

void TstClip::rejectsInvalidInput() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    QFETCH(QString, message);
    ClipData data = validClip();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    JointTracks& tracks = data.jointTracks[0];
    switch (fault) {
    case 0:
        tracks.translation.times[1] = 0.25f;
        break;
    case 1:
        tracks.translation.times[1] = nan;
        break;
    case 2:
        tracks.translation.values.pop_back();
        break;
    case 3:
        tracks.translation.values[0].z = nan;
        break;
    case 4:
        tracks.rotation.values[1] = glm::quat(0, 0, 0, 0);
        break;
    case 5:
        tracks.joint = JointIndex(9);
        break;
    case 6:
        data.jointTracks.push_back(tracks);
        break;
    case 7:
        data.morphWeightTracks[0].weights.values.pop_back();
        break;
    case 8:
        data.morphWeightTracks[0].node = JointIndex(5);
        break;
    default:
        data.morphWeightTracks.push_back(data.morphWeightTracks[0]);
    }
    const auto clip = Clip::create(data, 2);
    QVERIFY(!clip.hasValue());
    QCOMPARE(QString::fromStdString(clip.error().code), code);
    QCOMPARE(QString::fromStdString(clip.error().message), message);
}

void TstClip::durationIsTheLastKeyOfAllChannels() {
    const auto clip = *Clip::create(validClip(), 2);
    QCOMPARE(clip->duration(), 1.5f);
    QCOMPARE(clip->channelCount(), std::size_t{3});
    QCOMPARE((*Clip::create({"empty", {}, {}}, 0))->duration(), 0.0f);
}

void TstClip::keepsRotationsAsTheyAre() {
    ClipData data = validClip();
    data.jointTracks[0].rotation.values[0] = glm::quat(5, 0, 0, 0);
    data.jointTracks[0].rotation.values[1] = glm::quat(0.9f, 0, 0, 0);
    const auto clip = *Clip::create(data, 2);
    const auto& values = clip->jointTracks()[0].rotation.values;
    QCOMPARE(values[0].w, 5.0f);
    QCOMPARE(values[1].w, 0.9f);
}

QTEST_GUILESS_MAIN(TstClip)
#include "tst_clip.moc"
