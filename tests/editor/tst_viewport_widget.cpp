// SPDX-License-Identifier: Apache-2.0
// The viewport with a device: pictures, orbit, clicks on vertices and joints.
#include "character.h"
#include "editor/view/viewport_widget.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QWheelEvent>

#include <glm/geometric.hpp>

#include <support/gpu_main.h>
#include <support/picture_difference.h>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

/// A viewport of its own on the test's device, which validates.
struct Scene {
    Scene() {
        viewport.resize(400, 300);
        viewport.show();
        document.open(session);
        if (!QTest::qWaitForWindowExposed(&viewport)) {
            qFatal("the viewport is not shown");
        }
        viewport.grab();
    }

    QPoint placeOf(std::size_t instance, std::size_t vertex) {
        const glm::vec3 position = document.evaluated()->frame(instance).positions[vertex];
        return viewport.project(position).value().toPoint();
    }

    std::shared_ptr<session::Session> session = makeSession();
    Document document;
    Selection selection{document};
    ViewSettings view{selection};
    ViewportWidget viewport{document, selection, view, [] { return createTestDevice(); }};
};

} // namespace

class TstViewportWidget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void targetsOfTheGraphAreDragged() {
        Scene scene;
        const QImage without = scene.viewport.grab().toImage();
        graph::GraphDefinition definition;
        definition.nodes = {
            {.id = "rest", .type = "rest_pose"},
            {.id = "look",
             .type = "aim_ik",
             .params = {{"joints", graph::List{graph::Record{{"joint", "Knee"}}}}},
             .inputs = {{"pose", {graph::nodeInput("rest")}},
                        {"target", {graph::constantInput(graph::List{0.5, 1.5, 0.0})}}}}};
        definition.output = graph::nodeInput("look");
        const auto compiled = graph::compile(definition, scene.session->graphRig());
        QVERIFY(compiled.graph != nullptr);
        QVERIFY(scene.session->setGraph(compiled.graph).isOk());
        QVERIFY(scene.session->advance(0.0));
        QVERIFY(scene.viewport.drawNow());
        QCOMPARE_GT(differenceOf(without, scene.viewport.grab().toImage()), 20);

