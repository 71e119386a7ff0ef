// SPDX-License-Identifier: Apache-2.0
// What is written where: containers, buffers, images, and what is never overwritten.
#include "../import/gltf_file.h"
#include "../import/small_png.h"

#include <sartor/io/gltf_writer.h>

#include <QDir>
#include <QTest>

#include <support/full_disk.h>
#include <support/require.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

using namespace sartor;
using namespace sartor::test;
using import::InfluencesEdit;
using Json = GltfFile::Json;

namespace {

const std::vector<float> kPositions = {0, 0, 0, 1, 0, 0, 0, 1, 0};

// A triangle with weights on two joints.
GltfFile triangle() {
    GltfFile file;
    const int positions = file.addAccessor(kPositions, {"VEC3"});
    file.root["accessors"][0]["min"] = {0, 0, 0};
    file.root["accessors"][0]["max"] = {1, 1, 0};
    const int joints = file.addAccessor(std::vector<std::uint8_t>(12, 0), {"VEC4"});
    const int weights =
        file.addAccessor(std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {"VEC4"});
    const int times = file.addAccessor(std::vector<float>{0, 1});
    const int turns = file.addAccessor(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0}, {"VEC4"});
    file.root["meshes"] = {
        {{"primitives",
          {{{"attributes",
             {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}}}}}}}};
    file.root["skins"] = {{{"joints", {1, 2}}}};
    file.root["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"children", {2}}}, Json::object()};
    file.root["scenes"] = {{{"nodes", {0, 1}}}};
    file.root["animations"] = {
        {{"samplers", {{{"input", times}, {"output", turns}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}};
    return file;
}

InfluencesEdit otherWeights() {
    assets::FileInfluences influences;
    influences.slotsPerVertex = 4;
    influences.joints = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    influences.weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    return {0, 0, influences};
}

QByteArray smallPng() {
    return QByteArray::fromBase64(kSmallPng);
}

QByteArray bytesOf(const std::filesystem::path& path) {
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

Json jsonOf(const std::filesystem::path& path) {
    const QByteArray bytes = bytesOf(path);
    if (!bytes.startsWith("glTF")) {
        return Json::parse(bytes.toStdString(), nullptr, false);
    }
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.constData() + 12, 4);
    return Json::parse(bytes.mid(20, size).toStdString(), nullptr, false);
}

bool isJoint1(const import::ImportedScene& scene) {
    return scene.instances.at(0).mesh->fileInfluences()->joints[0] == 1;
}

bool hasNote(const io::GltfSaved& saved, const std::string& note) {
    return std::find(saved.notes.begin(), saved.notes.end(), note) != saved.notes.end();
}

} // namespace

class TstGltfWriter : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<ImportFolder>(); }

    void rejectsWhatItCannotWriteBack_data();
    void rejectsWhatItCannotWriteBack();
    void rejectsOtherOutputs();
    void doesNotReplaceItsInput();
    void doesNotReplaceOtherFiles();
    void writesTheSameFileAgain();
    void keepsUnknownChunks();
    void takesBuffersIntoOne();
    void keepsBuffersOfExtensions();
    void takesImagesIn();
    void copiesFilesAlong();
    void leavesFilesInPlace();
    void namesNewBuffers();
    void keepsLinksFromLeadingOut();
    void aFullDiskLeavesTheFolderAsItWas();
    void saysWhatCannotBeRead();
    void repairsText();
    void editsWithoutBuffers();
    void survivesRandomEdits();

private:
    std::filesystem::path path(const std::string& name) const { return folder_->path() / name; }
    io::GltfWriter open(const std::string& name) const {
        return require(io::GltfWriter::open(path(name)));
    }
    // The triangle with its buffer in a file.
    void writeExternal(const std::string& name, const std::string& bufferName) const {
        GltfFile file = triangle();
        folder_->write(bufferName, file.binary);
        file.root["buffers"] = {{{"uri", bufferName}, {"byteLength", file.binary.size()}}};
        folder_->write(name, QByteArray::fromStdString(file.root.dump()));
    }

    std::unique_ptr<ImportFolder> folder_;
};

