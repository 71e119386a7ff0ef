// SPDX-License-Identifier: Apache-2.0
// Geometry invariants.
#include <sartor/assets/mesh.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::assets;

namespace {

MeshData triangle() {
    MeshData data;
    data.name = "tri";
    data.positions = {glm::vec3(0.0f), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0)};
    data.normals.assign(3, glm::vec3(0, 0, 1));
    data.tangents.assign(3, glm::vec4(1, 0, 0, 1));
    data.uvs.assign(3, glm::vec2(0.0f));
    data.triangles = {0, 1, 2};
    data.influences = FileInfluences{2, {0, 1, 0, 1, 0, 1}, {1, 0, 1, 0, 1, 0}};
    return data;
}

} // namespace

class TstMesh : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void optionalStreamsMayBeAbsent();
};

void TstMesh::rejectsInvalidInput_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("normals") << 0 << "mesh.attribute_count"
                             << "mesh 'tri', normals: 2 entries, expected 3";
    QTest::newRow("tangents") << 1 << "mesh.attribute_count"
                              << "mesh 'tri', tangents: 4 entries, expected 3";
    QTest::newRow("uvs") << 2 << "mesh.attribute_count"
                         << "mesh 'tri', texture coordinates: 1 entries, expected 3";
    QTest::newRow("NaN") << 3 << "mesh.nonfinite"
                         << "mesh 'tri', positions: vertex 2 is NaN or infinite";
    QTest::newRow("infinite uv") << 4 << "mesh.nonfinite"
                                 << "mesh 'tri', texture coordinates: vertex 0 is NaN or infinite";
    QTest::newRow("index") << 5 << "mesh.index_out_of_range"
                           << "mesh 'tri': index 1 is 3, but there are 3 vertices";
    QTest::newRow("corner missing") << 6 << "mesh.triangle_count"
                                    << "mesh 'tri': 2 indices, expected a multiple of 3";
    QTest::newRow("influences") << 7 << "mesh.attribute_count"
                                << "mesh 'tri', influences: 5 joints and 6 weights, expected 6";
    QTest::newRow("skin blend") << 8 << "mesh.attribute_count"
                                << "mesh 'tri', skin blend: 2 entries, expected 3";
    QTest::newRow("NaN blend") << 9 << "mesh.nonfinite"
                               << "mesh 'tri', skin blend: vertex 1 is NaN or infinite";
    const QString attribute = "mesh 'tri', attribute 'a': ";
    QTest::newRow("two of a name")
        << 10 << "mesh.attribute_name" << attribute + "expected a name that no other one has";
    QTest::newRow("five numbers") << 11 << "mesh.attribute_width"
                                  << attribute + "5 numbers per vertex, expected 1 to 4";
    QTest::newRow("numbers missing")
        << 12 << "mesh.attribute_count" << attribute + "3 numbers, expected 6";
    QTest::newRow("NaN attribute")
        << 13 << "mesh.nonfinite" << attribute + "vertex 2 is NaN or infinite";
}

void TstMesh::rejectsInvalidInput() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    QFETCH(QString, message);
    MeshData data = triangle();
    switch (fault) {
    case 0:
        data.normals.pop_back();
        break;
    case 1:
        data.tangents.emplace_back(0.0f);
        break;
    case 2:
        data.uvs.resize(1);
        break;
    case 3:
        data.positions[2].y = std::numeric_limits<float>::quiet_NaN();
        break;
    case 4:
        data.uvs[0].x = std::numeric_limits<float>::infinity();
        break;
    case 5:
        data.triangles[1] = 3;
        break;
    case 6:
        data.triangles.pop_back();
        break;
    case 8:
        data.skinBlend.resize(2, 0.5f);
        break;
    case 9:
        data.skinBlend = {0.0f, std::numeric_limits<float>::quiet_NaN(), 1.0f};
        break;
    case 10:
        data.attributes = {{"a", 1, {1, 2, 3}}, {"a", 1, {1, 2, 3}}};
        break;
    case 11:
        data.attributes = {{"a", 5, std::vector<float>(15)}};
        break;
    case 12:
        data.attributes = {{"a", 2, {1, 2, 3}}};
        break;
    case 13:
        data.attributes = {{"a", 2, {0, 0, 0, 0, 0, std::numeric_limits<float>::quiet_NaN()}}};
        break;
    default:
        data.influences->joints.pop_back();
    }
    const auto mesh = Mesh::create(data);
    QVERIFY(!mesh.hasValue());
    QCOMPARE(QString::fromStdString(mesh.error().code), code);
    QCOMPARE(QString::fromStdString(mesh.error().message), message);
}

void TstMesh::optionalStreamsMayBeAbsent() {
    MeshData data;
    data.positions.resize(2, glm::vec3(0.0f));
    const auto mesh = Mesh::create(data);
    QVERIFY(mesh.hasValue());
    QCOMPARE((*mesh)->vertexCount(), std::size_t{2});
    QVERIFY((*mesh)->fileInfluences() == nullptr);
    QVERIFY((*mesh)->findAttribute("COLOR_0") == nullptr);
    data.attributes = {{"COLOR_0", 2, {1, 2, 3, 4}}};
    QCOMPARE((*Mesh::create(data))->findAttribute("COLOR_0")->values[3], 4.0f);
    QVERIFY(Mesh::create({}).hasValue()); // no vertices at all
}

QTEST_GUILESS_MAIN(TstMesh)
#include "tst_mesh.moc"
