// SPDX-License-Identifier: Apache-2.0
// Characters made of tubes around bones, bound at rest: healthy by construction. Tests that use it
// link sartor::import and sartor::pose.
#pragma once

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

#include <support/scene_builder.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace sartor::test {

/// A joint and where its bone begins and ends, in model space.
struct RigBone {
    std::string name;
    int parent = -1; ///< position in the list, before the bone
    glm::vec3 from;
    glm::vec3 to;
    float radius = 0.1f;
};

/// Rotation that takes +Y to a direction, by the shortest way.
inline glm::quat rotationFromUp(const glm::vec3& direction) {
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    const glm::vec3 unit = glm::normalize(direction);
    if (glm::dot(up, unit) < -0.9999f) {
        return glm::angleAxis(glm::pi<float>(), glm::vec3(1.0f, 0.0f, 0.0f));
    }
    const glm::vec3 axis = glm::cross(up, unit);
    return glm::normalize(glm::quat(1.0f + glm::dot(up, unit), axis.x, axis.y, axis.z));
}

inline float distanceToBone(const glm::vec3& point, const RigBone& bone) {
    const glm::vec3 along = bone.to - bone.from;
    const float t =
        glm::clamp(glm::dot(point - bone.from, along) / glm::dot(along, along), 0.0f, 1.0f);
    return glm::distance(point, bone.from + t * along);
}

/// Every bone gets a tube of rings, whose vertices follow the two bones that are nearest. The
/// joints stand below a node "Armature", the mesh at a node "Body", neither of which is the
/// identity.
inline import::ImportedScene rigFromBones(const std::vector<RigBone>& bones,
                                          std::uint32_t ringCount = 6,
                                          std::uint32_t sideCount = 10) {
    SceneBuilder builder;
    const math::Transform modelFromArmature{
        glm::vec3(0.2f, 0.1f, -0.3f),
        glm::angleAxis(0.5f, glm::normalize(glm::vec3(0.2f, 1.0f, 0.3f))),
        glm::vec3(1.0f)};
    const JointIndex armature = builder.joint("Armature", {}, modelFromArmature);
    const auto modelFromBone = [&](const RigBone& bone) {
        return math::toAffine({bone.from, rotationFromUp(bone.to - bone.from), glm::vec3(1.0f)});
    };
    std::vector<JointIndex> joints;
    for (const RigBone& bone : bones) {
        const math::Affine modelFromParent =
            bone.parent < 0 ? math::toAffine(modelFromArmature)
                            : modelFromBone(bones[static_cast<std::size_t>(bone.parent)]);
        const math::Affine parentFromBone =
            math::inverse(modelFromParent).value() * modelFromBone(bone);
        joints.push_back(builder.joint(
            bone.name,
            bone.parent < 0 ? armature : joints[static_cast<std::size_t>(bone.parent)],
            {parentFromBone.translation,
             glm::normalize(glm::quat_cast(parentFromBone.linear)),
             glm::vec3(1.0f)}));
    }
    const JointIndex body =
        builder.joint("Body",
                      {},
                      {glm::vec3(0.35f, -0.2f, 0.4f),
                       glm::angleAxis(0.9f, glm::normalize(glm::vec3(1.0f, 0.4f, -0.3f))),
                       glm::vec3(1.0f)});

    assets::MeshData mesh;
    mesh.name = "Body";
    std::vector<std::vector<std::pair<std::uint32_t, float>>> influences;
    for (const RigBone& bone : bones) {
        const glm::quat turn = rotationFromUp(bone.to - bone.from);
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        for (std::uint32_t ring = 0; ring < ringCount; ++ring) {
            const float way = static_cast<float>(ring) / static_cast<float>(ringCount - 1);
            for (std::uint32_t side = 0; side < sideCount; ++side) {
                const float angle =
                    glm::two_pi<float>() * static_cast<float>(side) / static_cast<float>(sideCount);
                const glm::vec3 out(std::cos(angle), 0.0f, std::sin(angle));
                const glm::vec3 position =
                    glm::mix(bone.from, bone.to, way) + turn * (bone.radius * out);
                mesh.positions.push_back(position);
                mesh.normals.push_back(glm::normalize(turn * out));
                std::vector<std::pair<float, std::uint32_t>> near;
                for (std::uint32_t i = 0; i < bones.size(); ++i) {
                    near.emplace_back(distanceToBone(position, bones[i]) / bones[i].radius, i);
                }
                std::partial_sort(near.begin(),
                                  near.begin() + std::min<std::ptrdiff_t>(2, std::ssize(near)),
                                  near.end());
                auto& vertex = influences.emplace_back();
                if (near.size() == 1 || near[1].first > 1.5f * near[0].first) {
                    vertex.emplace_back(near[0].second, 1.0f);
                } else {
                    // The nearer of the two has the greater share, half where both are as near.
                    const float share =
                        glm::clamp(near[0].first / (near[0].first + near[1].first), 0.2f, 0.5f);
                    vertex.emplace_back(near[0].second, 1.0f - share);
                    vertex.emplace_back(near[1].second, share);
                }
                if (ring + 1 < ringCount) {
                    const std::uint32_t next = (side + 1) % sideCount;
                    const std::uint32_t a = first + ring * sideCount + side;
                    const std::uint32_t b = first + ring * sideCount + next;
                    for (const std::uint32_t corner :
                         {a, a + sideCount, b, b, a + sideCount, b + sideCount}) {
                        mesh.triangles.push_back(corner);
                    }
                }
            }
        }
    }
    mesh.influences = fileInfluences(influences);
    const std::uint32_t skin = builder.skin("Skin", joints);
    builder.mesh(std::move(mesh), body, skin);
    return builder.build();
}

