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
            QTest::newRow(path.toUtf8()) << path;
        }
    }

    void callsFilesHealthy() {
        QFETCH(QString, path);
        const auto scene = import::importFile(path.toStdString());
        if (!scene) {
            QSKIP("not readable");
        }
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
    }
};

QTEST_GUILESS_MAIN(TstDoctorHealth)
#include "tst_doctor_health.moc"
