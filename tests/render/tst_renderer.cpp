// SPDX-License-Identifier: Apache-2.0
// What is drawn where, told from single pixels whose colour or id is known.
#include <sartor/gpu/commands.h>
#include <sartor/render/colour_ramp.h>
#include <sartor/render/renderer.h>

#include <support/compare.h>
#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <array>
#include <cmath>
#include <vector>

using namespace sartor;
using render::FrameDescription;
using render::SurfaceDraw;

namespace {

constexpr std::uint32_t kSize = 200;
constexpr std::uint32_t kRed = 0xff2010e0;
constexpr std::uint32_t kGreen = 0xff30d020;
constexpr std::uint32_t kBlue = 0xffe04010;

struct Pixel {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
};

Pixel pixelOf(const FrameDescription& frame, const glm::vec3& world) {
    const float aspect = static_cast<float>(frame.width) / static_cast<float>(frame.height);
    const glm::vec4 clip =
        frame.camera.clipFromView(aspect) * (frame.camera.viewFromWorld() * glm::vec4(world, 1.0f));
    const glm::vec2 place =
        (glm::vec2(clip) / clip.w * 0.5f + 0.5f) *
        glm::vec2(static_cast<float>(frame.width), static_cast<float>(frame.height));
    return {static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y)};
}

/// Red in the low byte, as in colour_ramp.h.
std::uint32_t
colourAt(const FrameDescription& frame, const std::vector<std::uint8_t>& bgra, const Pixel& pixel) {
    const std::size_t at = 4 * (std::size_t{pixel.y} * frame.width + pixel.x);
    return static_cast<std::uint32_t>(bgra[at + 2]) |
           static_cast<std::uint32_t>(bgra[at + 1]) << 8 |
           static_cast<std::uint32_t>(bgra[at]) << 16 | 0xff000000u;
}

std::array<int, 3> channels(std::uint32_t colour) {
    return {static_cast<int>(colour & 0xff),
            static_cast<int>((colour >> 8) & 0xff),
            static_cast<int>((colour >> 16) & 0xff)};
}

int sum(std::uint32_t colour) {
    const auto [red, green, blue] = channels(colour);
    return red + green + blue;
}

/// Two triangles in the plane z = 0, one left and one right of the middle, facing +Z.
struct TwoTriangles {
    std::vector<glm::vec3> positions = {{-1.0f, -0.5f, 0.0f},
                                        {-0.1f, -0.5f, 0.0f},
                                        {-0.5f, 0.5f, 0.0f},
                                        {0.1f, -0.5f, 0.0f},
                                        {1.0f, -0.5f, 0.0f},
                                        {0.5f, 0.5f, 0.0f}};
    std::vector<glm::vec3> normals = std::vector<glm::vec3>(6, glm::vec3(0.0f, 0.0f, 1.0f));
    std::vector<glm::vec2> uvs = {
        {0.25f, 0.5f}, {0.25f, 0.5f}, {0.25f, 0.5f}, {0.75f, 0.5f}, {0.75f, 0.5f}, {0.75f, 0.5f}};
    std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5};

    glm::vec3 middle(std::size_t triangle) const {
        const std::size_t first = 3 * triangle;
        return (positions[first] + positions[first + 1] + positions[first + 2]) / 3.0f;
    }
};

} // namespace

class TstRenderer : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<render::Renderer> renderer_;
    TwoTriangles shape_;
    render::SurfaceIndex surface_;
    std::vector<std::uint8_t> bgra_;

    void open(gpu::Staging staging) {
        renderer_.reset();
        device_.reset();
        auto device = test::createTestDevice(staging);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
        auto renderer = render::Renderer::create(*device_);
        SARTOR_VERIFY_OK(renderer);
        renderer_ = *std::move(renderer);
        const auto surface = renderer_->addSurface(description());
        SARTOR_VERIFY_OK(surface);
        surface_ = *surface;
    }

    render::SurfaceDescription description() const {
        return {.vertexCount = 6, .triangles = shape_.triangles, .uvs = shape_.uvs};
    }

    SurfaceDraw draw() const {
        return {.surface = surface_,
                .positions = {.host = shape_.positions},
                .normals = {.host = shape_.normals}};
    }

    static FrameDescription frameOf(std::span<const SurfaceDraw> surfaces) {
        return {
            .surfaces = surfaces, .camera = {.distance = 4.0f}, .width = kSize, .height = kSize};
    }

    std::uint32_t at(const FrameDescription& frame, const glm::vec3& world) const {
        return colourAt(frame, bgra_, pixelOf(frame, world));
    }

    void renderFrame(const FrameDescription& frame) {
        const Status status = renderer_->render(frame, bgra_);
        SARTOR_VERIFY_OK(status);
        QCOMPARE(bgra_.size(), std::size_t{4} * frame.width * frame.height);
    }

