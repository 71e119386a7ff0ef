// SPDX-License-Identifier: Apache-2.0
// The choice of the importer by the extension of a file.
#include <sartor/import/import_file.h>

#include <QtTest>

using namespace sartor;

class TstImportFile : public QObject {
    Q_OBJECT

private slots:
    void findsTheImporterOfEachExtension_data();
    void findsTheImporterOfEachExtension();
    void findsImportersByExtension();
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

QTEST_GUILESS_MAIN(TstImportFile)
#include "tst_import_file.moc"
