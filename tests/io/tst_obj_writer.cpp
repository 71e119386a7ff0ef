// SPDX-License-Identifier: Apache-2.0
// OBJ text, parsed again by a small reader of the format.
#include <sartor/io/obj_writer.h>

#include <QtTest>

#include <support/compare.h>

#include <limits>
#include <sstream>

using sartor::io::OutputMesh;

namespace {

/// What the lines of an OBJ file say, indices still counted from one.
struct ObjContents {
    std::vector<std::string> names;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec2> uvs;
    std::vector<std::string> corners;
    std::size_t pointCount = 0;
};

ObjContents parse(const std::string& text) {
    ObjContents contents;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string keyword;
        words >> keyword;
        glm::vec3 v(0.0f);
        if (keyword == "o") {
            contents.names.emplace_back();
            words >> contents.names.back();
        } else if (keyword == "v" && words >> v.x >> v.y >> v.z) {
            contents.positions.push_back(v);
        } else if (keyword == "vn" && words >> v.x >> v.y >> v.z) {
            contents.normals.push_back(v);
        } else if (keyword == "vt" && words >> v.x >> v.y) {
            contents.uvs.emplace_back(v.x, v.y);
        } else if (keyword == "f") {
            for (std::string corner; words >> corner;) {
                contents.corners.push_back(corner);
            }
        } else if (keyword == "p") {
            for (std::string corner; words >> corner;) {
                ++contents.pointCount;
            }
        }
    }
    return contents;
}

} // namespace

class TstObjWriter : public QObject {
    Q_OBJECT
private slots:
    void rejectsNonfiniteNumbers();
    void numbersComeBackTheSame();
    void indicesRunOnThroughMeshesOfDifferentStreams();
    void writesPointsWithoutTriangles();
};

void TstObjWriter::rejectsNonfiniteNumbers() {
    std::vector<glm::vec3> positions(5, glm::vec3(0.0f));
    positions[3].y = std::numeric_limits<float>::quiet_NaN();
    const OutputMesh mesh{.name = "arm", .positions = positions};
    const auto text = sartor::io::objText(std::span(&mesh, 1));
    QVERIFY(!text);
    QCOMPARE(text.error().code, std::string("output.nonfinite"));
    QCOMPARE(QString::fromStdString(text.error().message),
             QString("mesh 'arm': position of vertex 3 is not finite, this format holds finite "
                     "numbers only"));
}

void TstObjWriter::numbersComeBackTheSame() {
    sartor::test::Random random(3);
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    for (int i = 0; i < 300; ++i) {
        positions.push_back(random.vector(-1e-3f, 1e4f));
        normals.push_back(random.vector(-1.0f, 1.0f));
    }
    const OutputMesh mesh{.name = "a b", .positions = positions, .normals = normals};
    const ObjContents read = parse(*sartor::io::objText(std::span(&mesh, 1)));
    QCOMPARE(read.names, std::vector<std::string>{"a_b"});
    QVERIFY(read.positions == positions);
    QVERIFY(read.normals == normals);
}

void TstObjWriter::indicesRunOnThroughMeshesOfDifferentStreams() {
    const std::vector<glm::vec3> positions(3, glm::vec3(1.0f));
    const std::vector<glm::vec3> normals(3, glm::vec3(0.0f, 1.0f, 0.0f));
    const std::vector<glm::vec2> uvs(3, glm::vec2(0.25f, 0.25f));
    const std::vector<std::uint32_t> triangles = {2, 0, 1};
    const std::vector<OutputMesh> meshes = {
        {.name = "plain", .positions = positions, .triangles = triangles},
        {.name = "lit", .positions = positions, .normals = normals, .triangles = triangles},
        {.name = "textured", .positions = positions, .uvs = uvs, .triangles = triangles},
        {.name = "all",
         .positions = positions,
         .normals = normals,
         .uvs = uvs,
         .triangles = triangles}};
    const ObjContents read = parse(*sartor::io::objText(meshes));
    const std::vector<std::string> expected = {
        "3", "1", "2", "6//3", "4//1", "5//2", "9/3", "7/1", "8/2", "12/6/6", "10/4/4", "11/5/5"};
    QCOMPARE(read.corners, expected);
    QCOMPARE_LE(sartor::test::maxAbsDiff(read.uvs[0], glm::vec2(0.25f, 0.75f)), 0.0);
}

void TstObjWriter::writesPointsWithoutTriangles() {
    const std::vector<glm::vec3> positions(4, glm::vec3(1.0f));
    const OutputMesh mesh{.name = "", .positions = positions};
    const ObjContents read = parse(*sartor::io::objText(std::span(&mesh, 1)));
    QCOMPARE(read.pointCount, std::size_t{4});
    QCOMPARE(read.names, std::vector<std::string>{"mesh"});
}

QTEST_GUILESS_MAIN(TstObjWriter)
#include "tst_obj_writer.moc"
