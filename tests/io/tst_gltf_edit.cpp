// SPDX-License-Identifier: Apache-2.0
// Every edit, seen by the reader and in the file: what it names changes, everything else does not.
#include "../import/gltf_file.h"

#include <sartor/io/gltf_writer.h>

#include <QFile>
#include <QTest>

#include <support/require.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

using namespace sartor;
using namespace sartor::test;
using import::KeysEdit;
using Json = GltfFile::Json;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

template <class T>
using Values = std::vector<T>;

const Values<float> kPositions = {0, 0, 0, 1, 0, 0, 0, 1, 0};
const Values<std::uint8_t> kJoints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
const Values<float> kWeights = {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

// A triangle on two joints, two clips of one rotation each over the same times.
GltfFile character() {
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
    const Json sampler = {{"input", times}, {"output", turns}};
    const auto channel = [](int index, int node) {
        return Json{{"sampler", index}, {"target", {{"node", node}, {"path", "rotation"}}}};
    };
    file.root["animations"] = {
        {{"name", "walk"}, {"samplers", {sampler}}, {"channels", {channel(0, 1)}}},
        {{"name", "run"}, {"samplers", {sampler}}, {"channels", {channel(0, 1), channel(0, 2)}}}};
    return file;
}

assets::FileInfluences influences(std::vector<std::uint32_t> joints, std::vector<float> weights) {
    assets::FileInfluences result;
    result.slotsPerVertex = static_cast<std::uint32_t>(joints.size() / 3);
    result.joints = std::move(joints);
    result.weights = std::move(weights);
    return result;
}

const assets::FileInfluences kOtherInfluences =
    influences({1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0});

KeysEdit turnKeys(std::uint32_t animation, std::uint32_t node) {
    return {animation,
            node,
            import::ChannelPath::Rotation,
            {0.0f, 0.5f, 2.0f},
            {0, 0, 0, 1, 0, 0, 0, -1, 0, 1, 0, 0}};
}

} // namespace

class TstGltfEdit : public QObject {
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
    void writesInverseBinds();
    void addsInverseBinds();
    void writesKeys();
    void movesSharedTimesTogether();
    void copiesSharedSamplers();
    void keepsQuantizedRotations();
    void writesSplinesAndMorphWeights();
    void writesNormals();
    void writesNodes();
    void writesNames();

private:
    // Opens the file, applies, saves as .gltf and reads it again.
    import::ImportedScene edit(const GltfFile& file, const std::vector<import::FileEdit>& edits) {
        folder_.write("in.gltf", file.gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder_.path() / "in.gltf"));
    for (const import::FileEdit& edit : edits) {
        const Status status = writer.apply(edit);
        if (!status) {
            qWarning("%s", status.error().message.c_str());
        }
    }
    require(writer.save(folder_.path() / "out.gltf"));
    QFile written(QString::fromStdString((folder_.path() / "out.gltf").string()));
    if (!written.open(QIODevice::ReadOnly)) {
        qFatal("nothing was written");
    }
    out_ = Json::parse(written.readAll().toStdString());
    const std::string uri = out_["buffers"][0]["uri"];
    binary_ = QByteArray::fromBase64(QByteArray::fromStdString(uri.substr(uri.find(',') + 1)));
    return require(import::importFile(folder_.path() / "out.gltf"));
}

// Numbers of an accessor of out_ that lies packed in its view.
template <class T>
Values<T> outValues(const Json& accessor) const {
    const Json& view = out_["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    Values<T> values(accessor["count"].get<std::size_t>() * (accessor["type"] == "SCALAR" ? 1
                                                             : accessor["type"] == "VEC3" ? 3
                                                                                          : 4));
    std::memcpy(values.data(),
                binary_.constData() + view.value("byteOffset", 0) + accessor.value("byteOffset", 0),
                values.size() * sizeof(T));
    return values;
}

const Json& outAccessor(const Json& index) const {
    return out_["accessors"][index.get<std::size_t>()];
}
const Json& outAttributes(std::size_t primitive = 0) const {
    return out_["meshes"][0]["primitives"][primitive]["attributes"];
}

