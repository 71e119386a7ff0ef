// SPDX-License-Identifier: Apache-2.0
// The doctor on a character of the size that productions have.
#include <sartor/diagnose/doctor.h>

#include <QTest>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>
#include <support/require.h>

using namespace sartor;

class TstDoctorSize : public QObject {
    Q_OBJECT

private slots:
    void aLargeCharacterIsExaminedAsSurely() {
        test::CharacterParts parts(test::humanoidRig(70, 72));
        QVERIFY(parts.meshes[0].positions.size() > 95'000);
        parts.eachIndex([](std::uint32_t slot, std::size_t) { return slot + 1; });
        const auto diagnosis = test::require(diagnose::examine(parts.whole()));
        QVERIFY(!diagnosis.hypotheses.empty());
        QCOMPARE(diagnosis.hypotheses[0].id, std::string("joint-index-plus-1"));
    }
};

QTEST_GUILESS_MAIN(TstDoctorSize)
#include "tst_doctor_size.moc"
