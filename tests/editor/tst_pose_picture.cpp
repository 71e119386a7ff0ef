// SPDX-License-Identifier: Apache-2.0
// A pose as lines: where its joints are, in a picture of the rest pose's scale.
#include "character.h"
#include "editor/model/pose_picture.h"

#include <glm/gtc/quaternion.hpp>

#include <cmath>
#include <limits>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

std::vector<math::Transform> restOf(const assets::Skeleton& skeleton) {
    std::vector<math::Transform> pose;
    for (const assets::Joint& joint : skeleton.joints()) {
        pose.push_back(joint.parentFromJointRest);
    }
    return pose;
}

double gap(const QPointF& a, const QPointF& b) {
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

/// Of a picture: far below a pixel.
constexpr double kSame = 1e-6;

} // namespace

class TstPosePicture : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRestPoseFillsThePicture() {
        const PosePicture picture(makeSkeleton());
        const auto lines = picture.lines(restOf(*picture.skeleton()));
        // Hip to knee, one up; root to prop, one to the right: body and hip stand at the root.
        QCOMPARE(lines.size(), std::size_t{2});
        const double right = std::cos(0.6);
        const double unit = 1.0 / 1.25; // of the larger extent, which is the height
        QCOMPARE_LE(gap(lines[0].p1(), QPointF(0.5 - right * unit / 2, 0.5 + unit / 2)), kSame);
        QCOMPARE_LE(gap(lines[0].p2(), QPointF(0.5 - right * unit / 2, 0.5 - unit / 2)), kSame);
        QCOMPARE_LE(gap(lines[1].p2(), QPointF(0.5 + right * unit / 2, 0.5 + unit / 2)), kSame);
    }

    void whatMovesIsSeenToMove() {
        const PosePicture picture(makeSkeleton());
        auto pose = restOf(*picture.skeleton());
        const auto rest = picture.lines(pose);
        // The hip by a right angle about x: the knee comes forward, and to the left of the picture.
        pose[kHip.value()].rotation = glm::angleAxis(1.5707964f, glm::vec3(1.0f, 0.0f, 0.0f));
        const auto moved = picture.lines(pose);
        const QPointF knee = rest[0].p1() + QPointF(-std::sin(0.6), 0.0) / 1.25;
        QCOMPARE_LE(gap(moved[0].p2(), knee), kSame);
        QCOMPARE_LE(gap(moved[1].p2(), rest[1].p2()), kSame);
    }

    void aPoseThatIsNotFiniteIsNone() {
        const PosePicture picture(makeSkeleton());
        auto pose = restOf(*picture.skeleton());
        pose[kHip.value()].translation.x = std::numeric_limits<float>::infinity();
        QVERIFY(picture.lines(pose).empty());
    }

    void aSkeletonInOnePlaceHasNoLines() {
        assets::Joint root;
        root.name = "Root";
        const PosePicture picture(require(assets::Skeleton::create({root})));
        QVERIFY(picture.lines(restOf(*picture.skeleton())).empty());
    }
};

QTEST_GUILESS_MAIN(TstPosePicture)
#include "tst_pose_picture.moc"