ImportFolder folder_;
Json out_;
QByteArray binary_;
}
;

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
    folder_.write("in.gltf", character().gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder_.path() / "in.gltf"));
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
    folder_.write("in.gltf", file.gltf());
    io::GltfWriter writer = require(io::GltfWriter::open(folder_.path() / "in.gltf"));
    const Status status = writer.apply(import::InfluencesEdit{0, 0, kOtherInfluences});
    QVERIFY(!status);
    QCOMPARE(status.error().code, std::string("edit.compressed"));
    QVERIFY(!writer.apply(import::KeysEdit{1, 2, import::ChannelPath::Rotation, {0.0f}, {1}}));
    require(writer.save(folder_.path() / "out.gltf"));
    QFile written(QString::fromStdString((folder_.path() / "out.gltf").string()));
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
    QCOMPARE(binary_.size(), file.binary.size());
    Json expected = Json::parse(file.gltf().toStdString());
    expected["accessors"][2]["min"] = {0.25, 0, 0, 0};
    expected["accessors"][2]["max"] = {1, 0.75, 0, 0};
    out_["buffers"] = expected["buffers"];
    QCOMPARE(out_.dump(), expected.dump());
    const int begin = file.root["bufferViews"][1]["byteOffset"];
    const int end = file.root["bufferViews"][3]["byteOffset"];
    QCOMPARE(binary_.left(begin), file.binary.left(begin));
    QCOMPARE(binary_.mid(end), file.binary.mid(end));
}

void TstGltfEdit::changesNothingWithTheSameValues() {
    const GltfFile file = character();
    const std::vector<std::uint32_t> joints(kJoints.begin(), kJoints.end());
    edit(file, {import::InfluencesEdit{0, 0, influences(joints, kWeights)}});
    QFile written(QString::fromStdString((folder_.path() / "out.gltf").string()));
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
    const Json& view = out_["bufferViews"][copy["bufferView"].get<std::size_t>()];
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
    QCOMPARE(binary_.size(), file.binary.size());
    QCOMPARE(out_["bufferViews"].size(), file.root["bufferViews"].size());
}

void TstGltfEdit::copiesWhereExtensionsMayRefer() {
    GltfFile file = character();
    file.root["extensionsUsed"] = {"ACME_reads_accessors"};
    const auto scene = edit(file, {import::InfluencesEdit{0, 0, kOtherInfluences}});
    QCOMPARE(scene.instances.at(0).mesh->fileInfluences()->weights, kOtherInfluences.weights);
    QVERIFY(outAttributes()["WEIGHTS_0"].get<int>() >= 6);
    QCOMPARE(outValues<float>(out_["accessors"][2]), kWeights);
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

void TstGltfEdit::writesInverseBinds() {
    GltfFile file = character();
    Values<float> rows(48, 0.5f); // one matrix more than joints, none with a last row of 0, 0, 0, 1
    file.root["skins"][0]["inverseBindMatrices"] = file.addAccessor(rows, {"MAT4"});
    const std::vector<math::Affine> binds = {
        {glm::mat3(1.0f), glm::vec3(1.0f, 2.0f, 3.0f)},
        {glm::mat3(1, 2, 3, 4, 5, 6, 7, 8, 10), glm::vec3(0.5f)}};
    const auto scene = edit(file, {import::InverseBindsEdit{0, binds}});
    for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY(scene.skins.at(0)->jointFromBind()[i].linear == binds[i].linear);
        QVERIFY(scene.skins.at(0)->jointFromBind()[i].translation == binds[i].translation);
    }
    for (const import::ImportNote& note : scene.report.notes) {
        QVERIFY(note.code != "skin.ibm_row4");
    }
}

