// SPDX-License-Identifier: Apache-2.0
// Which joints go first, and that what is promised about the error is kept.
#include "random_scene.h"

#include <sartor/diagnose/detail_level.h>
#include <sartor/diagnose/joint_choice.h>

#include <QTest>

#include <support/verify_ok.h>

#include <algorithm>

using namespace sartor;
using diagnose::JointBudget;
using Indices = std::vector<unsigned>;
// clang-format 14 takes a line that begins with `import` for something else.
using ImportedScene = import::ImportedScene;

namespace {

Indices choose(const ImportedScene& scene, const JointBudget& budget) {
    Indices chosen;
    for (const JointIndex joint :
         diagnose::chooseRemovals(scene, budget, diagnose::chooseMoments(scene))) {
        chosen.push_back(joint.value());
    }
    return chosen;
}

double errorOf(const ImportedScene& scene, const std::vector<JointIndex>& removed) {
    const auto level =
        diagnose::simulateDetailLevel(scene, {.removed = removed}, diagnose::chooseMoments(scene));
    return level ? level->meshes[0].cost.maxMillimetres : -1.0;
}

// A palm with four fingers at the origin that turn by 30, 10, 20 and 40 degrees, and a tip on the
// second that turns by one more. Each joint carries a vertex at x = 1; the fourth finger none.
ImportedScene hand() {
    test::SceneBuilder builder;
    const JointIndex palm = builder.joint("palm");
    std::vector<JointIndex> joints = {palm};
    assets::ClipData clip;
    for (const float degrees : {30.0f, 10.0f, 20.0f, 40.0f}) {
        joints.push_back(builder.joint("finger", palm));
        clip.jointTracks.push_back(test::turningZ(joints.back(), {degrees}));
    }
    joints.push_back(builder.joint("tip", joints[2]));
    clip.jointTracks.push_back(test::turningZ(joints.back(), {1.0f}));
    assets::MeshData data;
    std::vector<test::VertexWeights> weights;
    for (const std::uint32_t joint : {0u, 1u, 2u, 3u, 5u}) {
        data.positions.emplace_back(1.0f, 0.0f, 0.0f);
        weights.push_back({{joint, 1.0f}});
    }
    data.influences = test::fileInfluences(weights);
    builder.mesh(data, palm, builder.skin("hand", joints));
    builder.clip(std::move(clip));
    return builder.build();
}

// Millimetres that a turn moves a vertex one unit away.
double chord(double degrees) {
    return 2000.0 * std::sin(0.5 * degrees * std::acos(-1.0) / 180.0);
}

} // namespace

class TstJointChoice : public QObject {
    Q_OBJECT

private slots:
    void takesTheCheapestLeafFirst() {
        // The finger without vertices costs nothing, the tip little; then the finger under the tip
        // by its ten degrees and the tip's one, before the others.
        QCOMPARE(choose(hand(), {.jointCount = 1}), (Indices{4, 5, 2, 3, 1}));
    }

    void stopsAtTheNumberAskedFor_data() {
        QTest::addColumn<unsigned>("count");
        QTest::addColumn<Indices>("expected");
        QTest::newRow("more than there are") << 7u << Indices{};
        QTest::newRow("as many as there are") << 6u << Indices{};
        QTest::newRow("two less") << 4u << Indices{4, 5};
        QTest::newRow("none: the root has no heir") << 0u << Indices{4, 5, 2, 3, 1};
    }
    void stopsAtTheNumberAskedFor() {
        QFETCH(const unsigned, count);
        QFETCH(const Indices, expected);
        QCOMPARE(choose(hand(), {.jointCount = count}), expected);
    }

