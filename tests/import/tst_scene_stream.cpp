// SPDX-License-Identifier: Apache-2.0
// Scenes through bytes and back, and bytes that no writer wrote.
#include "format_files.h"
#include "scene_equality.h"
#include "worker/scene_stream.h"

#include <QtTest>

#include <random>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;
using import::importFile;

namespace {

/// No UTF-8, as names of files may be.
const std::vector<std::filesystem::path> kOpenedFiles{"/a/b\xff.fbx", "c"};

std::vector<std::byte> bytesOf(const Result<ImportedScene>& scene) {
    std::vector<std::byte> bytes;
    import::writeAnswer({scene, kOpenedFiles}, [&](std::span<const std::byte> part) {
        bytes.insert(bytes.end(), part.begin(), part.end());
});
return bytes;
} // namespace

Result<ImportedScene> readScene(std::span<const std::byte> bytes) {
    return import::readAnswer(bytes).scene;
}

/// Everything that a stream can hold, twice, and two instances that share.
ImportedScene richScene() {
    ImportedScene scene;
    scene.metresPerUnit = 0.01f;
    scene.report.notes = {
        {import::NoteSeverity::Warning, "a.code", "/a/place", "It \u00e9.", 7, {1, 2, 3}},
        {import::NoteSeverity::Error, "", "", "", 0, {}}};
    scene.images = {{"skin", "image/png", {std::byte{1}, std::byte{0}, std::byte{255}}}, {}};
    scene.materials = {{.name = "cloth", .baseColorImage = 1, .isDoubleSided = true}, {}};
    math::Transform rest;
    rest.translation = glm::vec3(1.0f, 2.0f, 3.0f);
    rest.rotation = glm::normalize(glm::quat(0.3f, 0.1f, -0.7f, 0.2f));
    scene.skeleton = *assets::Skeleton::create(
        {{"root", JointIndex(), rest, 1}, {"tip", JointIndex(0), rest, 0}});
    assets::ClipData clip;
    clip.name = "wave";
    clip.jointTracks.resize(1);
    clip.jointTracks[0].joint = JointIndex(1);
    clip.jointTracks[0].rotation = {
        assets::Interpolation::Step, {0.0f, 1.0f}, {rest.rotation, math::identityQuat()}};
    clip.jointTracks[0].scale = {
        assets::Interpolation::CubicSpline, {0.5f}, {glm::vec3(0.0f), glm::vec3(1.0f), {}}};
    clip.jointTracks[0].scale.values[2] = glm::vec3(2.0f);
    clip.morphWeightTracks = {{JointIndex(0), 2, {{}, {0.0f}, {0.25f, 0.5f}}}};
    clip.morphWeightTracks[0].weights.interpolation = assets::Interpolation::Linear;
    scene.clips = {*assets::Clip::create(clip, 2), *assets::Clip::create({}, 2)};
    math::Affine bind;
    bind.translation = glm::vec3(-1.0f, 0.0f, 0.5f);
    scene.skins = {*assets::Skin::create({"skin", {JointIndex(1)}, {bind}}, 2)};
    assets::MeshData mesh;
    mesh.name = "body";
    mesh.positions = {glm::vec3(0.0f), glm::vec3(1.0f), glm::vec3(2.0f, 0.0f, 1.0f)};
    mesh.normals.assign(3, glm::vec3(0.0f, 1.0f, 0.0f));
    mesh.tangents.assign(3, glm::vec4(1.0f, 0.0f, 0.0f, -1.0f));
    mesh.uvs.assign(3, glm::vec2(0.25f));
    mesh.attributes = {{"COLOR_0", 2, {1, 2, 3, 4, 5, 6}}};
    mesh.skinBlend = {0.0f, 0.5f, 1.0f};
    mesh.triangles = {0, 1, 2};
    mesh.influences = assets::FileInfluences{1, {0, 0, 9}, {1.0f, NAN, -0.5f}};
    import::MeshInstance instance;
    instance.node = JointIndex(1);
    instance.fileNode = 0;
    instance.fileMesh = 4;
    instance.filePrimitive = 5;
    instance.meshName = "Body";
    instance.mesh = *assets::Mesh::create(mesh);
    instance.skin = 0;
    instance.morphs = *assets::MorphSet::create(
        {{"smile", {1, 2}, {glm::vec3(1.0f), glm::vec3(2.0f)}, {}, {}}, {"", {}, {}, {}, {}}}, 3);
    instance.defaultMorphWeights = {0.5f, -1.0f};
    instance.material = 1;
    scene.instances = {instance, instance};
    scene.instances[1].skin.reset();
    mesh.influences.reset();
    mesh.name.clear();
    import::MeshInstance plain;
    plain.node = JointIndex(0);
    plain.mesh = *assets::Mesh::create(mesh);
    scene.instances.push_back(plain);
    return scene;
}

} // namespace

