// SPDX-License-Identifier: Apache-2.0
// KHR_draco_mesh_compression: the same character comes out, and broken data does not come in.
#include "band_character.h"
#include "gltf_character.h"
#include "scene_oracle.h"

#include <QtTest>

#include <draco/compression/expert_encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <map>
#include <set>

using namespace sartor;
using namespace sartor::test;
using Json = nlohmann::json;

namespace {

struct Encoding {
    int method = draco::MESH_EDGEBREAKER_ENCODING;
    /// 0 keeps the bits of floats.
    int positionBits = 0;
    bool hasMetadata = false;
};

struct Encoded {
    QByteArray bytes;
    /// Attribute names and ids.
    Json attributes;
    std::size_t vertexCount = 0;
    std::size_t faceCount = 0;
};

template <class Value>
void fill(draco::TriangleSoupMeshBuilder& builder,
          int attribute,
          const std::vector<Value>& values,
          const std::vector<std::uint16_t>& indices) {
    const std::size_t width = values.size() / BandStreams::kVertexCount;
    for (std::size_t face = 0; face < indices.size() / 3; ++face) {
        const auto corner = [&](std::size_t i) {
            return values.data() + indices[face * 3 + i] * width;
        };
        builder.SetAttributeValuesForFace(attribute,
                                          draco::FaceIndex(static_cast<std::uint32_t>(face)),
                                          corner(0),
                                          corner(1),
                                          corner(2));
    }
}

Encoded encode(const BandStreams& streams, const Encoding& encoding) {
    using Attribute = draco::GeometryAttribute;
    draco::TriangleSoupMeshBuilder builder;
    builder.Start(static_cast<int>(streams.indices.size() / 3));
    std::vector<std::string> names;
    std::vector<int> ids;
    const auto add =
        [&](const char* name, Attribute::Type type, draco::DataType data, const auto& values) {
            const auto width = static_cast<std::int8_t>(values.size() / BandStreams::kVertexCount);
            const int id = builder.AddAttribute(type, width, data);
            fill(builder, id, values, streams.indices);
            names.emplace_back(name);
            ids.push_back(id);
        };
    // Not in the order of the file: attributes are linked by id.
    add("WEIGHTS_0", Attribute::GENERIC, draco::DT_UINT16, streams.weights);
    add("JOINTS_0", Attribute::GENERIC, draco::DT_UINT8, streams.joints);
    add("POSITION", Attribute::POSITION, draco::DT_FLOAT32, streams.positions);
    add("NORMAL", Attribute::NORMAL, draco::DT_FLOAT32, streams.normals);
    add("TANGENT", Attribute::GENERIC, draco::DT_FLOAT32, streams.tangents);
    add("TEXCOORD_0", Attribute::TEX_COORD, draco::DT_FLOAT32, streams.uvs);
    add("COLOR_0", Attribute::COLOR, draco::DT_UINT8, streams.colours);
    const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
    if (encoding.hasMetadata) {
        auto metadata = std::make_unique<draco::GeometryMetadata>();
        metadata->AddEntryString("name", "band");
        mesh->AddMetadata(std::move(metadata));
    }
    draco::ExpertEncoder encoder(*mesh);
    encoder.SetEncodingMethod(encoding.method);
    if (encoding.positionBits > 0) {
        encoder.SetAttributeQuantization(ids[2], encoding.positionBits);
    }
    draco::EncoderBuffer buffer;
    if (!encoder.EncodeToBuffer(&buffer).ok()) {
        qFatal("draco cannot encode the band");
    }
    Encoded encoded;
    encoded.bytes = QByteArray(buffer.data(), static_cast<qsizetype>(buffer.size()));
    encoded.vertexCount = mesh->num_points();
    encoded.faceCount = mesh->num_faces();
    for (std::size_t i = 0; i < names.size(); ++i) {
        encoded.attributes[names[i]] = mesh->attribute(ids[i])->unique_id();
    }
    return encoded;
}

GltfFile compressedBand(const Encoding& encoding = {}) {
    const Encoded encoded = encode(BandStreams(), encoding);
    GltfFile file = bandCharacter();
    // The accessors of the primitive have no data of their own any more.
    for (std::size_t i = 0; i < 8; ++i) {
        file.erase("/accessors/" + std::to_string(i), "bufferView");
    }
    const int view = file.addView(std::vector<char>(encoded.bytes.begin(), encoded.bytes.end()));
    file.at(kPrimitive)["extensions"]["KHR_draco_mesh_compression"] = {
        {"bufferView", view}, {"attributes", encoded.attributes}};
    file.root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
    file.root["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return file;
}

const std::string kExtension = kPrimitive + "/extensions/KHR_draco_mesh_compression";

Change changeOf(const char* name, std::function<void(GltfFile&)> change) {
    return {name, [change = std::move(change)](GltfFile& file) {
                file = compressedBand();
                change(file);
            }};
}

// Where the compressed bytes begin.
qsizetype dataOffset(GltfFile& file) {
    const int view = file.at(kExtension + "/bufferView").get<int>();
    return file.at("/bufferViews/" + std::to_string(view) + "/byteOffset").get<qsizetype>();
}

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {changeOf("more vertices compressed than declared",
                  [](GltfFile& f) {
                      for (std::size_t i = 0; i < 7; ++i) {
                          f.at("/accessors/" + std::to_string(i) + "/count") = 44;
                      }
                  }),
         "gltf.draco",
         "45 vertices are compressed, the accessors of the attributes have 44"},
        {changeOf("more triangles compressed than declared",
                  [](GltfFile& f) { f.at("/accessors/7/count") = 189; }),
         "gltf.draco",
         "64 triangles are compressed, the accessor of the indices is for 63"},
        {changeOf("attributes of different counts",
                  [](GltfFile& f) { f.at("/accessors/1/count") = 44; }),
         "gltf.draco",
         "/attributes/NORMAL: its accessor has 44 elements, that of POSITION 45"},
        {changeOf("no indices", [](GltfFile& f) { f.erase(kPrimitive, "indices"); }),
         "gltf.draco",
         "expected triangles (mode 4) with an accessor of indices"},
        {changeOf("a strip", [](GltfFile& f) { f.at(kPrimitive)["mode"] = 5; }),
         "gltf.draco",
         "expected triangles (mode 4)"},
        {changeOf("no positions",
                  [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "POSITION"); }),
         "gltf.draco",
         "the primitive has no POSITION"},
        {changeOf("attribute that the primitive lacks",
                  [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "COLOR_0"); }),
         "gltf.draco",
         "/attributes/COLOR_0: the primitive has no such attribute"},
        {changeOf("id that is not there",
                  [](GltfFile& f) { f.at(kExtension + "/attributes/NORMAL") = 77; }),
         "gltf.draco",
         "/attributes/NORMAL: the data has no attribute of id 77"},
        {changeOf("attribute of another width",
                  [](GltfFile& f) { f.at("/accessors/3/type") = "VEC3"; }),
         "gltf.draco",
         "/attributes/TEXCOORD_0: 2 components are compressed, but the accessor is VEC3"},
        {changeOf("integers for a float accessor",
                  [](GltfFile& f) { f.at("/accessors/6/componentType") = 5126; }),
         "gltf.draco",
         "/attributes/WEIGHTS_0: integers are compressed for a float accessor"},
        {changeOf("weights too large for bytes",
                  [](GltfFile& f) { f.at("/accessors/6/componentType") = 5121; }),
         "gltf.draco",
         "/attributes/WEIGHTS_0: vertex "},
        {changeOf("indices that are floats",
                  [](GltfFile& f) { f.at("/accessors/7/componentType") = 5126; }),
         "gltf.accessor_type",
         "/accessors/7/componentType: expected an unsigned integer type"},
        {changeOf("no whole triangles", [](GltfFile& f) { f.at("/accessors/7/count") = 193; }),
         "gltf.draco",
         "/accessors/7/count: 193, expected a multiple of 3"},
        {changeOf("not Draco's data", [](GltfFile& f) { f.binary[dataOffset(f)] = 'X'; }),
         "gltf.draco",
         "the data cannot be decoded: "},
        {changeOf("points", [](GltfFile& f) { f.binary[dataOffset(f) + 7] = 0; }),
         "gltf.draco",
         "the data cannot be decoded: it holds points, expected triangles"},
        {changeOf("unknown method", [](GltfFile& f) { f.binary[dataOffset(f) + 8] = 9; }),
         "gltf.draco",
         "the data cannot be decoded: unknown method 9"},
        {changeOf("cut short",
                  [](GltfFile& f) {
                      const int view = f.at(kExtension + "/bufferView").get<int>();
                      f.at("/bufferViews/" + std::to_string(view) + "/byteLength") = 12;
                  }),
         "gltf.draco",
         "the data cannot be decoded: "},
        {changeOf("a bomb of triangles",
                  [](GltfFile& f) {
                      // Both the accessor and the data say so, behind header and traversal.
                      f.at("/accessors/7/count") = 3000000000u;
                      const auto counts = dataOffset(f) + 12;
                      f.binary.replace(counts, 2, QByteArray::fromHex("ffffffff0effffffff02"));
                  }),
         "file.too_large",
         "KHR_draco_mesh_compression: decoding it takes"},
        {changeOf("a view that is not there",
                  [](GltfFile& f) { f.at(kExtension + "/bufferView") = 99; }),
         "gltf.index_out_of_range",
         "KHR_draco_mesh_compression/bufferView: 99 names none"},
    };
    return kRefusals;
}

