// SPDX-License-Identifier: Apache-2.0
// What the steps of the Assimp reader share: the scene, its format, and conversions of its types.
#pragma once

#include <sartor/math/affine.h>

#include <assimp/scene.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sartor::import {

/// Gltf is read only for comparison with our own reader: as Assimp hands it over, without repairs.
enum class AssimpFormat { Fbx, Collada, Bvh, Md5, X, Smd, Gltf };

struct AssimpInput {
    const aiScene& scene;
    AssimpFormat format;
    /// Where files beside the input are looked for; nothing outside of it is opened.
    std::filesystem::path folder;
    std::uint64_t maximumDecodedSize = 0;
};

/// Text up to the first zero byte; bytes that are not UTF-8 become U+FFFD. The stored length is
/// not used: the FBX loader leaves a wrong one in the names of morph channels.
std::string textOf(const aiString& string);

inline glm::vec3 vectorOf(const aiVector3D& vector) {
    return glm::vec3(vector.x, vector.y, vector.z);
}

inline glm::quat quatOf(const aiQuaternion& quaternion) {
    return glm::quat(quaternion.w, quaternion.x, quaternion.y, quaternion.z);
}

/// Assimp stores rows, glm columns.
inline math::Affine affineOf(const aiMatrix4x4& aFromB) {
    return {glm::mat3(glm::vec3(aFromB.a1, aFromB.b1, aFromB.c1),
                      glm::vec3(aFromB.a2, aFromB.b2, aFromB.c2),
                      glm::vec3(aFromB.a3, aFromB.b3, aFromB.c3)),
            glm::vec3(aFromB.a4, aFromB.b4, aFromB.c4)};
}

} // namespace sartor::import
