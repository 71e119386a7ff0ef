// SPDX-License-Identifier: Apache-2.0
// What the check makes of all rules and of the notes of the import: order, places, nothing twice.
#include "lint_scene.h"

#include <QTest>

#include <algorithm>

using namespace sartor;
using namespace sartor::test;
using diagnose::Diagnostic;
using diagnose::Severity;
using sartor::import::ImportedScene;

class TstLint : public QObject {
    Q_OBJECT

private slots:
    void saysNothingAboutAGoodScene() { QCOMPARE(rulesOf(check({})), QStringList()); }

    void saysThingsOnceForMeshesUsedTwice() {
        Parts parts;
        parts.instanceCount = 3;
        parts.weights[3] = {};
        parts.mesh.normals[0] = glm::vec3(2.0f);
        QCOMPARE(rulesOf(check(parts)), (QStringList{"mesh.normal_not_unit", "weights.zero_sum"}));
    }

    void pointsAtVerticesAndJoints() {
        Parts parts;
        parts.weights[3] = {{1, 0.5f}, {7, 0.5f}};
        parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, 1.0f, 1.0f);
        const std::vector<Diagnostic> found = check(parts);
        // The error comes first.
        QCOMPARE(found[0].rule, std::string("weights.joint_out_of_range"));
        QCOMPARE(found[0].vertices, (std::vector<std::uint32_t>{3}));
        QCOMPARE(found[0].instance, std::optional<std::uint32_t>(0));
        QCOMPARE(found[0].subject, std::string("mesh 'Body', primitive 0"));
        const auto mirrored = std::find_if(found.begin(), found.end(), [](const Diagnostic& d) {
            return d.rule == "skin.mirrored_joint";
        });
        QCOMPARE(mirrored->joints, std::vector<JointIndex>{JointIndex(2)});
        QCOMPARE(mirrored->skin, std::optional<std::uint32_t>(0));
        QCOMPARE(mirrored->subject, std::string("skin 'Armature'"));
    }

    void namesAJointWithoutANameByItsPlaceInTheFile() {
        Parts parts;
        parts.joints[2].name.clear();
        parts.weights = {{{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}, {{0, 1.0f}}};
        ImportedScene scene = build(parts);
        std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                          scene.skeleton->joints().end());
        joints[2].fileNode = 7; // parents come first in a skeleton, but not in every file
        scene.skeleton = require(assets::Skeleton::create(std::move(joints)));
        const std::vector<Diagnostic> found = diagnose::check(scene);
        QCOMPARE(rulesOf(found),
                 (QStringList{"hier.empty_name", "skin.rigid_mesh", "skin.unused_joint"}));
        QCOMPARE(found[0].place, std::string("/nodes/7"));
        QCOMPARE(found[0].subject, std::string("joint 7"));
        QCOMPARE(found[2].message, std::string("1 joint without any vertex: joint 7"));
    }

    void joinsTheNotesOfTheImport() {
        Parts parts;
        parts.weights[3] = {};
        using import::NoteSeverity;
        // Said by the rule as well, at the same place and below it.
        parts.notes.push_back(
            {NoteSeverity::Warning, "weights.zero_sum", kMeshPlace, "same", 1, {3}});
        parts.notes.push_back({NoteSeverity::Warning,
                               "weights.zero_sum",
                               "/meshes/0/primitives/0/attributes/WEIGHTS_0",
                               "same",
                               1,
                               {3}});
        // Said by no rule: another place, another matter.
        parts.notes.push_back({NoteSeverity::Warning,
                               "weights.zero_sum",
                               "/meshes/0/primitives/01",
                               "elsewhere",
                               2,
                               {4, 5}});
        parts.notes.push_back({NoteSeverity::Error,
                               "weights.set_ignored",
                               "/meshes/0/primitives/0/attributes/WEIGHTS_1",
                               "one set left out",
                               3,
                               {6}});
        parts.notes.push_back(
            {NoteSeverity::Info, "anim.quat_not_unit", "/animations/0/channels/1", "long", 1, {}});
        const std::vector<Diagnostic> found = check(parts);
        QCOMPARE(rulesOf(found),
                 (QStringList{"anim.quat_not_unit",
                              "weights.set_ignored",
                              "weights.zero_sum",
                              "weights.zero_sum"}));
        QCOMPARE(found[0].rule, std::string("weights.set_ignored"));
        QCOMPARE(found[0].severity, Severity::Error);
        QCOMPARE(found[0].message, std::string("one set left out"));
        QCOMPARE(found[0].count, std::uint64_t{3});
        QCOMPARE(found[0].vertices, (std::vector<std::uint32_t>{6}));
        QCOMPARE(found[0].instance, std::optional<std::uint32_t>(0));
        QCOMPARE(found[2].message, std::string("elsewhere"));
        QCOMPARE(found[3].clip, std::optional<std::uint32_t>(0));
        QCOMPARE(found[3].severity, Severity::Info);
    }

    void saysOnceThatTheRestPoseIsNotTheBindPose() {
        Parts parts;
        const auto note = [](const char* place) -> import::ImportNote {
            return {import::NoteSeverity::Info, "bind.rest_is_not_bind", place, "deformed", 1, {}};
        };
        parts.notes = {note("/nodes/3"), note("/nodes/2")};
        // Nothing else says it where the rule is silent.
        QCOMPARE(rulesOf(check(parts)),
                 (QStringList{"bind.rest_is_not_bind", "bind.rest_is_not_bind"}));
        parts.joints[2].parentFromJointRest.rotation = turnX(90.0f);
        const std::vector<Diagnostic> found = check(parts);
        QCOMPARE(rulesOf(found), (QStringList{"bind.rest_is_not_bind", "skin.bind_residual"}));
        // The mesh at the other node has another skin.
        QCOMPARE(found[0].place, std::string("/nodes/2"));
    }

    void isCalmAboutAnEmptyScene() {
        QCOMPARE(rulesOf(diagnose::check(SceneBuilder().build())), QStringList());
    }
};

QTEST_GUILESS_MAIN(TstLint)
#include "tst_lint.moc"
