// SPDX-License-Identifier: Apache-2.0
// The doctor on a small arm that is broken in one way after the other.
#include "doctor_arm_defects.h"

#include <QElapsedTimer>
#include <QTest>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

class TstDoctor : public QObject {
    Q_OBJECT

private slots:
    void findsAndMends_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < armDefects().size(); ++i) {
            QTest::addRow("%s, %s", armDefects()[i].id, armDefects()[i].form)
                << static_cast<int>(i);
        }
    }

    void findsAndMends() {
        QFETCH(int, index);
        const ArmDefect& row = armDefects()[static_cast<std::size_t>(index)];
        Arm parts = makeArm();
        if (std::string(row.id) == "weights-byte-as-float") {
            changeWeights(parts, [](std::span<float> weights, std::size_t) {
                weights[0] = std::round(weights[0] * 255.0f) / 255.0f;
                weights[1] = 1.0f - weights[0];
            });
        }
        const ImportedScene healthy = parts.build();
        row.plant(parts);
        const ImportedScene broken = parts.build();
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QVERIFY2(diagnosis.hypotheses.front().id == row.id &&
                     diagnosis.hypotheses.front().form == row.form,
                 describe(diagnosis).c_str());
        const auto repaired = diagnose::repair(broken, row.id, row.form);
        QVERIFY2(repaired, repaired ? "" : repaired.error().message.c_str());
        const auto expected = posedVertices(healthy);
        const auto mended = posedVertices(*repaired);
        double apart = 0.0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            apart = std::max(apart, glm::distance(expected[i], mended[i]));
        }
        QVERIFY2(apart < 1e-4, std::to_string(apart).c_str());
        const auto again = require(diagnose::examine(*repaired));
        QVERIFY2(again.isHealthy, describe(again).c_str());
    }

    void saysWhatNothingExplains() {
        Arm parts = makeArm();
        // Every joint was bound somewhere else.
        for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
            const float by = 0.3f + 0.17f * static_cast<float>(slot * slot);
            parts.binds[slot] =
                parts.binds[slot] *
                math::toAffine(turned({by, -0.5f * by, 0.2f}, 100.0f * by, {1.0f, by, -0.4f}));
        }
        const auto diagnosis = require(diagnose::examine(parts.build()));
        QVERIFY(!diagnosis.isHealthy);
        QVERIFY2(diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QVERIFY(diagnosis.asRead.bindSpread > 0.1);
        QVERIFY2(QString::fromStdString(diagnosis.summary)
                     .startsWith("Something is wrong that no known mistake explains: skin 'arm': "),
                 diagnosis.summary.c_str());
    }

    void saysWhatTheFileNoLongerHolds() {
        Arm parts = makeArm();
        changeIndices(parts, [](std::uint32_t) { return 0u; });
        const ImportedScene broken = parts.build();
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty() &&
                     diagnosis.hypotheses.front().id == "joint-index-divided-255",
                 describe(diagnosis).c_str());
        QVERIFY(!diagnosis.hypotheses.front().canRepair);
        const auto repaired = diagnose::repair(broken, "joint-index-divided-255");
        QVERIFY(!repaired);
        QCOMPARE(repaired.error().code, std::string("doctor.not_repairable"));
    }

    void namesHarmlessTwins() {
        Arm parts = makeArm();
        changeBinds(parts, [n = nodeOf(parts)](const math::Affine& b) { return b * n; });
        const auto diagnosis = require(diagnose::examine(parts.build()));
        const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
        QCOMPARE(first.id, std::string("mesh-transform-twice"));
        // The node's map is an offset as well, and taking it off is the same repair.
        QVERIFY2(std::find(first.sameAs.begin(), first.sameAs.end(), "bind-space-offset") !=
                     first.sameAs.end(),
                 describe(diagnosis).c_str());
    }

    void refusesWhatItCannotDo() {
        const ImportedScene healthy = makeArm().build();
        const auto unknown = diagnose::repair(healthy, "gremlins");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, std::string("doctor.unknown_hypothesis"));
        QVERIFY(unknown.error().message.find("ibm-transposed") != std::string::npos);
        const auto needless = diagnose::planRepair(healthy, "ibm-twice");
        QVERIFY(!needless);
        QCOMPARE(needless.error().code, std::string("doctor.not_repairable"));
        ImportedScene unskinned = healthy;
        unskinned.instances[0].skin.reset();
        const auto nothing = diagnose::examine(unskinned);
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, std::string("doctor.no_skin"));
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = diagnose::examine(healthy, {stop.get_token()});
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, std::string("doctor.cancelled"));
    }

    void isFastEnough() {
        Arm parts = makeArm();
        // Each vertex a thousand times over: about 120,000, with their triangles.
        const assets::MeshData once = parts.mesh;
        const auto count = static_cast<std::uint32_t>(once.positions.size());
        for (std::uint32_t copy = 1; copy < 1000; ++copy) {
            const auto append = [](auto& to, const auto& from) {
                to.insert(to.end(), from.begin(), from.end());
            };
            append(parts.mesh.positions, once.positions);
            append(parts.mesh.normals, once.normals);
            append(parts.mesh.influences->joints, once.influences->joints);
            append(parts.mesh.influences->weights, once.influences->weights);
            for (const std::uint32_t corner : once.triangles) {
                parts.mesh.triangles.push_back(corner + copy * count);
            }
        }
        armDefects().front().plant(parts);
        const ImportedScene broken = parts.build();
        QVERIFY(broken.instances[0].mesh->vertexCount() >= 100000);
        QElapsedTimer timer;
        timer.start();
        const auto diagnosis = require(diagnose::examine(broken));
        const auto milliseconds = timer.elapsed();
        qInfo("%d vertices in %lld ms", 1000 * static_cast<int>(count), milliseconds);
        QCOMPARE(diagnosis.hypotheses.front().id, std::string(armDefects().front().id));
        QVERIFY(milliseconds < 5000);
    }
};

QTEST_GUILESS_MAIN(TstDoctor)
#include "tst_doctor.moc"
