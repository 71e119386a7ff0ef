// SPDX-License-Identifier: Apache-2.0
// Measures of single matrices, against values by hand.
#include <sartor/diagnose/palette_inspector.h>

#include <QTest>

#include <support/scene_builder.h>

#include <cmath>
#include <limits>

using namespace sartor;
using diagnose::PaletteEntry;

namespace {

// Columns.
math::Affine columns(const glm::vec3& x, const glm::vec3& y, const glm::vec3& z) {
    return {glm::mat3(x, y, z), glm::vec3(0.0f)};
}

} // namespace

class TstPaletteInspector : public QObject {
    Q_OBJECT

private slots:
    void identityHasNoFault() {
        const PaletteEntry entry = diagnose::inspectEntry({});
        QCOMPARE(entry.determinant, 1.0);
        QCOMPARE(entry.skew, 0.0);
        QCOMPARE(entry.reach, 0.0);
        QVERIFY(entry.isFinite && !entry.isMirrored && !entry.isSingular && entry.hasFourthRow);
    }

    void measuresScaleAndReach() {
        math::Affine map = columns({2, 0, 0}, {0, 0, 3}, {0, -4, 0});
        map.translation = {3.0f, 4.0f, 12.0f};
        const PaletteEntry entry = diagnose::inspectEntry(map);
        QCOMPARE(entry.scale.x, 2.0);
        QCOMPARE(entry.scale.y, 3.0);
        QCOMPARE(entry.scale.z, 4.0);
        QCOMPARE(entry.determinant, 24.0);
        QCOMPARE(entry.skew, 0.0);
        QCOMPARE(entry.reach, 13.0);
        QVERIFY(!entry.isMirrored);
    }

    void seesMirrorShearAndFlat() {
        QVERIFY(diagnose::inspectEntry(columns({-1, 0, 0}, {0, 1, 0}, {0, 0, 1})).isMirrored);
        // 60 degrees between the second and the third column.
        const float sine = std::sqrt(0.75f);
        const PaletteEntry sheared =
            diagnose::inspectEntry(columns({1, 0, 0}, {0, 1, 0}, {0, 0.5f, sine}));
        QVERIFY(std::abs(sheared.skew - 0.5) < 1e-7);
        QVERIFY(!sheared.isSingular);
        const PaletteEntry flat = diagnose::inspectEntry(columns({1, 0, 0}, {0, 1, 0}, {1, 1, 0}));
        QVERIFY(flat.isSingular && flat.isFinite);
        QCOMPARE(flat.determinant, 0.0);
    }

    void seesWhatIsNotANumber() {
        math::Affine map;
        map.translation.y = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(!diagnose::inspectEntry(map).isFinite);
        map.translation.y = std::numeric_limits<float>::infinity();
        QVERIFY(!diagnose::inspectEntry(map).isFinite);
    }

    /// At rest the maps of a skin that was bound there are the identity, the fourth rows those of
    /// the file.
    void inspectsASkin() {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root", {}, test::moved({1.0f, 2.0f, 3.0f}));
        const JointIndex tip = builder.joint("tip", root, test::moved({0.0f, 1.0f, 0.0f}));
        const auto skeleton = builder.build().skeleton;
        const auto rest = test::modelRestPose(*skeleton);
        assets::SkinData data;
        data.joints = {tip, root};
        for (const JointIndex joint : data.joints) {
            data.jointFromBind.push_back(math::inverse(rest[joint.value()]).value());
        }
        const auto skin = test::require(assets::Skin::create(data, 2));
        for (const PaletteEntry& entry : diagnose::inspectPalette(*skin, rest)) {
            QVERIFY(entry.reach < 1e-6 && entry.hasFourthRow);
        }
        data.fourthRows = {glm::vec4(0.0f, 0.0f, 0.0f, 1.0f), glm::vec4(-1.0f, -2.0f, -3.0f, 1.0f)};
        const auto transposed = test::require(assets::Skin::create(data, 2));
        const auto entries = diagnose::inspectPalette(*transposed, rest);
        QVERIFY(entries[0].hasFourthRow && !entries[1].hasFourthRow);
        QCOMPARE(entries[1].fourthRow.y, -2.0f);
    }
};

QTEST_GUILESS_MAIN(TstPaletteInspector)
#include "tst_palette_inspector.moc"
