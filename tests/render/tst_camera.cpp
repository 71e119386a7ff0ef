// SPDX-License-Identifier: Apache-2.0
// Where points come to lie in the picture, and how the camera moves.
#include <sartor/render/camera.h>

#include <QtTest/qtest.h>

#include <support/compare.h>

#include <cmath>

using namespace sartor;
using render::Bounds;
using render::Camera;

namespace {

constexpr double kPi = 3.14159265358979;
/// Projections of points a few metres away, in floats.
constexpr double kClipTolerance = 2e-5;

/// Normalised device coordinates: x right, y down, z depth.
glm::dvec3 project(const Camera& camera, float aspect, const glm::vec3& world) {
    const glm::dmat4 clipFromView(camera.clipFromView(aspect));
    const glm::dmat4 viewFromWorld(camera.viewFromWorld());
    const glm::dvec4 clip = clipFromView * (viewFromWorld * glm::dvec4(glm::dvec3(world), 1.0));
    return glm::dvec3(clip) / clip.w;
}

Bounds boundsOf(const glm::vec3& minimum, const glm::vec3& maximum) {
    Bounds bounds;
    bounds.add(minimum);
    bounds.add(maximum);
    return bounds;
}

} // namespace

class TstCamera : public QObject {
    Q_OBJECT

private slots:
    void standsWhereItsAnglesSay_data() {
        QTest::addColumn<float>("yaw");
        QTest::addColumn<float>("pitch");
        QTest::addColumn<float>("x");
        QTest::addColumn<float>("y");
        QTest::addColumn<float>("z");
        const auto half = static_cast<float>(kPi / 2);
        const auto sixth = static_cast<float>(kPi / 6);
        QTest::newRow("in front") << 0.0f << 0.0f << 0.0f << 0.0f << 2.0f;
        QTest::newRow("on its left side, +X") << half << 0.0f << 2.0f << 0.0f << 0.0f;
        QTest::newRow("looking down") << 0.0f << sixth << 0.0f << 1.0f << std::sqrt(3.0f);
    }
    void standsWhereItsAnglesSay() {
        QFETCH(const float, yaw);
        QFETCH(const float, pitch);
        QFETCH(const float, x);
        QFETCH(const float, y);
        QFETCH(const float, z);
        const Camera camera{
            .target = glm::vec3(1.0f), .distance = 2.0f, .yaw = yaw, .pitch = pitch};
        QCOMPARE_LE(
            test::maxAbsDiff(camera.positionWorld(), glm::vec3(1.0f + x, 1.0f + y, 1.0f + z)),
            test::kUnitTolerance);
    }

