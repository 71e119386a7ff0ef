// SPDX-License-Identifier: Apache-2.0
// The doctor on a small arm that is healthy, then broken in one way after the other, and on files.
#include <sartor/diagnose/doctor.h>
#include <sartor/import/import_file.h>

#include <QDirIterator>
#include <QElapsedTimer>
#include <QTest>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/scene_builder.h>

#include <cmath>
#include <functional>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

namespace {

math::Transform turned(const glm::vec3& translation, float degrees, const glm::vec3& axis) {
    math::Transform transform = moved(translation);
    transform.rotation = glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
    return transform;
}

// Lists of a character, open to change.
struct Parts {
    std::vector<assets::Joint> joints;
    std::vector<JointIndex> skinJoints;
    std::vector<math::Affine> binds;
    std::vector<glm::vec4> rows;
    assets::MeshData mesh;
    assets::ClipData clip;
    JointIndex meshNode;

    ImportedScene build() const {
        SceneBuilder builder;
        ImportedScene scene;
        scene.skeleton = require(assets::Skeleton::create(joints));
        assets::SkinData skin{"arm", skinJoints, binds, rows};
        scene.skins.push_back(require(assets::Skin::create(std::move(skin), joints.size())));
        scene.clips.push_back(require(assets::Clip::create(clip, joints.size())));
        import::MeshInstance& instance = scene.instances.emplace_back();
        instance.node = meshNode;
        instance.meshName = "arm";
        instance.mesh = require(assets::Mesh::create(mesh));
        instance.skin = 0;
        return scene;
    }
};

std::vector<math::Affine> restOf(const std::vector<assets::Joint>& joints) {
    return modelRestPose(*require(assets::Skeleton::create(joints)));
}

// A shoulder with an arm of bent joints and a second, shorter branch. Nodes are not in the order of
// the hierarchy, and the joint list is in the order of the nodes. Each bone carries a ring of
// vertices at either end and one in the middle; the ring at a joint is shared with the bone above.
Parts makeArm() {
    Parts parts;
    parts.joints = {
        {"armature", {}, turned({0.3f, 0.1f, -0.2f}, 25.0f, {0.2f, 1.0f, 0.1f}), 9},
        {"shoulder", JointIndex(0), turned({0.1f, 1.2f, 0.3f}, 40.0f, {1, 0.3f, 0}), 3},
        {"upper", JointIndex(1), turned({0.5f, 0.1f, 0.0f}, 30.0f, {0, 0.4f, 1}), 5},
        {"lower", JointIndex(2), turned({0.6f, 0.0f, 0.1f}, -55.0f, {0.3f, 0, 1}), 1},
        {"hand", JointIndex(3), turned({0.5f, 0.1f, 0.0f}, 35.0f, {1, 1, 0.2f}), 2},
        {"fin", JointIndex(1), turned({-0.1f, 0.4f, 0.3f}, 70.0f, {0.2f, 0, 1}), 4},
        {"tip", JointIndex(5), turned({0.3f, 0.1f, 0.1f}, 20.0f, {0, 1, 0.3f}), 7},
        {"mesh", JointIndex(), turned({0.7f, -0.6f, 0.5f}, 65.0f, {0.5f, 1, -0.4f}), 8}};
    parts.meshNode = JointIndex(7);
    parts.skinJoints = {
        JointIndex(3), JointIndex(4), JointIndex(1), JointIndex(5), JointIndex(2), JointIndex(6)};
    const auto rest = restOf(parts.joints);
    for (const JointIndex joint : parts.skinJoints) {
        parts.binds.push_back(math::inverse(rest[joint.value()]).value());
    }
    parts.mesh.name = "arm";
    std::vector<std::vector<std::pair<std::uint32_t, float>>> weights;
    const auto slotOf = [&](std::size_t joint) {
        return static_cast<std::uint32_t>(
            std::find(parts.skinJoints.begin(), parts.skinJoints.end(), JointIndex(joint)) -
            parts.skinJoints.begin());
    };
    const auto ring = [&](const glm::vec3& from, const glm::vec3& to, float along, auto weight) {
        const glm::vec3 axis = glm::normalize(to - from);
        const glm::vec3 side = glm::normalize(glm::cross(axis, glm::vec3(0.3f, 0.2f, 1.0f)));
        const glm::vec3 other = glm::cross(axis, side);
        for (int i = 0; i < 8; ++i) {
            const float angle = 0.25f * 3.14159265f * static_cast<float>(i);
            const glm::vec3 out = std::cos(angle) * side + std::sin(angle) * other;
            parts.mesh.positions.push_back(from + along * (to - from) + 0.06f * out);
            parts.mesh.normals.push_back(out);
            weights.push_back(weight);
        }
    };
    for (std::size_t joint = 2; joint < 7; ++joint) {
        const std::size_t parent = parts.joints[joint].parent.value();
        const glm::vec3 from = rest[parent].translation;
        const glm::vec3 to = rest[joint].translation;
        const std::size_t first = parts.mesh.positions.size();
        using Row = std::vector<std::pair<std::uint32_t, float>>;
        const std::uint32_t slot = slotOf(parent);
        ring(from, to, 0.05f, Row{{slot, 1.0f}});
        ring(from, to, 0.5f, Row{{slot, 1.0f}});
        ring(from, to, 0.95f, Row{{slot, 0.625f}, {slotOf(joint), 0.375f}});
        for (std::uint32_t band = 0; band < 2; ++band) {
            for (std::uint32_t i = 0; i < 8; ++i) {
                const auto a = static_cast<std::uint32_t>(first) + band * 8 + i;
                const auto b = static_cast<std::uint32_t>(first) + band * 8 + (i + 1) % 8;
                parts.mesh.triangles.insert(parts.mesh.triangles.end(),
                                            {a, b, a + 8, b, b + 8, a + 8});
            }
        }
    }
    parts.mesh.influences = fileInfluences(weights);
    parts.clip.name = "Wave";
    assets::JointTracks tracks;
    tracks.joint = JointIndex(3);
    tracks.translation = track<glm::vec3>({0.0f, 1.0f}, {{0.6f, 0, 0.1f}, {0.7f, 0, 0.1f}});
    tracks.rotation = track<glm::quat>(
        {0.0f, 1.0f},
        {parts.joints[3].parentFromJointRest.rotation, glm::quat(0.6f, 0.0f, 0.8f, 0.0f)});
    parts.clip.jointTracks.push_back(std::move(tracks));
    return parts;
}

using Breaker = void (*)(Parts&);

math::Affine linear(const glm::mat3& matrix) {
    return {matrix, glm::vec3(0.0f)};
}

void moveMesh(Parts& parts, const math::Affine& map) {
    for (glm::vec3& position : parts.mesh.positions) {
        position = math::transformPoint(map, position);
    }
    for (glm::vec3& normal : parts.mesh.normals) {
        normal = math::transformNormal(map, normal);
    }
}

template <class Change>
void changeBinds(Parts& parts, Change change) {
    for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
        parts.binds[slot] = change(parts.binds[slot]);
    }
}

