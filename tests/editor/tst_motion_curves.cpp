// SPDX-License-Identifier: Apache-2.0
// Curves of the selected joint: closed forms of a knee that bends, and when there are none.
#include "character.h"
#include "editor/model/motion_curves.h"

#include <support/compare.h>

#include <cmath>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

const MotionStrip* stripOf(const MotionCurves& curves, const QString& title) {
    for (const MotionStrip& strip : curves.strips) {
        if (strip.title.startsWith(title)) {
            return &strip;
        }
    }
    return nullptr;
}

struct Desk {
    Document document;
    Selection selection{document};
    MotionCurvesModel model{document, selection};

    Desk() { document.open(makeSession()); }
};

} // namespace

class TstMotionCurves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBendHasTheCurvesOfItsAngle() {
        const import::ImportedScene scene = makeScene();
        const MotionCurves curves =
            measureCurves(scene, *scene.clips[0], kKnee, math::EulerOrder::Xyz);
        // Two keys two seconds apart are measured 30 times a second.
        QCOMPARE(curves.frames.count, std::size_t{61});
        const MotionStrip* angles = stripOf(curves, "Euler angles");
        QVERIFY(angles != nullptr);
        QCOMPARE(angles->curves.size(), std::size_t{3});
        QCOMPARE(angles->curves[0].name, QString("X"));
        QCOMPARE(angles->curves[2].name, QString("Z"));
        const MotionStrip* gimbal = stripOf(curves, "Gimbal");
        QVERIFY(gimbal != nullptr && gimbal->isLogarithmic && gimbal->limit == 10.0);
        const MotionStrip* bone = stripOf(curves, "Length");
        QVERIFY(bone != nullptr);
        const MotionStrip* turn = stripOf(curves, "Turn");
        QVERIFY(turn != nullptr);
        for (std::size_t frame = 0; frame < 61; ++frame) {
            // Keys are floats: a ten-thousandth of a degree.
            QCOMPARE_LE(
                std::abs(angles->curves[2].values[frame] - 1.5 * static_cast<double>(frame)), 1e-3);
            QCOMPARE_LE(std::abs(angles->curves[0].values[frame]), 1e-3);
            QCOMPARE_LE(std::abs(gimbal->curves[0].values[frame] - 1.0), 1e-4);
            QCOMPARE_LE(std::abs(bone->curves[0].values[frame] - 100.0), 1e-3);
            QCOMPARE_LE(turn->curves[0].values[frame], 1e-3);
        }
    }

    void theOrderSaysWhichAngleLocks() {
        // With z in the middle a bend by a right angle ends in gimbal lock.
        const import::ImportedScene scene = makeScene();
        const MotionCurves curves =
            measureCurves(scene, *scene.clips[0], kKnee, math::EulerOrder::Xzy);
        const MotionStrip* angles = stripOf(curves, "Euler angles");
        QCOMPARE(angles->curves[1].name, QString("Z"));
        const std::vector<double>& growth = stripOf(curves, "Gimbal")->curves[0].values;
        // (1 + sin p) / cos p at 45 degrees.
        QCOMPARE_LE(std::abs(growth[30] - (1.0 + std::sqrt(2.0))), 1e-4);
        QVERIFY(growth.back() > 1000.0);
    }

    void aJointWithoutKeysHasNoAngles() {
        const import::ImportedScene scene = makeScene();
        const MotionCurves curves =
            measureCurves(scene, *scene.clips[0], kHip, math::EulerOrder::Xyz);
        QVERIFY(stripOf(curves, "Euler angles") == nullptr);
        QVERIFY(stripOf(curves, "Gimbal") == nullptr);
        // It stands at the place of its parent.
        QVERIFY(stripOf(curves, "Length") == nullptr);
        QVERIFY(stripOf(curves, "Move") != nullptr);
    }

    void nothingIsMeasuredWhileNobodyLooks() {
        Desk desk;
        desk.selection.setJoint(kKnee);
        QVERIFY(desk.model.curves() == nullptr);
        desk.model.setWatched(true);
        QTRY_VERIFY(desk.model.curves() != nullptr);
        QVERIFY(desk.model.message().isEmpty());
        desk.model.setWatched(false);
        QVERIFY(desk.model.curves() == nullptr);
    }

    void followsSelectionClipAndOrder() {
        Desk desk;
        desk.model.setWatched(true);
        QVERIFY2(desk.model.message().contains("Select a joint"), qPrintable(desk.model.message()));
        desk.selection.setJoint(kKnee);
        QTRY_VERIFY(desk.model.curves() != nullptr);
        QCOMPARE(desk.model.curves()->frames.count, std::size_t{61});
        QVERIFY(desk.document.setClip(1u).isOk());
        QTRY_VERIFY(desk.model.curves() != nullptr);
        QCOMPARE(desk.model.curves()->frames.count, std::size_t{31});
        desk.model.setOrder(math::EulerOrder::Zyx);
        QTRY_VERIFY(desk.model.curves() != nullptr);
        QCOMPARE(desk.model.curves()->strips[0].curves[0].name, QString("Z"));
        QVERIFY(desk.document.setClip(std::nullopt).isOk());
        QVERIFY(desk.model.curves() == nullptr);
        QVERIFY2(desk.model.message().contains("No clip"), qPrintable(desk.model.message()));
        desk.document.open(nullptr);
        QVERIFY2(desk.model.message().contains("Nothing is open"),
                 qPrintable(desk.model.message()));
    }
};

QTEST_GUILESS_MAIN(TstMotionCurves)
#include "tst_motion_curves.moc"
