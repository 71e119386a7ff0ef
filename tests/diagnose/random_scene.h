// SPDX-License-Identifier: Apache-2.0
// A skinned character of random joints, weights and motion.
#pragma once

#include <support/compare.h>
#include <support/scene_builder.h>

namespace sartor::test {

using VertexWeights = std::vector<std::pair<std::uint32_t, float>>;

/// One for each vertex, on up to five joints; not normalised.
inline std::vector<VertexWeights>
randomWeights(Random& random, std::size_t vertexCount, std::uint32_t jointCount) {
    std::vector<VertexWeights> weights(vertexCount);
    for (VertexWeights& vertex : weights) {
        const std::uint32_t count = 1 + random.below(std::min(5u, jointCount));
        const std::uint32_t first = random.below(jointCount);
        for (std::uint32_t i = 0; i < count; ++i) {
            vertex.emplace_back((first + i) % jointCount, random.uniform(0.05f, 0.5f));
        }
    }
    return weights;
}

/// A tree of joints with one root, all of them in one skin in order; a mesh with random weights; a
/// clip of four keys that turns every joint.
inline import::ImportedScene
randomScene(Random& random, std::uint32_t jointCount, std::size_t vertexCount) {
    SceneBuilder builder;
    std::vector<JointIndex> joints;
    for (std::uint32_t i = 0; i < jointCount; ++i) {
        const JointIndex parent = i == 0 ? JointIndex() : joints[random.below(i)];
        joints.push_back(
            builder.joint("joint " + std::to_string(i), parent, moved(random.vector(-0.5f, 0.5f))));
    }
    assets::MeshData mesh;
    mesh.name = "body";
    for (std::size_t vertex = 0; vertex < vertexCount; ++vertex) {
        mesh.positions.push_back(random.vector(-1.0f, 1.0f));
    }
    mesh.influences = fileInfluences(randomWeights(random, vertexCount, jointCount));
    builder.mesh(std::move(mesh), joints[0], builder.skin("skin", joints));
    assets::ClipData clip;
    clip.name = "Dance";
    for (const JointIndex joint : joints) {
        std::vector<glm::quat> values;
        for (int key = 0; key < 4; ++key) {
            values.push_back(random.rotation());
        }
        clip.jointTracks.push_back(
            {joint, {}, track<glm::quat>({0.0f, 0.25f, 0.75f, 1.0f}, values), {}});
    }
    builder.clip(std::move(clip));
    return builder.build();
}

/// One joint that turns about z, 0 degrees at 0 s, then to each of the angles a second later.
inline assets::JointTracks turningZ(JointIndex joint, const std::vector<float>& degrees) {
    std::vector<float> times = {0.0f};
    std::vector<glm::quat> values = {math::identityQuat()};
    for (const float angle : degrees) {
        times.push_back(times.back() + 1.0f);
        const float half = 0.5f * angle * 3.14159265f / 180.0f;
        values.push_back(glm::quat(std::cos(half), 0.0f, 0.0f, std::sin(half)));
    }
    return {joint, {}, track<glm::quat>(times, values), {}};
}

} // namespace sartor::test