void TstGltfWriter::rejectsWhatItCannotWriteBack_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::newRow("not there") << "none.glb" << QByteArray() << "file.missing";
    QTest::newRow("other format") << "file.fbx" << QByteArray("x") << "output.format";
    QTest::newRow("no JSON") << "file.gltf" << QByteArray("{") << "gltf.json";
    QTest::newRow("cut short") << "file.glb" << triangle().glb().left(100) << "file.truncated";
    GltfFile outside = triangle();
    outside.root["buffers"] = {{{"uri", "../other.bin"}, {"byteLength", 1}}};
    QTest::newRow("outside") << "file.gltf" << QByteArray::fromStdString(outside.root.dump())
                             << "file.uri_outside_root";
    outside.root["buffers"] = {{{"uri", "missing.bin"}, {"byteLength", 1}}};
    QTest::newRow("buffer missing")
        << "file.gltf" << QByteArray::fromStdString(outside.root.dump()) << "file.missing";
    GltfFile wrong = triangle();
    wrong.root["bufferViews"][0]["buffer"] = 7;
    QTest::newRow("wrong index") << "file.gltf" << wrong.gltf() << "gltf.index_out_of_range";
}

void TstGltfWriter::rejectsWhatItCannotWriteBack() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    if (!bytes.isEmpty()) {
        folder_->write(name.toStdString(), bytes);
    }
    const auto writer = io::GltfWriter::open(path(name.toStdString()));
    QVERIFY(!writer);
    QTEST(QString::fromStdString(writer.error().code), "code");
    QVERIFY(writer.error().message.find(name.toStdString()) != std::string::npos);
}

void TstGltfWriter::rejectsOtherOutputs() {
    folder_->write("in.glb", triangle().glb());
    const auto saved = open("in.glb").save(path("out.obj"));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, std::string("output.format"));
    const auto nowhere = open("in.glb").save(path("none/out.glb"));
    QVERIFY(!nowhere);
    QCOMPARE(nowhere.error().code, std::string("file.unwritable"));
}

void TstGltfWriter::doesNotReplaceItsInput() {
    folder_->write("in.glb", triangle().glb());
    io::GltfWriter writer = open("in.glb");
    QVERIFY(writer.apply(otherWeights()).isOk());
    const auto refused = writer.save(folder_->path() / "." / "in.glb");
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("output.exists"));
    QCOMPARE(bytesOf(path("in.glb")), triangle().glb());
    QVERIFY(writer.save(path("in.glb"), io::ExistingFiles::Replace).hasValue());
    QVERIFY(isJoint1(require(import::importFile(path("in.glb")))));
}

