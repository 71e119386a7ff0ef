// SPDX-License-Identifier: Apache-2.0
// Stored numbers of a vertex against the bytes that were put there.
#include <sartor/io/raw_vertex.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <support/require.h>

#include <array>

using namespace sartor;
using io::RawAttribute;

namespace {

/// Positions as fractions of 16 bits, joints in 16 bits behind them in the same stride, weights as
/// bytes in a view of their own; two vertices.
QByteArray file(const QByteArray& extra = {}) {
    QByteArray buffer;
    const auto add = [&buffer](const auto& values) {
        buffer.append(reinterpret_cast<const char*>(values.data()),
                      static_cast<qsizetype>(values.size() * sizeof(values[0])));
    };
    for (const qint16 vertex : {qint16{0}, qint16{1}}) {
        add(std::array<qint16, 4>{static_cast<qint16>(-32767 * vertex), 100, 7, 0});
        add(std::array<quint16, 4>{static_cast<quint16>(300 + vertex), 2, 0, 0});
    }
    add(std::array<quint8, 8>{255, 0, 0, 0, 200, 55, 0, 0});
    return R"({"asset":{"version":"2.0"},"extensionsUsed":["KHR_mesh_quantization"],
"extensionsRequired":["KHR_mesh_quantization"],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]}],
"bufferViews":[{"buffer":0,"byteLength":32,"byteStride":16},
{"buffer":0,"byteOffset":32,"byteLength":8}],
"accessors":[{"bufferView":0,"componentType":5122,"normalized":true,"count":2,"type":"VEC3",
"min":[-32767,100,7],"max":[0,100,7]},
{"bufferView":0,"byteOffset":8,"componentType":5123,"count":2,"type":"VEC4"},
{"bufferView":1,"componentType":5121,"normalized":true,"count":2,"type":"VEC4")" +
           extra + R"(}],
"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,)" +
           buffer.toBase64() + "\"}]}";
}

} // namespace

class TstRawVertex : public QObject {
    Q_OBJECT

private slots:
    void readsWhatIsStored() {
        const auto raw = test::require(io::readRawVertex(write("a.gltf", file()), 0, 0, 1));
        QCOMPARE(raw.size(), std::size_t{3});
        QCOMPARE(raw[0].name, std::string("POSITION"));
        QCOMPARE(raw[0].type, std::string("int16 normalized"));
        QCOMPARE(raw[0].values, (std::vector<double>{-32767.0, 100.0, 7.0}));
        QCOMPARE(raw[0].offset, std::uint64_t{16});
        QCOMPARE(raw[0].bytes.size(), std::size_t{6});
        QVERIFY(raw[0].bytes[0] == std::byte{0x01} && raw[0].bytes[1] == std::byte{0x80});
        QCOMPARE(raw[1].type, std::string("uint16"));
        QCOMPARE(raw[1].values, (std::vector<double>{301.0, 2.0, 0.0, 0.0}));
        QCOMPARE(raw[1].offset, std::uint64_t{24});
        QCOMPARE(raw[2].values, (std::vector<double>{200.0, 55.0, 0.0, 0.0}));
        QCOMPARE(raw[2].offset, std::uint64_t{36});
    }

    /// Sparse values are put together by the importer; there is no one place of theirs.
    void leavesOutWhatIsNotInOnePlace() {
        const QByteArray sparse =
            R"(,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},)"
            R"("values":{"bufferView":1}})";
        const auto raw = test::require(io::readRawVertex(write("b.gltf", file(sparse)), 0, 0, 1));
        QCOMPARE(raw.size(), std::size_t{2});
    }

    void refusesWhatIsNotThere() {
        const auto path = write("c.gltf", file());
        for (const auto& [mesh, primitive, vertex] :
             {std::array{1u, 0u, 0u}, std::array{0u, 1u, 0u}, std::array{0u, 0u, 2u}}) {
            const auto raw = io::readRawVertex(path, mesh, primitive, vertex);
            QVERIFY(!raw);
            QCOMPARE(raw.error().code, std::string("raw.out_of_range"));
            QVERIFY(raw.error().message.find("c.gltf") != std::string::npos);
        }
        const auto other = io::readRawVertex("a.fbx", 0, 0, 0);
        QVERIFY(!other);
        QCOMPARE(other.error().code, std::string("raw.format"));
        QVERIFY(!io::readRawVertex("nowhere.gltf", 0, 0, 0));
        QVERIFY(!io::readRawVertex(write("d.gltf", "{"), 0, 0, 0));
    }

private:
    std::filesystem::path write(const QString& name, const QByteArray& text) {
        QFile out(folder_.filePath(name));
        if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size()) {
            qFatal("cannot write");
        }
        return out.fileName().toStdString();
    }

    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TstRawVertex)
#include "tst_raw_vertex.moc"
