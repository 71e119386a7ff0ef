// SPDX-License-Identifier: Apache-2.0
// Files of several formats: equal to the glTF of the same character, and refused where they are
// broken or too large.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <array>
#include <map>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

namespace {

std::string sharedAsset(const std::string& name) {
    return SARTOR_SHARED_DIR "/assets/" + name;
}

bool hasSharedAssets() {
    return std::string(SARTOR_SHARED_DIR) != "";
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

} // namespace

class TstAssimpReader : public QObject {
    Q_OBJECT

private slots:
    void agreesWithGltfOfTheSameCharacter_data();
    void agreesWithGltfOfTheSameCharacter();
    void namesTheReasonForABrokenFile_data();
    void namesTheReasonForABrokenFile();
    void survivesFilesCutShort_data();
    void survivesFilesCutShort();
    void refusesFilesAboveTheSizeLimit();
};

void TstAssimpReader::agreesWithGltfOfTheSameCharacter_data() {
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

void TstAssimpReader::agreesWithGltfOfTheSameCharacter() {
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

void TstAssimpReader::namesTheReasonForABrokenFile_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
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
}

void TstAssimpReader::namesTheReasonForABrokenFile() {
    checkRefusedText();
}

void TstAssimpReader::survivesFilesCutShort_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"armature_scale.fbx", "twist_tube.dae", "bvh_orders.bvh", "good.md5mesh"}) {
        QTest::newRow(name) << name;
    }
}

void TstAssimpReader::survivesFilesCutShort() {
    QFETCH(QString, name);
    const std::string whole = readText(dataFile(name.toStdString()));
    const ImportFolder folder;
    constexpr std::size_t kCutCount = 24;
    std::size_t refusedCount = 0;
    for (std::size_t cut = 1; cut < kCutCount; ++cut) {
        const auto scene =
            folder.loadText(name.toStdString(), whole.substr(0, whole.size() * cut / kCutCount));
        refusedCount += scene ? 0u : 1u;
    }
    // What can still be used may be used (a motion without its last frames); most cannot.
    QCOMPARE_GE(refusedCount, kCutCount / 2);
}

void TstAssimpReader::refusesFilesAboveTheSizeLimit() {
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

QTEST_GUILESS_MAIN(TstAssimpReader)
#include "tst_assimp_reader.moc"
