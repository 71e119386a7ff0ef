// SPDX-License-Identifier: Apache-2.0
// What the device does not do again, and the positions of the frame before that it keeps.
#include <sartor/base/unique_id.h>
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#include <sartor/gpu/commands.h>

#include <support/gpu_main.h>
#include <support/small_case.h>
#include <support/verify_ok.h>

#include <cstring>

using namespace sartor;
using deform_gpu::LastStage;
using deform_gpu::VulkanChainRunner;
using test::DeformCase;

class TstSkinCache : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;
    std::vector<DeformCase> cases_;
    std::vector<deform::InputKey> inputs_;
    std::unique_ptr<VulkanChainRunner> runner_;
    test::Random random_{77};

    void open(gpu::Staging staging, const std::vector<std::string>& chains, LastStage lastStage) {
        auto device = test::createTestDevice(staging);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
        std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
        for (std::size_t i = 0; i < chains.size(); ++i) {
            cases_.push_back(test::randomCase(
                random_,
                {.vertexCount = static_cast<std::uint32_t>(65 + 31 * i), .targetCount = 2}));
            plans.push_back(test::planChain(chains[i], cases_.back().source));
            inputs_.push_back({newId(), 1});
        }
        auto runner = VulkanChainRunner::create(*device_, plans, {.lastStage = lastStage});
        SARTOR_VERIFY_OK(runner);
        runner_ = *std::move(runner);
    }

    void move(std::size_t mesh) {
        for (math::Affine& modelFromBind : cases_[mesh].palette) {
            modelFromBind = test::randomAffine(random_);
        }
        ++inputs_[mesh].revision;
    }

    void run(std::uint32_t flags = 0) {
        std::vector<deform::FrameSource> frames;
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            frames.push_back(cases_[i].frame());
            frames.back().input = inputs_[i];
            frames.back().flags = flags;
        }
        const Status status = runner_->run(frames);
        SARTOR_VERIFY_OK(status);
    }

    std::vector<glm::vec3> positions(std::size_t mesh) {
        deform::DeformedMesh result;
        const Status status = runner_->readBack(mesh, result);
        return status ? result.positions : std::vector<glm::vec3>();
    }

    // From the device's own memory, as a renderer would read it.
    std::vector<glm::vec3> previousPositions(std::size_t mesh) {
        const deform_gpu::DeviceStream stream = runner_->deviceMesh(mesh).previousPositions;
        auto commands = test::require(gpu::Commands::create(*device_, "test"));
        SARTOR_ASSERT(commands.begin().isOk());
        const auto staging = test::require(commands.stage(stream.size, gpu::MemoryUse::HostRead));
        const VkBufferCopy region = {stream.offset, staging.offset, stream.size};
        vkCmdCopyBuffer(commands.handle(), stream.buffer, staging.buffer, 1, &region);
        commands.barrier(gpu::kTransferWrite, gpu::kHostRead);
        SARTOR_ASSERT(commands.submitAndWait().isOk());
        std::vector<glm::vec3> values(staging.bytes.size() / sizeof(glm::vec3));
        std::memcpy(values.data(), staging.bytes.data(), staging.bytes.size());
        return values;
    }