void TstGltfEdit::addsInverseBinds() {
    GltfFile file = character();
    file.root["skins"][0].erase("inverseBindMatrices");
    const std::vector<math::Affine> binds(2, {glm::mat3(2.0f), glm::vec3(1.0f)});
    const auto scene = edit(file, {import::InverseBindsEdit{0, binds}});
    QVERIFY(scene.skins.at(0)->jointFromBind()[1].linear == binds[1].linear);
    const Json& accessor = outAccessor(out_["skins"][0]["inverseBindMatrices"]);
    QVERIFY(!out_["bufferViews"][accessor["bufferView"].get<std::size_t>()].contains("target"));
}

void TstGltfEdit::writesKeys() {
    const auto scene = edit(character(), {turnKeys(0, 1)});
    const assets::Track<glm::quat>& track = scene.clips.at(0)->jointTracks()[0].rotation;
    QCOMPARE(track.times, (Values<float>{0.0f, 0.5f, 2.0f}));
    QVERIFY(track.values[1] == glm::quat(-1.0f, 0.0f, 0.0f, 0.0f));
    QVERIFY(track.values[2] == glm::quat(0.0f, 0.0f, 1.0f, 0.0f));
    // The other clip had the same times.
    QCOMPARE(scene.clips.at(1)->duration(), 1.0f);
    const Json& input = outAccessor(out_["animations"][0]["samplers"][0]["input"]);
    QCOMPARE(input["max"][0].get<float>(), 2.0f);
    QCOMPARE(input["count"].get<int>(), 3);
}

void TstGltfEdit::movesSharedTimesTogether() {
    edit(character(), {turnKeys(0, 1), turnKeys(1, 1), turnKeys(1, 2)});
    const Json& first = out_["animations"][0]["samplers"][0];
    const Json& second = out_["animations"][1]["samplers"];
    QVERIFY(first["input"].get<int>() != 4);
    QCOMPARE(second.size(), std::size_t{2});
    QCOMPARE(second[1]["input"].get<int>(), first["input"].get<int>());
    QCOMPARE(second[1]["output"].get<int>(), first["output"].get<int>());
}

void TstGltfEdit::copiesSharedSamplers() {
    const auto scene = edit(character(), {turnKeys(1, 2)});
    QCOMPARE(out_["animations"][1]["samplers"].size(), std::size_t{2});
    QCOMPARE(scene.clips.at(1)->jointTracks()[0].rotation.times.size(), std::size_t{2});
    QCOMPARE(scene.clips.at(1)->jointTracks()[1].rotation.times.size(), std::size_t{3});
}

void TstGltfEdit::keepsQuantizedRotations() {
    GltfFile file = character();
    file.root["animations"][0]["samplers"][0]["output"] =
        file.addAccessor(Values<std::int16_t>{0, 0, 0, 32767, 0, 0, 0, 32767}, {"VEC4", true});
    edit(file, {turnKeys(0, 1)});
    const Json& output = outAccessor(out_["animations"][0]["samplers"][0]["output"]);
    QCOMPARE(output["componentType"].get<int>(), 5122);
    QCOMPARE(outValues<std::int16_t>(output),
             (Values<std::int16_t>{0, 0, 0, 32767, 0, 0, 0, -32767, 0, 32767, 0, 0}));
}

void TstGltfEdit::writesSplinesAndMorphWeights() {
    GltfFile file = character();
    const int deltas = file.addAccessor(Values<float>(9, 0.5f), {"VEC3"});
    file.root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", deltas}},
                                                          {{"POSITION", deltas}}};
    const int times = file.addAccessor(Values<float>{0.0f});
    const int weights = file.addAccessor(Values<float>(6, 0.0f));
    file.root["animations"][0]["samplers"].push_back(
        {{"input", times}, {"output", weights}, {"interpolation", "CUBICSPLINE"}});
    file.root["animations"][0]["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", 0}, {"path", "weights"}}}});
    const Values<float> values = {0, 0, 0.25f, 0.75f, 0, 0, 1, 2, 3, 4, 5, 6};
    const auto scene =
        edit(file,
             {import::KeysEdit{0, 0, import::ChannelPath::Weights, {0.0f, 1.0f}, values},
              import::MorphWeightsEdit{0, {0.5f, 0.1f}}});
    QCOMPARE(scene.clips.at(0)->morphWeightTracks()[0].weights.values, values);
    QCOMPARE(scene.instances.at(0).defaultMorphWeights, (Values<float>{0.5f, 0.1f}));
    QCOMPARE(out_["meshes"][0]["weights"].dump(), std::string("[0.5,0.1]"));
}

