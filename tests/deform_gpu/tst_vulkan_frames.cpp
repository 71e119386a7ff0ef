// SPDX-License-Identifier: Apache-2.0
// Passes, neighbours and frames that go on from the last one: the device equals the CPU bit for bit
// over many frames.
#include "../deform/host_with_tools.h"

#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <array>
#include <string>

using namespace sartor;
using deform_gpu::VulkanChainRunner;
using test::DeformCase;

namespace {

// With triangles between vertices that are near in number, some of them welded.
DeformCase connectedCase(test::Random& random, std::uint32_t vertexCount) {
    DeformCase made = test::randomCase(random, {.vertexCount = vertexCount, .targetCount = 2});
    assets::MeshData data;
    data.name = "connected";
    data.positions = test::toVector(made.source.mesh->positions());
    data.normals = test::toVector(made.source.mesh->normals());
    for (std::uint32_t vertex = 0; vertex + 7 < vertexCount; ++vertex) {
        data.triangles.insert(data.triangles.end(), {vertex, vertex + 1, vertex + 7});
    }
    made.source.mesh = test::require(assets::Mesh::create(std::move(data)));
    return made;
}

std::shared_ptr<const deform::ChainPlan> plan(const std::string& chain,
                                              const DeformCase& deformCase) {
    return test::require(deform::ChainPlan::create(
        test::require(deform::parseChain(chain, test::hostWithTools())), deformCase.source));
}

bool isExactDevice(const gpu::Device& device) {
    return device.deviceName().find("llvmpipe") != std::string::npos;
}

} // namespace

class TstVulkanFrames : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    void openDevice(gpu::Staging staging) {
        auto device = test::createTestDevice(staging);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }

private slots:
    void cleanup() { device_.reset(); }

    void equalsTheCpuOverManyFrames_data() {
        QTest::addColumn<QString>("chain");
        QTest::addColumn<bool>("isStaged");
        for (const char* chain : {"relax",
                                  "relax[iterations=0]",
                                  "sartor.lbs+relax[iterations=9]",
                                  "relax[iterations=2]+sartor.lbs+relax[iterations=3]",
                                  "count+count",
                                  "sartor.lbs+lag",
                                  "lag+sartor.lbs+lag",
                                  "sartor.lbs+ticker",
                                  "morph+dqs+relax[iterations=4]+lag+count+ticker",
                                  ""}) {
            for (const bool isStaged : {false, true}) {
                QTest::addRow("%s%s", chain, isStaged ? ", staged" : "") << chain << isStaged;
            }
        }
    }
    void equalsTheCpuOverManyFrames() {
        QFETCH(const QString, chain);
        QFETCH(const bool, isStaged);
        openDevice(isStaged ? gpu::Staging::Always : gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(17);
        std::vector<DeformCase> cases;
        std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
        std::vector<std::unique_ptr<deform::CpuChainRunner>> onCpu;
        for (const std::uint32_t vertices : {65u, 0u, 700u, 8u}) {
            cases.push_back(connectedCase(random, vertices));
            plans.push_back(plan(chain.toStdString(), cases.back()));
            onCpu.push_back(test::require(deform::CpuChainRunner::create(plans.back())));
        }
        auto runner = VulkanChainRunner::create(*device_, plans);
        SARTOR_VERIFY_OK(runner);
        for (int index = 0; index < 7; ++index) {
            std::vector<deform::FrameSource> frames;
            for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
                for (math::Affine& modelFromBind : cases[mesh].palette) {
                    modelFromBind = test::randomAffine(random);
                }
                for (float& weight : cases[mesh].morphWeights) {
                    weight = random.below(2) == 0 ? random.uniform(-1, 1) : 0.0f;
                }
                deform::FrameSource frame = cases[mesh].frame();
                frame.time = 0.25 * index;
                frame.deltaTime = 0.25;
                // Frame 3 is a seek for all, frame 5 for one in the middle.
                const bool isReset = index == 3 || (index == 5 && mesh == 2);
                frame.flags = isReset ? std::uint32_t{SARTOR_FRAME_RESET} : 0u;
                frames.push_back(frame);
            }
            const Status ran = (*runner)->run(frames);
            SARTOR_VERIFY_OK(ran);
            for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
                QVERIFY(onCpu[mesh]->run(frames[mesh]).isOk());
                deform::DeformedMesh onDevice;
                const Status read = (*runner)->readBack(mesh, onDevice);
                SARTOR_VERIFY_OK(read);
                comparePositions(onDevice.positions, onCpu[mesh]->positions());
                if (QTest::currentTestFailed()) {
                    qWarning("mesh %zu of frame %d", mesh, index);
                    return;
                }
            }
        }
        test::expectNoValidationMessages(*device_);
    }

private:
    void comparePositions(std::span<const glm::vec3> actual, std::span<const glm::vec3> expected) {
        if (isExactDevice(*device_)) {
            QVERIFY(!test::firstBitDifference(actual, expected));
            return;
        }
        QCOMPARE(actual.size(), expected.size());
        for (std::size_t vertex = 0; vertex < actual.size(); ++vertex) {
            QCOMPARE_LE(test::maxAbsDiff(actual[vertex], expected[vertex]), 4e-5);
        }
    }
};

SARTOR_GPU_TEST_MAIN(TstVulkanFrames)
#include "tst_vulkan_frames.moc"
