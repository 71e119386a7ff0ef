// SPDX-License-Identifier: Apache-2.0
// Lines, bones, dots and the grid where they belong, told from single pixels.
#include <sartor/render/renderer.h>

#include <support/render_fixture.h>

#include <array>
#include <cmath>
#include <vector>

using namespace sartor;
using render::FrameDescription;
using render::SurfaceDraw;
using test::channels;
using test::colourAt;
using test::kBlue;
using test::kGreen;
using test::kRed;
using test::kSize;

class TstOverlayPass : public QObject, protected test::RenderFixture {
    Q_OBJECT

private slots:
    void init() { startDrawing(); }
    void cleanup() { endDrawing(); }

    void drawsAxesOverSurfacesInTheirColours_data() {
        QTest::addColumn<float>("yaw");
        QTest::addColumn<float>("pitch");
        QTest::newRow("from the front") << 0.5f << 0.4f;
        QTest::newRow("from the left") << 1.2f << 0.2f;
        QTest::newRow("from below") << -0.6f << -0.5f;
    }
    void drawsAxesOverSurfacesInTheirColours() {
        QFETCH(const float, yaw);
        QFETCH(const float, pitch);
        const SurfaceDraw each = draw();
        // Behind the surface: still seen.
        const glm::vec3 origin(0.0f, 0.0f, -0.2f);
        const std::array<glm::vec3, 3> tips = {origin + glm::vec3(0.5f, 0.0f, 0.0f),
                                               origin + glm::vec3(0.0f, 0.5f, 0.0f),
                                               origin + glm::vec3(0.0f, 0.0f, 0.5f)};
        constexpr std::array kColours = {kRed, kGreen, kBlue};
        std::vector<render::Line> lines;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lines.push_back({origin, 4.0f, tips[axis], kColours[axis]});
        }
        FrameDescription frame = frameOf({&each, 1});
        frame.lines = lines;
        frame.camera.yaw = yaw;
        frame.camera.pitch = pitch;
        renderFrame(frame);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            QCOMPARE(at(frame, origin + (tips[axis] - origin) * 0.6f), kColours[axis]);
        }
        const std::uint32_t elsewhere = colourAt(frame, bgra_, {3, 3});
        for (const std::uint32_t colour : kColours) {
            QVERIFY(elsewhere != colour);
        }
    }

    void drawsTheNearerOfTwoLines() {
        const std::vector<render::Line> lines = {
            {{-0.5f, 0.0f, 0.3f}, 5.0f, {0.5f, 0.0f, 0.3f}, kRed},
            {{0.0f, -0.5f, -0.3f}, 5.0f, {0.0f, 0.5f, -0.3f}, kGreen}};
        FrameDescription frame = frameOf({});
        frame.lines = lines;
        renderFrame(frame);
        QCOMPARE(at(frame, glm::vec3(0.0f)), kRed);
    }

    void cutsLinesThatPassTheCamera() {
        // From far behind the camera to a point in front of it, a little to the right.
        const std::vector<render::Line> lines = {
            {{0.4f, 0.0f, 50.0f}, 5.0f, {0.4f, 0.0f, 0.0f}, kGreen},
            {{0.0f, 0.5f, 40.0f}, 5.0f, {0.0f, 0.5f, 50.0f}, kRed}};
        FrameDescription frame = frameOf({});
        frame.lines = lines;
        renderFrame(frame);
        QCOMPARE(at(frame, glm::vec3(0.4f, 0.0f, 0.1f)), kGreen);
        // Not on the other side, and the line that is all behind the camera nowhere.
        QVERIFY(at(frame, glm::vec3(-0.4f, 0.0f, 0.1f)) != kGreen);
        for (std::uint32_t y = 0; y < kSize; ++y) {
            for (std::uint32_t x = 0; x < kSize; ++x) {
                QVERIFY(colourAt(frame, bgra_, {x, y}) != kRed);
            }
        }
    }

    void drawsBonesOverSurfacesAndDotsOverBones() {
        const SurfaceDraw each = draw();
        const glm::vec3 head(-0.5f, -0.4f, -0.5f);
        const glm::vec3 tail(-0.5f, 0.4f, -0.5f);
        const std::vector<render::Bone> bones = {{head, 0.1f, tail, kBlue}};
        FrameDescription frame = frameOf({&each, 1});
        frame.bones = bones;
        renderFrame(frame);
        const auto onBone =
            channels(at(frame, head + (tail - head) * 0.3f + glm::vec3(0.02f, 0, 0)));
        QVERIFY(onBone[2] > 2 * onBone[0]);
        const std::vector<render::Dot> dots = {{head, 4.0f, 0.0f, kGreen},
                                               {tail, 40.0f, 0.03f, kRed}};
        frame.jointDots = dots;
        renderFrame(frame);
        QCOMPARE(at(frame, head), kGreen);
        QCOMPARE(at(frame, tail), kRed);
        // The limit in world size makes the second dot smaller than its pixels say.
        QVERIFY(at(frame, tail + glm::vec3(0.2f, 0.0f, 0.0f)) != kRed);
        const std::vector<render::Dot> markers = {{head, 4.0f, 0.0f, kRed}};
        frame.markers = markers;
        renderFrame(frame);
        QCOMPARE(at(frame, head), kRed);
    }

    void drawsTheGridBelowAndBehindSurfaces() {
        FrameDescription frame = frameOf({});
        frame.camera.pitch = 0.5f;
        renderFrame(frame);
        const std::uint32_t bare = at(frame, glm::vec3(0.5f, 0.0f, 0.0f));
        frame.grid = render::Grid{.spacing = 0.25f, .radius = 10.0f};
        renderFrame(frame);
        const auto onX = channels(at(frame, glm::vec3(0.6f, 0.0f, 0.0f)));
        const auto onZ = channels(at(frame, glm::vec3(0.0f, 0.0f, 0.6f)));
        QVERIFY(onX[0] > onX[1] + 40 && onX[0] > onX[2] + 40);
        QVERIFY(onZ[2] > onZ[0] + 40 && onZ[2] > onZ[1] + 20);
        QVERIFY(at(frame, glm::vec3(0.5f, 0.0f, 0.0f)) != bare);
        // The left triangle stands in front of what is left of the axis behind it.
        const SurfaceDraw each = draw();
        frame.surfaces = {&each, 1};
        renderFrame(frame);
        const auto inFront = channels(at(frame, glm::vec3(-0.5f, 0.2f, 0.0f)));
        QCOMPARE_LT(std::abs(inFront[0] - inFront[2]), 30);
    }

    void theGroundMovesAsTheSceneMovesOnIt_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("z");
        QTest::addColumn<double>("heading");
        QTest::newRow("at the origin") << 0.0 << 0.0 << 0.0;
        QTest::newRow("a step aside") << 1.3 << 0.4 << 0.0;
        QTest::newRow("turned") << 0.0 << 0.0 << 0.7;
        QTest::newRow("a step aside and turned") << -0.6 << 0.9 << -2.4;
    }

    void theGroundMovesAsTheSceneMovesOnIt() {
        QFETCH(const double, x);
        QFETCH(const double, z);
        QFETCH(const double, heading);
        // In the world: the camera has gone along with the scene, the grid is what it is. Its
        // radius is so large that it does not fade here.
        const render::Grid still{.spacing = 0.25f, .radius = 100.0f};
        FrameDescription world = frameOf({});
        world.camera.pitch = 0.5f;
        world.camera.yaw = 0.3f + static_cast<float>(heading);
        world.camera.target = glm::vec3(x, 0.0, z);
        world.grid = still;
        renderFrame(world);
        const std::vector<std::uint8_t> expected = bgra_;
        // In the scene: the camera is where it was, and the ground comes the other way.
        FrameDescription scene = frameOf({});
        scene.camera.pitch = 0.5f;
        scene.camera.yaw = 0.3f;
        scene.camera.target = glm::vec3(0.0f);
        scene.grid = still;
        const float cosine = static_cast<float>(std::cos(-heading));
        const float sine = static_cast<float>(std::sin(-heading));
        scene.grid->worldFromGround = glm::mat4(glm::vec4(cosine, 0.0f, -sine, 0.0f),
                                                glm::vec4(0.0f, 1.0f, 0.0f, 0.0f),
                                                glm::vec4(sine, 0.0f, cosine, 0.0f),
                                                glm::vec4(0.0f, 0.0f, 0.0f, 1.0f));
        scene.grid->center = {x, z};
        renderFrame(scene);
        // Rounding moves the soft edge of a line here and there.
        const auto isAlike = [this](const std::vector<std::uint8_t>& other) {
            std::size_t differentCount = 0;
            for (std::size_t i = 0; i < other.size(); ++i) {
                differentCount += std::abs(static_cast<int>(other[i]) - bgra_[i]) > 6 ? 1u : 0u;
            }
            return differentCount <= other.size() / 500;
        };
        QVERIFY(isAlike(expected));
        // A whole number of strong lines makes no difference, however far, but to the axes, which
        // are out of sight there.
        scene.grid->center = {x + 2.5e3, z + 2.5e3};
        renderFrame(scene);
        const std::vector<std::uint8_t> near = bgra_;
        scene.grid->center = {x + 2.5e6, z + 2.5e6};
        renderFrame(scene);
        QVERIFY(isAlike(near));
    }
};

SARTOR_GPU_TEST_MAIN(TstOverlayPass)
#include "tst_overlay_pass.moc"
