// SPDX-License-Identifier: Apache-2.0
// Clips whose Euler angles are known: the meter says what the formula says of them.
#include <sartor/diagnose/gimbal_meter.h>

#include <QTest>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/compare.h>
#include <support/require.h>

#include <cmath>
#include <memory>

using namespace sartor;
using diagnose::GimbalOptions;
using diagnose::JointGimbal;
using math::EulerOrder;

namespace {

using ClipPointer = std::shared_ptr<const assets::Clip>;

// Keys at whole seconds, angles in degrees.
ClipPointer clipOf(EulerOrder order, const std::vector<glm::dvec3>& degrees) {
    assets::ClipData data;
    assets::JointTracks& tracks = data.jointTracks.emplace_back();
    tracks.joint = JointIndex(0);
    for (std::size_t key = 0; key < degrees.size(); ++key) {
        tracks.rotation.times.push_back(static_cast<float>(key));
        tracks.rotation.values.push_back(
            glm::quat(math::quatFromEuler(order, glm::radians(degrees[key]))));
    }
    return test::require(assets::Clip::create(data, 1));
}

JointGimbal gimbalOf(const ClipPointer& clip, const GimbalOptions& options = {}) {
    return diagnose::measureGimbal(*clip, diagnose::chooseFrames(*clip, 10.0), options).at(0);
}

} // namespace

class TstGimbalMeter : public QObject {
    Q_OBJECT

private slots:
    void jointsWithoutRotationsHaveNone() {
        assets::ClipData data;
        assets::JointTracks& tracks = data.jointTracks.emplace_back();
        tracks.joint = JointIndex(0);
        tracks.scale = {assets::Interpolation::Linear, {0.0f}, {glm::vec3(1.0f)}};
        const ClipPointer clip = test::require(assets::Clip::create(data, 1));
        const auto frames = diagnose::chooseFrames(*clip);
        QVERIFY(diagnose::measureGimbal(*clip, frames, {}).empty());
        QVERIFY(diagnose::eulerCurve(*clip, frames, JointIndex(0), EulerOrder::Xyz).empty());
    }

