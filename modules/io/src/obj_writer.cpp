// SPDX-License-Identifier: Apache-2.0
// OBJ text with the shortest numbers that read back the same.
#include "finite_streams.h"

#include <sartor/io/obj_writer.h>
#include <sartor/io/text.h>

#include <algorithm>

namespace sartor::io {
namespace {

void appendNumber(std::string& text, float number) {
    text += ' ';
    text += toText(number);
}

void appendVector(std::string& text, std::string_view keyword, const glm::vec3& vector) {
    text += keyword;
    appendNumber(text, vector.x);
    appendNumber(text, vector.y);
    appendNumber(text, vector.z);
    text += '\n';
}

/// OBJ names end at white space.
std::string objName(const std::string& name) {
    std::string safe = printable(name);
    std::replace(safe.begin(), safe.end(), ' ', '_');
    return safe.empty() ? "mesh" : safe;
}

} // namespace

Result<std::string> objText(std::span<const OutputMesh> meshes) {
    if (const Status status = checkFinite(meshes); !status) {
        return status.error();
    }
    std::string text;
    // Indices count from one, through the whole file, and on their own for each kind of element.
    std::size_t firstPosition = 1;
    std::size_t firstNormal = 1;
    std::size_t firstUv = 1;
    for (const OutputMesh& mesh : meshes) {
        text += "o " + objName(mesh.name) + '\n';
        for (const glm::vec3& position : mesh.positions) {
            appendVector(text, "v", position);
        }
        for (const glm::vec2& uv : mesh.uvs) {
            text += "vt";
            appendNumber(text, uv.x);
            appendNumber(text, 1.0f - uv.y);
            text += '\n';
        }
        for (const glm::vec3& normal : mesh.normals) {
            appendVector(text, "vn", normal);
        }
        const auto appendCorner = [&](std::uint32_t vertex) {
            text += ' ' + std::to_string(firstPosition + vertex);
            if (!mesh.uvs.empty() || !mesh.normals.empty()) {
                text += '/';
            }
            if (!mesh.uvs.empty()) {
                text += std::to_string(firstUv + vertex);
            }
            if (!mesh.normals.empty()) {
                text += '/' + std::to_string(firstNormal + vertex);
            }
        };
        for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
            text += 'f';
            for (const std::uint32_t vertex : mesh.triangles.subspan(i, 3)) {
                appendCorner(vertex);
            }
            text += '\n';
        }
        if (mesh.triangles.empty() && !mesh.positions.empty()) {
            text += 'p';
            for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
                text += ' ' + std::to_string(firstPosition + vertex);
            }
            text += '\n';
        }
        firstPosition += mesh.positions.size();
        firstNormal += mesh.normals.size();
        firstUv += mesh.uvs.size();
    }
    return text;
}

} // namespace sartor::io