        std::vector<glm::vec3> places;
        std::vector<int> drags;
        connect(&scene.viewport,
                &ViewportWidget::ikHandleMoved,
                &scene.viewport,
                [&](const session::IkHandle& handle, const glm::vec3& place, int drag) {
                    QCOMPARE(handle.node.c_str(), "look");
                    places.push_back(place);
                    drags.push_back(drag);
                });
        const float yaw = scene.viewport.camera().yaw;
        const QPoint from = scene.viewport.project(glm::vec3(0.5f, 1.5f, 0.0f)).value().toPoint();
        for (int round = 0; round < 2; ++round) {
            QTest::mousePress(&scene.viewport, Qt::LeftButton, {}, from);
            for (const QPoint& step : {QPoint(20, 0), QPoint(40, -30)}) {
                QMouseEvent move(QEvent::MouseMove,
                                 QPointF(from + step),
                                 scene.viewport.mapToGlobal(QPointF(from + step)),
                                 Qt::NoButton,
                                 Qt::LeftButton,
                                 {});
                QApplication::sendEvent(&scene.viewport, &move);
            }
            QTest::mouseRelease(&scene.viewport, Qt::LeftButton, {}, from + QPoint(40, -30));
        }
        // The camera stays; the handle follows the mouse; each drag has a number.
        QCOMPARE(scene.viewport.camera().yaw, yaw);
        QCOMPARE(places.size(), std::size_t{4});
        const QPointF seen = scene.viewport.project(places[1]).value();
        QCOMPARE_LE((seen - QPointF(from + QPoint(40, -30))).manhattanLength(), 2.0);
        QVERIFY(drags[0] == drags[1] && drags[2] == drags[3] && drags[0] != drags[2]);
    }

    void drawsTheCharacter() {
        Scene scene;
        QVERIFY2(scene.viewport.problem().isEmpty(), qPrintable(scene.viewport.problem()));
        QVERIFY(!scene.viewport.deviceName().isEmpty());
        const QImage shaded = scene.viewport.grab().toImage();
        scene.view.setMode(session::ViewMode::Dominant);
        const QImage dominant = scene.viewport.grab().toImage();
        // The bar and the triangle fill a good part of a framed view.
        QCOMPARE_GT(differenceOf(shaded, dominant), 2000);
    }

    void picturesFollowTheTime() {
        Scene scene;
        const QImage straight = scene.viewport.grab().toImage();
        scene.document.setTime(2.0);
        QCOMPARE_GT(differenceOf(straight, scene.viewport.grab().toImage()), 500);
    }

    void clickingAVertexSelectsIt() {
        Scene scene;
        // The middle row's right corner, from a little inside of the bar.
        const QPoint corner = scene.placeOf(0, 3);
        const QPoint middle = scene.placeOf(0, 2);
        QTest::mouseClick(
            &scene.viewport, Qt::LeftButton, Qt::NoModifier, corner + (middle - corner) / 5);
        QVERIFY(scene.selection.vertex() == std::optional(VertexId{0, 3}));
        QTest::mouseClick(&scene.viewport, Qt::LeftButton, Qt::NoModifier, QPoint(3, 3));
        QVERIFY(!scene.selection.vertex());
    }

    void clickingAJointSelectsItWhereJointsAreShown() {
        Scene scene;
        const auto knee = scene.viewport.project(glm::vec3(0.0f, 1.0f, 0.0f)).value().toPoint();
        QTest::mouseClick(&scene.viewport, Qt::LeftButton, Qt::NoModifier, knee);
        QVERIFY(!scene.selection.joint());
        scene.view.setShown(ViewSettings::Overlay::Skeleton, true);
        QTest::mouseClick(&scene.viewport, Qt::LeftButton, Qt::NoModifier, knee);
        QCOMPARE(scene.selection.joint(), std::optional(kKnee));
    }

    void draggingOrbitsAndSelectsNothing() {
        Scene scene;
        const render::Camera before = scene.viewport.camera();
        drag(scene.viewport, Qt::LeftButton, QPoint(60, 0));
        QVERIFY(scene.viewport.camera().yaw != before.yaw);
        QVERIFY(scene.viewport.camera().target == before.target);
        QVERIFY(!scene.selection.vertex());
        drag(scene.viewport, Qt::MiddleButton, QPoint(40, 20));
        QVERIFY(scene.viewport.camera().target != before.target);
        const float distance = scene.viewport.camera().distance;
        drag(scene.viewport, Qt::RightButton, QPoint(0, 50));
        QVERIFY(scene.viewport.camera().distance > distance);
        scene.viewport.frameAll();
        QCOMPARE_LE(std::abs(scene.viewport.camera().distance - before.distance),
                    before.distance * 0.25f);
    }

    void theWheelZooms() {
        Scene scene;
        const float distance = scene.viewport.camera().distance;
        QWheelEvent wheel(QPointF(200, 150),
                          QPointF(200, 150),
                          QPoint(),
                          QPoint(0, 120),
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&scene.viewport, &wheel);
        QVERIFY(scene.viewport.camera().distance < distance);
    }

    void framesTheSelectedJointFromNearby() {
        Scene scene;
        const float distance = scene.viewport.camera().distance;
        scene.selection.setJoint(kKnee);
        scene.viewport.frameSelection();
        QVERIFY(scene.viewport.camera().distance < distance);
        QCOMPARE_LE(glm::distance(scene.viewport.camera().target, glm::vec3(0.0f, 1.0f, 0.0f)),
                    1e-4f);
    }

    void theBackendIsSwitchedBelowAPicture() {
        Scene scene;
        const QImage before = scene.viewport.grab().toImage();
        const Status status = scene.document.setBackend(session::Backend::Vulkan);
        QVERIFY2(status.isOk(), status ? "" : status.error().message.c_str());
        QCOMPARE(differenceOf(before, scene.viewport.grab().toImage()), 0);
        QVERIFY(scene.document.setChain("lbs").isOk());
        scene.viewport.grab();
        QVERIFY(scene.document.setBackend(session::Backend::Cpu).isOk());
        scene.viewport.grab();
        QVERIFY2(scene.viewport.problem().isEmpty(), qPrintable(scene.viewport.problem()));
    }

    void anotherFileReplacesThePicture() {
        Scene scene;
        scene.selection.setVertex(VertexId{0, 5});
        scene.document.open(makeSession());
        scene.viewport.grab();
        QVERIFY2(scene.viewport.problem().isEmpty(), qPrintable(scene.viewport.problem()));
        scene.document.open(nullptr);
        scene.viewport.grab();
    }

private:
    static void drag(QWidget& widget, Qt::MouseButton button, QPoint by) {
        const QPoint start(200, 150);
        QTest::mousePress(&widget, button, Qt::NoModifier, start);
        for (int step = 1; step <= 2; ++step) {
            const QPoint position = start + by * step / 2;
            QMouseEvent move(QEvent::MouseMove,
                             QPointF(position),
                             QPointF(widget.mapToGlobal(position)),
                             Qt::NoButton,
                             button,
                             Qt::NoModifier);
            QCoreApplication::sendEvent(&widget, &move);
        }
        QTest::mouseRelease(&widget, button, Qt::NoModifier, start + by);
    }
};

int main(int argumentCount, char** arguments) {
    return runGpuTest<TstViewportWidget, QApplication>(argumentCount, arguments);
}
#include "tst_viewport_widget.moc"
