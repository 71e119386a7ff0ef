// SPDX-License-Identifier: Apache-2.0
// A skinned character of any size, written as a GLB.
#pragma once

#include <sartor/base/result.h>

#include <cstddef>
#include <filesystem>

namespace sartor::bench {

struct CharacterSize {
    /// Rounded up to a square, because the vertices are a grid.
    std::size_t vertexCount = 200'000;
    std::size_t jointCount = 100;
    /// Per channel; every joint has a channel of translations, of rotations and of scales.
    std::size_t keyCount = 600;
};

/// Vertices with normals, tangents, texture coordinates and four influences, triangles, a chain of
/// joints, and one clip. The same size gives the same bytes.
/// Errors: those of writeFileAtomically.
Status writeLargeCharacter(const std::filesystem::path& path, const CharacterSize& size);

} // namespace sartor::bench
