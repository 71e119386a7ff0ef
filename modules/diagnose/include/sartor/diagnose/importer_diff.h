// SPDX-License-Identifier: Apache-2.0
// What programs that read glTF through Assimp get that the file does not say.
#pragma once

#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::diagnose {

/// One kind of difference at one place; many of it are one entry with their number.
struct ImporterDifference {
    /// "node 3 'Arm'", "node 0 'Body', primitive 0", "clip 1 'Run', node 3 'Arm'"; "file".
    std::string place;
    /// "name", "joints", "weights", "interpolation of rotation", ...
    std::string field;
    /// The first that differs, by our reader and by Assimp.
    std::string gltf;
    std::string assimp;
    /// How many vertices, keys, joints or channels differ; 1 where it is one thing.
    std::uint64_t count = 1;
    /// Why Assimp differs, in a sentence; empty where that is not known. Said only where the values
    /// show it.
    std::string cause;
};

/// Field by field: nodes, joints and inverse binds of skins, weights of every vertex, morph targets
/// and their weights, geometry, clips with names, times, values and interpolation.
///
/// `gltf` is what importFile made of a file, `assimp` what importGltfThroughAssimp made of it.
/// Copied numbers must agree to 1e-6 of their size, matrices and deltas that Assimp computes to
/// 1e-5. Cost: O(size of the scenes).
std::vector<ImporterDifference> compareImporters(const import::ImportedScene& gltf,
                                                 const import::ImportedScene& assimp);

/// The one difference that is left where Assimp gave no scene.
ImporterDifference refusedByAssimp(const import::ImportedScene& gltf, const Error& error);

} // namespace sartor::diagnose
