// SPDX-License-Identifier: Apache-2.0
// FBX, Collada, BVH, MD5, X and SMD against other exports of the same character, against what the
// authoring tools computed, and against closed forms.
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/assets/skin.h>
#include <sartor/import/import_file.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numbers>
#include <sstream>
#include <unordered_map>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;
using import::importFile;

namespace {

std::string dataFile(const std::string& name) {
    return SARTOR_TEST_DATA_DIR "/formats/" + name;
}

std::string sharedAsset(const std::string& name) {
    return SARTOR_SHARED_DIR "/assets/" + name;
}

bool hasSharedAssets() {
    return std::string(SARTOR_SHARED_DIR) != "";
}

std::filesystem::path
writeText(const QTemporaryDir& folder, const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

const import::ImportNote* findNote(const ImportedScene& scene, const std::string& code) {
    for (const import::ImportNote& note : scene.report.notes) {
        if (note.code == code) {
            return &note;
        }
    }
    return nullptr;
}

// Deformed positions of all meshes in metres.
std::vector<glm::dvec3>
metresAt(const ImportedScene& scene, const assets::Clip* clip, double time) {
    std::vector<glm::dvec3> all;
    for (const import::MeshInstance& instance : scene.instances) {
        for (const glm::dvec3& position : deformedPositionsAt(scene, instance, clip, time)) {
            all.push_back(position * static_cast<double>(scene.metresPerUnit));
        }
    }
    return all;
}

// For each point the index of the nearest of `candidates`, found in cells of the given size; the
// number of candidates where none is within a cell.
std::vector<std::size_t> nearestOf(const std::vector<glm::dvec3>& points,
                                   const std::vector<glm::dvec3>& candidates,
                                   double cellSize) {
    const auto cellOf = [&](const glm::dvec3& point, const glm::ivec3& offset) {
        const glm::dvec3 cell = glm::floor(point / cellSize) + glm::dvec3(offset);
        return std::array<long, 3>{
            static_cast<long>(cell.x), static_cast<long>(cell.y), static_cast<long>(cell.z)};
    };
    std::map<std::array<long, 3>, std::vector<std::size_t>> cells;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        cells[cellOf(candidates[i], glm::ivec3(0))].push_back(i);
    }
    std::vector<std::size_t> nearest;
    for (const glm::dvec3& point : points) {
        std::size_t best = candidates.size();
        double bestDistance = cellSize;
        for (int neighbour = 0; neighbour < 27; ++neighbour) {
            const glm::ivec3 offset(neighbour % 3 - 1, neighbour / 3 % 3 - 1, neighbour / 9 - 1);
            const auto found = cells.find(cellOf(point, offset));
            if (found == cells.end()) {
                continue;
            }
            for (const std::size_t i : found->second) {
                const double distance = glm::length(candidates[i] - point);
                if (distance < bestDistance) {
                    bestDistance = distance;
                    best = i;
                }
            }
        }
        nearest.push_back(best);
    }
    return nearest;
}

// A BVH file by its definition: offsets and channels in the order in which they stand.
struct BvhJoint {
    std::string name;
    std::size_t parent = 0; // of the root: itself
    glm::dvec3 offset = glm::dvec3(0.0);
    std::vector<std::string> channels;
};
struct BvhMotion {
    std::vector<BvhJoint> joints;
    double frameTime = 0.0;
    std::vector<std::vector<double>> frames;
};

BvhMotion readBvh(const std::string& path) {
    BvhMotion motion;
    std::ifstream file(path);
    std::vector<std::size_t> open;
    std::size_t channelCount = 0;
    std::string word;
    while (file >> word && word != "MOTION") {
        if (word == "ROOT" || word == "JOINT" || word == "End") {
            BvhJoint joint;
            file >> joint.name;
            if (word == "End") {
                joint.name = "EndSite_" + motion.joints[open.back()].name;
            }
            joint.parent = open.empty() ? 0 : open.back();
            open.push_back(motion.joints.size());
            motion.joints.push_back(joint);
        } else if (word == "OFFSET") {
            glm::dvec3& offset = motion.joints[open.back()].offset;
            file >> offset.x >> offset.y >> offset.z;
        } else if (word == "CHANNELS") {
            std::size_t count = 0;
            file >> count;
            motion.joints[open.back()].channels.resize(count);
            for (std::string& channel : motion.joints[open.back()].channels) {
                file >> channel;
            }
            channelCount += count;
        } else if (word == "}") {
            open.pop_back();
        }
    }
    std::size_t frameCount = 0;
    file >> word >> frameCount >> word >> word >> motion.frameTime;
    for (std::size_t i = 0; i < frameCount; ++i) {
        std::vector<double> values(channelCount);
        for (double& value : values) {
            file >> value;
        }
        motion.frames.push_back(values);
    }
    return motion;
}

std::vector<glm::dmat4> modelFromBvhJoint(const BvhMotion& motion, std::size_t frame) {
    std::vector<glm::dmat4> modelFromJoint;
    std::size_t next = 0;
    for (std::size_t i = 0; i < motion.joints.size(); ++i) {
        const BvhJoint& joint = motion.joints[i];
        glm::dvec3 translation = joint.offset;
        glm::dmat4 rotation(1.0);
        for (const std::string& channel : joint.channels) {
            const double value = motion.frames[frame][next++];
            const int axis = channel[0] - 'X';
            if (channel.substr(1) == "position") {
                translation[axis] = value; // replaces the offset
            } else {
                glm::dvec3 direction(0.0);
                direction[axis] = 1.0;
                rotation = glm::rotate(rotation, value * std::numbers::pi / 180.0, direction);
            }
        }
        const glm::dmat4 parentFromJoint = glm::translate(glm::dmat4(1.0), translation) * rotation;
        modelFromJoint.push_back(i == 0 ? parentFromJoint
                                        : modelFromJoint[joint.parent] * parentFromJoint);
    }
    return modelFromJoint;
}

double largestDifference(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int column = 0; column < 4; ++column) {
        largest = std::max(largest, maxAbsDiff(a[column], b[column]));
    }
    return largest;
}

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

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at != std::string::npos) {
        text.replace(at, from.size(), to);
    }
    return text;
}

