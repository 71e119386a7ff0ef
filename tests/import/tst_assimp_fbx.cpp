// SPDX-License-Identifier: Apache-2.0
// FBX against what the authoring tools computed, and against closed forms.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <array>
#include <numbers>
#include <sstream>
#include <utility>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

namespace {

// The smallest FBX 7.4 text that Assimp reads: a chain of nodes below the root.
struct FbxNode {
    std::string name;
    glm::dvec3 translation = glm::dvec3(0.0);
    glm::dvec3 degrees = glm::dvec3(0.0);
    glm::dvec3 scale = glm::dvec3(1.0);
    int inheritType = 1;
};
struct FbxAxis {
    int axis;
    int sign;
};

std::string fbxText(const std::vector<FbxNode>& chain,
                    const std::array<FbxAxis, 3>& coordUpFront,
                    double unitScaleFactor) {
    std::ostringstream text;
    text << "; FBX 7.4.0 project file\n"
            "FBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7400\n}\n"
            "GlobalSettings:  {\n Version: 1000\n Properties70:  {\n";
    const char* const kNames[3] = {"CoordAxis", "UpAxis", "FrontAxis"};
    for (std::size_t i = 0; i < 3; ++i) {
        text << "  P: \"" << kNames[i] << "\", \"int\", \"Integer\", \"\"," << coordUpFront[i].axis
             << "\n  P: \"" << kNames[i] << "Sign\", \"int\", \"Integer\", \"\","
             << coordUpFront[i].sign << "\n";
    }
    text << "  P: \"UnitScaleFactor\", \"double\", \"Number\", \"\"," << unitScaleFactor
         << "\n }\n}\nObjects:  {\n";
    const auto vector = [&](const char* name, const glm::dvec3& value) {
        text << "   P: \"" << name << "\", \"" << name << "\", \"\", \"A\"," << value.x << ","
             << value.y << "," << value.z << "\n";
    };
    for (std::size_t i = 0; i < chain.size(); ++i) {
        text << " Model: " << 100 + i << ", \"Model::" << chain[i].name
             << "\", \"Null\" {\n  Version: 232\n  Properties70:  {\n"
             << "   P: \"InheritType\", \"enum\", \"\", \"\"," << chain[i].inheritType << "\n";
        vector("Lcl Translation", chain[i].translation);
        vector("Lcl Rotation", chain[i].degrees);
        vector("Lcl Scaling", chain[i].scale);
        text << "  }\n }\n";
    }
    text << "}\nConnections:  {\n";
    for (std::size_t i = 0; i < chain.size(); ++i) {
        text << " C: \"OO\"," << 100 + i << "," << (i == 0 ? 0 : 99 + i) << "\n";
    }
    text << "}\n";
    return text.str();
}

constexpr std::array<FbxAxis, 3> kYUp = {FbxAxis{0, 1}, FbxAxis{1, 1}, FbxAxis{2, 1}};

} // namespace

class TstAssimpFbx : public QObject {
    Q_OBJECT

private slots:
    void deformsAScaledFbxArmature();
    void undoesTheScaleOfParentsForSegmentScaleCompensation();
    void convertsAxesAndUnitOfFbxAtTheRootOnly_data();
    void convertsAxesAndUnitOfFbxAtTheRootOnly();
    void keepsAllInfluencesAsTheFileHasThem();
    void interpolatesEachMorphTargetBetweenItsOwnKeys();
};

void TstAssimpFbx::deformsAScaledFbxArmature() {
    const auto scene = importFile(dataFile("armature_scale.fbx"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 1.0), 2e-3);
    // What Blender computes, in metres: vertices at the start and after one second.
    const std::array<std::array<glm::dvec3, 2>, 8> expected = {{
        {glm::dvec3(-0.3, 0.0, 0.1), glm::dvec3(-0.3, 0.0, 0.1)},
        {glm::dvec3(0.3, 0.0, 0.1), glm::dvec3(0.3, 0.0, 0.1)},
        {glm::dvec3(0.3, 0.05, -0.1), glm::dvec3(0.3, 0.05, -0.1)},
        {glm::dvec3(-0.3, 0.1, -0.1), glm::dvec3(-0.3, 0.1, -0.1)},
        {glm::dvec3(-0.3, 2.0, 0.1), glm::dvec3(-1.0, 0.7, 0.1)},
        {glm::dvec3(0.3, 2.1, 0.1), glm::dvec3(-1.1, 1.3, 0.1)},
        {glm::dvec3(0.3, 1.9, -0.1), glm::dvec3(-0.3, 1.6, -0.1)},
        {glm::dvec3(-0.25, 2.05, -0.1), glm::dvec3(-0.65, 1.4, -0.1)},
    }};
    const auto start = metresAt(*scene, scene->clips[0].get(), 0.0);
    const auto end = metresAt(*scene, scene->clips[0].get(), 1.0);
    std::array<bool, 8> isSeen{};
    for (std::size_t i = 0; i < start.size(); ++i) {
        bool isFound = false;
        for (std::size_t k = 0; k < expected.size(); ++k) {
            if (maxAbsDiff(start[i], expected[k][0]) < 1e-5) {
                isFound = true;
                isSeen[k] = true;
                QCOMPARE_LE(maxAbsDiff(end[i], expected[k][1]), 1e-5);
            }
        }
        QVERIFY(isFound);
    }
    QVERIFY(std::find(isSeen.begin(), isSeen.end(), false) == isSeen.end());
}

