// SPDX-License-Identifier: Apache-2.0
// Which stage runs in the vertex shader, what is said where none can, and what a picture is drawn
// from. That its results are those of the CPU is tested with the runner.
#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <support/gpu_main.h>
#include <support/small_case.h>
#include <support/verify_ok.h>

using namespace sartor;
using deform_gpu::LastStage;
using deform_gpu::VulkanChainRunner;
using test::DeformCase;

namespace {

const deform::PluginHost& hostWithTools() {
    static const deform::PluginHost loaded = [] {
        deform::PluginHost made;
        SARTOR_ASSERT(made.loadFolder(SARTOR_PLUGIN_DIR).isOk());
        SARTOR_ASSERT(made.load(SARTOR_GPU_FIXTURE_DIR "/gpu_tools.sartorplugin").isOk());
        return made;
    }();
    return loaded;
}

std::shared_ptr<const deform::ChainPlan> plan(const QString& chain, const DeformCase& deformCase) {
    return test::require(deform::ChainPlan::create(
        test::require(deform::parseChain(chain.toStdString(), hostWithTools())),
        deformCase.source,
        {.watch = deform::Watch::Flags}));
}

} // namespace

class TstVertexStage : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

private slots:
    void init() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }
    void cleanup() {
        if (device_) {
            test::expectNoValidationMessages(*device_);
        }
        device_.reset();
    }

    void choosesTheLastStageThatCan_data() {
        QTest::addColumn<QString>("chain");
        QTest::addColumn<uint>("dispatches");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("one stage") << "lbs" << 0u << "";
        QTest::newRow("earlier ones are compute") << "morph+lbs" << 1u << "";
        QTest::newRow("three") << "lbs+lbs+dqs" << 3u << "";
        QTest::newRow("marks are made beside it") << "dqs" << 1u << "";
        QTest::newRow("empty") << "" << 0u << "no stage writes positions";
        QTest::newRow("no vertex form")
            << "lbs+lift" << 2u << "stage 'lift' of 'test.lift' has no vertex form";
        QTest::newRow("others make the normals") << "lbs+shift" << 1u << "";
        QTest::newRow("a later stage works on its result")
            << "lbs+follow" << 2u
            << "stage 'follow' of 'test.follow' works on what stage 'skin' of 'sartor.lbs' "
               "makes";
    }
    void choosesTheLastStageThatCan() {
        QFETCH(const QString, chain);
        QFETCH(const uint, dispatches);
        QFETCH(const QString, refusal);
        QVERIFY(device_ != nullptr);
        test::Random random(3);
        const DeformCase deformCase =
            test::randomCase(random, {.vertexCount = 70, .targetCount = 2});
        auto inlined = VulkanChainRunner::create(
            *device_, {plan(chain, deformCase)}, {.lastStage = LastStage::Inline});
        SARTOR_VERIFY_OK(inlined);
        auto compute = VulkanChainRunner::create(*device_, {plan(chain, deformCase)});
        SARTOR_VERIFY_OK(compute);
        std::array<deform::DeformedMesh, 2> results;
        for (const auto& [runner, result] :
             {std::pair(inlined->get(), &results[0]), std::pair(compute->get(), &results[1])}) {
            const Status ran = runner->run(std::array{deformCase.frame()});
            SARTOR_VERIFY_OK(ran);
            const Status read = runner->readBack(0, *result);
            SARTOR_VERIFY_OK(read);
        }
        QCOMPARE(QString::fromStdString((*inlined)->inlineRefusal(0)), refusal);
        QCOMPARE((*inlined)->counts().dispatches, dispatches);
        QCOMPARE((*inlined)->counts().captures, refusal.isEmpty() ? 1u : 0u);
        QCOMPARE((*inlined)->deviceMesh(0).source.has_value(), refusal.isEmpty());
        QVERIFY(test::haveEqualBits(results[0], results[1]));

        QCOMPARE((*compute)->inlineRefusal(0), std::string());
        QCOMPARE((*compute)->counts().captures, 0u);
        QVERIFY(!(*compute)->deviceMesh(0).source);
    }

    void sourcesAreToldApart() {
        QVERIFY(device_ != nullptr);
        test::Random random(4);
        const DeformCase a = test::randomCase(random, {.vertexCount = 70});
        const DeformCase b = test::randomCase(random, {.vertexCount = 7});
        auto both = VulkanChainRunner::create(*device_,
                                              {plan("lbs", a), plan("lbs", b), plan("dqs", b)},
                                              {.lastStage = LastStage::Inline});
        SARTOR_VERIFY_OK(both);
        const Status ran = (*both)->run(std::array{a.frame(), b.frame(), b.frame()});
        SARTOR_VERIFY_OK(ran);
        const auto first = (*both)->deviceMesh(0).source;
        const auto second = (*both)->deviceMesh(1).source;
        const auto third = (*both)->deviceMesh(2).source;
        // One pipeline serves both, each with its own instance.
        QCOMPARE(first->id, second->id);
        QCOMPARE(first->words[0], 0u);
        QCOMPARE(second->words[0], 1u);
        QVERIFY(third->id != first->id);
        // Where a runner is gone, another one may have its addresses, but not its ids.
        const std::uint64_t old = first->id;
        both->reset();
        auto again =
            VulkanChainRunner::create(*device_, {plan("lbs", a)}, {.lastStage = LastStage::Inline});
        SARTOR_VERIFY_OK(again);
        QVERIFY((*again)->deviceMesh(0).source->id > old);
    }
};

SARTOR_GPU_TEST_MAIN(TstVertexStage)
#include "tst_vertex_stage.moc"
