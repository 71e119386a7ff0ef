// SPDX-License-Identifier: Apache-2.0
// Every rule on a scene that breaks it, with the exact message, and on scenes that nearly do.
#include "lint_scene.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

using namespace sartor;
using namespace sartor::test;
using diagnose::Diagnostic;
using diagnose::Severity;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Change = std::function<void(Parts&)>;

struct Row {
    const char* rule;
    Severity severity;
    const char* place;
    const char* message;
    std::uint64_t count;
    Change change;
    // Other rules that must speak as well.
    QStringList also = {};
};

const std::vector<Row>& badScenes() {
    static const std::vector<Row> rows = {
        {"weights.zero_sum",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with weights that sum to zero: no joint moves them",
         1,
         [](Parts& parts) { parts.weights[3] = {}; }},
        {"weights.negative",
         Severity::Warning,
         kMeshPlace,
         "2 vertices with a negative weight, down to -0.5: dropped when deforming",
         2,
         [](Parts& parts) {
             parts.weights[3] = {{1, 1.5f}, {0, -0.5f}};
             parts.weights[1] = {{1, 1.25f}, {0, -0.25f}};
         }},
        {"weights.nonfinite",
         Severity::Error,
         kMeshPlace,
         "1 vertex with a NaN or infinite weight: dropped when deforming",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, kNaN}, {0, 0.5f}};
         }},
        {"weights.duplicate_joint",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with one joint in two slots with weight: their weights are added",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {1, 0.5f}};
         }},
        {"weights.joint_out_of_range",
         Severity::Error,
         kMeshPlace,
         "1 vertex with weight on a joint that the skin does not have: numbers up to 2, but the "
         "skin has 2 joints",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {2, 0.5f}};
         }},
        {"weights.tiny",
         Severity::Info,
         kMeshPlace,
         "1 vertex with a weight below 0.001961, which is zero in 8 bits",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.999f}, {0, 0.001f}};
         }},
        {"weights.influences_over_4",
         Severity::Info,
         kMeshPlace,
         "1 vertex with more than four influences; the most of any is 5",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{0, 0.25f}, {1, 0.25f}, {0, 0.125f}, {1, 0.125f}, {0, 0.25f}};
         },
         {"weights.duplicate_joint"}},
        {"weights.not_normalized",
         Severity::Warning,
         kMeshPlace,
         "1 vertex with weights that do not sum to 1 within 1e-4; the sums of the mesh run from "
         "0.75 to 1",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {0, 0.25f}};
         }},
        {"weights.not_normalized",
         Severity::Info,
         kMeshPlace,
         "1 vertex with weights that sum to 1 within 1e-4, but not within rounding",
         1,
         [](Parts& parts) {
             parts.weights[3] = {{1, 0.5f}, {0, 0.50005f}};
         }},
        {"weights.influences_dropped",
         Severity::Info,
         kMeshPlace,
         "2 vertices with more than 1 influences; up to 0.5 of the weight is dropped",
         2,
         [](Parts& parts) { parts.options.maximumInfluences = 1; }},
        {"skin.unused_joint",
         Severity::Info,
         "/skins/0",
         "1 joint without any vertex: 'spine'",
         1,
         [](Parts& parts) {
             for (Parts::Vertex& vertex : parts.weights) {
                 vertex = {{0, 1.0f}};
             }
         }},
        {"skin.ibm_singular",
         Severity::Error,
         "/skins/0",
         "1 inverse bind matrix flattens space: 'spine'",
         1,
         [](Parts& parts) { parts.jointFromBind[1].linear[1] = glm::vec3(0.0f); }},
        {"skin.ibm_singular",
         Severity::Warning,
         "/skins/0",
         "1 inverse bind matrix flattens space: 'root'",
         1,
         [](Parts& parts) {
             parts.skinJoints.push_back(JointIndex(0));
             parts.jointFromBind.push_back({glm::mat3(0.0f), glm::vec3(0.0f)});
         },
         {"skin.unused_joint"}},
        {"skin.mirrored_joint",
         Severity::Warning,
         "/skins/0",
         "1 joint turns the surface inside out: 'spine'",
         1,
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, 1.0f, 1.0f);
         },
         {"skin.bind_residual"}},
        {"skin.mirrored_joint",
         Severity::Info,
         "/skins/0",
         "1 joint is mirrored in the rest pose and at binding alike: 'spine'",
         1,
         [](Parts& parts) {
             parts.joints[2].parentFromJointRest.scale = glm::vec3(-1.0f, 1.0f, 1.0f);
             parts.jointFromBind[1].linear[0].x = -1.0f;
         }},
        {"skin.bind_residual",
         Severity::Warning,
         "/skins/0",
         "1 of 3 joints bound differently from the others; joint 'spine' is off by 0.25 (25 % of "
         "the skin), 0 degrees, scale 1",
         1,
         [](Parts& parts) {
             parts.joints.push_back(
                 {"head", JointIndex(2), test::moved(glm::vec3(0.0f, 0.5f, 0.0f)), 4});
             parts.skinJoints.emplace_back(4);
             parts.jointFromBind.push_back({math::identityMat3(), glm::vec3(0.0f, -2.0f, 0.0f)});
             parts.jointFromBind[1].translation.y = -1.25f;
             parts.weights[0] = {{2, 1.0f}};
         }},
        {"skin.bind_residual",
         Severity::Info,
         "/skins/0",
         "The rest pose is not the bind pose: 1 of 2 joints turned since binding; joint 'spine' is "
         "off by 0 (0 % of the skin), 90 degrees, scale 1",
         1,
         [](Parts& parts) { parts.joints[2].parentFromJointRest.rotation = turnX(90.0f); }},
        {"skin.duplicate_joint",
         Severity::Warning,
         "/skins/0",
         "1 joint stands in more than one place of the joint list: 'spine'",
         1,
         [](Parts& parts) {
             parts.skinJoints.push_back(JointIndex(2));
             parts.jointFromBind.push_back(parts.jointFromBind[1]);
             parts.weights[0] = {{2, 1.0f}};
         }},
        {"skin.no_common_root",
         Severity::Warning,
         "/skins/0",
         "The joints hang under 2 different roots: 'root' and 'spine'",
         2,
         [](Parts& parts) {
             parts.joints[2].parent = {};
             parts.joints[2].parentFromJointRest.translation.y = 1.5f;
             parts.tracks.translation = {};
         }},
        {"skin.attributes_without_skin",
         Severity::Warning,
         "/nodes/3",
         "Mesh 'Body' has joints and weights, but its node has no skin",
         1,
         [](Parts& parts) { parts.skin.reset(); }},
        {"skin.mesh_node_transform_ignored",
         Severity::Info,
         "/nodes/3",
         "The transform of the node has no effect on its skinned mesh 'Body'",
         1,
         [](Parts& parts) { parts.joints[3].parentFromJointRest.translation.x = 2.0f; }},
        {"hier.duplicate_name",
         Severity::Info,
         "/nodes/3",
         "2 nodes are called 'hips'",
         2,
         [](Parts& parts) { parts.joints[3].name = "hips"; }},
        {"hier.empty_name",
         Severity::Info,
         "/nodes/1",
         "2 joints without a name",
         2,
         [](Parts& parts) {
             parts.joints[1].name.clear();
             parts.joints[2].name.clear();
         }},
        {"mesh.degenerate_triangles",
         Severity::Info,
         kMeshPlace,
         "2 of 3 triangles without area",
         2,
         [](Parts& parts) {
             parts.mesh.positions.push_back({0.5f, 1.0f, 0.0f});
             parts.mesh.normals.push_back({0.0f, 0.0f, 1.0f});
             parts.weights.push_back({{0, 1.0f}});
             parts.mesh.triangles = {0, 1, 2, 0, 4, 1, 2, 2, 3};
         }},
        {"mesh.normal_not_unit",
         Severity::Warning,
         kMeshPlace,
         "2 normals are not of length 1; the worst is 0",
         2,
         [](Parts& parts) {
             parts.mesh.normals[1] = glm::vec3(0.0f);
             parts.mesh.normals[2] = glm::vec3(0.0f, 0.0f, 1.02f);
         }},
        {"morph.empty_target",
         Severity::Warning,
         kMeshPlace,
         "1 morph target without effect: 'smile'",
         1,
         [](Parts& parts) {
             parts.target = {"smile", {}, {}, {}, {}};
         }},
        {"anim.no_keys",
         Severity::Info,
         "/animations/0",
         "The clip has no keys",
         1,
         [](Parts& parts) {
             parts.tracks = {JointIndex(2), {}, {}, {}};
         }},
        {"anim.times_duplicate",
         Severity::Warning,
         "/animations/0",
         "1 key has the time of the key before; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) {
             parts.tracks.scale = test::track<glm::vec3>(
                 {0.0f, 1.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.0f), glm::vec3(2.0f)});
         }},
        {"anim.first_key_after_zero",
         Severity::Info,
         "/animations/0",
         "1 channel has its first key after 0; the latest is joint 'spine' at 0.5 s",
         1,
         [](Parts& parts) { parts.tracks.scale.times[0] = 0.5f; }},
        {"anim.key_gap",
         Severity::Info,
         "/animations/0",
         "1 rotation key is more than 170 degrees from the one before; the widest step, 175 "
         "degrees, is that of joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.rotation.values[1] = turnX(175.0f); }},
        {"anim.nonuniform_scale",
         Severity::Warning,
         "/animations/0",
         "1 key scales the axes differently; the worst, joint 'spine' at 1 s, by a factor of 2: "
         "normals that are not corrected lean by up to 36.87 degrees",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(1.0f, -2.0f, 1.0f); },
         {"anim.scale_zero_cross"}},
        {"anim.quat_flip",
         Severity::Info,
         "/animations/0",
         "1 rotation key changes sign; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.rotation.values[1] = -turnX(90.0f); }},
        {"anim.quat_flip",
         Severity::Warning,
         "/animations/0",
         "1 rotation key changes sign in a spline, which is not corrected; the first is joint "
         "'spine' at 1 s",
         1,
         [](Parts& parts) {
             const glm::quat none(0.0f, 0.0f, 0.0f, 0.0f);
             parts.tracks.rotation = {assets::Interpolation::CubicSpline,
                                      {0.0f, 1.0f},
                                      {none, turnX(0.0f), none, none, -turnX(90.0f), none}};
         }},
        {"anim.scale_zero_cross",
         Severity::Warning,
         "/animations/0",
         "The scale passes through zero 1 time; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(-1.0f); }},
        {"anim.scale_zero_cross",
         Severity::Warning,
         "/animations/0",
         "The scale passes through zero 2 times; the first is joint 'spine' at 0.125 s",
         2,
         [](Parts& parts) {
             // 1 - 10 t (1 - t): below zero between the roots 0.1127 and 0.8873, seen in
             // sixteenths.
             const glm::vec3 one(1.0f);
             parts.tracks.scale = {assets::Interpolation::CubicSpline,
                                   {0.0f, 1.0f},
                                   {one, one, one * -10.0f, one * 10.0f, one, one}};
         }},
        {"anim.scale_zero_cross",
         Severity::Info,
         "/animations/0",
         "1 scale key is zero; the first is joint 'spine' at 1 s",
         1,
         [](Parts& parts) { parts.tracks.scale.values[1] = glm::vec3(0.0f); }},
        {"anim.bone_stretch",
         Severity::Info,
         "/animations/0",
         "1 translation key changes the length of a bone; the worst, by 20 %, is joint 'spine' at "
         "1 s",
         1,
         [](Parts& parts) { parts.tracks.translation.values[1] = glm::vec3(0.0f, 0.6f, 0.0f); }}};
    return rows;
}

} // namespace

