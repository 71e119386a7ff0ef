// SPDX-License-Identifier: Apache-2.0
// The exact weld merges what is equal in every stream and nothing else.
#include "assimp/weld.h"

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using import::DenseMorphTarget;
using import::weldVertices;

namespace {

// A quad as two triangles of six separate corners; corner 0 equals 3, and 2 equals 4.
assets::MeshData separateCorners() {
    assets::MeshData mesh;
    const glm::vec3 corners[4] = {glm::vec3(0.0f, 0.0f, 0.0f),
                                  glm::vec3(1.0f, 0.0f, 0.0f),
                                  glm::vec3(1.0f, 1.0f, 0.0f),
                                  glm::vec3(0.0f, 1.0f, 0.0f)};
    for (const int corner : {0, 1, 2, 0, 2, 3}) {
        mesh.positions.push_back(corners[corner]);
        mesh.normals.emplace_back(0.0f, 0.0f, 1.0f);
        mesh.tangents.emplace_back(1.0f, 0.0f, 0.0f, 1.0f);
        mesh.uvs.emplace_back(corners[corner].x, corners[corner].y);
    }
    mesh.triangles = {0, 1, 2, 3, 4, 5};
    assets::FileInfluences influences;
    influences.slotsPerVertex = 2;
    influences.joints.assign(12, 1);
    influences.weights.assign(12, 0.5f);
    mesh.influences = influences;
    return mesh;
}

std::vector<DenseMorphTarget> zeroTarget() {
    DenseMorphTarget target;
    target.positionDeltas.assign(6, glm::vec3(0.0f));
    target.normalDeltas.assign(6, glm::vec3(0.0f));
    target.tangentDeltas.assign(6, glm::vec3(0.0f));
    return {target};
}

} // namespace

class TestWeld : public QObject {
    Q_OBJECT

private slots:
    void mergesEqualVerticesInOrderOfAppearance();
    void keepsVerticesThatDifferInOneStream_data();
    void keepsVerticesThatDifferInOneStream();
    void changesNoCornerOfAnyTriangle();
};

void TestWeld::mergesEqualVerticesInOrderOfAppearance() {
    assets::MeshData mesh = separateCorners();
    std::vector<DenseMorphTarget> targets = zeroTarget();
    QCOMPARE(weldVertices(mesh, targets), 2u);
    QCOMPARE(mesh.positions.size(), 4u);
    QCOMPARE(mesh.triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}));
    QCOMPARE(mesh.positions[3], glm::vec3(0.0f, 1.0f, 0.0f));
    QCOMPARE(mesh.normals.size(), 4u);
    QCOMPARE(mesh.tangents.size(), 4u);
    QCOMPARE(mesh.uvs[3], glm::vec2(0.0f, 1.0f));
    QCOMPARE(mesh.influences->joints.size(), 8u);
    QCOMPARE(mesh.influences->weights.size(), 8u);
    QCOMPARE(targets[0].positionDeltas.size(), 4u);
    QCOMPARE(targets[0].normalDeltas.size(), 4u);
    QCOMPARE(targets[0].tangentDeltas.size(), 4u);
}

void TestWeld::keepsVerticesThatDifferInOneStream_data() {
    QTest::addColumn<QString>("stream");
    for (const char* stream : {"position",
                               "normal",
                               "tangent",
                               "uv",
                               "joint",
                               "weight",
                               "morph",
                               "morph normal",
                               "morph tangent"}) {
        QTest::newRow(stream) << stream;
    }
}

void TestWeld::keepsVerticesThatDifferInOneStream() {
    QFETCH(QString, stream);
    assets::MeshData mesh = separateCorners();
    std::vector<DenseMorphTarget> targets = zeroTarget();
    // Corner 3 is no longer equal to corner 0.
    if (stream == "position") {
        mesh.positions[3].z = 1e-7f;
    } else if (stream == "normal") {
        mesh.normals[3] = glm::vec3(0.0f, 1.0f, 0.0f);
    } else if (stream == "tangent") {
        mesh.tangents[3].w = -1.0f;
    } else if (stream == "uv") {
        mesh.uvs[3].x = 0.5f;
    } else if (stream == "joint") {
        mesh.influences->joints[7] = 0;
    } else if (stream == "weight") {
        mesh.influences->weights[6] = 0.25f;
    } else if (stream == "morph normal") {
        targets[0].normalDeltas[3].y = 1.0f;
    } else if (stream == "morph tangent") {
        targets[0].tangentDeltas[3].y = 1.0f;
    } else {
        targets[0].positionDeltas[3].y = 1.0f;
    }
    QCOMPARE(weldVertices(mesh, targets), 1u);
    QCOMPARE(mesh.triangles, (std::vector<std::uint32_t>{0, 1, 2, 3, 2, 4}));
}

void TestWeld::changesNoCornerOfAnyTriangle() {
    test::Random random(7);
    assets::MeshData mesh;
    for (int i = 0; i < 3000; ++i) {
        // Few different values, so that many vertices are equal.
        mesh.positions.emplace_back(static_cast<float>(random.below(5)),
                                    static_cast<float>(random.below(5)),
                                    static_cast<float>(random.below(3)));
        mesh.triangles.push_back(static_cast<std::uint32_t>(i));
    }
    const assets::MeshData before = mesh;
    std::vector<DenseMorphTarget> targets;
    QCOMPARE(weldVertices(mesh, targets), 3000u - 75u);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        QCOMPARE(mesh.positions[mesh.triangles[i]], before.positions[before.triangles[i]]);
    }
}

QTEST_GUILESS_MAIN(TestWeld)
#include "tst_weld.moc"