template <class Change>
void changeIndices(Parts& parts, Change change) {
    for (std::size_t i = 0; i < parts.mesh.influences->joints.size(); ++i) {
        if (parts.mesh.influences->weights[i] != 0.0f) {
            parts.mesh.influences->joints[i] = change(parts.mesh.influences->joints[i]);
        }
    }
}

template <class Change>
void changeWeights(Parts& parts, Change change) {
    const std::size_t width = parts.mesh.influences->slotsPerVertex;
    for (std::size_t first = 0; first < parts.mesh.influences->weights.size(); first += width) {
        change(std::span(parts.mesh.influences->weights).subspan(first, width), first);
    }
}

const glm::mat3 kFlipX(-1, 0, 0, 0, 1, 0, 0, 0, 1);
const glm::mat3 kFlipY(1, 0, 0, 0, -1, 0, 0, 0, 1);
const glm::mat3 kUpright(1, 0, 0, 0, 0, 1, 0, -1, 0);

math::Affine nodeOf(const Parts& parts) {
    return restOf(parts.joints)[parts.meshNode.value()];
}

struct Row {
    const char* id;
    const char* form;
    Breaker plant;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
        {"ibm-transposed",
         "inverse binds",
         [](Parts& parts) {
             for (math::Affine& bind : parts.binds) {
                 parts.rows.emplace_back(bind.translation, 1.0f);
                 bind = linear(glm::transpose(bind.linear));
             }
         }},
        {"ibm-not-inverted",
         "inverse binds",
         [](Parts& parts) {
             changeBinds(parts, [](const math::Affine& b) { return math::inverse(b).value(); });
         }},
        {"ibm-missing",
         "inverse binds",
         [](Parts& parts) {
             changeBinds(parts, [](const math::Affine&) { return math::Affine{}; });
         }},
        {"ibm-twice",
         "inverse binds",
         [](Parts& parts) { changeBinds(parts, [](const math::Affine& b) { return b * b; }); }},
        {"product-order",
         "inverse binds",
         [](Parts& parts) {
             std::vector<math::Affine> globals;
             for (const assets::Joint& joint : parts.joints) {
                 const math::Affine local = math::toAffine(joint.parentFromJointRest);
                 globals.push_back(joint.parent.isNone() ? local
                                                         : local * globals[joint.parent.value()]);
             }
             for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
                 parts.binds[slot] = math::inverse(globals[parts.skinJoints[slot].value()]).value();
             }
         }},
        {"palette-merged",
         "nodes",
         [](Parts& parts) {
             const auto rest = restOf(parts.joints);
             std::vector<math::Affine> merged = rest;
             for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
                 const std::size_t joint = parts.skinJoints[slot].value();
                 merged[joint] = rest[joint] * parts.binds[slot];
             }
             for (std::size_t i = 0; i < parts.joints.size(); ++i) {
                 const JointIndex parent = parts.joints[i].parent;
                 parts.joints[i].parentFromJointRest =
                     math::decompose(parent.isNone()
                                         ? merged[i]
                                         : math::inverse(merged[parent.value()]).value() *
                                               merged[i])
                         .transform;
             }
             parts.clip.jointTracks.clear();
         }},
        {"hierarchy-unsorted",
         "inverse binds",
         [](Parts& parts) {
             std::vector<std::optional<math::Affine>> globals(parts.joints.size());
             for (std::uint32_t node = 0; node < 10; ++node) {
                 for (std::size_t i = 0; i < parts.joints.size(); ++i) {
                     const assets::Joint& joint = parts.joints[i];
                     if (joint.fileNode == node) {
                         const math::Affine local = math::toAffine(joint.parentFromJointRest);
                         const bool isKnown =
                             !joint.parent.isNone() && globals[joint.parent.value()];
                         globals[i] = isKnown ? *globals[joint.parent.value()] * local : local;
                     }
                 }
             }
             for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
                 parts.binds[slot] =
                     math::inverse(*globals[parts.skinJoints[slot].value()]).value();
             }
         }},
        {"quaternion-order",
         "wxyz",
         [](Parts& parts) {
             const auto misread = [](const glm::quat& q) { return glm::quat(q.z, q.w, q.x, q.y); };
             for (assets::Joint& joint : parts.joints) {
                 joint.parentFromJointRest.rotation = misread(joint.parentFromJointRest.rotation);
             }
             for (glm::quat& value : parts.clip.jointTracks[0].rotation.values) {
                 value = misread(value);
             }
         }},
        {"quaternion-order",
         "xyzw",
         [](Parts& parts) {
             const auto misread = [](const glm::quat& q) { return glm::quat(q.x, q.y, q.z, q.w); };
             for (assets::Joint& joint : parts.joints) {
                 joint.parentFromJointRest.rotation = misread(joint.parentFromJointRest.rotation);
             }
             for (glm::quat& value : parts.clip.jointTracks[0].rotation.values) {
                 value = misread(value);
             }
         }},
        {"duplicate-joint-names",
         "joints",
         [](Parts& parts) {
             parts.joints[4].name = parts.joints[6].name = "end";
             std::replace(
                 parts.skinJoints.begin(), parts.skinJoints.end(), JointIndex(6), JointIndex(4));
         }},
        {"unit-times-100",
         "inverse binds",
         [](Parts& parts) {
             for (math::Affine& bind : parts.binds) {
                 bind.translation *= 100.0f;
             }
         }},
        {"unit-times-100",
         "mesh",
         [](Parts& parts) { moveMesh(parts, linear(glm::mat3(100.0f))); }},
        {"unit-divided-100",
         "skeleton",
         [](Parts& parts) {
             for (assets::Joint& joint : parts.joints) {
                 joint.parentFromJointRest.translation /= 100.0f;
             }
             for (glm::vec3& value : parts.clip.jointTracks[0].translation.values) {
                 value /= 100.0f;
             }
         }},
        {"unit-divided-100",
         "mesh",
         [](Parts& parts) { moveMesh(parts, linear(glm::mat3(0.01f))); }},
        {"handedness-x",
         "inverse binds",
         [](Parts& parts) {
             changeBinds(parts,
                         [](const math::Affine& b) { return linear(kFlipX) * b * linear(kFlipX); });
         }},
        {"handedness-y", "mesh", [](Parts& parts) { moveMesh(parts, linear(kFlipY)); }},
        {"up-axis",
         "inverse binds",
         [](Parts& parts) {
             changeBinds(parts, [](const math::Affine& b) {
                 return linear(kUpright) * b * linear(glm::transpose(kUpright));
             });
         }},
        {"up-axis", "mesh", [](Parts& parts) { moveMesh(parts, linear(kUpright)); }},
        {"mesh-transform-twice", "mesh", [](Parts& parts) { moveMesh(parts, nodeOf(parts)); }},
        {"mesh-transform-twice",
         "inverse binds",
         [](Parts& parts) {
             changeBinds(parts, [n = nodeOf(parts)](const math::Affine& b) { return b * n; });
         }},
        {"bind-shape-missing",
         "mesh",
         [](Parts& parts) { moveMesh(parts, math::inverse(nodeOf(parts)).value()); }},
        {"bind-space-offset",
         "inverse binds",
         [](Parts& parts) {
             const math::Affine offset =
                 math::toAffine(turned({0.4f, 0.9f, -0.3f}, 50.0f, {1, 2, 3}));
             changeBinds(parts, [=](const math::Affine& b) { return b * offset; });
         }},
        {"palette-world-space",
         "inverse binds",
         [](Parts& parts) {
             const math::Affine world = math::inverse(restOf(parts.joints)[0]).value();
             changeBinds(parts, [=](const math::Affine& b) { return b * world; });
         }},
        {"two-bind-poses",
         "inverse binds",
         [](Parts& parts) {
             const math::Affine moved =
                 math::toAffine(turned({0.2f, 0.3f, 0.1f}, 30.0f, {1, 0, 1}));
             for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
                 if (parts.skinJoints[slot].value() >= 5) {
                     parts.binds[slot] = parts.binds[slot] * moved;
                 }
             }
         }},
        {"joint-index-plus-1",
         "influences",
         [](Parts& parts) { changeIndices(parts, [](std::uint32_t slot) { return slot + 1; }); }},
        {"joint-index-minus-1",
         "influences",
         [](Parts& parts) {
             changeIndices(parts, [](std::uint32_t slot) { return (slot + 65535u) % 65536u; });
         }},
        {"joint-index-times-255",
         "influences",
         [](Parts& parts) { changeIndices(parts, [](std::uint32_t slot) { return slot * 255; }); }},
        {"joint-list-order",
         "nodes",
         [](Parts& parts) {
             changeIndices(parts, [&](std::uint32_t slot) {
                 return parts.joints[parts.skinJoints[slot].value()].fileNode;
             });
         }},
        {"joint-list-order",
         "influences",
         [](Parts& parts) {
             // The list was in the order of the nodes: 3, 4, 1, 5, 2, 6.
             std::reverse(parts.skinJoints.begin(), parts.skinJoints.end());
             std::reverse(parts.binds.begin(), parts.binds.end());
         }},
        {"joint-list-order",
         "joints",
         [](Parts& parts) {
             std::rotate(
                 parts.skinJoints.begin(), parts.skinJoints.begin() + 2, parts.skinJoints.end());
         }},
        {"weights-l2-normalised",
         "weights",
         [](Parts& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 const float length = std::hypot(row[0], row[1]);
                 row[0] /= length;
                 row[1] /= length;
             });
         }},
        {"weights-not-normalised",
         "weights",
         [](Parts& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t first) {
                 const float factor = 0.5f + 0.1f * static_cast<float>(first % 11);
                 row[0] *= factor;
                 row[1] *= factor;
             });
         }},
        {"weights-byte-as-float",
         "weights",
         [](Parts& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 row[0] = std::round(row[0] * 255.0f);
                 row[1] = 255.0f - row[0];
             });
         }},
    };
    return kRows;
}

