// SPDX-License-Identifier: Apache-2.0
// A character, and what becomes of it when it is edited, saved and read again.
#pragma once

#include "../import/gltf_file.h"

#include <sartor/io/gltf_writer.h>

#include <QFile>
#include <QTest>

#include <support/require.h>

#include <cstring>

namespace sartor::test {

template <class T>
using Values = std::vector<T>;

inline const Values<float> kPositions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
inline const Values<std::uint8_t> kJoints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
inline const Values<float> kWeights = {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

// A triangle on two joints, two clips of one rotation each over the same times.
inline GltfFile character() {
    GltfFile file;
    const int positions = file.addAccessor(kPositions, {"VEC3"});
    file.root["accessors"][0]["min"] = {0.0, 0.0, 0.0};
    file.root["accessors"][0]["max"] = {1.0, 1.0, 0.0};
    const int joints = file.addAccessor(kJoints, {"VEC4"});
    const int weights = file.addAccessor(kWeights, {"VEC4"});
    Values<float> matrices(32, 0.0f);
    for (std::size_t i = 0; i < 32; i += i % 16 == 15 ? 1 : 5) {
        matrices[i] = 1.0f;
    }
    const int binds = file.addAccessor(matrices, {"MAT4"});
    const int times = file.addAccessor(Values<float>{0.0f, 1.0f});
    file.at("/accessors/4")["min"] = {0.0};
    file.at("/accessors/4")["max"] = {1.0};
    const int turns = file.addAccessor(Values<float>{0, 0, 0, 1, 0, 0, 0.6f, 0.8f}, {"VEC4"});
    file.root["meshes"] = {
        {{"name", "Body"},
         {"primitives",
          {{{"attributes",
             {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}}}}}};
    file.root["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", binds}}};
    file.root["nodes"] = {{{"mesh", 0}, {"skin", 0}},
                          {{"name", "hips"}, {"children", {2}}},
                          {{"name", "spine"}, {"extras", {{"kept", 1}}}}};
    file.root["scenes"] = {{{"nodes", {0, 1}}}};
    file.root["scene"] = 0;
    const GltfFile::Json sampler = {{"input", times}, {"output", turns}};
    const auto channel = [](int index, int node) {
        return GltfFile::Json{{"sampler", index},
                              {"target", {{"node", node}, {"path", "rotation"}}}};
    };
    file.root["animations"] = {
        {{"name", "walk"}, {"samplers", {sampler}}, {"channels", {channel(0, 1)}}},
        {{"name", "run"}, {"samplers", {sampler}}, {"channels", {channel(0, 1), channel(0, 2)}}}};
    return file;
}

inline assets::FileInfluences influences(std::vector<std::uint32_t> joints,
                                         std::vector<float> weights) {
    assets::FileInfluences result;
    result.slotsPerVertex = static_cast<std::uint32_t>(joints.size() / 3);
    result.joints = std::move(joints);
    result.weights = std::move(weights);
    return result;
}

inline const assets::FileInfluences kOtherInfluences =
    influences({1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0});

inline import::KeysEdit turnKeys(std::uint32_t animation, std::uint32_t node) {
    return {animation,
            node,
            import::ChannelPath::Rotation,
            {0.0f, 0.5f, 2.0f},
            {0, 0, 0, 1, 0, 0, 0, -1, 0, 1, 0, 0}};
}

class GltfEditFixture {
public:
    using Json = GltfFile::Json;

    /// Opens the file, applies, saves as .gltf and reads it again.
    import::ImportedScene edit(const GltfFile& file, const std::vector<import::FileEdit>& edits){
        folder.write("in.gltf", file.gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder.path() / "in.gltf"));
    for (const import::FileEdit& edit : edits) {
        const Status status = writer.apply(edit);
        if (!status) {
            qWarning("%s", status.error().message.c_str());
        }
    }
    require(writer.save(folder.path() / "out.gltf"));
    QFile written(QString::fromStdString((folder.path() / "out.gltf").string()));
    if (!written.open(QIODevice::ReadOnly)) {
        qFatal("nothing was written");
    }
    out = Json::parse(written.readAll().toStdString());
    const std::string uri = out["buffers"][0]["uri"];
    binary = QByteArray::fromBase64(QByteArray::fromStdString(uri.substr(uri.find(',') + 1)));
    return require(import::importFile(folder.path() / "out.gltf"));
}

/// Numbers of an accessor of `out` that lies packed in its view.
template <class T>
Values<T> outValues(const Json& accessor) const {
    const Json& view = out["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const std::size_t width = accessor["type"] == "SCALAR" ? 1 : accessor["type"] == "VEC3" ? 3 : 4;
    Values<T> values(accessor["count"].get<std::size_t>() * width);
    std::memcpy(values.data(),
                binary.constData() + view.value("byteOffset", 0) + accessor.value("byteOffset", 0),
                values.size() * sizeof(T));
    return values;
}

const Json& outAccessor(const Json& index) const {
    return out["accessors"][index.get<std::size_t>()];
}
const Json& outAttributes(std::size_t primitive = 0) const {
    return out["meshes"][0]["primitives"][primitive]["attributes"];
}

ImportFolder folder;
/// What was written last: the document and its buffer.
Json out;
QByteArray binary;
}; // namespace sartor::test

} // namespace sartor::test
