// SPDX-License-Identifier: Apache-2.0
// Repairs of a small arm, as a scene and as edits of its file.
#include "doctor_arm_defects.h"

#include <QTest>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

// The broken parts with the edits carried out, as the writer would in the file.
struct Editor {
    Arm& parts;

    JointIndex jointOf(std::uint32_t node) const {
        const auto found = std::find_if(parts.joints.begin(),
                                        parts.joints.end(),
                                        [&](const auto& joint) { return joint.fileNode == node; });
        return JointIndex(static_cast<std::size_t>(found - parts.joints.begin()));
    }
    void operator()(const import::InfluencesEdit& edit) { parts.mesh.influences = edit.influences; }
    void operator()(const import::PositionsEdit& edit) { parts.mesh.positions = edit.positions; }
    void operator()(const import::NormalsEdit& edit) { parts.mesh.normals = edit.normals; }
    void operator()(const import::TangentsEdit& edit) { parts.mesh.tangents = edit.tangents; }
    void operator()(const import::MorphTargetEdit& edit) {
        parts.targets.at(edit.target) = assets::makeSparseTarget(
            "", edit.positionDeltas, edit.normalDeltas, edit.tangentDeltas);
    }
    void operator()(const import::SkinJointsEdit& edit) {
        for (std::size_t slot = 0; slot < edit.nodes.size(); ++slot) {
            parts.skinJoints[slot] = jointOf(edit.nodes[slot]);
        }
    }
    void operator()(const import::InverseBindsEdit& edit) {
        parts.binds = edit.jointFromBind;
        parts.rows.clear();
    }
    void operator()(const import::NodeTransformEdit& edit) {
        parts.joints[jointOf(edit.node).value()].parentFromJointRest = edit.parentFromNode;
    }
    void operator()(const import::KeysEdit& edit) {
        assets::JointTracks& tracks = parts.clip.jointTracks.at(0);
        for (std::size_t key = 0; key < edit.times.size(); ++key) {
            if (edit.path == import::ChannelPath::Rotation) {
                const float* v = edit.values.data() + 4 * key;
                tracks.rotation.values[key] = glm::quat(v[3], v[0], v[1], v[2]);
            } else {
                const float* v = edit.values.data() + 3 * key;
                tracks.translation.values[key] = glm::vec3(v[0], v[1], v[2]);
            }
        }
    }
    template <class Other>
    void operator()(const Other&) {
        qFatal("no repair makes such an edit");
    }
};

} // namespace

class TstDoctorRepair : public QObject {
    Q_OBJECT

private slots:
    void readsIndicesFromAnAttribute() {
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        assets::VertexAttribute codes{"_JOINTS", 2, {}};
        for (const std::uint32_t slot : parts.mesh.influences->joints) {
            codes.values.push_back(static_cast<float>(slot) / 255.0f);
        }
        parts.mesh.attributes.push_back(std::move(codes));
        changeIndices(parts, [](std::uint32_t) { return 0u; });
        const ImportedScene broken = parts.build();
        const auto diagnosis = require(diagnose::examine(broken));
        QVERIFY2(!diagnosis.hypotheses.empty() && diagnosis.hypotheses.front().form == "attribute",
                 describe(diagnosis).c_str());
        const auto repaired = require(diagnose::repair(broken, "joint-index-divided-255"));
        QCOMPARE(repaired.instances[0].mesh->fileInfluences()->joints,
                 healthy.instances[0].mesh->fileInfluences()->joints);
    }

    void mendsTheSickSkinOnly() {
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        armDefects().front().plant(parts);
        ImportedScene scene = parts.build();
        scene.skins.push_back(healthy.skins[0]);
        scene.instances.push_back(healthy.instances[0]);
        scene.instances[1].skin = 1;
        const auto diagnosis = require(diagnose::examine(scene));
        QVERIFY(!diagnosis.hypotheses.empty());
        QCOMPARE(diagnosis.hypotheses.front().id, std::string(armDefects().front().id));
        QCOMPARE(diagnosis.hypotheses.front().skins, (std::vector<std::uint32_t>{0}));
        const auto repaired = require(diagnose::repair(scene, armDefects().front().id));
        // What is not sick is shared, not copied.
        QVERIFY(repaired.skins[1] == scene.skins[1]);
        QVERIFY(repaired.skins[0] != scene.skins[0]);
        QVERIFY(repaired.instances[0].mesh == scene.instances[0].mesh);
        QVERIFY(repaired.skeleton == scene.skeleton);
        QVERIFY(repaired.clips[0] == scene.clips[0]);
    }