std::string describe(const diagnose::Diagnosis& diagnosis) {
    std::string text = diagnosis.summary + "\n";
    for (const diagnose::Hypothesis& hypothesis : diagnosis.hypotheses) {
        text += "  " + hypothesis.id + " (" + hypothesis.form + ") " +
                std::to_string(hypothesis.score) + " " + hypothesis.evidence;
        for (const std::string& same : hypothesis.sameAs) {
            text += " = " + same;
        }
        text += "\n";
    }
    return text;
}

} // namespace

class TstDoctor : public QObject {
    Q_OBJECT

private slots:
    void callsTheHealthyHealthy_data();
    void callsTheHealthyHealthy();
    void saysWhatNothingExplains();
    void saysWhatTheFileNoLongerHolds();
    void readsIndicesFromAnAttribute();
    void mendsTheSickSkinOnly();
    void mendsKeysOfMergedNodes();
    void namesHarmlessTwins();
    void plansWhatItRepairs_data();
    void plansWhatItRepairs();
    void refusesWhatItCannotDo();
    void isFastEnough();
    void findsAndMends_data();
    void findsAndMends();
    void callsFilesHealthy_data();
    void callsFilesHealthy();
};

// Characters that look odd and are not broken.
std::size_t slotOf(const Parts& parts, std::size_t joint) {
    return static_cast<std::size_t>(
        std::find(parts.skinJoints.begin(), parts.skinJoints.end(), JointIndex(joint)) -
        parts.skinJoints.begin());
}

