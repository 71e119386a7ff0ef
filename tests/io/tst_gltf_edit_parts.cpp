// SPDX-License-Identifier: Apache-2.0
// Edits of skins, clips, normals, nodes and names, seen by the reader and in the file.
#include "gltf_edit_fixture.h"

using namespace sartor;
using namespace sartor::test;
using Json = GltfFile::Json;

class TstGltfEditParts : public QObject, private GltfEditFixture {
    Q_OBJECT

private slots:
    void writesInverseBinds();
    void addsInverseBinds();
    void writesKeys();
    void movesSharedTimesTogether();
    void copiesSharedSamplers();
    void keepsQuantizedRotations();
    void writesSplinesAndMorphWeights();
    void writesPositions();
    void writesSkinJoints();
    void writesNormals();
    void writesTangents();
    void writesMorphTargets();
    void writesNodes();
    void writesNames();
};

void TstGltfEditParts::writesInverseBinds() {
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

void TstGltfEditParts::addsInverseBinds() {
    GltfFile file = character();
    file.root["skins"][0].erase("inverseBindMatrices");
    const std::vector<math::Affine> binds(2, {glm::mat3(2.0f), glm::vec3(1.0f)});
    const auto scene = edit(file, {import::InverseBindsEdit{0, binds}});
    QVERIFY(scene.skins.at(0)->jointFromBind()[1].linear == binds[1].linear);
    const Json& accessor = outAccessor(out["skins"][0]["inverseBindMatrices"]);
    QVERIFY(!out["bufferViews"][accessor["bufferView"].get<std::size_t>()].contains("target"));
}

void TstGltfEditParts::writesKeys() {
    const auto scene = edit(character(), {turnKeys(0, 1)});
    const assets::Track<glm::quat>& track = scene.clips.at(0)->jointTracks()[0].rotation;
    QCOMPARE(track.times, (Values<float>{0.0f, 0.5f, 2.0f}));
    QVERIFY(track.values[1] == glm::quat(-1.0f, 0.0f, 0.0f, 0.0f));
    QVERIFY(track.values[2] == glm::quat(0.0f, 0.0f, 1.0f, 0.0f));
    // The other clip had the same times.
    QCOMPARE(scene.clips.at(1)->duration(), 1.0f);
    const Json& input = outAccessor(out["animations"][0]["samplers"][0]["input"]);
    QCOMPARE(input["max"][0].get<float>(), 2.0f);
    QCOMPARE(input["count"].get<int>(), 3);
}

void TstGltfEditParts::movesSharedTimesTogether() {
    edit(character(), {turnKeys(0, 1), turnKeys(1, 1), turnKeys(1, 2)});
    const Json& first = out["animations"][0]["samplers"][0];
    const Json& second = out["animations"][1]["samplers"];
    QVERIFY(first["input"].get<int>() != 4);
    QCOMPARE(second.size(), std::size_t{2});
    QCOMPARE(second[1]["input"].get<int>(), first["input"].get<int>());
    QCOMPARE(second[1]["output"].get<int>(), first["output"].get<int>());
}

void TstGltfEditParts::copiesSharedSamplers() {
    const auto scene = edit(character(), {turnKeys(1, 2)});
    QCOMPARE(out["animations"][1]["samplers"].size(), std::size_t{2});
    QCOMPARE(scene.clips.at(1)->jointTracks()[0].rotation.times.size(), std::size_t{2});
    QCOMPARE(scene.clips.at(1)->jointTracks()[1].rotation.times.size(), std::size_t{3});
}

void TstGltfEditParts::keepsQuantizedRotations() {
    GltfFile file = character();
    file.root["animations"][0]["samplers"][0]["output"] =
        file.addAccessor(Values<std::int16_t>{0, 0, 0, 32767, 0, 0, 0, 32767}, {"VEC4", true});
    edit(file, {turnKeys(0, 1)});
    const Json& output = outAccessor(out["animations"][0]["samplers"][0]["output"]);
    QCOMPARE(output["componentType"].get<int>(), 5122);
    QCOMPARE(outValues<std::int16_t>(output),
             (Values<std::int16_t>{0, 0, 0, 32767, 0, 0, 0, -32767, 0, 32767, 0, 0}));
}

void TstGltfEditParts::writesSplinesAndMorphWeights() {
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
    QCOMPARE(out["meshes"][0]["weights"].dump(), std::string("[0.5,0.1]"));
}

void TstGltfEditParts::writesPositions() {
    const GltfFile file = character();
    Values<glm::vec3> positions(3);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        positions[i] = glm::vec3(static_cast<float>(i), -2.5f, 100.0f);
    }
    const auto scene = edit(file, {import::PositionsEdit{0, 0, positions}});
    const auto written = scene.instances.at(0).mesh->positions();
    QVERIFY(std::equal(written.begin(), written.end(), positions.begin(), positions.end()));
    // The format asks for the bounds of positions.
    const Json& accessor = outAccessor(out["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
    QCOMPARE(accessor["max"][0].get<float>(), 2.0f);
    QCOMPARE(accessor["min"][1].get<float>(), -2.5f);
}

void TstGltfEditParts::writesSkinJoints() {
    const GltfFile file = character();
    const auto nodes = file.root["skins"][0]["joints"].get<Values<std::uint32_t>>();
    const auto scene = edit(file, {import::SkinJointsEdit{0, {nodes[1], nodes[0]}}});
    const auto joints = scene.skins.at(0)->joints();
    QCOMPARE(scene.skeleton->joint(joints[0]).fileNode, nodes[1]);
    QCOMPARE(scene.skeleton->joint(joints[1]).fileNode, nodes[0]);
}

void TstGltfEditParts::writesNormals() {
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
    QCOMPARE(out["bufferViews"][view]["byteStride"].get<int>(), 4);
}

void TstGltfEditParts::writesTangents() {
    const GltfFile file = character();
    const Values<glm::vec3> normals(3, glm::vec3(0.0f, 0.0f, 1.0f));
    const Values<glm::vec4> tangents(3, glm::vec4(0.6f, 0.8f, 0.0f, -1.0f));
    const auto scene =
        edit(file, {import::NormalsEdit{0, 0, normals}, import::TangentsEdit{0, 0, tangents}});
    const auto written = scene.instances.at(0).mesh->tangents();
    QVERIFY(std::equal(written.begin(), written.end(), tangents.begin(), tangents.end()));
}

void TstGltfEditParts::writesMorphTargets() {
    GltfFile file = character();
    const int deltas = file.addAccessor(kPositions, {"VEC3"});
    Json& targets = file.root["meshes"][0]["primitives"][0]["targets"];
    targets = {{{"POSITION", deltas}}, {{"POSITION", deltas}}};
    const Values<glm::vec3> moved = {{1, 2, 3}, {0, 0, 0}, {0, -4, 0}};
    const auto scene = edit(file, {import::MorphTargetEdit{0, 0, 1, moved, {}, {}}});
    const auto written = scene.instances.at(0).morphs->targets();
    QVERIFY(written[1].vertices == (Values<std::uint32_t>{0, 2}));
    QVERIFY(written[1].positionDeltas == (Values<glm::vec3>{moved[0], moved[2]}));
    QVERIFY(written[1].normalDeltas.empty());
    // The other target had the same accessor.
    QVERIFY(written[0].vertices == (Values<std::uint32_t>{1, 2}));
}

void TstGltfEditParts::writesNodes() {
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
    const Json& node = out["nodes"][2];
    QVERIFY(!node.contains("matrix"));
    QCOMPARE(node["extras"]["kept"].get<int>(), 1);
    QCOMPARE(node["translation"].dump(), std::string("[0.1,2,-3]"));
}

void TstGltfEditParts::writesNames() {
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

QTEST_GUILESS_MAIN(TstGltfEditParts)
#include "tst_gltf_edit_parts.moc"