    void stopsBeforeTheErrorAskedFor_data() {
        QTest::addColumn<double>("millimetres");
        QTest::addColumn<Indices>("expected");
        QTest::newRow("nothing") << 0.0 << Indices{4};
        QTest::newRow("just less than the tip") << chord(1.0) - 0.01 << Indices{4};
        QTest::newRow("just more than the tip") << chord(1.0) + 0.01 << Indices{4, 5};
        // Both move the vertex of the tip, so the sum of both counts.
        QTest::newRow("less than tip and finger") << chord(10.0) + 0.01 << Indices{4, 5};
        QTest::newRow("tip and finger") << chord(10.0) + chord(1.0) + 0.01 << Indices{4, 5, 2};
        QTest::newRow("more than all") << 1e6 << Indices{4, 5, 2, 3, 1};
    }
    void stopsBeforeTheErrorAskedFor() {
        QFETCH(const double, millimetres);
        QFETCH(const Indices, expected);
        QCOMPARE(choose(hand(), {.millimetres = millimetres}), expected);
        ImportedScene scene = hand();
        scene.metresPerUnit = 0.01f;
        QCOMPARE(choose(scene, {.millimetres = 0.01 * millimetres}), expected);
    }

    void keepsWhatMustStayAndWhatIsAbove() {
        QCOMPARE(choose(hand(), {.jointCount = 0, .kept = {JointIndex(5), JointIndex(4)}}),
                 (Indices{3, 1}));
    }

    void looksAtAllSkins() {
        ImportedScene scene = hand();
        // A ring that knows the first finger alone cannot give its weights to anyone.
        const auto ring = test::require(assets::Skin::create({"ring", {JointIndex(1)}, {{}}}, 6));
        scene.skins.push_back(ring);
        QCOMPARE(choose(scene, {.jointCount = 0}), (Indices{4, 5, 2, 3}));
        // A glove with a vertex far out on the fourth finger, which thus becomes the dearest.
        scene.skins[1] = test::require(
            assets::Skin::create({"glove", {JointIndex(0), JointIndex(4)}, {{}, {}}}, 6));
        assets::MeshData data;
        data.positions = {{100.0f, 0.0f, 0.0f}};
        data.influences = test::fileInfluences({{{1, 1.0f}}});
        import::MeshInstance glove = scene.instances[0];
        glove.mesh = test::require(assets::Mesh::create(data));
        glove.skin = 1;
        scene.instances.push_back(glove);
        QCOMPARE(choose(scene, {.jointCount = 0}), (Indices{5, 2, 3, 1, 4}));
    }

