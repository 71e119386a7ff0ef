// SPDX-License-Identifier: Apache-2.0
// Vulkan and CPU carry out the same plan: on a driver that rounds each operation the results are
// equal bit for bit, whatever shares a dispatch, and validation stays silent.
#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <support/deform_fixture.h>
#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <limits>

using namespace sartor;
using deform_gpu::LastStage;
using deform_gpu::VulkanChainRunner;
using test::DeformCase;
using test::DeformCaseShape;
using test::Streams;

namespace {

// Elsewhere than on the software driver division and square root may be off by a few units in the
// last place.
bool isExactDevice(const gpu::Device& device) {
    return device.deviceName().find("llvmpipe") != std::string::npos;
}

// While this lives, no barrier is recorded.
class WithoutBarriers {
public:
    WithoutBarriers() : kept_(vkCmdPipelineBarrier2) {
        vkCmdPipelineBarrier2 = [](VkCommandBuffer, const VkDependencyInfo*) {};
    }
    ~WithoutBarriers() { vkCmdPipelineBarrier2 = kept_; }
    WithoutBarriers(const WithoutBarriers&) = delete;
    WithoutBarriers& operator=(const WithoutBarriers&) = delete;
    WithoutBarriers(WithoutBarriers&&) = delete;
    WithoutBarriers& operator=(WithoutBarriers&&) = delete;

private:
    PFN_vkCmdPipelineBarrier2 kept_;
};

double largestDifference(const deform::DeformedMesh& a, const deform::DeformedMesh& b) {
    double largest = 0.0;
    const auto grow = [&largest](const auto& x, const auto& y) {
        for (std::size_t i = 0; i < x.size(); ++i) {
            largest = std::max(largest, test::maxAbsDiff(x[i], y[i]));
        }
    };
    grow(a.positions, b.positions);
    grow(a.normals, b.normals);
    grow(a.tangents, b.tangents);
    return largest;
}

} // namespace

class TstVulkanChainRunner : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    void openDevice(gpu::Staging staging) {
        auto device = test::createTestDevice(staging);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }

    // One runner for all cases, compared with the CPU, over several frames; then the same with the
    // last stage in the vertex shader.
    void compareWithCpu(const std::string& chain, std::vector<DeformCase>& cases) {
        for (const LastStage lastStage : {LastStage::Compute, LastStage::Inline}) {
            compareWithCpu(chain, cases, lastStage);
        }
    }

    void
    compareWithCpu(const std::string& chain, std::vector<DeformCase>& cases, LastStage lastStage) {
        std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
        for (const DeformCase& deformCase : cases) {
            plans.push_back(test::planChain(chain, deformCase.source));
        }
        auto runner = VulkanChainRunner::create(*device_, plans, {.lastStage = lastStage});
        SARTOR_VERIFY_OK(runner);
        test::Random random(99);
        for (int frameIndex = 0; frameIndex < 3; ++frameIndex) {
            std::vector<deform::FrameSource> frames;
            for (DeformCase& deformCase : cases) {
                for (math::Affine& modelFromBind : deformCase.palette) {
                    // Any scale in the first frame, mirrors in the second, none in the third.
                    modelFromBind = test::randomAffine(random);
                    if (frameIndex == 1 && random.below(3) == 0) {
                        modelFromBind.linear[1] = -modelFromBind.linear[1];
                    } else if (frameIndex == 2) {
                        modelFromBind.linear = glm::mat3_cast(random.rotation());
                    }
                }
                frames.push_back(deformCase.frame());
            }
            const Status ran = (*runner)->run(frames);
            SARTOR_VERIFY_OK(ran);
            std::uint32_t captures = 0;
            for (const DeformCase& deformCase : cases) {
                const bool isDrawn = deformCase.source.mesh->vertexCount() > 0 && !chain.empty();
                captures += lastStage == LastStage::Inline && isDrawn ? 1 : 0;
            }
            QCOMPARE((*runner)->counts().captures, captures);
            for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
                deform::DeformedMesh onDevice;
                const Status read = (*runner)->readBack(mesh, onDevice);
                SARTOR_VERIFY_OK(read);
                const deform::DeformedMesh onCpu = test::deformOnCpu(chain, cases[mesh]);
                QCOMPARE(onDevice.positions.size(), onCpu.positions.size());
                QCOMPARE(onDevice.normals.size(), onCpu.normals.size());
                QCOMPARE(onDevice.tangents.size(), onCpu.tangents.size());
                if (isExactDevice(*device_)) {
                    QCOMPARE(onDevice.flags, onCpu.flags);
                    QVERIFY((*runner)->faults(mesh).flags == deform::countFlags(onCpu.flags));
                }
                if (isExactDevice(*device_)) {
                    QVERIFY2(test::haveEqualBits(onDevice, onCpu),
                             qPrintable(QString("mesh %1 of frame %2 differs by up to %3")
                                            .arg(mesh)
                                            .arg(frameIndex)
                                            .arg(largestDifference(onDevice, onCpu))));
                } else {
                    QCOMPARE_LE(largestDifference(onDevice, onCpu), 4e-5);
                }
            }
        }
    }

