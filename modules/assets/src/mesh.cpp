// SPDX-License-Identifier: Apache-2.0
// Geometry and its invariants.
#include <sartor/assets/mesh.h>
#include <sartor/math/finite.h>

#include <algorithm>
#include <cmath>

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

Status checkAttribute(const MeshData& data, std::size_t index, const std::string& where) {
    const VertexAttribute& attribute = data.attributes[index];
    const std::string place = where + ", attribute '" + attribute.name + "'";
    const auto isSame = [&](const VertexAttribute& other) { return other.name == attribute.name; };
    const auto end = data.attributes.begin() + static_cast<std::ptrdiff_t>(index);
    if (attribute.name.empty() || std::any_of(data.attributes.begin(), end, isSame)) {
        return Error{"mesh.attribute_name", place + ": expected a name that no other one has"};
    }
    if (attribute.width < 1 || attribute.width > 4) {
        return Error{"mesh.attribute_width",
                     place + ": " + std::to_string(attribute.width) +
                         " numbers per vertex, expected 1 to 4"};
    }
    if (attribute.values.size() != attribute.width * data.positions.size()) {
        return Error{"mesh.attribute_count",
                     place + ": " + std::to_string(attribute.values.size()) +
                         " numbers, expected " +
                         std::to_string(attribute.width * data.positions.size())};
    }
    const auto bad = std::find_if(attribute.values.begin(),
                                  attribute.values.end(),
                                  [](float value) { return !std::isfinite(value); });
    if (bad != attribute.values.end()) {
        const auto vertex = (bad - attribute.values.begin()) / attribute.width;
        return Error{"mesh.nonfinite",
                     place + ": vertex " + std::to_string(vertex) + " is NaN or infinite"};
    }
    return {};
}

} // namespace

const VertexAttribute* Mesh::findAttribute(std::string_view name) const {
    const auto found =
        std::find_if(data_.attributes.begin(),
                     data_.attributes.end(),
                     [name](const VertexAttribute& attribute) { return attribute.name == name; });
    return found == data_.attributes.end() ? nullptr : &*found;
}

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
    for (std::size_t i = 0; status && i < data.attributes.size(); ++i) {
        status = checkAttribute(data, i, where);
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
