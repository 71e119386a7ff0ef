// SPDX-License-Identifier: Apache-2.0
// The doctor on a small arm that is broken in one way after the other.
#include "doctor_arm_defects.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QTest>

#include <support/procedural_rigs.h>

#include <set>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

// The scene with change(bind, slot) in place of each inverse bind of its first skin.
template <class Change>
ImportedScene withBinds(ImportedScene scene, Change change) {
    const assets::Skin& before = *scene.skins[0];
    assets::SkinData skin{before.name(), {before.joints().begin(), before.joints().end()}, {}, {}};
    for (std::size_t slot = 0; slot < before.jointCount(); ++slot) {
        skin.jointFromBind.push_back(change(before.jointFromBind()[slot], slot));
    }
    scene.skins[0] = require(assets::Skin::create(std::move(skin), scene.skeleton->jointCount()));
    return scene;
}

// The scene with influences of its first mesh that name slotOf[slot] for each slot.
ImportedScene withSlots(ImportedScene scene, const std::vector<std::uint32_t>& slotOf) {
    const assets::Mesh& before = *scene.instances[0].mesh;
    assets::MeshData mesh;
    mesh.name = before.name();
    mesh.positions = {before.positions().begin(), before.positions().end()};
    mesh.triangles = {before.triangles().begin(), before.triangles().end()};
    mesh.influences = *before.fileInfluences();
    for (std::uint32_t& joint : mesh.influences->joints) {
        joint = slotOf.at(joint);
    }
    scene.instances[0].mesh = require(assets::Mesh::create(std::move(mesh)));
    return scene;
}