    // Two fingers share a vertex two units away: when the first is gone, the second costs more than
    // the third, which was dearer before.
    void knowsThatOneRemovalMakesAnotherDearer() {
        test::SceneBuilder builder;
        const JointIndex palm = builder.joint("palm");
        std::vector<JointIndex> joints = {palm};
        assets::ClipData clip;
        for (const float degrees : {10.0f, 10.0f, 15.0f}) {
            joints.push_back(builder.joint("finger", palm));
            clip.jointTracks.push_back(test::turningZ(joints.back(), {degrees}));
        }
        assets::MeshData data;
        data.positions = {{1.0f, 0.0f, 0.0f}, {2.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
        data.influences = test::fileInfluences({{{1, 1.0f}}, {{1, 0.4f}, {2, 0.6f}}, {{3, 1.0f}}});
        builder.mesh(data, palm, builder.skin("hand", joints));
        builder.clip(std::move(clip));
        QCOMPARE(choose(builder.build(), {.jointCount = 0}), (Indices{1, 3, 2}));
    }

    // What a finger inherits from its tip counts when it goes itself, and a joint without a slot
    // between the two inherits nothing.
    void countsWhatWasInherited_data() {
        QTest::addColumn<Indices>("joints");
        QTest::newRow("every joint in the skin") << Indices{0, 1, 2, 3};
        QTest::newRow("one between is not in the skin") << Indices{0, 1, 3};
    }
    void countsWhatWasInherited() {
        QFETCH(const Indices, joints);
        test::SceneBuilder builder;
        const JointIndex palm = builder.joint("palm");
        const JointIndex finger = builder.joint("finger", palm);
        const JointIndex tip = builder.joint("tip", builder.joint("middle", finger));
        assets::MeshData data;
        data.positions = {{1.0f, 0.0f, 0.0f}};
        const auto last = static_cast<std::uint32_t>(joints.size() - 1);
        data.influences = test::fileInfluences({{{1, 0.5f}, {last, 0.5f}}});
        builder.mesh(data, palm, builder.skin("hand", {joints.begin(), joints.end()}));
        assets::ClipData clip;
        clip.jointTracks = {test::turningZ(finger, {10.0f}), test::turningZ(tip, {1.0f})};
        builder.clip(std::move(clip));
        const ImportedScene scene = builder.build();
        const double dearest = 0.5 * chord(1.0) + chord(10.0);
        const Indices above(joints.rbegin(), joints.rend() - 2);
        QCOMPARE(choose(scene, {.millimetres = dearest - 0.01}), above);
        Indices all = above;
        all.push_back(finger.value());
        QCOMPARE(choose(scene, {.millimetres = dearest + 0.01}), all);
    }

    void isCalmAboutNothing() {
        ImportedScene scene = hand();
        scene.skins.clear();
        scene.instances.clear();
        QCOMPARE(choose(scene, {.jointCount = 0}), Indices{});
    }

    void keepsItsPromiseOnRandomCharacters_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 12; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void keepsItsPromiseOnRandomCharacters();
    void countsBothSlotsOfAJoint();
};

void TstJointChoice::keepsItsPromiseOnRandomCharacters() {
    QFETCH(const unsigned, seed);
    test::Random random(seed);
    const ImportedScene scene = test::randomScene(random, 15, 60);
    const auto moments = diagnose::chooseMoments(scene);
    // The first to go is the leaf whose removal, simulated, costs least.
    std::vector<bool> isLeaf(15, true);
    for (const assets::Joint& joint : scene.skeleton->joints()) {
        if (!joint.parent.isNone()) {
            isLeaf[joint.parent.value()] = false;
        }
    }
    JointIndex cheapest;
    double least = 1e9;
    for (std::size_t joint = 0; joint < isLeaf.size(); ++joint) {
        const double error = isLeaf[joint] ? errorOf(scene, {JointIndex(joint)}) : 1e9;
        if (error < least) {
            least = error;
            cheapest = JointIndex(joint);
        }
    }
    const auto all = diagnose::chooseRemovals(scene, {.jointCount = 1}, moments);
    QCOMPARE(all.size(), std::size_t{14});
    QCOMPARE(all[0], cheapest);
    // No joint goes before what is below it.
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            QVERIFY(scene.skeleton->joint(all[i]).parent != all[k]);
        }
    }
    for (const double limit : {1.5 * least, 3.0 * least}) {
        const auto removed = diagnose::chooseRemovals(scene, {.millimetres = limit}, moments);
        QVERIFY(!removed.empty());
        // Weights that were added up are rounded to floats.
        QCOMPARE_LE(errorOf(scene, removed), limit + 2e-3);
    }
}

void TstJointChoice::countsBothSlotsOfAJoint() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex leaf = builder.joint("leaf", root);
    const std::uint32_t skin = builder.skin("skin", {root, leaf, leaf});
    assets::MeshData data;
    data.positions = {{1.0f, 0.0f, 0.0f}};
    data.influences = test::fileInfluences({{{1, 0.5f}, {2, 0.5f}}});
    builder.mesh(data, root, skin);
    assets::ClipData clip;
    clip.jointTracks = {test::turningZ(leaf, {10.0f})};
    builder.clip(std::move(clip));
    const ImportedScene scene = builder.build();
    QCOMPARE(choose(scene, {.millimetres = chord(10.0) - 0.01}), Indices{});
    QCOMPARE(choose(scene, {.millimetres = chord(10.0) + 0.01}), Indices{1});
}

QTEST_GUILESS_MAIN(TstJointChoice)
#include "tst_joint_choice.moc"