std::string readText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// A skinned strip of two bones with a clip of two seconds; left-handed as X files are.
constexpr const char* kXFile = R"(xof 0303txt 0032
AnimTicksPerSecond { 4800; }
Frame Root {
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
  Frame Arm {
    FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,1.0,0.0,1.0;; }
  }
  Frame Body {
    FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
    Mesh body {
      4; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;2.0;0.0;, 1.0;2.0;0.5;;
      2; 3;0,2,1;, 3;1,2,3;;
      XSkinMeshHeader { 2; 2; 2; }
      SkinWeights { "Root"; 3; 0,1,2; 1.0,1.0,0.5;
        1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
      SkinWeights { "Arm"; 2; 2,3; 0.5,1.0;
        1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,-1.0,0.0,1.0;; }
    }
  }
}
AnimationSet Bend {
  Animation {
    { Arm }
    AnimationKey { 0; 2; 0;4; 1.0,0.0,0.0,0.0;;, 9600;4; 0.70710678,0.0,0.0,0.70710678;;; }
    AnimationKey { 1; 1; 0;3; 1.0,1.0,1.0;;; }
    AnimationKey { 2; 1; 0;3; 0.0,1.0,0.0;;; }
  }
}
)";

// Two bones, the second one unit above the first (Z is up), over two frames.
constexpr const char* kSmdFile = R"(version 1
nodes
0 "root" -1
1 "arm" 0
end
skeleton
time 0
0 0 0 0 0 0 0
1 0 0 1 0 0 0
time 1
0 0 0 0 0 0 0
1 0 0 1 1.570796327 0 0
end
triangles
skin.bmp
0 0 0 0 0 0 1 0 0 1 0 1
0 1 0 0 0 0 1 1 0 1 0 1
0 0 0 2 0 0 1 0 1 2 0 0.25 1 0.75
end
)";

} // namespace

class TestAssimpReader : public QObject {
    Q_OBJECT

private slots:
    void findsTheImporterOfEachExtension_data();
    void findsTheImporterOfEachExtension();
    void agreesWithGltfOfTheSameCharacter_data();
    void agreesWithGltfOfTheSameCharacter();
    void playsBvhByItsDefinition_data();
    void playsBvhByItsDefinition();
    void appliesTheBindShapeOfCollada();
    void unweightedVerticesFollowTheMeshNode();
    void deformsAScaledFbxArmature();
    void undoesTheScaleOfParentsForSegmentScaleCompensation();
    void convertsAxesAndUnitOfFbxAtTheRootOnly_data();
    void convertsAxesAndUnitOfFbxAtTheRootOnly();
    void keepsAllInfluencesAsTheFileHasThem();
    void interpolatesEachMorphTargetBetweenItsOwnKeys();
    void placesMd5VerticesByTheirWeights();
    void playsMd5AnimBesideTheMesh();
    void playsXFilesAfterMirroring();
    void playsSmdWithAnAssumedRate();
    void assumesARateWhereTheFileSaysNone();
    void takesTheBoneWithoutMeshWhenNamesClash();
    void keepsTexturesInsideTheFolder();
    void namesTheReasonForABrokenFile_data();
    void namesTheReasonForABrokenFile();
    void refusesDeepNesting_data();
    void refusesDeepNesting();
    void survivesFilesCutShort_data();
    void survivesFilesCutShort();
    void refusesFilesAboveTheSizeLimit();
};

void TestAssimpReader::findsTheImporterOfEachExtension_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("fbx") << "a.fbx"
                         << "FBX";
    QTest::newRow("upper case") << "a.FBX"
                                << "FBX";
    QTest::newRow("dae") << "a.dae"
                         << "Collada";
    QTest::newRow("bvh") << "a.bvh"
                         << "BVH";
    QTest::newRow("md5mesh") << "a.md5mesh"
                             << "MD5";
    QTest::newRow("x") << "a.x"
                       << "X";
    QTest::newRow("smd") << "a.smd"
                         << "SMD";
}

