// SPDX-License-Identifier: Apache-2.0
// The device forms of the sample deformers give what their CPU forms give: bit for bit on a driver
// that rounds each operation, with validation silent.
#include "sample_fixture.h"

#include <sartor/deform_gpu/vulkan_chain_runner.h>

#include <support/gpu_main.h>
#include <support/verify_ok.h>

using namespace sartor;
using deform_gpu::LastStage;
using deform_gpu::VulkanChainRunner;
using test::DeformCase;
using test::Streams;
using test::TubeShape;

class TstSamplesOnGpu : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    bool isExact() const { return device_->deviceName().find("llvmpipe") != std::string::npos; }

private slots:
    void init() {
        auto device = test::createTestDevice();
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }
    void cleanup() {
        test::expectNoValidationMessages(*device_);
        device_.reset();
    }

    void equalsTheCpu_data();
    void equalsTheCpu();
};

void TstSamplesOnGpu::equalsTheCpu_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<TubeShape>("shape");
    QTest::addColumn<bool>("isInline");
    const auto row = [](const char* chain, const TubeShape& shape = {.jointCount = 4}) {
        for (const bool isInline : {false, true}) {
            QTest::addRow("%s, %u rings of %u, %u joints, streams %d%s%s",
                          chain,
                          shape.rings,
                          shape.segments,
                          shape.jointCount,
                          static_cast<int>(shape.streams),
                          shape.isMasked ? ", masked" : "",
                          isInline ? ", inline" : "")
                << chain << shape << isInline;
        }
    };
    row("wind");
    row("lbs+wind[x=0.3,z=-0.8,strength=1.5,frequency=1.7,waves=3,gust=0.8,base=-1]");
    row("lbs+wind[x=0,z=0]");
    row("lbs+wind[strength=0.7]", {.jointCount = 3, .isMasked = true});
    row("lbs+delta_mush");
    row("dqs+delta_mush[iterations=0]");
    row("dqs+delta_mush[iterations=1,boundary=free]");
    row("lbs+delta_mush[iterations=7,strength=0.9,scale=follow,amount=0.6]");
    row("lbs+delta_mush+delta_mush[iterations=3]");
    row("delta_mush");
    row("cor");
    row("cor[sigma=0.03]");
    row("cor+delta_mush[iterations=2]");
    row("lbs+wind+delta_mush");
    for (const char* chain : {"cor", "lbs+delta_mush"}) {
        for (const Streams streams : {Streams::Positions, Streams::PositionsAndNormals}) {
            row(chain, {.jointCount = 3, .streams = streams});
        }
        // One vertex more than a workgroup or less, and many.
        row(chain, {.rings = 5, .segments = 13, .hasSeam = false});
        row(chain, {.rings = 7, .segments = 9, .hasSeam = false});
        row(chain, {.rings = 90, .segments = 60, .jointCount = 7});
        row(chain, {.jointCount = 5, .zone = 0.0});
        row(chain, {.jointCount = 3, .zone = 3.0});
    }
}

void TstSamplesOnGpu::equalsTheCpu() {
    QFETCH(QString, chain);
    QFETCH(TubeShape, shape);
    QFETCH(bool, isInline);
    // Two meshes share the dispatches.
    test::Random random(7);
    shape.roughness = 0.1f;
    std::vector<DeformCase> cases = {test::makeTube(shape, random)};
    shape.segments += 3;
    cases.push_back(test::makeTube(shape, random));
    std::vector<std::shared_ptr<const deform::ChainPlan>> plans;
    for (const DeformCase& tube : cases) {
        plans.push_back(test::planWithSamples(chain.toStdString(), tube.source));
    }
    auto runner = VulkanChainRunner::create(
        *device_, plans, {.lastStage = isInline ? LastStage::Inline : LastStage::Compute});
    SARTOR_VERIFY_OK(runner);
    for (int pose = 0; pose < 3; ++pose) {
        const double time = 0.37 * pose;
        std::vector<deform::FrameSource> frames;
        for (DeformCase& tube : cases) {
            test::poseTube(tube, random, 40.0f * static_cast<float>(pose));
            if (pose == 2) {
                for (math::Affine& modelFromBind : tube.palette) {
                    modelFromBind.linear[0] *= -1.3f;
                }
            }
            frames.push_back(tube.frame());
            frames.back().time = time;
        }
        const Status ran = (*runner)->run(frames);
        SARTOR_VERIFY_OK(ran);
        for (std::size_t mesh = 0; mesh < cases.size(); ++mesh) {
            deform::DeformedMesh onDevice;
            const Status read = (*runner)->readBack(mesh, onDevice);
            SARTOR_VERIFY_OK(read);
            const auto onCpu = test::deformWithSamples(chain.toStdString(), cases[mesh], time);
            QCOMPARE(onDevice.positions.size(), onCpu.positions.size());
            QCOMPARE(onDevice.normals.size(), onCpu.normals.size());
            QCOMPARE(onDevice.tangents.size(), onCpu.tangents.size());
            const double difference = test::largestDifference(onDevice, onCpu);
            if (isExact()) {
                QVERIFY2(test::haveEqualBits(onDevice, onCpu),
                         qPrintable(QString("mesh %1 of pose %2 differs by up to %3")
                                        .arg(mesh)
                                        .arg(pose)
                                        .arg(difference)));
            } else {
                QCOMPARE_LE(difference, 5e-5);
            }
        }
    }
}

SARTOR_GPU_TEST_MAIN(TstSamplesOnGpu)
#include "tst_samples_on_gpu.moc"
