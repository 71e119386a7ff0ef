// SPDX-License-Identifier: Apache-2.0
// A real character drawn from the session: shapes where they belong, on either backend.
#include <sartor/session/scene_view.h>

#include <QtTest>

#include <support/compare.h>
#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <array>
#include <filesystem>
#include <map>
#include <optional>

using namespace sartor;
using session::Picture;
using session::SceneView;
using session::Session;
using session::ViewMode;
using session::ViewOptions;

namespace {

constexpr std::uint32_t kWidth = 320;
constexpr std::uint32_t kHeight = 240;
// The axis colours as the picture holds them; red in the low byte.
constexpr std::array<std::uint32_t, 3> kAxisColours = {0xff3c46f0, 0xff46c850, 0xfff07832};

glm::vec2 project(const render::Camera& camera, const glm::vec3& model) {
    constexpr float kAspect = static_cast<float>(kWidth) / static_cast<float>(kHeight);
    const glm::vec4 clip =
        camera.clipFromView(kAspect) * (camera.viewFromWorld() * glm::vec4(model, 1.0f));
    return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) *
           glm::vec2(static_cast<float>(kWidth), static_cast<float>(kHeight));
}

std::uint32_t colourAt(const Picture& picture, const glm::vec2& place) {
    const std::size_t x = static_cast<std::size_t>(place.x);
    const std::size_t y = static_cast<std::size_t>(place.y);
    const std::size_t at = 4 * (y * picture.width + x);
    return static_cast<std::uint32_t>(picture.bgra[at + 2]) |
           static_cast<std::uint32_t>(picture.bgra[at + 1]) << 8 |
           static_cast<std::uint32_t>(picture.bgra[at]) << 16 | 0xff000000u;
}

} // namespace

class TstSceneView : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<SceneView> view_;
    Picture picture_;
    std::optional<session::Pick> picked_;

    void open(const char* file, session::Backend backend) {
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR, SARTOR_GPU_FIXTURE_DIR};
        options.backend = backend;
        options.device = device_.get();
        auto session =
            Session::open(std::filesystem::path(SARTOR_SAMPLES_DIR) / "assets" / file, options);
        SARTOR_VERIFY_OK(session);
        session_ = *std::move(session);
        const Status status = session_->evaluate(0.0);
        SARTOR_VERIFY_OK(status);
        auto view = SceneView::create(*device_, *session_);
        SARTOR_VERIFY_OK(view);
        view_ = *std::move(view);
    }

    render::Camera frontCamera() const {
        return render::frameBounds(session::sceneBounds(*session_),
                                   static_cast<float>(kWidth) / static_cast<float>(kHeight),
                                   0.4f,
                                   0.15f);
    }

    JointIndex joint(const char* name) const {
        const auto found = session_->scene().skeleton->findByName(name);
        return found.empty() ? JointIndex() : found.front();
    }

