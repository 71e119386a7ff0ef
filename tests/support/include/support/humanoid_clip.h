// SPDX-License-Identifier: Apache-2.0
// A skeleton of the size of a game character, and motion for it.
#pragma once

#include <sartor/assets/clip.h>
#include <sartor/assets/skeleton.h>

#include <support/compare.h>
#include <support/require.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace sartor::test {

/// 67 joints on 12 levels: hips, two legs of four, three of the spine, neck and head with five, and
/// two arms of four, each with five fingers of four. Metres; bones a few centimetres to 40 long.
inline std::shared_ptr<const assets::Skeleton> humanoidSkeleton() {
    std::vector<assets::Joint> joints;
    const auto add = [&](std::string name, std::size_t parent, const glm::vec3& offset) {
        assets::Joint joint;
        joint.name = std::move(name);
        joint.parent = joints.empty() ? JointIndex() : JointIndex(parent);
        joint.parentFromJointRest.translation = offset;
        joint.fileNode = static_cast<std::uint32_t>(joints.size());
        joints.push_back(std::move(joint));
        return joints.size() - 1;
    };
    const std::size_t hips = add("Hips", 0, {0.0f, 0.95f, 0.0f});
    for (const float side : {1.0f, -1.0f}) {
        const std::string name = side > 0.0f ? "Left" : "Right";
        const std::size_t thigh = add(name + "Thigh", hips, {0.1f * side, -0.05f, 0.0f});
        const std::size_t shin = add(name + "Shin", thigh, {0.0f, -0.42f, 0.0f});
        const std::size_t foot = add(name + "Foot", shin, {0.0f, -0.4f, 0.0f});
        add(name + "Toes", foot, {0.0f, -0.05f, 0.12f});
    }
    std::size_t spine = hips;
    for (int i = 0; i < 3; ++i) {
        spine = add("Spine" + std::to_string(i), spine, {0.0f, 0.17f, 0.0f});
    }
    const std::size_t neck = add("Neck", spine, {0.0f, 0.1f, 0.0f});
    const std::size_t head = add("Head", neck, {0.0f, 0.08f, 0.02f});
    const std::size_t jaw = add("Jaw", head, {0.0f, 0.02f, 0.06f});
    add("Tongue", jaw, {0.0f, 0.0f, 0.03f});
    add("LeftEye", head, {0.03f, 0.08f, 0.08f});
    add("RightEye", head, {-0.03f, 0.08f, 0.08f});
    add("HeadEnd", head, {0.0f, 0.2f, 0.0f});
    for (const float side : {1.0f, -1.0f}) {
        const std::string name = side > 0.0f ? "Left" : "Right";
        const std::size_t clavicle = add(name + "Clavicle", spine, {0.04f * side, 0.05f, 0.0f});
        const std::size_t arm = add(name + "Arm", clavicle, {0.14f * side, 0.0f, 0.0f});
        const std::size_t forearm = add(name + "Forearm", arm, {0.28f * side, 0.0f, 0.0f});
        const std::size_t hand = add(name + "Hand", forearm, {0.26f * side, 0.0f, 0.0f});
        for (int finger = 0; finger < 5; ++finger) {
            const float across = 0.02f * static_cast<float>(finger - 2);
            std::size_t joint = hand;
            for (int bone = 0; bone < 4; ++bone) {
                joint = add(name + "Finger" + std::to_string(finger) + std::to_string(bone),
                            joint,
                            bone == 0 ? glm::vec3(0.08f * side, 0.0f, across)
                                      : glm::vec3(0.03f * side, 0.0f, 0.0f));
            }
        }
    }
    return require(assets::Skeleton::create(std::move(joints)));
}

/// Every joint turns smoothly by up to about 40 degrees, and the root walks two metres away.
inline std::shared_ptr<const assets::Clip> humanoidClip(const assets::Skeleton& skeleton,
                                                        std::string name,
                                                        std::uint32_t seed,
                                                        int keyCount = 61,
                                                        float keysPerSecond = 30.0f) {
    Random random(seed);
    assets::ClipData data;
    data.name = std::move(name);
    std::vector<float> times;
    for (int key = 0; key < keyCount; ++key) {
        times.push_back(static_cast<float>(key) / keysPerSecond);
    }
    for (std::size_t j = 0; j < skeleton.jointCount(); ++j) {
        assets::JointTracks tracks;
        tracks.joint = JointIndex(j);
        tracks.rotation.times = times;
        const glm::vec3 size = random.vector(-0.3f, 0.3f);
        const glm::vec3 phase = random.vector(0.0f, 6.0f);
        const glm::vec3 speed = random.vector(2.0f, 7.0f);
        for (const float time : times) {
            glm::vec3 turn(0.0f);
            for (int axis = 0; axis < 3; ++axis) {
                turn[axis] = size[axis] * std::sin(speed[axis] * time + phase[axis]);
            }
            const float angle = glm::length(turn);
            tracks.rotation.values.push_back(angle > 0.0f ? glm::angleAxis(angle, turn / angle)
                                                          : math::identityQuat());
        }
        if (skeleton.joints()[j].parent.isNone()) {
            tracks.translation.times = times;
            for (const float time : times) {
                tracks.translation.values.emplace_back(0.02f * std::sin(5.0f * time),
                                                       0.95f + 0.03f * std::sin(9.0f * time),
                                                       2.0f * time / times.back());
            }
        }
        data.jointTracks.push_back(std::move(tracks));
    }
    return require(assets::Clip::create(std::move(data), skeleton.jointCount()));
}

} // namespace sartor::test
