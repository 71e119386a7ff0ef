// SPDX-License-Identifier: Apache-2.0
// How well mesh, skin and skeleton of a character fit each other.
#pragma once

#include <sartor/import/imported_scene.h>

#include <cstdint>

namespace sartor::diagnose {

/// How well the parts of a character fit each other. All are free of units; 0 is perfect but for
/// locality and offCentre, which are small, and stretch, which is what bending joints costs.
struct CharacterFit {
    /// Largest distance at which the rest pose puts a joint from where it was bound, with the
    /// common map A taken off, against the size of the skeleton (JointBind::residual).
    double bindResidual = 0.0;
    /// BindPose::spread. Both are of slots that carry a vertex.
    double bindSpread = 0.0;
    /// Weighted mean distance of vertices, in bind space, to the bones that carry them, against the
    /// diagonal of mesh or skeleton, whichever is larger. A bone reaches from its joint to the next
    /// joints of the skin below. A slot that does not exist counts as a whole diagonal.
    double locality = 0.0;
    /// How far bones run beside the middle of what they carry: the length of the mean vector from a
    /// bone to its vertices, averaged by weight over the bones (those that end at another joint,
    /// where there are any), against the same diagonal. A mesh that is moved as a whole shows here
    /// first.
    double offCentre = 0.0;
    /// 99th percentile of |log(edge length / edge length at rest)| in small random poses.
    double stretch = 0.0;
    /// Largest |sum of the file's weights - 1| of a vertex that has weights.
    double weightError = 0.0;
    /// Weighted influences, in the file, that name no slot of their skin.
    std::uint64_t badIndexCount = 0;
};

/// The worst of each over all skins of the scene, in the rest pose; all zero without a skinned
/// mesh.
///
/// Distances and stretches are those of up to 1,500 triangles a mesh, spread evenly; sums and
/// indices are of all vertices. Cost: O(vertices + joints log joints). Threads: re-entrant.
CharacterFit computeCharacterFit(const import::ImportedScene& scene);

} // namespace sartor::diagnose