    void mendsKeysOfMergedNodes() {
        Arm parts = makeArm();
        assets::JointTracks& tracks = parts.clip.jointTracks[0];
        tracks.scale = track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.0f)});
        const ImportedScene healthy = parts.build();
        const assets::JointTracks keys = tracks;
        const auto plant =
            std::find_if(armDefects().begin(), armDefects().end(), [](const ArmDefect& row) {
                return std::string(row.id) == "palette-merged";
            });
        plant->plant(parts);
        // Joint 3 is below joint 2: merged local = inverse(merged above) * own global * own bind,
        // where merged above = global above * bind above.
        assets::JointTracks merged = keys;
        const math::Affine above = parts.binds[slotOf(parts, 2)];
        for (std::size_t key = 0; key < 2; ++key) {
            const math::Affine local =
                math::toAffine({keys.translation.values[key], keys.rotation.values[key]});
            const math::Transform transform = math::decompose(math::inverse(above).value() * local *
                                                              parts.binds[slotOf(parts, 3)])
                                                  .transform;
            merged.translation.values[key] = transform.translation;
            merged.rotation.values[key] = transform.rotation;
        }
        parts.clip.jointTracks = {merged};
        const ImportedScene broken = parts.build();
        const auto repaired = require(diagnose::repair(broken, "palette-merged"));
        const assets::JointTracks& mended = repaired.clips[0]->jointTracks()[0];
        for (std::size_t key = 0; key < 2; ++key) {
            QVERIFY(glm::distance(mended.translation.values[key], keys.translation.values[key]) <
                    1e-5f);
            QVERIFY(std::abs(glm::dot(mended.rotation.values[key], keys.rotation.values[key])) >
                    1.0f - 1e-5f);
        }
        QVERIFY(diagnose::planRepair(broken, "palette-merged"));
        // Without keys of translation there is no place for those that the fix needs.
        parts.clip.jointTracks[0].translation = {};
        const auto refused = diagnose::planRepair(parts.build(), "palette-merged");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("doctor.not_repairable"));
    }

    // Tangents and what morph targets add follow the vertices, in the scene and in the file.
    void movesWhatGoesWithVertices_data() {
        QTest::addColumn<QString>("id");
        QTest::newRow("turned") << "up-axis";
        QTest::newRow("scaled") << "unit-times-100";
        QTest::newRow("mirrored") << "handedness-y";
    }

    void movesWhatGoesWithVertices() {
        QFETCH(QString, id);
        Arm parts = makeArm();
        for (const glm::vec3& normal : parts.mesh.normals) {
            const glm::vec3 along = glm::normalize(glm::cross(normal, {0.3f, 1.0f, -0.6f}));
            parts.mesh.tangents.emplace_back(along, 1.0f);
        }
        parts.targets.resize(2);
        parts.targets[0] = {"", {3, 20}, {{0.1f, 0.2f, 0.3f}, {0, 0, -0.1f}}, {}, {}};
        parts.targets[1] = {"", {7}, {{0, 0.2f, 0}}, {{0.1f, 0, 0.2f}}, {{0.3f, 0.1f, 0}}};
        const ImportedScene healthy = parts.build();
        // The map that is the mistake, as its definition has it.
        const glm::mat3 map = id == "up-axis"          ? glm::mat3(1, 0, 0, 0, 0, 1, 0, -1, 0)
                              : id == "unit-times-100" ? glm::mat3(100.0f)
                                                       : glm::mat3(1, 0, 0, 0, -1, 0, 0, 0, 1);
        const float scale = id == "unit-times-100" ? 100.0f : 1.0f;
        moveMesh(parts, linear(map));
        for (glm::vec4& tangent : parts.mesh.tangents) {
            const float side = id == "handedness-y" ? -1.0f : 1.0f;
            tangent = glm::vec4(map * glm::vec3(tangent) / scale, side * tangent.w);
        }
        for (assets::MorphTarget& target : parts.targets) {
            for (glm::vec3& delta : target.positionDeltas) {
                delta = map * delta;
            }
            for (auto* deltas : {&target.normalDeltas, &target.tangentDeltas}) {
                for (glm::vec3& delta : *deltas) {
                    delta = map * delta / scale;
                }
            }
        }
        const ImportedScene broken = parts.build();
        const ImportedScene repaired = require(diagnose::repair(broken, id.toStdString(), "mesh"));
        Editor editor{parts};
        for (const auto& edit : require(diagnose::planRepair(broken, id.toStdString(), "mesh"))) {
            std::visit(editor, edit);
        }
        const auto near = [](const auto& a, const auto& b) {
            return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](auto p, auto q) {
                return glm::distance(p, q) < 1e-5f;
            });
        };
        for (const ImportedScene& mended : {repaired, parts.build()}) {
            const import::MeshInstance& was = healthy.instances[0];
            const import::MeshInstance& now = mended.instances[0];
            QVERIFY(near(was.mesh->positions(), now.mesh->positions()));
            QVERIFY(near(was.mesh->normals(), now.mesh->normals()));
            QVERIFY(near(was.mesh->tangents(), now.mesh->tangents()));
            for (std::size_t i = 0; i < 2; ++i) {
                const assets::MorphTarget& a = was.morphs->targets()[i];
                const assets::MorphTarget& b = now.morphs->targets()[i];
                QVERIFY(a.vertices == b.vertices);
                QVERIFY(near(a.positionDeltas, b.positionDeltas));
                QVERIFY(near(a.normalDeltas, b.normalDeltas));
                QVERIFY(near(a.tangentDeltas, b.tangentDeltas));
            }
        }
    }

    // A preview can show it for one of the two; the file has one mesh for both.
    void plansNoChangeForOneOfTwoSkins() {
        Arm parts = makeArm();
        const ImportedScene healthy = parts.build();
        changeIndices(parts, [](std::uint32_t slot) { return slot + 1; });
        ImportedScene scene = parts.build();
        scene.skins.push_back(healthy.skins[0]);
        scene.instances.push_back(scene.instances[0]);
        scene.instances[1].skin = 1;
        // The other skin has its list in the order that the indices mean.
        assets::SkinData other{"other", {}, {}, {}};
        for (std::size_t slot = 0; slot < 7; ++slot) {
            const std::size_t from = slot == 0 ? 0 : slot - 1;
            other.joints.push_back(healthy.skins[0]->joints()[from]);
            other.jointFromBind.push_back(healthy.skins[0]->jointFromBind()[from]);
        }
        other.joints[0] = JointIndex(0);
        scene.skins[1] =
            require(assets::Skin::create(std::move(other), scene.skeleton->jointCount()));
        QVERIFY(diagnose::repair(scene, "joint-index-plus-1"));
        const auto plan = diagnose::planRepair(scene, "joint-index-plus-1");
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, std::string("doctor.not_repairable"));
        QVERIFY2(plan.error().message.find("several skins") != std::string::npos,
                 plan.error().message.c_str());
    }

    void plansWhatItRepairs_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < armDefects().size(); ++i) {
            QTest::addRow("%s, %s", armDefects()[i].id, armDefects()[i].form)
                << static_cast<int>(i);
        }
    }

    void plansWhatItRepairs() {
        QFETCH(int, index);
        const ArmDefect& row = armDefects()[static_cast<std::size_t>(index)];
        Arm parts = makeArm();
        row.plant(parts);
        const ImportedScene broken = parts.build();
        const auto edits = require(diagnose::planRepair(broken, row.id, row.form));
        QVERIFY(!edits.empty());
        Editor editor{parts};
        for (const import::FileEdit& edit : edits) {
            std::visit(editor, edit);
        }
        const ImportedScene edited = parts.build();
        const ImportedScene repaired = require(diagnose::repair(broken, row.id, row.form));
        QVERIFY(posedVertices(edited) == posedVertices(repaired));
        QVERIFY(edited.skins[0]->fourthRows().empty());
        for (std::size_t i = 0; i < edited.clips[0]->jointTracks().size(); ++i) {
            const assets::JointTracks& a = edited.clips[0]->jointTracks()[i];
            const assets::JointTracks& b = repaired.clips[0]->jointTracks()[i];
            QVERIFY(a.rotation.values == b.rotation.values);
            QVERIFY(a.translation.values == b.translation.values);
        }
    }
};

QTEST_GUILESS_MAIN(TstDoctorRepair)
#include "tst_doctor_repair.moc"