private slots:
    void cleanup() {
        runner_.reset();
        if (device_) {
            test::expectNoValidationMessages(*device_);
        }
        device_.reset();
        cases_.clear();
        inputs_.clear();
    }

    void theSamePoseIsNothingToDo_data() {
        QTest::addColumn<bool>("isInline");
        QTest::addColumn<bool>("isStaged");
        for (const bool isInline : {false, true}) {
            for (const bool isStaged : {false, true}) {
                QTest::addRow("inline %d, staged %d", isInline, isStaged) << isInline << isStaged;
            }
        }
    }
    void theSamePoseIsNothingToDo() {
        QFETCH(const bool, isInline);
        QFETCH(const bool, isStaged);
        open(isStaged ? gpu::Staging::Always : gpu::Staging::WhenNeeded,
             {"morph+lbs", "morph+lbs", "dqs"},
             isInline ? LastStage::Inline : LastStage::Compute);
        QVERIFY(runner_ != nullptr);
        run();
        const deform::RunCounts first = runner_->counts();
        QCOMPARE(first.dispatches, isInline ? 2u : 4u);
        QCOMPARE(first.captures, isInline ? 3u : 0u);
        QCOMPARE(first.deformedVertices, std::uint64_t{65 + 96 + 127});
        QCOMPARE(first.reusedMeshes, 0u);
        QVERIFY(first.uploadedBytes > 0 && first.writtenBytes > 0 && first.barriers > 0);
        const auto before = positions(1);
        run();
        QCOMPARE(runner_->counts(), (deform::RunCounts{.reusedMeshes = 3}));
        QCOMPARE(positions(1), before);
        QCOMPARE(previousPositions(1), before);
        // One of three: nothing is done for the others.
        move(1);
        run();
        QCOMPARE(runner_->counts().reusedMeshes, 2u);
        QCOMPARE(runner_->counts().deformedVertices, std::uint64_t{96});
        QCOMPARE(runner_->counts().dispatches, isInline ? 1u : 2u);
        QVERIFY(runner_->counts().uploadedBytes < first.uploadedBytes);
        QVERIFY(runner_->counts().writtenBytes < first.writtenBytes);
        QVERIFY(runner_->wasReused(0) && !runner_->wasReused(1) && runner_->wasReused(2));
        for (std::size_t mesh = 0; mesh < cases_.size(); ++mesh) {
            const auto onDevice = positions(mesh);
            const auto onCpu =
                test::deformOnCpu(mesh == 2 ? "dqs" : "morph+lbs", cases_[mesh]).positions;
            QCOMPARE(onDevice.size(), onCpu.size());
            for (std::size_t vertex = 0; vertex < onCpu.size(); ++vertex) {
                QCOMPARE_LE(test::maxAbsDiff(onDevice[vertex], onCpu[vertex]), 4e-5);
            }
        }
        QCOMPARE(previousPositions(1), before);
    }

    // Pause, play, teleport, and palettes whose memory moves or is given to others.
    void theFrameBeforeIsTheFrameBefore_data() { theSamePoseIsNothingToDo_data(); }
    void theFrameBeforeIsTheFrameBefore() {
        QFETCH(const bool, isInline);
        QFETCH(const bool, isStaged);
        open(isStaged ? gpu::Staging::Always : gpu::Staging::WhenNeeded,
             {"dqs", "dqs"},
             isInline ? LastStage::Inline : LastStage::Compute);
        QVERIFY(runner_ != nullptr);
        run();
        QCOMPARE(previousPositions(0), positions(0));
        auto before = positions(0);
        move(0);
        move(1);
        run();
        QVERIFY(positions(0) != before);
        QCOMPARE(previousPositions(0), before);
        before = positions(0);
        run();
        QCOMPARE(previousPositions(0), before);
        // The one beside it moves; this one stands.
        move(1);
        run();
        QCOMPARE(previousPositions(0), before);
        QCOMPARE(positions(0), before);
        // Equal contents under a new id: deformed again, no spike in the motion.
        inputs_[0] = {newId(), 1};
        run();
        QVERIFY(!runner_->wasReused(0));
        QCOMPARE(previousPositions(0), positions(0));
        // Other contents at the same address with the same revision: no false hit.
        move(0);
        inputs_[0] = {newId(), 1};
        run();
        QVERIFY(!runner_->wasReused(0));
        QVERIFY(positions(0) != before);
        QCOMPARE(previousPositions(0), before);
        move(0);
        run(SARTOR_FRAME_RESET);
        QCOMPARE(previousPositions(0), positions(0));
    }

    // k meshes in one dispatch are k dispatches, bit for bit.
    void oneDispatchIsAsGoodAsMany() {
        open(gpu::Staging::WhenNeeded,
             {"morph+dqs", "morph+dqs", "morph+dqs", "morph+dqs", "morph+dqs"},
             LastStage::Compute);
        QVERIFY(runner_ != nullptr);
        run();
        QCOMPARE(runner_->counts().dispatches, 3u);
        for (std::size_t mesh = 0; mesh < cases_.size(); ++mesh) {
            auto alone = VulkanChainRunner::create(
                *device_, {test::planChain("morph+dqs", cases_[mesh].source)});
            SARTOR_VERIFY_OK(alone);
            const Status ran = (*alone)->run(std::array{cases_[mesh].frame()});
            SARTOR_VERIFY_OK(ran);
            deform::DeformedMesh one;
            deform::DeformedMesh together;
            Status read = (*alone)->readBack(0, one);
            SARTOR_VERIFY_OK(read);
            read = runner_->readBack(mesh, together);
            SARTOR_VERIFY_OK(read);
            QVERIFY(test::haveEqualBits(one, together));
        }
    }
};

SARTOR_GPU_TEST_MAIN(TstSkinCache)
#include "tst_skin_cache.moc"