void TestAssimpReader::findsTheImporterOfEachExtension() {
    QFETCH(QString, file);
    QFETCH(QString, format);
    const import::Importer* importer = import::findImporter(file.toStdString());
    QVERIFY(importer != nullptr);
    QCOMPARE(QString::fromStdString(importer->name), format);
}

void TestAssimpReader::agreesWithGltfOfTheSameCharacter_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("gltf");
    // "clip of the file=clip of the glTF", separated by commas
    QTest::addColumn<QString>("clips");
    QTest::addColumn<double>("tolerance"); // of the size
    const auto local = [](const char* row, const char* gltf, const char* clips) {
        QTest::newRow(row) << QString::fromStdString(dataFile(row))
                           << QString::fromStdString(dataFile(gltf)) << clips << 1e-5;
    };
    local("twist_tube.fbx", "twist_tube.glb", "TwistRig|twist=twist,TwistRig|bend=bend");
    local("twist_tube.dae", "twist_tube.glb", "TwistRig=twist");
    local("many_influences.fbx", "many_influences.glb", "SnakeRig|slither=slither");
    local("cm_rig.fbx", "cm_rig.glb", "CmRig|sway=sway");
    local("nonuniform_scale.fbx", "nonuniform_scale.glb", "SquashRig|squash=squash");
    if (!hasSharedAssets()) {
        return;
    }
    const auto shared = [](const char* row, const char* gltf, const char* clips, double tolerance) {
        QTest::newRow(row) << QString::fromStdString(sharedAsset(std::string("generated/") + row))
                           << QString::fromStdString(sharedAsset(std::string("generated/") + gltf))
                           << clips << tolerance;
    };
    shared("many_influences/many_influences.dae",
           "many_influences/many_influences.glb",
           "SnakeRig_SnakeRig=slither",
           1e-5);
    shared("nonuniform_scale/nonuniform_scale.dae",
           "nonuniform_scale/nonuniform_scale.glb",
           "SquashRig_SquashRig=squash",
           1e-5);
    shared("face/face.fbx", "face/face.glb", "FaceRig|talk=talk", 1e-5);
    // The collar bones are near gimbal lock, where the file's Euler angles, floats in degrees, say
    // less about the rotation than a quaternion does.
    shared("humanoid/humanoid.fbx",
           "humanoid/humanoid.glb",
           "Humanoid|walk_root=walk_root,Humanoid|walk_inplace=walk_inplace",
           2e-5);
    shared("humanoid/humanoid.dae", "humanoid/humanoid.glb", "Humanoid_Humanoid=walk_root", 1e-5);
    // The exporter dropped keys of this file that changed little (simplification 0.2): the Z curve
    // of a thigh has two keys where the glTF has 61. In the other clips the FBX breathes and the
    // glTF does not.
    shared("mannequin/mannequin.fbx", "mannequin/mannequin.glb", "Idle=Idle", 5e-4);
}

void TestAssimpReader::agreesWithGltfOfTheSameCharacter() {
    QFETCH(QString, file);
    QFETCH(QString, gltf);
    QFETCH(QString, clips);
    QFETCH(double, tolerance);
    const auto scene = importFile(file.toStdString());
    QVERIFY2(scene, failureOf(scene));
    const auto reference = importFile(gltf.toStdString());
    QVERIFY2(reference, failureOf(reference));
    for (const QString& pair : clips.split(',')) {
        const assets::Clip* clip = findClip(*scene, pair.section('=', 0, 0).toStdString());
        const assets::Clip* expectedClip =
            findClip(*reference, pair.section('=', 1, 1).toStdString());
        QVERIFY2(clip != nullptr && expectedClip != nullptr, qPrintable(pair));
        QCOMPARE_LE(maxAbsDiff(clip->duration(), expectedClip->duration()), 1e-4);

        const std::vector<glm::dvec3> start = metresAt(*scene, clip, 0.0);
        const std::vector<glm::dvec3> expectedStart = metresAt(*reference, expectedClip, 0.0);
        const double size = sizeOf(expectedStart);
        const std::vector<std::size_t> match = nearestOf(start, expectedStart, 1e-3 * size);
        for (const std::size_t index : match) {
            QVERIFY2(index < expectedStart.size(), "a vertex has no counterpart at the start");
        }
        for (const std::size_t index : nearestOf(expectedStart, start, 1e-3 * size)) {
            QVERIFY2(index < start.size(), "a vertex of the glTF is missing");
        }
        const double duration = clip->duration();
        double worst = 0.0;
        for (const double fraction : {0.0, 4.0 / 30.0, 0.25, 0.5, 0.733, 0.8, 1.0}) {
            const double time = fraction * duration;
            const std::vector<glm::dvec3> actual = metresAt(*scene, clip, time);
            const std::vector<glm::dvec3> expected = metresAt(*reference, expectedClip, time);
            for (std::size_t i = 0; i < actual.size(); ++i) {
                worst = std::max(worst, glm::length(actual[i] - expected[match[i]]) / size);
            }
            const auto modelFromJoint = modelFromJointAt(*scene, clip, time);
            const auto expectedModelFromJoint = modelFromJointAt(*reference, expectedClip, time);
            std::size_t comparedCount = 0;
            for (std::size_t i = 0; i < modelFromJoint.size(); ++i) {
                const JointIndex same =
                    findJoint(*reference, scene->skeleton->joint(JointIndex(i)).name);
                if (same.isNone()) {
                    continue; // Collada names carry the armature's name in front
                }
                ++comparedCount;
                const glm::dvec3 position =
                    glm::dvec3(modelFromJoint[i][3]) * static_cast<double>(scene->metresPerUnit);
                QCOMPARE_LE(
                    maxAbsDiff(position, glm::dvec3(expectedModelFromJoint[same.value()][3])) /
                        size,
                    tolerance);
            }
            QVERIFY(comparedCount > 0);
        }
        qInfo("%s: %.2g of the size", qPrintable(pair), worst);
        QCOMPARE_LE(worst, tolerance);
    }
}

