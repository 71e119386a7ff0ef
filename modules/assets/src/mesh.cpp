// SPDX-License-Identifier: Apache-2.0
// Geometry and its invariants.
#include <sartor/assets/mesh.h>
#include <sartor/math/finite.h>

#include <algorithm>

namespace sartor::assets {
namespace {

template <class Value>
Status checkStream(const std::vector<Value>& stream,
                   std::size_t vertexCount,
                   bool isOptional,
                   const std::string& where) {
    if (isOptional && stream.empty()) {
        return {};
    }
    if (stream.size() != vertexCount) {
        return Error{"mesh.attribute_count",
                     where + ": " + std::to_string(stream.size()) + " entries, expected " +
                         std::to_string(vertexCount)};
    }
    if (const std::optional<std::size_t> bad = math::findNonfinite(stream)) {
        return Error{"mesh.nonfinite",
                     where + ": vertex " + std::to_string(*bad) + " is NaN or infinite"};
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const Mesh>> Mesh::create(MeshData data) {
    const std::string where = "mesh '" + data.name + "'";
    const std::size_t count = data.positions.size();
    Status status = checkStream(data.positions, count, false, where + ", positions");
    if (status) {
        status = checkStream(data.normals, count, true, where + ", normals");
    }
    if (status) {
        status = checkStream(data.tangents, count, true, where + ", tangents");
    }
    if (status) {
        status = checkStream(data.uvs, count, true, where + ", texture coordinates");
    }
    if (status) {
        status = checkStream(data.skinBlend, count, true, where + ", skin blend");
    }
    if (!status) {
        return status.error();
    }
    if (data.triangles.size() % 3 != 0) {
        return Error{"mesh.triangle_count",
                     where + ": " + std::to_string(data.triangles.size()) +
                         " indices, expected a multiple of 3"};
    }
    std::uint32_t largest = 0;
    for (const std::uint32_t index : data.triangles) {
        largest = std::max(largest, index);
    }
    if (!data.triangles.empty() && largest >= count) {
        const auto bad = std::find_if(data.triangles.begin(),
                                      data.triangles.end(),
                                      [count](std::uint32_t index) { return index >= count; });
        return Error{"mesh.index_out_of_range",
                     where + ": index " + std::to_string(bad - data.triangles.begin()) + " is " +
                         std::to_string(*bad) + ", but there are " + std::to_string(count) +
                         " vertices"};
    }
    if (data.influences) {
        const FileInfluences& influences = *data.influences;
        const std::size_t expected = influences.slotsPerVertex * count;
        if (influences.slotsPerVertex == 0 || influences.joints.size() != expected ||
            influences.weights.size() != expected) {
            return Error{"mesh.attribute_count",
                         where + ", influences: " + std::to_string(influences.joints.size()) +
                             " joints and " + std::to_string(influences.weights.size()) +
                             " weights, expected " + std::to_string(expected)};
        }
    }
    return std::shared_ptr<const Mesh>(new Mesh(std::move(data)));
}

} // namespace sartor::assets
