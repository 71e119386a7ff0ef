// SPDX-License-Identifier: Apache-2.0
// Removal of joints: who inherits, and that nothing dangles and no weight is lost.
#include <sartor/assets/joint_removal.h>

#include <QTest>

#include <support/compare.h>
#include <support/require.h>
#include <support/verify_ok.h>

#include <cmath>
#include <set>

using namespace sartor;
using assets::InfluenceSet;
using assets::ReducedSkin;
using assets::Skeleton;
using assets::Skin;

namespace {

using Parents = std::vector<int>;
using Slots = std::vector<unsigned>;

std::shared_ptr<const Skeleton> skeleton(const Parents& parents) {
    std::vector<assets::Joint> joints;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        assets::Joint joint;
        joint.name = "joint " + std::to_string(i);
        joint.parent =
            parents[i] < 0 ? JointIndex() : JointIndex(static_cast<std::size_t>(parents[i]));
        joints.push_back(joint);
    }
    return test::require(Skeleton::create(joints));
}

// The inverse bind of a slot tells which joint it was made for.
std::shared_ptr<const Skin> skin(const Slots& joints, std::size_t jointCount) {
    assets::SkinData data;
    data.name = "body";
    for (const unsigned joint : joints) {
        data.joints.emplace_back(joint);
        data.jointFromBind.push_back(
            {math::identityMat3(), glm::vec3(static_cast<float>(joint), 0.0f, 0.0f)});
    }
    return test::require(Skin::create(data, jointCount));
}

std::vector<JointIndex> indices(const Slots& joints) {
    return {joints.begin(), joints.end()};
}

// A hand on an arm, and a leg: 0 <- 1 <- 2 <- 3, 0 <- 4.
const Parents kBody = {-1, 0, 1, 2, 0};

} // namespace

class TstJointRemoval : public QObject {
    Q_OBJECT

private slots:
    void rejectsARemovalThatLeavesNoHeir_data() {
        QTest::addColumn<Slots>("removed");
        QTest::newRow("the root") << Slots{0};
        QTest::newRow("all") << Slots{0, 1, 2, 3, 4};
    }
    void rejectsARemovalThatLeavesNoHeir() {
        QFETCH(const Slots, removed);
        const auto reduced =
            assets::removeJoints(*skeleton(kBody), *skin({0, 1, 2, 3, 4}, 5), indices(removed));
        QVERIFY(!reduced);
        QCOMPARE(reduced.error().code, std::string("skin.no_heir"));
        QCOMPARE(reduced.error().message,
                 std::string("skin 'body': joint 'joint 0' cannot go: no joint of the skin above "
                             "it stays to take its weights"));
    }

    void namesAJointWithoutNameByItsNode() {
        assets::Joint joint;
        joint.fileNode = 7;
        const auto reduced = assets::removeJoints(
            *test::require(Skeleton::create({joint})), *skin({0}, 1), indices({0}));
        QVERIFY(!reduced);
        QVERIFY(reduced.error().message.find("joint of node 7") != std::string::npos);
    }

    void givesWeightsToTheNearestJointThatStays_data() {
        QTest::addColumn<Slots>("bound");
        QTest::addColumn<Slots>("removed");
        QTest::addColumn<Slots>("staying");
        QTest::addColumn<Slots>("newFromOld");
        const auto row =
            [](const char* name, Slots bound, Slots removed, Slots staying, Slots newFromOld) {
                QTest::newRow(name) << bound << removed << staying << newFromOld;
            };
        row("none", {0, 1, 2, 3, 4}, {}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4});
        row("a leaf", {0, 1, 2, 3, 4}, {3}, {0, 1, 2, 4}, {0, 1, 2, 2, 3});
        row("a chain", {0, 1, 2, 3, 4}, {2, 3}, {0, 1, 4}, {0, 1, 1, 1, 2});
        row("one in the middle", {0, 1, 2, 3, 4}, {2}, {0, 1, 3, 4}, {0, 1, 1, 2, 3});
        row("past a joint that is not in the skin", {0, 1, 3}, {3}, {0, 1}, {0, 1, 1});
        row("another order", {3, 4, 0, 1}, {3, 4}, {0, 1}, {1, 0, 0, 1});
        row("not in the skin", {0, 1}, {4}, {0, 1}, {0, 1});
        row("a joint in two bound", {1, 3, 1, 3}, {3}, {1, 1}, {0, 0, 1, 0});
    }
    void givesWeightsToTheNearestJointThatStays() {
        QFETCH(const Slots, bound);
        QFETCH(const Slots, removed);
        QFETCH(const Slots, staying);
        QFETCH(const Slots, newFromOld);
        const ReducedSkin reduced = test::require(
            assets::removeJoints(*skeleton(kBody), *skin(bound, 5), indices(removed)));
        QCOMPARE(reduced.skin->name(), std::string("body"));
        const auto joints = reduced.skin->joints();
        QVERIFY(std::vector(joints.begin(), joints.end()) == indices(staying));
        for (std::size_t slot = 0; slot < staying.size(); ++slot) {
            QCOMPARE(reduced.skin->jointFromBind()[slot].translation.x,
                     static_cast<float>(staying[slot]));
        }
        Slots remap;
        for (const SkinJointIndex slot : reduced.newFromOld) {
            remap.push_back(slot.value());
        }
        QCOMPARE(remap, newFromOld);
    }

    void addsWhatBecomesOne() {
        const ReducedSkin reduced = test::require(
            assets::removeJoints(*skeleton(kBody), *skin({0, 1, 2, 3, 4}, 5), indices({2, 3})));
        const auto influences = test::require(
            InfluenceSet::create({0, 4, 5, 8},
                                 {SkinJointIndex(3),
                                  SkinJointIndex(0),
                                  SkinJointIndex(1),
                                  SkinJointIndex(2),
                                  SkinJointIndex(4),
                                  SkinJointIndex(2),
                                  SkinJointIndex(0),
                                  SkinJointIndex(3)},
                                 {0.125f, 0.5f, 0.125f, 0.25f, 1.0f, -0.25f, 1.0f, 0.25f},
                                 5));
        const auto remapped = test::require(assets::remapInfluences(*influences, reduced));
        const auto offsets = remapped->offsets();
        QCOMPARE(std::vector(offsets.begin(), offsets.end()), (Slots{0, 2, 3, 4}));
        QVERIFY(remapped->joints()[0] == SkinJointIndex(1));
        QVERIFY(remapped->joints()[1] == SkinJointIndex(0));
        QVERIFY(remapped->joints()[2] == SkinJointIndex(2));
        QVERIFY(remapped->joints()[3] == SkinJointIndex(0));
        const auto weights = remapped->weights();
        QCOMPARE(std::vector(weights.begin(), weights.end()),
                 (std::vector<float>{0.5f, 0.5f, 1.0f, 1.0f}));
    }

    void leavesNothingDanglingAndLosesNoWeight_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 20; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void leavesNothingDanglingAndLosesNoWeight();
};

