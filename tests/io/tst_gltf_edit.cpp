// SPDX-License-Identifier: Apache-2.0
// Edits of influences, seen by the reader and in the file: what they name changes, everything else
// does not; and what no edit may do.
#include "gltf_edit_fixture.h"

#include <limits>
#include <numeric>

using namespace sartor;
using namespace sartor::test;
using import::KeysEdit;
using Json = GltfFile::Json;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

} // namespace

class TstGltfEdit : public QObject, private GltfEditFixture {
    Q_OBJECT

private slots:
    void rejectsWhatDoesNotFit_data();
    void rejectsWhatDoesNotFit();
    void isAsBeforeAfterAnError();
    void writesWeightsInPlace();
    void changesNothingWithTheSameValues();
    void leavesSharedAccessorsToOthers();
    void leavesSharedBytesToOthers();
    void writesBetweenInterleavedValues();
    void copiesWhereExtensionsMayRefer();
    void makesSparseWeightsDense();
    void keepsIntegerWeights_data();
    void keepsIntegerWeights();
    void makesWeightsOfMixedTypesFloats();
    void widensJoints();
    void addsAndRemovesSets();
};

void TstGltfEdit::rejectsWhatDoesNotFit_data() {
    QTest::addColumn<import::FileEdit>("edit");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const auto row =
        [](const char* name, import::FileEdit edit, const char* code, const char* message) {
            QTest::newRow(name) << std::move(edit) << code << message;
        };
    using namespace import;
    row("no mesh",
        InfluencesEdit{3, 0, kOtherInfluences},
        "edit.no_such_place",
        "/meshes/3/primitives/0: the file has none");
    row("no primitive",
        NormalsEdit{0, 1, {}},
        "edit.no_such_place",
        "/meshes/0/primitives/1: the file has none");
    row("vertices missing",
        InfluencesEdit{0, 0, influences({0, 0, 0, 0, 0, 0, 0, 0}, {})},
        "edit.shape",
        "/meshes/0/primitives/0: joints and weights of 3 vertices in sets of four were expected");
    row("three slots",
        InfluencesEdit{0, 0, influences({0, 0, 0, 0, 0, 0, 0, 0, 0}, Values<float>(9, 0.0f))},
        "edit.shape",
        "/meshes/0/primitives/0: joints and weights of 3 vertices in sets of four were expected");
    row("joint too large",
        InfluencesEdit{0, 0, influences({70000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, kWeights)},
        "edit.shape",
        "/meshes/0/primitives/0: joint 70000, at most 65535 can be written");
    row("normals missing",
        NormalsEdit{0, 0, {glm::vec3(1.0f)}},
        "edit.shape",
        "/meshes/0/primitives/0/attributes/NORMAL: 1 normals for 3 vertices");
    row("normal NaN",
        NormalsEdit{0, 0, Values<glm::vec3>(3, glm::vec3(kNaN))},
        "edit.nonfinite",
        "/meshes/0/primitives/0/attributes/NORMAL: not a finite number");
    row("tangents missing",
        TangentsEdit{0, 0, {glm::vec4(1.0f)}},
        "edit.shape",
        "/meshes/0/primitives/0/attributes/TANGENT: 1 tangents for 3 vertices");
    row("no morph target",
        MorphTargetEdit{0, 0, 2, {}, {}, {}},
        "edit.no_such_place",
        "/meshes/0/primitives/0/targets/2: the file has none");
    row("positions missing",
        PositionsEdit{0, 0, {glm::vec3(1.0f)}},
        "edit.shape",
        "/meshes/0/primitives/0/attributes/POSITION: 1 positions for 3 vertices");
    row("position NaN",
        PositionsEdit{0, 0, Values<glm::vec3>(3, glm::vec3(kNaN))},
        "edit.nonfinite",
        "/meshes/0/primitives/0/attributes/POSITION: not a finite number");
    row("no skin for joints",
        SkinJointsEdit{1, {}},
        "edit.no_such_place",
        "/skins/1/joints: the file has none");
    row("joint missing",
        SkinJointsEdit{0, {1}},
        "edit.shape",
        "/skins/0/joints: 1 nodes for 2 slots");
    row("joint without node",
        SkinJointsEdit{0, {1, 999}},
        "edit.no_such_place",
        "/nodes/999: the file has none");
    row("no skin", InverseBindsEdit{1, {}}, "edit.no_such_place", "/skins/1: the file has none");
    row("matrix missing",
        InverseBindsEdit{0, Values<math::Affine>(1)},
        "edit.shape",
        "/skins/0: 1 matrices for 2 joints");
    row("matrix NaN",
        InverseBindsEdit{0, Values<math::Affine>(2, {glm::mat3(kNaN), glm::vec3(0.0f)})},
        "edit.nonfinite",
        "/skins/0/inverseBindMatrices: not a finite number");
    row("no channel",
        KeysEdit{0, 2, ChannelPath::Rotation, {0.0f}, {0, 0, 0, 1}},
        "edit.no_such_place",
        "/animations/0, rotation of node 2: the file has none");
    row("no animation",
        KeysEdit{9, 1, ChannelPath::Scale, {0.0f}, {1, 1, 1}},
        "edit.no_such_place",
        "/animations/9, scale of node 1: the file has none");
    row("values missing",
        KeysEdit{0, 1, ChannelPath::Rotation, {0.0f, 1.0f}, {0, 0, 0, 1}},
        "edit.shape",
        "/animations/0, rotation of node 1: 4 numbers do not make 2 keys");
    row("no keys",
        KeysEdit{0, 1, ChannelPath::Rotation, {}, {}},
        "edit.shape",
        "/animations/0, rotation of node 1: 0 numbers do not make 0 keys");
    row("time infinite",
        KeysEdit{
            0, 1, ChannelPath::Rotation, {std::numeric_limits<float>::infinity()}, {0, 0, 0, 1}},
        "edit.nonfinite",
        "/animations/0, rotation of node 1: not a finite number");
    row("no node", NodeTransformEdit{7, {}}, "edit.no_such_place", "/nodes/7: the file has none");
    row("transform NaN",
        NodeTransformEdit{1, {glm::vec3(kNaN), {}, glm::vec3(1.0f)}},
        "edit.nonfinite",
        "/nodes/1: not a finite number");
    row("no targets",
        MorphWeightsEdit{0, {1.0f}},
        "edit.shape",
        "/meshes/0/weights: 1 weights for 0 morph targets");
    row("no such name",
        NameEdit{NamedList::Animations, 2, "x"},
        "edit.no_such_place",
        "/animations/2: the file has none");
}

void TstGltfEdit::rejectsWhatDoesNotFit() {
    QFETCH(import::FileEdit, edit);
    folder.write("in.gltf", character().gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder.path() / "in.gltf"));
    const Status status = writer.apply(edit);
    QVERIFY(!status);
    QTEST(QString::fromStdString(status.error().code), "code");
    QTEST(QString::fromStdString(status.error().message), "message");
}

