// SPDX-License-Identifier: Apache-2.0
// Handles under the mouse, without a picture.
#include "editor/view/ik_handle_drag.h"

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::editor;

namespace {

constexpr int kWidth = 400;
constexpr int kHeight = 300;

render::Camera makeCamera() {
    return {.target = glm::vec3(0, 1, 0), .distance = 4.0f, .yaw = 0.5f, .pitch = 0.3f};
}

std::optional<QPointF> project(const glm::vec3& point) {
    const render::Camera camera = makeCamera();
    const glm::vec4 clip = camera.clipFromView(static_cast<float>(kWidth) / kHeight) *
                           camera.viewFromWorld() * glm::vec4(point, 1.0f);
    if (clip.w <= 0.0f) {
        return std::nullopt;
    }
    return QPointF((clip.x / clip.w * 0.5f + 0.5f) * kWidth,
                   (clip.y / clip.w * 0.5f + 0.5f) * kHeight);
}

session::IkHandle handleAt(const char* node, const char* pin, const glm::vec3& position) {
    return {
        .node = node, .pin = pin, .parameter = {}, .positionModel = position, .modelFromValue = {}};
}

IkHandleDrag makeDrag() {
    session::GraphIk leg{.node = "leg", .drawing = {}, .handles = {}};
    leg.handles = {handleAt("leg", "target", glm::vec3(0.5f, 0.2f, 0.3f)),
                   handleAt("leg", "pole", glm::vec3(0, 1, 1))};
    session::GraphIk arm{.node = "arm", .drawing = {}, .handles = {}};
    arm.handles = {handleAt("arm", "target", makeCamera().positionWorld() * 2.0f)};
    IkHandleDrag drag;
    drag.setChains({leg, arm});
    return drag;
}

} // namespace

class TstIkHandleDrag : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheNearestWithinReach() {
        const IkHandleDrag drag = makeDrag();
        const QPointF target = *project(glm::vec3(0.5f, 0.2f, 0.3f));
        const QPointF pole = *project(glm::vec3(0, 1, 1));
        QCOMPARE(drag.at(target + QPointF(3, -4), project)->pin.c_str(), "target");
        QCOMPARE(drag.at(pole, project)->pin.c_str(), "pole");
        QVERIFY(drag.at(target + QPointF(30, 0), project) == nullptr);
        QVERIFY(IkHandleDrag().at(target, project) == nullptr);
    }

    void staysUnderTheMouse() {
        IkHandleDrag drag = makeDrag();
        const QPointF pole = *project(glm::vec3(0, 1, 1));
        QVERIFY(drag.press(pole + QPointF(2, 1), project));
        QVERIFY(drag.isHeld());
        const QPoint moved(60, -35);
        const glm::vec3 place = drag.positionAfter(moved, makeCamera(), kHeight);
        const QPointF seen = *project(place);
        QCOMPARE_LE(std::hypot(seen.x() - pole.x() - 60, seen.y() - pole.y() + 35), 0.01);
        // Parallel to the picture: as far from the camera's plane as before.
        const glm::vec3 forward =
            glm::normalize(makeCamera().target - makeCamera().positionWorld());
        QCOMPARE_LE(std::abs(glm::dot(place - glm::vec3(0, 1, 1), forward)), 1e-5f);
        QVERIFY(drag.positionAfter(QPoint(0, 0), makeCamera(), kHeight) == glm::vec3(0, 1, 1));
    }

    void keepsWhatItHoldsWhileTheChainsChange() {
        IkHandleDrag drag = makeDrag();
        QVERIFY(drag.press(*project(glm::vec3(0, 1, 1)), project));
        drag.setChains({});
        QVERIFY(drag.isHeld());
        QCOMPARE(drag.held().pin.c_str(), "pole");
        drag.release();
        QVERIFY(!drag.isHeld());
        QVERIFY(!drag.press(*project(glm::vec3(0, 1, 1)), project));
    }
};

QTEST_GUILESS_MAIN(TstIkHandleDrag)
#include "tst_ik_handle_drag.moc"