using Key = std::array<float, 3>;

// Vertex of each position of the band; positions are all different.
std::map<Key, std::size_t> verticesByPosition(const assets::Mesh& mesh) {
    std::map<Key, std::size_t> vertices;
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
        const glm::vec3& p = mesh.positions()[i];
        vertices[{p.x, p.y, p.z}] = i;
    }
    return vertices;
}

} // namespace

class TstGltfDraco : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void givesTheSameCharacter_data();
    void givesTheSameCharacter();
    void deformsAsTheQuantisedPositionsAllow();
    void prefersTheCompressedDataToAFallback();
    void takesFewerTrianglesThanDeclared();
    void survivesFlippedBytes();
};

void TstGltfDraco::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfDraco::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfDraco::givesTheSameCharacter_data() {
    QTest::addColumn<Encoding>("encoding");
    QTest::newRow("edgebreaker") << Encoding{};
    QTest::newRow("sequential") << Encoding{draco::MESH_SEQUENTIAL_ENCODING};
    QTest::newRow("edgebreaker with metadata") << Encoding{.hasMetadata = true};
    QTest::newRow("sequential with metadata")
        << Encoding{.method = draco::MESH_SEQUENTIAL_ENCODING, .hasMetadata = true};
}

void TstGltfDraco::givesTheSameCharacter() {
    QFETCH(Encoding, encoding);
    const ImportFolder folder;
    const auto plain = folder.load(bandCharacter());
    const auto compressed = folder.load("compressed.glb", compressedBand(encoding).glb());
    QVERIFY2(plain, failureOf(plain));
    QVERIFY2(compressed, failureOf(compressed));
    const assets::Mesh& expected = *plain->instances[0].mesh;
    const assets::Mesh& mesh = *compressed->instances[0].mesh;
    QCOMPARE(mesh.vertexCount(), expected.vertexCount());
    QCOMPARE(mesh.triangles().size(), expected.triangles().size());
    const auto deformed =
        deformedPositionsAt(*compressed, compressed->instances[0], compressed->clips[0].get(), 0.7);
    const auto expectedDeformed =
        deformedPositionsAt(*plain, plain->instances[0], plain->clips[0].get(), 0.7);
    const std::map<Key, std::size_t> vertices = verticesByPosition(mesh);
    QCOMPARE(vertices.size(), expected.vertexCount());
    for (const auto& [position, vertex] : verticesByPosition(expected)) {
        const auto found = vertices.find(position);
        QVERIFY(found != vertices.end());
        const std::size_t at = found->second;
        QCOMPARE(mesh.normals()[at], expected.normals()[vertex]);
        QCOMPARE(mesh.tangents()[at], expected.tangents()[vertex]);
        QCOMPARE(mesh.uvs()[at], expected.uvs()[vertex]);
        for (std::size_t slot = 0; slot < 4; ++slot) {
            QCOMPARE(mesh.fileInfluences()->joints[at * 4 + slot],
                     expected.fileInfluences()->joints[vertex * 4 + slot]);
            QCOMPARE(mesh.fileInfluences()->weights[at * 4 + slot],
                     expected.fileInfluences()->weights[vertex * 4 + slot]);
        }
        QCOMPARE_LE(maxAbsDiff(deformed[at], expectedDeformed[vertex]), 1e-12);
    }
    // Each triangle of the original, turned as it was.
    std::set<std::array<std::size_t, 3>> triangles;
    for (std::size_t i = 0; i < mesh.triangles().size(); i += 3) {
        for (std::size_t turn = 0; turn < 3; ++turn) {
            triangles.insert({mesh.triangles()[i + turn],
                              mesh.triangles()[i + (turn + 1) % 3],
                              mesh.triangles()[i + (turn + 2) % 3]});
        }
    }
    const auto counterpart = [&](std::uint32_t vertex) {
        const glm::vec3& p = expected.positions()[vertex];
        return vertices.at({p.x, p.y, p.z});
    };
    for (std::size_t i = 0; i < expected.triangles().size(); i += 3) {
        QVERIFY(triangles.contains({counterpart(expected.triangles()[i]),
                                    counterpart(expected.triangles()[i + 1]),
                                    counterpart(expected.triangles()[i + 2])}));
    }
}