void TstGltfWriter::doesNotReplaceOtherFiles() {
    writeExternal("in.gltf", "data.bin");
    QVERIFY(QDir().mkpath(QString::fromStdString(path("out").string())));
    folder_->write("out/data.bin", "something else");
    const io::GltfWriter writer = open("in.gltf");
    const auto refused = writer.save(path("out/out.gltf"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("output.exists"));
    QCOMPARE(bytesOf(path("out/data.bin")), QByteArray("something else"));
    QVERIFY(!std::filesystem::exists(path("out/out.gltf")));
    QVERIFY(writer.save(path("out/out.gltf"), io::ExistingFiles::Replace).hasValue());
    QCOMPARE(bytesOf(path("out/data.bin")), triangle().binary);
    // The same file may be there.
    QVERIFY(writer.save(path("out/out.gltf")).hasValue());
}

void TstGltfWriter::writesTheSameFileAgain() {
    folder_->write("in.glb", triangle().glb());
    folder_->write("in.gltf", triangle().gltf());
    require(open("in.glb").save(path("out.glb")));
    require(open("in.gltf").save(path("out.gltf")));
    QCOMPARE(bytesOf(path("out.glb")), triangle().glb());
    QCOMPARE(bytesOf(path("out.gltf")), triangle().gltf());
}

void TstGltfWriter::keepsUnknownChunks() {
    GltfFile file = triangle();
    file.root["buffers"] = {{{"byteLength", file.binary.size()}}};
    const QByteArray glb = GltfFile::glbOf(
        {{'J', QByteArray::fromStdString(file.root.dump())}, {'B', file.binary}, {'?', "known"}});
    folder_->write("in.glb", glb);
    require(open("in.glb").save(path("out.glb")));
    QCOMPARE(bytesOf(path("out.glb")), glb);
    const io::GltfSaved saved = require(open("in.glb").save(path("out.gltf")));
    QVERIFY(hasNote(saved,
                    "chunks that glTF does not know have no place in a .gltf file and were left "
                    "out"));
}

// Data in base64, in a file and in another become the chunk of a .glb.
void TstGltfWriter::takesBuffersIntoOne() {
    GltfFile file = triangle();
    const QByteArray first = file.binary.left(37); // an odd size
    folder_->write("rest one.bin", file.binary);
    file.root["buffers"] = {
        {{"name", "first"},
         {"uri", "data:application/octet-stream;base64," + first.toBase64().toStdString()},
         {"byteLength", first.size()}},
        {{"uri", "rest%20one.bin"}, {"byteLength", file.binary.size()}}};
    for (std::size_t i = 1; i < file.root["bufferViews"].size(); ++i) {
        file.root["bufferViews"][i]["buffer"] = 1;
    }
    folder_->write("in.gltf", QByteArray::fromStdString(file.root.dump()));
    io::GltfWriter writer = open("in.gltf");
    QVERIFY(writer.apply(otherWeights()).isOk());
    const io::GltfSaved saved = require(writer.save(path("out.glb")));
    QVERIFY(hasNote(saved, "2 buffers became one"));
    const Json json = jsonOf(path("out.glb"));
    QCOMPARE(json["buffers"].size(), std::size_t{1});
    QCOMPARE(json["buffers"][0]["name"].get<std::string>(), std::string("first"));
    QVERIFY(!json["buffers"][0].contains("uri"));
    const auto scene = require(import::importFile(path("out.glb")));
    QVERIFY(isJoint1(scene));
    QVERIFY(scene.instances.at(0).mesh->positions()[1] == glm::vec3(1.0f, 0.0f, 0.0f));
    QCOMPARE(scene.clips.at(0)->duration(), 1.0f);
}

// A buffer that has no data of its own keeps its entry, and what points into others moves along.
void TstGltfWriter::keepsBuffersOfExtensions() {
    GltfFile file = triangle();
    folder_->write("data.bin", file.binary);
    const Json fallback = {{"byteLength", 64},
                           {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}};
    file.root["extensionsUsed"] = {"EXT_meshopt_compression"};
    file.root["buffers"] = {fallback, {{"uri", "data.bin"}, {"byteLength", file.binary.size()}}};
    for (Json& view : file.root["bufferViews"]) {
        view["buffer"] = 1;
    }
    file.root["bufferViews"].push_back({{"buffer", 0},
                                        {"byteLength", 64},
                                        {"extensions",
                                         {{"EXT_meshopt_compression",
                                           {{"buffer", 1},
                                            {"byteOffset", 4},
                                            {"byteLength", 8},
                                            {"byteStride", 4},
                                            {"count", 16},
                                            {"mode", "ATTRIBUTES"}}}}}});
    folder_->write("in.gltf", QByteArray::fromStdString(file.root.dump()));
    require(open("in.gltf").save(path("out.glb")));
    const Json json = jsonOf(path("out.glb"));
    QCOMPARE(json["buffers"].size(), std::size_t{2});
    QCOMPARE(json["buffers"][0]["byteLength"].get<qsizetype>(), file.binary.size());
    QCOMPARE(json["buffers"][1].dump(), fallback.dump());
    QCOMPARE(json["bufferViews"][0]["buffer"].get<int>(), 0);
    const Json& view = json["bufferViews"].back();
    QCOMPARE(view["buffer"].get<int>(), 1);
    QCOMPARE(view["extensions"]["EXT_meshopt_compression"]["buffer"].get<int>(), 0);
    QCOMPARE(view["extensions"]["EXT_meshopt_compression"]["byteOffset"].get<int>(), 4);
}

void TstGltfWriter::takesImagesIn() {
    GltfFile file = triangle();
    folder_->write("skin.png", smallPng());
    file.root["images"] = {{{"uri", "skin.png"}, {"extras", 1}},
                           {{"uri", "skin.png"}},
                           {{"uri", "none.png"}},
                           {{"uri", "odd.tga"}}};
    folder_->write("odd.tga", "no picture");
    file.root["textures"] = {{{"source", 0}}};
    file.root["materials"] = {{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}};
    file.root["meshes"][0]["primitives"][0]["material"] = 0;
    folder_->write("in.gltf", file.gltf());
    const io::GltfSaved saved = require(open("in.gltf").save(path("out.glb")));
    QVERIFY(hasNote(saved, "2 images were taken into the file"));
    const Json json = jsonOf(path("out.glb"));
    QCOMPARE(json["images"][0]["mimeType"].get<std::string>(), std::string("image/png"));
    QCOMPARE(json["images"][0]["extras"].get<int>(), 1);
    QCOMPARE(json["images"][0]["bufferView"].get<int>(),
             json["images"][1]["bufferView"].get<int>());
    QCOMPARE(json["images"][2]["uri"].get<std::string>(), std::string("none.png"));
    QCOMPARE(json["images"][3]["uri"].get<std::string>(), std::string("odd.tga"));
    const auto scene = require(import::importFile(path("out.glb")));
    QCOMPARE(scene.images.size(), std::size_t{1});
    QCOMPARE(scene.images[0].bytes.size(), static_cast<std::size_t>(smallPng().size()));
}

void TstGltfWriter::copiesFilesAlong() {
    writeExternal("in.gltf", "data.bin");
    Json json = jsonOf(path("in.gltf"));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("maps").string())));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("out").string())));
    folder_->write("maps/a b.png", smallPng());
    json["images"] = {{{"uri", "maps/a%20b.png"}}};
    folder_->write("in.gltf", QByteArray::fromStdString(json.dump()));
    const io::GltfSaved saved = require(open("in.gltf").save(path("out/out.gltf")));
    QVERIFY(hasNote(saved, "'maps/a b.png' was copied to the folder of the output"));
    QCOMPARE(saved.files.size(), std::size_t{3});
    QCOMPARE(saved.files.back(), path("out/out.gltf"));
    QCOMPARE(bytesOf(path("out/maps/a b.png")), smallPng());
    QCOMPARE(bytesOf(path("out/data.bin")), bytesOf(path("data.bin")));
    QCOMPARE(bytesOf(path("out/out.gltf")), bytesOf(path("in.gltf")));
}