void TestAssimpReader::playsBvhByItsDefinition_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("stride");
    QTest::newRow("mixed channel orders")
        << QString::fromStdString(dataFile("bvh_orders.bvh")) << 1;
    if (hasSharedAssets()) {
        QTest::newRow("CMU 01_01")
            << QString::fromStdString(sharedAsset("assimp_bvh/01_01.bvh")) << 50;
    }
}

void TestAssimpReader::playsBvhByItsDefinition() {
    QFETCH(QString, file);
    QFETCH(int, stride);
    const auto scene = importFile(file.toStdString());
    QVERIFY2(scene, failureOf(scene));
    const BvhMotion motion = readBvh(file.toStdString());
    QCOMPARE(scene->skeleton->jointCount(), motion.joints.size());
    QCOMPARE(scene->instances.size(), 0u); // no invented geometry
    QCOMPARE(scene->clips.size(), 1u);
    const double lastFrame = static_cast<double>(motion.frames.size() - 1);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), lastFrame * motion.frameTime), 1e-4);

    double size = 0.0;
    for (const BvhJoint& joint : motion.joints) {
        size += glm::length(joint.offset);
    }
    for (std::size_t frame = 0; frame < motion.frames.size();
         frame += static_cast<std::size_t>(stride)) {
        const auto expected = modelFromBvhJoint(motion, frame);
        const auto actual = modelFromJointAt(
            *scene, scene->clips[0].get(), static_cast<double>(frame) * motion.frameTime);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(scene->skeleton->joint(JointIndex(i)).name, motion.joints[i].name);
            QCOMPARE_LE(maxAbsDiff(actual[i][3], expected[i][3]) / size, 1e-5);
            // End sites turn with their parent, which has no effect on anything.
            QCOMPARE_LE(largestDifference(actual[i], expected[i]) / std::max(size, 1.0), 1e-5);
        }
    }
}

void TestAssimpReader::appliesTheBindShapeOfCollada() {
    const auto scene = importFile(dataFile("bind_shape.dae"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 2.0), 1e-6);
    // The upper joint stands at (0, 1, 0) and turns by 90 degrees about z; bind shape: 1/100, z up
    // to y up, one unit up.
    const std::map<std::pair<int, int>, std::array<glm::dvec3, 2>> expected = {
        {{-50, -100}, {glm::dvec3(-0.5, 0.0, 0.0), glm::dvec3(-0.5, 0.0, 0.0)}},
        {{50, -100}, {glm::dvec3(0.5, 0.0, 0.0), glm::dvec3(0.5, 0.0, 0.0)}},
        {{0, 100}, {glm::dvec3(0.0, 2.0, 0.0), glm::dvec3(-0.5, 1.5, 0.0)}},
        {{50, 100}, {glm::dvec3(0.5, 2.0, 0.0), glm::dvec3(-1.0, 1.5, 0.0)}}};
    const auto start = deformedPositionsAt(*scene, scene->instances[0], scene->clips[0].get(), 0.0);
    const auto end = deformedPositionsAt(*scene, scene->instances[0], scene->clips[0].get(), 2.0);
    const auto positions = scene->instances[0].mesh->positions();
    QCOMPARE(positions.size(), 4u);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const auto found =
            expected.find({static_cast<int>(positions[i].x), static_cast<int>(positions[i].z)});
        QVERIFY(found != expected.end());
        QCOMPARE_LE(maxAbsDiff(start[i], found->second[0]), 1e-5);
        QCOMPARE_LE(maxAbsDiff(end[i], found->second[1]), 1e-5);
    }
    QVERIFY(findNote(*scene, "bind.own_space") != nullptr);
}

