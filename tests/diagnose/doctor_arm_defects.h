// SPDX-License-Identifier: Apache-2.0
// The arm broken in one way after the other.
#pragma once

#include "doctor_arm.h"

#include <string>
#include <vector>

namespace sartor::test {

inline const glm::mat3 kFlipX(-1, 0, 0, 0, 1, 0, 0, 0, 1);
inline const glm::mat3 kFlipY(1, 0, 0, 0, -1, 0, 0, 0, 1);
inline const glm::mat3 kUpright(1, 0, 0, 0, 0, 1, 0, -1, 0);

struct ArmDefect {
    const char* id;
    const char* form;
    void (*plant)(Arm&);
};

inline const std::vector<ArmDefect>& armDefects() {
    static const std::vector<ArmDefect> kDefects = {
        {"ibm-transposed",
         "inverse binds",
         [](Arm& parts) {
             for (math::Affine& bind : parts.binds) {
                 parts.rows.emplace_back(bind.translation, 1.0f);
                 bind = linear(glm::transpose(bind.linear));
             }
         }},
        {"ibm-not-inverted",
         "inverse binds",
         [](Arm& parts) {
             changeBinds(parts, [](const math::Affine& b) { return math::inverse(b).value(); });
         }},
        {"ibm-missing",
         "inverse binds",
         [](Arm& parts) {
             changeBinds(parts, [](const math::Affine&) { return math::Affine{}; });
         }},
        {"ibm-twice",
         "inverse binds",
         [](Arm& parts) { changeBinds(parts, [](const math::Affine& b) { return b * b; }); }},
        {"product-order",
         "inverse binds",
         [](Arm& parts) {
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
         [](Arm& parts) {
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
         [](Arm& parts) {
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
         [](Arm& parts) {
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
         [](Arm& parts) {
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
         [](Arm& parts) {
             parts.joints[4].name = parts.joints[6].name = "end";
             std::replace(
                 parts.skinJoints.begin(), parts.skinJoints.end(), JointIndex(6), JointIndex(4));
         }},
        {"unit-times-100",
         "inverse binds",
         [](Arm& parts) {
             for (math::Affine& bind : parts.binds) {
                 bind.translation *= 100.0f;
             }
         }},
        {"unit-times-100", "mesh", [](Arm& parts) { moveMesh(parts, linear(glm::mat3(100.0f))); }},
        {"unit-divided-100",
         "skeleton",
         [](Arm& parts) {
             for (assets::Joint& joint : parts.joints) {
                 joint.parentFromJointRest.translation /= 100.0f;
             }
             for (glm::vec3& value : parts.clip.jointTracks[0].translation.values) {
                 value /= 100.0f;
             }
         }},
        {"unit-divided-100", "mesh", [](Arm& parts) { moveMesh(parts, linear(glm::mat3(0.01f))); }},
        {"handedness-x",
         "inverse binds",
         [](Arm& parts) {
             changeBinds(parts,
                         [](const math::Affine& b) { return linear(kFlipX) * b * linear(kFlipX); });
         }},
        {"handedness-y", "mesh", [](Arm& parts) { moveMesh(parts, linear(kFlipY)); }},
        {"up-axis",
         "inverse binds",
         [](Arm& parts) {
             changeBinds(parts, [](const math::Affine& b) {
                 return linear(kUpright) * b * linear(glm::transpose(kUpright));
             });
         }},
        {"up-axis", "mesh", [](Arm& parts) { moveMesh(parts, linear(kUpright)); }},
        {"mesh-transform-twice", "mesh", [](Arm& parts) { moveMesh(parts, nodeOf(parts)); }},
        {"mesh-transform-twice",
         "inverse binds",
         [](Arm& parts) {
             changeBinds(parts, [n = nodeOf(parts)](const math::Affine& b) { return b * n; });
         }},
        {"bind-shape-missing",
         "mesh",
         [](Arm& parts) { moveMesh(parts, math::inverse(nodeOf(parts)).value()); }},
        {"bind-space-offset",
         "inverse binds",
         [](Arm& parts) {
             const math::Affine offset =
                 math::toAffine(turned({0.4f, 0.9f, -0.3f}, 50.0f, {1, 2, 3}));
             changeBinds(parts, [=](const math::Affine& b) { return b * offset; });
         }},
        {"palette-world-space",
         "inverse binds",
         [](Arm& parts) {
             const math::Affine world = math::inverse(restOf(parts.joints)[0]).value();
             changeBinds(parts, [=](const math::Affine& b) { return b * world; });
         }},
        {"two-bind-poses",
         "inverse binds",
         [](Arm& parts) {
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
         [](Arm& parts) { changeIndices(parts, [](std::uint32_t slot) { return slot + 1; }); }},
        {"joint-index-minus-1",
         "influences",
         [](Arm& parts) {
             changeIndices(parts, [](std::uint32_t slot) { return (slot + 65535u) % 65536u; });
         }},
        {"joint-index-times-255",
         "influences",
         [](Arm& parts) { changeIndices(parts, [](std::uint32_t slot) { return slot * 255; }); }},
        {"joint-list-order",
         "nodes",
         [](Arm& parts) {
             changeIndices(parts, [&](std::uint32_t slot) {
                 return parts.joints[parts.skinJoints[slot].value()].fileNode;
             });
         }},
        {"joint-list-order",
         "influences",
         [](Arm& parts) {
             // The list was in the order of the nodes: 3, 4, 1, 5, 2, 6.
             std::reverse(parts.skinJoints.begin(), parts.skinJoints.end());
             std::reverse(parts.binds.begin(), parts.binds.end());
         }},
        {"joint-list-order",
         "joints",
         [](Arm& parts) {
             std::rotate(
                 parts.skinJoints.begin(), parts.skinJoints.begin() + 2, parts.skinJoints.end());
         }},
        {"weights-l2-normalised",
         "weights",
         [](Arm& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 const float length = std::hypot(row[0], row[1]);
                 row[0] /= length;
                 row[1] /= length;
             });
         }},
        {"weights-not-normalised",
         "weights",
         [](Arm& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t first) {
                 const float factor = 0.5f + 0.1f * static_cast<float>(first % 11);
                 row[0] *= factor;
                 row[1] *= factor;
             });
         }},
        {"weights-byte-as-float",
         "weights",
         [](Arm& parts) {
             changeWeights(parts, [](std::span<float> row, std::size_t) {
                 row[0] = std::round(row[0] * 255.0f);
                 row[1] = 255.0f - row[0];
             });
         }},
    };
    return kDefects;
}

} // namespace sartor::test
