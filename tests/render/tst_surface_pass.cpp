// SPDX-License-Identifier: Apache-2.0
// Surfaces and their ways to be drawn, told from single pixels.
#include "mesh_vert_spv.h"

#include <sartor/gpu/commands.h>
#include <sartor/render/renderer.h>

#include <support/compare.h>
#include <support/render_fixture.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

using namespace sartor;
using render::FrameDescription;
using render::SurfaceDraw;
using test::channels;
using test::colourAt;
using test::kBlue;
using test::kRed;
using test::kSize;
using test::Pixel;
using test::pixelOf;
using test::sum;

class TstSurfacePass : public QObject, protected test::RenderFixture {
    Q_OBJECT

    // Instructions of a module by opcode, each with its words (SPIR-V specification, 2.3).
    static std::vector<std::vector<std::uint32_t>>
    instructionsOf(const std::uint32_t* words, std::uint32_t count, std::uint32_t opcode) {
        std::vector<std::vector<std::uint32_t>> found;
        for (std::uint32_t at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16) {
            if ((words[at] & 0xffff) == opcode) {
                found.emplace_back(words + at, words + at + (words[at] >> 16));
            }
        }
        return found;
    }

private slots:
    void init() { startDrawing(); }
    void cleanup() { endDrawing(); }

    // What deforms has done its work before: a deformed vertex is drawn as a static one is.
    void theSceneShaderOnlyReadsStreams() {
        constexpr std::uint32_t kName = 5;
        constexpr std::uint32_t kDecorate = 71;
        constexpr std::uint32_t kLoopMerge = 246;
        const auto bindings = instructionsOf(mesh_vert_spv, mesh_vert_spv_word_count, kDecorate);
        // DescriptorSet is 34, Binding 33.
        const auto isBinding = [](const auto& words) { return words[2] == 33; };
        // The frame, and positions, normals, colours, texture coordinates and triangles.
        QCOMPARE(std::count_if(bindings.begin(), bindings.end(), isBinding), 6);
        // Influences would be walked through.
        QVERIFY(instructionsOf(mesh_vert_spv, mesh_vert_spv_word_count, kLoopMerge).empty());
        const auto names = instructionsOf(mesh_vert_spv, mesh_vert_spv_word_count, kName);
        QVERIFY(!names.empty());
        for (const auto& words : names) {
            const QString name = QString::fromUtf8(reinterpret_cast<const char*>(&words[2]));
            for (const char* part : {"joint", "weight", "palette", "skin", "influence"}) {
                QVERIFY2(!name.contains(QLatin1String(part), Qt::CaseInsensitive),
                         qPrintable(name));
            }
        }
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
        QTest::newRow("texture that is not there")
            << Corners{0, 1, 2} << 6 << true << "texture 0, expected less than 0";
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
};

SARTOR_GPU_TEST_MAIN(TstSurfacePass)
#include "tst_surface_pass.moc"
