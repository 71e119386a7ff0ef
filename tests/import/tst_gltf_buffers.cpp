// SPDX-License-Identifier: Apache-2.0
// Bytes behind buffers and URIs, which stay inside of the folder of the file.
#include "gltf_character.h"

#include <QtTest>

#include <filesystem>

using namespace sartor;
using namespace sartor::test;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"view offset", [](GltfFile& f) { f.at("/bufferViews/0/byteOffset") = 1u << 30; }},
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteOffset: 1073741824, but buffer 0 has"},
        {{"view length near 2^64",
          [](GltfFile& f) { f.at("/bufferViews/0/byteLength") = 18446744073709551615u; }},
         "file.accessor_out_of_bounds",
         "/bufferViews/0/byteLength: 18446744073709551615 bytes from 0 on"},
        {{"no such buffer",
          [](GltfFile& f) {
              f.at("/buffers") = {{{"byteLength", 500}}};
          }},
         "gltf.missing",
         "/buffers/0: it has no 'uri', and there is no binary chunk for it"},
        {{"buffer longer than its data",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 500}, {"uri", "data:application/octet-stream;base64,AAAA"}}};
          }},
         "file.truncated",
         "/buffers/0/byteLength: 500 bytes are declared, there are 3"},
        {{"not base64",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AA*A"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: character 2 is not base64"},
        {{"base64 cut short",
          [](GltfFile& f) {
              f.at("/buffers") = {
                  {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AAAAA"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: the base64 text is cut short"},
        {{"plain data URI",
          [](GltfFile& f) {
              f.at("/buffers") = {{{"byteLength", 3}, {"uri", "data:text/plain,abc"}}};
          }},
         "gltf.data_uri",
         "/buffers/0/uri: expected 'data:...;base64,...'"},
    };
    return kRefusals;
}

} // namespace

class TstGltfBuffers : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void readsFilesInTheFolder_data();
    void readsFilesInTheFolder();
    void leavesNoFolder_data();
    void leavesNoFolder();
    void leavesTheFolderWhereItMay_data();
    void leavesTheFolderWhereItMay();
};

void TstGltfBuffers::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfBuffers::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfBuffers::readsFilesInTheFolder_data() {
    QTest::addColumn<QString>("uri");
    QTest::newRow("name") << "data.bin";
    QTest::newRow("dot") << "./data.bin";
    QTest::newRow("folder") << "sub/data.bin";
    QTest::newRow("percent") << "%64ata.bin";
    QTest::newRow("blank") << "with%20blank.bin";
    QTest::newRow("dots in a name") << "a..b.bin";
}

void TstGltfBuffers::readsFilesInTheFolder() {
    QFETCH(QString, uri);
    GltfFile file = character();
    const ImportFolder folder;
    std::filesystem::create_directory(folder.path() / "sub");
    for (const char* name : {"data.bin", "sub/data.bin", "with blank.bin", "a..b.bin"}) {
        folder.write(name, file.binary);
    }
    file.root["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", uri.toStdString()}}};
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->instances[0].mesh->positions()[1], glm::vec3(1, 0, 0));
}

void TstGltfBuffers::leavesNoFolder_data() {
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("reason");
    const QString out = "leads out of the folder of the file";
    const QString scheme = "has a scheme, expected a relative path or base64 data";
    QTest::newRow("up") << "../data.bin" << out;
    QTest::newRow("down and up") << "sub/../../data.bin" << out;
    QTest::newRow("encoded up") << "%2e%2e/data.bin" << out;
    QTest::newRow("encoded slash") << "..%2fdata.bin" << out;
    QTest::newRow("backslash") << "..\\data.bin" << out;
    QTest::newRow("absolute") << "/etc/passwd" << out;
    QTest::newRow("file scheme") << "file:///etc/passwd" << scheme;
    QTest::newRow("web") << "https://example.com/data.bin" << scheme;
    QTest::newRow("link") << "link.bin"
                          << "is a link that leads out of the folder of the file";
    QTest::newRow("link to a folder") << "up/data.bin"
                                      << "is a link that leads out of the folder of the file";
}

void TstGltfBuffers::leavesNoFolder() {
    QFETCH(QString, uri);
    QFETCH(QString, reason);
    GltfFile file = character();
    const ImportFolder outer;
    outer.write("data.bin", file.binary);
    const std::filesystem::path inner = outer.path() / "inner";
    std::filesystem::create_directories(inner / "sub");
    std::filesystem::create_symlink("../data.bin", inner / "link.bin");
    std::filesystem::create_directory_symlink("..", inner / "up");
    file.root["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", uri.toStdString()}}};
    const auto scene = outer.load("inner/file.gltf", file.gltf());
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("file.uri_outside_root"));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.contains("/buffers/0/uri: '" + uri + "' " + reason), qPrintable(message));
}

void TstGltfBuffers::leavesTheFolderWhereItMay_data() {
    QTest::addColumn<QString>("uri");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("up") << "../data.bin" << true;
    QTest::newRow("encoded up") << "%2e%2e/data.bin" << true;
    QTest::newRow("absolute") << "{outer}/data.bin" << true;
    QTest::newRow("link") << "link.bin" << true;
    QTest::newRow("link to a folder") << "up/data.bin" << true;
    QTest::newRow("file scheme") << "file://{outer}/data.bin" << false;
    QTest::newRow("web") << "https://example.com/data.bin" << false;
}

void TstGltfBuffers::leavesTheFolderWhereItMay() {
    QFETCH(QString, uri);
    QFETCH(bool, isRead);
    GltfFile file = character();
    const ImportFolder outer;
    outer.write("data.bin", file.binary);
    const std::filesystem::path inner = outer.path() / "inner";
    std::filesystem::create_directories(inner);
    std::filesystem::create_symlink("../data.bin", inner / "link.bin");
    std::filesystem::create_directory_symlink("..", inner / "up");
    uri.replace("{outer}", QString::fromStdString(outer.path().string()));
    file.root["buffers"] = {{{"byteLength", file.binary.size()}, {"uri", uri.toStdString()}}};
    import::ImportOptions options;
    options.mayLeaveFolder = true;
    const auto scene = outer.load("inner/file.gltf", file.gltf(), options);
    QVERIFY2(bool(scene) == isRead, failureOf(scene));
    if (!isRead) {
        QCOMPARE(scene.error().code, std::string("file.uri_outside_root"));
    }
}

QTEST_GUILESS_MAIN(TstGltfBuffers)
#include "tst_gltf_buffers.moc"
