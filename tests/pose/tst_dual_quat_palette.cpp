// SPDX-License-Identifier: Apache-2.0
// Palettes split into rigid parts and stretches, and the stretch that all joints share.
#include <sartor/math/transform.h>
#include <sartor/pose/dual_quat_palette.h>

#include <QtTest>

#include <support/compare.h>

#include <vector>

using namespace sartor;

class TstDualQuatPalette : public QObject {
    Q_OBJECT

private slots:
    void splitsEveryEntry();
    void mostJointsSayWhatIsCommon_data();
    void mostJointsSayWhatIsCommon();
};

void TstDualQuatPalette::splitsEveryEntry() {
    test::Random random(61);
    std::vector<math::Affine> palette;
    for (int slot = 0; slot < 50; ++slot) {
        palette.push_back(
            math::toAffine({random.vector(-1, 1), random.rotation(), random.vector(0.5f, 2)}));
    }
    std::vector<math::RigidStretch> parts(palette.size());
    pose::dualQuatPalette(palette, parts);
    for (std::size_t slot = 0; slot < palette.size(); ++slot) {
        const glm::vec3 point = random.vector(-1, 1);
        QCOMPARE_LE(
            test::maxAbsDiff(math::transformPoint(parts[slot].rigid, parts[slot].stretch * point),
                             math::transformPoint(palette[slot], point)),
            3e-6);
    }
}

void TstDualQuatPalette::mostJointsSayWhatIsCommon_data() {
    QTest::addColumn<std::vector<float>>("sizes");
    QTest::addColumn<float>("expected");
    QTest::newRow("none") << std::vector<float>{} << 1.0f;
    QTest::newRow("plain") << std::vector<float>{1, 1, 1} << 1.0f;
    QTest::newRow("centimetres") << std::vector<float>{.01f, .010000002f, .01f} << .01f;
    QTest::newRow("mirrored") << std::vector<float>{-1, -1} << -1.0f;
    QTest::newRow("one joint is scaled") << std::vector<float>{2, .01f, .01f} << .01f;
    QTest::newRow("no majority") << std::vector<float>{2, 2, 3, 3} << 1.0f;
}

void TstDualQuatPalette::mostJointsSayWhatIsCommon() {
    QFETCH(std::vector<float>, sizes);
    QFETCH(float, expected);
    test::Random random(62);
    std::vector<math::RigidStretch> parts;
    for (const float size : sizes) {
        parts.push_back(math::splitRigid(
            math::toAffine({random.vector(-1, 1), random.rotation(), glm::vec3(size)})));
    }
    QCOMPARE_LE(test::maxAbsDiff(pose::commonStretch(parts), glm::mat3(expected)),
                1e-5 * static_cast<double>(std::abs(expected)));
}

QTEST_GUILESS_MAIN(TstDualQuatPalette)
#include "tst_dual_quat_palette.moc"
