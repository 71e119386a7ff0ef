// SPDX-License-Identifier: Apache-2.0
// Bytes to the device and back, and a dispatch, on the path of either kind of memory.
#include "scale_comp_spv.h"

#include <sartor/gpu/commands.h>
#include <sartor/gpu/descriptors.h>
#include <sartor/gpu/image.h>
#include <sartor/gpu/pipeline.h>

#include <support/compare.h>
#include <support/gpu_main.h>
#include <support/verify_ok.h>

#include <cstring>
#include <vector>

using namespace sartor;

namespace {

std::vector<std::byte> randomBytes(std::size_t count, std::uint32_t seed) {
    test::Random random(seed);
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.below(256));
    }
    return bytes;
}

} // namespace

class TstCommands : public QObject {
    Q_OBJECT

    std::unique_ptr<gpu::Device> device_;

    void addStagingRows() {
        QTest::addColumn<bool>("isForced");
        QTest::newRow("staging when needed") << false;
        QTest::newRow("staging forced") << true;
    }

    void openDevice(bool isForced) {
        auto device =
            test::createTestDevice(isForced ? gpu::Staging::Always : gpu::Staging::WhenNeeded);
        SARTOR_VERIFY_OK(device);
        device_ = *std::move(device);
    }

private slots:
    void cleanup() {
        if (device_) {
            test::expectNoValidationMessages(*device_);
        }
        device_.reset();
    }

    void bringsBytesThereAndBack_data() {
        QTest::addColumn<bool>("isForced");
        QTest::addColumn<int>("size");
        for (const bool isForced : {false, true}) {
            for (const int size : {1, 3, 4096, 3 << 20, 17 << 20}) {
                QTest::addRow("%s, %d bytes", isForced ? "forced" : "needed", size)
                    << isForced << size;
            }
        }
    }
    void bringsBytesThereAndBack() {
        QFETCH(const bool, isForced);
        QFETCH(const int, size);
        openDevice(isForced);
        QVERIFY(device_ != nullptr);
        const auto bytes = randomBytes(static_cast<std::size_t>(size), 7);
        {
            const auto buffer = gpu::Buffer::create(*device_,
                                                    {.size = bytes.size(),
                                                     .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                                     .name = "round trip"});
            SARTOR_VERIFY_OK(buffer);
            if (isForced) {
                QVERIFY(buffer->mapped().empty());
            }
            const Status uploaded = gpu::upload(*device_, *buffer, bytes);
            SARTOR_VERIFY_OK(uploaded);
            const auto back = gpu::readBack(*device_, *buffer);
            SARTOR_VERIFY_OK(back);
            QVERIFY(*back == bytes);
        }
    }

    void refusesBytesThatDoNotFit_data() {
        QTest::addColumn<quint64>("offset");
        QTest::addColumn<quint64>("size");
        QTest::addColumn<QString>("message");
        QTest::newRow("too long") << quint64{0} << quint64{17}
                                  << "17 bytes at 0 do not fit into a buffer of 16";
        QTest::newRow("too far") << quint64{12} << quint64{8}
                                 << "8 bytes at 12 do not fit into a buffer of 16";
        QTest::newRow("overflow")
            << ~quint64{0} << quint64{8}
            << "8 bytes at 18446744073709551615 do not fit into a buffer of 16";
    }
    void refusesBytesThatDoNotFit() {
        QFETCH(const quint64, offset);
        QFETCH(const quint64, size);
        QFETCH(const QString, message);
        openDevice(false);
        QVERIFY(device_ != nullptr);
        const auto buffer = gpu::Buffer::create(*device_, {.size = 16, .name = "small"});
        SARTOR_VERIFY_OK(buffer);
        auto commands = gpu::Commands::create(*device_, "test");
        SARTOR_VERIFY_OK(commands);
        const Status begun = commands->begin();
        SARTOR_VERIFY_OK(begun);
        const std::vector<std::byte> bytes(size);
        const Status uploaded = commands->upload(*buffer, offset, bytes);
        QVERIFY(!uploaded);
        QCOMPARE(QString::fromStdString(uploaded.error().message), message);
        const auto back = commands->readBack(*buffer, offset, size, gpu::kTransferWrite);
        QVERIFY(!back);
        QCOMPARE(QString::fromStdString(back.error().message), message);
    }

