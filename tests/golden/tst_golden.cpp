// SPDX-License-Identifier: Apache-2.0
// The views of a character against stored pictures. They are of the software driver named beside
// them; other drivers rasterise edges otherwise and are held to a wider rule.
#include <sartor/base/file.h>
#include <sartor/import/image.h>
#include <sartor/io/png_writer.h>
#include <sartor/session/scene_view.h>

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace sartor;
using session::Picture;
using session::Session;
using session::ViewMode;
using session::ViewOptions;

namespace {

constexpr std::uint32_t kSize = 256;

/// At most this share of the pixels may differ by more than `step` in any channel.
struct Rule {
    int step = 0;
    double share = 0.0;
};
/// Moved lines and wrong weights fail it; a last bit in a vertex position does not.
constexpr Rule kSameDriver = {2, 0.001};
constexpr Rule kOtherDriver = {16, 0.01};

struct Comparison {
    int largest = 0;
    int overCount = 0;
    int firstOver = -1;
    /// Differences made visible.
    Picture picture;
};

Comparison compare(const Picture& actual, const Picture& expected, int step) {
    Comparison result;
    result.picture = actual;
    const auto pixelCount = static_cast<int>(actual.width * actual.height);
    for (int pixel = 0; pixel < pixelCount; ++pixel) {
        int worst = 0;
        for (int channel = 0; channel < 3; ++channel) {
            const auto at = static_cast<std::size_t>(4 * pixel + channel);
            const int difference = std::abs(actual.bgra[at] - expected.bgra[at]);
            worst = std::max(worst, difference);
            result.picture.bgra[at] = static_cast<std::uint8_t>(std::min(255, difference * 16));
        }
        result.largest = std::max(result.largest, worst);
        if (worst > step) {
            result.firstOver = result.overCount == 0 ? pixel : result.firstOver;
            ++result.overCount;
        }
    }
    return result;
}

Result<Picture> readPicture(const std::filesystem::path& path) {
    const auto bytes = readFile(path);
    if (!bytes) {
        return bytes.error();
    }
    const auto image = import::decodeImage({path.string(), "image/png", *bytes});
    if (!image) {
        return image.error();
    }
    Picture picture{image->width, image->height, image->rgba};
    for (std::size_t i = 0; i + 3 < picture.bgra.size(); i += 4) {
        std::swap(picture.bgra[i], picture.bgra[i + 2]);
    }
    return picture;
}

Status writePicture(const std::filesystem::path& path, const Picture& picture) {
    return io::writePng(path, {picture.width, picture.height, picture.bgra});
}

/// The mannequin, with two inverse bind matrices spoilt when asked.
enum class Binds { AsInFile, Spoilt };

Result<import::ImportedScene> mannequin(Binds binds) {
    auto scene =
        import::importFile(std::filesystem::path(SARTOR_SAMPLES_DIR) / "assets/mannequin.glb");
    if (!scene || binds == Binds::AsInFile) {
        return scene;
    }
    const assets::Skin& skin = *scene->skins[0];
    assets::SkinData data{skin.name(),
                          {skin.joints().begin(), skin.joints().end()},
                          {skin.jointFromBind().begin(), skin.jointFromBind().end()}};
    for (std::size_t slot = 0; slot < data.joints.size(); ++slot) {
        const std::string& name = scene->skeleton->joint(data.joints[slot]).name;
        if (name == "LeftArm") {
            data.jointFromBind[slot].translation += glm::vec3(0.06f, 0.0f, 0.0f);
        } else if (name == "RightLeg") {
            data.jointFromBind[slot].translation += glm::vec3(0.0f, 0.0f, 0.004f);
        }
    }
    auto spoilt = assets::Skin::create(std::move(data), scene->skeleton->jointCount());
    if (!spoilt) {
        return spoilt.error();
    }
    scene->skins[0] = *std::move(spoilt);
    return scene;
}

struct View {
    Binds binds = Binds::AsInFile;
    /// By name; empty for the rest pose.
    std::string clip = {};
    double time = 0.0;
    /// By name, for ViewOptions::joint.
    std::string joint = {};
    ViewOptions options = {};
    /// From the framed figure: up by fractions of the picture, then nearer.
    float panUp = 0.0f;
    float zoom = 1.0f;
};

} // namespace

Q_DECLARE_METATYPE(View)

class TstGolden : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    Status draw(const View& view, Picture& picture) const {
        auto scene = mannequin(view.binds);
        if (!scene) {
            return scene.error();
        }
        session::SessionOptions sessionOptions;
        sessionOptions.pluginFolders = {SARTOR_PLUGIN_DIR};
        const auto session = Session::create(*std::move(scene), sessionOptions);
        if (!session) {
            return session.error();
        }
        const auto& clips = (*session)->scene().clips;
        const auto clip = std::ranges::find_if(
            clips, [&](const auto& candidate) { return candidate->name() == view.clip; });
        if (clip != clips.end()) {
            const Status status =
                (*session)->setClip(static_cast<std::uint32_t>(clip - clips.begin()));
            if (!status) {
                return status;
            }
        }
        const Status status = (*session)->evaluate(view.time);
        if (!status) {
            return status;
        }
        ViewOptions options = view.options;
        const auto joints = (*session)->scene().skeleton->findByName(view.joint);
        if (!joints.empty()) {
            options.joint = joints.front();
        }
        const auto sceneView = session::SceneView::create(*device_, **session);
        if (!sceneView) {
            return sceneView.error();
        }
        render::Camera camera =
            render::frameBounds(session::sceneBounds(**session), 1.0f, 0.5f, 0.15f);
        camera.pan(0.0f, view.panUp);
        camera.zoom(view.zoom);
        return (*sceneView)->render(options, camera, kSize, kSize, picture);
    }

