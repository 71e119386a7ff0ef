// SPDX-License-Identifier: Apache-2.0
// FBX files of Maya, Blender and MotionBuilder against what those tools computed for them.
#include "import_folder.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

namespace {

std::string sharedAsset(const std::string& name) {
    return SARTOR_SHARED_DIR "/assets/" + name;
}

// Vertices and faces of an OBJ file.
struct ObjMesh {
    std::vector<glm::dvec3> positions;
    std::vector<std::vector<std::size_t>> faces;
};

ObjMesh readObj(const std::string& path) {
    ObjMesh mesh;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "v") {
            glm::dvec3 position(0.0);
            words >> position.x >> position.y >> position.z;
            mesh.positions.push_back(position);
        } else if (kind == "f") {
            std::vector<std::size_t> face;
            for (std::string corner; words >> corner;) {
                face.push_back(std::stoul(corner) - 1);
            }
            mesh.faces.push_back(face);
        }
    }
    return mesh;
}

} // namespace

class TestAuthoringTools : public QObject {
    Q_OBJECT

private slots:
    void deformsAsTheAuthoringToolDid_data();
    void deformsAsTheAuthoringToolDid();
    void readsOneMotionEquallyFromFbxAndCollada_data();
    void readsOneMotionEquallyFromFbxAndCollada();
    void saysWhatTheLoaderLoses_data();
    void saysWhatTheLoaderLoses();
};

void TestAuthoringTools::saysWhatTheLoaderLoses_data() {
    QTest::addColumn<QString>("fbx");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QByteArray>("from"); // a change of the file, where there is one
    QTest::addColumn<QByteArray>("to");
    const auto row = [](const char* fbx,
                        const char* code,
                        const QByteArray& from = {},
                        const QByteArray& to = {}) {
        QTest::newRow(code) << fbx << code << from << to;
    };
    row("ufbx_fbx_tests/max_transformed_skin_7500_ascii.fbx", "fbx.geometric_transform");
    row("ufbx_fbx_tests/max_transformed_skin_7500_binary.fbx", "fbx.skinning_type");
    row("ufbx_fbx_tests/maya_transformed_skin_7700_ascii.fbx", "fbx.mesh_node_animated");
    // The second shape as an in-between in the channel of the first.
    const auto connection = [](std::int64_t shape, std::int64_t channel) {
        QByteArray bytes;
        for (const std::int64_t id : {shape, channel}) {
            bytes += 'L' + QByteArray(reinterpret_cast<const char*>(&id), sizeof id);
        }
        return bytes;
    };
    row("generated/face/face.fbx",
        "morph.in_between",
        connection(622656088, 363865231),
        connection(622656088, 23666349));
}

void TestAuthoringTools::saysWhatTheLoaderLoses() {
    QFETCH(QString, fbx);
    QFETCH(QString, code);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFile file(QString::fromStdString(sharedAsset("")) + fbx);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray content = file.readAll();
    const auto hasNote = [&] {
        const ImportFolder folder;
        const auto scene = folder.load("file.fbx", content);
        return scene &&
               std::any_of(scene->report.notes.begin(),
                           scene->report.notes.end(),
                           [&](const auto& note) { return note.code == code.toStdString(); });
    };
    if (!from.isEmpty()) {
        QCOMPARE(content.count(from), 1);
        QVERIFY(!hasNote());
        content.replace(from, to);
    }
    QVERIFY(hasNote());
}

void TestAuthoringTools::deformsAsTheAuthoringToolDid_data() {
    QTest::addColumn<QString>("fbx");
    QTest::addColumn<QString>("obj");
    QTest::addColumn<QString>("clip");
    // Frames from the start of the take; Maya's wiggle starts at frame 1.
    QTest::addColumn<int>("frame");
    QTest::addColumn<double>("framesPerSecond");
    const auto row = [](const std::string& fbx,
                        const std::string& obj,
                        const char* clip,
                        int frame,
                        double framesPerSecond) {
        QTest::newRow((fbx + " " + obj).c_str())
            << QString::fromStdString(sharedAsset("ufbx_fbx_tests/" + fbx + ".fbx"))
            << QString::fromStdString(sharedAsset("ufbx_fbx_tests/" + obj + ".obj")) << clip
            << frame << framesPerSecond;
    };
    for (const std::string form : {"ascii", "binary"}) {
        const std::string sausage = "maya_game_sausage_7500_" + form;
        row(sausage + "_wiggle", "maya_game_sausage_wiggle_10", "wiggle", 9, 24.0);
        row(sausage + "_wiggle", "maya_game_sausage_wiggle_18", "wiggle", 17, 24.0);
        // Segment scale compensation.
        row(sausage + "_deform", "maya_game_sausage_deform_8", "deform", 8, 24.0);
        row(sausage + "_deform", "maya_game_sausage_deform_15", "deform", 15, 24.0);
    }
    for (int frame = 0; frame < 8; ++frame) {
        row("maya_mixed_inherit_mode_7700_ascii",
            "maya_mixed_inherit_mode_" + std::to_string(frame),
            "Take 001",
            frame,
            24.0);
    }
    row("blender_279_sausage_7400_binary",
        "blender_279_sausage_spin_15",
        "Skeleton|Spin",
        15,
        24.0);
    row("blender_279_sausage_7400_binary",
        "blender_279_sausage_wiggle_20",
        "Skeleton|Wiggle",
        19,
        24.0);
}

