// SPDX-License-Identifier: Apache-2.0
// Formats without a way to say NaN refuse it, naming the place.
#pragma once

#include <sartor/base/result.h>
#include <sartor/io/output_mesh.h>
#include <sartor/io/text.h>

#include <cmath>
#include <string>

namespace sartor::io {

template <int N>
Status checkFinite(const OutputMesh& mesh,
                   std::string_view stream,
                   std::span<const glm::vec<N, float>> values) {
    for (std::size_t vertex = 0; vertex < values.size(); ++vertex) {
        for (int i = 0; i < N; ++i) {
            if (!std::isfinite(values[vertex][i])) {
                return Error{"output.nonfinite",
                             "mesh '" + printable(mesh.name) + "': " + std::string(stream) +
                                 " of vertex " + std::to_string(vertex) +
                                 " is not finite, this format holds finite numbers only"};
            }
        }
    }
    return {};
}

inline Status checkFinite(std::span<const OutputMesh> meshes) {
    for (const OutputMesh& mesh : meshes) {
        for (const Status& status : {checkFinite(mesh, "position", mesh.positions),
                                     checkFinite(mesh, "normal", mesh.normals),
                                     checkFinite(mesh, "tangent", mesh.tangents),
                                     checkFinite(mesh, "texture coordinate", mesh.uvs)}) {
            if (!status) {
                return status;
            }
        }
    }
    return {};
}

} // namespace sartor::io
