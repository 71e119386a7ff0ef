// SPDX-License-Identifier: Apache-2.0
// What glTF means by skins, nodes and morph targets, where readers are known to take it otherwise.
#include "gltf_character.h"
#include "scene_oracle.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using Json = nlohmann::json;

class TstGltfSemantics : public QObject {
    Q_OBJECT

private slots:
    void meshNodeAndItsParentsDoNotMoveASkinnedMesh();
    void theSkeletonPropertyIsAHintAlone();
    void jointsAreSlotsOfTheSkinAndNotNodes();
    void inverseBindsNeedNotBeTransforms();
    void nodesBetweenJointsTakePart();
    void aJointMayCarryTheMesh();
    void oneMeshUnderTwoSkinsIsTwoInstances();
    void jointsOfNoScaleHideAndAMeshNodeOfNoScaleDoesNot();
    void namesLinkNothing();
    void boundsOfAccessorsChangeNothing();
    void manyMorphTargetsAreKept();
    void splinesOfWeightsHoldAllTargetsThreeTimes();
    void morphsOfFlatSurfacesKeepPositionsAlone();

private:
    /// The scene of a file that must load.
    import::ImportedScene load(const GltfFile& file) const { auto scene = folder_.load(file);
    if (!scene) {
        qFatal("%s", scene.error().message.c_str());
    }
    return *std::move(scene);
}
/// Rest positions in model space of the first instance.
static std::vector<glm::dvec3>
deformed(const import::ImportedScene& scene, std::size_t instance = 0) {
    return deformedPositionsAt(scene, scene.instances[instance], nullptr, 0.0);
}

ImportFolder folder_;
}
;

void TstGltfSemantics::meshNodeAndItsParentsDoNotMoveASkinnedMesh() {
    const auto expected = deformed(load(character()));
    GltfFile file = character();
    file.at("/nodes/2")["translation"] = {5, 6, 7};
    file.at("/nodes/2")["scale"] = {2, 3, 4};
    file.root["nodes"].push_back({{"rotation", {1, 0, 0, 0}}, {"children", {2}}});
    file.at("/nodes/0/children") = {1};
    file.at("/scenes/0/nodes") = {0, 4};
    QVERIFY(deformed(load(file)) == expected);
}

void TstGltfSemantics::theSkeletonPropertyIsAHintAlone() {
    const auto expected = deformed(load(character()));
    GltfFile file = character();
    file.at("/nodes/0")["translation"] = {0, 0, 0};
    for (const int root : {0, 1, 3}) {
        file.at("/skins/0")["skeleton"] = root;
        QVERIFY(deformed(load(file)) == expected);
    }
}

void TstGltfSemantics::jointsAreSlotsOfTheSkinAndNotNodes() {
    // The same skin with its slots the other way round, and influences that follow.
    const auto expected = deformed(load(character()));
    GltfFile file = character();
    file.at("/skins/0/joints") = {3, 1};
    file.at("/skins/0/inverseBindMatrices") =
        file.addAccessor<float>({0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5f, -2, 0, 1,
                                 1, 0, 0, 0, 0,  1, 0, 0, 0, 0, 1, 0, 0,    -1, 0, 1},
                                {"MAT4"});
    file.at(kPrimitive + "/attributes/JOINTS_0") =
        file.addAccessor<std::uint8_t>({1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, {"VEC4"});
    const auto actual = deformed(load(file));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(actual[i], expected[i]), 1e-12);
    }
}

void TstGltfSemantics::inverseBindsNeedNotBeTransforms() {
    // Shear and mirror, which no translation, rotation and scale gives.
    GltfFile file = character();
    file.at("/skins/0/inverseBindMatrices") =
        file.addAccessor<float>({1, 0, 0, 0, 0.5f, -1, 0, 0, 0.25f, 0, 1, 0, 3, 0, 0, 1,
                                 1, 0, 0, 0, 0,    1,  0, 0, 0,     0, 1, 0, 0, 0, 0, 1},
                                {"MAT4"});
    const auto scene = load(file);
    const math::Affine& jointFromBind = scene.skins[0]->jointFromBind()[0];
    QCOMPARE(jointFromBind.linear, glm::mat3(1, 0, 0, 0.5f, -1, 0, 0.25f, 0, 1));
    QCOMPARE(jointFromBind.translation, glm::vec3(3, 0, 0));
}

void TstGltfSemantics::nodesBetweenJointsTakePart() {
    // A node that no skin names, between the two joints.
    GltfFile file = character();
    file.at("/nodes/1/children") = {4};
    file.root["nodes"].push_back({{"translation", {0, 0, 9}}, {"children", {3}}});
    const auto before = deformed(load(character()));
    const auto after = deformed(load(file));
    QCOMPARE_LE(maxAbsDiff(after[0], before[0]), 1e-12);                       // joint a alone
    QCOMPARE_LE(maxAbsDiff(after[1] - before[1], glm::dvec3(0, 0, 9)), 1e-12); // joint b alone
}

void TstGltfSemantics::aJointMayCarryTheMesh() {
    GltfFile file = character();
    file.at("/nodes/1")["mesh"] = 0;
    file.at("/nodes/1")["skin"] = 0;
    file.at("/nodes/2") = Json::object();
    file.at("/animations/0/channels").erase(2);
    const auto scene = load(file);
    QCOMPARE(scene.instances.size(), std::size_t{1});
    QVERIFY(deformed(scene) == deformed(load(character())));
}

