// SPDX-License-Identifier: Apache-2.0
// The compute forms under the conformance kit: those of the tree agree with the CPU, and faults
// that only a device can have are found.
#include <sartor/deform_gpu/vulkan_chain_runner.h>
#include <sartor/deform_gpu/vulkan_conformance.h>

#include <support/gpu_main.h>
#include <support/mutants.h>
#include <support/small_case.h>
#include <support/verify_ok.h>

using namespace sartor;
using deform::ConformanceReport;
using deform::ConformanceRequest;
using deform::Verdict;
using deform_gpu::LastStage;

namespace {

constexpr std::size_t kZeroSum = 8;
constexpr std::size_t kBackend = 16;

} // namespace

class TstVulkanConformance : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    ConformanceReport check(ConformanceRequest request, LastStage lastStage = LastStage::Compute) {
        deform_gpu::VulkanConformance backend(*device_, lastStage);
        request.skinning = test::require(test::builtPlugins().find("lbs"));
        request.backend = &backend;
        request.only = {"zero-sum", "index-range", "backend"};
        return test::require(deform::checkConformance(request));
    }

private slots:
    void initTestCase();
    void deviceFormsAgreeWithTheCpu_data();
    void deviceFormsAgreeWithTheCpu();
    void findsAMissingTailGuard();
    void findsASingleUnitInTheLastPlace_data();
    void findsASingleUnitInTheLastPlace();
    void saysWhereThereIsNoVertexForm();
    void runsOfHealthyStagesKeepToTheirMemory();
    void cleanupTestCase();
};

void TstVulkanConformance::initTestCase() {
    auto device = test::createTestDevice();
    SARTOR_VERIFY_OK(device);
    device_ = *std::move(device);
}

void TstVulkanConformance::deviceFormsAgreeWithTheCpu_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isInline");
    for (const char* chain : {"lbs",
                              "lbs[normals=linear]",
                              "lbs[normals=per-joint]",
                              "dqs",
                              "dqs[scale=two-phase]",
                              "dqs[scale=drop]",
                              "dqs[blend=0.5]",
                              "morph",
                              "morph[order=raw]",
                              "morph[order=carried]",
                              "morph[order=tangent]"}) {
        for (const bool isInline : {false, true}) {
            QTest::addRow("%s%s", chain, isInline ? " inline" : "") << chain << isInline;
        }
    }
}

void TstVulkanConformance::deviceFormsAgreeWithTheCpu() {
    QFETCH(QString, chain);
    QFETCH(bool, isInline);
    ConformanceRequest request;
    request.subject =
        test::require(deform::parseChain(chain.toStdString(), test::builtPlugins())).links.front();
    const ConformanceReport report =
        check(request, isInline ? LastStage::Inline : LastStage::Compute);
    for (const std::size_t index : {kZeroSum, kBackend}) {
        QVERIFY2(report.results[index].verdict != Verdict::Fails,
                 report.results[index].reason.c_str());
    }
    QCOMPARE(report.results[kBackend].verdict, Verdict::Holds);
    QCOMPARE_GE(report.results[kBackend].comparisonCount, std::size_t{100});
}

void TstVulkanConformance::findsAMissingTailGuard() {
    ConformanceRequest request;
    request.subject = deform::initialLink(test::loadMutant("no_tail_guard"));
    const deform::InvariantResult result = check(request).results[kBackend];
    QCOMPARE(result.verdict, Verdict::Fails);
    QVERIFY2(result.reason.find(" a stage writes element ") != std::string::npos &&
                 result.reason.find("of 'sartor.") != std::string::npos,
             result.reason.c_str());
}

void TstVulkanConformance::findsASingleUnitInTheLastPlace_data() {
    QTest::addColumn<QString>("mutant");
    QTest::addColumn<bool>("isInline");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("compute") << "one_ulp" << false << true;
    QTest::newRow("vertex") << "vertex_one_ulp" << true << true;
    // Each form is checked, not the other one.
    QTest::newRow("compute of a vertex form") << "vertex_one_ulp" << false << false;
    QTest::newRow("vertex beside a compute form") << "one_ulp" << true << false;
}

void TstVulkanConformance::findsASingleUnitInTheLastPlace() {
    QFETCH(QString, mutant);
    QFETCH(bool, isInline);
    QFETCH(bool, isFound);
    if (!deform_gpu::roundsLikeTheCpu(*device_)) {
        QSKIP("this device may be off by more than that");
    }
    ConformanceRequest request;
    request.subject = deform::initialLink(test::loadMutant(mutant.toStdString()));
    const deform::InvariantResult result =
        check(request, isInline ? LastStage::Inline : LastStage::Compute).results[kBackend];
    QCOMPARE(result.verdict, isFound ? Verdict::Fails : Verdict::Holds);
    QVERIFY2(!isFound || result.reason.find("must be equal bit for bit") != std::string::npos,
             result.reason.c_str());
}

void TstVulkanConformance::saysWhereThereIsNoVertexForm() {
    auto computeOnly =
        std::make_shared<deform::Deformer>(*test::require(test::builtPlugins().find("lbs")));
    for (deform::Stage& stage : computeOnly->stages) {
        stage.vertex.reset();
    }
    ConformanceRequest request;
    request.subject = deform::initialLink(computeOnly);
    const deform::InvariantResult result = check(request, LastStage::Inline).results[kBackend];
    QCOMPARE(result.verdict, Verdict::NotApplicable);
    QVERIFY2(result.reason.find("has no vertex form") != std::string::npos, result.reason.c_str());
}

void TstVulkanConformance::runsOfHealthyStagesKeepToTheirMemory() {
    test::Random random(12);
    std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
    std::vector<test::DeformCase> cases;
    for (const std::uint32_t vertices : {1u, 65u, 1000u}) {
        cases.push_back(test::randomCase(random, {.vertexCount = vertices, .targetCount = 2}));
        plans.push_back(test::planChain("morph+dqs", cases.back().source));
    }
    const auto runner = test::require(deform_gpu::VulkanChainRunner::create(*device_, plans));
    QCOMPARE(runner->findOverrun().error().code, std::string("deform_gpu.not_run"));
    std::vector<deform::FrameSource> frames;
    for (const test::DeformCase& deformCase : cases) {
        frames.push_back(deformCase.frame());
    }
    const Status ran = runner->run(frames);
    SARTOR_VERIFY_OK(ran);
    deform::DeformedMesh before;
    const Status first = runner->readBack(2, before);
    SARTOR_VERIFY_OK(first);
    QCOMPARE(test::require(runner->findOverrun()), std::string());
    // Looking changes nothing.
    deform::DeformedMesh after;
    const Status second = runner->readBack(2, after);
    SARTOR_VERIFY_OK(second);
    QVERIFY(test::haveEqualBits(after, before));
}

void TstVulkanConformance::cleanupTestCase() {
    test::expectNoValidationMessages(*device_);
    device_.reset();
}

SARTOR_GPU_TEST_MAIN(TstVulkanConformance)
#include "tst_vulkan_conformance.moc"