void TstGltfWriter::leavesFilesInPlace() {
    writeExternal("in.gltf", "data.bin");
    const io::GltfSaved saved = require(open("in.gltf").save(path("out.gltf")));
    QCOMPARE(saved.files.size(), std::size_t{1});
    QCOMPARE(bytesOf(path("out.gltf")), bytesOf(path("in.gltf")));
}

// Data of the input is never written over, whatever the output is called.
void TstGltfWriter::namesNewBuffers() {
    writeExternal("in.gltf", "out.bin");
    io::GltfWriter writer = open("in.gltf");
    QVERIFY(writer.apply(otherWeights()).isOk());
    const io::GltfSaved saved = require(writer.save(path("out.gltf")));
    QVERIFY(hasNote(saved, "buffer 0 is in 'out_1.bin'"));
    QCOMPARE(bytesOf(path("out.bin")), triangle().binary);
    QVERIFY(isJoint1(require(import::importFile(path("out.gltf")))));
    // Once more: the older output is replaced, with its data.
    QVERIFY(writer.save(path("out.gltf")).hasValue());
    folder_->write("other.bin", "of something else");
    require(writer.save(path("other.gltf")));
    QCOMPARE(bytesOf(path("other.bin")), QByteArray("of something else"));
    // A chunk becomes a file, with a name that is a URI.
    folder_->write("in.glb", triangle().glb());
    require(open("in.glb").save(path("100% mine.gltf")));
    QCOMPARE(jsonOf(path("100% mine.gltf"))["buffers"][0]["uri"].get<std::string>(),
             std::string("100%25%20mine.bin"));
    QVERIFY(import::importFile(path("100% mine.gltf")).hasValue());
    // Base64 stays base64.
    folder_->write("text.gltf", triangle().gltf());
    io::GltfWriter text = open("text.gltf");
    QVERIFY(text.apply(otherWeights()).isOk());
    QCOMPARE(require(text.save(path("new.gltf"))).files.size(), std::size_t{1});
    QVERIFY(isJoint1(require(import::importFile(path("new.gltf")))));
}

