// SPDX-License-Identifier: Apache-2.0
// Bind shapes and unweighted vertices of Collada.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <sartor/assets/skin.h>
#include <sartor/import/import_file.h>

#include <QtTest>

#include <support/compare.h>

#include <array>
#include <map>
#include <utility>

using namespace sartor;
using namespace sartor::test;
using import::importFile;

class TstAssimpCollada : public QObject {
    Q_OBJECT

private slots:
    void appliesTheBindShapeOfCollada();
    void unweightedVerticesFollowTheMeshNode();
};

void TstAssimpCollada::appliesTheBindShapeOfCollada() {
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

void TstAssimpCollada::unweightedVerticesFollowTheMeshNode() {
    // The last vertex loses its weight; the node of the mesh moves one unit along z.
    std::string text = readText(dataFile("bind_shape.dae"));
    text = replaced(text,
                    "<vcount>1 1 2 1</vcount><v>0 0 0 0 0 1 1 1 1 0</v>",
                    "<vcount>1 1 2 0</vcount><v>0 0 0 0 0 1 1 1</v>");
    text = replaced(text, "name=\"body\">", "name=\"body\"><translate sid=\"t\">0 0 1</translate>");
    const ImportFolder folder;
    const auto scene = folder.loadText("half.dae", text);
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

QTEST_GUILESS_MAIN(TstAssimpCollada)
#include "tst_assimp_collada.moc"
