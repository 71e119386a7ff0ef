// SPDX-License-Identifier: Apache-2.0
// Textures beside the input are read, others are not.
#include "format_files.h"
#include "scene_lookup.h"

#include <QtTest>

#include <support/compare.h>

#include <filesystem>

using namespace sartor;
using namespace sartor::test;

class TstAssimpMaterials : public QObject {
    Q_OBJECT

private slots:
    void keepsTexturesInsideTheFolder();
};

void TstAssimpMaterials::keepsTexturesInsideTheFolder() {
    const ImportFolder folder;
    const std::string png = "\x89PNG\r\n\x1a\n not decoded here";
    std::filesystem::create_directory(folder.path() / "inner");
    folder.write("outside.png", QByteArray::fromStdString(png));
    folder.write("inner/skin.png", QByteArray::fromStdString(png));
    const auto withTexture = [](const std::string& path) {
        return replaced(kXFile,
                        "      XSkinMeshHeader",
                        "      MeshMaterialList { 1; 2; 0, 0; Material cloth { "
                        "0.5;0.25;0.125;1.0;; 1.0; 0.0;0.0;0.0;; 0.0;0.0;0.0;; TextureFilename { "
                        "\"" +
                            path + "\"; } } }\n      XSkinMeshHeader");
    };
    const auto inside = folder.loadText("inner/in.x", withTexture("C:\\\\a\\\\skin.png"));
    QVERIFY2(inside, failureOf(inside));
    QCOMPARE(inside->images.size(), 1u);
    QCOMPARE(inside->images[0].mimeType, std::string("image/png"));
    QCOMPARE(inside->images[0].bytes.size(), png.size());
    QVERIFY(inside->instances.at(0).material.has_value());
    QVERIFY(inside->materials.at(*inside->instances[0].material).baseColorImage.has_value());
    const auto outside = folder.loadText("inner/out.x", withTexture("../outside.png"));
    QVERIFY2(outside, failureOf(outside));
    QCOMPARE(outside->images.size(), 0u);
    QVERIFY(findNote(*outside, "material.texture_missing") != nullptr);
    QCOMPARE_LE(
        maxAbsDiff(outside->materials.at(*outside->instances.at(0).material).baseColorFactor,
                   glm::vec4(0.5f, 0.25f, 0.125f, 1.0f)),
        1e-6);
}

QTEST_GUILESS_MAIN(TstAssimpMaterials)
#include "tst_assimp_materials.moc"
