// SPDX-License-Identifier: Apache-2.0
// What is frozen of the deformer ABI stays: numbers and places of the present header are those of
// the frozen copy, and a plugin of then runs.
#include "fixtures/abi_facts.h"

#include <support/deform_fixture.h>

using namespace sartor;

class TstAbiCompatibility : public QObject {
    Q_OBJECT

private slots:
    void numbersAndPlacesAreTheFrozenOnes();
    void aPluginOfThenRuns_data();
    void aPluginOfThenRuns();
    void aPluginOfALaterMinorVersionLoads();
};

void TstAbiCompatibility::numbersAndPlacesAreTheFrozenOnes() {
    std::size_t count = 0;
    for (const abi_fact* frozen = frozen_abi_facts; frozen->name != nullptr; ++frozen) {
        const abi_fact& present = present_abi_facts[count++];
        QCOMPARE(QString(present.name), QString(frozen->name));
        if (frozen->kind == ABI_FACT_MAY_GROW) {
            QVERIFY2(present.value >= frozen->value, frozen->name);
        } else {
            QVERIFY2(present.value == frozen->value, frozen->name);
        }
    }
    QVERIFY(present_abi_facts[count].name == nullptr);
    QVERIFY(count > 100);
}

void TstAbiCompatibility::aPluginOfThenRuns_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<float>("amount");
    QTest::addColumn<int>("passes");
    QTest::addColumn<bool>("isExtra");
    QTest::newRow("as it is") << "old" << 0.5f << 2 << false;
    QTest::newRow("with params") << "test.old[amount=-2,passes=3]" << -2.0f << 3 << false;
    QTest::newRow("with a stage more") << "old[extra=yes]" << 0.5f << 2 << true;
}

void TstAbiCompatibility::aPluginOfThenRuns() {
    QFETCH(QString, chain);
    QFETCH(float, amount);
    QFETCH(int, passes);
    QFETCH(bool, isExtra);
    deform::PluginHost host;
    const Status loaded = host.load(SARTOR_FIXTURE_DIR "/old_plugin.sartorplugin");
    QVERIFY2(loaded.isOk(), loaded.isOk() ? "" : loaded.error().message.c_str());
    QVERIFY(host.deformers()[0]->stages[1].compute.has_value());
    test::Random random(71);
    const test::DeformCase deformCase = test::randomCase(random, {.vertexCount = 300});
    const auto runner =
        test::require(deform::CpuChainRunner::create(test::require(deform::ChainPlan::create(
            test::require(deform::parseChain(chain.toStdString(), host)), deformCase.source))));
    for (int index = 0; index < 3; ++index) {
        deform::FrameSource frame = deformCase.frame();
        frame.time = 0.25 * index;
        QVERIFY(runner->run(frame).isOk());
        for (std::size_t vertex = 0; vertex < 300; ++vertex) {
            const glm::dvec3 rest(deformCase.source.mesh->positions()[vertex]);
            const glm::dvec3 expected =
                rest + glm::dvec3(passes * static_cast<double>(amount) * rest.y,
                                  isExtra ? index + 1 : 0,
                                  passes * 0.25 * index);
            QCOMPARE_LE(test::maxAbsDiff(runner->positions()[vertex], expected), 4e-6);
        }
    }
}

void TstAbiCompatibility::aPluginOfALaterMinorVersionLoads() {
    deform::PluginHost host;
    const Status loaded = host.load(SARTOR_FIXTURE_DIR "/minor_99.sartorplugin");
    QVERIFY2(loaded.isOk(), loaded.isOk() ? "" : loaded.error().message.c_str());
}

QTEST_GUILESS_MAIN(TstAbiCompatibility)
#include "tst_abi_compatibility.moc"