    void projectsKnownPoints_data() {
        QTest::addColumn<float>("right");
        QTest::addColumn<float>("up");
        QTest::addColumn<double>("expectedX");
        QTest::addColumn<double>("expectedY");
        // At the distance of the target half the picture's height is `distance * tan(fov / 2)`.
        QTest::newRow("target") << 0.0f << 0.0f << 0.0 << 0.0;
        QTest::newRow("upper edge") << 0.0f << 1.0f << 0.0 << -1.0;
        QTest::newRow("lower edge") << 0.0f << -1.0f << 0.0 << 1.0;
        QTest::newRow("right edge") << 2.0f << 0.0f << 1.0 << 0.0;
        QTest::newRow("half way to the left") << -1.0f << 0.5f << -0.5 << -0.5;
    }
    void projectsKnownPoints() {
        QFETCH(const float, right);
        QFETCH(const float, up);
        QFETCH(const double, expectedX);
        QFETCH(const double, expectedY);
        const Camera camera{.target = glm::vec3(0.5f, 1.0f, 0.0f), .distance = 4.0f};
        const float half = camera.distance * std::tan(camera.verticalFieldOfView / 2);
        const glm::dvec3 seen =
            project(camera, 2.0f, camera.target + glm::vec3(right * half, up * half, 0.0f));
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec2(seen), glm::dvec2(expectedX, expectedY)),
                    kClipTolerance);
        QCOMPARE_GT(seen.z, 0.0);
        QCOMPARE_LT(seen.z, 1.0);
    }

    void seesNearThingsWithLessDepth() {
        const Camera camera{.distance = 4.0f};
        const double nearer = project(camera, 1.0f, glm::vec3(0.0f, 0.0f, 1.0f)).z;
        const double farther = project(camera, 1.0f, glm::vec3(0.0f, 0.0f, -1.0f)).z;
        QCOMPARE_LT(nearer, farther);
    }

    void framesAllOfTheBox_data() {
        QTest::addColumn<float>("aspect");
        QTest::addColumn<float>("yaw");
        QTest::addColumn<float>("pitch");
        for (const float aspect : {0.4f, 1.0f, 1.7778f, 4.0f}) {
            for (const float yaw : {0.0f, 0.7f, -2.5f}) {
                for (const float pitch : {0.0f, 0.5f, -1.2f}) {
                    QTest::addRow("aspect %g, yaw %g, pitch %g",
                                  static_cast<double>(aspect),
                                  static_cast<double>(yaw),
                                  static_cast<double>(pitch))
                        << aspect << yaw << pitch;
                }
            }
        }
    }
    void framesAllOfTheBox() {
        QFETCH(const float, aspect);
        QFETCH(const float, yaw);
        QFETCH(const float, pitch);
        const Bounds bounds = boundsOf(glm::vec3(-0.8f, 0.0f, -0.2f), glm::vec3(0.8f, 1.75f, 0.3f));
        const Camera camera = render::frameBounds(bounds, aspect, yaw, pitch);
        double largest = 0.0;
        for (unsigned corner = 0; corner < 8; ++corner) {
            const glm::vec3 point((corner & 1u) != 0 ? bounds.maximum.x : bounds.minimum.x,
                                  (corner & 2u) != 0 ? bounds.maximum.y : bounds.minimum.y,
                                  (corner & 4u) != 0 ? bounds.maximum.z : bounds.minimum.z);
            const glm::dvec3 seen = project(camera, aspect, point);
            largest = std::max({largest, std::abs(seen.x), std::abs(seen.y)});
        }
        QCOMPARE_LE(largest, 1.0);
        // Nor is the box lost in the picture.
        QCOMPARE_GE(largest, 0.85);
    }

    void framesNothingAndPointsWithoutHarm() {
        const Camera nothing = render::frameBounds(Bounds{}, 1.0f, 0.3f, 0.2f);
        QCOMPARE_GT(nothing.distance, 0.0f);
        Bounds point;
        point.add(glm::vec3(7.0f));
        const Camera atPoint = render::frameBounds(point, 1.0f, 0.0f, 0.0f);
        QCOMPARE_GT(atPoint.distance, 0.0f);
        QCOMPARE_EQ(test::maxAbsDiff(atPoint.target, glm::vec3(7.0f)), 0.0);
    }

    void orbitsAroundItsTarget() {
        Camera camera{.target = glm::vec3(1.0f, 2.0f, 3.0f), .distance = 5.0f};
        camera.orbit(0.4f, 0.3f);
        camera.orbit(0.6f, -0.1f);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(camera.yaw), 1.0), test::kUnitTolerance);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(camera.pitch), 0.2), test::kUnitTolerance);
        QCOMPARE_LE(
            test::maxAbsDiff(
                static_cast<double>(glm::length(camera.positionWorld() - camera.target)), 5.0),
            1e-5);
        camera.orbit(0.0f, 100.0f);
        QCOMPARE_LE(static_cast<double>(camera.pitch), 89.001 * kPi / 180);
        camera.orbit(0.0f, -100.0f);
        QCOMPARE_GE(static_cast<double>(camera.pitch), -89.001 * kPi / 180);
    }

    void pansByFractionsOfThePicture() {
        Camera camera{
            .target = glm::vec3(1.0f, 2.0f, 3.0f), .distance = 5.0f, .yaw = 0.7f, .pitch = 0.4f};
        const glm::vec3 before = camera.target;
        camera.pan(0.25f, -0.125f);
        // The picture is two units high in these coordinates: what was in the middle has gone half
        // a unit to the left (at aspect 1) and a quarter up.
        const glm::dvec3 seen = project(camera, 1.0f, before);
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec2(seen), glm::dvec2(-0.5, -0.25)), kClipTolerance);
    }

    void movesPointsParallelToThePicture() {
        const Camera camera{
            .target = glm::vec3(1.0f, 2.0f, 3.0f), .distance = 5.0f, .yaw = 0.7f, .pitch = 0.4f};
        for (const glm::vec3& point :
             {camera.target, glm::vec3(0.0f, 1.0f, 2.0f), glm::vec3(2.0f)}) {
            const glm::dvec3 before = project(camera, 1.0f, point);
            const glm::dvec3 after = project(camera, 1.0f, camera.moveInView(point, 0.25f, 0.125f));
            // A quarter of the height to the right, an eighth up, at the same depth.
            QCOMPARE_LE(test::maxAbsDiff(after, before + glm::dvec3(0.5, -0.25, 0.0)),
                        kClipTolerance);
        }
        const glm::vec3 behind = camera.positionWorld() * 2.0f - camera.target;
        QVERIFY(camera.moveInView(behind, 0.25f, 0.125f) == behind);
    }

    void zoomsWithinBounds() {
        Camera camera{.distance = 2.0f};
        camera.zoom(0.5f);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(camera.distance), 1.0), 0.0);
        camera.zoom(1e9f);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(camera.distance), 10.0), 0.0);
        for (int i = 0; i < 100; ++i) {
            camera.zoom(0.0f);
        }
        QCOMPARE_GT(camera.distance, 0.0f);
    }
};

QTEST_GUILESS_MAIN(TstCamera)
#include "tst_camera.moc"