void TstAssimpFbx::undoesTheScaleOfParentsForSegmentScaleCompensation() {
    const std::vector<FbxNode> chain = {
        {"upper", {1.0, 2.0, 3.0}, {0.0, 0.0, 30.0}, {2.0, 3.0, 0.5}, 1},
        {"lower", {0.0, 1.0, 0.0}, {40.0, 0.0, 0.0}, {1.0, 1.5, 1.0}, 2},
        {"tip", {0.0, 0.5, 0.0}, {0.0, 20.0, 0.0}, {1.0, 1.0, 1.0}, 1},
    };
    const ImportFolder folder;
    const auto scene = folder.loadText("chain.fbx", fbxText(chain, kYUp, 1.0));
    QVERIFY2(scene, failureOf(scene));
    const auto local = [](const FbxNode& node) {
        const glm::dvec3 radians = node.degrees * std::numbers::pi / 180.0;
        const glm::dmat4 rotation =
            glm::rotate(glm::dmat4(1.0), radians.z, glm::dvec3(0.0, 0.0, 1.0)) *
            glm::rotate(glm::dmat4(1.0), radians.y, glm::dvec3(0.0, 1.0, 0.0)) *
            glm::rotate(glm::dmat4(1.0), radians.x, glm::dvec3(1.0, 0.0, 0.0));
        return std::pair(glm::translate(glm::dmat4(1.0), node.translation),
                         rotation * glm::scale(glm::dmat4(1.0), node.scale));
    };
    const auto [upperMove, upperTurn] = local(chain[0]);
    const auto [lowerMove, lowerTurn] = local(chain[1]);
    const auto [tipMove, tipTurn] = local(chain[2]);
    // child = T * inverse(parent's S) * R * S
    const glm::dmat4 modelFromUpper = upperMove * upperTurn;
    const glm::dmat4 modelFromLower =
        modelFromUpper * lowerMove * glm::scale(glm::dmat4(1.0), 1.0 / chain[0].scale) * lowerTurn;
    const glm::dmat4 modelFromTip = modelFromLower * tipMove * tipTurn;
    const auto actual = modelFromJointAt(*scene, nullptr, 0.0);
    QCOMPARE_LE(largestDifference(actual[findJoint(*scene, "upper").value()], modelFromUpper),
                1e-5);
    QCOMPARE_LE(largestDifference(actual[findJoint(*scene, "lower").value()], modelFromLower),
                1e-5);
    QCOMPARE_LE(largestDifference(actual[findJoint(*scene, "tip").value()], modelFromTip), 1e-5);
    const import::ImportNote* note = findNote(*scene, "fbx.scale_compensation");
    QVERIFY(note != nullptr);
    QCOMPARE(note->count, 1u);
    // Nodes of the file keep their places; the added joint comes after them.
    const assets::Skeleton& skeleton = *scene->skeleton;
    QCOMPARE(skeleton.jointCount(), 5u);
    for (std::uint32_t fileNode = 0; fileNode < 4; ++fileNode) {
        const char* const kNames[4] = {"RootNode", "upper", "lower", "tip"};
        const JointIndex joint = skeleton.jointOfFileNode(fileNode);
        QCOMPARE(skeleton.joint(joint).name, std::string(kNames[fileNode]));
    }
}

void TstAssimpFbx::convertsAxesAndUnitOfFbxAtTheRootOnly_data() {
    QTest::addColumn<QVector<int>>("axes");             // axis and sign of right, up, front
    QTest::addColumn<QVector<double>>("modelPosition"); // of the file's (1, 2, 3)
    QTest::addColumn<double>("unitScaleFactor");
    using Ints = QVector<int>;
    using Doubles = QVector<double>;
    QTest::newRow("y up") << Ints{0, 1, 1, 1, 2, 1} << Doubles{1, 2, 3} << 1.0;
    QTest::newRow("z up") << Ints{0, 1, 2, 1, 1, -1} << Doubles{1, 3, -2} << 2.54;
    QTest::newRow("x up") << Ints{1, -1, 0, 1, 2, 1} << Doubles{-2, 1, 3} << 100.0;
    QTest::newRow("left-handed") << Ints{0, -1, 1, 1, 2, 1} << Doubles{-1, 2, 3} << 1.0;
}