    void runsAComputeShader_data() { addStagingRows(); }
    void runsAComputeShader() {
        QFETCH(const bool, isForced);
        openDevice(isForced);
        QVERIFY(device_ != nullptr);
        constexpr std::uint32_t kCount = 1000;
        std::vector<float> values(kCount);
        test::Random random(3);
        for (float& value : values) {
            value = random.uniform(-8.0f, 8.0f);
        }
        const gpu::BufferOptions options = {.size = kCount * sizeof(float),
                                            .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                            .name = "values"};
        const auto source = gpu::Buffer::create(*device_, options);
        SARTOR_VERIFY_OK(source);
        const auto destination = gpu::Buffer::create(*device_, options);
        SARTOR_VERIFY_OK(destination);
        const auto setLayout = gpu::createStorageBufferLayout(*device_, 2);
        SARTOR_VERIFY_OK(setLayout);
        const VkDescriptorSetLayout layout = setLayout->get();
        struct Constants {
            float factor;
            std::uint32_t count;
        };
        const auto pipeline =
            gpu::Pipeline::createCompute(*device_,
                                         {.spirv = {scale_comp_spv, scale_comp_spv_word_count},
                                          .setLayouts = {&layout, 1},
                                          .pushConstantSize = sizeof(Constants),
                                          .name = "scale"});
        SARTOR_VERIFY_OK(pipeline);
        auto pool = gpu::DescriptorPool::create(*device_, {.setCount = 1, .storageBufferCount = 2});
        SARTOR_VERIFY_OK(pool);
        const auto set = pool->allocate(layout);
        SARTOR_VERIFY_OK(set);
        const std::array<VkDescriptorBufferInfo, 2> buffers = {
            VkDescriptorBufferInfo{source->handle(), 0, VK_WHOLE_SIZE},
            VkDescriptorBufferInfo{destination->handle(), 0, VK_WHOLE_SIZE}};
        gpu::writeStorageBuffers(*device_, *set, buffers);

        auto commands = gpu::Commands::create(*device_, "frame");
        SARTOR_VERIFY_OK(commands);
        // Twice, so that reset and reuse of the staging memory take part.
        for (const float factor : {2.0f, -0.5f}) {
            const Status begun = commands->begin();
            SARTOR_VERIFY_OK(begun);
            const Status uploaded = commands->upload(*source, 0, std::as_bytes(std::span(values)));
            SARTOR_VERIFY_OK(uploaded);
            commands->barrier(gpu::kTransferWrite, gpu::kComputeRead);
            commands->beginLabel("scale");
            pipeline->bind(commands->handle());
            pipeline->bindSet(commands->handle(), 0, *set);
            pipeline->push(commands->handle(), Constants{factor, kCount});
            vkCmdDispatch(commands->handle(), (kCount + 63) / 64, 1, 1);
            commands->endLabel();
            const auto back =
                commands->readBack(*destination, 0, destination->size(), gpu::kComputeWrite);
            SARTOR_VERIFY_OK(back);
            const Status done = commands->submitAndWait();
            SARTOR_VERIFY_OK(done);
            std::vector<float> results(kCount);
            std::memcpy(results.data(), back->data(), back->size());
            for (std::size_t i = 0; i < kCount; ++i) {
                // Exact: both factors are powers of two.
                QCOMPARE_EQ(test::maxAbsDiff(static_cast<double>(results[i]),
                                             static_cast<double>(values[i] * factor)),
                            0.0);
            }
        }
    }

    void reportsADeviceThatDoesNotFinish() {
        openDevice(false);
        QVERIFY(device_ != nullptr);
        // A fence that nobody signals stands for work that never ends.
        VkFenceCreateInfo info = {};
        info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
        VkFence fence = VK_NULL_HANDLE;
        QCOMPARE(vkCreateFence(device_->handle(), &info, nullptr, &fence), VK_SUCCESS);
        const Status waited = device_->wait(fence, 0.01);
        vkDestroyFence(device_->handle(), fence, nullptr);
        QVERIFY(!waited);
        QCOMPARE(waited.error().code, std::string("gpu.timeout"));
        QVERIFY(device_->isLost());
        auto commands = gpu::Commands::create(*device_, "later");
        SARTOR_VERIFY_OK(commands);
        const Status begun = commands->begin();
        SARTOR_VERIFY_OK(begun);
        const Status later = commands->submitAndWait();
        QVERIFY(!later);
        QCOMPARE(later.error().code, std::string("gpu.device_lost"));
    }

    void refusesMorePushConstantsThanTheDeviceHas() {
        openDevice(false);
        QVERIFY(device_ != nullptr);
        const std::uint32_t largest = device_->properties().limits.maxPushConstantsSize;
        const auto pipeline =
            gpu::Pipeline::createCompute(*device_,
                                         {.spirv = {scale_comp_spv, scale_comp_spv_word_count},
                                          .setLayouts = {},
                                          .pushConstantSize = largest + 4,
                                          .name = "scale"});
        QVERIFY(!pipeline);
        QCOMPARE(pipeline.error().code, std::string("gpu.push_constants"));
    }

    void refusesImagesOfImpossibleSizes_data() {
        QTest::addColumn<quint32>("width");
        QTest::newRow("none") << 0u;
        QTest::newRow("more than any device has") << 0x7fffffffu;
    }
    void refusesImagesOfImpossibleSizes() {
        QFETCH(const quint32, width);
        openDevice(false);
        QVERIFY(device_ != nullptr);
        const auto image = gpu::Image::create(*device_,
                                              {.extent = {width, 4},
                                               .format = VK_FORMAT_R8G8B8A8_UNORM,
                                               .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
                                               .name = "picture"});
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("gpu.image_size"));
    }
};

SARTOR_GPU_TEST_MAIN(TstCommands)
#include "tst_commands.moc"