void TstGltfDraco::deformsAsTheQuantisedPositionsAllow() {
    const ImportFolder folder;
    const auto plain = folder.load(bandCharacter());
    const auto compressed = folder.load(compressedBand({.positionBits = 12}));
    QVERIFY2(compressed, failureOf(compressed));
    const auto deformed =
        deformedPositionsAt(*compressed, compressed->instances[0], compressed->clips[0].get(), 0.7);
    const auto expected =
        deformedPositionsAt(*plain, plain->instances[0], plain->clips[0].get(), 0.7);
    // Half a step of 12 bits over 2 units, in each of three axes.
    const double tolerance = 2.0 / 4095 * 0.5 * std::sqrt(3.0) * 1.01;
    for (const glm::dvec3& position : expected) {
        double nearest = 1.0;
        for (const glm::dvec3& candidate : deformed) {
            nearest = std::min(nearest, glm::distance(position, candidate));
        }
        QCOMPARE_LE(nearest, tolerance);
    }
}

void TstGltfDraco::prefersTheCompressedDataToAFallback() {
    GltfFile file = compressedBand();
    for (std::size_t i = 0; i < 8; ++i) {
        file.at("/accessors/" + std::to_string(i))["bufferView"] = i;
    }
    file.root.erase("extensionsRequired");
    const auto length = file.at("/bufferViews/0/byteLength").get<qsizetype>();
    file.binary.replace(0, length, QByteArray(length, '\0'));
    // A second mesh without the extension has the same accessors, and the data of the fallback.
    Json second = file.root["meshes"][0];
    second["primitives"][0].erase("extensions");
    file.root["meshes"].push_back(second);
    file.root["nodes"].push_back({{"mesh", 1}, {"skin", 0}});
    file.at("/scenes/0/nodes").push_back(3);
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(verticesByPosition(*scene->instances[0].mesh).size(), std::size_t{45});
    QCOMPARE(verticesByPosition(*scene->instances[1].mesh).size(), std::size_t{1});
}

void TstGltfDraco::takesFewerTrianglesThanDeclared() {
    GltfFile file = compressedBand();
    file.at("/accessors/7/count") = 195;
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances[0].mesh->triangles().size(), std::size_t{192});
    QVERIFY2(findNote(*scene, "gltf.draco_triangle_count"), notesOf(*scene).c_str());
}

void TstGltfDraco::survivesFlippedBytes() {
    for (const int method : {draco::MESH_EDGEBREAKER_ENCODING, draco::MESH_SEQUENTIAL_ENCODING}) {
        GltfFile file = compressedBand({.method = method});
        const ImportFolder folder;
        for (qsizetype i = dataOffset(file); i < file.binary.size(); ++i) {
            GltfFile broken = file;
            broken.binary[i] = static_cast<char>(broken.binary[i] ^ (1 << (i % 8)));
            const auto scene = folder.load("broken.glb", broken.glb());
            QVERIFY(scene || !scene.error().message.empty());
        }
    }
}

QTEST_GUILESS_MAIN(TstGltfDraco)
#include "tst_gltf_draco.moc"
