// SPDX-License-Identifier: Apache-2.0
// X files: the mirror, the rate, and links by name.
#include "format_files.h"
#include "scene_lookup.h"
#include "scene_oracle.h"

#include <QtTest>

#include <support/compare.h>

using namespace sartor;
using namespace sartor::test;

class TstAssimpX : public QObject {
    Q_OBJECT

private slots:
    void playsXFilesAfterMirroring();
    void assumesARateWhereTheFileSaysNone();
    void takesTheBoneWithoutMeshWhenNamesClash();
};

void TstAssimpX::playsXFilesAfterMirroring() {
    const ImportFolder folder;
    const auto scene = folder.loadText("strip.x", kXFile);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QCOMPARE(scene->clips[0]->name(), std::string("Bend"));
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 2.0), 1e-6);
    QCOMPARE(scene->instances.size(), 1u);
    QVERIFY(findNote(*scene, "axis.mirrored") != nullptr);
    QVERIFY(findNote(*scene, "axis.converted") == nullptr);
    // X rotates row vectors: the key (0.7, 0, 0, 0.7) turns by -90 degrees about z, seen from +z of
    // a right-handed frame, and about -z after the mirror, which is the same turn.
    const auto rest = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    const auto end = deformedPositionsAt(*scene, scene->instances[0], scene->clips[0].get(), 2.0);
    const auto positions = scene->instances[0].mesh->positions();
    QCOMPARE(positions.size(), 4u);
    std::size_t checkedCount = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(rest[i], glm::dvec3(positions[i])), 1e-6);
        const glm::dvec3 turned(positions[i].y - 1.0f, 1.0f - positions[i].x, positions[i].z);
        if (positions[i] == glm::vec3(1.0f, 2.0f, -0.5f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], turned), 1e-6);
            ++checkedCount;
        } else if (positions[i] == glm::vec3(0.0f, 2.0f, 0.0f)) {
            QCOMPARE_LE(maxAbsDiff(end[i], 0.5 * (turned + glm::dvec3(positions[i]))), 1e-6);
            ++checkedCount;
        } else {
            QCOMPARE_LE(maxAbsDiff(end[i], glm::dvec3(positions[i])), 1e-6);
        }
    }
    QCOMPARE(checkedCount, 2u);
}

void TstAssimpX::assumesARateWhereTheFileSaysNone() {
    const ImportFolder folder;
    const std::string text = replaced(kXFile, "AnimTicksPerSecond { 4800; }\n", "");
    const auto scene = folder.loadText("strip.x", text);
    QVERIFY2(scene, failureOf(scene));
    QCOMPARE(scene->clips.size(), 1u);
    QVERIFY(findNote(*scene, "anim.ticks_per_second_missing") != nullptr);
    QCOMPARE_LE(maxAbsDiff(scene->clips[0]->duration(), 9600.0 / 25.0), 1e-3);
}

void TstAssimpX::takesTheBoneWithoutMeshWhenNamesClash() {
    const ImportFolder folder;
    // The frame of the mesh now has the name of the bone and comes first.
    std::string text = replaced(kXFile, "Frame Body {", "Frame Arm {");
    const std::size_t bone = text.find("  Frame Arm {\n    FrameTransformMatrix { 1.0,0.0,0.0,0.0, "
                                       "0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,1.0");
    const std::size_t body = text.find("  Frame Arm {\n", bone + 1);
    const std::size_t bodyEnd = text.find("\n}\nAnimationSet");
    QVERIFY(bone != std::string::npos && body != std::string::npos && bodyEnd != std::string::npos);
    text = text.substr(0, bone) + text.substr(body, bodyEnd - body) + "\n" +
           text.substr(bone, body - bone) + text.substr(bodyEnd + 1);
    const auto scene = folder.loadText("clash.x", text);
    QVERIFY2(scene, failureOf(scene));
    QVERIFY(findNote(*scene, "assimp.name_clash") != nullptr);
    const std::vector<JointIndex> named = scene->skeleton->findByName("Arm");
    QCOMPARE(named.size(), 2u);
    QCOMPARE(scene->instances.size(), 1u);
    const assets::Skin& skin = *scene->skins.at(0);
    QCOMPARE(skin.jointCount(), 2u);
    QVERIFY(skin.joint(SkinJointIndex(1)) != scene->instances[0].node);
    QCOMPARE(scene->skeleton->joint(skin.joint(SkinJointIndex(1))).name, std::string("Arm"));
    // At rest nothing moves, which would fail with the other node.
    const auto rest = deformedPositionsAt(*scene, scene->instances[0], nullptr, 0.0);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        QCOMPARE_LE(maxAbsDiff(rest[i], glm::dvec3(scene->instances[0].mesh->positions()[i])),
                    1e-6);
    }
}

QTEST_GUILESS_MAIN(TstAssimpX)
#include "tst_assimp_x.moc"
