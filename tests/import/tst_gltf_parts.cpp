// SPDX-License-Identifier: Apache-2.0
// The stored parts of a file: where its bytes are, under the limits of the reader.
#include "gltf_file.h"

#include <sartor/import/gltf_parts.h>

#include <QTest>

#include <support/require.h>

using namespace sartor;
using namespace sartor::test;
using import::GltfStorage;

class TstGltfParts : public QObject {
    Q_OBJECT

private slots:
    void refusesWhatTheReaderRefuses_data();
    void refusesWhatTheReaderRefuses();
    void knowsGltfByItsName();
    void findsEveryStorage();
    void takesTheChunksOfAGlb();

private:
    ImportFolder folder_;
};

void TstGltfParts::refusesWhatTheReaderRefuses_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("no JSON") << QByteArray("{]") << "gltf.json";
    QTest::newRow("other version")
        << QByteArray(R"({"asset":{"version":"1.0"}})") << "gltf.version";
    const auto withUri = [](const std::string& uri) {
        return QByteArray::fromStdString(R"({"asset":{"version":"2.0"},"buffers":[{"uri":")" + uri +
                                         R"(","byteLength":4}]})");
    };
    QTest::newRow("up") << withUri("../a.bin") << "file.uri_outside_root";
    QTest::newRow("escaped") << withUri("%2e%2e/a.bin") << "file.uri_outside_root";
    QTest::newRow("absolute") << withUri("/etc/passwd") << "file.uri_outside_root";
    QTest::newRow("scheme") << withUri("http://a/b") << "file.uri_outside_root";
    QTest::newRow("short") << withUri("data:;base64,AAAA") << "file.truncated";
    QTest::newRow("too large") << withUri("data:;base64," + std::string(5000, 'A'))
                               << "file.too_large";
}

void TstGltfParts::refusesWhatTheReaderRefuses() {
    QFETCH(QByteArray, bytes);
    folder_.write("file.gltf", bytes);
    import::ImportOptions options;
    options.maximumDecodedSize = 4096;
    const auto parts = import::readGltfParts(folder_.path() / "file.gltf", options);
    QVERIFY(!parts);
    QTEST(QString::fromStdString(parts.error().code), "code");
    const auto scene = import::importFile(folder_.path() / "file.gltf", options);
    QVERIFY(scene.hasValue() || scene.error().code == parts.error().code);
}

void TstGltfParts::knowsGltfByItsName() {
    QVERIFY(import::isGltf("a.gltf"));
    QVERIFY(import::isGltf("a.GLB"));
    QVERIFY(!import::isGltf("a.fbx"));
    QVERIFY(!import::isGltf("glb"));
}

void TstGltfParts::findsEveryStorage() {
    folder_.write("a b.bin", "data of it");
    folder_.write("skin.png", "not looked at");
    const std::string json = R"({"asset":{"version":"2.0"},
        "buffers":[{"uri":"a%20b.bin","byteLength":4},{"uri":"data:;base64,AQID","byteLength":3},
                   {"byteLength":9}],
        "bufferViews":[{"buffer":0,"byteLength":4}],
        "images":[{"uri":"./skin.png"},{"uri":"data:image/png;base64,AA=="},
                  {"bufferView":0,"mimeType":"image/png"},{"uri":"none.png"}]})";
    folder_.write("file.gltf", QByteArray::fromStdString(json));
    const import::GltfParts parts = require(import::readGltfParts(folder_.path() / "file.gltf"));
    QVERIFY(!parts.isGlb);
    QCOMPARE(parts.json, json);
    QCOMPARE(parts.buffers.size(), std::size_t{3});
    QVERIFY(parts.buffers[0].storage == GltfStorage::File);
    QCOMPARE(parts.buffers[0].relativePath, std::filesystem::path("a b.bin"));
    QCOMPARE(parts.buffers[0].bytes.size(), std::size_t{4});
    QVERIFY(parts.buffers[1].storage == GltfStorage::Text);
    QVERIFY(parts.buffers[1].bytes ==
            (std::vector<std::byte>{std::byte{1}, std::byte{2}, std::byte{3}}));
    QVERIFY(parts.buffers[2].storage == GltfStorage::None);
    QVERIFY(parts.images[0].storage == GltfStorage::File);
    QCOMPARE(parts.images[0].relativePath, std::filesystem::path("skin.png"));
    QCOMPARE(parts.images[0].bytes.size(), std::size_t{13});
    QVERIFY(parts.images[1].storage == GltfStorage::Text);
    QVERIFY(parts.images[2].storage == GltfStorage::BufferView);
    QVERIFY(parts.images[3].storage == GltfStorage::None);
    QCOMPARE(parts.images[3].error->code, std::string("file.missing"));
}

void TstGltfParts::takesTheChunksOfAGlb() {
    folder_.write(
        "file.glb",
        GltfFile::glbOf({{'J', R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":3}]})"},
                         {'B', "abc"},
                         {'?', "unknown!"},
                         {'B', "more"}}));
    const import::GltfParts parts = require(import::readGltfParts(folder_.path() / "file.glb"));
    QVERIFY(parts.isGlb);
    QVERIFY(parts.buffers.at(0).storage == GltfStorage::Chunk);
    QCOMPARE(parts.buffers[0].bytes.size(), std::size_t{3});
    QCOMPARE(parts.otherChunks.size(), std::size_t{2});
    QCOMPARE(parts.otherChunks[0].first, 0x12345678u);
    QCOMPARE(parts.otherChunks[0].second.size(), std::size_t{8});
}

QTEST_GUILESS_MAIN(TstGltfParts)
#include "tst_gltf_parts.moc"
