// SPDX-License-Identifier: Apache-2.0
// A skinned band with every attribute that can be compressed, and a clip: what is compressed in
// tests and has to come out the same.
#pragma once

#include "gltf_file.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace sartor::test {

/// Streams of the band, also for encoders.
struct BandStreams {
    static constexpr std::size_t kRows = 9;
    static constexpr std::size_t kColumns = 5;
    static constexpr std::size_t kVertexCount = kRows * kColumns;

    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> tangents;
    std::vector<float> uvs;
    std::vector<std::uint8_t> colours;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint16_t> weights;
    std::vector<std::uint16_t> indices;
    std::vector<float> times;
    std::vector<float> rotations;

    BandStreams() {
        for (std::size_t row = 0; row < kRows; ++row) {
            for (std::size_t column = 0; column < kColumns; ++column) {
                addVertex(static_cast<float>(row) / (kRows - 1),
                          static_cast<float>(column) / (kColumns - 1));
            }
        }
        for (std::size_t row = 0; row + 1 < kRows; ++row) {
            for (std::size_t column = 0; column + 1 < kColumns; ++column) {
                const auto corner = static_cast<std::uint16_t>(row * kColumns + column);
                const auto above = static_cast<std::uint16_t>(corner + kColumns);
                const auto right = static_cast<std::uint16_t>(corner + 1);
                const auto across = static_cast<std::uint16_t>(above + 1);
                indices.insert(indices.end(), {corner, right, above, above, right, across});
            }
        }
        for (int key = 0; key < 12; ++key) {
            const float angle = 0.2f * static_cast<float>(key);
            times.push_back(static_cast<float>(key) / 8.0f);
            rotations.insert(
                rotations.end(),
                {0.0f, 0.6f * std::sin(angle), 0.8f * std::sin(angle), std::cos(angle)});
        }
    }

private:
    void addVertex(float height, float side) {
        const float angle = 1.5f * (side - 0.5f);
        positions.insert(positions.end(), {std::sin(angle), 2.0f * height, std::cos(angle)});
        normals.insert(normals.end(), {std::sin(angle), 0.0f, std::cos(angle)});
        tangents.insert(tangents.end(), {std::cos(angle), 0.0f, -std::sin(angle), 1.0f});
        uvs.insert(uvs.end(), {side, height});
        const auto shade = static_cast<std::uint8_t>(255.0f * height);
        colours.insert(colours.end(), {shade, 128, 0, 255});
        joints.insert(joints.end(), {0, 1, 0, 0});
        const auto upper = static_cast<std::uint16_t>(65535.0f * height);
        weights.insert(weights.end(), {static_cast<std::uint16_t>(65535 - upper), upper, 0, 0});
    }
};

/// Accessors: 0 positions, 1 normals, 2 tangents, 3 texture coordinates, 4 colours, 5 joints,
/// 6 weights, 7 indices, 8 times, 9 rotations. A view for each, of the same index.
inline GltfFile bandCharacter() {
    const BandStreams streams;
    GltfFile file;
    file.addAccessor(streams.positions, {"VEC3"});
    file.addAccessor(streams.normals, {"VEC3"});
    file.addAccessor(streams.tangents, {"VEC4"});
    file.addAccessor(streams.uvs, {"VEC2"});
    file.addAccessor(streams.colours, {"VEC4", true});
    file.addAccessor(streams.joints, {"VEC4"});
    file.addAccessor(streams.weights, {"VEC4", true});
    file.addAccessor(streams.indices);
    file.addAccessor(streams.times);
    file.addAccessor(streams.rotations, {"VEC4"});
    file.root["meshes"] = {{{"primitives",
                             {{{"attributes",
                                {{"POSITION", 0},
                                 {"NORMAL", 1},
                                 {"TANGENT", 2},
                                 {"TEXCOORD_0", 3},
                                 {"COLOR_0", 4},
                                 {"JOINTS_0", 5},
                                 {"WEIGHTS_0", 6}}},
                               {"indices", 7}}}}}};
    file.root["nodes"] = {
        {{"children", {1}}}, {{"translation", {0, 1, 0}}}, {{"mesh", 0}, {"skin", 0}}};
    const int binds = file.addAccessor<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1, //
                                               1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                                              {"MAT4"});
    file.root["skins"] = {{{"joints", {0, 1}}, {"inverseBindMatrices", binds}}};
    file.root["animations"] = {
        {{"samplers", {{{"input", 8}, {"output", 9}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}};
    file.root["scenes"] = {{{"nodes", {0, 2}}}};
    file.root["scene"] = 0;
    return file;
}

} // namespace sartor::test
