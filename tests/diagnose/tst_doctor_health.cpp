// SPDX-License-Identifier: Apache-2.0
// The doctor on characters that look odd, and on files: it calls nobody sick who is not.
#include "doctor_arm.h"

#include <sartor/import/import_file.h>

#include <QDirIterator>
#include <QTest>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

using Change = void (*)(Arm&);

// Characters that look odd and are not broken.
const std::vector<std::pair<const char*, Change>>& healthyRows() {
    static const std::vector<std::pair<const char*, Change>> kRows = {
        {"as it is", [](Arm&) {}},
        {"another pose",
         [](Arm& parts) {
             for (const std::size_t joint : {1u, 2u, 3u, 5u}) {
                 glm::quat& rotation = parts.joints[joint].parentFromJointRest.rotation;
                 rotation =
                     glm::normalize(rotation * glm::angleAxis(0.7f, glm::vec3(0.6f, 0.0f, 0.8f)));
             }
         }},
        {"armature of a hundredth",
         [](Arm& parts) {
             parts.joints[0].parentFromJointRest.scale = glm::vec3(0.01f);
             const auto rest = restOf(parts.joints);
             for (glm::vec3& position : parts.mesh.positions) {
                 position = math::transformPoint(rest[1] * parts.binds[slotOf(parts, 1)], position);
             }
             for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
                 parts.binds[slot] = math::inverse(rest[parts.skinJoints[slot].value()]).value();
             }
         }},
        {"bound in a space of its own",
         [](Arm& parts) {
             const math::Affine space = math::toAffine(turned({3.0f, -2.0f, 5.0f}, 80, {1, 2, 2}));
             changeBinds(parts, [&](const math::Affine& b) { return b * space; });
             moveMesh(parts, math::inverse(space).value());
         }},
        {"mesh in the space of its node",
         [](Arm& parts) {
             const math::Affine node = nodeOf(parts);
             changeBinds(parts, [&](const math::Affine& b) { return b * node; });
             moveMesh(parts, math::inverse(node).value());
         }},
        {"cape far from its bones",
         [](Arm& parts) {
             moveMesh(parts, {math::identityMat3(), glm::vec3(0.2f, 0.1f, -0.5f)});
         }},
        {"vertices without weights",
         [](Arm& parts) {
             for (std::size_t i = 0; i < 8; ++i) {
                 parts.mesh.influences->weights[i] = 0.0f;
             }
         }},
        {"sums within a thousandth",
         [](Arm& parts) {
             for (float& weight : parts.mesh.influences->weights) {
                 weight *= 1.0009f;
             }
         }},
        {"unused joint bound anyhow",
         [](Arm& parts) {
             parts.skinJoints.push_back(JointIndex(0));
             parts.binds.push_back({glm::mat3(3.0f), glm::vec3(7.0f)});
         }},
        {"a helper between two joints turned",
         [](Arm& parts) {
             // The fin's parent becomes a joint of no skin at the shoulder's place.
             math::Transform helper;
             helper.rotation = glm::angleAxis(0.6f, glm::normalize(glm::vec3(1.0f, 0.2f, 0.5f)));
             parts.joints.push_back({"helper", JointIndex(1), helper, 6});
             std::swap(parts.joints[7], parts.joints[8]);
             parts.meshNode = JointIndex(8);
             std::rotate(
                 parts.joints.begin() + 5, parts.joints.begin() + 7, parts.joints.begin() + 8);
             parts.joints[6].parent = JointIndex(5);
             parts.joints[7].parent = JointIndex(6);
             for (JointIndex& joint : parts.skinJoints) {
                 joint = joint.value() >= 5 ? JointIndex(joint.value() + 1) : joint;
             }
         }},
        {"prop on one bone",
         [](Arm& parts) {
             changeIndices(parts, [](std::uint32_t) { return 2u; });
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 row[0] = 1.0f;
                 row[1] = 0.0f;
             });
             parts.skinJoints = {parts.skinJoints[2]};
             parts.binds = {parts.binds[2]};
             changeIndices(parts, [](std::uint32_t) { return 0u; });
         }},
        {"parts modelled at their joints",
         [](Arm& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 row[0] = 1.0f;
                 row[1] = 0.0f;
             });
             for (std::size_t i = 0; i < parts.mesh.positions.size(); ++i) {
                 const std::uint32_t slot = parts.mesh.influences->joints[2 * i];
                 parts.mesh.positions[i] =
                     math::transformPoint(parts.binds[slot], parts.mesh.positions[i]);
                 parts.mesh.normals[i] =
                     math::transformNormal(parts.binds[slot], parts.mesh.normals[i]);
             }
             changeBinds(parts, [](const math::Affine&) { return math::Affine{}; });
         }},
    };
    return kRows;
}

} // namespace

