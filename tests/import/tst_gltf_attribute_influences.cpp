// SPDX-License-Identifier: Apache-2.0
// Joints and weights out of colours and texture coordinates: the same influences as in the
// attributes made for them, and a word about everything that was lost on the way.
#include "gltf_character.h"

#include <QtTest>

#include <support/require.h>

#include <cmath>

using namespace sartor;
using namespace sartor::test;
using import::ImportOptions;

namespace {

using Json = GltfFile::Json;

const std::vector<std::uint32_t> kJoints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
const std::vector<float> kWeights = {1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0};

ImportOptions from(std::vector<std::string> joints, std::vector<std::string> weights) {
    ImportOptions options;
    options.codedInfluences = {std::move(joints), std::move(weights)};
    return options;
}

// The character without the attributes made for joints and weights.
GltfFile bare() {
    GltfFile file = character();
    file.erase(kPrimitive + "/attributes", "JOINTS_0");
    file.erase(kPrimitive + "/attributes", "WEIGHTS_0");
    return file;
}

std::vector<float> codesOf(double (*code)(double)) {
    std::vector<float> codes;
    for (const std::uint32_t joint : kJoints) {
        codes.push_back(static_cast<float>(code(joint / 255.0)));
    }
    return codes;
}

std::vector<std::uint8_t> bytesOf(const std::vector<float>& values) {
    std::vector<std::uint8_t> bytes;
    for (const float value : values) {
        bytes.push_back(static_cast<std::uint8_t>(std::lround(value * 255.0f)));
    }
    return bytes;
}

} // namespace

class TstGltfAttributeInfluences : public QObject {
    Q_OBJECT

private slots:
    void readsColoursOfBytes() {
        GltfFile file = bare();
        file.at(kPrimitive + "/attributes/COLOR_0") =
            file.addAccessor(bytesOf(codesOf([](double code) { return code; })), {"VEC4", true});
        file.at(kPrimitive + "/attributes/COLOR_1") =
            file.addAccessor(bytesOf(kWeights), {"VEC4", true});
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY2(scene, failureOf(scene));
        const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
        QVERIFY(influences);
        QCOMPARE(influences->slotsPerVertex, 4u);
        QCOMPARE(influences->joints, kJoints);
        QCOMPARE_LE(largestDifference(influences->weights, kWeights), 0.5 / 255.0);
        QVERIFY2(notesOf(*scene).find("from COLOR_1, which have 8 bits") != std::string::npos,
                 notesOf(*scene).c_str());
        QVERIFY(findNote(*scene, "weights.from_attributes"));
        QVERIFY(!findNote(*scene, "weights.joint_code_rounded"));
        QVERIFY(!findNote(*scene, "weights.joint_code_srgb"));
    }