class TstSceneStream : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void returnsTheSameBits_data();
    void returnsTheSameBits();
    void returnsErrors();
    void returnsWhatWasOpened();
    void refusesBytesCutShort();
    void survivesChangedBytes();
    void doesNotBelieveCounts();
};

void TstSceneStream::rejectsInvalidInput_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    const auto stream = [](const Result<ImportedScene>& scene) {
        const std::vector<std::byte> bytes = bytesOf(scene);
        return QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    };
    const QByteArray good = stream(richScene());
    QTest::newRow("nothing") << QByteArray()
                             << "offset 0: the end, where 4 more bytes were expected";
    QTest::newRow("something else") << QByteArray("Hello, world") << "offset 4: no scene";
    QByteArray changed = good;
    changed[4] = 77;
    QTest::newRow("version") << changed << "offset 8: a scene in version 77, expected 1";
    QTest::newRow("more") << good + 'x' << "more bytes after the end";
    changed = good;
    changed[changed.size() - 1] = 0;
    QTest::newRow("no end") << changed << "no end where the scene should have one";
    const auto broken = [&](const char* row, auto change, const char* message) {
        ImportedScene scene = richScene();
        change(scene);
        QTest::newRow(row) << stream(scene) << message;
    };
    broken(
        "unit", [](auto& s) { s.metresPerUnit = 0.0f; }, "a unit that is no length");
    broken(
        "text", [](auto& s) { s.report.notes[0].code = "\xff"; }, "text that is not UTF-8");
    broken(
        "kind",
        [](auto& s) { s.report.notes[0].severity = static_cast<import::NoteSeverity>(9); },
        "an unknown kind 9");
    broken(
        "image",
        [](auto& s) { s.materials[0].baseColorImage = 2; },
        "a material with an image that is not there");
    broken(
        "file node",
        [](auto& s) {
            s.skeleton = *assets::Skeleton::create({{"a", JointIndex(), {}, 7}});
        },
        "file node 7 of 1 joints");
    const char* missing = "an instance with a skin, material or targets that are not there";
    broken(
        "skin", [](auto& s) { s.instances[0].skin = 1; }, missing);
    broken(
        "material", [](auto& s) { s.instances[0].material = 2; }, missing);
    broken(
        "targets of a larger mesh",
        [](auto& s) {
            assets::MeshData mesh;
            mesh.positions.resize(9);
            s.instances[1].mesh = *assets::Mesh::create(mesh);
        },
        missing);
    broken(
        "node", [](auto& s) { s.instances[0].node = JointIndex(2); }, "joint 2 of 2");
    broken(
        "weights",
        [](auto& s) { s.instances[0].defaultMorphWeights.pop_back(); },
        "an instance with other weights than targets");
}

void TstSceneStream::rejectsInvalidInput() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const auto scene =
        readScene(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
    QVERIFY(!scene);
    QCOMPARE(scene.error().code, std::string("import.worker_answer"));
    QVERIFY2(QString::fromStdString(scene.error().message).endsWith(message),
             scene.error().message.c_str());
}