void TestAssimpReader::unweightedVerticesFollowTheMeshNode() {
    // The last vertex loses its weight; the node of the mesh moves one unit along z.
    std::string text = readText(dataFile("bind_shape.dae"));
    text = replaced(text,
                    "<vcount>1 1 2 1</vcount><v>0 0 0 0 0 1 1 1 1 0</v>",
                    "<vcount>1 1 2 0</vcount><v>0 0 0 0 0 1 1 1</v>");
    text = replaced(text, "name=\"body\">", "name=\"body\"><translate sid=\"t\">0 0 1</translate>");
    QTemporaryDir folder;
    const auto scene = importFile(writeText(folder, "half.dae", text));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
    const import::ImportNote* note = findNote(*scene, "weights.follow_mesh_node");
    QVERIFY(note != nullptr);
    const import::MeshInstance& instance = scene->instances[0];
    QVERIFY(instance.skin.has_value());
    const assets::Skin& skin = *scene->skins[*instance.skin];
    QCOMPARE(skin.jointCount(), 3u);
    QCOMPARE(skin.joint(SkinJointIndex(2)), instance.node);
    // At rest the vertex stays with the skinned ones, where the bind shape puts it; the clip turns
    // only those.
    const auto built = assets::buildInfluences(
        *instance.mesh->fileInfluences(), skin.jointCount(), assets::InfluenceOptions());
    QVERIFY(built);
    QCOMPARE(built->changes.zeroSumVertices, 0u);
    const auto end = deformedPositionsAt(*scene, instance, scene->clips[0].get(), 2.0);
    const auto positions = instance.mesh->positions();
    std::size_t checkedCount = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] == glm::vec3(50.0f, 0.0f, 100.0f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], glm::dvec3(0.5, 2.0, 0.0)), 1e-5);
            ++checkedCount;
        }
    }
    QCOMPARE(checkedCount, 1u);
}

void TestAssimpReader::deformsAScaledFbxArmature() {
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

void TestAssimpReader::undoesTheScaleOfParentsForSegmentScaleCompensation() {
    const std::vector<FbxNode> chain = {
        {"upper", {1.0, 2.0, 3.0}, {0.0, 0.0, 30.0}, {2.0, 3.0, 0.5}, 1},
        {"lower", {0.0, 1.0, 0.0}, {40.0, 0.0, 0.0}, {1.0, 1.5, 1.0}, 2},
        {"tip", {0.0, 0.5, 0.0}, {0.0, 20.0, 0.0}, {1.0, 1.0, 1.0}, 1},
    };
    QTemporaryDir folder;
    const auto scene = importFile(writeText(folder, "chain.fbx", fbxText(chain, kYUp, 1.0)));
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

void TestAssimpReader::convertsAxesAndUnitOfFbxAtTheRootOnly_data() {
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

void TestAssimpReader::convertsAxesAndUnitOfFbxAtTheRootOnly() {
    QFETCH(QVector<int>, axes);
    QFETCH(QVector<double>, modelPosition);
    QFETCH(double, unitScaleFactor);
    const std::array<FbxAxis, 3> coordUpFront = {
        FbxAxis{axes[0], axes[1]}, FbxAxis{axes[2], axes[3]}, FbxAxis{axes[4], axes[5]}};
    const std::vector<FbxNode> chain = {{"point", {1.0, 2.0, 3.0}, {}, glm::dvec3(1.0), 2}};
    QTemporaryDir folder;
    const auto scene =
        importFile(writeText(folder, "axes.fbx", fbxText(chain, coordUpFront, unitScaleFactor)));
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

void TestAssimpReader::keepsAllInfluencesAsTheFileHasThem() {
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

void TestAssimpReader::interpolatesEachMorphTargetBetweenItsOwnKeys() {
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

void TestAssimpReader::placesMd5VerticesByTheirWeights() {
    const auto scene = importFile(dataFile("good.md5mesh"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances.size(), 1u);
    QVERIFY(scene->instances[0].skin.has_value());
    const auto positions = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    // arm: at (1, 0, 0), turned by 90 degrees about z; hand: at (1, 2, 0), orientation 0.5 (-1, -1,
    // -1, -1), which takes x to y, y to z, z to x. Then Z up becomes Y up: (x, y, z) to (x, z, -y).
    const std::array<glm::dvec3, 3> expected = {
        glm::dvec3(1.0, 0.0, -2.0), glm::dvec3(4.0, 2.0, -3.0), glm::dvec3(0.5, 0.0, -2.0)};
    QCOMPARE(positions.size(), expected.size());
    for (const glm::dvec3& point : expected) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const glm::dvec3& position : positions) {
            nearest = std::min(nearest, maxAbsDiff(position, point));
        }
        QCOMPARE_LE(nearest, 1e-6);
    }
    QVERIFY(findNote(*scene, "axis.converted") != nullptr);
}

void TestAssimpReader::playsMd5AnimBesideTheMesh() {
    const auto scene = importFile(dataFile("good.md5mesh"));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 2.0 / 24.0), 1e-6);
    // The arm turns from 90 degrees over 45 to 0 about z; the hand stays two units along its x.
    const JointIndex hand = findJoint(*scene, "hand");
    QVERIFY(!hand.isNone());
    const double half = std::numbers::sqrt2;
    const std::array<glm::dvec3, 3> expected = {
        glm::dvec3(1.0, 0.0, -2.0), glm::dvec3(1.0 + half, 0.0, -half), glm::dvec3(3.0, 0.0, 0.0)};
    for (std::size_t frame = 0; frame < expected.size(); ++frame) {
        const auto modelFromJoint =
            modelFromJointAt(*scene, scene->clips[0].get(), static_cast<double>(frame) / 24.0);
        QCOMPARE_LE(maxAbsDiff(glm::dvec3(modelFromJoint[hand.value()][3]), expected[frame]), 1e-6);
    }
}

void TestAssimpReader::playsXFilesAfterMirroring() {
    QTemporaryDir folder;
    const auto scene = importFile(writeText(folder, "strip.x", kXFile));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE(scene->clips[0]->name(), std::string("Bend"));
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 2.0), 1e-6);
    QCOMPARE(scene->instances.size(), 1u);
    QVERIFY(findNote(*scene, "axis.mirrored") != nullptr);
    QVERIFY(findNote(*scene, "axis.converted") == nullptr);
    // X rotates row vectors: the key (0.7, 0, 0, 0.7) turns by -90 degrees about z, seen from +z of
    // a right-handed frame, and about -z after the mirror, which is the same turn.
    const auto rest = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    const auto end = deformedPositionsAt(*scene, scene->instances[0], scene->clips[0].get(), 2.0);
    const auto positions = scene->instances[0].mesh->positions();
    QCOMPARE(positions.size(), 4u);
    std::size_t checkedCount = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(rest[i], glm::dvec3(positions[i])), 1e-6);
        const glm::dvec3 turned(positions[i].y - 1.0f, 1.0f - positions[i].x, positions[i].z);
        if (positions[i] == glm::vec3(1.0f, 2.0f, -0.5f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], turned), 1e-6);
            ++checkedCount;
        } else if (positions[i] == glm::vec3(0.0f, 2.0f, 0.0f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], 0.5 * (turned + glm::dvec3(positions[i]))), 1e-6);
            ++checkedCount;
        } else {
            QCOMPARE_LE(maxAbsDiff(end[i], glm::dvec3(positions[i])), 1e-6);
        }
    }
    QCOMPARE(checkedCount, 2u);
}

