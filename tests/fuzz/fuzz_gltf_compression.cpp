// SPDX-License-Identifier: Apache-2.0
// Any bytes as compressed data of a valid glTF file: meshopt's modes and filters, and Draco.
#include "gltf_target.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace {

using sartor::fuzz::MemoryFile;

/// What the JSON says about the data; the first bytes of an input.
struct Header {
    std::uint8_t kind = 0;
    std::uint8_t width = 0;
    std::uint16_t vertexCount = 0;
    std::uint16_t indexCount = 0;
};
constexpr std::size_t kHeaderSize = 6;

constexpr std::array kFilters{"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};

std::string quantity(const char* key, std::size_t value) {
    return std::string("\"") + key + "\":" + std::to_string(value);
}

std::string meshoptView(
    const char* mode, const char* filter, std::size_t stride, std::size_t count, std::size_t size) {
    return "{\"buffer\":0," + quantity("byteLength", stride * count) +
           ",\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"mode\":\"" + mode +
           "\",\"filter\":\"" + filter + "\"," + quantity("byteLength", size) + "," +
           quantity("byteStride", stride) + "," + quantity("count", count) + "}}}";
}

std::string
accessor(const std::string& view, int componentType, std::size_t count, const char* type) {
    return "{" + view + quantity("componentType", static_cast<std::size_t>(componentType)) + "," +
           quantity("count", count) + ",\"type\":\"" + type + "\"}";
}

// Accessors: 0 positions, 1 indices, 2 joints, 3 weights.
std::string jsonOf(const Header& header, std::size_t size) {
    const std::size_t vertexCount = header.vertexCount;
    const std::size_t indexCount = header.indexCount;
    std::string views;
    std::string positions;
    std::string indices;
    std::string extension;
    std::string attributes = "\"POSITION\":0";
    if (header.kind % 3 == 0) { // positions, in any filter
        const char* filter = kFilters[header.width % kFilters.size()];
        const std::size_t octahedral = header.width % 8 == 1 ? 4 : 8;
        const std::size_t stride = filter == std::string_view("OCTAHEDRAL")   ? octahedral
                                   : filter == std::string_view("QUATERNION") ? 8
                                                                              : 12;
        views = meshoptView("ATTRIBUTES", filter, stride, vertexCount, size);
        positions = "\"bufferView\":0,";
    } else if (header.kind % 3 == 1) { // indices of either mode
        views = meshoptView(header.width % 2 == 0 ? "TRIANGLES" : "INDICES",
                            "NONE",
                            header.width % 4 < 2 ? 2 : 4,
                            indexCount,
                            size);
        indices = "\"bufferView\":0,";
    } else {
        views = "{\"buffer\":0," + quantity("byteLength", size) + "}";
        attributes += ",\"JOINTS_0\":2,\"WEIGHTS_0\":3";
        extension = ",\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,"
                    "\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}}";
    }
    const bool isNarrow = header.kind % 3 == 0 && header.width % 4 != 0 && header.width % 4 != 3;
    return "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{" + quantity("byteLength", size) +
           "}],\"bufferViews\":[" + views + "],\"accessors\":[" +
           accessor(positions, isNarrow ? 5120 : 5126, vertexCount, "VEC3") + "," +
           accessor(indices, header.width % 4 < 2 ? 5123 : 5125, indexCount, "SCALAR") + "," +
           accessor("", 5121, vertexCount, "VEC4") + "," + accessor("", 5126, vertexCount, "VEC4") +
           "],\"meshes\":[{\"primitives\":[{\"attributes\":{" + attributes + "},\"indices\":1" +
           extension + "}]}],\"skins\":[{\"joints\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":0}]}";
}

std::vector<std::uint8_t> glbOf(std::string json, const std::uint8_t* data, std::size_t size) {
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::size_t padded = (size + 3) / 4 * 4;
    const std::array<std::uint32_t, 5> front{0x46546C67,
                                             2,
                                             static_cast<std::uint32_t>(28 + json.size() + padded),
                                             static_cast<std::uint32_t>(json.size()),
                                             0x4E4F534A};
    const std::array<std::uint32_t, 2> binary{static_cast<std::uint32_t>(padded), 0x004E4942};
    std::vector<std::uint8_t> glb(28 + json.size() + padded);
    std::uint8_t* to = glb.data();
    std::memcpy(to, front.data(), sizeof front);
    std::memcpy(to + 20, json.data(), json.size());
    std::memcpy(to + 20 + json.size(), binary.data(), sizeof binary);
    std::copy_n(data, size, to + 28 + json.size());
    return glb;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const MemoryFile file;
    if (size <= kHeaderSize) {
        return 0;
    }
    Header header{data[0], data[1], 0, 0};
    std::memcpy(&header.vertexCount, data + 2, 2);
    std::memcpy(&header.indexCount, data + 4, 2);
    const std::vector<std::uint8_t> glb =
        glbOf(jsonOf(header, size - kHeaderSize), data + kHeaderSize, size - kHeaderSize);
    file.write(glb.data(), glb.size());
    sartor::fuzz::readAndCheck(file);
    return 0;
}