void TestAuthoringTools::deformsAsTheAuthoringToolDid() {
    QFETCH(QString, fbx);
    QFETCH(QString, obj);
    QFETCH(QString, clip);
    QFETCH(int, frame);
    QFETCH(double, framesPerSecond);
    const auto scene = importFile(fbx.toStdString());
    QVERIFY2(scene, failureOf(scene));
    const assets::Clip* played = findClip(*scene, clip.toStdString());
    QVERIFY(played != nullptr);
    const ObjMesh expected = readObj(obj.toStdString());
    QCOMPARE_GT(expected.positions.size(), 0u);
    QCOMPARE(scene->instances.size(), 1u);
    const import::MeshInstance& instance = scene->instances.front();
    const std::vector<glm::dvec3> actual =
        deformedPositionsAt(*scene, instance, played, frame / framesPerSecond);
    // Faces come in the order of the file, so each corner of a face must be among the corners of
    // the triangles that the face became.
    const std::span<const std::uint32_t> triangles = instance.mesh->triangles();
    std::size_t next = 0;
    double worst = 0.0;
    for (const std::vector<std::size_t>& face : expected.faces) {
        const std::size_t end = next + 3 * (face.size() - 2);
        QCOMPARE_LE(end, triangles.size());
        for (const std::size_t corner : face) {
            double nearest = std::numeric_limits<double>::infinity();
            for (std::size_t i = next; i < end; ++i) {
                nearest = std::min(nearest,
                                   glm::length(actual[triangles[i]] - expected.positions[corner]));
            }
            worst = std::max(worst, nearest);
        }
        next = end;
    }
    QCOMPARE(next, triangles.size());
    qInfo("%.2g of the size", worst / sizeOf(expected.positions));
    QCOMPARE_LE(worst / sizeOf(expected.positions), 1e-5);
}

void TestAuthoringTools::readsOneMotionEquallyFromFbxAndCollada_data() {
    QTest::addColumn<QString>("fbxFile");
    QTest::addColumn<QString>("colladaFile");
    QTest::newRow("walk from MotionBuilder")
        << QString::fromStdString(sharedAsset("ozz_pab/fbx/pab/walk.fbx"))
        << QString::fromStdString(sharedAsset("ozz_pab/collada/pab/walk.dae"));
}

void TestAuthoringTools::readsOneMotionEquallyFromFbxAndCollada() {
    QFETCH(QString, fbxFile);
    QFETCH(QString, colladaFile);
    const auto fbx = importFile(fbxFile.toStdString());
    const auto collada = importFile(colladaFile.toStdString());
    QVERIFY2(fbx, failureOf(fbx));
    QVERIFY2(collada, failureOf(collada));
    QCOMPARE(fbx->clips.size(), 1u);
    QCOMPARE(collada->clips.size(), 1u);
    // Two metres, in the file's centimetres.
    constexpr double kSize = 200.0;
    QCOMPARE_LE(maxAbsDiff(fbx->metresPerUnit, 0.01), 1e-9);
    QCOMPARE_LE(maxAbsDiff(collada->metresPerUnit, 0.01), 1e-9);
    for (int frame = 0; frame <= 40; frame += 5) {
        const double time = frame / 30.0;
        const auto a = modelFromJointAt(*fbx, fbx->clips[0].get(), time);
        const auto b = modelFromJointAt(*collada, collada->clips[0].get(), time);
        std::size_t comparedCount = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::string& name = fbx->skeleton->joint(JointIndex(i)).name;
            const JointIndex same = findJoint(*collada, name);
            if (same.isNone() || name.find("Camera") != std::string::npos) {
                continue; // the formats aim cameras along different axes
            }
            ++comparedCount;
            QVERIFY2(maxAbsDiff(a[i][3], b[same.value()][3]) / kSize <= 1e-5, name.c_str());
        }
        QCOMPARE_GE(comparedCount, 67u);
    }
}

QTEST_GUILESS_MAIN(TestAuthoringTools)
#include "tst_authoring_tools.moc"