    void theWorstFrameIsFound_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < 12; ++i) {
            QTest::newRow(math::kEulerOrderNames[static_cast<std::size_t>(i)].data()) << i;
        }
    }
    void theWorstFrameIsFound() {
        QFETCH(const int, index);
        const auto order = static_cast<EulerOrder>(index);
        // The middle angle goes from 40 degrees before the singularity to 5 and back.
        const double lock = math::isProperEuler(order) ? 0.0 : -90.0;
        GimbalOptions options;
        options.order = order;
        const JointGimbal joint = gimbalOf(
            clipOf(order,
                   {{20.0, lock + 40.0, 0.0}, {20.0, lock + 5.0, 0.0}, {20.0, lock + 40.0, 0.0}}),
            options);
        QCOMPARE_LE(std::abs(joint.worstTime - 1.0f), 1e-5f);
        // 85 degrees; float keys leave 1e-5 of an angle.
        QCOMPARE_LE(test::maxAbsDiff(joint.worst.condition, 22.9038), 1e-3);
        QCOMPARE(joint.worst.rank, 3);
        QCOMPARE_LE(test::maxAbsDiff(joint.middleAngleDegrees, lock + 5.0), 1e-3);
        // Beyond 10, from 78.58 degrees on: 11.42 from the lock, 3.5 degrees a frame.
        QCOMPARE_LE(test::maxAbsDiff(joint.shareBeyond, 3.0 / 21.0), 1e-12);
        QVERIFY(joint.bestCondition <= joint.worst.condition);
        QVERIFY(!math::isProperEuler(joint.bestOrder));
        options.largestError = 23.0;
        QCOMPARE(
            gimbalOf(clipOf(order, {{20.0, lock + 40.0, 0.0}, {20.0, lock + 5.0, 0.0}}), options)
                .shareBeyond,
            0.0);
    }

    void anotherOrderIsProposed() {
        // 80 degrees about y alone: the middle of xyz, but the first or last of four orders.
        const JointGimbal joint =
            gimbalOf(clipOf(EulerOrder::Xyz, {{0.0, 0.0, 0.0}, {0.0, 80.0, 0.0}}));
        QCOMPARE_LE(test::maxAbsDiff(joint.worst.condition, 11.4301), 1e-3);
        QCOMPARE_LE(test::maxAbsDiff(joint.bestCondition, 1.0), 1e-5);
        QVERIFY(math::axesOf(joint.bestOrder)[1] != 1);
    }

    void oneAxisNeedsNoMoreKeys() {
        const JointGimbal joint =
            gimbalOf(clipOf(EulerOrder::Xyz, {{0.0, 0.0, 0.0}, {120.0, 0.0, 0.0}}));
        QCOMPARE_LE(joint.deviationDegrees, 1e-4);
        QVERIFY(joint.keys.empty());
        QCOMPARE_LE(test::maxAbsDiff(joint.worst.condition, 1.0), 1e-6);
    }

    void keysNearTheLockNeedMore() {
        const ClipPointer clip = clipOf(EulerOrder::Xyz,
                                        {{0.0, 0.0, 0.0},
                                         {0.0, 10.0, 0.0},
                                         {0.0, 80.0, 0.0},
                                         {60.0, 80.0, 60.0},
                                         {-80.0, 80.0, 80.0}});
        const JointGimbal joint = gimbalOf(clip);
        QVERIFY(!joint.keys.empty());
        // The last way, on which both outer angles run over the lock.
        QCOMPARE(joint.keys.back().from, 3.0f);
        QCOMPARE(joint.keys.back().to, 4.0f);
        for (const diagnose::GimbalKeys& keys : joint.keys) {
            QVERIFY(keys.deviationDegrees > 1.0);
            QVERIFY(keys.from >= 2.0f);
            QVERIFY(keys.pieceCount > 1 && keys.pieceCount <= diagnose::kMostGimbalPieces);
        }
        QCOMPARE_LE(joint.keys.back().deviationDegrees, joint.deviationDegrees);
        // Cut as it says, with keys of the clip's own rotations, no key needs any more.
        for (const diagnose::GimbalKeys& keys : joint.keys) {
            assets::ClipData data;
            assets::JointTracks& tracks = data.jointTracks.emplace_back();
            tracks.joint = JointIndex(0);
            const auto& values = clip->jointTracks()[0].rotation.values;
            for (int i = 0; i <= keys.pieceCount; ++i) {
                const float part = static_cast<float>(i) / static_cast<float>(keys.pieceCount);
                tracks.rotation.times.push_back(static_cast<float>(i));
                tracks.rotation.values.push_back(
                    math::slerpShortest(values[static_cast<std::size_t>(keys.from)],
                                        values[static_cast<std::size_t>(keys.to)],
                                        part));
            }
            const JointGimbal cut = gimbalOf(test::require(assets::Clip::create(data, 1)));
            QVERIFY2(cut.deviationDegrees < 1.02,
                     qPrintable(QString::number(cut.deviationDegrees)));
        }
    }

    void theDeviationIsThatBetweenTheTwoWays() {
        // From (0, 60, 0) to (90, 60, 90): the middle of straight curves is (45, 60, 45).
        const ClipPointer clip = clipOf(EulerOrder::Xyz, {{0.0, 60.0, 0.0}, {90.0, 60.0, 90.0}});
        const auto at = [](double part) {
            return math::quatFromEuler(EulerOrder::Xyz,
                                       glm::radians(glm::dvec3(90.0 * part, 60.0, 90.0 * part)));
        };
        double largest = 0.0;
        for (int i = 0; i <= 8; ++i) {
            const glm::dquat own = glm::slerp(at(0.0), at(1.0), i / 8.0);
            const glm::dquat difference = glm::conjugate(own) * at(i / 8.0);
            const double sine = glm::length(glm::dvec3(difference.x, difference.y, difference.z));
            largest =
                std::max(largest, glm::degrees(2.0 * std::atan2(sine, std::abs(difference.w))));
        }
        QVERIFY(largest > 1.0);
        QCOMPARE_LE(test::maxAbsDiff(gimbalOf(clip).deviationDegrees, largest), 1e-3);
    }

    void theCurveHasTheAngles() {
        // Two whole turns about the first axis, in steps a player takes as they are meant.
        std::vector<glm::dvec3> degrees;
        for (int i = 0; i <= 8; ++i) {
            degrees.emplace_back(90.0 * i, 30.0, -20.0);
        }
        const ClipPointer clip = clipOf(EulerOrder::Zxy, degrees);
        const auto frames = diagnose::chooseFrames(*clip, 1.0);
        const auto curve = diagnose::eulerCurve(*clip, frames, JointIndex(0), EulerOrder::Zxy);
        QCOMPARE(curve.size(), degrees.size());
        for (std::size_t i = 0; i < curve.size(); ++i) {
            QCOMPARE_LE(test::maxAbsDiff(glm::degrees(curve[i].angles), degrees[i]), 1e-3);
            QCOMPARE_LE(test::maxAbsDiff(curve[i].state.condition, std::sqrt(3.0)), 1e-4);
        }
    }

    void theWorstJointIsFirst() {
        assets::ClipData data;
        for (std::uint32_t joint = 0; joint < 3; ++joint) {
            assets::JointTracks& tracks = data.jointTracks.emplace_back();
            tracks.joint = JointIndex(joint);
            const double degrees = std::array{10.0, 90.0, 50.0}[joint];
            tracks.rotation = {assets::Interpolation::Step,
                               {0.0f},
                               {glm::quat(math::quatFromEuler(
                                   EulerOrder::Xyz, glm::dvec3(0.0, glm::radians(degrees), 0.0)))}};
        }
        const ClipPointer clip = test::require(assets::Clip::create(data, 3));
        const auto joints = diagnose::measureGimbal(*clip, diagnose::chooseFrames(*clip), {});
        QCOMPARE(joints[0].joint, JointIndex(1));
        QCOMPARE(joints[0].worst.rank, 2);
        QCOMPARE(joints[1].joint, JointIndex(2));
        QCOMPARE(joints[2].joint, JointIndex(0));
    }
};

QTEST_GUILESS_MAIN(TstGimbalMeter)
#include "tst_gimbal_meter.moc"
