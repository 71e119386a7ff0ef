// SPDX-License-Identifier: Apache-2.0
// EXT_meshopt_compression: the same character comes out, and broken data does not come in.
#include "band_character.h"
#include "gltf_character.h"
#include "scene_oracle.h"

#include <QtTest>

#include <meshoptimizer.h>

#include <set>

using namespace sartor;
using namespace sartor::test;
using Json = nlohmann::json;

namespace {

using Bytes = std::vector<unsigned char>;

// Points a view at compressed bytes, and spoils those that it had.
void replaceView(GltfFile& file, std::size_t view, const Bytes& encoded, Json extension) {
    const std::string place = "/bufferViews/" + std::to_string(view);
    const auto offset = file.at(place + "/byteOffset").get<qsizetype>();
    const auto length = file.at(place + "/byteLength").get<qsizetype>();
    file.binary.replace(offset, length, QByteArray(length, '\xEE'));
    extension["buffer"] = 0;
    extension["byteOffset"] = file.binary.size();
    extension["byteLength"] = encoded.size();
    file.binary.append(reinterpret_cast<const char*>(encoded.data()),
                       static_cast<qsizetype>(encoded.size()));
    const auto stride = extension["byteStride"].get<std::size_t>();
    file.at(place + "/byteLength") = stride * extension["count"].get<std::size_t>();
    file.at(place)["extensions"]["EXT_meshopt_compression"] = std::move(extension);
    file.root["extensionsUsed"] = {"EXT_meshopt_compression"};
    file.root["extensionsRequired"] = {"EXT_meshopt_compression"};
}

template <class Value>
Bytes encodeAttributes(const std::vector<Value>& values, std::size_t stride) {
    const std::size_t count = values.size() * sizeof(Value) / stride;
    Bytes encoded(meshopt_encodeVertexBufferBound(count, stride));
    encoded.resize(
        meshopt_encodeVertexBuffer(encoded.data(), encoded.size(), values.data(), count, stride));
    return encoded;
}

template <class Value>
void compressAttributes(GltfFile& file,
                        std::size_t view,
                        const std::vector<Value>& values,
                        std::size_t stride) {
    replaceView(file,
                view,
                encodeAttributes(values, stride),
                {{"mode", "ATTRIBUTES"},
                 {"byteStride", stride},
                 {"count", values.size() * sizeof(Value) / stride}});
}

Bytes encodeTriangles(const std::vector<std::uint16_t>& indices) {
    Bytes encoded(meshopt_encodeIndexBufferBound(indices.size(), BandStreams::kVertexCount));
    encoded.resize(
        meshopt_encodeIndexBuffer(encoded.data(), encoded.size(), indices.data(), indices.size()));
    return encoded;
}

Bytes encodeIndices(const std::vector<std::uint16_t>& indices) {
    Bytes encoded(meshopt_encodeIndexSequenceBound(indices.size(), BandStreams::kVertexCount));
    encoded.resize(meshopt_encodeIndexSequence(
        encoded.data(), encoded.size(), indices.data(), indices.size()));
    return encoded;
}

GltfFile compressedBand(const std::string& indexMode) {
    const BandStreams streams;
    GltfFile file = bandCharacter();
    compressAttributes(file, 0, streams.positions, 12);
    compressAttributes(file, 1, streams.normals, 12);
    compressAttributes(file, 2, streams.tangents, 16);
    compressAttributes(file, 3, streams.uvs, 8);
    compressAttributes(file, 5, streams.joints, 4);
    compressAttributes(file, 6, streams.weights, 8);
    replaceView(file,
                7,
                indexMode == "TRIANGLES" ? encodeTriangles(streams.indices)
                                         : encodeIndices(streams.indices),
                {{"mode", indexMode}, {"byteStride", 2}, {"count", streams.indices.size()}});
    compressAttributes(file, 8, streams.times, 4);
    compressAttributes(file, 9, streams.rotations, 16);
    return file;
}

// Triangles as sets of corners in their order of turning: the codec may begin with another corner.
std::set<std::array<std::uint32_t, 3>> trianglesOf(const assets::Mesh& mesh) {
    std::set<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t i = 0; i < mesh.triangles().size(); i += 3) {
        std::array<std::uint32_t, 3> triangle{
            mesh.triangles()[i], mesh.triangles()[i + 1], mesh.triangles()[i + 2]};
        std::rotate(
            triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        triangles.insert(triangle);
    }
    return triangles;
}

const std::string kExtension = "/bufferViews/0/extensions/EXT_meshopt_compression";

Change changeOf(const char* name, const char* key, const Json& value) {
    return {name, [key, value](GltfFile& file) {
                const BandStreams streams;
                file = bandCharacter();
                compressAttributes(file, 0, streams.positions, 12);
                file.at(kExtension)[key] = value;
            }};
}

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {changeOf("unknown mode", "mode", "STRIPS"),
         "gltf.value",
         "EXT_meshopt_compression/mode: 'STRIPS', expected one of ATTRIBUTES, TRIANGLES, INDICES"},
        {changeOf("unknown filter", "filter", "COLOR"),
         "gltf.value",
         "EXT_meshopt_compression/filter: 'COLOR', expected one of NONE, OCTAHEDRAL, "},
        {changeOf("stride of no multiple of 4", "byteStride", 10),
         "gltf.meshopt",
         "/byteStride: 10, expected a multiple of 4 up to 256 for ATTRIBUTES"},
        {changeOf("stride too large", "byteStride", 260), "gltf.meshopt", "/byteStride: 260"},
        {changeOf("no stride", "byteStride", 0), "gltf.meshopt", "/byteStride: 0"},
        {changeOf("stride of indices", "mode", "INDICES"),
         "gltf.meshopt",
         "/byteStride: 12, expected 2 or 4 for INDICES"},
        {changeOf("filter of another stride", "filter", "QUATERNION"),
         "gltf.meshopt",
         "/filter: QUATERNION does not go with mode ATTRIBUTES and byteStride 12"},
        {changeOf("other octahedral stride", "filter", "OCTAHEDRAL"),
         "gltf.meshopt",
         "/filter: OCTAHEDRAL does not go with"},
        {changeOf("missing count", "count", nullptr),
         "gltf.type",
         "/count: expected a whole number"},
        {changeOf("more elements than there are", "count", 300),
         "gltf.meshopt",
         "cannot be decoded to 300 elements of 12 bytes in mode ATTRIBUTES"},
        {changeOf("fewer elements than the view has", "count", 44),
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteLength: 540, but 528 bytes are compressed"},
        {changeOf("a bomb", "count", 400000000),
         "file.too_large",
         "EXT_meshopt_compression/count: decoding it takes 4800000000 more bytes"},
        {changeOf("more elements than indices can name", "count", 5000000000),
         "file.too_large",
         "EXT_meshopt_compression/count: 5000000000 elements"},
        {changeOf("range beyond the buffer", "byteLength", 100000),
         "file.accessor_out_of_bounds",
         "EXT_meshopt_compression/byteLength: 100000 bytes from"},
        {changeOf("offset near 2^64", "byteOffset", 18446744073709551600u),
         "file.accessor_out_of_bounds",
         "EXT_meshopt_compression/byteOffset: 18446744073709551600, but buffer 0 has"},
        {changeOf("buffer that is not there", "buffer", 3),
         "gltf.index_out_of_range",
         "EXT_meshopt_compression/buffer: 3 names none"},
        {{"triangles that are none",
          [](GltfFile& file) {
              file = compressedBand("TRIANGLES");
              file.at("/bufferViews/7/extensions/EXT_meshopt_compression/count") = 190;
          }},
         "gltf.meshopt",
         "/count: 190, expected a multiple of 3 for TRIANGLES"},
        {{"a filter on indices",
          [](GltfFile& file) {
              file = compressedBand("TRIANGLES");
              file.at("/bufferViews/7/extensions/EXT_meshopt_compression")["filter"] =
                  "EXPONENTIAL";
          }},
         "gltf.meshopt",
         "/filter: EXPONENTIAL does not go with mode TRIANGLES and byteStride 2"},
        {{"another version of the format",
          [](GltfFile& file) {
              changeOf("", "filter", "NONE").apply(file);
              const auto offset = file.at(kExtension + "/byteOffset").get<qsizetype>();
              file.binary[offset] = '\xA1';
          }},
         "gltf.meshopt",
         "in mode ATTRIBUTES: unknown version of the format"},
        {{"view longer than its data",
          [](GltfFile& file) {
              changeOf("", "filter", "NONE").apply(file);
              file.at("/bufferViews/0/byteLength") = 541;
          }},
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteLength: 541, but 540 bytes are compressed"},
    };
    return kRefusals;
}

} // namespace