void TstAssimpFbx::convertsAxesAndUnitOfFbxAtTheRootOnly() {
    QFETCH(QVector<int>, axes);
    QFETCH(QVector<double>, modelPosition);
    QFETCH(double, unitScaleFactor);
    const std::array<FbxAxis, 3> coordUpFront = {
        FbxAxis{axes[0], axes[1]}, FbxAxis{axes[2], axes[3]}, FbxAxis{axes[4], axes[5]}};
    const std::vector<FbxNode> chain = {{"point", {1.0, 2.0, 3.0}, {}, glm::dvec3(1.0), 2}};
    const ImportFolder folder;
    const auto scene = folder.loadText("axes.fbx", fbxText(chain, coordUpFront, unitScaleFactor));
    QVERIFY2(scene, failureOf(scene));
    const JointIndex point = findJoint(*scene, "point");
    QVERIFY(!point.isNone());
    const auto modelFromJoint = modelFromJointAt(*scene, nullptr, 0.0);
    QCOMPARE_LE(maxAbsDiff(glm::dvec3(modelFromJoint[point.value()][3]),
                           glm::dvec3(modelPosition[0], modelPosition[1], modelPosition[2])),
                1e-6);
    // Below the root the file's numbers stand as they are.
    QCOMPARE(scene->skeleton->joint(point).parentFromJointRest.translation,
             glm::vec3(1.0f, 2.0f, 3.0f));
    QCOMPARE_LE(maxAbsDiff(scene->metresPerUnit, unitScaleFactor / 100.0), 1e-7);
    const bool isTurned = modelPosition != QVector<double>{1, 2, 3};
    QCOMPARE(findNote(*scene, "axis.converted") != nullptr, isTurned);
    QCOMPARE(findNote(*scene, "unit.kept") != nullptr, unitScaleFactor != 100.0);
}

void TstAssimpFbx::keepsAllInfluencesAsTheFileHasThem() {
    const auto scene = importFile(dataFile("many_influences.fbx"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
    const import::MeshInstance& instance = scene->instances[0];
    QVERIFY(instance.skin.has_value());
    const assets::FileInfluences* influences = instance.mesh->fileInfluences();
    QVERIFY(influences != nullptr);
    QCOMPARE(influences->slotsPerVertex, 12u);
    QCOMPARE(scene->skins[*instance.skin]->jointCount(), 12u);
    // The weld gives back what Blender had before the corners were split.
    QCOMPARE(instance.mesh->vertexCount(), 1464u);
    QVERIFY(findNote(*scene, "mesh.welded") != nullptr);
}

void TstAssimpFbx::interpolatesEachMorphTargetBetweenItsOwnKeys() {
    const auto scene = importFile(dataFile("sparse_morph.fbx"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE(scene->instances.size(), 1u);
    const import::MeshInstance& instance = scene->instances[0];
    QVERIFY(instance.morphs != nullptr);
    QCOMPARE(instance.morphs->targetCount(), 2u);
    QCOMPARE(instance.morphs->targets()[0].name, std::string("wide"));
    QCOMPARE(instance.morphs->targets()[0].vertices, std::vector<std::uint32_t>{1});
    QCOMPARE(instance.defaultMorphWeights, (std::vector<float>{0.0f, 0.0f}));
    QVERIFY(findNote(*scene, "morph.default_weight_unknown") != nullptr);
    const assets::MorphWeightTrack& track = scene->clips[0]->morphWeightTracks()[0];
    QCOMPARE(track.weights.times.size(), 3u);
    // wide: 0 to 1 over two seconds; tall: 0.5 to 0 in half a second, then to 1.
    for (const double time : {0.0, 0.25, 0.5, 1.25, 2.0}) {
        const double wide = time / 2.0;
        const double tall = time < 0.5 ? 0.5 - time : (time - 0.5) / 1.5;
        const auto positions = deformedPositionsAt(*scene, instance, scene->clips[0].get(), time);
        QCOMPARE_LE(maxAbsDiff(positions.at(0), glm::dvec3(0.0)), 1e-6);
        QCOMPARE_LE(maxAbsDiff(positions.at(1), glm::dvec3(1.0 + wide, 0.0, 0.0)), 1e-6);
        QCOMPARE_LE(maxAbsDiff(positions.at(2), glm::dvec3(0.0, 1.0 + 2.0 * tall, 0.0)), 1e-6);
    }
}

QTEST_GUILESS_MAIN(TstAssimpFbx)
#include "tst_assimp_fbx.moc"
