// SPDX-License-Identifier: Apache-2.0
// What a frame refuses, what is under a pixel, and that a picture can be drawn again.
#include <sartor/render/renderer.h>

#include <support/render_fixture.h>

#include <array>
#include <optional>
#include <vector>

using namespace sartor;
using render::FrameDescription;
using render::SurfaceDraw;
using test::kSize;
using test::Pixel;
using test::pixelOf;

class TstRenderer : public QObject, protected test::RenderFixture {
    Q_OBJECT

private slots:
    void init() { startDrawing(); }
    void cleanup() { endDrawing(); }

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
        wrong = draw();
        wrong.surface = render::SurfaceIndex(7);
        status = renderer_->render(frameOf({&wrong, 1}), bgra_);
        QVERIFY(!status);
        QCOMPARE(status.error().message,
                 std::string("draw 0 is of surface 7, expected less than 1"));
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
