// SPDX-License-Identifier: Apache-2.0
// Textures on surfaces.
#include <sartor/render/renderer.h>

#include <support/render_fixture.h>

#include <array>
#include <cmath>

using namespace sartor;
using render::FrameDescription;
using render::SurfaceDraw;
using test::channels;

class TstTexture : public QObject, protected test::RenderFixture {
    Q_OBJECT

private slots:
    void init() { startDrawing(); }
    void cleanup() { endDrawing(); }

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
};

SARTOR_GPU_TEST_MAIN(TstTexture)
#include "tst_texture.moc"