void TstGltfEdit::writesNormals() {
    GltfFile file = character();
    const std::vector<glm::vec3> normals(3, glm::vec3(0.0f, 0.0f, -1.0f));
    const auto added = edit(file, {import::NormalsEdit{0, 0, normals}});
    QVERIFY(added.instances.at(0).mesh->normals()[2] == normals[2]);
    // Three bytes a vertex start at multiples of four.
    file.root["extensionsUsed"] = {"KHR_mesh_quantization"};
    file.root["extensionsRequired"] = {"KHR_mesh_quantization"};
    const int small = file.addAccessor(Values<std::int8_t>(12, 127), {"VEC3", true});
    file.at("/accessors/" + std::to_string(small))["count"] = 3;
    file.root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = small;
    const auto replaced = edit(file, {import::NormalsEdit{0, 0, normals}});
    QVERIFY(replaced.instances.at(0).mesh->normals()[2] == normals[2]);
    QCOMPARE(outAccessor(outAttributes()["NORMAL"])["componentType"].get<int>(), 5120);
    Json& primitives = file.root["meshes"][0]["primitives"];
    primitives.push_back(Json(primitives[0]));
    const auto copied = edit(file, {import::NormalsEdit{0, 1, normals}});
    QVERIFY(copied.instances.at(1).mesh->normals()[2] == normals[2]);
    QVERIFY(copied.instances.at(0).mesh->normals()[2] != normals[2]);
    const auto view = outAccessor(outAttributes(1)["NORMAL"])["bufferView"].get<std::size_t>();
    QCOMPARE(out_["bufferViews"][view]["byteStride"].get<int>(), 4);
}

void TstGltfEdit::writesNodes() {
    GltfFile file = character();
    file.root["nodes"][2]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    math::Transform transform;
    transform.translation = glm::vec3(0.1f, 2.0f, -3.0f);
    transform.rotation = glm::quat(0.8f, 0.0f, 0.6f, 0.0f);
    const auto scene = edit(file, {import::NodeTransformEdit{2, transform}});
    const math::Transform& read =
        scene.skeleton->joint(scene.skeleton->jointOfFileNode(2)).parentFromJointRest;
    QVERIFY(read.translation == transform.translation);
    QVERIFY(read.rotation == transform.rotation);
    const Json& node = out_["nodes"][2];
    QVERIFY(!node.contains("matrix"));
    QCOMPARE(node["extras"]["kept"].get<int>(), 1);
    QCOMPARE(node["translation"].dump(), std::string("[0.1,2,-3]"));
}

void TstGltfEdit::writesNames() {
    const auto scene = edit(character(),
                            {import::NameEdit{import::NamedList::Nodes, 1, "Hüfte \"1\""},
                             import::NameEdit{import::NamedList::Nodes, 0, "body"},
                             import::NameEdit{import::NamedList::Meshes, 0, "m"},
                             import::NameEdit{import::NamedList::Skins, 0, "s"},
                             import::NameEdit{import::NamedList::Animations, 1, "a"}});
    QCOMPARE(scene.skeleton->joint(scene.skeleton->jointOfFileNode(1)).name,
             std::string("Hüfte \"1\""));
    QCOMPARE(scene.skeleton->joint(scene.skeleton->jointOfFileNode(0)).name, std::string("body"));
    QCOMPARE(scene.instances.at(0).meshName, std::string("m"));
    QCOMPARE(scene.skins.at(0)->name(), std::string("s"));
    QCOMPARE(scene.clips.at(1)->name(), std::string("a"));
    QCOMPARE(scene.clips.at(0)->name(), std::string("walk"));
}

QTEST_GUILESS_MAIN(TstGltfEdit)
#include "tst_gltf_edit.moc"