void TstJointRemoval::leavesNothingDanglingAndLosesNoWeight() {
    QFETCH(const unsigned, seed);
    test::Random random(seed);
    const std::uint32_t jointCount = 2 + random.below(60);
    Parents parents = {-1};
    Slots bound = {0};
    Slots removed;
    for (std::uint32_t joint = 1; joint < jointCount; ++joint) {
        parents.push_back(static_cast<int>(random.below(joint)));
        if (random.below(4) != 0) {
            bound.push_back(joint);
        }
        if (random.below(2) != 0) {
            removed.push_back(joint);
        }
    }
    for (std::size_t i = bound.size() - 1; i > 0; --i) {
        std::swap(bound[i], bound[random.below(static_cast<std::uint32_t>(i) + 1)]);
    }
    const auto hierarchy = skeleton(parents);
    const auto whole = skin(bound, jointCount);
    const auto result = assets::removeJoints(*hierarchy, *whole, indices(removed));
    SARTOR_VERIFY_OK(result);
    const ReducedSkin& reduced = *result;

    const std::set<unsigned> gone(removed.begin(), removed.end());
    const std::set<unsigned> inSkin(bound.begin(), bound.end());
    QCOMPARE(reduced.newFromOld.size(), bound.size());
    for (std::size_t slot = 0; slot < bound.size(); ++slot) {
        QVERIFY(reduced.newFromOld[slot].value() < reduced.skin->jointCount());
        // Walks up plainly to the joint that must inherit.
        unsigned heir = bound[slot];
        while (gone.count(heir) != 0 || inSkin.count(heir) == 0) {
            heir = static_cast<unsigned>(parents[heir]);
        }
        QCOMPARE(reduced.skin->joint(reduced.newFromOld[slot]).value(), heir);
    }
    for (const JointIndex joint : reduced.skin->joints()) {
        QVERIFY(gone.count(joint.value()) == 0);
    }

    std::vector<std::uint32_t> offsets{0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    for (int vertex = 0; vertex < 50; ++vertex) {
        const std::uint32_t count = random.below(9);
        for (std::uint32_t i = 0; i < count; ++i) {
            joints.emplace_back(random.below(static_cast<std::uint32_t>(bound.size())));
            weights.push_back(random.uniform(0.01f, 1.0f));
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    const auto influences =
        test::require(InfluenceSet::create(offsets, joints, weights, bound.size()));
    const auto remapped = assets::remapInfluences(*influences, reduced);
    SARTOR_VERIFY_OK(remapped);
    QCOMPARE((*remapped)->vertexCount(), influences->vertexCount());
    const auto sumsOf = [](const InfluenceSet& set, std::size_t vertex, const auto& jointOf) {
        std::vector<double> sums(64);
        for (std::uint32_t i = set.offsets()[vertex]; i < set.offsets()[vertex + 1]; ++i) {
            sums[jointOf(set.joints()[i]).value()] += static_cast<double>(set.weights()[i]);
        }
        return sums;
    };
    for (std::size_t vertex = 0; vertex < influences->vertexCount(); ++vertex) {
        const auto before = sumsOf(*influences, vertex, [&](SkinJointIndex slot) {
            return reduced.skin->joint(reduced.newFromOld[slot.value()]);
        });
        const auto after = sumsOf(
            **remapped, vertex, [&](SkinJointIndex slot) { return reduced.skin->joint(slot); });
        for (std::size_t joint = 0; joint < before.size(); ++joint) {
            // One rounding to float of a sum below eight.
            QCOMPARE_LE(test::maxAbsDiff(before[joint], after[joint]), 2.5e-7);
        }
        const auto row = (*remapped)->joints().subspan((*remapped)->offsets()[vertex],
                                                       (*remapped)->offsets()[vertex + 1] -
                                                           (*remapped)->offsets()[vertex]);
        QCOMPARE(std::set(row.begin(), row.end()).size(), row.size());
    }
}

QTEST_GUILESS_MAIN(TstJointRemoval)
#include "tst_joint_removal.moc"
