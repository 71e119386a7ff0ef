// SPDX-License-Identifier: Apache-2.0
// Every rig in every odd but healthy way: the doctor calls none of them sick.
#include "doctor_matrix.h"

#include <sartor/diagnose/doctor_report.h>

#include <QTest>

#include <support/healthy_variant.h>
#include <support/procedural_rigs.h>
#include <support/require.h>

#include <cstdio>

using namespace sartor;
using namespace sartor::test;

class TstDoctorOddCharacters : public QObject {
    Q_OBJECT

private slots:
    void callsTheHealthyHealthy_data() {
        QTest::addColumn<int>("rig");
        QTest::addColumn<int>("variant");
        rigs_ = {{"tube", tubeRig()},
                 {"elbow", elbowRig()},
                 {"humanoid", humanoidRig()},
                 {"hand", handRig()},
                 {"quadruped", quadrupedRig()},
                 {"flat", flatRig()},
                 {"tail", tailRig(40)}};
        for (const auto& [name, path] :
             {std::pair("mannequin", SARTOR_SAMPLES_DIR "/assets/mannequin.glb"),
              std::pair("twist tube", SARTOR_SAMPLES_DIR "/assets/twist_tube.glb"),
              std::pair("face", SARTOR_SAMPLES_DIR "/assets/face.glb"),
              std::pair("stepper", SARTOR_SAMPLES_DIR "/assets/stepper.gltf"),
              std::pair("cesium man",
                        SARTOR_SHARED_DIR "/assets/CesiumMan/glTF-Binary/CesiumMan.glb"),
              std::pair("fox", SARTOR_SHARED_DIR "/assets/Fox/glTF-Binary/Fox.glb")}) {
            for (NamedRig& rig : rigOfFile(name, path)) {
                rigs_.push_back(std::move(rig));
            }
        }
        for (std::size_t rig = 0; rig < rigs_.size(); ++rig) {
            for (std::size_t variant = 0; variant < variants_.size(); ++variant) {
                QTest::addRow("%s, %s", rigs_[rig].name.c_str(), variants_[variant].name.c_str())
                    << static_cast<int>(rig) << static_cast<int>(variant);
            }
        }
    }

    void callsTheHealthyHealthy() {
        QFETCH(int, rig);
        QFETCH(int, variant);
        CharacterParts parts(rigs_[static_cast<std::size_t>(rig)].scene);
        if (!variants_[static_cast<std::size_t>(variant)].change(parts)) {
            return;
        }
        const auto diagnosis = require(diagnose::examine(parts.whole()));
        const std::string first =
            diagnosis.hypotheses.empty() ? "" : " " + nameOf(diagnosis.hypotheses[0]);
        QVERIFY2(diagnosis.isHealthy, (diagnosis.summary + first).c_str());
        for (const diagnose::Hypothesis& doubt : diagnosis.doubts) {
            std::printf("doubt: %s, %s\n", QTest::currentDataTag(), nameOf(doubt).c_str());
        }
    }

private:
    std::vector<NamedRig> rigs_;
    std::vector<HealthyVariant> variants_ = healthyVariants();
};

QTEST_GUILESS_MAIN(TstDoctorOddCharacters)
#include "tst_doctor_odd_characters.moc"