    void readsTextureCoordinatesSideBySide() {
        GltfFile file = bare();
        // Joints 0 and 1 as whole numbers beside a joint 300 without weight, in two sets of two.
        file.at(kPrimitive + "/attributes/TEXCOORD_1") =
            file.addAccessor<float>({0, 1, 1, 0, 0, 1}, {"VEC2"});
        file.at(kPrimitive + "/attributes/TEXCOORD_2") =
            file.addAccessor<float>({2, 2, 2, 2, 2, 2}, {"VEC2"});
        file.at(kPrimitive + "/attributes/TEXCOORD_3") =
            file.addAccessor<float>({0.5f, 0.25f, 1, 0, 0.25f, 0.5f}, {"VEC2"});
        file.at(kPrimitive + "/attributes/TEXCOORD_4") =
            file.addAccessor<float>({0.25f, 0, 0, 0, 0.25f, 0}, {"VEC2"});
        const ImportFolder folder;
        const auto scene =
            folder.load(file, from({"TEXCOORD_1", "TEXCOORD_2"}, {"TEXCOORD_3", "TEXCOORD_4"}));
        QVERIFY2(scene, failureOf(scene));
        const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
        QVERIFY(influences);
        QCOMPARE(influences->joints,
                 (std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0, 2, 2, 0, 1, 2, 2}));
        QCOMPARE(influences->weights,
                 (std::vector<float>{0.5f, 0.25f, 0.25f, 0, 1, 0, 0, 0, 0.25f, 0.5f, 0.25f, 0}));
        // The skin has two joints, and the third is used.
        QVERIFY2(findNote(*scene, "weights.joint_out_of_range"), notesOf(*scene).c_str());
    }

    void takesOneHalfFromTheAttributesMadeForIt() {
        GltfFile file = character();
        file.at(kPrimitive + "/attributes/COLOR_0") =
            file.addAccessor<float>({0, 1, 0, 0.5f, 0.5f, 0, 1, 0, 0}, {"VEC3"});
        const ImportFolder folder;
        const auto scene = folder.load(file, from({}, {"COLOR_0"}));
        QVERIFY2(scene, failureOf(scene));
        const assets::FileInfluences* influences = scene->instances[0].mesh->fileInfluences();
        QCOMPARE(influences->slotsPerVertex, 3u);
        QCOMPARE(influences->joints, (std::vector<std::uint32_t>{0, 1, 0, 1, 0, 0, 0, 1, 0}));
        QCOMPARE(influences->weights, (std::vector<float>{0, 1, 0, 0.5f, 0.5f, 0, 1, 0, 0}));
        // Four joints a vertex and three weights.
        QVERIFY2(findNote(*scene, "weights.components_ignored"), notesOf(*scene).c_str());
    }

    void undoesTheDecodingOfSrgb() {
        GltfFile file = bare();
        file.at(kPrimitive + "/attributes/COLOR_0") = file.addAccessor(
            codesOf([](double code) { return code / 12.92; }), {"VEC4"}); // the dark end
        file.at(kPrimitive + "/attributes/COLOR_1") = file.addAccessor(kWeights, {"VEC4"});
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY2(scene, failureOf(scene));
        QVERIFY2(findNote(*scene, "weights.joint_code_srgb"), notesOf(*scene).c_str());
        // Only slots with weight say what joint they are.
        const auto& joints = scene->instances[0].mesh->fileInfluences()->joints;
        QCOMPARE(joints[0], 0u);
        QCOMPARE(joints[4], 1u);
        QCOMPARE(joints[9], 1u);
    }

    void countsWhatWasRounded() {
        GltfFile file = bare();
        std::vector<float> codes = codesOf([](double code) { return code; });
        codes[4] += 0.3f / 255.0f;
        codes[11] += 0.4f / 255.0f; // without weight
        file.at(kPrimitive + "/attributes/COLOR_0") = file.addAccessor(codes, {"VEC4"});
        file.at(kPrimitive + "/attributes/COLOR_1") = file.addAccessor(kWeights, {"VEC4"});
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY2(scene, failureOf(scene));
        const import::ImportNote* note = findNote(*scene, "weights.joint_code_rounded");
        QVERIFY2(note, notesOf(*scene).c_str());
        QCOMPARE(note->examples, std::vector<std::uint32_t>{1});
        QCOMPARE(scene->instances[0].mesh->fileInfluences()->joints, kJoints);
    }

    void readsPrimitivesWithoutThemAsEver() {
        GltfFile file = character();
        Json coded = file.at(kPrimitive);
        coded["attributes"]["COLOR_0"] =
            file.addAccessor(codesOf([](double code) { return code; }), {"VEC4"});
        coded["attributes"]["COLOR_1"] = file.addAccessor(kWeights, {"VEC4"});
        file.at("/meshes/0/primitives").push_back(coded);
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY2(scene, failureOf(scene));
        const import::ImportNote* note = findNote(*scene, "weights.attribute_missing");
        QVERIFY2(note, notesOf(*scene).c_str());
        QVERIFY(note->place.starts_with(kPrimitive));
        QCOMPARE(scene->instances[0].mesh->fileInfluences()->joints, kJoints);
    }

    void refusesAttributesThatNoPrimitiveHas_data() {
        QTest::addColumn<QStringList>("joints");
        QTest::addColumn<QStringList>("weights");
        QTest::addColumn<QString>("message");
        QTest::newRow("joints") << QStringList{"COLOUR_0"} << QStringList{"COLOR_1"}
                                << "'COLOUR_0', which no primitive has; there is COLOR_1, ";
        QTest::newRow("weights") << QStringList{"COLOR_1"} << QStringList{"COLOR_1", "color_1"}
                                 << "'color_1', which no primitive has; there is COLOR_1, ";
        QTest::newRow("the other half") << QStringList{"COLOR_1"} << QStringList{}
                                        << "'WEIGHTS_0', which no primitive has; there is ";
    }

    void refusesAttributesThatNoPrimitiveHas() {
        QFETCH(QStringList, joints);
        QFETCH(QStringList, weights);
        QFETCH(QString, message);
        GltfFile file = bare();
        file.at(kPrimitive + "/attributes/COLOR_1") = file.addAccessor(kWeights, {"VEC4"});
        const auto names = [](const QStringList& list) {
            std::vector<std::string> result;
            for (const QString& name : list) {
                result.push_back(name.toStdString());
            }
            return result;
        };
        const ImportFolder folder;
        const auto scene = folder.load(file, from(names(joints), names(weights)));
        QVERIFY(!scene);
        QCOMPARE(scene.error().code, std::string("import.attribute_unknown"));
        QVERIFY2(QString::fromStdString(scene.error().message).contains(message),
                 scene.error().message.c_str());
    }

    void saysWhenAColourCannotNameEveryJoint() {
        GltfFile file = bare();
        file.at(kPrimitive + "/attributes/COLOR_0") = file.addAccessor(kWeights, {"VEC4"});
        file.at(kPrimitive + "/attributes/COLOR_1") = file.addAccessor(kWeights, {"VEC4"});
        Json joints = file.root["skins"][0]["joints"];
        for (int joint = 0; joint < 255; ++joint) {
            file.append("nodes", {{"name", "more"}});
            joints.push_back(file.root["nodes"].size() - 1);
        }
        file.root["skins"][0]["joints"] = joints;
        file.root["skins"][0].erase("inverseBindMatrices");
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY2(scene, failureOf(scene));
        const import::ImportNote* note = findNote(*scene, "weights.joint_code_range");
        QVERIFY2(note, notesOf(*scene).c_str());
        QVERIFY(note->message.starts_with("257 joints, of which a component of a colour can name"));
        QVERIFY(!findNote(test::require(folder.load(file)), "weights.joint_code_range"));
    }

    void refusesOtherTypesAndFormats() {
        GltfFile file = bare();
        file.at(kPrimitive + "/attributes/_LEG") = file.addAccessor<float>({0, 0, 0});
        file.at(kPrimitive + "/attributes/COLOR_1") = file.addAccessor(kWeights, {"VEC4"});
        const ImportFolder folder;
        const auto scene = folder.load(file, from({"_LEG"}, {"COLOR_1"}));
        QVERIFY(!scene);
        QCOMPARE(scene.error().code, std::string("gltf.accessor_type"));
        const auto foreign = folder.load("a.bvh", "HIERARCHY", from({"COLOR_0"}, {"COLOR_1"}));
        QVERIFY(!foreign);
        QCOMPARE(foreign.error().code, std::string("import.coded_influences"));
    }
};

QTEST_GUILESS_MAIN(TstGltfAttributeInfluences)
#include "tst_gltf_attribute_influences.moc"
