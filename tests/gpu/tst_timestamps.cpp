// SPDX-License-Identifier: Apache-2.0
// The device's clock between marks.
#include <sartor/gpu/commands.h>
#include <sartor/gpu/timestamps.h>

#include <QtTest>

#include <support/gpu_main.h>
#include <support/require.h>
#include <support/verify_ok.h>

using namespace sartor;

class TstTimestamps : public QObject {
    Q_OBJECT
private slots:
    void marksFollowEachOther() {
        const auto device = test::require(test::createTestDevice());
        auto commands = test::require(gpu::Commands::create(*device, "clock"));
        const gpu::Buffer large = test::require(
            gpu::Buffer::create(*device, {.size = VkDeviceSize{64} << 20, .name = "large"}));
        auto clock = test::require(gpu::Timestamps::create(*device, 3));
        std::vector<double> seconds = {1.0};
        Status status = clock.read(seconds);
        SARTOR_VERIFY_OK(status);
        QVERIFY(seconds.empty());
        for (int recording = 0; recording < 2; ++recording) {
            status = commands.begin();
            SARTOR_VERIFY_OK(status);
            clock.begin(commands.handle());
            QElapsedTimer wall;
            wall.start();
            clock.mark(commands.handle());
            vkCmdFillBuffer(commands.handle(), large.handle(), 0, VK_WHOLE_SIZE, 7);
            clock.mark(commands.handle());
            clock.mark(commands.handle());
            // There is room for three.
            clock.mark(commands.handle());
            status = commands.submitAndWait();
            SARTOR_VERIFY_OK(status);
            const double passed = static_cast<double>(wall.nsecsElapsed()) * 1e-9;
            status = clock.read(seconds);
            SARTOR_VERIFY_OK(status);
            if (device->timestampBits() == 0) {
                QVERIFY(seconds.empty());
                continue;
            }
            QCOMPARE(seconds.size(), std::size_t{3});
            QCOMPARE(seconds[0], 0.0);
            // Sixty-four megabytes take longer than nothing, and no longer than the clock on the
            // wall says.
            QVERIFY(seconds[1] > seconds[2] - seconds[1]);
            QVERIFY(seconds[2] >= seconds[1] && seconds[2] < passed);
        }
        test::expectNoValidationMessages(*device);
    }
};

SARTOR_GPU_TEST_MAIN(TstTimestamps)
#include "tst_timestamps.moc"