private slots:
    void init() {
        shape_ = {};
        open(gpu::Staging::WhenNeeded);
    }

    void cleanup() {
        QVERIFY(device_ != nullptr);
        renderer_.reset();
        test::expectNoValidationMessages(*device_);
        device_.reset();
    }

    void rejectsInvalidSurfaces_data() {
        QTest::addColumn<QVector<quint32>>("triangles");
        QTest::addColumn<int>("uvCount");
        QTest::addColumn<bool>("hasTexture");
        QTest::addColumn<QString>("message");
        using Corners = QVector<quint32>;
        QTest::newRow("corner count")
            << Corners{0, 1} << 0 << false << "2 triangle corners, expected a multiple of 3";
        QTest::newRow("corner out of range")
            << Corners{0, 1, 6} << 0 << false << "corner 2 is vertex 6, expected less than 6";
        QTest::newRow("texture coordinates")
            << Corners{0, 1, 2} << 5 << false << "5 texture coordinates for 6 vertices";
        QTest::newRow("texture alone")
            << Corners{0, 1, 2} << 0 << true << "a texture without texture coordinates";
    }
    void rejectsInvalidSurfaces() {
        QFETCH(const QVector<quint32>, triangles);
        QFETCH(const int, uvCount);
        QFETCH(const bool, hasTexture);
        QFETCH(const QString, message);
        const std::vector<std::uint32_t> corners(triangles.begin(), triangles.end());
        const std::vector<glm::vec2> uvs(static_cast<std::size_t>(uvCount), glm::vec2(0.0f));
        render::SurfaceDescription description = {
            .vertexCount = 6, .triangles = corners, .uvs = uvs};
        if (hasTexture) {
            description.baseColor = render::TextureIndex(0);
        }
        const auto surface = renderer_->addSurface(description);
        QVERIFY(!surface);
        QCOMPARE(surface.error().code, std::string("render.surface"));
        QCOMPARE(QString::fromStdString(surface.error().message), message);
    }

    void rejectsStreamsAndPicturesThatDoNotFit() {
        const std::vector<glm::vec3> five(5, glm::vec3(0.0f));
        SurfaceDraw wrong = draw();
        wrong.positions.host = five;
        Status status = renderer_->render(frameOf({&wrong, 1}), bgra_);
        QVERIFY(!status);
        QCOMPARE(status.error().message, std::string("5 positions for a surface of 6 vertices"));
        wrong = draw();
        wrong.normals.host = five;
        status = renderer_->render(frameOf({&wrong, 1}), bgra_);
        QVERIFY(!status);
        QCOMPARE(status.error().message, std::string("5 normals for a surface of 6 vertices"));
        wrong = draw();
        wrong.surfacing = render::Surfacing::Colours;
        status = renderer_->render(frameOf({&wrong, 1}), bgra_);
        QVERIFY(!status);
        QCOMPARE(status.error().message, std::string("0 colours for a surface of 6 vertices"));
        // Nothing of a frame that failed can be hit.
        const auto hit = renderer_->hit(1, 1);
        SARTOR_VERIFY_OK(hit);
        QVERIFY(!hit->has_value());

        for (const std::uint32_t width : {0u, 1u << 20}) {
            FrameDescription frame = frameOf({});
            frame.width = width;
            status = renderer_->render(frame, bgra_);
            QVERIFY(!status);
            QCOMPARE(status.error().code, std::string("gpu.image_size"));
        }
        const auto texture = renderer_->addTexture({2, 2, {1, 2, 3}});
        QVERIFY(!texture);
        QCOMPARE(texture.error().message, std::string("3 bytes for 2 x 2 pixels, expected 16"));
        // The renderer still works.
        const SurfaceDraw good = draw();
        renderFrame(frameOf({&good, 1}));
    }

    void saysWhatIsUnderAPixel_data() {
        QTest::addColumn<bool>("isSmooth");
        QTest::newRow("one sample") << false;
        QTest::newRow("four samples") << true;
    }
    void saysWhatIsUnderAPixel() {
        QFETCH(const bool, isSmooth);
        // The second surface is in front of the right triangle of the first one.
        std::vector<glm::vec3> nearer = shape_.positions;
        for (glm::vec3& position : nearer) {
            position += glm::vec3(1.0f, 0.0f, 0.5f);
        }
        SurfaceDraw second = draw();
        second.positions.host = nearer;
        const std::array draws = {draw(), second};
        FrameDescription frame = frameOf(draws);
        frame.smoothing = isSmooth ? render::Smoothing::Supersample : render::Smoothing::None;
        renderFrame(frame);
        struct Expected {
            glm::vec3 place;
            std::optional<std::array<std::uint32_t, 2>> drawAndTriangle;
        };
        const std::array expected = {
            Expected{shape_.middle(0), {{0, 0}}},
            Expected{shape_.middle(0) + glm::vec3(1.0f, 0.0f, 0.5f), {{1, 0}}},
            Expected{glm::vec3(0.0f, 0.9f, 0.0f), std::nullopt}};
        for (const Expected& each : expected) {
            const Pixel pixel = pixelOf(frame, each.place);
            const auto hit = renderer_->hit(pixel.x, pixel.y);
            SARTOR_VERIFY_OK(hit);
            QCOMPARE(hit->has_value(), each.drawAndTriangle.has_value());
            if (hit->has_value()) {
                QCOMPARE((*hit)->draw, (*each.drawAndTriangle)[0]);
                QCOMPARE((*hit)->triangle, (*each.drawAndTriangle)[1]);
            }
        }
        const auto outside = renderer_->hit(kSize, 0);
        SARTOR_VERIFY_OK(outside);
        QVERIFY(!outside->has_value());
    }

    void numbersTrianglesInTheirOrder() {
        const SurfaceDraw surface = draw();
        const FrameDescription frame = frameOf({&surface, 1});
        renderFrame(frame);
        for (std::uint32_t triangle = 0; triangle < 2; ++triangle) {
            const Pixel pixel = pixelOf(frame, shape_.middle(triangle));
            const auto hit = renderer_->hit(pixel.x, pixel.y);
            SARTOR_VERIFY_OK(hit);
            QVERIFY(hit->has_value());
            QCOMPARE((*hit)->triangle, triangle);
        }
    }

    void drawsTheSameFromHostAndDeviceStreams_data() {
        QTest::addColumn<bool>("isForced");
        QTest::newRow("staging when needed") << false;
        QTest::newRow("staging forced") << true;
    }
    void drawsTheSameFromHostAndDeviceStreams() {
        QFETCH(const bool, isForced);
        open(isForced ? gpu::Staging::Always : gpu::Staging::WhenNeeded);
        QVERIFY(renderer_ != nullptr);
        // Turned normals, so that a wrong offset is seen.
        for (std::size_t i = 0; i < 6; ++i) {
            shape_.normals[i] = glm::normalize(glm::vec3(0.1f * static_cast<float>(i), 0.3f, 1.0f));
        }
        const SurfaceDraw fromHost = draw();
        renderFrame(frameOf({&fromHost, 1}));
        const std::vector<std::uint8_t> expected = bgra_;

        // Both streams in one buffer, at places that no binding can start at.
        constexpr std::size_t kPositionOffset = 20;
        constexpr std::size_t kNormalOffset = 100;
        constexpr std::size_t kStreamSize = 72;
        std::vector<std::byte> bytes(kNormalOffset + kStreamSize, std::byte{0x55});
        std::memcpy(bytes.data() + kPositionOffset, shape_.positions.data(), kStreamSize);
        std::memcpy(bytes.data() + kNormalOffset, shape_.normals.data(), kStreamSize);
        {
            const auto buffer = gpu::Buffer::create(*device_,
                                                    {.size = bytes.size(),
                                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                                     .name = "streams"});
            SARTOR_VERIFY_OK(buffer);
            const Status uploaded = gpu::upload(*device_, *buffer, bytes);
            SARTOR_VERIFY_OK(uploaded);
            SurfaceDraw fromDevice = draw();
            fromDevice.positions = {
                .buffer = buffer->handle(), .offset = kPositionOffset, .size = kStreamSize};
            fromDevice.normals = {
                .buffer = buffer->handle(), .offset = kNormalOffset, .size = kStreamSize};
            renderFrame(frameOf({&fromDevice, 1}));
            QVERIFY(bgra_ == expected);

            fromDevice.positions.size -= 4;
            const Status status = renderer_->render(frameOf({&fromDevice, 1}), bgra_);
            QVERIFY(!status);
            QCOMPARE(status.error().message,
                     std::string("device positions of 68 bytes at 20, expected 72 bytes at a "
                                 "multiple of 4"));
        }
    }

    void showsTheBaseColourTexture() {
        // Two texels: left red, right green; the halves of the shape sample one each.
        const auto texture = renderer_->addTexture({2, 1, {220, 20, 20, 255, 20, 200, 20, 255}});
        SARTOR_VERIFY_OK(texture);
        render::SurfaceDescription textured = description();
        textured.baseColor = *texture;
        const auto surface = renderer_->addSurface(textured);
        SARTOR_VERIFY_OK(surface);
        SurfaceDraw each = draw();
        each.surface = *surface;
        const FrameDescription frame = frameOf({&each, 1});
        renderFrame(frame);
        const auto left = channels(at(frame, shape_.middle(0)));
        const auto right = channels(at(frame, shape_.middle(1)));
        QVERIFY(left[0] > 2 * left[1] && left[0] > 2 * left[2]);
        QVERIFY(right[1] > 2 * right[0] && right[1] > 2 * right[2]);

        each.surfacing = render::Surfacing::Clay;
        renderFrame(frame);
        const auto clay = channels(at(frame, shape_.middle(0)));
        QCOMPARE_LT(std::abs(clay[0] - clay[2]), 30);
    }

    void decodesTexturesFromTheirEncoding() {
        // The same grey as an encoded texture and as a linear factor must look the same.
        const auto texture = renderer_->addTexture({1, 1, {188, 188, 188, 255}});
        SARTOR_VERIFY_OK(texture);
        render::SurfaceDescription textured = description();
        textured.baseColor = *texture;
        const auto asTexture = renderer_->addSurface(textured);
        SARTOR_VERIFY_OK(asTexture);
        render::SurfaceDescription plain = description();
        const float linear = std::pow((188.0f / 255.0f + 0.055f) / 1.055f, 2.4f);
        plain.baseColorFactor = glm::vec4(glm::vec3(linear), 1.0f);
        const auto asFactor = renderer_->addSurface(plain);
        SARTOR_VERIFY_OK(asFactor);
        std::array<int, 2> seen = {};
        for (std::size_t i = 0; i < 2; ++i) {
            SurfaceDraw each = draw();
            each.surface = i == 0 ? *asTexture : *asFactor;
            const FrameDescription frame = frameOf({&each, 1});
            renderFrame(frame);
            seen[i] = channels(at(frame, shape_.middle(0)))[1];
        }
        QCOMPARE_LE(std::abs(seen[0] - seen[1]), 1);
    }

    void dropsFragmentsBelowTheAlphaCutoff() {
        const auto texture = renderer_->addTexture({2, 1, {200, 200, 200, 40, 200, 200, 200, 255}});
        SARTOR_VERIFY_OK(texture);
        render::SurfaceDescription cut = description();
        cut.baseColor = *texture;
        cut.alphaCutoff = 0.5f;
        const auto surface = renderer_->addSurface(cut);
        SARTOR_VERIFY_OK(surface);
        SurfaceDraw each = draw();
        each.surface = *surface;
        const FrameDescription frame = frameOf({&each, 1});
        renderFrame(frame);
        const Pixel left = pixelOf(frame, shape_.middle(0));
        const Pixel right = pixelOf(frame, shape_.middle(1));
        const auto cutAway = renderer_->hit(left.x, left.y);
        const auto kept = renderer_->hit(right.x, right.y);
        SARTOR_VERIFY_OK(cutAway);
        SARTOR_VERIFY_OK(kept);
        QVERIFY(!cutAway->has_value());
        QVERIFY(kept->has_value());
    }

    void darkensBacksOfSingleSidedSurfacesOnly() {
        render::SurfaceDescription both = description();
        both.isDoubleSided = true;
        const auto doubleSided = renderer_->addSurface(both);
        SARTOR_VERIFY_OK(doubleSided);
        std::array<int, 2> brightness = {};
        for (std::size_t i = 0; i < 2; ++i) {
            SurfaceDraw each = draw();
            each.surface = i == 0 ? surface_ : *doubleSided;
            FrameDescription frame = frameOf({&each, 1});
            frame.camera.yaw = 3.14159f;
            renderFrame(frame);
            brightness[i] = sum(at(frame, shape_.middle(0)));
        }
        QCOMPARE_LT(brightness[0], brightness[1] * 3 / 4);
    }

    void shadesFlatWithoutNormals() {
        SurfaceDraw each = draw();
        const FrameDescription frame = frameOf({&each, 1});
        renderFrame(frame);
        const std::uint32_t withNormals = at(frame, shape_.middle(1));
        each.normals = {};
        renderFrame(frame);
        const std::uint32_t without = at(frame, shape_.middle(1));
        // The face's own normal is what the stream says here.
        for (std::size_t channel = 0; channel < 3; ++channel) {
            QCOMPARE_LE(std::abs(channels(withNormals)[channel] - channels(without)[channel]), 2);
        }
    }

    void colourCodesVertices() {
        const std::vector<std::uint32_t> colours = {kRed, kRed, kRed, kBlue, kBlue, kBlue};
        SurfaceDraw each = draw();
        each.surfacing = render::Surfacing::Colours;
        each.colours = colours;
        const FrameDescription frame = frameOf({&each, 1});
        renderFrame(frame);
        const auto left = channels(at(frame, shape_.middle(0)));
        const auto right = channels(at(frame, shape_.middle(1)));
        QVERIFY(left[0] > 2 * left[1] && left[0] > 2 * left[2]);
        QVERIFY(right[2] > 2 * right[1] && right[2] > 2 * right[0]);
    }

    void drawsEdgesOfTriangles() {
        const SurfaceDraw each = draw();
        FrameDescription frame = frameOf({&each, 1});
        renderFrame(frame);
        const std::vector<std::uint8_t> plain = bgra_;
        frame.wireframe = render::Wireframe::On;
        renderFrame(frame);
        int darkerCount = 0;
        for (std::uint32_t y = 0; y < kSize; ++y) {
            for (std::uint32_t x = 0; x < kSize; ++x) {
                const int before = sum(colourAt(frame, plain, {x, y}));
                const int after = sum(colourAt(frame, bgra_, {x, y}));
                QCOMPARE_LE(after, before);
                darkerCount += after < before * 9 / 10 ? 1 : 0;
            }
        }
        // Six edges of 70 to 90 pixels, of which a sharp line touches about every other row.
        QCOMPARE_GE(darkerCount, 200);
        QCOMPARE_LE(darkerCount, 1000);
        QCOMPARE(at(frame, shape_.middle(0)),
                 colourAt(frame, plain, pixelOf(frame, shape_.middle(0))));
    }

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

    void choosesAGridForTheSizeOfTheScene_data() {
        QTest::addColumn<float>("size");
        QTest::addColumn<float>("spacing");
        QTest::newRow("a person in metres") << 1.75f << 0.1f;
        QTest::newRow("a person in centimetres") << 175.0f << 10.0f;
        QTest::newRow("a fly") << 0.006f << 0.001f;
    }
    void choosesAGridForTheSizeOfTheScene() {
        QFETCH(const float, size);
        QFETCH(const float, spacing);
        render::Bounds bounds;
        bounds.add(glm::vec3(-0.4f * size, 0.0f, -0.1f * size));
        bounds.add(glm::vec3(0.4f * size, size, 0.1f * size));
        const render::Grid grid = render::gridFor(bounds);
        QCOMPARE_LE(std::abs(grid.spacing / spacing - 1.0f), 1e-5f);
        QCOMPARE_GT(grid.radius, size);
    }

    void drawsTheSamePictureTwice() {
        const SurfaceDraw each = draw();
        FrameDescription frame = frameOf({&each, 1});
        frame.grid = render::Grid{};
        frame.smoothing = render::Smoothing::Supersample;
        renderFrame(frame);
        const std::vector<std::uint8_t> first = bgra_;
        frame.width = 64;
        renderFrame(frame);
        frame.width = kSize;
        renderFrame(frame);
        QVERIFY(bgra_ == first);
    }
};

SARTOR_GPU_TEST_MAIN(TstRenderer)
#include "tst_renderer.moc"
