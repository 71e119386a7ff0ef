// SPDX-License-Identifier: Apache-2.0
// Golden numbers of morph targets before and after the skinning stage.
#include "morph_case.h"

#include <support/backends.h>
#include <support/small_case.h>

using namespace sartor;
using test::MorphCase;
using test::orderCase;

class TstGoldenMorphOrder : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void whereTheDeltaGoes_data();
    void whereTheDeltaGoes();
    void distanceBetweenTheOrders_data();
    void distanceBetweenTheOrders();
};

void TstGoldenMorphOrder::whereTheDeltaGoes_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<bool>("isBlended");
    QTest::addColumn<glm::vec3>("expected");
    const auto row = [](const char* chain, bool isBlended, const glm::vec3& expected) {
        QTest::addRow("%s%s", chain, isBlended ? ", blended" : "")
            << chain << isBlended << expected;
    };
    for (const char* chain : {"morph+lbs", "lbs+morph[order=carried]"}) {
        row(chain, false, glm::vec3(.5f, 1, 0));
        row(chain, true, glm::vec3(1.25f, .75f, 0));
    }
    for (const char* chain : {"morph+dqs", "dqs+morph[order=carried]"}) {
        row(chain, false, glm::vec3(.5f, 1, 0));
        row(chain, true, glm::vec3(1.3536f, 1.0607f, 0));
    }
    row("lbs+morph[order=raw]", false, glm::vec3(1, 1.5f, 0));
    row("lbs+morph[order=raw]", true, glm::vec3(1.5f, 1, 0));
    row("dqs+morph[order=raw]", false, glm::vec3(1, 1.5f, 0));
    row("dqs+morph[order=raw]", true, glm::vec3(1.7071f, 1.2071f, 0));
}

void TstGoldenMorphOrder::whereTheDeltaGoes() {
    QFETCH(QString, chain);
    QFETCH(bool, isBlended);
    QFETCH(glm::vec3, expected);
    const MorphCase morphCase = isBlended ? orderCase({{0, .5}, {1, .5}}) : orderCase({{0, 1.0}});
    const auto actual = test::deformed(chain.toStdString(), morphCase.make());
    // The numbers of dual quaternions have four digits, the others are exact.
    const double limit = isBlended && chain.contains("dqs") ? 6e-5 : 1e-6;
    QCOMPARE_LE(test::maxAbsDiff(actual.positions[0], expected), limit);
}

void TstGoldenMorphOrder::distanceBetweenTheOrders_data() {
    QTest::addColumn<double>("degrees");
    QTest::addColumn<double>("expected");
    QTest::newRow("30 degrees") << 30.0 << .2588;
    QTest::newRow("60 degrees") << 60.0 << .5;
    QTest::newRow("90 degrees") << 90.0 << .7071;
    QTest::newRow("180 degrees") << 180.0 << 1.0;
}

void TstGoldenMorphOrder::distanceBetweenTheOrders() {
    QFETCH(double, degrees);
    QFETCH(double, expected);
    // |D| 2 sin(angle / 2) with |D| = 0.5.
    MorphCase morphCase = orderCase({{0, 1.0}});
    morphCase.palette[0] =
        test::translated(1, 0, 0) * test::turnedAboutZ(degrees) * test::translated(-1, 0, 0);
    for (const std::string skin : {"lbs", "dqs"}) {
        const auto before = test::deformed("morph+" + skin, morphCase.make());
        const auto after = test::deformed(skin + "+morph[order=raw]", morphCase.make());
        const double distance =
            static_cast<double>(glm::length(before.positions[0] - after.positions[0]));
        QCOMPARE_LE(test::maxAbsDiff(distance, expected), 6e-5);
    }
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenMorphOrder)
#include "tst_golden_morph_order.moc"