void TstGltfEdit::isAsBeforeAfterAnError() {
    GltfFile file = character();
    file.root["extensionsUsed"] = {"KHR_draco_mesh_compression"};
    file.root["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {
        {"bufferView", 0}, {"attributes", {{"POSITION", 0}}}};
    folder.write("in.gltf", file.gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder.path() / "in.gltf"));
    const Status status = writer.apply(import::InfluencesEdit{0, 0, kOtherInfluences});
    QVERIFY(!status);
    QCOMPARE(status.error().code, std::string("edit.compressed"));
    QVERIFY(!writer.apply(import::KeysEdit{1, 2, import::ChannelPath::Rotation, {0.0f}, {1}}));
    require(writer.save(folder.path() / "out.gltf"));
    QFile written(QString::fromStdString((folder.path() / "out.gltf").string()));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), file.gltf());
}

void TstGltfEdit::writesWeightsInPlace() {
    GltfFile file = character();
    file.root["accessors"][2]["min"] = {0.0, 0.0, 0.0, 0.0};
    file.root["accessors"][2]["max"] = {1.0, 0.5, 0.0, 0.0};
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    const assets::FileInfluences& read = *scene.instances.at(0).mesh->fileInfluences();
    QCOMPARE(read.joints, kOtherInfluences.joints);
    QCOMPARE(read.weights, kOtherInfluences.weights);
    // The file has not grown, and only those bytes and bounds are others.
    QCOMPARE(binary.size(), file.binary.size());
    Json expected = Json::parse(file.gltf().toStdString());
    expected["accessors"][2]["min"] = {0.25, 0, 0, 0};
    expected["accessors"][2]["max"] = {1, 0.75, 0, 0};
    out["buffers"] = expected["buffers"];
    QCOMPARE(out.dump(), expected.dump());
    const int begin = file.root["bufferViews"][1]["byteOffset"];
    const int end = file.root["bufferViews"][3]["byteOffset"];
    QCOMPARE(binary.left(begin), file.binary.left(begin));
    QCOMPARE(binary.mid(end), file.binary.mid(end));
}