void TestAssimpReader::playsSmdWithAnAssumedRate() {
    QTemporaryDir folder;
    const auto scene = importFile(writeText(folder, "strip.smd", kSmdFile));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 1.0 / 25.0), 1e-6);
    QVERIFY(findNote(*scene, "anim.ticks_per_second_missing") != nullptr);
    QVERIFY(findNote(*scene, "axis.converted") != nullptr);
    // The vertex two units up: a quarter stays, three quarters turn by 90 degrees about x around
    // the arm, from z towards -y. In model space y is up and the file's -y is +z.
    const auto end =
        deformedPositionsAt(*scene, scene->instances.at(0), scene->clips[0].get(), 1.0 / 25.0);
    const auto positions = scene->instances[0].mesh->positions();
    std::size_t checkedCount = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] == glm::vec3(0.0f, 0.0f, 2.0f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], glm::dvec3(0.0, 0.25 * 2.0 + 0.75 * 1.0, 0.75)), 1e-6);
            ++checkedCount;
        }
    }
    QCOMPARE(checkedCount, 1u);
}

void TestAssimpReader::assumesARateWhereTheFileSaysNone() {
    QTemporaryDir folder;
    const std::string text = replaced(kXFile, "AnimTicksPerSecond { 4800; }\n", "");
    const auto scene = importFile(writeText(folder, "strip.x", text));
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QVERIFY(findNote(*scene, "anim.ticks_per_second_missing") != nullptr);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 9600.0 / 25.0), 1e-3);
}

void TestAssimpReader::takesTheBoneWithoutMeshWhenNamesClash() {
    QTemporaryDir folder;
    // The frame of the mesh now has the name of the bone and comes first.
    std::string text = replaced(kXFile, "Frame Body {", "Frame Arm {");
    const std::size_t bone = text.find("  Frame Arm {\n    FrameTransformMatrix { 1.0,0.0,0.0,0.0, "
                                       "0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,1.0");
    const std::size_t body = text.find("  Frame Arm {\n", bone + 1);
    const std::size_t bodyEnd = text.find("\n}\nAnimationSet");
    QVERIFY(bone != std::string::npos && body != std::string::npos && bodyEnd != std::string::npos);
    text = text.substr(0, bone) + text.substr(body, bodyEnd - body) + "\n" +
           text.substr(bone, body - bone) + text.substr(bodyEnd + 1);
    const auto scene = importFile(writeText(folder, "clash.x", text));
    QVERIFY2(scene, failureOf(scene));
    QVERIFY(findNote(*scene, "assimp.name_clash") != nullptr);
    const std::vector<JointIndex> named = scene->skeleton->findByName("Arm");
    QCOMPARE(named.size(), 2u);
    QCOMPARE(scene->instances.size(), 1u);
    const assets::Skin& skin = *scene->skins.at(0);
    QCOMPARE(skin.jointCount(), 2u);
    QVERIFY(skin.joint(SkinJointIndex(1)) != scene->instances[0].node);
    QCOMPARE(scene->skeleton->joint(skin.joint(SkinJointIndex(1))).name, std::string("Arm"));
    // At rest nothing moves, which would fail with the other node.
    const auto rest = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(rest[i], glm::dvec3(scene->instances[0].mesh->positions()[i])),
                    1e-6);
    }
}