void TstSceneStream::returnsTheSameBits_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("rich") << "";
    for (const char* name :
         {"twist_tube.fbx", "sparse_morph.fbx", "bvh_orders.bvh", "good.md5mesh"}) {
        QTest::newRow(name) << QString::fromStdString(dataFile(name));
    }
    QTest::newRow("mannequin") << SARTOR_SAMPLES_DIR "/assets/mannequin.glb";
}

void TstSceneStream::returnsTheSameBits() {
    QFETCH(QString, file);
    const auto scene = file.isEmpty()
                           ? Result<ImportedScene>(richScene())
                           : importFile(file.toStdString(),
                                        {.foreign = {.isolation = import::Isolation::InProcess}});
    QVERIFY2(scene, scene ? "" : scene.error().message.c_str());
    auto back = readScene(bytesOf(scene));
    QVERIFY2(back, back ? "" : back.error().message.c_str());
    back->path = scene->path;
    back->format = scene->format;
    QCOMPARE(SceneComparison(*scene, *back).difference(), std::string());
}

void TstSceneStream::returnsErrors() {
    const auto back = readScene(bytesOf(Error{"file.missing", "a \"b\" \n c"}));
    QVERIFY(!back);
    QCOMPARE(back.error().code, std::string("file.missing"));
    QCOMPARE(back.error().message, std::string("a \"b\" \n c"));
}

void TstSceneStream::returnsWhatWasOpened() {
    for (const Result<ImportedScene>& scene :
         {Result<ImportedScene>(richScene()), Result<ImportedScene>(Error{"a", "b"})}) {
        QVERIFY(import::readAnswer(bytesOf(scene)).openedFiles == kOpenedFiles);
    }
}

void TstSceneStream::refusesBytesCutShort() {
    const std::vector<std::byte> bytes = bytesOf(richScene());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto scene = readScene(std::span(bytes).first(size));
        QVERIFY2(!scene, qPrintable(QString::number(size)));
    }
}

void TstSceneStream::survivesChangedBytes() {
    const std::vector<std::byte> good = bytesOf(richScene());
    std::mt19937 random(20);
    std::size_t refusedCount = 0;
    constexpr int kRounds = 20000;
    for (int round = 0; round < kRounds; ++round) {
        std::vector<std::byte> bytes = good;
        for (std::size_t change = random() % 3 + 1; change > 0; --change) {
            bytes[random() % bytes.size()] = static_cast<std::byte>(random() & 0xFF);
        }
        const auto scene = readScene(bytes);
        refusedCount += scene ? 0u : 1u;
    }
    // Most bytes are numbers that may be others.
    QVERIFY(refusedCount > kRounds / 10 && refusedCount < kRounds);
}

void TstSceneStream::doesNotBelieveCounts() {
    // Every place that could be a count says more than there is: no memory may be taken for it.
    const std::vector<std::byte> good = bytesOf(richScene());
    for (std::size_t i = 8; i + 8 <= good.size(); ++i) {
        std::vector<std::byte> bytes = good;
        for (std::size_t k = 0; k < 8; ++k) {
            bytes[i + k] = k < 5 ? std::byte{0xFF} : std::byte{0};
        }
        const auto scene = readScene(bytes); // 2^40 elements
        Q_UNUSED(scene);
    }
    std::vector<std::byte> bytes(good.begin(), good.begin() + 8);
    bytes.insert(bytes.end(), 8, std::byte{0x7F});
    const auto scene = readScene(bytes);
    QVERIFY(!scene);
    QVERIFY2(scene.error().message.ends_with("elements, more than its bytes can hold"),
             scene.error().message.c_str());
}

QTEST_GUILESS_MAIN(TstSceneStream)
#include "tst_scene_stream.moc"