const std::vector<std::pair<const char*, Breaker>>& healthyRows() {
    static const std::vector<std::pair<const char*, Breaker>> kRows = {
        {"as it is", [](Parts&) {}},
        {"another pose",
         [](Parts& parts) {
             for (const std::size_t joint : {1u, 2u, 3u, 5u}) {
                 glm::quat& rotation = parts.joints[joint].parentFromJointRest.rotation;
                 rotation =
                     glm::normalize(rotation * glm::angleAxis(0.7f, glm::vec3(0.6f, 0.0f, 0.8f)));
             }
         }},
        {"armature of a hundredth",
         [](Parts& parts) {
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
         [](Parts& parts) {
             const math::Affine space = math::toAffine(turned({3.0f, -2.0f, 5.0f}, 80, {1, 2, 2}));
             changeBinds(parts, [&](const math::Affine& b) { return b * space; });
             moveMesh(parts, math::inverse(space).value());
         }},
        {"mesh in the space of its node",
         [](Parts& parts) {
             const math::Affine node = nodeOf(parts);
             changeBinds(parts, [&](const math::Affine& b) { return b * node; });
             moveMesh(parts, math::inverse(node).value());
         }},
        {"cape far from its bones",
         [](Parts& parts) {
             moveMesh(parts, {math::identityMat3(), glm::vec3(0.2f, 0.1f, -0.5f)});
         }},
        {"vertices without weights",
         [](Parts& parts) {
             for (std::size_t i = 0; i < 8; ++i) {
                 parts.mesh.influences->weights[i] = 0.0f;
             }
         }},
        {"sums within a thousandth",
         [](Parts& parts) {
             for (float& weight : parts.mesh.influences->weights) {
                 weight *= 1.0009f;
             }
         }},
        {"unused joint bound anyhow",
         [](Parts& parts) {
             parts.skinJoints.push_back(JointIndex(0));
             parts.binds.push_back({glm::mat3(3.0f), glm::vec3(7.0f)});
         }},
        {"prop on one bone",
         [](Parts& parts) {
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
         [](Parts& parts) {
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

void TstDoctor::callsTheHealthyHealthy_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < healthyRows().size(); ++i) {
        QTest::newRow(healthyRows()[i].first) << static_cast<int>(i);
    }
}

void TstDoctor::callsTheHealthyHealthy() {
    QFETCH(int, index);
    Parts parts = makeArm();
    healthyRows()[static_cast<std::size_t>(index)].second(parts);
    const auto diagnosis = require(diagnose::examine(parts.build()));
    QVERIFY2(diagnosis.isHealthy, describe(diagnosis).c_str());
}

void TstDoctor::saysWhatNothingExplains() {
    Parts parts = makeArm();
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

void TstDoctor::saysWhatTheFileNoLongerHolds() {
    Parts parts = makeArm();
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

void TstDoctor::readsIndicesFromAnAttribute() {
    Parts parts = makeArm();
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

void TstDoctor::mendsTheSickSkinOnly() {
    Parts parts = makeArm();
    const ImportedScene healthy = parts.build();
    rows().front().plant(parts);
    ImportedScene scene = parts.build();
    scene.skins.push_back(healthy.skins[0]);
    scene.instances.push_back(healthy.instances[0]);
    scene.instances[1].skin = 1;
    const auto diagnosis = require(diagnose::examine(scene));
    QVERIFY(!diagnosis.hypotheses.empty());
    QCOMPARE(diagnosis.hypotheses.front().id, std::string(rows().front().id));
    QCOMPARE(diagnosis.hypotheses.front().skins, (std::vector<std::uint32_t>{0}));
    const auto repaired = require(diagnose::repair(scene, rows().front().id));
    // What is not sick is shared, not copied.
    QVERIFY(repaired.skins[1] == scene.skins[1]);
    QVERIFY(repaired.skins[0] != scene.skins[0]);
    QVERIFY(repaired.instances[0].mesh == scene.instances[0].mesh);
    QVERIFY(repaired.skeleton == scene.skeleton);
    QVERIFY(repaired.clips[0] == scene.clips[0]);
}

void TstDoctor::mendsKeysOfMergedNodes() {
    Parts parts = makeArm();
    assets::JointTracks& tracks = parts.clip.jointTracks[0];
    tracks.scale = track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(1.0f), glm::vec3(1.0f)});
    const ImportedScene healthy = parts.build();
    const assets::JointTracks keys = tracks;
    const auto plant = std::find_if(rows().begin(), rows().end(), [](const Row& row) {
        return std::string(row.id) == "palette-merged";
    });
    plant->plant(parts);
    // Joint 3 is below joint 2: merged local = inverse(merged above) * own global * own bind, where
    // merged above = global above * bind above.
    assets::JointTracks merged = keys;
    const math::Affine above = parts.binds[slotOf(parts, 2)];
    for (std::size_t key = 0; key < 2; ++key) {
        const math::Affine local =
            math::toAffine({keys.translation.values[key], keys.rotation.values[key]});
        const math::Transform transform =
            math::decompose(math::inverse(above).value() * local * parts.binds[slotOf(parts, 3)])
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

void TstDoctor::namesHarmlessTwins() {
    Parts parts = makeArm();
    changeBinds(parts, [n = nodeOf(parts)](const math::Affine& b) { return b * n; });
    const auto diagnosis = require(diagnose::examine(parts.build()));
    const diagnose::Hypothesis& first = diagnosis.hypotheses.front();
    QCOMPARE(first.id, std::string("mesh-transform-twice"));
    // The node's map is an offset as well, and taking it off is the same repair.
    QVERIFY2(std::find(first.sameAs.begin(), first.sameAs.end(), "bind-space-offset") !=
                 first.sameAs.end(),
             describe(diagnosis).c_str());
}

void TstDoctor::plansWhatItRepairs_data() {
    findsAndMends_data();
}

void TstDoctor::refusesWhatItCannotDo() {
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

void TstDoctor::isFastEnough() {
    Parts parts = makeArm();
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
    rows().front().plant(parts);
    const ImportedScene broken = parts.build();
    QVERIFY(broken.instances[0].mesh->vertexCount() >= 100000);
    QElapsedTimer timer;
    timer.start();
    const auto diagnosis = require(diagnose::examine(broken));
    const auto milliseconds = timer.elapsed();
    qInfo("%d vertices in %lld ms", 1000 * static_cast<int>(count), milliseconds);
    QCOMPARE(diagnosis.hypotheses.front().id, std::string(rows().front().id));
    QVERIFY(milliseconds < 5000);
}

void TstDoctor::findsAndMends_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows().size(); ++i) {
        QTest::addRow("%s, %s", rows()[i].id, rows()[i].form) << static_cast<int>(i);
    }
}

// Where the skin puts the vertices in a pose that turns every joint.
std::vector<glm::dvec3> posedVertices(const ImportedScene& scene) {
    std::vector<math::Transform> local;
    for (std::size_t i = 0; i < scene.skeleton->jointCount(); ++i) {
        math::Transform transform = scene.skeleton->joints()[i].parentFromJointRest;
        const float angle = 0.3f + 0.2f * static_cast<float>(i);
        transform.rotation =
            glm::normalize(transform.rotation *
                           glm::angleAxis(angle, glm::normalize(glm::vec3(1.0f, angle, -0.5f))));
        local.push_back(transform);
    }
    const auto pose = modelPose(*scene.skeleton, local);
    const assets::Mesh& mesh = *scene.instances[0].mesh;
    const assets::FileInfluences& influences = *mesh.fileInfluences();
    std::vector<glm::dvec3> positions(mesh.vertexCount(), glm::dvec3(0.0));
    for (std::size_t i = 0; i < influences.joints.size(); ++i) {
        const std::size_t vertex = i / influences.slotsPerVertex;
        if (influences.weights[i] != 0.0f) {
            const std::uint32_t slot = influences.joints[i];
            const math::Affine map = pose[scene.skins[0]->joints()[slot].value()] *
                                     scene.skins[0]->jointFromBind()[slot];
            positions[vertex] += static_cast<double>(influences.weights[i]) *
                                 glm::dvec3(math::transformPoint(map, mesh.positions()[vertex]));
        }
    }
    return positions;
}

void TstDoctor::findsAndMends() {
    QFETCH(int, index);
    const Row& row = rows()[static_cast<std::size_t>(index)];
    Parts parts = makeArm();
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

// The broken parts with the edits carried out, as the writer would in the file.
struct Editor {
    Parts& parts;

    JointIndex jointOf(std::uint32_t node) const {
        const auto found = std::find_if(parts.joints.begin(),
                                        parts.joints.end(),
                                        [&](const auto& joint) { return joint.fileNode == node; });
        return JointIndex(static_cast<std::size_t>(found - parts.joints.begin()));
    }
    void operator()(const import::InfluencesEdit& edit) { parts.mesh.influences = edit.influences; }
    void operator()(const import::PositionsEdit& edit) { parts.mesh.positions = edit.positions; }
    void operator()(const import::NormalsEdit& edit) { parts.mesh.normals = edit.normals; }
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

void TstDoctor::plansWhatItRepairs() {
    QFETCH(int, index);
    const Row& row = rows()[static_cast<std::size_t>(index)];
    Parts parts = makeArm();
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

void TstDoctor::callsFilesHealthy_data() {
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

void TstDoctor::callsFilesHealthy() {
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

QTEST_GUILESS_MAIN(TstDoctor)
#include "tst_doctor.moc"