class TstGltfMeshopt : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void givesTheSameCharacter_data();
    void givesTheSameCharacter();
    void needsNoFallbackBuffer();
    void undoesFilters();
    void survivesFlippedBytes();
};

void TstGltfMeshopt::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfMeshopt::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfMeshopt::givesTheSameCharacter_data() {
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("extension");
    QTest::newRow("triangles") << "TRIANGLES"
                               << "EXT_meshopt_compression";
    QTest::newRow("indices") << "INDICES"
                             << "EXT_meshopt_compression";
    QTest::newRow("later name") << "INDICES"
                                << "KHR_meshopt_compression";
}

void TstGltfMeshopt::givesTheSameCharacter() {
    QFETCH(QString, mode);
    QFETCH(QString, extension);
    QByteArray bytes = compressedBand(mode.toStdString()).glb();
    bytes.replace("EXT_meshopt_compression", extension.toUtf8());
    const ImportFolder folder;
    const auto plain = folder.load(bandCharacter());
    const auto compressed = folder.load("compressed.glb", bytes);
    QVERIFY2(plain, failureOf(plain));
    QVERIFY2(compressed, failureOf(compressed));
    QVERIFY2(findNote(*compressed, "gltf.extension_ignored") == nullptr,
             notesOf(*compressed).c_str());
    const assets::Mesh& expected = *plain->instances[0].mesh;
    const assets::Mesh& mesh = *compressed->instances[0].mesh;
    QCOMPARE(flatten(mesh.positions()), flatten(expected.positions()));
    QCOMPARE(flatten(mesh.normals()), flatten(expected.normals()));
    QVERIFY(std::ranges::equal(mesh.tangents(), expected.tangents()));
    QVERIFY(std::ranges::equal(mesh.uvs(), expected.uvs()));
    QCOMPARE(mesh.fileInfluences()->joints, expected.fileInfluences()->joints);
    QCOMPARE(mesh.fileInfluences()->weights, expected.fileInfluences()->weights);
    QVERIFY(trianglesOf(mesh) == trianglesOf(expected));
    QVERIFY(deformedPositionsAt(
                *compressed, compressed->instances[0], compressed->clips[0].get(), 0.7) ==
            deformedPositionsAt(*plain, plain->instances[0], plain->clips[0].get(), 0.7));
}

