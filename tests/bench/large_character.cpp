// SPDX-License-Identifier: Apache-2.0
// Streams of a wavy grid and of a swinging chain, and the JSON that describes them.
#include "large_character.h"

#include <sartor/base/file.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace sartor::bench {
namespace {

using Json = nlohmann::json;

class GlbBuilder {
public:
    Json root = {{"asset", {{"version", "2.0"}}}};

    template <class Value>
    int addAccessor(const std::vector<Value>& values, int componentType, const char* type) {
        constexpr std::size_t kAlignment = 4;
        const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
        const Json view = {
            {"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}};
        binary_.insert(binary_.end(), bytes.begin(), bytes.end());
        binary_.resize((binary_.size() + kAlignment - 1) / kAlignment * kAlignment);
        const std::string name = type;
        const std::size_t width = name == "SCALAR" ? 1
                                  : name == "MAT4" ? 16
                                                   : static_cast<std::size_t>(name.back() - '0');
        return append("accessors",
                      {{"bufferView", append("bufferViews", view)},
                       {"componentType", componentType},
                       {"count", values.size() / width},
                       {"type", type}});
    }

    int append(const char* table, const Json& value) {
        root[table].push_back(value);
        return static_cast<int>(root[table].size()) - 1;
    }

    std::vector<std::byte> bytes() {
        root["buffers"] = {{{"byteLength", binary_.size()}}};
        std::string json = root.dump();
        json.resize((json.size() + 3) / 4 * 4, ' ');
        constexpr std::uint32_t kMagic = 0x46546C67;
        constexpr std::uint32_t kJson = 0x4E4F534A;
        constexpr std::uint32_t kBinary = 0x004E4942;
        std::vector<std::byte> file;
        file.reserve(28 + json.size() + binary_.size());
        const auto put = [&](auto range) {
            const auto part = std::as_bytes(std::span(range));
            file.insert(file.end(), part.begin(), part.end());
        };
        const auto words = [&](std::initializer_list<std::size_t> values) {
            put(std::vector<std::uint32_t>(values.begin(), values.end()));
        };
        words({kMagic, 2, 28 + json.size() + binary_.size(), json.size(), kJson});
        put(std::string_view(json));
        words({binary_.size(), kBinary});
        put(std::span(binary_));
        return file;
    }

private:
    std::vector<std::byte> binary_;
};

constexpr int kUint8 = 5121;
constexpr int kUint32 = 5125;
constexpr int kFloat = 5126;

Json addGrid(GlbBuilder& glb, std::size_t side, std::size_t jointCount) {
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> tangents;
    std::vector<float> uvs;
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    for (std::size_t row = 0; row < side; ++row) {
        for (std::size_t column = 0; column < side; ++column) {
            const float u = static_cast<float>(column) / static_cast<float>(side - 1);
            const float v = static_cast<float>(row) / static_cast<float>(side - 1);
            positions.insert(positions.end(), {u, v * 2.0f, 0.1f * std::sin(u * 20.0f)});
            const float slope = 2.0f * std::cos(u * 20.0f);
            const float length = std::sqrt(1.0f + slope * slope);
            normals.insert(normals.end(), {-slope / length, 0.0f, 1.0f / length});
            tangents.insert(tangents.end(), {1.0f / length, 0.0f, slope / length, 1.0f});
            uvs.insert(uvs.end(), {u, v});
            const std::size_t first = row * (jointCount - 1) / side;
            for (std::size_t slot = 0; slot < 4; ++slot) {
                joints.push_back(static_cast<std::uint8_t>(std::min(first + slot, jointCount - 1)));
            }
            const float near = 0.5f + 0.25f * u;
            weights.insert(weights.end(), {near, 1.0f - near, 0.0f, 0.0f});
        }
    }
    std::vector<std::uint32_t> triangles;
    for (std::size_t row = 0; row + 1 < side; ++row) {
        for (std::size_t column = 0; column + 1 < side; ++column) {
            const auto corner = static_cast<std::uint32_t>(row * side + column);
            const auto above = static_cast<std::uint32_t>(corner + side);
            triangles.insert(triangles.end(),
                             {corner, corner + 1, above, above, corner + 1, above + 1});
        }
    }
    const int positionAccessor = glb.addAccessor(positions, kFloat, "VEC3");
    Json& info = glb.root["accessors"][static_cast<std::size_t>(positionAccessor)];
    info["min"] = {0.0, 0.0, -0.1};
    info["max"] = {1.0, 2.0, 0.1};
    Json attributes;
    attributes["POSITION"] = positionAccessor;
    attributes["NORMAL"] = glb.addAccessor(normals, kFloat, "VEC3");
    attributes["TANGENT"] = glb.addAccessor(tangents, kFloat, "VEC4");
    attributes["TEXCOORD_0"] = glb.addAccessor(uvs, kFloat, "VEC2");
    attributes["JOINTS_0"] = glb.addAccessor(joints, kUint8, "VEC4");
    attributes["WEIGHTS_0"] = glb.addAccessor(weights, kFloat, "VEC4");
    return {{"attributes", attributes}, {"indices", glb.addAccessor(triangles, kUint32, "SCALAR")}};
}

void addChain(GlbBuilder& glb, std::size_t jointCount) {
    std::vector<float> jointFromBind;
    Json joints = Json::array();
    const float step = 2.0f / static_cast<float>(jointCount);
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        Json node = {{"name", "joint " + std::to_string(joint)},
                     {"translation", {0.0f, joint == 0 ? 0.0f : step, 0.0f}}};
        if (joint + 1 < jointCount) {
            node["children"] = {joint + 1};
        }
        joints.push_back(glb.append("nodes", node));
        const float height = step * static_cast<float>(joint);
        jointFromBind.insert(jointFromBind.end(),
                             {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -height, 0, 1});
    }
    glb.root["skins"] = {{{"joints", joints},
                          {"inverseBindMatrices", glb.addAccessor(jointFromBind, kFloat, "MAT4")}}};
}

void addClip(GlbBuilder& glb, const CharacterSize& size) {
    std::vector<float> times;
    for (std::size_t key = 0; key < size.keyCount; ++key) {
        times.push_back(static_cast<float>(key) / 30.0f);
    }
    const int timeAccessor = glb.addAccessor(times, kFloat, "SCALAR");
    Json samplers = Json::array();
    Json channels = Json::array();
    const auto addChannel = [&](std::size_t node, const char* path, int values) {
        channels.push_back(
            {{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
        samplers.push_back({{"input", timeAccessor}, {"output", values}});
    };
    const float step = 2.0f / static_cast<float>(size.jointCount);
    for (std::size_t joint = 0; joint < size.jointCount; ++joint) {
        std::vector<float> translations;
        std::vector<float> rotations;
        std::vector<float> scales;
        for (std::size_t key = 0; key < size.keyCount; ++key) {
            const float half = 0.01f * std::sin(times[key] + static_cast<float>(joint));
            translations.insert(translations.end(), {0.0f, joint == 0 ? 0.0f : step, 0.0f});
            rotations.insert(rotations.end(), {0.0f, 0.0f, std::sin(half), std::cos(half)});
            scales.insert(scales.end(), {1.0f, 1.0f + half, 1.0f});
        }
        addChannel(joint, "translation", glb.addAccessor(translations, kFloat, "VEC3"));
        addChannel(joint, "rotation", glb.addAccessor(rotations, kFloat, "VEC4"));
        addChannel(joint, "scale", glb.addAccessor(scales, kFloat, "VEC3"));
    }
    glb.root["animations"] = {{{"name", "swing"}, {"samplers", samplers}, {"channels", channels}}};
}

} // namespace

Status writeLargeCharacter(const std::filesystem::path& path, const CharacterSize& size) {
    GlbBuilder glb;
    const auto side =
        static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(size.vertexCount))));
    glb.root["meshes"] = {{{"primitives", {addGrid(glb, side, size.jointCount)}}}};
    addChain(glb, size.jointCount);
    const int body = glb.append("nodes", {{"name", "body"}, {"mesh", 0}, {"skin", 0}});
    glb.root["scenes"] = {{{"nodes", {0, body}}}};
    glb.root["scene"] = 0;
    addClip(glb, size);
    return writeFileAtomically(path, glb.bytes());
}

} // namespace sartor::bench
