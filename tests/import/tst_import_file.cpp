// SPDX-License-Identifier: Apache-2.0
// The choice of the importer by the extension of a file.
#include "format_files.h"

#include <sartor/base/file_access.h>
#include <sartor/import/import_file.h>

#include <QtTest>

#include <set>

using namespace sartor;

class TstImportFile : public QObject {
    Q_OBJECT

private slots:
    void findsTheImporterOfEachExtension_data();
    void findsTheImporterOfEachExtension();
    void findsImportersByExtension();
    void reportsEveryFileThatItOpens_data();
    void reportsEveryFileThatItOpens();
};

void TstImportFile::findsImportersByExtension() {
    for (const char* name : {"a.gltf", "a.GLB", "folder.x/b.glTF"}) {
        const import::Importer* importer = import::findImporter(name);
        QVERIFY(importer != nullptr);
        QCOMPARE(importer->name, std::string("glTF 2.0"));
    }
    QCOMPARE(import::findImporter("a.txt"), nullptr);
    QCOMPARE(import::findImporter("gltf"), nullptr);
    const auto unknown = import::importFile("a.txt");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, std::string("import.unknown_format"));
    QVERIFY(QString::fromStdString(unknown.error().message).contains(".gltf .glb"));
    const auto missing = import::importFile("no such file.glb");
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("file.missing"));
}

void TstImportFile::findsTheImporterOfEachExtension_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::newRow("fbx") << "a.fbx"
                         << "FBX";
    QTest::newRow("upper case") << "a.FBX"
                                << "FBX";
    QTest::newRow("dae") << "a.dae"
                         << "Collada";
    QTest::newRow("bvh") << "a.bvh"
                         << "BVH";
    QTest::newRow("md5mesh") << "a.md5mesh"
                             << "MD5";
    QTest::newRow("x") << "a.x"
                       << "X";
    QTest::newRow("smd") << "a.smd"
                         << "SMD";
}

void TstImportFile::findsTheImporterOfEachExtension() {
    QFETCH(QString, file);
    QFETCH(QString, format);
    const import::Importer* importer = import::findImporter(file.toStdString());
    QVERIFY(importer != nullptr);
    QCOMPARE(QString::fromStdString(importer->name), format);
}

void TstImportFile::reportsEveryFileThatItOpens_data() {
    QTest::addColumn<QString>("input");
    QTest::addColumn<QStringList>("others");
    QTest::newRow("glTF, buffer") << "a.gltf" << QStringList{"folder/a.bin"};
    QTest::newRow("MD5, animation") << "a.md5mesh" << QStringList{"a.md5anim"};
}

void TstImportFile::reportsEveryFileThatItOpens() {
    QFETCH(QString, input);
    QFETCH(QStringList, others);
    const test::ImportFolder folder;
    std::filesystem::create_directory(folder.path() / "folder");
    folder.write("a.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}],
        "buffers": [{"byteLength": 12, "uri": "folder/a.bin"}]})");
    folder.write("folder/a.bin", QByteArray(12, '\0'));
    folder.write("unused.bin", "1234");
    for (const char* name : {".md5mesh", ".md5anim"}) {
        const std::string text = test::readText(test::dataFile(std::string("good") + name));
        folder.write(std::string("a") + name, QByteArray::fromStdString(text));
    }
    std::set<std::filesystem::path> expected = {folder.path() / input.toStdString()};
    for (const QString& other : others) {
        expected.insert(folder.path() / other.toStdString());
    }
    std::multiset<std::filesystem::path> opened;
    const FileAccessObserver observer(
        [&](const std::filesystem::path& path) { opened.insert(path.lexically_normal()); });
    // What another process opens is not seen here.
    import::ImportOptions options;
    options.foreign.isolation = import::Isolation::InProcess;
    const auto scene = import::importFile(folder.path() / input.toStdString(), options);
    QVERIFY2(scene.hasValue(), scene ? "" : scene.error().message.c_str());
    QCOMPARE((std::set<std::filesystem::path>(opened.begin(), opened.end())), expected);
    for (const std::filesystem::path& path : expected) {
        // Files for Assimp are checked before its loaders open them.
        QCOMPARE_GE(opened.count(path), input.endsWith(".gltf") ? 1U : 2U);
    }
}

QTEST_GUILESS_MAIN(TstImportFile)
#include "tst_import_file.moc"
