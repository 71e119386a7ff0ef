// SPDX-License-Identifier: Apache-2.0
// What the steps of the Assimp reader share: the scene, its format, and conversions of its types.
#pragma once

#include <sartor/import/import_report.h>
#include <sartor/math/affine.h>

#include <assimp/scene.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sartor::import {

enum class AssimpFormat { Fbx, Collada, Bvh, Md5, X, Smd };

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

/// A note about one place.
inline ImportNote
makeNote(NoteSeverity severity, std::string code, std::string place, std::string message) {
    return {severity, std::move(code), std::move(place), std::move(message), 1, {}};
}

/// Counts places of one kind and keeps the first few for the note.
class NoteCounter {
public:
    void add(std::size_t place) {
        constexpr std::size_t kExampleCount = 5;
        ++count_;
        if (examples_.size() < kExampleCount) {
            examples_.push_back(static_cast<std::uint32_t>(place));
        }
    }
    std::uint64_t count() const { return count_; }

    /// Adds `note` with the count and the examples, unless nothing was counted.
    void report(ImportNote note, ImportReport& report) const {
        if (count_ > 0) {
            note.count = count_;
            note.examples = examples_;
            report.notes.push_back(std::move(note));
        }
    }

private:
    std::uint64_t count_ = 0;
    std::vector<std::uint32_t> examples_;
};

} // namespace sartor::import
