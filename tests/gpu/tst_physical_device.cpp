// SPDX-License-Identifier: Apache-2.0
// What a device has to offer. Which one is chosen is seen by opening it: tst_device.
#include <sartor/gpu/physical_device.h>

#include <QStringList>
#include <QtTest/qtest.h>

using namespace sartor;

namespace {

gpu::DeviceFacts sufficientFacts() {
    return {.apiVersion = VK_API_VERSION_1_3,
            .hasSynchronization2 = true,
            .hasDynamicRendering = true,
            .hasGraphicsComputeQueue = true,
            .maxStorageBuffersPerStage = 16};
}

QString joined(const std::vector<std::string>& texts) {
    QStringList list;
    for (const std::string& text : texts) {
        list.append(QString::fromStdString(text));
    }
    return list.join("; ");
}

} // namespace

class TstPhysicalDevice : public QObject {
    Q_OBJECT

private slots:
    void namesWhatADeviceLacks_data() {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << 0 << "";
        QTest::newRow("version") << 1 << "Vulkan 1.3 (it has 1.2)";
        QTest::newRow("synchronization2") << 2 << "feature synchronization2";
        QTest::newRow("dynamicRendering") << 3 << "feature dynamicRendering";
        QTest::newRow("queue") << 4 << "a queue for graphics and compute";
        QTest::newRow("buffers") << 5 << "maxPerStageDescriptorStorageBuffers of 16 (it has 8)";
        QTest::newRow("two things") << 6 << "feature synchronization2; feature dynamicRendering";
    }
    void namesWhatADeviceLacks() {
        QFETCH(const int, change);
        QFETCH(const QString, expected);
        gpu::DeviceFacts facts = sufficientFacts();
        facts.apiVersion = change == 1 ? VK_API_VERSION_1_2 : facts.apiVersion;
        facts.hasSynchronization2 = change != 2 && change != 6;
        facts.hasDynamicRendering = change != 3 && change != 6;
        facts.hasGraphicsComputeQueue = change != 4;
        facts.maxStorageBuffersPerStage = change == 5 ? 8 : 16;
        QCOMPARE(joined(gpu::missingRequirements(facts)), expected);
    }
};

QTEST_GUILESS_MAIN(TstPhysicalDevice)
#include "tst_physical_device.moc"
