// SPDX-License-Identifier: Apache-2.0
// A character taken apart into plain lists that a hypothesis can change.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>
#include <sartor/math/double_affine.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sartor::diagnose {

struct RigSkin {
    std::vector<JointIndex> joints;
    std::vector<math::DoubleAffine> jointFromBind;
    std::vector<glm::vec4> fourthRows;
    /// Slots that carry a vertex of any mesh of the file; all where none does.
    std::vector<bool> isUsed;
};

/// A mesh with its skin; instances that share both are one.
struct RigMesh {
    /// The first of the instances.
    std::uint32_t instance = 0;
    std::uint32_t skin = 0;
    JointIndex node;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    assets::FileInfluences influences;
    /// What fixes did to the positions; tangents and morph targets follow it.
    math::DoubleAffine bindFromMesh;
    /// Attributes that may hold codes of joints.
    std::vector<assets::VertexAttribute> attributes;
    /// Of a sample; none of a whole mesh.
    std::vector<std::array<std::uint32_t, 2>> edges;
    /// Share of the triangles, those of the sample, whose winding faces against their normals; none
    /// without normals.
    std::optional<double> reversedShare;
    /// Of all vertices, as the file has them.
    double weightError = 0.0;
    std::uint64_t badIndexCount = 0;
};

struct Rig {
    /// As read: the parents of `joints` are always those.
    std::shared_ptr<const assets::Skeleton> hierarchy;
    std::vector<assets::Joint> joints;
    std::vector<RigSkin> skins;
    std::vector<RigMesh> meshes;
    /// Of a whole rig.
    std::vector<assets::ClipData> clips;
    /// How far sums of weights may be off 1 in a file of this format.
    double weightTolerance = 1e-3;
    /// Whether meshes hold all vertices and clips are there.
    bool isWhole = false;
};

enum class RigExtent {
    Sample, ///< up to 1,500 triangles a mesh, no clips
    Whole
};

Rig takeApart(const import::ImportedScene& scene, RigExtent extent);

/// The scene with everything of a whole rig that differs from it.
/// Errors: those of the assets' create functions.
Result<import::ImportedScene> putTogether(const import::ImportedScene& scene, const Rig& rig);

/// Model transform of every joint in the rest pose.
std::vector<math::DoubleAffine> modelFromJointAtRest(const Rig& rig);

/// The nearest slot of the skin above each slot's joint.
std::vector<std::optional<std::size_t>> slotsAbove(const Rig& rig, const RigSkin& skin);

/// The palette of a skin in a pose.
std::vector<math::DoubleAffine> modelFromBindOf(const RigSkin& skin,
                                                std::span<const math::DoubleAffine> modelFromJoint);

/// Moves positions, normals and whatever goes with them.
void transformMesh(RigMesh& mesh, const math::DoubleAffine& newFromOld);

/// Counts weightError and badIndexCount anew, of the vertices there are.
void recount(RigMesh& mesh, std::size_t slotCount);

/// Sum of a row's weights that are finite.
double weightSum(const assets::FileInfluences& influences, std::size_t vertex);

/// What of a vertex hangs on a slot, which need not exist.
struct VertexShare {
    std::uint32_t slot = 0;
    /// Of all weight of the vertex.
    double share = 0.0;
};

/// Calls visit(position, shares) for every vertex of a skin's meshes that has weight.
template <class Visit>
void visitVertices(const Rig& rig, std::uint32_t skin, Visit visit) {
    std::vector<VertexShare> shares;
    for (const RigMesh& mesh : rig.meshes) {
        if (mesh.skin != skin) {
            continue;
        }
        const std::size_t width = mesh.influences.slotsPerVertex;
        for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
            const double sum = weightSum(mesh.influences, vertex);
            shares.clear();
            for (std::size_t i = vertex * width; i < (vertex + 1) * width && sum > 0.0; ++i) {
                const double share = static_cast<double>(mesh.influences.weights[i]) / sum;
                if (share > 0.0 && std::isfinite(share)) {
                    shares.push_back({mesh.influences.joints[i], share});
                }
            }
            if (!shares.empty()) {
                visit(glm::dvec3(mesh.positions[vertex]), std::span<const VertexShare>(shares));
            }
        }
    }
}

} // namespace sartor::diagnose