/// Three joints one above the other, a little out of line.
inline import::ImportedScene tubeRig() {
    return rigFromBones({{"Lower", -1, {0.0f, 0.0f, 0.0f}, {0.1f, 0.6f, 0.05f}, 0.14f},
                         {"Middle", 0, {0.1f, 0.6f, 0.05f}, {0.05f, 1.1f, 0.2f}, 0.12f},
                         {"Upper", 1, {0.05f, 1.1f, 0.2f}, {0.2f, 1.7f, 0.15f}, 0.1f}});
}

/// Two joints, bent at rest.
inline import::ImportedScene elbowRig() {
    return rigFromBones({{"UpperArm", -1, {0.0f, 1.0f, 0.0f}, {0.7f, 0.9f, 0.05f}, 0.12f},
                         {"LowerArm", 0, {0.7f, 0.9f, 0.05f}, {1.2f, 1.2f, 0.3f}, 0.09f}},
                        10);
}

/// Nineteen joints; feet and nose point to the front, one arm is raised.
inline import::ImportedScene humanoidRig(std::uint32_t ringCount = 6,
                                         std::uint32_t sideCount = 10) {
    std::vector<RigBone> bones = {{"Hips", -1, {0.0f, 1.0f, 0.0f}, {0.0f, 1.15f, 0.01f}, 0.16f},
                                  {"Spine", 0, {0.0f, 1.15f, 0.01f}, {0.0f, 1.35f, 0.0f}, 0.14f},
                                  {"Chest", 1, {0.0f, 1.35f, 0.0f}, {0.0f, 1.55f, -0.02f}, 0.16f},
                                  {"Neck", 2, {0.0f, 1.55f, -0.02f}, {0.0f, 1.65f, 0.02f}, 0.06f},
                                  {"Head", 3, {0.0f, 1.65f, 0.02f}, {0.0f, 1.9f, 0.06f}, 0.1f}};
    for (const float side : {1.0f, -1.0f}) {
        const std::string prefix = side > 0.0f ? "Left" : "Right";
        const float raised = side > 0.0f ? 0.0f : 0.25f;
        const auto next = static_cast<int>(bones.size());
        bones.push_back({prefix + "Shoulder",
                         2,
                         {side * 0.05f, 1.5f, 0.0f},
                         {side * 0.18f, 1.5f, 0.0f},
                         0.06f});
        bones.push_back({prefix + "Arm",
                         next,
                         {side * 0.18f, 1.5f, 0.0f},
                         {side * 0.45f, 1.45f + raised, -0.02f},
                         0.055f});
        bones.push_back({prefix + "ForeArm",
                         next + 1,
                         {side * 0.45f, 1.45f + raised, -0.02f},
                         {side * 0.7f, 1.42f + raised, 0.05f},
                         0.045f});
        bones.push_back({prefix + "Hand",
                         next + 2,
                         {side * 0.7f, 1.42f + raised, 0.05f},
                         {side * 0.85f, 1.4f + raised, 0.08f},
                         0.04f});
        bones.push_back({prefix + "UpLeg",
                         0,
                         {side * 0.1f, 0.95f, 0.0f},
                         {side * 0.12f, 0.52f, 0.03f},
                         0.085f});
        bones.push_back({prefix + "Leg",
                         next + 4,
                         {side * 0.12f, 0.52f, 0.03f},
                         {side * 0.12f, 0.1f, -0.02f},
                         0.06f});
        bones.push_back({prefix + "Foot",
                         next + 5,
                         {side * 0.12f, 0.1f, -0.02f},
                         {side * 0.14f, 0.03f, 0.18f},
                         0.04f});
    }
    return rigFromBones(bones, ringCount, sideCount);
}

/// A wrist with five fingers of three bones close to each other, a little spread and curled.
inline import::ImportedScene handRig() {
    std::vector<RigBone> bones = {{"Wrist", -1, {0.0f, 0.0f, 0.0f}, {0.3f, 0.02f, 0.0f}, 0.05f},
                                  {"Palm", 0, {0.3f, 0.02f, 0.0f}, {0.42f, 0.03f, 0.0f}, 0.055f}};
    const std::array<const char*, 5> names = {"Thumb", "Index", "Middle", "Ring", "Little"};
    const std::array<float, 5> lengths = {0.05f, 0.06f, 0.066f, 0.06f, 0.045f};
    for (std::size_t finger = 0; finger < names.size(); ++finger) {
        const float across = 0.05f - 0.025f * static_cast<float>(finger);
        glm::vec3 from(finger == 0 ? 0.36f : 0.43f, 0.03f, across);
        float pitch = finger == 0 ? -0.2f : -0.05f;
        for (int bone = 0; bone < 3; ++bone) {
            const glm::vec3 direction =
                glm::normalize(glm::vec3(std::cos(pitch),
                                         std::sin(pitch),
                                         8.0f * across * across * (across > 0.0f ? 9.0f : -9.0f)));
            const glm::vec3 to =
                from + lengths[finger] * (1.0f - 0.2f * static_cast<float>(bone)) * direction;
            const int parent = bone == 0 ? 1 : static_cast<int>(bones.size()) - 1;
            bones.push_back({names[finger] + std::to_string(bone + 1), parent, from, to, 0.009f});
            from = to;
            pitch -= 0.3f;
        }
    }
    return rigFromBones(bones, 4, 8);
}