private slots:
    void initTestCase() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }

    void cleanupTestCase() {
        QVERIFY(device_ != nullptr);
        test::expectNoValidationMessages(*device_);
        device_.reset();
    }

    void comparisonSeesWhatItShould() {
        Picture grey{kSize, kSize, std::vector<std::uint8_t>(std::size_t{4} * kSize * kSize, 100)};
        Picture other = grey;
        other.bgra[4 * 300 + 1] = 102;
        QCOMPARE(compare(other, grey, kSameDriver.step).overCount, 0);
        other.bgra[4 * 300 + 1] = 97;
        const Comparison seen = compare(other, grey, kSameDriver.step);
        QCOMPARE(seen.overCount, 1);
        QCOMPARE(seen.firstOver, 300);
        QCOMPARE(seen.largest, 3);
    }

    void looksAsStored_data() {
        QTest::addColumn<View>("view");
        QTest::newRow("shaded") << View{.clip = "Walk", .time = 0.1};
        QTest::newRow("weights") << View{
            .joint = "LeftArm", .options = {.mode = ViewMode::Weights, .showSkeleton = true}};
        QTest::newRow("dominant") << View{
            .clip = "Run", .time = 0.2, .options = {.mode = ViewMode::Dominant}};
        QTest::newRow("skeleton_axes")
            << View{.options = {.showMesh = false, .showSkeleton = true, .showAxes = true}};
        QTest::newRow("bind") << View{.binds = Binds::Spoilt, .options = {.mode = ViewMode::Bind}};
        QTest::newRow("grid") << View{.options = {.showMesh = false}};
        QTest::newRow("wireframe") << View{.clip = "Wave",
                                           .time = 1.0,
                                           .options = {.showGrid = false, .showWireframe = true},
                                           .panUp = 0.33f,
                                           .zoom = 0.2f};
        QTest::newRow("displacement")
            << View{.clip = "Wave", .time = 1.0, .options = {.mode = ViewMode::Displacement}};
    }
    void looksAsStored() {
        QFETCH(const View, view);
        const std::string name = QTest::currentDataTag();
        Picture actual;
        const Status status = draw(view, actual);
        SARTOR_VERIFY_OK(status);

        const std::filesystem::path folder(SARTOR_GOLDEN_DIR);
        QFile side(QString::fromStdString((folder / (name + ".json")).string()));
        QVERIFY2(side.open(QIODevice::ReadOnly), qPrintable(side.errorString()));
        QJsonObject about = QJsonDocument::fromJson(side.readAll()).object();
        QVERIFY(!about["shows"].toString().isEmpty());
        side.close();
        const QString driver = QString::fromStdString(device_->deviceName());
        if (qEnvironmentVariable("SARTOR_ACCEPT_GOLDEN") == "1") {
            const Status written = writePicture(folder / (name + ".png"), actual);
            SARTOR_VERIFY_OK(written);
            about["driver"] = driver;
            QVERIFY(side.open(QIODevice::WriteOnly));
            side.write(QJsonDocument(about).toJson());
            return;
        }
        const auto expected = readPicture(folder / (name + ".png"));
        SARTOR_VERIFY_OK(expected);
        QCOMPARE(expected->width, kSize);
        QCOMPARE(expected->height, kSize);
        const Rule rule = about["driver"].toString() == driver ? kSameDriver : kOtherDriver;
        const Comparison seen = compare(actual, *expected, rule.step);
        if (seen.overCount > rule.share * kSize * kSize) {
            // Into the working folder of the test, in the build tree.
            const Status wroteActual = writePicture(name + "_actual.png", actual);
            SARTOR_VERIFY_OK(wroteActual);
            const Status wroteDifference = writePicture(name + "_difference.png", seen.picture);
            SARTOR_VERIFY_OK(wroteDifference);
            QFAIL(qPrintable(QString("%1 pixels differ by more than %2, the largest difference is "
                                     "%3, the first is at (%4, %5); see %6_actual.png and "
                                     "%6_difference.png")
                                 .arg(seen.overCount)
                                 .arg(rule.step)
                                 .arg(seen.largest)
                                 .arg(seen.firstOver % static_cast<int>(kSize))
                                 .arg(seen.firstOver / static_cast<int>(kSize))
                                 .arg(QString::fromStdString(name))));
        }
    }
};

SARTOR_GPU_TEST_MAIN(TstGolden)
#include "tst_golden.moc"
