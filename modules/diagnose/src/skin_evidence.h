// SPDX-License-Identifier: Apache-2.0
// What can be said of one skin with its meshes without guessing at a mistake.
#pragma once

#include "skin_fit.h"

#include <sartor/import/imported_scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sartor::diagnose {

/// Measures of a skin in the rest pose, with the weights and indices of the file. Distances to
/// bones are those of bind space against `size`, over a sample of the vertices.
struct SkinEvidence {
    std::uint32_t skin = 0;
    SkinFit fit;
    /// Diagonal of the box around mesh or joints, whichever is larger.
    double size = 0.0;
    /// The bind pose of all slots; that of `fit` is of the slots that carry a vertex.
    BindPose allSlots;
    /// Mean distance of a vertex to the bone that is nearest of all, whatever its indices say.
    double nearest = 0.0;
    /// Share of vertices of which the bone of the first influence is as good as the nearest: no
    /// farther by more than 2 % of the size or a quarter of a bone.
    double firstAtNearest = 1.0;
    /// Share of vertices of which the bone of any influence is.
    double anyAtNearest = 1.0;
    std::size_t vertexCount = 0;
    /// Share of triangles that face against their normals; none without normals.
    std::optional<double> reversedShare;

    /// Of all weighted influences of the file.
    std::uint64_t influenceCount = 0;
    std::size_t distinctIndexCount = 0;
    std::uint32_t largestIndex = 0;
    /// All are multiples of 255, and not all are 0.
    bool hasOnlyMultiplesOf255 = false;

    /// The rest pose tears the mesh, and is no other pose of the skeleton that was bound.
    bool isTorn() const;
    /// Enough vertices for a share to mean something.
    bool isTelling() const { return vertexCount >= 50; }
    /// The vertices lie at the bones that carry them.
    bool isAtBones() const { return nearest <= 0.12 && anyAtNearest >= 0.9; }
    /// The vertices lie at other bones, or at none.
    bool isAway() const {
        return isTelling() && (anyAtNearest < 0.75 || (fit.boneSize > 0.0 && nearest > 0.5));
    }
    /// Size of the mesh against that of the joints, the larger against the smaller; 1 where the
    /// joints are one point.
    double sizeRatio() const;
};

/// One for each skin that deforms a mesh, in their order; none without.
/// Cost: O(vertices + sample * joints).
std::vector<SkinEvidence> computeSkinEvidence(const import::ImportedScene& scene);

} // namespace sartor::diagnose