/// Head, tail and four legs on a spine; one foreleg is raised.
inline import::ImportedScene quadrupedRig() {
    std::vector<RigBone> bones = {{"Pelvis", -1, {0.0f, 0.9f, -0.5f}, {0.0f, 0.95f, -0.2f}, 0.15f},
                                  {"Spine", 0, {0.0f, 0.95f, -0.2f}, {0.0f, 0.93f, 0.15f}, 0.17f},
                                  {"Ribs", 1, {0.0f, 0.93f, 0.15f}, {0.0f, 0.96f, 0.45f}, 0.16f},
                                  {"Neck", 2, {0.0f, 0.96f, 0.45f}, {0.0f, 1.25f, 0.7f}, 0.09f},
                                  {"Head", 3, {0.0f, 1.25f, 0.7f}, {0.0f, 1.2f, 1.0f}, 0.1f},
                                  {"Tail1", 0, {0.0f, 0.95f, -0.6f}, {0.02f, 0.8f, -0.85f}, 0.04f},
                                  {"Tail2", 5, {0.02f, 0.8f, -0.85f}, {0.0f, 0.6f, -1.0f}, 0.03f}};
    for (const float side : {1.0f, -1.0f}) {
        for (const bool isFront : {true, false}) {
            const std::string prefix =
                std::string(side > 0.0f ? "Left" : "Right") + (isFront ? "Fore" : "Hind");
            const float z = isFront ? 0.35f : -0.45f;
            const float raised = isFront && side > 0.0f ? 0.2f : 0.0f;
            const auto upper = static_cast<int>(bones.size());
            bones.push_back({prefix + "Upper",
                             isFront ? 2 : 0,
                             {side * 0.14f, 0.85f, z},
                             {side * 0.15f, 0.5f, z + 0.06f + raised},
                             0.07f});
            bones.push_back({prefix + "Lower",
                             upper,
                             {side * 0.15f, 0.5f, z + 0.06f + raised},
                             {side * 0.15f, 0.1f + raised, z - 0.03f},
                             0.045f});
            bones.push_back({prefix + "Paw",
                             upper + 1,
                             {side * 0.15f, 0.1f + raised, z - 0.03f},
                             {side * 0.15f, 0.03f + raised, z + 0.1f},
                             0.04f});
        }
    }
    return rigFromBones(bones);
}

/// A paper doll: all of it lies in the plane z = 0, and left and right are mirror images.
inline import::ImportedScene flatRig() {
    std::vector<RigBone> bones = {{"Body", -1, {0.0f, 0.5f, 0.0f}, {0.0f, 1.0f, 0.0f}, 0.2f},
                                  {"Head", 0, {0.0f, 1.05f, 0.0f}, {0.0f, 1.3f, 0.0f}, 0.12f}};
    for (const float side : {1.0f, -1.0f}) {
        const std::string prefix = side > 0.0f ? "Left" : "Right";
        const auto arm = static_cast<int>(bones.size());
        bones.push_back(
            {prefix + "Arm", 0, {side * 0.22f, 0.95f, 0.0f}, {side * 0.5f, 0.85f, 0.0f}, 0.06f});
        bones.push_back(
            {prefix + "Hand", arm, {side * 0.5f, 0.85f, 0.0f}, {side * 0.75f, 0.8f, 0.0f}, 0.05f});
        bones.push_back(
            {prefix + "Leg", 0, {side * 0.1f, 0.48f, 0.0f}, {side * 0.14f, 0.0f, 0.0f}, 0.08f});
    }
    return rigFromBones(bones, 6, 2);
}

/// More joints than a byte counts, on a widening spiral.
inline import::ImportedScene tailRig(std::uint32_t jointCount = 300) {
    const auto place = [](std::uint32_t i) {
        const float angle = 0.09f * static_cast<float>(i);
        const float radius = 1.0f + 0.004f * static_cast<float>(i);
        return glm::vec3(
            radius * std::cos(angle), 0.012f * static_cast<float>(i), radius * std::sin(angle));
    };
    std::vector<RigBone> bones;
    for (std::uint32_t i = 0; i < jointCount; ++i) {
        bones.push_back(
            {"Tail" + std::to_string(i), static_cast<int>(i) - 1, place(i), place(i + 1), 0.05f});
    }
    return rigFromBones(bones, 2, 6);
}

} // namespace sartor::test
