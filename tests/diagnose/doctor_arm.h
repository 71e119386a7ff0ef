// SPDX-License-Identifier: Apache-2.0
// A small arm that is healthy, its lists open to change, and what tests of the doctor ask of it.
#pragma once

#include <sartor/diagnose/doctor.h>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace sartor::test {

inline math::Transform turned(const glm::vec3& translation, float degrees, const glm::vec3& axis) {
    math::Transform transform = moved(translation);
    transform.rotation = glm::angleAxis(glm::radians(degrees), glm::normalize(axis));
    return transform;
}

/// Lists of a character, open to change.
struct Arm {
    std::vector<assets::Joint> joints;
    std::vector<JointIndex> skinJoints;
    std::vector<math::Affine> binds;
    std::vector<glm::vec4> rows;
    assets::MeshData mesh;
    assets::ClipData clip;
    std::vector<assets::MorphTarget> targets;
    JointIndex meshNode;

    import::ImportedScene build() const {import::ImportedScene scene;
    scene.skeleton = require(assets::Skeleton::create(joints));
    assets::SkinData skin{"arm", skinJoints, binds, rows};
    scene.skins.push_back(require(assets::Skin::create(std::move(skin), joints.size())));
    scene.clips.push_back(require(assets::Clip::create(clip, joints.size())));
    import::MeshInstance& instance = scene.instances.emplace_back();
    instance.node = meshNode;
    instance.meshName = "arm";
    instance.mesh = require(assets::Mesh::create(mesh));
    instance.skin = 0;
    if (!targets.empty()) {
        instance.morphs = require(assets::MorphSet::create(targets, mesh.positions.size()));
    }
    return scene;
}
}; // namespace sartor::test

inline std::vector<math::Affine> restOf(const std::vector<assets::Joint>& joints) {
    return modelRestPose(*require(assets::Skeleton::create(joints)));
}

/// A shoulder with an arm of bent joints and a second, shorter branch. Nodes are not in the order
/// of the hierarchy, and the joint list is in the order of the nodes. Each bone carries a ring of
/// vertices at either end and one in the middle; the ring at a joint is shared with the bone above.
inline Arm makeArm() {
    Arm parts;
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

inline math::Affine linear(const glm::mat3& matrix) {
    return {matrix, glm::vec3(0.0f)};
}

inline void moveMesh(Arm& parts, const math::Affine& map) {
    for (glm::vec3& position : parts.mesh.positions) {
        position = math::transformPoint(map, position);
    }
    for (glm::vec3& normal : parts.mesh.normals) {
        normal = math::transformNormal(map, normal);
    }
}

template <class Change>
void changeBinds(Arm& parts, Change change) {
    for (std::size_t slot = 0; slot < parts.binds.size(); ++slot) {
        parts.binds[slot] = change(parts.binds[slot]);
    }
}

template <class Change>
void changeIndices(Arm& parts, Change change) {
    for (std::size_t i = 0; i < parts.mesh.influences->joints.size(); ++i) {
        if (parts.mesh.influences->weights[i] != 0.0f) {
            parts.mesh.influences->joints[i] = change(parts.mesh.influences->joints[i]);
        }
    }
}

template <class Change>
void changeWeights(Arm& parts, Change change) {
    const std::size_t width = parts.mesh.influences->slotsPerVertex;
    for (std::size_t first = 0; first < parts.mesh.influences->weights.size(); first += width) {
        change(std::span(parts.mesh.influences->weights).subspan(first, width), first);
    }
}

inline math::Affine nodeOf(const Arm& parts) {
    return restOf(parts.joints)[parts.meshNode.value()];
}

inline std::size_t slotOf(const Arm& parts, std::size_t joint) {
    return static_cast<std::size_t>(
        std::find(parts.skinJoints.begin(), parts.skinJoints.end(), JointIndex(joint)) -
        parts.skinJoints.begin());
}

/// Where the skin puts the vertices in a pose that turns every joint.
inline std::vector<glm::dvec3> posedVertices(const import::ImportedScene& scene) {
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

inline double farthest(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b) {
    double apart = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        apart = std::max(apart, glm::distance(a[i], b[i]));
    }
    return apart;
}

inline std::string describe(const diagnose::Diagnosis& diagnosis) {
    std::string text = diagnosis.summary + "\n";
    auto told = diagnosis.hypotheses;
    told.insert(told.end(), diagnosis.doubts.begin(), diagnosis.doubts.end());
    for (const diagnose::Hypothesis& hypothesis : told) {
        text += "  " + hypothesis.id + " (" + hypothesis.form + ") " +
                std::to_string(hypothesis.score) + " " + hypothesis.evidence;
        for (const std::string& same : hypothesis.sameAs) {
            text += " = " + same;
        }
        for (const diagnose::Hypothesis& further : hypothesis.then) {
            text += " then " + further.id + " (" + further.form + ")";
        }
        text += " remains: " + hypothesis.remains;
        text += "\n";
    }
    return text;
}

} // namespace sartor::test
