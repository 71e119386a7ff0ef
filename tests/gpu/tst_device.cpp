// SPDX-License-Identifier: Apache-2.0
// The device that is opened, what is said when there is none, and messages of the validation
// layer.
#include <sartor/gpu/buffer.h>
#include <sartor/gpu/device.h>
#include <sartor/gpu/memory.h>

#include <QProcess>

#include <support/gpu_main.h>

#include <vector>

using namespace sartor;

namespace {

QString joined(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list.append(QString::fromStdString(text));
    }
    return list.join("; ");
}

} // namespace

class TstDevice : public QObject {
    Q_OBJECT

private slots:
    void opensADeviceAndSaysItsName() {
        const auto device = test::createTestDevice();
        QVERIFY2(device.hasValue(), device ? "" : device.error().message.c_str());
        QVERIFY(!(*device)->deviceName().empty());
        QVERIFY((*device)->handle() != VK_NULL_HANDLE);
        QVERIFY(!(*device)->isLost());
        QCOMPARE(joined((*device)->validationMessages()), QString());
    }

    void findsADeviceByIndexAndByName() {
        std::string name;
        {
            const auto first = gpu::Device::create({.device = "0"});
            QVERIFY(first.hasValue());
            name = (*first)->deviceName();
        }
        const auto again = gpu::Device::create({.device = name.substr(0, 4)});
        QVERIFY(again.hasValue());
    }

    void namesTheDevicesWhenTheWantedOneIsNotThere_data() {
        QTest::addColumn<QByteArray>("wanted");
        QTest::newRow("name") << QByteArray("no such card");
        QTest::newRow("index") << QByteArray("99");
    }
    void namesTheDevicesWhenTheWantedOneIsNotThere() {
        QFETCH(const QByteArray, wanted);
        const auto device = gpu::Device::create({.device = wanted.toStdString()});
        QVERIFY(!device.hasValue());
        QCOMPARE(device.error().code, std::string("gpu.no_such_device"));
        const QString message = QString::fromStdString(device.error().message);
        QVERIFY2(message.startsWith("no Vulkan device '" + wanted + "'; there is: 0 '"),
                 qPrintable(message));
    }

    void takesTheDeviceFromTheEnvironment() {
        qputenv("SARTOR_DEVICE", "no such card");
        const auto device = gpu::Device::create({});
        qunsetenv("SARTOR_DEVICE");
        QVERIFY(!device.hasValue());
        QCOMPARE(device.error().code, std::string("gpu.no_such_device"));
    }

    // In a process of its own, because the loader looks for drivers once. Without a driver the
    // whole executable is skipped, or fails where a device is required.
    void failsCleanlyWithoutADriver_data() {
        QTest::addColumn<QString>("required");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("skips") << "0" << test::kSkippedExitCode;
        QTest::newRow("fails where a device is required") << "1" << 1;
    }
    void failsCleanlyWithoutADriver() {
        QFETCH(const QString, required);
        QFETCH(const int, exitCode);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("VK_ICD_FILENAMES", "/nonexistent");
        environment.insert("VK_DRIVER_FILES", "/nonexistent");
        environment.insert("SARTOR_REQUIRE_VULKAN", required);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), QStringList());
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), exitCode);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("(gpu.unavailable)"), said.constData());
    }

    void countsWhatTheValidationLayerSays() {
        const auto device = gpu::Device::create({.validation = gpu::Validation::On});
        QVERIFY2(device.hasValue(), device ? "" : device.error().message.c_str());
        QVERIFY((*device)->isValidating());
        QCOMPARE((*device)->validationMessageCount(), 0u);
        // A buffer without any use is against the rules; the layer says so and the call goes on.
        VkBufferCreateInfo info = {};
        info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
        info.size = 16;
        VkBuffer buffer = VK_NULL_HANDLE;
        vkCreateBuffer((*device)->handle(), &info, nullptr, &buffer);
        vkDestroyBuffer((*device)->handle(), buffer, nullptr);
        QCOMPARE_GE((*device)->validationMessageCount(), 1u);
        QVERIFY(joined((*device)->validationMessages()).contains("usage"));
    }

    void sharesMemoryBlocksAndGivesThemBack() {
        const auto device = test::createTestDevice();
        QVERIFY(device.hasValue());
        const gpu::MemoryAllocator& allocator = (*device)->allocator();
        {
            std::vector<gpu::Buffer> buffers;
            for (int i = 0; i < 100; ++i) {
                auto buffer = gpu::Buffer::create(
                    **device,
                    {.size = 1000, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, .name = "small"});
                QVERIFY(buffer.hasValue());
                buffers.push_back(*std::move(buffer));
            }
            QCOMPARE(allocator.reservedSize(), VkDeviceSize{64} << 20);
            QCOMPARE_GE(allocator.usedSize(), VkDeviceSize{100 * 1000});
            auto large = gpu::Buffer::create(**device,
                                             {.size = VkDeviceSize{20} << 20,
                                              .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                              .name = "large"});
            QVERIFY(large.hasValue());
            QCOMPARE_GE(allocator.reservedSize(), VkDeviceSize{84} << 20);
            QCOMPARE_LT(allocator.reservedSize(), VkDeviceSize{100} << 20);
        }
        QCOMPARE(allocator.usedSize(), VkDeviceSize{0});
        QCOMPARE(allocator.reservedSize(), VkDeviceSize{64} << 20);
        QCOMPARE(joined((*device)->validationMessages()), QString());
    }

    void refusesABufferOfNoBytes() {
        const auto device = test::createTestDevice();
        QVERIFY(device.hasValue());
        const auto buffer = gpu::Buffer::create(**device, {.size = 0, .name = "nothing"});
        QVERIFY(!buffer.hasValue());
        QCOMPARE(buffer.error().message,
                 std::string("buffer 'nothing': size 0, expected at least 1 byte"));
    }
};

SARTOR_GPU_TEST_MAIN(TstDevice)
#include "tst_device.moc"