void TstGltfWriter::keepsLinksFromLeadingOut() {
    QVERIFY(QDir().mkpath(QString::fromStdString(path("maps").string())));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("out").string())));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("elsewhere").string())));
    std::filesystem::create_directory_symlink(path("elsewhere"), path("out/maps"));
    GltfFile file = triangle();
    folder_->write("maps/a.png", smallPng());
    file.root["images"] = {{{"uri", "maps/a.png"}}};
    folder_->write("in.gltf", file.gltf());
    const auto saved = open("in.gltf").save(path("out/out.gltf"));
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, std::string("file.unwritable"));
    QVERIFY(std::filesystem::is_empty(path("elsewhere")));
    // A link in the place of a file, whose name the input has chosen.
    writeExternal("other.gltf", "data.bin");
    std::filesystem::create_symlink(path("elsewhere/data.bin"), path("out/data.bin"));
    const auto other = open("other.gltf").save(path("out/other.gltf"));
    QVERIFY(!other);
    QCOMPARE(other.error().message,
             path("out/data.bin").string() + ": a link is there, which is not followed");
    QVERIFY(std::filesystem::is_empty(path("elsewhere")));
    // That of the output is the user's.
    writeExternal("mine.gltf", "mine.bin");
    std::filesystem::create_symlink(path("elsewhere/mine.gltf"), path("out/mine.gltf"));
    QVERIFY(open("mine.gltf").save(path("out/mine.gltf")).hasValue());
    QVERIFY(std::filesystem::is_symlink(path("out/mine.gltf")));
    QVERIFY(std::filesystem::is_regular_file(path("elsewhere/mine.gltf")));
}

void TstGltfWriter::aFullDiskLeavesTheFolderAsItWas() {
    QVERIFY(QDir().mkpath(QString::fromStdString(path("parts").string())));
    QVERIFY(QDir().mkpath(QString::fromStdString(path("out").string())));
    writeExternal("in.gltf", "parts/data.bin");
    const io::GltfWriter writer = open("in.gltf");
    // Enough for the buffer, and not for the document.
    const auto size = static_cast<rlim_t>(triangle().binary.size());
    const auto saved = [&] {
        const test::FullDisk disk(size);
        return writer.save(path("out/out.gltf"), io::ExistingFiles::Replace);
    }();
    QVERIFY(!saved);
    QCOMPARE(saved.error().code, std::string("file.unwritable"));
    QVERIFY(std::filesystem::is_empty(path("out")));
    QVERIFY(writer.save(path("out/out.gltf")).hasValue());
    QCOMPARE(bytesOf(path("out/parts/data.bin")), triangle().binary);
}

void TstGltfWriter::saysWhatCannotBeRead() {
    GltfFile file = triangle();
    file.root["images"] = {{{"uri", "none.png"}}, {{"uri", "../secret.png"}}};
    folder_->write("in.gltf", file.gltf());
    const io::GltfSaved saved = require(open("in.gltf").save(path("out.gltf")));
    QCOMPARE(saved.notes.size(), std::size_t{2});
    QVERIFY(saved.notes[0].starts_with("image 0 is named but cannot be read: "));
    QVERIFY(saved.notes[1].find("leads out of the folder") != std::string::npos);
}

void TstGltfWriter::repairsText() {
    GltfFile file = triangle();
    file.root["nodes"][1]["name"] = "hips@";
    QByteArray text = "\xEF\xBB\xBF" + file.gltf();
    text.replace('@', '\xFF');
    folder_->write("in.gltf", text);
    require(open("in.gltf").save(path("out.gltf")));
    QCOMPARE(jsonOf(path("out.gltf"))["nodes"][1]["name"].get<std::string>(),
             std::string("hips\xEF\xBF\xBD"));
}

