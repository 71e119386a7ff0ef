// SPDX-License-Identifier: Apache-2.0
// Base colours and the images behind them.
#include "gltf_character.h"
#include "small_png.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;
using Json = nlohmann::json;

namespace {

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"texture transform",
          [](GltfFile& f) {
              f.at("/extensionsUsed") = {"KHR_texture_transform"};
              f.at("/extensionsRequired") = {"KHR_texture_transform"};
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {
                  {"index", 0}, {"extensions", {{"KHR_texture_transform", Json::object()}}}};
          }},
         NoteSeverity::Warning,
         "material.texture_transform",
         "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform",
         1},
        {{"second set of texture coordinates",
          [](GltfFile& f) {
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0},
                                                                            {"texCoord", 1}};
          }},
         NoteSeverity::Warning,
         "material.texcoord",
         "/materials/0/pbrMetallicRoughness/baseColorTexture/texCoord",
         1},
        {{"texture without an image that is read here",
          [](GltfFile& f) {
              f.at("/textures") = {Json::object()};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Warning,
         "material.texture_unsupported",
         "/materials/0/pbrMetallicRoughness/baseColorTexture",
         1},
        {{"image file missing",
          [](GltfFile& f) {
              f.at("/images") = {{{"uri", "none.png"}}};
              f.at("/textures") = {{{"source", 0}}};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Error,
         "file.missing",
         "/images/0",
         1},
        {{"image outside of the folder",
          [](GltfFile& f) {
              f.at("/images") = {{{"uri", "../secret.png"}}};
              f.at("/textures") = {{{"source", 0}}};
              f.at("/materials/0/pbrMetallicRoughness/baseColorTexture") = {{"index", 0}};
          }},
         NoteSeverity::Error,
         "file.uri_outside_root",
         "/images/0",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfMaterials : public QObject {
    Q_OBJECT

private slots:
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void readsMaterialsAndImages();
};

void TstGltfMaterials::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfMaterials::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfMaterials::readsMaterialsAndImages() {
    GltfFile file = character();
    const QByteArray png = QByteArray::fromBase64(kSmallPng);
    const std::vector<std::uint8_t> bytes(png.begin(), png.end());
    file.root["images"] = {{{"name", "view"}, {"bufferView", file.addView(bytes)}},
                           {{"uri", std::string("data:image/png;base64,") + kSmallPng}},
                           {{"uri", "pic%20ture.png"}},
                           {{"uri", "never asked for.png"}}};
    file.root["textures"] = {{{"source", 2}}, {{"source", 1}}, {{"source", 0}}};
    const auto material = [](int texture) {
        return Json{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", texture}}}}}};
    };
    file.root["materials"] = {material(0), material(1), material(2), material(0)};
    file.at("/materials/1/name") = "skin";
    file.at("/materials/1/doubleSided") = true;
    file.at("/materials/1/alphaMode") = "MASK";
    file.at("/materials/1/pbrMetallicRoughness/baseColorFactor") = {0.5, 0.25, 1, 0.75};
    file.at("/materials/2/alphaMode") = "MASK";
    file.at("/materials/2/alphaCutoff") = 0.125;
    file.at(kPrimitive + "/material") = 1;
    const ImportFolder folder;
    folder.write("pic ture.png", png);
    const auto scene = folder.load(file);
    QVERIFY2(scene, failureOf(scene));
    QVERIFY2(scene->report.notes.empty(), notesOf(*scene).c_str());
    QVERIFY(scene->instances[0].material == 1u);
    QCOMPARE(scene->materials.size(), std::size_t{4});
    const assets::Material& skin = scene->materials[1];
    QCOMPARE(skin.name, std::string("skin"));
    QVERIFY(skin.isDoubleSided);
    QCOMPARE(skin.alphaCutoff, 0.5f);
    QCOMPARE(skin.baseColorFactor, glm::vec4(0.5f, 0.25f, 1, 0.75f));
    QCOMPARE(scene->materials[2].alphaCutoff, 0.125f);
    QCOMPARE(scene->materials[0].alphaCutoff, 0.0f);
    // Three images are used, the first one twice.
    QCOMPARE(scene->images.size(), std::size_t{3});
    QVERIFY(scene->materials[0].baseColorImage == scene->materials[3].baseColorImage);
    for (const assets::Material& entry : scene->materials) {
        QVERIFY(entry.baseColorImage.has_value());
        const assets::EncodedImage& image = scene->images[*entry.baseColorImage];
        QCOMPARE(image.mimeType, std::string("image/png"));
        QVERIFY(image.bytes == bytesOf(kSmallPng));
    }
}

QTEST_GUILESS_MAIN(TstGltfMaterials)
#include "tst_gltf_materials.moc"