void TstGltfEdit::changesNothingWithTheSameValues() {
    const GltfFile file = character();
    const std::vector<std::uint32_t> joints(kJoints.begin(), kJoints.end());
    edit(file, {import::InfluencesEdit{0, 0, influences(joints, kWeights)}});
    QFile written(QString::fromStdString((folder.path() / "out.gltf").string()));
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), file.gltf());
}

void TstGltfEdit::leavesSharedAccessorsToOthers() {
    GltfFile file = character();
    Json& primitives = file.root["meshes"][0]["primitives"];
    primitives.push_back(Json(primitives[0]));
    file.root["accessors"][2]["name"] = "weights";
    file.binary.append("odd"); // what comes behind it must still be aligned
    const auto scene = edit(file, {import::InfluencesEdit{0, 1, kOtherInfluences}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, kWeights);
    QCOMPARE(scene.instances.at(1).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QCOMPARE(outAttributes(0)["WEIGHTS_0"].get<int>(), 2);
    const Json& copy = outAccessor(outAttributes(1)["WEIGHTS_0"]);
    QCOMPARE(copy["name"].get<std::string>(), std::string("weights"));
    const Json& view = out["bufferViews"][copy["bufferView"].get<std::size_t>()];
    QCOMPARE(view["target"].get<int>(), 34962);
    QCOMPARE(view["byteOffset"].get<int>() % 4, 0);
    QCOMPARE(outAttributes(1)["POSITION"].get<int>(), 0);
}

void TstGltfEdit::leavesSharedBytesToOthers() {
    GltfFile file = character();
    // Another accessor over the same bytes, and a primitive that uses it.
    const int other = file.append("accessors", Json(file.root["accessors"][2]));
    Json& primitives = file.root["meshes"][0]["primitives"];
    primitives.push_back(Json(primitives[0]));
    primitives[1]["attributes"]["WEIGHTS_0"] = other;
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QCOMPARE(scene.instances.at(1).mesh->fileInfluences()->weights, kWeights);
}

void TstGltfEdit::writesBetweenInterleavedValues() {
    GltfFile file = character();
    Values<float> mixed; // position, weights
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        mixed.insert(mixed.end(), &kPositions[vertex * 3], &kPositions[vertex * 3] + 3);
        mixed.insert(mixed.end(), &kWeights[vertex * 4], &kWeights[vertex * 4] + 4);
    }
    const int view = file.addView(mixed);
    file.at("/bufferViews/" + std::to_string(view))["byteStride"] = 28;
    file.root["accessors"][0]["bufferView"] = view;
    file.root["accessors"][2]["bufferView"] = view;
    file.root["accessors"][2]["byteOffset"] = 12;
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    const assets::Mesh& mesh = *scene.instances.at(0).mesh;
    QCOMPARE(mesh.fileInfluences()->weights, kOtherInfluences.weights);
    QVERIFY(mesh.positions()[1] == glm::vec3(1.0f, 0.0f, 0.0f));
    QVERIFY(mesh.positions()[2] == glm::vec3(0.0f, 1.0f, 0.0f));
    QCOMPARE(binary.size(), file.binary.size());
    QCOMPARE(out["bufferViews"].size(), file.root["bufferViews"].size());
}

void TstGltfEdit::copiesWhereExtensionsMayRefer() {
    GltfFile file = character();
    file.root["extensionsUsed"] = {"ACME_reads_accessors"};
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QVERIFY(outAttributes()["WEIGHTS_0"].get<int>() >= 6);
    QCOMPARE(outValues<float>(out["accessors"][2]), kWeights);
}

void TstGltfEdit::makesSparseWeightsDense() {
    GltfFile file = character();
    const int indices = file.addView(Values<std::uint16_t>{1});
    const int values = file.addView(Values<float>{0.5f, 0.25f, 0.25f, 0.0f});
    file.root["accessors"][2]["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
        {"values", {{"bufferView", values}}}};
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QVERIFY(!outAccessor(outAttributes()["WEIGHTS_0"]).contains("sparse"));
}

void TstGltfEdit::keepsIntegerWeights_data() {
    QTest::addColumn<bool>("isByte");
    QTest::newRow("8 bits") << true;
    QTest::newRow("16 bits") << false;
}

void TstGltfEdit::keepsIntegerWeights() {
    QFETCH(bool, isByte);
    GltfFile file = character();
    const auto total = isByte ? 255u : 65535u;
    const int weights = isByte ? file.addAccessor(Values<std::uint8_t>(12, 1), {"VEC4", true})
                               : file.addAccessor(Values<std::uint16_t>(12, 1), {"VEC4", true});
    file.root["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = weights;
    constexpr float kThird = 1.0f / 3.0f;
    const auto scene = edit(file,
                            {import::InfluencesEdit{0,
                                                    0,
                                                    influences({0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0},
                                                               {kThird,
                                                                kThird,
                                                                kThird,
                                                                0,
                                                                0.25f,
                                                                0.25f,
                                                                0.25f,
                                                                0.25f,
                                                                0.9999999f,
                                                                1e-7f,
                                                                0,
                                                                0})}});
    const Json& accessor = outAccessor(outAttributes()["WEIGHTS_0"]);
    QCOMPARE(accessor["componentType"].get<int>(), isByte ? 5121 : 5123);
    QCOMPARE(accessor["normalized"].get<bool>(), true);
    std::vector<std::uint32_t> written;
    if (isByte) {
        const auto bytes = outValues<std::uint8_t>(accessor);
        written.assign(bytes.begin(), bytes.end());
    } else {
        const auto words = outValues<std::uint16_t>(accessor);
        written.assign(words.begin(), words.end());
    }
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        const auto first = written.begin() + static_cast<std::ptrdiff_t>(vertex * 4);
        QCOMPARE(std::accumulate(first, first + 4, 0u), total);
    }
    // The weight that vanishes takes its joint with it.
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->joints[9], 0u);
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->joints[4], 1u);
}

