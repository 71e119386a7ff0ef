// SPDX-License-Identifier: Apache-2.0
// Every character and case on every backend: compute and the vertex shader give the bits of the CPU
// on the software driver, and stay within the tolerance elsewhere.
#include <sartor/diagnose/mesh_compare.h>
#include <sartor/session/session.h>

#include <QDirIterator>
#include <QtTest>

#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <array>

using namespace sartor;
using session::Backend;
using session::Session;

namespace {

/// Largest distance as a part of the extent, and what it is as an angle.
constexpr double kPart = 1e-5;
constexpr double kDegrees = 1e-3;

struct Frame {
    std::vector<deform::DeformedMesh> meshes;
};

Frame takeFrame(const Session& session) {
    Frame frame;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        const session::InstanceFrame from = session.frame(i);
        frame.meshes.push_back({{from.positions.begin(), from.positions.end()},
                                {from.normals.begin(), from.normals.end()},
                                {from.tangents.begin(), from.tangents.end()},
                                {from.flags.begin(), from.flags.end()}});
    }
    return frame;
}

/// Diagonal of the box around everything.
double extentOf(const Frame& frame) {
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    for (const deform::DeformedMesh& mesh : frame.meshes) {
        for (const glm::vec3& position : mesh.positions) {
            low = glm::min(low, glm::dvec3(position));
            high = glm::max(high, glm::dvec3(position));
        }
    }
    return glm::distance(low, high);
}

} // namespace

class TstBackends : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    static void addFolder(const QString& folder,
                          const QStringList& patterns,
                          const std::vector<const char*>& chains = {
                              "", "morph+dqs", "lbs+morph[order=carried]"}) {
        QDirIterator files(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            for (const char* chain : chains) {
                QTest::addRow("%s %s", qPrintable(file.mid(folder.size() + 1)), chain)
                    << file << chain;
            }
        }
    }

    void compare(const Frame& cpu, const Frame& other, double extent, const QString& place) const {
        const bool isExact = device_->deviceName().find("llvmpipe") != std::string::npos;
        for (std::size_t i = 0; i < cpu.meshes.size(); ++i) {
            const auto view = [](const deform::DeformedMesh& mesh) {
                return diagnose::MeshView{mesh.positions, mesh.normals, mesh.tangents};
            };
            const auto difference = diagnose::compareMeshes(
                view(cpu.meshes[i]), view(other.meshes[i]), {.extent = extent});
            QVERIFY2(difference.hasValue(), qPrintable(place));
            QVERIFY2(difference->isBitIdentical || !isExact,
                     qPrintable(QString("%1, mesh %2: %3 vertices differ, vertex %4 by %5")
                                    .arg(place)
                                    .arg(i)
                                    .arg(difference->differingCount)
                                    .arg(difference->maxDistanceVertex)
                                    .arg(difference->maxDistance)));
            QVERIFY2(difference->relativeDistance <= kPart, qPrintable(place));
            QVERIFY2(difference->p99NormalDegrees <= kDegrees, qPrintable(place));
            QVERIFY2(!isExact || cpu.meshes[i].flags == other.meshes[i].flags, qPrintable(place));
        }
    }

private slots:
    void initTestCase() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }
    void cleanup() {
        QVERIFY(device_ != nullptr);
        test::expectNoValidationMessages(*device_);
    }
    void cleanupTestCase() { device_.reset(); }

    void giveTheSameBits_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("chain");
        addFolder(SARTOR_SAMPLES_DIR "/assets", {"*.glb"});
        addFolder(SARTOR_TEST_DATA_DIR "/formats", {"*.glb"});
        addFolder(SARTOR_TEST_DATA_DIR "/cases", {"*.glb", "*.gltf"});
        const QString shared = SARTOR_SHARED_DIR;
        if (!shared.isEmpty()) {
            addFolder(shared + "/assets", {"*.glb", "*.gltf"}, {""});
        }
    }
    void giveTheSameBits() {
        QFETCH(const QString, file);
        QFETCH(const QString, chain);
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        options.chain = chain.toStdString();
        options.device = device_.get();
        const auto opened = Session::open(file.toStdString(), options);
        if (!opened) {
            // Files that no backend can show; that they are refused well is tested elsewhere.
            QVERIFY(!opened.error().code.starts_with("gpu.") &&
                    !opened.error().code.starts_with("deform_gpu."));
            return;
        }
        Session& session = **opened;
        const auto clipCount = static_cast<std::uint32_t>(session.scene().clips.size());
        std::array<std::vector<Frame>, session::kBackendNames.size()> frames;
        for (const Backend backend : {Backend::Cpu, Backend::Vulkan, Backend::Vertex}) {
            Status status = session.setBackend(backend);
            SARTOR_VERIFY_OK(status);
            for (std::uint32_t clip = 0; clip <= std::min(clipCount, 2u); ++clip) {
                const bool isRest = clip == std::min(clipCount, 2u);
                const std::optional<std::uint32_t> chosen =
                    isRest ? std::nullopt : std::optional(clip);
                status = session.setClip(chosen);
                SARTOR_VERIFY_OK(status);
                const double duration =
                    chosen ? static_cast<double>(session.scene().clips[clip]->duration()) : 0.0;
                status = session.evaluate(0.37 * duration);
                SARTOR_VERIFY_OK(status);
                frames[static_cast<std::size_t>(backend)].push_back(takeFrame(session));
            }
        }
        for (std::size_t moment = 0; moment < frames[0].size(); ++moment) {
            const double extent = extentOf(frames[0][moment]);
            for (const Backend backend : {Backend::Vulkan, Backend::Vertex}) {
                compare(frames[0][moment],
                        frames[static_cast<std::size_t>(backend)][moment],
                        extent,
                        QString("%1, moment %2")
                            .arg(QString::fromUtf8(nameOf(backend).data()))
                            .arg(moment));
            }
        }
    }
};

SARTOR_GPU_TEST_MAIN(TstBackends)
#include "tst_backends.moc"