class TstDoctorHealth : public QObject {
    Q_OBJECT

private slots:
    void callsTheHealthyHealthy_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < healthyRows().size(); ++i) {
            QTest::newRow(healthyRows()[i].first) << static_cast<int>(i);
        }
    }

    void callsTheHealthyHealthy() {
        QFETCH(int, index);
        Arm parts = makeArm();
        healthyRows()[static_cast<std::size_t>(index)].second(parts);
        const auto diagnosis = require(diagnose::examine(parts.build()));
        QVERIFY2(diagnosis.isHealthy, describe(diagnosis).c_str());
    }

    // Bound in a space that a hundredth of the character's size lies apart: a root that was moved,
    // or an offset of all inverse binds. Mesh and bones fit each other either way.
    void saysWhatMayBeMeant() {
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        changeBinds(parts, [](const math::Affine& b) {
            return b * math::Affine{math::identityMat3(), glm::vec3(0.0f, 0.01f, 0.01f)};
        });
        const ImportedScene odd = parts.build();
        const auto diagnosis = require(diagnose::examine(odd));
        QVERIFY2(diagnosis.isHealthy, describe(diagnosis).c_str());
        QVERIFY(!diagnosis.doubts.empty());
        QCOMPARE(diagnosis.doubts.front().id, std::string("bind-space-offset"));
        QVERIFY2(QString::fromStdString(diagnosis.summary).contains("look whether this is meant"),
                 diagnosis.summary.c_str());
        const auto repaired = require(diagnose::repair(odd, "bind-space-offset"));
        QVERIFY(farthest(posedVertices(healthy), posedVertices(repaired)) < 1e-4);
        QVERIFY(require(diagnose::examine(repaired)).doubts.empty());
    }

    void callsFilesHealthy_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("mannequin") << QString(SARTOR_SAMPLE_DIR "/mannequin.glb");
        if (std::string(SARTOR_SHARED_DIR).empty()) {
            return;
        }
        QDirIterator files(QStringLiteral(SARTOR_SHARED_DIR "/assets"),
                           {"*.gltf", "*.glb", "*.fbx", "*.dae", "*.bvh"},
                           QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            // Assimp reads FBX from 2011 on, and not the meshes of this Collada file.
            if (!path.contains("_6100_") && !path.endsWith("/face.dae")) {
                QTest::newRow(path.toUtf8()) << path;
            }
        }
    }

    void callsFilesHealthy() {
        QFETCH(QString, path);
        const auto scene = import::importFile(path.toStdString());
        QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
        const auto diagnosis = diagnose::examine(*scene);
        if (!diagnosis) {
            QCOMPARE(QString::fromStdString(diagnosis.error().code), QString("doctor.no_skin"));
            return;
        }
        if (path.endsWith("cm_rig.dae")) {
            // As Blender writes it, the skeleton hangs down where the mesh stands up.
            QVERIFY(!diagnosis->hypotheses.empty());
            QCOMPARE(diagnosis->hypotheses.front().id, std::string("bind-space-offset"));
            return;
        }
        QVERIFY2(diagnosis->isHealthy, describe(*diagnosis).c_str());
        // One rests half its joints elsewhere, the other its whole skeleton a little aside.
        if (!path.endsWith("Animation_Skin_10.gltf") && !path.endsWith("RiggedSimple.glb")) {
            QVERIFY2(diagnosis->doubts.empty(), describe(*diagnosis).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TstDoctorHealth)
#include "tst_doctor_health.moc"