class TstLintRules : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsWrong_data() {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < badScenes().size(); ++i) {
            QTest::addRow("%s, %s", badScenes()[i].rule, badScenes()[i].message) << i;
        }
    }
    void findsWhatIsWrong() {
        QFETCH(const std::size_t, index);
        const Row& row = badScenes()[index];
        Parts parts;
        row.change(parts);
        const std::vector<Diagnostic> found = check(parts);
        QStringList expected = row.also;
        expected += row.rule;
        expected.sort();
        QCOMPARE(rulesOf(found), expected);
        const auto diagnostic = std::find_if(
            found.begin(), found.end(), [&](const Diagnostic& d) { return d.rule == row.rule; });
        QCOMPARE(QString::fromStdString(diagnostic->message), QString(row.message));
        QCOMPARE(QString::fromStdString(diagnostic->place), QString(row.place));
        QCOMPARE(diagnostic->severity, row.severity);
        QCOMPARE(diagnostic->count, row.count);
        QVERIFY(!diagnostic->subject.empty());
    }

    void triesEveryRule() {
        std::set<std::string> tried;
        for (const Row& row : badScenes()) {
            tried.insert(row.rule);
        }
        for (const diagnose::RuleInfo& rule : diagnose::rules()) {
            QVERIFY2(tried.contains(std::string(rule.id)), std::string(rule.id).c_str());
            QVERIFY(!rule.title.empty());
            QVERIFY(rule.explanation.ends_with('.'));
            QCOMPARE(diagnose::findRule(rule.id), &rule);
        }
        QVERIFY(diagnose::rules().size() >= 16);
        QVERIFY(!diagnose::findRule("weights.perfect"));
        QVERIFY(std::is_sorted(diagnose::rules().begin(),
                               diagnose::rules().end(),
                               [](const auto& a, const auto& b) { return a.id < b.id; }));
    }

    void isCalmAboutWhatIsNearlyWrong_data() {
        QTest::addColumn<Change>("change");
        const auto row = [](const char* name, const Change& change) {
            QTest::newRow(name) << change;
        };
        row("four influences", [](Parts& parts) {
            parts.joints.push_back({"a", JointIndex(2), {}, 4});
            parts.joints.push_back({"b", JointIndex(2), {}, 5});
            for (const std::size_t joint : {4u, 5u}) {
                parts.skinJoints.emplace_back(joint);
                parts.jointFromBind.push_back(parts.jointFromBind[1]);
            }
            parts.weights[0] = {{0, 0.25f}, {1, 0.25f}, {2, 0.25f}, {3, 0.25f}};
        });
        row("padding slots of a joint that is not there", [](Parts& parts) {
            parts.weights[3] = {{1, 1.0f}, {99, 0.0f}};
        });
        row("rounded weights", [](Parts& parts) {
            parts.weights[3] = {{1, 0.3333333f}, {0, 0.6666666f}};
        });
        row("bone longer by half a hundredth",
            [](Parts& parts) { parts.tracks.translation.values[1].y = 0.5025f; });
        row("hips that move", [](Parts& parts) {
            parts.tracks.joint = JointIndex(1);
            parts.tracks.translation.values[1].y = 3.0f;
        });
        row("scale that goes from key to key without way between", [](Parts& parts) {
            parts.tracks.scale = test::track<glm::vec3>(
                {0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(-1.0f)}, assets::Interpolation::Step);
        });
        row("half a turn without way between", [](Parts& parts) {
            parts.tracks.rotation = test::track<glm::quat>(
                {0.0f, 1.0f}, {turnX(0.0f), turnX(179.0f)}, assets::Interpolation::Step);
        });
        row("bound in centimetres", [](Parts& parts) {
            for (math::Affine& map : parts.jointFromBind) {
                map.linear *= 0.01f;
            }
        });
        row("bind pose off by a ten-thousandth",
            [](Parts& parts) { parts.jointFromBind[1].translation.y -= 0.00005f; });
        row("a mesh node that is turned there and back", [](Parts& parts) {
            parts.joints[0].parentFromJointRest.rotation = turnX(90.0f);
            parts.joints[3].parentFromJointRest.rotation = turnX(-90.0f);
        });
        row("a skin that nothing uses", [](Parts& parts) {
            parts.skin.reset();
            parts.weights.clear();
        });
    }
    void isCalmAboutWhatIsNearlyWrong() {
        QFETCH(const Change, change);
        Parts parts;
        change(parts);
        QCOMPARE(rulesOf(check(parts)), QStringList());
    }
};

QTEST_GUILESS_MAIN(TstLintRules)
#include "tst_lint_rules.moc"