void TestAssimpReader::keepsTexturesInsideTheFolder() {
    QTemporaryDir folder;
    const std::string png = "\x89PNG\r\n\x1a\n not decoded here";
    QDir(folder.path()).mkdir("inner");
    writeText(folder, "outside.png", png);
    writeText(folder, "inner/skin.png", png);
    const auto withTexture = [](const std::string& path) {
        return replaced(kXFile,
                        "      XSkinMeshHeader",
                        "      MeshMaterialList { 1; 2; 0, 0; Material cloth { "
                        "0.5;0.25;0.125;1.0;; 1.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; TextureFilename { "
                        "\"" +
                            path + "\"; } } }\n      XSkinMeshHeader");
    };
    const auto inside =
        importFile(writeText(folder, "inner/in.x", withTexture("C:\\\\a\\\\skin.png")));
    QVERIFY2(inside, failureOf(inside));
    QCOMPARE(inside->images.size(), 1u);
    QCOMPARE(inside->images[0].mimeType, std::string("image/png"));
    QCOMPARE(inside->images[0].bytes.size(), png.size());
    QVERIFY(inside->instances.at(0).material.has_value());
    QVERIFY(inside->materials.at(*inside->instances[0].material).baseColorImage.has_value());
    const auto outside =
        importFile(writeText(folder, "inner/out.x", withTexture("../outside.png")));
    QVERIFY2(outside, failureOf(outside));
    QCOMPARE(outside->images.size(), 0u);
    QVERIFY(findNote(*outside, "material.texture_missing") != nullptr);
    QCOMPARE_LE(
        maxAbsDiff(outside->materials.at(*outside->instances.at(0).material).baseColorFactor,
                   glm::vec4(0.5f, 0.25f, 0.125f, 1.0f)),
        1e-6);
}

void TestAssimpReader::namesTheReasonForABrokenFile_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text"); // empty: the file of that name in the test data
    QTest::addColumn<QString>("code");
    const auto md5 = [](const char* name, const char* code) {
        QTest::newRow(name) << name << "" << code;
    };
    md5("first_weight.md5mesh", "md5.index_out_of_range");
    md5("joint_index.md5mesh", "md5.index_out_of_range");
    md5("tri_index.md5mesh", "md5.index_out_of_range");
    md5("count_negative.md5mesh", "md5.index_out_of_range");
    md5("parent_loop.md5mesh", "hier.cycle");
    md5("truncated.md5mesh", "md5.syntax");
    const auto changed = [](const char* row, const char* from, const char* to, const char* code) {
        QTest::newRow(row) << QString(row) + ".md5mesh"
                           << QString::fromStdString(
                                  replaced(readText(dataFile("good.md5mesh")), from, to))
                           << code;
    };
    changed("missing weight", "\tweight 3 1 0.75 ( 2 0.5 0 )\n", "", "md5.count");
    changed(
        "last weight range", "2 ( 0.5 0.5 ) 2 2", "2 ( 0.5 0.5 ) 2 3", "md5.index_out_of_range");
    changed("weight overflow",
            "2 ( 0.5 0.5 ) 2 2",
            "2 ( 0.5 0.5 ) 9223372036854775807 2",
            "md5.index_out_of_range");
    changed("vertex count", "numverts 3", "numverts 4000000000", "md5.count");
    changed("negative joint count", "numJoints 3", "numJoints -3", "md5.count");
    changed("infinite weight", "weight 3 1 0.75", "weight 3 1 inf", "md5.syntax");
    changed("word for a number", "tri 0 0 1 2", "tri 0 0 one 2", "md5.syntax");
    changed("unknown section", "mesh {", "mush {", "md5.syntax");
    changed("mesh count", "numMeshes 1", "numMeshes 2", "md5.count");
    changed("version", "MD5Version 10", "MD5Version 6", "md5.syntax");
    const auto text = [](const char* name, const char* content, const char* code) {
        QTest::newRow(name) << name << content << code;
    };
    text("gltf.fbx", "  {\"asset\":{\"version\":\"2.0\"}}", "import.wrong_format");
    text("glb.dae", "glTF....", "import.wrong_format");
    text("words.fbx", "no scene at all", "import.unreadable");
    text("words.dae", "no scene at all", "import.unreadable");
    text("words.bvh", "no scene at all", "import.unreadable");
    text("words.x", "no scene at all", "import.unreadable");
    text("blank.fbx", " ", "import.unreadable");
    text("archive.dae", "<COLLADA/>PK\x05\x06", "import.unsupported");
    text("doctype.dae", "<!DOCTYPE a [<!ENTITY b '<c>'>]><COLLADA/>", "import.unsupported");
}

void TestAssimpReader::namesTheReasonForABrokenFile() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, code);
    QTemporaryDir folder;
    const std::filesystem::path path =
        text.isEmpty() ? std::filesystem::path(dataFile(name.toStdString()))
                       : writeText(folder, name.toStdString(), text.toStdString());
    const auto scene = importFile(path);
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QVERIFY(scene.error().message.find(path.filename().string()) != std::string::npos);
}