private slots:
    void cleanup() {
        if (device_) {
            test::expectNoValidationMessages(*device_);
        }
        device_.reset();
    }

    void equalsTheCpu_data() {
        QTest::addColumn<QString>("chain");
        QTest::addColumn<uint>("vertices");
        QTest::addColumn<uint>("influences");
        QTest::addColumn<uint>("targets");
        QTest::addColumn<int>("streams");
        QTest::addColumn<bool>("isStaged");
        const auto row = [](const char* chain, DeformCaseShape shape, bool isStaged = false) {
            QTest::addRow("%s, %u vertices, %u influences, %u targets, streams %d%s",
                          chain,
                          shape.vertexCount,
                          shape.influencesPerVertex,
                          shape.targetCount,
                          static_cast<int>(shape.streams),
                          isStaged ? ", staged" : "")
                << chain << shape.vertexCount << shape.influencesPerVertex << shape.targetCount
                << static_cast<int>(shape.streams) << isStaged;
        };
        for (const std::uint32_t influences : {1u, 2u, 4u, 8u, 12u, 0u}) {
            row("lbs", {.vertexCount = 333, .influencesPerVertex = influences});
        }
        for (const std::uint32_t vertices : {0u, 1u, 3u, 63u, 64u, 65u, 20001u}) {
            row("morph+lbs", {.vertexCount = vertices, .targetCount = 3});
        }
        for (const Streams streams : {Streams::Positions, Streams::PositionsAndNormals}) {
            row("morph+lbs", {.vertexCount = 100, .targetCount = 2, .streams = streams});
        }
        for (const std::uint32_t influences : {1u, 2u, 4u, 8u, 12u, 0u}) {
            row("dqs", {.vertexCount = 333, .influencesPerVertex = influences});
        }
        row("dqs[scale=two-phase]", {.vertexCount = 333});
        row("dqs[scale=drop]", {.vertexCount = 333});
        for (const std::uint32_t vertices : {0u, 1u, 63u, 64u, 65u, 2001u}) {
            row("morph+dqs", {.vertexCount = vertices, .targetCount = 3});
        }
        for (const Streams streams : {Streams::Positions, Streams::PositionsAndNormals}) {
            row("dqs", {.vertexCount = 100, .streams = streams});
        }
        row("dqs[blend=0.3]", {.vertexCount = 500});
        row("dqs[blend=0]", {.vertexCount = 500});
        row("dqs+lbs+dqs", {.vertexCount = 500});
        row("dqs", {.vertexCount = 1000}, true);
        row("lbs[normals=linear]", {.vertexCount = 1000});
        row("lbs[normals=per-joint]", {.vertexCount = 1000});
        row("morph+lbs[normals=linear]", {.vertexCount = 1000, .targetCount = 7});
        row("morph+lbs", {.vertexCount = 100, .targetCount = 0});
        row("morph", {.vertexCount = 1000, .targetCount = 5});
        row("lbs+lbs+lbs", {.vertexCount = 500});
        row("morph+morph+lbs+morph[order=raw]", {.vertexCount = 500, .targetCount = 4});
        for (const char* chain : {"lbs+morph[order=carried]",
                                  "lbs+morph[order=tangent]",
                                  "dqs+morph[order=carried]",
                                  "dqs[blend=0.5]+morph[order=tangent]"}) {
            row(chain, {.vertexCount = 700, .targetCount = 5});
        }
        row("lbs+morph[order=carried]",
            {.vertexCount = 100, .targetCount = 2, .streams = Streams::Positions});
        row("", {.vertexCount = 100});
        row("morph+lbs", {.vertexCount = 5000, .targetCount = 3}, true);
    }
    void equalsTheCpu() {
        QFETCH(const QString, chain);
        QFETCH(const uint, vertices);
        QFETCH(const uint, influences);
        QFETCH(const uint, targets);
        QFETCH(const int, streams);
        QFETCH(const bool, isStaged);
        openDevice(isStaged ? gpu::Staging::Always : gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(vertices * 31u + influences * 7u + targets);
        std::vector<DeformCase> cases = {
            test::randomCase(random,
                             {.vertexCount = vertices,
                              .influencesPerVertex = influences,
                              .targetCount = targets,
                              .streams = static_cast<Streams>(streams)})};
        compareWithCpu(chain.toStdString(), cases);
    }

    void manyMeshesShareDispatches() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(5);
        std::vector<DeformCase> cases;
        for (const std::uint32_t vertices : {65u, 0u, 1u, 700u, 3u, 128u}) {
            cases.push_back(test::randomCase(random,
                                             {.vertexCount = vertices,
                                              .jointCount = vertices % 7 + 1,
                                              .targetCount = vertices % 3}));
        }
        // Equal to the CPU, which deforms each alone.
        compareWithCpu("morph+lbs", cases);
    }

    void blendsBetweenMethodsByVertex() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(11);
        std::vector<DeformCase> cases;
        for (const std::uint32_t vertices : {65u, 700u}) {
            DeformCase deformCase = test::randomCase(random, {.vertexCount = vertices});
            assets::MeshData data;
            data.name = "blend";
            data.positions = test::toVector(deformCase.source.mesh->positions());
            data.normals = test::toVector(deformCase.source.mesh->normals());
            for (std::uint32_t vertex = 0; vertex < vertices; ++vertex) {
                data.skinBlend.push_back(random.uniform(-0.2f, 1.2f));
            }
            deformCase.source.mesh = test::require(assets::Mesh::create(std::move(data)));
            deformCase.source.commonStretch = glm::mat3(0.01f);
            cases.push_back(std::move(deformCase));
        }
        compareWithCpu("dqs[scale=drop,blend=0.9]", cases);
    }

    void countsOneDispatchPerStageAndGroup() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(6);
        const DeformCaseShape shape{.vertexCount = 100, .targetCount = 2};
        const std::array cases = {test::randomCase(random, shape),
                                  test::randomCase(random, shape),
                                  test::randomCase(random, shape)};
        const std::vector plans = {test::planChain("morph+lbs", cases[0].source),
                                   test::planChain("morph+lbs[normals=linear]", cases[1].source),
                                   test::planChain("lbs", cases[2].source)};
        auto runner = VulkanChainRunner::create(*device_, plans);
        SARTOR_VERIFY_OK(runner);
        std::array frames = {cases[0].frame(), cases[1].frame(), cases[2].frame()};
        for (int frameIndex = 0; frameIndex < 2; ++frameIndex) {
            const Status ran = (*runner)->run(frames);
            SARTOR_VERIFY_OK(ran);
            // Two stages for the two that differ in a param alone, one for the third.
            QCOMPARE((*runner)->counts().dispatches, 3u);
        }
        for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
            const std::array chains = {"morph+lbs", "morph+lbs[normals=linear]", "lbs"};
            deform::DeformedMesh onDevice;
            const Status read = (*runner)->readBack(mesh, onDevice);
            SARTOR_VERIFY_OK(read);
            QCOMPARE_LE(largestDifference(onDevice, test::deformOnCpu(chains[mesh], cases[mesh])),
                        isExactDevice(*device_) ? 0.0 : 4e-5);
        }
        // A frame flag is the same for a whole dispatch.
        frames[1].flags = SARTOR_FRAME_STREAM_OUTPUT;
        const Status ran = (*runner)->run(frames);
        SARTOR_VERIFY_OK(ran);
        QCOMPARE((*runner)->counts().dispatches, 5u);
    }

    void saysWhereTheResultsAre() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(7);
        const std::array cases = {
            test::randomCase(random, {.vertexCount = 65}),
            test::randomCase(random, {.vertexCount = 10, .streams = Streams::Positions}),
            test::randomCase(random, {.vertexCount = 33})};
        std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
        std::vector<deform::FrameSource> frames;
        for (const DeformCase& deformCase : cases) {
            plans.push_back(test::planChain("lbs", deformCase.source));
            frames.push_back(deformCase.frame());
        }
        auto runner = VulkanChainRunner::create(*device_, plans);
        SARTOR_VERIFY_OK(runner);
        const Status ran = (*runner)->run(frames);
        SARTOR_VERIFY_OK(ran);
        const deform_gpu::DeviceMesh first = (*runner)->deviceMesh(0);
        const deform_gpu::DeviceMesh third = (*runner)->deviceMesh(2);
        QCOMPARE(first.positions.buffer, third.positions.buffer);
        QCOMPARE(first.positions.size, VkDeviceSize{65 * 12});
        QCOMPARE(third.tangents.size, VkDeviceSize{33 * 16});
        QCOMPARE(third.positions.offset % 256, VkDeviceSize{0});
        QCOMPARE_GE(third.positions.offset, first.positions.offset + first.positions.size);
        QCOMPARE((*runner)->deviceMesh(1).normals.buffer, VkBuffer{VK_NULL_HANDLE});
    }

    void anyWorkgroupGivesTheSameBits_data() {
        QTest::addColumn<uint>("localSize");
        for (const std::uint32_t size : {1u, 32u, 128u, 256u}) {
            QTest::addRow("%u", size) << size;
        }
    }
    void anyWorkgroupGivesTheSameBits() {
        QFETCH(const uint, localSize);
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(31);
        std::vector<DeformCase> cases;
        std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
        std::vector<deform::FrameSource> frames;
        for (const std::uint32_t vertices : {0u, 1u, 31u, 32u, 33u, 255u, 256u, 257u}) {
            cases.push_back(test::randomCase(random, {.vertexCount = vertices, .targetCount = 2}));
        }
        for (const DeformCase& deformCase : cases) {
            plans.push_back(test::planChain("morph+dqs", deformCase.source));
            frames.push_back(deformCase.frame());
        }
        std::vector<std::unique_ptr<VulkanChainRunner>> runners;
        for (const std::uint32_t size : {64u, localSize}) {
            auto runner = VulkanChainRunner::create(*device_, plans, {.localSize = size});
            SARTOR_VERIFY_OK(runner);
            const Status ran = (*runner)->run(frames);
            SARTOR_VERIFY_OK(ran);
            runners.push_back(*std::move(runner));
        }
        for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
            std::array<deform::DeformedMesh, 2> results;
            for (std::size_t i = 0; i < results.size(); ++i) {
                const Status read = runners[i]->readBack(mesh, results[i]);
                SARTOR_VERIFY_OK(read);
            }
            QVERIFY(test::haveEqualBits(results[0], results[1]));
        }
    }

    void workgroupsHaveALimit() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        for (const std::uint32_t size : {0u, 0xffffffffu}) {
            const auto runner = VulkanChainRunner::create(*device_, {}, {.localSize = size});
            QVERIFY(!runner);
            QCOMPARE(runner.error().code, std::string("deform_gpu.local_size"));
        }
    }

    // What the barriers are for: without them synchronisation validation speaks.
    void aMissingBarrierIsSeen() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        if (!device_->isValidating()) {
            QSKIP("the validation layer is off");
        }
        test::Random random(12);
        const DeformCase deformCase = test::randomCase(random, {.vertexCount = 100});
        const auto plan = test::planChain("lbs+lbs", deformCase.source);
        for (const LastStage lastStage : {LastStage::Compute, LastStage::Inline}) {
            auto runner = VulkanChainRunner::create(*device_, {plan}, {.lastStage = lastStage});
            SARTOR_VERIFY_OK(runner);
            const Status ran = (*runner)->run(std::array{deformCase.frame()});
            SARTOR_VERIFY_OK(ran);
            test::expectNoValidationMessages(*device_);
        }
        auto unsafe = test::require(test::createTestDevice());
        for (const LastStage lastStage : {LastStage::Compute, LastStage::Inline}) {
            const std::uint32_t before = unsafe->validationMessageCount();
            auto runner = VulkanChainRunner::create(*unsafe, {plan}, {.lastStage = lastStage});
            SARTOR_VERIFY_OK(runner);
            {
                const WithoutBarriers without;
                const Status ran = (*runner)->run(std::array{deformCase.frame()});
                SARTOR_VERIFY_OK(ran);
            }
            QVERIFY(unsafe->validationMessageCount() > before);
            QVERIFY(unsafe->validationMessages().back().find("SYNC-HAZARD") != std::string::npos);
        }
    }

    void replacesAndRecordsNonfiniteInput() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(8);
        DeformCase deformCase = test::randomCase(random, {.vertexCount = 64, .targetCount = 3});
        deformCase.palette[2].translation.y = std::numeric_limits<float>::quiet_NaN();
        deformCase.morphWeights[1] = std::numeric_limits<float>::infinity();
        auto runner =
            VulkanChainRunner::create(*device_, {test::planChain("morph+lbs", deformCase.source)});
        SARTOR_VERIFY_OK(runner);
        const std::array frames = {deformCase.frame()};
        const Status ran = (*runner)->run(frames);
        SARTOR_VERIFY_OK(ran);
        QCOMPARE((*runner)->faults(0).nonfiniteJoints, std::vector<std::uint32_t>{2});
        QCOMPARE((*runner)->faults(0).nonfiniteMorphWeights, std::vector<std::uint32_t>{1});
        deform::DeformedMesh onDevice;
        const Status read = (*runner)->readBack(0, onDevice);
        SARTOR_VERIFY_OK(read);
        deformCase.palette[2] = math::Affine();
        deformCase.morphWeights[1] = 0.0f;
        QCOMPARE_LE(largestDifference(onDevice, test::deformOnCpu("morph+lbs", deformCase)),
                    isExactDevice(*device_) ? 0.0 : 4e-5);
    }

    void refusesWhatDoesNotFit() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        test::Random random(9);
        const DeformCase deformCase = test::randomCase(random, {.vertexCount = 10});
        auto runner =
            VulkanChainRunner::create(*device_, {test::planChain("lbs", deformCase.source)});
        SARTOR_VERIFY_OK(runner);
        deform::DeformedMesh onDevice;
        QCOMPARE((*runner)->readBack(0, onDevice).error().code, std::string("deform_gpu.not_run"));
        QCOMPARE((*runner)->run({}).error().message,
                 std::string("there are 0 frames for 1 meshes"));
        deform::FrameSource frame = deformCase.frame();
        frame.modelFromBind = frame.modelFromBind.first(3);
        QCOMPARE((*runner)->run(std::array{frame}).error().message,
                 std::string("mesh 'random': the palette has 3 matrices, expected 8"));
    }

    void refusesMeshesBeyondOneDispatch() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        const std::uint64_t groups = device_->properties().limits.maxComputeWorkGroupCount[0];
        const std::uint64_t vertices = groups * 64 + 1;
        if (vertices > 8'000'000) {
            return; // this device reaches further than a test should go
        }
        assets::MeshData data;
        data.name = "endless";
        data.positions.resize(vertices, glm::vec3(0.0f));
        deform::MeshSource source;
        source.mesh = test::require(assets::Mesh::create(std::move(data)));
        const auto runner = VulkanChainRunner::create(*device_, {test::planChain("morph", source)});
        QVERIFY(!runner);
        QCOMPARE(runner.error().code, std::string("deform_gpu.too_large"));
        QCOMPARE(runner.error().message,
                 "mesh 'endless' has " + std::to_string(vertices) +
                     " vertices, one dispatch of this device reaches " +
                     std::to_string(vertices - 1));
    }

    void withoutMeshesThereIsNothingToDo() {
        openDevice(gpu::Staging::WhenNeeded);
        QVERIFY(device_ != nullptr);
        auto runner = VulkanChainRunner::create(*device_, {});
        SARTOR_VERIFY_OK(runner);
        const Status ran = (*runner)->run({});
        SARTOR_VERIFY_OK(ran);
        QCOMPARE((*runner)->counts().dispatches, 0u);
    }
};

SARTOR_GPU_TEST_MAIN(TstVulkanChainRunner)
#include "tst_vulkan_chain_runner.moc"