private slots:
    void init() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }

    void cleanup() {
        QVERIFY(device_ != nullptr);
        view_.reset();
        session_.reset();
        test::expectNoValidationMessages(*device_);
        device_.reset();
    }

    void rejectsWhatIsNotInTheScene() {
        open("twist_tube.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        Status status = view_->render({.joint = JointIndex(999)}, camera, 16, 16, picture_);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("view.joint_out_of_range"));
        status = view_->render(
            {.chains = {{.joints = {JointIndex(0), JointIndex(999)}}}}, camera, 16, 16, picture_);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("view.joint_out_of_range"));
        status = view_->render({.markedVertex = {{0, 99999999}}}, camera, 16, 16, picture_);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("view.vertex_out_of_range"));
        QVERIFY(status.error().message.starts_with(
            "vertex 99999999 of mesh instance 0, expected less than "));
        status = view_->render({.markedVertex = {{7, 0}}}, camera, 16, 16, picture_);
        QVERIFY(!status);
        status = view_->render({}, camera, 0, 16, picture_);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("gpu.image_size"));
        QVERIFY(!view_->pick(0, 0).has_value());
    }

    void drawsTheAxesOfJointsInTheirColours() {
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        const Status status = view_->render({.showAxes = true}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        const float size = session::sceneBounds(*session_).radius();
        for (const char* name : {"Head", "LeftForeArm", "RightLeg"}) {
            const JointIndex index = joint(name);
            QVERIFY2(!index.isNone(), name);
            const math::Affine& modelFromJoint = session_->modelFromJoint()[index.value()];
            std::map<int, int> found;
            for (int axis = 0; axis < 3; ++axis) {
                // Somewhere along the axis its colour is on top; near the joint another axis or
                // another joint may be nearer.
                for (float along = 0.2f; along < 0.95f; along += 0.05f) {
                    const glm::vec3 place =
                        modelFromJoint.translation +
                        glm::normalize(modelFromJoint.linear[axis]) * (size * 0.06f * along);
                    if (colourAt(picture_, project(camera, place)) ==
                        kAxisColours[static_cast<std::size_t>(axis)]) {
                        ++found[axis];
                    }
                }
            }
            for (int axis = 0; axis < 3; ++axis) {
                QVERIFY2(found[axis] > 0, qPrintable(QString("%1, axis %2").arg(name).arg(axis)));
            }
        }
    }

    void picksTheVertexNextToThePixel() {
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        const Status status = view_->render({}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        // A spot on the chest: the picked vertex lies there too, and on its triangle.
        const glm::vec3 chest(0.0f, 1.3f, 0.1f);
        const glm::vec2 place = project(camera, chest);
        const auto pick =
            view_->pick(static_cast<std::uint32_t>(place.x), static_cast<std::uint32_t>(place.y));
        QVERIFY(pick.has_value());
        const auto& instance = session_->scene().instances[pick->instance];
        const auto corners = instance.mesh->triangles().subspan(std::size_t{3} * pick->triangle, 3);
        QVERIFY(std::ranges::find(corners, pick->vertex) != corners.end());
        const std::span<const glm::vec3> positions = session_->frame(pick->instance).positions;
        const float picked = glm::distance(project(camera, positions[pick->vertex]), place);
        QCOMPARE_LE(picked, 4.0f);
        for (const std::uint32_t corner : corners) {
            // Half a pixel: the pixel's middle is not the projected spot.
            QCOMPARE_LE(picked, glm::distance(project(camera, positions[corner]), place) + 1.0f);
        }
        QVERIFY(!view_->pick(1, 1).has_value());
        QVERIFY(!view_->pick(kWidth, kHeight).has_value());
    }

    void marksTheVertex() {
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        constexpr std::uint32_t kVertex = 100;
        const glm::vec2 place = project(camera, session_->frame(0).positions[kVertex]);
        Status status = view_->render({}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        QVERIFY(colourAt(picture_, place) != 0xffffffffu);
        status = view_->render({.markedVertex = {{0, kVertex}}}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        QCOMPARE(colourAt(picture_, place), 0xffffffffu);
    }

    void drawsChainsOverTheMesh() {
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        // Green in the middle of the chest, behind its surface.
        const glm::vec3 target = session_->modelFromJoint()[joint("Spine2").value()].translation;
        session::IkDrawing drawing;
        drawing.joints = {joint("LeftArm"), joint("LeftForeArm"), joint("LeftHand")};
        drawing.targetModel = target;
        drawing.flags.isReached = true;
        const Status status =
            view_->render({.chains = {drawing}}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        QCOMPARE(colourAt(picture_, project(camera, target)), 0xff50c846u);
    }

    void hidesWhatIsSwitchedOff() {
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        const auto difference = [&](const ViewOptions& with, const ViewOptions& without) {
            Picture other;
            const bool areBothDrawn =
                view_->render(with, camera, kWidth, kHeight, picture_).isOk() &&
                view_->render(without, camera, kWidth, kHeight, other).isOk();
            return areBothDrawn && picture_.bgra != other.bgra;
        };
        QVERIFY(difference({.showMesh = true}, {.showMesh = false}));
        QVERIFY(difference({.showTextures = true}, {.showTextures = false}));
        QVERIFY(difference({.showSkeleton = true}, {.showSkeleton = false}));
        QVERIFY(difference({.showAxes = true}, {.showAxes = false}));
        QVERIFY(difference({.showGrid = true}, {.showGrid = false}));
        QVERIFY(difference({.showWireframe = true}, {.showWireframe = false}));
        QVERIFY(difference({.isSmooth = true}, {.isSmooth = false}));
        QVERIFY(difference({.joint = joint("LeftArm"), .showSkeleton = true},
                           {.joint = joint("Head"), .showSkeleton = true}));
        QVERIFY(!difference({}, {}));
        // Without the mesh there is nothing to pick.
        QVERIFY(view_->render({.showMesh = false}, camera, kWidth, kHeight, picture_).isOk());
        QVERIFY(!view_->pick(kWidth / 2, kHeight / 2).has_value());
    }

    void looksTheSameOnEveryBackend_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("chain");
        QTest::addColumn<int>("mode");
        const auto row = [](const char* file, const char* chain, ViewMode mode) {
            QTest::addRow("%s, %s, view %d", file, chain, static_cast<int>(mode))
                << file << chain << static_cast<int>(mode);
        };
        for (const char* file : {"mannequin.glb", "twist_tube.glb", "face.glb"}) {
            row(file, "morph+lbs", ViewMode::Shaded);
            row(file, "morph+dqs", ViewMode::Influences);
        }
        // The last stage makes no normals: those of the one before are drawn.
        row("mannequin.glb", "lbs+shift", ViewMode::Shaded);
    }
    // On the CPU and as compute with one pipeline that knows nothing of deformation; in the vertex
    // shader with the deformer's own.
    void looksTheSameOnEveryBackend() {
        QFETCH(const QString, file);
        QFETCH(const QString, chain);
        QFETCH(const int, mode);
        std::array<Picture, session::kBackendNames.size()> pictures;
        for (const auto backend :
             {session::Backend::Cpu, session::Backend::Vulkan, session::Backend::Vertex}) {
            view_.reset();
            open(file.toUtf8().constData(), backend);
            QVERIFY(view_ != nullptr);
            Status status = session_->setChain(chain.toStdString());
            SARTOR_VERIFY_OK(status);
            status = session_->setClip(0);
            SARTOR_VERIFY_OK(status);
            status = session_->evaluate(0.5);
            SARTOR_VERIFY_OK(status);
            QCOMPARE(session_->deviceMesh(0) != nullptr, backend != session::Backend::Cpu);
            ViewOptions options;
            options.mode = static_cast<ViewMode>(mode);
            options.showWireframe = true;
            status = view_->render(options,
                                   frontCamera(),
                                   kWidth,
                                   kHeight,
                                   pictures[static_cast<std::size_t>(backend)]);
            SARTOR_VERIFY_OK(status);
            QCOMPARE(view_->inlinePipelineCount() > 0, backend == session::Backend::Vertex);
            const auto pick = view_->pick(kWidth / 2, kHeight / 2);
            if (backend == session::Backend::Cpu) {
                picked_ = pick;
            }
            QCOMPARE(pick.has_value(), picked_.has_value());
            QVERIFY(!pick ||
                    (pick->instance == picked_->instance && pick->triangle == picked_->triangle &&
                     pick->vertex == picked_->vertex));
        }
        // The rule of golden images: compute and host positions may differ in the last bit.
        for (const std::size_t other : {1u, 2u}) {
            int differentCount = 0;
            for (std::size_t i = 0; i < pictures[0].bgra.size(); ++i) {
                differentCount +=
                    std::abs(pictures[0].bgra[i] - pictures[other].bgra[i]) > 2 ? 1 : 0;
            }
            QCOMPARE_LE(differentCount, static_cast<int>(kWidth * kHeight / 1000));
        }
    }

    void drawsASkeletonWithoutMeshes() {
        // Everything is laid bare when the mesh is off: bones must still be there.
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(view_ != nullptr);
        const render::Camera camera = frontCamera();
        const Status status =
            view_->render({.showMesh = false, .showSkeleton = true, .showGrid = false},
                          camera,
                          kWidth,
                          kHeight,
                          picture_);
        SARTOR_VERIFY_OK(status);
        const auto joints = session_->modelFromJoint();
        const glm::vec3 knee = joints[joint("LeftLeg").value()].translation;
        const glm::vec3 ankle = joints[joint("LeftFoot").value()].translation;
        const std::uint32_t onBone =
            colourAt(picture_, project(camera, knee * 0.7f + ankle * 0.3f));
        const std::uint32_t background = colourAt(picture_, glm::vec2(5.0f, 5.0f));
        QVERIFY((onBone & 0xffu) > (background & 0xffu) + 40);
    }

    void showsTheSkeletonWhereThereIsNoMesh() {
        // A file of motion alone would be an empty picture.
        open("mannequin.glb", session::Backend::Cpu);
        QVERIFY(session_ != nullptr);
        import::ImportedScene scene = session_->scene();
        scene.instances.clear();
        scene.skins.clear();
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        auto session = Session::create(std::move(scene), options);
        SARTOR_VERIFY_OK(session);
        session_ = *std::move(session);
        const Status evaluated = session_->evaluate(0.0);
        SARTOR_VERIFY_OK(evaluated);
        auto view = SceneView::create(*device_, *session_);
        SARTOR_VERIFY_OK(view);
        view_ = *std::move(view);
        const render::Camera camera = frontCamera();
        const Status status = view_->render({.showGrid = false}, camera, kWidth, kHeight, picture_);
        SARTOR_VERIFY_OK(status);
        const auto joints = session_->modelFromJoint();
        const glm::vec3 middle = (joints[joint("LeftLeg").value()].translation +
                                  joints[joint("LeftFoot").value()].translation) *
                                 0.5f;
        const std::uint32_t onBone = colourAt(picture_, project(camera, middle));
        const std::uint32_t background = colourAt(picture_, glm::vec2(5.0f, 5.0f));
        QVERIFY((onBone & 0xffu) > (background & 0xffu) + 40);
    }
};

SARTOR_GPU_TEST_MAIN(TstSceneView)
#include "tst_scene_view.moc"
