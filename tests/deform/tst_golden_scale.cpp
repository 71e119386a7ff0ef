// SPDX-License-Identifier: Apache-2.0
// Golden numbers of skinning between joints that differ in scale: the modes of dual quaternions
// beside linear blending, seen from two origins.
#include <support/backends.h>
#include <support/small_case.h>

using namespace sartor;
using test::SmallCase;
using test::translated;
using test::turnedAboutZ;

class TstGoldenScale : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { test::addBackendRows(); }
    void betweenScaledJoints_data();
    void betweenScaledJoints();
};

void TstGoldenScale::betweenScaledJoints_data() {
    QTest::addColumn<QString>("chain");
    QTest::addColumn<float>("origin");
    QTest::addColumn<float>("degrees");
    QTest::addColumn<glm::vec3>("expected");
    const auto row = [](const char* chain, float origin, float degrees, const glm::vec3& expected) {
        QTest::addRow("%s, origin at %g, %g degrees",
                      chain,
                      static_cast<double>(origin),
                      static_cast<double>(degrees))
            << chain << origin << degrees << expected;
    };
    row("dqs[scale=two-phase]", 0, 90, glm::vec3(10.4038f, -.4038f, 0));
    row("dqs[scale=two-phase]", 10, 90, glm::vec3(8.9393f, 1.0607f, 0));
    for (const float origin : {0.0f, 10.0f}) {
        row("dqs", origin, 90, glm::vec3(8.7929f, .9142f, 0));
        // Nothing turned: all agree with linear blending.
        row("dqs", origin, 0, glm::vec3(10, 1.5f, 0));
        row("dqs[scale=two-phase]", origin, 0, glm::vec3(10, 1.5f, 0));
        row("lbs", origin, 0, glm::vec3(10, 1.5f, 0));
    }
}

void TstGoldenScale::betweenScaledJoints() {
    QFETCH(QString, chain);
    QFETCH(float, origin);
    QFETCH(float, degrees);
    QFETCH(glm::vec3, expected);
    // One joint stays, one turns and doubles the size about (10, 0, 0).
    const math::Affine second = translated(10, 0, 0) * turnedAboutZ(static_cast<double>(degrees)) *
                                test::scaledBy(2) * translated(-10, 0, 0);
    const math::Affine shift = translated(-origin, 0, 0);
    const math::Affine back = translated(origin, 0, 0);
    const SmallCase small{.positions = {math::transformPoint(shift, glm::vec3(10, 1, 0))},
                          .influences = {{{0, .5}, {1, .5}}},
                          .palette = {math::Affine(), shift * second * back}};
    const glm::vec3 actual =
        math::transformPoint(back, test::deformed(chain.toStdString(), small.make()).positions[0]);
    QCOMPARE_LE(test::maxAbsDiff(actual, expected), 6e-5);
}

SARTOR_BACKENDS_TEST_MAIN(TstGoldenScale)
#include "tst_golden_scale.moc"
