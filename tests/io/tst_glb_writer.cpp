// SPDX-License-Identifier: Apache-2.0
// Binary glTF, read back with the reader of this project.
#include <sartor/base/file.h>
#include <sartor/import/import_file.h>
#include <sartor/io/glb_writer.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>

#include <limits>

using sartor::io::OutputMesh;

namespace {

/// Random streams of one mesh.
struct Streams {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    std::vector<glm::vec2> uvs;
    std::vector<std::uint32_t> triangles;
};

Streams randomStreams(std::uint32_t vertexCount) {
    sartor::test::Random random(vertexCount);
    Streams streams;
    for (std::uint32_t i = 0; i < vertexCount; ++i) {
        streams.positions.push_back(random.vector(-3.0f, 5.0f));
        streams.normals.push_back(random.rotation() * glm::vec3(0.0f, 0.0f, 1.0f));
        streams.tangents.emplace_back(random.rotation() * glm::vec3(1.0f, 0.0f, 0.0f), -1.0f);
        streams.uvs.emplace_back(random.uniform(0.0f, 1.0f), random.uniform(0.0f, 1.0f));
        for (int corner = 0; corner < 3; ++corner) {
            streams.triangles.push_back(random.below(vertexCount));
        }
    }
    return streams;
}

} // namespace

class TstGlbWriter : public QObject {
    Q_OBJECT
private slots:
    void rejectsInvalidInput();
    void ourReaderSeesTheSameMeshes();
    void normalsThatAreNotUnitAreLeftOut();
    void pointsNeedNoTriangles();

private:
    sartor::Result<sartor::import::ImportedScene> readBack(std::span<const OutputMesh> meshes);

    QTemporaryDir folder_;
};

sartor::Result<sartor::import::ImportedScene>
TstGlbWriter::readBack(std::span<const OutputMesh> meshes) {
    const auto bytes = sartor::io::glbBytes(meshes);
    if (!bytes) {
        return bytes.error();
    }
    const std::string path = folder_.filePath("mesh.glb").toStdString();
    if (const sartor::Status status = sartor::writeFileAtomically(path, *bytes); !status) {
        return status.error();
    }
    return sartor::import::importFile(path);
}

void TstGlbWriter::rejectsInvalidInput() {
    QCOMPARE(sartor::io::glbBytes({}).error().code, std::string("output.empty"));
    const OutputMesh empty{.name = "nothing"};
    QCOMPARE(sartor::io::glbBytes(std::span(&empty, 1)).error().code, std::string("output.empty"));
    std::vector<glm::vec3> positions(2, glm::vec3(0.0f));
    positions[1].z = std::numeric_limits<float>::infinity();
    const OutputMesh infinite{.name = "far", .positions = positions};
    const auto bytes = sartor::io::glbBytes(std::span(&infinite, 1));
    QCOMPARE(bytes.error().code, std::string("output.nonfinite"));
    QVERIFY(bytes.error().message.find("position of vertex 1") != std::string::npos);
}

void TstGlbWriter::ourReaderSeesTheSameMeshes() {
    const Streams full = randomStreams(40);
    const Streams bare = randomStreams(7);
    const std::vector<OutputMesh> meshes = {
        {.name = "b\xC3\xA4r \"quoted\"",
         .positions = full.positions,
         .normals = full.normals,
         .tangents = full.tangents,
         .uvs = full.uvs,
         .triangles = full.triangles},
        {.name = "bare", .positions = bare.positions, .triangles = bare.triangles}};
    const auto scene = readBack(meshes);
    QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances.size(), std::size_t{2});
    const auto& read = *scene->instances[0].mesh;
    QCOMPARE(scene->instances[0].meshName, meshes[0].name);
    QVERIFY(std::ranges::equal(read.positions(), full.positions));
    // The reader normalises again, which can turn the last bit.
    QCOMPARE(read.normals().size(), full.normals.size());
    for (std::size_t i = 0; i < full.normals.size(); ++i) {
        QCOMPARE_LE(sartor::test::maxAbsDiff(read.normals()[i], full.normals[i]),
                    sartor::test::kUnitTolerance);
        QCOMPARE_LE(sartor::test::maxAbsDiff(read.tangents()[i], full.tangents[i]),
                    sartor::test::kUnitTolerance);
    }
    QVERIFY(std::ranges::equal(read.uvs(), full.uvs));
    QVERIFY(std::ranges::equal(read.triangles(), full.triangles));
    const auto& second = *scene->instances[1].mesh;
    QVERIFY(std::ranges::equal(second.positions(), bare.positions));
    QVERIFY(std::ranges::equal(second.triangles(), bare.triangles));
    QVERIFY(second.normals().empty());
}

void TstGlbWriter::normalsThatAreNotUnitAreLeftOut() {
    Streams streams = randomStreams(5);
    streams.normals[3] *= 0.9f;
    const OutputMesh mesh{
        .name = "dull", .positions = streams.positions, .normals = streams.normals};
    const auto scene = readBack(std::span(&mesh, 1));
    QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
    QVERIFY(scene->instances[0].mesh->normals().empty());
}

void TstGlbWriter::pointsNeedNoTriangles() {
    const Streams streams = randomStreams(6);
    const OutputMesh mesh{.name = "cloud", .positions = streams.positions};
    const auto scene = readBack(std::span(&mesh, 1));
    QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->instances[0].mesh->vertexCount(), std::size_t{6});
    QVERIFY(scene->instances[0].mesh->triangles().empty());
}

QTEST_GUILESS_MAIN(TstGlbWriter)
#include "tst_glb_writer.moc"