void TstGltfWriter::editsWithoutBuffers() {
    folder_->write("in.gltf", R"({"asset":{"version":"2.0"},"nodes":[{}]})");
    io::GltfWriter writer = open("in.gltf");
    QVERIFY(writer.apply(import::NameEdit{import::NamedList::Nodes, 0, "a"}).isOk());
    require(writer.save(path("out.glb")));
    QCOMPARE(jsonOf(path("out.glb")).dump(),
             std::string(R"({"asset":{"version":"2.0"},"nodes":[{"name":"a"}]})"));
    QCOMPARE(bytesOf(path("out.glb")).size(), 12 + 8 + 52);
    QVERIFY(import::importFile(path("out.glb")).hasValue());
}

// Edits of all kinds in any order, in every container: the last of each place is what is read.
void TstGltfWriter::survivesRandomEdits() {
    std::mt19937 engine(31);
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    const auto number = [&] { return static_cast<float>(random() % 2001) / 1000.0f - 1.0f; };
    for (int round = 0; round < 60; ++round) {
        GltfFile file = triangle();
        Json& primitives = file.root["meshes"][0]["primitives"];
        primitives.push_back(Json(primitives[0]));
        if (random() % 2 == 0) {
            file.root["extensionsUsed"] = {"ACME_reads_accessors"};
        }
        folder_->write("in.glb", file.glb());
        io::GltfWriter writer = open("in.glb");
        std::array<assets::FileInfluences, 2> influences;
        std::optional<import::KeysEdit> keys;
        std::optional<std::vector<math::Affine>> binds;
        for (int edit = 0; edit < 8; ++edit) {
            const std::uint32_t primitive = random() % 2;
            assets::FileInfluences& weights = influences[primitive];
            switch (random() % 4) {
            case 0:
                weights.slotsPerVertex = 4 + 4 * (random() % 3);
                weights.joints.assign(std::size_t{weights.slotsPerVertex} * 3, random() % 400);
                weights.weights.assign(weights.joints.size(), number());
                QVERIFY(writer.apply(import::InfluencesEdit{0, primitive, weights}).isOk());
                break;
            case 1:
                keys = import::KeysEdit{0, 1, import::ChannelPath::Rotation, {}, {}};
                keys->times.resize(1 + random() % 4);
                for (std::size_t i = 0; i < keys->times.size(); ++i) {
                    keys->times[i] = static_cast<float>(i);
                    keys->values.insert(keys->values.end(), {number(), 0.5f, number(), 0.5f});
                }
                QVERIFY(writer.apply(*keys).isOk());
                break;
            case 2:
                binds =
                    std::vector<math::Affine>(2, {glm::mat3(number() + 2.0f), glm::vec3(number())});
                QVERIFY(writer.apply(import::InverseBindsEdit{0, *binds}).isOk());
                break;
            default:
                QVERIFY(writer.apply(import::NameEdit{import::NamedList::Nodes, 2, "n"}).isOk());
                break;
            }
        }
        for (const char* name : {"out.glb", "out.gltf"}) {
            require(writer.save(path(name)));
            const auto scene = require(import::importFile(path(name)));
            for (std::size_t i = 0; i < 2; ++i) {
                const assets::Mesh& mesh = *scene.instances.at(i).mesh;
                QVERIFY(mesh.positions()[2] == glm::vec3(0.0f, 1.0f, 0.0f));
                if (!influences[i].joints.empty()) {
                    QCOMPARE(mesh.fileInfluences()->joints, influences[i].joints);
                    QCOMPARE(mesh.fileInfluences()->weights, influences[i].weights);
                } else {
                    QCOMPARE(mesh.fileInfluences()->weights[0], 1.0f);
                }
            }
            const assets::Track<glm::quat>& track = scene.clips.at(0)->jointTracks()[0].rotation;
            QCOMPARE(track.times.size(), keys ? keys->times.size() : std::size_t{2});
            QVERIFY(!keys || track.values.back().x == keys->values[keys->values.size() - 4]);
            QVERIFY(!binds || scene.skins.at(0)->jointFromBind()[1].linear == binds->back().linear);
        }
    }
}

QTEST_GUILESS_MAIN(TstGltfWriter)
#include "tst_gltf_writer.moc"