// Every number below the count once, in no order that a list of joints may have.
std::vector<std::uint32_t> shuffled(std::uint32_t count) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < count; ++i) {
        numbers.push_back((i * 7 + 3) % count);
    }
    return numbers;
}

} // namespace

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
        const double apart = farthest(expected, mended);
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

    // The part below the fin is moved, not turned, when it is bound: no pose of the skeleton.
    void findsAPartThatWasBoundElsewhere_data() {
        QTest::addColumn<float>("degrees");
        QTest::newRow("at the same distance") << 180.0f;
        QTest::newRow("a little farther") << 170.0f;
        QTest::newRow("far away") << 90.0f;
    }

    void findsAPartThatWasBoundElsewhere() {
        QFETCH(float, degrees);
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        const auto rest = restOf(parts.joints);
        const glm::vec3 shoulder = rest[1].translation;
        const glm::vec3 fin = rest[5].translation;
        // From the fin's place to one on a circle around its parent's, so that the distance of the
        // two joints says nothing at 180 degrees.
        const glm::vec3 axis = glm::normalize(glm::cross(fin - shoulder, {0.3f, 1.0f, 0.2f}));
        const glm::vec3 other = shoulder + glm::angleAxis(glm::radians(degrees), axis) *
                                               (fin - shoulder) * (degrees == 180.0f ? 1.0f : 1.1f);
        for (const std::size_t joint : {5u, 6u}) {
            math::Affine& bind = parts.binds[slotOf(parts, joint)];
            bind = bind * math::Affine{math::identityMat3(), fin - other};
        }
        const ImportedScene broken = parts.build();
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string("two-bind-poses"));
        const auto repaired = require(diagnose::repair(broken, "two-bind-poses"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
    }

    // Too little to tear the mesh. To put the numbers of rotations in another order would let all
    // other joints keep their offsets as well, but tie the tail into knots.
    void doubtsAPartThatWasBoundAHairAway() {
        const ImportedScene healthy = tailRig(20);
        const ImportedScene odd = withBinds(healthy, [](const math::Affine& b, std::size_t slot) {
            const math::Affine moved{math::identityMat3(), glm::vec3(0.0f, 0.002f, 0.001f)};
            return slot < 14 ? b : b * moved;
        });
        const auto diagnosis = require(diagnose::examine(odd));
        QVERIFY2(diagnosis.isHealthy && !diagnosis.doubts.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.doubts.front().id, std::string("two-bind-poses"));
        const auto repaired = require(diagnose::repair(odd, "two-bind-poses"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
    }

    void findsAPartOfASkinOfTwoJoints() {
        const ImportedScene healthy = elbowRig();
        const ImportedScene broken =
            withBinds(healthy, [](const math::Affine& b, std::size_t slot) {
                const math::Affine moved{math::identityMat3(), glm::vec3(0.1f, 0.25f, -0.05f)};
                return slot == 0 ? b : moved * b;
            });
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string("two-bind-poses"));
        const auto repaired = require(diagnose::repair(broken, "two-bind-poses"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
    }

    // Thick parts stay near their bones when they are turned, but no longer around them.
    void findsASmallOffsetByTheMiddle() {
        const ImportedScene healthy = tubeRig();
        const math::Affine offset =
            math::toAffine(turned(glm::vec3(0.0f), 10.0f, {1.0f, -0.5f, 2.0f}));
        const ImportedScene broken =
            withBinds(healthy, [&](const math::Affine& b, std::size_t) { return b * offset; });
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string("bind-space-offset"));
        const auto repaired = require(diagnose::repair(broken, "bind-space-offset"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
        QVERIFY(diagnosis.asRead.offCentre > 5.0 * diagnosis.hypotheses.front().repaired.offCentre);
    }

    void findsTwoCausesAtOnce_data() {
        QTest::addColumn<QStringList>("first");
        QTest::addColumn<QStringList>("second");
        const auto row = [](const char* a, const char* formA, const char* b, const char* formB) {
            QTest::addRow("%s, %s and %s, %s", a, formA, b, formB)
                << QStringList{a, formA} << QStringList{b, formB};
        };
        row("weights-not-normalised", "weights", "ibm-transposed", "inverse binds");
        row("joint-index-plus-1", "influences", "unit-times-100", "inverse binds");
        row("bind-space-offset", "inverse binds", "weights-l2-normalised", "weights");
        // Neither shows alone: the one leaves the mesh far away, the other the joints apart.
        row("ibm-not-inverted", "inverse binds", "up-axis", "mesh");
        row("unit-times-100", "mesh", "up-axis", "mesh");
    }

    void findsTwoCausesAtOnce() {
        QFETCH(QStringList, first);
        QFETCH(QStringList, second);
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        for (const QStringList& cause : {first, second}) {
            const auto defect =
                std::find_if(armDefects().begin(), armDefects().end(), [&](const auto& row) {
                    return cause[0] == row.id && cause[1] == row.form;
                });
            defect->plant(parts);
        }
        const ImportedScene broken = parts.build();
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        const diagnose::Hypothesis& leading = diagnosis.hypotheses.front();
        QVERIFY2(leading.then.size() == 1 && leading.remains.empty(), describe(diagnosis).c_str());
        const diagnose::Hypothesis& further = leading.then.front();
        const std::set<std::string> named = {leading.id, further.id};
        QVERIFY2(named == (std::set{first[0].toStdString(), second[0].toStdString()}),
                 describe(diagnosis).c_str());
        const auto half = require(diagnose::repair(broken, leading.id, leading.form));
        QVERIFY(!require(diagnose::examine(half)).isHealthy);
        const auto whole = require(diagnose::repair(half, further.id, further.form));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(whole)) < 1e-4);
        QVERIFY(require(diagnose::examine(whole)).isHealthy);
        QVERIFY(further.repaired.bindSpread < 1e-5 && further.repaired.weightError < 1e-3);
    }

    void saysWhatRemains() {
        Arm parts = makeArm();
        parts.mesh.influences->weights[0] += 0.5f;
        for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
            const float by = 0.3f + 0.17f * static_cast<float>(slot * slot);
            parts.binds[slot] =
                parts.binds[slot] *
                math::toAffine(turned({by, -0.5f * by, 0.2f}, 100.0f * by, {1.0f, by, -0.4f}));
        }
        const auto diagnosis = require(diagnose::examine(parts.build()));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string("weights-not-normalised"));
        QVERIFY2(diagnosis.hypotheses.front().remains.starts_with("skin 'arm': joints are up to "),
                 describe(diagnosis).c_str());
        QVERIFY2(QString::fromStdString(diagnosis.summary).contains("More is wrong"),
                 diagnosis.summary.c_str());
    }

    void findsAnyOrderThatPlacesTell() {
        const ImportedScene healthy = tailRig(20);
        const ImportedScene broken = withSlots(healthy, shuffled(20));
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string("joint-list-order"));
        QVERIFY(diagnosis.hypotheses.front().canRepair);
        const auto repaired = require(diagnose::repair(broken, "joint-list-order"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
    }

    // Neck and head lie so near that the vertices of the one fit the other as well.
    void doesNotGuessAnOrder() {
        const ImportedScene broken = withSlots(humanoidRig(), shuffled(19));
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty(), describe(diagnosis).c_str());
        const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
        QCOMPARE(first.id, std::string("joint-list-order"));
        QVERIFY(!first.canRepair);
        QVERIFY2(QString::fromStdString(first.fix).contains("export it again"), first.fix.c_str());
        const auto guessed = diagnose::repair(broken, "joint-list-order");
        QVERIFY(!guessed);
        QCOMPARE(guessed.error().code, std::string("doctor.not_repairable"));
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