void TstGltfSemantics::oneMeshUnderTwoSkinsIsTwoInstances() {
    GltfFile file = character();
    file.root["skins"].push_back({{"joints", {3, 0}}});
    file.root["nodes"].push_back({{"mesh", 0}, {"skin", 1}});
    file.at("/nodes/0/children").push_back(4);
    const auto scene = load(file);
    QCOMPARE(scene.instances.size(), std::size_t{2});
    QCOMPARE(scene.instances[0].mesh, scene.instances[1].mesh);
    QCOMPARE(*scene.instances[0].skin, 0u);
    QCOMPARE(*scene.instances[1].skin, 1u);
    QVERIFY(deformed(scene, 0) == deformed(load(character())));
    QVERIFY(deformed(scene, 1) != deformed(scene, 0));
}

void TstGltfSemantics::jointsOfNoScaleHideAndAMeshNodeOfNoScaleDoesNot() {
    GltfFile file = character();
    file.at("/nodes/2")["scale"] = {0, 0, 0};
    QVERIFY(deformed(load(file)) == deformed(load(character())));
    file.at("/nodes/1")["scale"] = {0, 0, 0};
    for (const glm::dvec3& position : deformed(load(file))) {
        QCOMPARE_LE(maxAbsDiff(position, glm::dvec3(0, 1, 0)), 1e-12); // where joint a is
    }
}

void TstGltfSemantics::namesLinkNothing() {
    const auto expected = deformed(load(character()));
    for (const char* name : {"", "same"}) {
        GltfFile file = character();
        for (Json& node : file.root["nodes"]) {
            node["name"] = name;
        }
        QVERIFY(deformed(load(file)) == expected);
    }
}

void TstGltfSemantics::boundsOfAccessorsChangeNothing() {
    GltfFile file = character();
    file.at("/accessors/0")["min"] = {100, 100, 100};
    file.at("/accessors/0")["max"] = {101, 101, 101};
    file.at("/accessors/8")["max"] = {77};
    const auto scene = load(file);
    QVERIFY(deformed(scene) == deformed(load(character())));
    QCOMPARE(scene.clips[0]->duration(), 1.0f);
}

void TstGltfSemantics::manyMorphTargetsAreKept() {
    constexpr std::size_t kTargetCount = 40;
    GltfFile file = character();
    Json targets = Json::array();
    for (std::size_t i = 0; i < kTargetCount; ++i) {
        const auto delta = static_cast<float>(i + 1);
        targets.push_back(
            {{"POSITION", file.addAccessor<float>({delta, 0, 0, 0, 0, 0, 0, 0, 0}, {"VEC3"})}});
    }
    file.at(kPrimitive + "/targets") = targets;
    file.erase("/meshes/0", "weights");
    file.root.erase("animations");
    const auto scene = load(file);
    const assets::MorphSet& morphs = *scene.instances[0].morphs;
    QCOMPARE(morphs.targetCount(), kTargetCount);
    for (std::size_t i = 0; i < kTargetCount; ++i) {
        QCOMPARE(morphs.targets()[i].positionDeltas[0].x, static_cast<float>(i + 1));
    }
}

void TstGltfSemantics::splinesOfWeightsHoldAllTargetsThreeTimes() {
    GltfFile file = character();
    file.at(kPrimitive + "/targets").push_back({{"POSITION", 6}});
    // Two keys; each all tangents in, all values, all tangents out.
    file.at("/animations/0/samplers/2/output") =
        file.addAccessor<float>({0, 0, 0.1f, 0.9f, 0, 0, 0, 0, 0.3f, 0.7f, 0, 0});
    const auto scene = load(file);
    const auto weightsAt = [&scene](double time) {
        const assets::MorphWeightTrack& track = scene.clips[0]->morphWeightTracks()[0];
        const std::size_t key = time < 0.5 ? 0 : 1;
        const std::size_t first = key * 3 * track.targetCount + track.targetCount;
        return std::pair(track.weights.values[first], track.weights.values[first + 1]);
    };
    QCOMPARE(scene.clips[0]->morphWeightTracks()[0].targetCount, 2u);
    QCOMPARE(weightsAt(0.0), std::pair(0.1f, 0.9f));
    QCOMPARE(weightsAt(1.0), std::pair(0.3f, 0.7f));
}

void TstGltfSemantics::morphsOfFlatSurfacesKeepPositionsAlone() {
    // Without normals a surface is flat in every morphed state: what targets say about normals and
    // tangents has nothing to add to.
    GltfFile file = character();
    file.erase(kPrimitive + "/attributes", "NORMAL");
    file.at(kPrimitive + "/attributes/TANGENT") =
        file.addAccessor<float>({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}, {"VEC4"});
    file.at(kPrimitive + "/targets/0/NORMAL") = 6;
    file.at(kPrimitive + "/targets/0/TANGENT") = 6;
    const auto scene = load(file);
    QVERIFY(scene.instances[0].mesh->normals().empty());
    QVERIFY(scene.instances[0].mesh->tangents().empty());
    const assets::MorphTarget& target = scene.instances[0].morphs->targets()[0];
    QCOMPARE(target.positionDeltas.size(), std::size_t{1});
    QVERIFY(target.normalDeltas.empty());
    QVERIFY(target.tangentDeltas.empty());
}

QTEST_GUILESS_MAIN(TstGltfSemantics)
#include "tst_gltf_semantics.moc"
