// SPDX-License-Identifier: Apache-2.0
// A whole character with every value, and the reader on files that were cut or changed.
#include "gltf_character.h"

#include <QtTest>

#include <numbers>

using namespace sartor;
using namespace sartor::test;
using import::ImportedScene;

class TstGltfReader : public QObject {
    Q_OBJECT

private slots:
    void readsEverythingOfACharacter();
    void survivesTruncation();
    void survivesFlippedBytes();
};

void TstGltfReader::readsEverythingOfACharacter() {
    const ImportFolder folder;
    const auto loaded = folder.load(character());
    QVERIFY2(loaded, failureOf(loaded));
    const ImportedScene& scene = *loaded;
    QCOMPARE(scene.format, std::string("glTF 2.0"));
    QCOMPARE(scene.skeleton->jointCount(), std::size_t{4});
    const JointIndex foundA = findJoint(scene, "a");
    const JointIndex foundB = findJoint(scene, "b");
    QVERIFY(!foundA.isNone() && !foundB.isNone());
    const assets::Joint* a = &scene.skeleton->joint(foundA);
    const assets::Joint* b = &scene.skeleton->joint(foundB);
    QCOMPARE(a->fileNode, 1u);
    QCOMPARE(b->fileNode, 3u);
    QCOMPARE(scene.skeleton->joint(b->parent).name, std::string("a"));
    QCOMPARE(a->parentFromJointRest.translation, glm::vec3(0, 1, 0));
    const float half = std::numbers::sqrt2_v<float> / 2;
    QCOMPARE_LE(maxAbsDiff(b->parentFromJointRest.rotation, glm::quat(half, 0, 0, half)),
                kAngleTolerance);

    QCOMPARE(scene.skins.size(), std::size_t{1});
    const assets::Skin& skin = *scene.skins[0];
    QCOMPARE(skin.joint(SkinJointIndex(0)), scene.skeleton->jointOfFileNode(1));
    QCOMPARE(skin.joint(SkinJointIndex(1)), scene.skeleton->jointOfFileNode(3));
    // Columns in the file: the second matrix turns x to y and y to -x, then moves.
    QCOMPARE(skin.jointFromBind()[1].linear,
             glm::mat3(glm::vec3(0, 1, 0), glm::vec3(-1, 0, 0), glm::vec3(0, 0, 1)));
    QCOMPARE(skin.jointFromBind()[1].translation, glm::vec3(0.5f, -2, 0));

    QCOMPARE(scene.instances.size(), std::size_t{1});
    const import::MeshInstance& instance = scene.instances[0];
    QCOMPARE(instance.meshName, std::string("tri"));
    QCOMPARE(instance.fileNode, 2u);
    QCOMPARE(instance.node, scene.skeleton->jointOfFileNode(2));
    QVERIFY(instance.skin == 0u);
    QVERIFY(!instance.material);
    QCOMPARE(flatten(instance.mesh->positions()), (std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}));
    QCOMPARE(instance.mesh->normals()[1], glm::vec3(0, 0, 1));
    QCOMPARE(instance.mesh->uvs()[2], glm::vec2(0, 1));
    QVERIFY(instance.mesh->tangents().empty());
    const auto triangles = instance.mesh->triangles();
    QCOMPARE(std::vector<std::uint32_t>(triangles.begin(), triangles.end()),
             (std::vector<std::uint32_t>{0, 1, 2}));
    const assets::FileInfluences* influences = instance.mesh->fileInfluences();
    QVERIFY(influences != nullptr);
    QCOMPARE(influences->slotsPerVertex, 4u);
    QCOMPARE(influences->joints, (std::vector<std::uint32_t>{0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}));
    QCOMPARE(influences->weights, (std::vector<float>{1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0}));

    QVERIFY(instance.morphs != nullptr);
    QCOMPARE(instance.morphs->targetCount(), std::size_t{1});
    const assets::MorphTarget& target = instance.morphs->targets()[0];
    QCOMPARE(target.name, std::string("smile"));
    QCOMPARE(target.vertices, std::vector<std::uint32_t>{1});
    QCOMPARE(target.positionDeltas, std::vector<glm::vec3>{glm::vec3(0, 0, 0.5f)});
    QVERIFY(target.normalDeltas.empty());
    QCOMPARE(instance.defaultMorphWeights, std::vector<float>{0.25f});

    QCOMPARE(scene.clips.size(), std::size_t{1});
    const assets::Clip& clip = *scene.clips[0];
    QCOMPARE(clip.name(), std::string("clip"));
    QCOMPARE(clip.duration(), 1.0f);
    QCOMPARE(clip.jointTracks().size(), std::size_t{2});
    const assets::JointTracks& move = clip.jointTracks()[0];
    QCOMPARE(move.joint, scene.skeleton->jointOfFileNode(1));
    QCOMPARE(move.translation.interpolation, assets::Interpolation::Linear);
    QCOMPARE(move.translation.values,
             (std::vector<glm::vec3>{glm::vec3(0, 1, 0), glm::vec3(2, 1, 0)}));
    QVERIFY(move.rotation.isEmpty() && move.scale.isEmpty());
    const assets::JointTracks& turn = clip.jointTracks()[1];
    QCOMPARE(turn.rotation.interpolation, assets::Interpolation::Step);
    QCOMPARE(turn.rotation.values[1].z, 1.0f); // x, y, z, w in the file
    QCOMPARE(clip.morphWeightTracks().size(), std::size_t{1});
    const assets::MorphWeightTrack& morph = clip.morphWeightTracks()[0];
    QCOMPARE(morph.node, scene.skeleton->jointOfFileNode(2));
    QCOMPARE(morph.targetCount, 1u);
    QCOMPARE(morph.weights.interpolation, assets::Interpolation::CubicSpline);
    QCOMPARE(morph.weights.values, (std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}));
}

void TstGltfReader::survivesTruncation() {
    const QByteArray glb = character().glb();
    const ImportFolder folder;
    for (qsizetype length = 0; length < glb.size(); ++length) {
        const auto scene = folder.load("cut.glb", glb.first(length));
        QVERIFY2(!scene, qPrintable(QString::number(length)));
        QVERIFY(!scene.error().code.empty() && !scene.error().message.empty());
    }
}

void TstGltfReader::survivesFlippedBytes() {
    const QByteArray glb = character().glb();
    const ImportFolder folder;
    Random random(20240229);
    int loadedCount = 0;
    constexpr int kRuns = 4000;
    for (int run = 0; run < kRuns; ++run) {
        QByteArray changed = glb;
        const auto place =
            static_cast<qsizetype>(random.below(static_cast<std::uint32_t>(changed.size())));
        changed[place] = static_cast<char>(static_cast<unsigned char>(changed[place]) ^
                                           (1u + random.below(255)));
        const auto scene = folder.load("flipped.glb", changed);
        loadedCount += scene ? 1 : 0;
        if (!scene) {
            QVERIFY(!scene.error().code.empty() && !scene.error().message.empty());
        }
    }
    // Most changes hit names and numbers that any value is fine for, others must be refused.
    QVERIFY2(loadedCount > kRuns / 10 && loadedCount < kRuns,
             qPrintable(QString::number(loadedCount)));
}

QTEST_GUILESS_MAIN(TstGltfReader)
#include "tst_gltf_reader.moc"