void TstGltfEdit::makesWeightsOfMixedTypesFloats() {
    GltfFile file = character();
    Json& attributes = file.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_1"] = file.addAccessor(Values<std::uint8_t>(12, 0), {"VEC4"});
    attributes["WEIGHTS_1"] = file.addAccessor(Values<std::uint8_t>(12, 0), {"VEC4", true});
    assets::FileInfluences eight =
        influences(std::vector<std::uint32_t>(24, 1), Values<float>(24, 0.125f));
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, eight}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, eight.weights);
    QCOMPARE(outAccessor(outAttributes()["WEIGHTS_1"])["componentType"].get<int>(), 5126);
    QVERIFY(!outAccessor(outAttributes()["WEIGHTS_1"]).contains("normalized"));
}

void TstGltfEdit::widensJoints() {
    const GltfFile file = character();
    assets::FileInfluences wide = kOtherInfluences;
    wide.joints[11] = 300; // padding of zero weight
    edit(file, {import::InfluencesEdit{0, 0, wide}});
    const Json& accessor = outAccessor(outAttributes()["JOINTS_0"]);
    QCOMPARE(accessor["componentType"].get<int>(), 5123);
    QCOMPARE(outValues<std::uint16_t>(accessor)[11], std::uint16_t{300});
}

void TstGltfEdit::addsAndRemovesSets() {
    const assets::FileInfluences eight =
        influences(std::vector<std::uint32_t>(24, 1), Values<float>(24, 0.125f));
    const auto scene = edit(character(), {import::InfluencesEdit{0, 0, eight}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->slotsPerVertex, 8u);
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, eight.weights);
    QCOMPARE(outAccessor(outAttributes()["JOINTS_1"])["componentType"].get<int>(), 5121);
    const auto again =
        edit(character(),
             {import::InfluencesEdit{0, 0, eight}, import::InfluencesEdit{0, 0, kOtherInfluences}});
    QCOMPARE(again.instances.at(0).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QVERIFY(!outAttributes().contains("WEIGHTS_1") && !outAttributes().contains("JOINTS_1"));
}

QTEST_GUILESS_MAIN(TstGltfEdit)
#include "tst_gltf_edit.moc"
