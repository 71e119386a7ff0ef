// SPDX-License-Identifier: Apache-2.0
// Masks of joints: reach, feathering, the order of rules, and what is refused.
#include <sartor/pose/joint_mask.h>

#include <QtTest>

#include <support/compare.h>
#include <support/require.h>

#include <limits>
#include <string>
#include <vector>

using namespace sartor;
using namespace sartor::pose;

namespace {

using Rules = std::vector<JointMaskRule>;

// hips 0 - spine 1 - chest 2 - neck 3 - head 4
//                          - arm 5 - hand 6
//        - leg 7 - foot 8
assets::Skeleton makeSkeleton() {
    std::vector<assets::Joint> joints(9);
    const int parents[] = {-1, 0, 1, 2, 3, 2, 5, 0, 7};
    for (std::size_t i = 0; i < joints.size(); ++i) {
        joints[i].name = std::to_string(i);
        joints[i].parent = parents[i] < 0 ? JointIndex() : JointIndex(std::size_t(parents[i]));
    }
    return *test::require(assets::Skeleton::create(joints));
}

} // namespace

class TstJointMask : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void setsWeights_data();
    void setsWeights();
    void deepFeathersReachTheWholeWeight();
};

void TstJointMask::rejectsInvalidInput_data() {
    QTest::addColumn<JointMaskRule>("rule");
    QTest::addColumn<float>("elsewhere");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    QTest::newRow("no joint") << JointMaskRule{} << 0.0f << "mask.unknown_joint"
                              << "joint mask: rule 1: expected a joint";
    QTest::newRow("joint of another skeleton")
        << JointMaskRule{JointIndex(9u)} << 0.0f << "mask.unknown_joint"
        << "joint mask: rule 1: there is no joint 9; the skeleton has 9";
    QTest::newRow("weight above 1")
        << JointMaskRule{JointIndex(1u), 1.5f} << 0.0f << "mask.weight"
        << "joint mask: rule 1: the weight is 1.500000, expected 0 to 1";
    QTest::newRow("weight is NaN") << JointMaskRule{JointIndex(1u), nan} << 0.0f << "mask.weight"
                                   << "joint mask: rule 1: the weight is nan, expected 0 to 1";
    QTest::newRow("elsewhere below 0")
        << JointMaskRule{JointIndex(1u)} << -0.5f << "mask.weight"
        << "joint mask: the weight elsewhere is -0.500000, expected 0 to 1";
}

void TstJointMask::rejectsInvalidInput() {
    QFETCH(JointMaskRule, rule);
    QFETCH(float, elsewhere);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const auto mask = buildJointMask(makeSkeleton(), Rules{{JointIndex(2u)}, rule}, elsewhere);
    QVERIFY(!mask);
    QCOMPARE(QString::fromStdString(mask.error().code), code);
    QCOMPARE(QString::fromStdString(mask.error().message), message);
}

void TstJointMask::setsWeights_data() {
    using Reach = JointMaskRule::Reach;
    QTest::addColumn<Rules>("rules");
    QTest::addColumn<float>("elsewhere");
    QTest::addColumn<std::vector<float>>("expected");
    QTest::newRow("no rules") << Rules{} << 0.25f << std::vector<float>(9, 0.25f);
    QTest::newRow("a subtree") << Rules{{JointIndex(2u)}} << 0.0f
                               << std::vector<float>{0, 0, 1, 1, 1, 1, 1, 0, 0};
    QTest::newRow("everything") << Rules{{JointIndex(0u), 0.5f}} << 1.0f
                                << std::vector<float>(9, 0.5f);
    QTest::newRow("one joint") << Rules{{JointIndex(2u), 0.75f, Reach::Joint}} << 0.0f
                               << std::vector<float>{0, 0, 0.75f, 0, 0, 0, 0, 0, 0};
    QTest::newRow("feathered") << Rules{{JointIndex(1u), 1.0f, Reach::Subtree, 3}} << 0.0f
                               << std::vector<float>{0, 0.25f, 0.5f, 0.75f, 1, 0.75f, 1, 0, 0};
    QTest::newRow("one level of feathers")
        << Rules{{JointIndex(2u), 1.0f, Reach::Subtree, 1}} << 0.0f
        << std::vector<float>{0, 0, 0.5f, 1, 1, 1, 1, 0, 0};
    QTest::newRow("a part taken out") << Rules{{JointIndex(1u)}, {JointIndex(5u), 0.0f}} << 0.0f
                                      << std::vector<float>{0, 1, 1, 1, 1, 0, 0, 0, 0};
    QTest::newRow("a part taken out with feathers")
        << Rules{{JointIndex(1u)}, {JointIndex(5u), 0.0f, Reach::Subtree, 1}} << 0.0f
        << std::vector<float>{0, 1, 1, 1, 1, 0.5f, 0, 0, 0};
    QTest::newRow("later rules win") << Rules{{JointIndex(5u), 0.0f}, {JointIndex(1u)}} << 0.0f
                                     << std::vector<float>{0, 1, 1, 1, 1, 1, 1, 0, 0};
    QTest::newRow("feathers of one joint") << Rules{{JointIndex(1u), 1.0f, Reach::Joint, 3}} << 0.0f
                                           << std::vector<float>{0, 0.25f, 0, 0, 0, 0, 0, 0, 0};
}

void TstJointMask::setsWeights() {
    QFETCH(Rules, rules);
    QFETCH(float, elsewhere);
    QFETCH(std::vector<float>, expected);
    QCOMPARE(test::require(buildJointMask(makeSkeleton(), rules, elsewhere)), expected);
}

void TstJointMask::deepFeathersReachTheWholeWeight() {
    std::vector<assets::Joint> joints(100);
    for (std::size_t i = 1; i < joints.size(); ++i) {
        joints[i].parent = JointIndex(i - 1);
    }
    const auto skeleton = test::require(assets::Skeleton::create(joints));
    const JointMaskRule rule{JointIndex(0u), 0.7f, JointMaskRule::Reach::Subtree, 48};
    const std::vector<float> mask =
        test::require(buildJointMask(*skeleton, std::span(&rule, 1), 0.1f));
    for (std::size_t i = 0; i < mask.size(); ++i) {
        const double part = std::min(1.0, (static_cast<double>(i) + 1.0) / 49.0);
        QCOMPARE_LE(test::maxAbsDiff(static_cast<double>(mask[i]), 0.1 + 0.6 * part), 1e-7);
        QVERIFY(i < 48 || mask[i] == 0.7f);
    }
    // As deep as a number goes.
    const JointMaskRule deepest{JointIndex(0u), 1.0f, JointMaskRule::Reach::Subtree, 4294967295u};
    QVERIFY(test::require(buildJointMask(*skeleton, std::span(&deepest, 1)))[99] < 1e-6f);
}

QTEST_GUILESS_MAIN(TstJointMask)
#include "tst_joint_mask.moc"
