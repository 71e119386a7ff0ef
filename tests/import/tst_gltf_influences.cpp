// SPDX-License-Identifier: Apache-2.0
// Joints and weights: every set and component type, and remarks on what is odd.
#include "gltf_character.h"

#include <QtTest>

#include <cmath>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"joints of another type", [](GltfFile& f) { f.at("/accessors/3/type") = "SCALAR"; }},
         "gltf.accessor_type",
         "/accessors/3/type: SCALAR, expected VEC4 for its use"},
        {{"signed joints", [](GltfFile& f) { f.at("/accessors/3/componentType") = 5120; }},
         "gltf.accessor_type",
         "/accessors/3/componentType: expected an unsigned integer type"},
        {{"joints of 32 bits",
          [](GltfFile& f) {
              f.at(kPrimitive + "/attributes/JOINTS_0") =
                  f.addAccessor(std::vector<std::uint32_t>(12, 0), {"VEC4"});
          }},
         "gltf.accessor_type",
         "/attributes/JOINTS_0: expected components of 8 or 16 bits"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const char* const kWeights = "/meshes/0/primitives/0/attributes/WEIGHTS_0";
    static const std::vector<Remark> kRemarks = {
        {{"zero weights", withWeights({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.zero_sum",
         kWeights,
         2},
        {{"weights off by 2e-4", withWeights({1, 0, 0, 0, 0.5f, 0.5002f, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.not_normalized",
         kWeights,
         1},
        {{"negative weight", withWeights({1.5f, -0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Warning,
         "weights.negative",
         kWeights,
         1},
        {{"NaN and infinite weights",
          withWeights({std::nanf(""), 0, 0, 0, HUGE_VALF, 0, 0, 0, 1, 0, 0, 0})},
         NoteSeverity::Error,
         "weights.nonfinite",
         kWeights,
         2},
        {{"one joint twice", withWeights({1, 0, 0, 0, 0.5f, 0, 0, 0.5f, 0.5f, 0, 0.5f, 0})},
         NoteSeverity::Warning,
         "weights.duplicate_joint",
         kWeights,
         1},
        {{"weights without joints",
          [](GltfFile& f) { f.at(kPrimitive + "/attributes/WEIGHTS_1") = 4; }},
         NoteSeverity::Warning,
         "weights.set_ignored",
         "/meshes/0/primitives/0/attributes",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfInfluences : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void joinsInfluenceSetsOfDifferentTypes();
    void namesVerticesOfSlotsBeyondAnySkin();
};

void TstGltfInfluences::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfInfluences::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfInfluences::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfInfluences::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfInfluences::joinsInfluenceSetsOfDifferentTypes() {
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/JOINTS_1") =
        file.addAccessor<std::uint16_t>({1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}, {"VEC4"});
    file.at(kPrimitive + "/attributes/WEIGHTS_1") =
        file.addAccessor<std::uint8_t>({0, 0, 0, 255, 51, 0, 0, 0, 0, 0, 102, 0}, {"VEC4", true});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
    QCOMPARE(influences->slotsPerVertex, 8u);
    QCOMPARE(influences->joints, (std::vector<std::uint32_t>{0, 1, 0, 0, 1, 0, 0, 0, //
                                                             1, 0, 0, 0, 0, 1, 0, 0, //
                                                             0, 1, 0, 0, 1, 1, 0, 0}));
    QCOMPARE_LE(largestDifference(influences->weights, {1,     0,     0, 0, 0,    0, 0,    1, //
                                                        1,     0,     0, 0, 0.2f, 0, 0,    0, //
                                                        0.25f, 0.75f, 0, 0, 0,    0, 0.4f, 0}),
                kCopyTolerance);
}

void TstGltfInfluences::namesVerticesOfSlotsBeyondAnySkin() {
    // Slots beyond the table of ordinary skins, and padding there.
    GltfFile file = character();
    file.at(kPrimitive + "/attributes/JOINTS_0") = file.addAccessor<std::uint16_t>(
        {0, 65535, 0, 0, 1, 0, 0, 40000, 0, 65535, 40000, 0}, {"VEC4"});
    file.at(kPrimitive + "/attributes/WEIGHTS_0") =
        file.addAccessor<float>({0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.5f, 0, 0.5f, 0}, {"VEC4"});
    const ImportFolder folder;
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    const import::ImportNote* weighted = findNote(*scene, "weights.joint_out_of_range");
    QVERIFY2(weighted, notesOf(*scene).c_str());
    QCOMPARE(weighted->examples, (std::vector<std::uint32_t>{0, 2}));
    const import::ImportNote* padding = findNote(*scene, "weights.padding_out_of_range");
    QVERIFY2(padding, notesOf(*scene).c_str());
    QCOMPARE(padding->examples, (std::vector<std::uint32_t>{1, 2}));
}

QTEST_GUILESS_MAIN(TstGltfInfluences)
#include "tst_gltf_influences.moc"