namespace {

// Text that is `depth` levels deep in the middle.
QString nested(int depth, const char* head, const char* open, const char* close, const char* tail) {
    return QString(head) + QString(open).repeated(depth) + QString(close).repeated(depth) +
           QString(tail);
}

// Records in records: end, no properties, a name of one letter; a list ends with an empty record.
QByteArray nestedRecords(int depth) {
    constexpr int kHead = 13;
    QByteArray bytes("Kaydara FBX Binary  \0\x1a\0", 23);
    const auto append = [&](std::uint32_t number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
    };
    append(7400);
    const int size = static_cast<int>(bytes.size()) + depth * (2 * kHead + 1);
    for (int i = 0; i < depth; ++i) {
        append(static_cast<std::uint32_t>(size - kHead * i));
        append(0);
        append(0);
        bytes.append("\x01"
                     "A");
    }
    return bytes + QByteArray(kHead * (depth + 1), '\0');
}

// Frames in frames as tokens of two bytes: name "Frame", open and close.
QByteArray nestedTokens(int depth) {
    const QByteArray open("\x01\0\x05\0\0\0Frame\x0a\0", 13);
    return "xof 0303bin 0032" + open.repeated(depth) + QByteArray("\x0b\0", 2).repeated(depth);
}

} // namespace

void TestAssimpReader::refusesDeepNesting_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isTooDeep");
    for (const int depth : {900, 100000}) {
        const auto add = [&](const char* name, const QByteArray& content) {
            QTest::addRow("%s %d levels", name, depth) << name << content << (depth > 1000);
        };
        const auto text = [&](const char* name, const QString& content) {
            add(name, content.toUtf8());
        };
        const char* const bvhHead = "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 0\n";
        text("joints.bvh",
             nested(depth, bvhHead, "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 0\n", "}\n", "}\n"));
        // A brace for a name is no end of a joint.
        text("brace_names.bvh",
             nested(depth, bvhHead, "JOINT }\n{\nOFFSET 0 1 0\nCHANNELS 0\n", "}\n", "}\n"));
        const char* const daeHead =
            "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><library_visual_scenes>"
            "<visual_scene id=\"s\"><!-- </node> -->";
        const char* const daeTail = "</visual_scene></library_visual_scenes><scene>"
                                    "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
        text("nodes.dae", nested(depth, daeHead, "<node id='>'>", "</node>", daeTail));
        text("hidden_ends.dae",
             nested(depth, daeHead, "<node><!-- </node> -->", "</node>", daeTail));
        text("text.x", nested(depth, "xof 0303txt 0032\n", "Frame f {\n", "}\n", ""));
        text("hidden_ends.x", nested(depth, "xof 0303txt 0032\n", "Frame f { // }\n", "}\n", ""));
        add("binary.x", nestedTokens(depth));
        text("text.fbx", nested(depth, "; FBX 7.4.0 project file\n", "A: {\n", "}\n", ""));
        text("hidden_ends.fbx", nested(depth, "", "A: \"}\" { ; }\n", "}\n", ""));
        add("binary.fbx", nestedRecords(depth));
    }
}

void TestAssimpReader::refusesDeepNesting() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(bool, isTooDeep);
    const QTemporaryDir folder;
    const auto scene = importFile(writeText(folder, name.toStdString(), content.toStdString()));
    // What is not too deep may lack everything else.
    const std::string code = scene ? "" : scene.error().code;
    QCOMPARE(code == "import.too_deep", isTooDeep);
}

void TestAssimpReader::survivesFilesCutShort_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"armature_scale.fbx", "twist_tube.dae", "bvh_orders.bvh", "good.md5mesh"}) {
        QTest::newRow(name) << name;
    }
}

void TestAssimpReader::survivesFilesCutShort() {
    QFETCH(QString, name);
    const std::string whole = readText(dataFile(name.toStdString()));
    QTemporaryDir folder;
    constexpr std::size_t kCutCount = 24;
    std::size_t refusedCount = 0;
    for (std::size_t cut = 1; cut < kCutCount; ++cut) {
        const auto scene = importFile(
            writeText(folder, name.toStdString(), whole.substr(0, whole.size() * cut / kCutCount)));
        refusedCount += scene ? 0u : 1u;
    }
    // What can still be used may be used (a motion without its last frames); most cannot.
    QCOMPARE_GE(refusedCount, kCutCount / 2);
}

void TestAssimpReader::refusesFilesAboveTheSizeLimit() {
    import::ImportOptions options;
    options.maximumDecodedSize = 1000;
    const auto file = importFile(dataFile("twist_tube.fbx"), options);
    QVERIFY(!file);
    QCOMPARE(file.error().code, std::string("file.too_large"));
    // Room for the file, not for what it holds.
    options.maximumDecodedSize = 200000;
    const auto decoded = importFile(dataFile("twist_tube.fbx"), options);
    QVERIFY(!decoded);
    QCOMPARE(decoded.error().code, std::string("file.too_large"));
    QVERIFY(decoded.error().message.find("meshes") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestAssimpReader)
#include "tst_assimp_reader.moc"
