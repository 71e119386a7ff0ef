// SPDX-License-Identifier: Apache-2.0
// Which node carries what: skins at nodes, and default weights of morph targets.
#include "gltf_character.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;

namespace {

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"missing joint with weight",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor<std::uint8_t>({0, 1, 0, 0, 2, 0, 0, 0, 5, 1, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Error,
         "weights.joint_out_of_range",
         "/meshes/0/primitives/0/attributes/JOINTS_0",
         2},
        {{"missing joint without weight",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor<std::uint8_t>({0, 1, 255, 255, 1, 0, 255, 0, 0, 1, 0, 0}, {"VEC4"});
          }},
         NoteSeverity::Info,
         "weights.padding_out_of_range",
         "/meshes/0/primitives/0/attributes/JOINTS_0",
         2},
        {{"influences without a skin", [](GltfFile& f) { f.erase("/nodes/2", "skin"); }},
         NoteSeverity::Warning,
         "skin.attributes_without_skin",
         "/nodes/2",
         1},
        {{"skin without influences",
          [](GltfFile& f) { f.erase(kPrimitive + "/attributes", "JOINTS_0"); }},
         NoteSeverity::Warning,
         "skin.no_influences",
         "/nodes/2/skin",
         1},
        {{"unused joint", withWeights({1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Info,
         "skin.unused_joint",
         "/skins/0/joints",
         1},
        {{"joint outside of the scene",
          [](GltfFile& f) {
              f.at("/skins/0/joints") = {1, 4};
              f.append("nodes", {{"name", "elsewhere"}});
          }},
         NoteSeverity::Warning,
         "skin.joint_outside_scene",
         "/skins/0/joints",
         1},
        {{"node above a skinned mesh",
          [](GltfFile& f) {
              f.at("/nodes/0/scale") = {2, 2, 2};
          }},
         NoteSeverity::Info,
         "skin.mesh_node_transform_ignored",
         "/nodes/2",
         1},
        {{"too many weights of a node",
          [](GltfFile& f) {
              f.at("/nodes/2/weights") = {1, 2};
          }},
         NoteSeverity::Warning,
         "morph.weights_count",
         "/nodes/2/weights",
         1},
        {{"too many weights of a mesh",
          [](GltfFile& f) {
              f.at("/meshes/0/weights") = {1, 2};
          }},
         NoteSeverity::Warning,
         "morph.weights_count",
         "/meshes/0/weights",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfMeshes : public QObject {
    Q_OBJECT

private slots:
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void takesMorphWeightsOfNodeThenMeshThenZero();
};

void TstGltfMeshes::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfMeshes::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfMeshes::takesMorphWeightsOfNodeThenMeshThenZero() {
    GltfFile file = character();
    file.at("/nodes/2/weights") = {0.75};
    const ImportFolder folder;
    auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances[0].defaultMorphWeights, std::vector<float>{0.75f});
    file.erase("/nodes/2", "weights");
    file.erase("/meshes/0", "weights");
    scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances[0].defaultMorphWeights, std::vector<float>{0.0f});
}

QTEST_GUILESS_MAIN(TstGltfMeshes)
#include "tst_gltf_meshes.moc"
