// SPDX-License-Identifier: Apache-2.0
// What the JSON must say, and the path of what is wrong with it.
#include "gltf_character.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::test;
using import::NoteSeverity;
using Json = nlohmann::json;

namespace {

const std::vector<Refusal>& refusals() {
    static const std::vector<Refusal> kRefusals = {
        {{"no asset", [](GltfFile& f) { f.root.erase("asset"); }},
         "gltf.missing",
         "/: 'asset' is missing"},
        {{"version 1", [](GltfFile& f) { f.at("/asset/version") = "1.0"; }},
         "gltf.version",
         "/asset: the file is glTF 1.0 and needs at least 2.0, expected version 2.0"},
        {{"newer minimum version", [](GltfFile& f) { f.at("/asset/minVersion") = "2.1"; }},
         "gltf.version",
         "needs at least 2.1"},
        {{"required extension",
          [](GltfFile& f) {
              f.at("/extensionsRequired") = {"EXT_meshopt_compression", "ACME_bones"};
          }},
         "gltf.extension_required",
         "/extensionsRequired/1: the file cannot be read without ACME_bones, which is not "
         "supported"},
        {{"required animation of pointers",
          [](GltfFile& f) { f.at("/extensionsRequired") = {"KHR_animation_pointer"}; }},
         "gltf.extension_required",
         "without KHR_animation_pointer, which is not supported"},
        {{"wrong type", [](GltfFile& f) { f.at("/nodes/1/name") = 3; }},
         "gltf.type",
         "/nodes/1/name: expected a string"},
        {{"object instead of array", [](GltfFile& f) { f.at("/skins") = Json::object(); }},
         "gltf.type",
         "/skins: expected an array"},
        {{"child out of range", [](GltfFile& f) { f.at("/nodes/1/children/0") = 9; }},
         "gltf.index_out_of_range",
         "/nodes/1/children/0: 9 names none of the file's 4 nodes"},
        {{"negative index", [](GltfFile& f) { f.at("/nodes/2/mesh") = -1; }},
         "gltf.value",
         "/nodes/2/mesh: expected a whole number of at least 0"},
        {{"index beyond 32 bits", [](GltfFile& f) { f.at("/nodes/2/mesh") = 4294967296u * 1ull; }},
         "gltf.index_out_of_range",
         "/nodes/2/mesh: 4294967296 names none"},
        {{"fractional count", [](GltfFile& f) { f.at("/accessors/0/count") = 2.5; }},
         "gltf.value",
         "/accessors/0/count: expected a whole number"},
        {{"short translation",
          [](GltfFile& f) {
              f.at("/nodes/1/translation") = {1, 2};
          }},
         "gltf.value",
         "/nodes/1/translation: 2 numbers, expected 3"},
        {{"long matrix", [](GltfFile& f) { f.at("/nodes/1/matrix") = std::vector<int>(17, 1); }},
         "gltf.value",
         "/nodes/1/matrix: 17 numbers, expected 16"},
        {{"number beyond a float", [](GltfFile& f) { f.at("/nodes/1/translation/0") = 1e39; }},
         "gltf.value",
         "/nodes/1/translation/0: the number does not fit a 32-bit float"},
        {{"component type", [](GltfFile& f) { f.at("/accessors/0/componentType") = 5124; }},
         "gltf.value",
         "/accessors/0/componentType: 5124 is no component type"},
        {{"accessor type", [](GltfFile& f) { f.at("/accessors/0/type") = "VEC5"; }},
         "gltf.value",
         "/accessors/0/type: 'VEC5' is no accessor type"},
        {{"interpolation",
          [](GltfFile& f) { f.at("/animations/0/samplers/0/interpolation") = "QUADRATIC"; }},
         "gltf.value",
         "/animations/0/samplers/0/interpolation: 'QUADRATIC', expected LINEAR"},
        {{"mode", [](GltfFile& f) { f.at(kPrimitive + "/mode") = 7; }},
         "gltf.value",
         "/meshes/0/primitives/0/mode: 7, expected 0 to 6"},
        {{"skin without joints", [](GltfFile& f) { f.at("/skins/0/joints") = Json::array(); }},
         "gltf.value",
         "/skins/0/joints: expected at least one joint"},
        {{"stride too long", [](GltfFile& f) { f.at("/bufferViews/0/byteStride") = 256; }},
         "gltf.value",
         "/bufferViews/0/byteStride: 256, expected at most 252"},
        {{"count near 2^32", [](GltfFile& f) { f.at("/accessors/0/count") = 4294967295u; }},
         "file.too_large",
         "/accessors/0/count: 4294967295 elements, at most 4294967294 are read"},
        {{"more sparse entries than elements",
          [](GltfFile& f) {
              f.at("/accessors/6/sparse") = {
                  {"count", 4},
                  {"indices", {{"bufferView", 0}, {"componentType", 5123}}},
                  {"values", {{"bufferView", 0}}}};
          }},
         "gltf.value",
         "/accessors/6/sparse/count: 4 of 3 elements cannot be replaced"},
    };
    return kRefusals;
}

const std::vector<Remark>& remarks() {
    static const std::vector<Remark> kRemarks = {
        {{"extension",
          [](GltfFile& f) {
              f.at("/extensionsUsed") = {
                  "KHR_mesh_quantization", "KHR_draco_mesh_compression", "ACME_bones"};
          }},
         NoteSeverity::Info,
         "gltf.extension_ignored",
         "/extensionsUsed/2",
         1},
        {{"texture transform",
          [](GltfFile& f) {
              f.at("/extensionsRequired") = {"KHR_texture_transform"};
              f.at("/extensionsUsed") = {"KHR_texture_transform"};
          }},
         NoteSeverity::Info,
         "gltf.extension_ignored",
         "/extensionsUsed/0",
         1},
    };
    return kRemarks;
}

} // namespace

