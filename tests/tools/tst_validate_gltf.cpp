// SPDX-License-Identifier: Apache-2.0
// The validator itself is seen to find an error; then what is shipped and written has none.
#include <sartor/io/glb_writer.h>

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <support/gltf_validator.h>
#include <support/require.h>

using namespace sartor;
using namespace sartor::test;

class TstValidateGltf : public QObject {
    Q_OBJECT

private slots:
    void findsWhatIsWrong();
    void samplesAreValid();
    void writtenMeshesAreValid();

private:
    QString write(const QString& name, const QByteArray& bytes) const {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write the input of a test");
        }
        return file.fileName();
    }

    QTemporaryDir folder_;
};

void TstValidateGltf::findsWhatIsWrong() {
    const QString wrong =
        write("wrong.gltf", R"({"asset": {"version": "2.0"}, "scene": 3, "scenes": [{}]})");
    const QString broken = write("broken.gltf", "{");
    const auto results = validateGltf({wrong, broken});
    QCOMPARE(results.value(wrong).errorCount, 1);
    QVERIFY(results.value(wrong).errors.value(0).startsWith("UNRESOLVED_REFERENCE /scene: "));
    QVERIFY(results.value(broken).errorCount > 0);
}

void TstValidateGltf::samplesAreValid() {
    const QDir samples(SARTOR_SAMPLES_DIR "/assets");
    QStringList files;
    for (const QString& name : samples.entryList({"*.glb"})) {
        files += samples.filePath(name);
    }
    QVERIFY(!files.isEmpty());
    const auto results = validateGltf(files);
    for (const QString& file : files) {
        QVERIFY(results.contains(file));
        QCOMPARE(results.value(file).errors, QStringList());
    }
}

void TstValidateGltf::writtenMeshesAreValid() {
    const std::vector<glm::vec3> positions = {
        {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    const std::vector<glm::vec3> normals(3, glm::vec3(0.0f, 0.0f, 1.0f));
    const std::vector<std::uint32_t> triangles = {0, 1, 2};
    io::OutputMesh mesh;
    mesh.name = "triangle";
    mesh.positions = positions;
    mesh.normals = normals;
    mesh.triangles = triangles;
    const std::vector<std::byte> glb = require(io::glbBytes(std::vector{mesh}));
    const QString file = write(
        "mesh.glb",
        QByteArray(reinterpret_cast<const char*>(glb.data()), static_cast<qsizetype>(glb.size())));
    const auto results = validateGltf({file});
    QVERIFY(results.contains(file));
    QCOMPARE(results.value(file).errors, QStringList());
}

SARTOR_NODE_TEST_MAIN(TstValidateGltf)
#include "tst_validate_gltf.moc"