void TstGltfMeshopt::needsNoFallbackBuffer() {
    // As compressors write it: the views are in a buffer that is not there.
    GltfFile file = compressedBand("TRIANGLES");
    file.root["buffers"] = {
        {{"byteLength", file.binary.size()},
         {"uri", "data:application/octet-stream;base64," + file.binary.toBase64().toStdString()}},
        {{"byteLength", 100000},
         {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
    for (Json& view : file.root["bufferViews"]) {
        if (view.contains("extensions")) {
            view["buffer"] = 1;
        }
    }
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(flatten(scene->instances[0].mesh->positions()), BandStreams().positions);
}

void TstGltfMeshopt::undoesFilters() {
    const BandStreams streams;
    constexpr std::size_t kCount = BandStreams::kVertexCount;
    GltfFile file = bandCharacter();
    std::vector<float> directions; // the filter takes four floats each
    for (std::size_t i = 0; i < kCount; ++i) {
        directions.insert(
            directions.end(),
            {streams.normals[i * 3], streams.normals[i * 3 + 1], streams.normals[i * 3 + 2], 0.0f});
    }
    std::vector<std::int8_t> octahedral(kCount * 4);
    meshopt_encodeFilterOct(octahedral.data(), kCount, 4, 8, directions.data());
    replaceView(
        file,
        1,
        encodeAttributes(octahedral, 4),
        {{"mode", "ATTRIBUTES"}, {"filter", "OCTAHEDRAL"}, {"byteStride", 4}, {"count", kCount}});
    file.at("/bufferViews/1/byteStride") = 4;
    file.at("/accessors/1/componentType") = 5120;
    file.at("/accessors/1/normalized") = true;
    std::vector<std::int16_t> wide(kCount * 4);
    meshopt_encodeFilterOct(wide.data(), kCount, 8, 16, streams.tangents.data());
    replaceView(
        file,
        2,
        encodeAttributes(wide, 8),
        {{"mode", "ATTRIBUTES"}, {"filter", "OCTAHEDRAL"}, {"byteStride", 8}, {"count", kCount}});
    file.at("/accessors/2/componentType") = 5122;
    file.at("/accessors/2/normalized") = true;
    const std::size_t keyCount = streams.times.size();
    std::vector<std::int16_t> quaternions(keyCount * 4);
    meshopt_encodeFilterQuat(quaternions.data(), keyCount, 8, 16, streams.rotations.data());
    replaceView(
        file,
        9,
        encodeAttributes(quaternions, 8),
        {{"mode", "ATTRIBUTES"}, {"filter", "QUATERNION"}, {"byteStride", 8}, {"count", keyCount}});
    file.at("/accessors/9/componentType") = 5122;
    file.at("/accessors/9/normalized") = true;
    std::vector<std::uint32_t> exponential(kCount * 3);
    meshopt_encodeFilterExp(exponential.data(), kCount, 12, 20, streams.positions.data());
    replaceView(
        file,
        0,
        encodeAttributes(exponential, 12),
        {{"mode", "ATTRIBUTES"}, {"filter", "EXPONENTIAL"}, {"byteStride", 12}, {"count", kCount}});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const assets::Mesh& mesh = *scene->instances[0].mesh;
    // Half a step of 20 bits at 2, of 8 bits and of 16 bits on the octahedron.
    QCOMPARE_LE(largestDifference(flatten(mesh.positions()), streams.positions), 2.0 / (1 << 19));
    QCOMPARE_LE(largestDifference(flatten(mesh.normals()), streams.normals), 2e-2);
    for (std::size_t i = 0; i < kCount; ++i) {
        const glm::vec4 expected(streams.tangents[i * 4],
                                 streams.tangents[i * 4 + 1],
                                 streams.tangents[i * 4 + 2],
                                 1.0f);
        QCOMPARE_LE(maxAbsDiff(mesh.tangents()[i], expected), 1e-4);
    }
    const auto& rotation = scene->clips[0]->jointTracks()[0].rotation;
    QCOMPARE(rotation.values.size(), keyCount);
    for (std::size_t key = 0; key < keyCount; ++key) {
        const float* v = streams.rotations.data() + key * 4;
        const double dot = glm::dot(glm::normalize(glm::dquat(rotation.values[key])),
                                    glm::normalize(glm::dquat(v[3], v[0], v[1], v[2])));
        QCOMPARE_LE(1.0 - std::abs(dot), 1e-8);
    }
}

void TstGltfMeshopt::survivesFlippedBytes() {
    const GltfFile file = compressedBand("TRIANGLES");
    const ImportFolder folder;
    const auto first =
        file.root["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]["byteOffset"]
            .get<qsizetype>();
    for (qsizetype i = first; i < file.binary.size(); i += 3) {
        GltfFile broken = file;
        broken.binary[i] = static_cast<char>(broken.binary[i] ^ (1 << (i % 8)));
        const auto scene = folder.load("broken.glb", broken.glb());
        QVERIFY(scene || !scene.error().message.empty());
    }
}

QTEST_GUILESS_MAIN(TstGltfMeshopt)
#include "tst_gltf_meshopt.moc"