class TstGltfDocument : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void notesWhatDiffersFromTheFile_data();
    void notesWhatDiffersFromTheFile();
    void rejectsWhatIsNoJson_data();
    void rejectsWhatIsNoJson();
    void saysWhereItIsTooDeep();
};

void TstGltfDocument::rejectsInvalidInput_data() {
    addRows(refusals());
}

void TstGltfDocument::rejectsInvalidInput() {
    checkRefusal(rowOf(refusals()));
}

void TstGltfDocument::notesWhatDiffersFromTheFile_data() {
    addRows(remarks());
}

void TstGltfDocument::notesWhatDiffersFromTheFile() {
    checkRemark(rowOf(remarks()));
}

void TstGltfDocument::rejectsWhatIsNoJson_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("words") << QByteArray("hello");
    QTest::newRow("cut") << QByteArray(R"({"asset":{"version":"2.0")");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("number") << QByteArray("3");
    QTest::newRow("number too large") << QByteArray(R"({"asset":{"version":1e999}})");
    QTest::newRow("bytes") << QByteArray("\x00\xFF\xFE\x01", 4);
    QTest::newRow("deep") << QByteArray(100000, '[');
    QTest::newRow("deep extras") << R"({"asset":{"version":"2.0"},"extras":)" +
                                        QByteArray(5000, '[') + QByteArray(5000, ']') + "}";
}

void TstGltfDocument::rejectsWhatIsNoJson() {
    QFETCH(QByteArray, text);
    const ImportFolder folder;
    const auto scene = folder.load("file.gltf", text);
    QVERIFY(!scene);
    QVERIFY2(scene.error().code == "gltf.json" || scene.error().code == "gltf.type",
             scene.error().message.c_str());
}

void TstGltfDocument::saysWhereItIsTooDeep() {
    // The object around counts as a level; brackets in strings do not.
    const auto nested = [](int depth) {
        return R"({"extras": "[[\"[",)"
               "\n \"deep\": " +
               QByteArray(depth, '[') + QByteArray(depth, ']') + "}";
    };
    const ImportFolder folder;
    const auto scene = folder.load("file.gltf", nested(1024));
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("gltf.json"));
    const QString message = QString::fromStdString(scene.error().message);
    QVERIFY2(message.endsWith("JSON, line 2, column 1033: more than 1024 levels deep"),
             qPrintable(message));
    const auto allowed = folder.load("file.gltf", nested(1022));
    QCOMPARE(allowed.error().code, std::string("gltf.missing")); // the asset
}

QTEST_GUILESS_MAIN(TstGltfDocument)
#include "tst_gltf_document.moc"
