// SPDX-License-Identifier: Apache-2.0
// Changes to a file in the file's own terms: what fixes propose and the writer carries out.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/math/affine.h>
#include <sartor/math/transform.h>
#include <sartor/math/types.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace sartor::import {

// Indices are positions in the lists of the file. Whatever an edit does not name stays as it is.

/// All joints and weights of a primitive. Slots come in sets of four; a vertex has as many slots as
/// all sets together.
struct InfluencesEdit {
    std::uint32_t mesh = 0;
    std::uint32_t primitive = 0;
    assets::FileInfluences influences;
};

/// The positions of a primitive, in mesh space.
struct PositionsEdit {
    std::uint32_t mesh = 0;
    std::uint32_t primitive = 0;
    std::vector<glm::vec3> positions;
};

/// The normals of a primitive, unit, in mesh space.
struct NormalsEdit {
    std::uint32_t mesh = 0;
    std::uint32_t primitive = 0;
    std::vector<glm::vec3> normals;
};

/// The tangents of a primitive, unit, in mesh space; w is the side of the bitangent.
struct TangentsEdit {
    std::uint32_t mesh = 0;
    std::uint32_t primitive = 0;
    std::vector<glm::vec4> tangents;
};

/// What a morph target of a primitive adds, in mesh space: a delta for every vertex. Kinds that are
/// empty stay as they are.
struct MorphTargetEdit {
    std::uint32_t mesh = 0;
    std::uint32_t primitive = 0;
    std::uint32_t target = 0;
    std::vector<glm::vec3> positionDeltas;
    std::vector<glm::vec3> normalDeltas;
    /// Without w, which stays that of the vertex.
    std::vector<glm::vec3> tangentDeltas;
};

/// The node of each slot of a skin, as many as it has.
struct SkinJointsEdit {
    std::uint32_t skin = 0;
    std::vector<std::uint32_t> nodes;
};

/// The inverse bind matrices of a skin, one per joint.
struct InverseBindsEdit {
    std::uint32_t skin = 0;
    std::vector<math::Affine> jointFromBind;
};

enum class ChannelPath : std::uint8_t { Translation, Rotation, Scale, Weights };

/// The keys of the channel of an animation that moves `path` of a node; its interpolation stays.
struct KeysEdit {
    std::uint32_t animation = 0;
    std::uint32_t node = 0;
    ChannelPath path = ChannelPath::Translation;
    /// Seconds, increasing.
    std::vector<float> times;
    /// As the format stores them: all components of all values a key. Rotations are x, y, z, w.
    std::vector<float> values;
};

/// Translation, rotation and scale of a node, in place of those or of the matrix that it has.
struct NodeTransformEdit {
    std::uint32_t node = 0;
    math::Transform parentFromNode;
};

/// The default weights of a mesh's morph targets.
struct MorphWeightsEdit {
    std::uint32_t mesh = 0;
    std::vector<float> weights;
};

enum class NamedList : std::uint8_t { Nodes, Meshes, Skins, Animations };

struct NameEdit {
    NamedList list = NamedList::Nodes;
    std::uint32_t index = 0;
    std::string name;
};

using FileEdit = std::variant<InfluencesEdit,
                              PositionsEdit,
                              NormalsEdit,
                              TangentsEdit,
                              MorphTargetEdit,
                              SkinJointsEdit,
                              InverseBindsEdit,
                              KeysEdit,
                              NodeTransformEdit,
                              MorphWeightsEdit,
                              NameEdit>;

} // namespace sartor::import
