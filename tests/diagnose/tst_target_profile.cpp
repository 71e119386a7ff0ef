// SPDX-License-Identifier: Apache-2.0
// The table of engines: the limits that matter, and that each row is complete.
#include <sartor/diagnose/target_profile.h>

#include <QTest>

#include <algorithm>
#include <set>

using namespace sartor::diagnose;

class TstTargetProfile : public QObject {
    Q_OBJECT

private slots:
    void hasTheKnownLimits_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<quint32>("influences");
        QTest::addColumn<quint32>("weightBits");
        QTest::addColumn<quint32>("jointsPerSkin");
        QTest::addColumn<quint32>("morphTargets");
        QTest::addColumn<bool>("isFirstSetOnly");
        const auto row = [](const char* name,
                            quint32 influences,
                            quint32 bits,
                            quint32 joints,
                            quint32 targets,
                            bool isFirstSetOnly) {
            QTest::newRow(name) << QString(name) << influences << bits << joints << targets
                                << isFirstSetOnly;
        };
        row("bevy-0.15", 4, 0, 256, 64, true);
        row("filament-1.50", 4, 0, 256, 256, true);
        row("gltf-minimum", 4, 0, 0, 0, true);
        row("godot-4", 8, 16, 0, 0, false);
        row("godot-4-compatibility", 8, 16, 0, 0, false);
        row("ozz-0.14", 0, 0, 1024, 0, false);
        row("three-r170", 4, 0, 0, 0, true);
        row("unity-2022", 4, 0, 0, 0, false);
        row("unity-2022-one-bone", 1, 0, 0, 0, false);
        row("unity-2022-two-bones", 2, 0, 0, 0, false);
        row("unity-6", 4, 0, 0, 0, false);
        row("unity-6-unlimited", 255, 16, 0, 0, false);
        row("unreal-5", 8, 8, 65536, 0, false);
        row("unreal-5-mobile", 4, 8, 65536, 0, false);
        row("unreal-5-unlimited", 12, 8, 65536, 0, false);
        row("wicked-0.71", 8, 12, 0, 0, false);
    }
    void hasTheKnownLimits() {
        QFETCH(const QString, name);
        const TargetProfile* profile = findTargetProfile(name.toStdString());
        QVERIFY(profile != nullptr);
        QTEST(profile->influences, "influences");
        QTEST(profile->weightBits, "weightBits");
        QTEST(profile->jointsPerSkin, "jointsPerSkin");
        QTEST(profile->morphTargets, "morphTargets");
        QTEST(profile->isFirstSetOnly, "isFirstSetOnly");
    }

    void knowsHabits() {
        QCOMPARE(findTargetProfile("ozz-0.14")->weights, WeightHabit::LastRemainder);
        QCOMPARE(findTargetProfile("wicked-0.71")->weights, WeightHabit::StopsAtOne);
        // Unity divides by the sum of two bones, and not by that of four.
        QCOMPARE(findTargetProfile("unity-2022-two-bones")->weights, WeightHabit::Normalizes);
        QCOMPARE(findTargetProfile("unity-2022")->weights, WeightHabit::UsesAsTheyAre);
        QCOMPARE(findTargetProfile("unreal-5")->normals, NormalHabit::ByMatrix);
        QCOMPARE(findTargetProfile("filament-1.50")->normals, NormalHabit::ByCofactors);
        QCOMPARE(findTargetProfile("bevy-0.15")->normals, NormalHabit::ByCofactors);
        QCOMPARE(findTargetProfile("gltf-minimum")->morphStreams, 8u);
        QCOMPARE(findTargetProfile("unreal-5-mobile")->jointsPerPrimitive, 75u);
        QCOMPARE(findTargetProfile("unreal-5")->jointsPerPrimitive, 256u);
        QCOMPARE(findTargetProfile("unreal-5-unlimited")->jointsPerPrimitive, 0u);
        QVERIFY(findTargetProfile("unreal-5")->needsOneRoot);
        QVERIFY(findTargetProfile("unreal-5")->ignoresCase);
        QVERIFY(findTargetProfile("unreal") == nullptr);
    }

    void rowsAreComplete() {
        std::set<std::string_view> names;
        for (const TargetProfile& profile : targetProfiles()) {
            QVERIFY(names.insert(profile.name).second);
            QVERIFY(!profile.engine.empty() && !profile.version.empty());
            QVERIFY(profile.remark.ends_with('.'));
            QCOMPARE(findTargetProfile(profile.name), &profile);
        }
        QCOMPARE(names.size(), std::size_t{16});
        QVERIFY(std::is_sorted(targetProfiles().begin(),
                               targetProfiles().end(),
                               [](const auto& a, const auto& b) { return a.name < b.name; }));
    }
};

QTEST_GUILESS_MAIN(TstTargetProfile)
#include "tst_target_profile.moc"
