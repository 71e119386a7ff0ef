// SPDX-License-Identifier: Apache-2.0
// Hierarchy invariants and the order of parents.
#include <sartor/assets/skeleton.h>

#include <QtTest>

#include <support/compare.h>

#include <random>

using namespace sartor;
using namespace sartor::assets;

namespace {

using Parents = std::vector<std::optional<std::uint32_t>>;

Joint joint(std::string name, JointIndex parent, std::uint32_t fileNode) {
    return {std::move(name), parent, {}, fileNode};
}

} // namespace

class TstSkeleton : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void normalisesSlightlyLongRotations();
    void keepsUnitRotationsToTheLastBit();
    void findsJointsByNameAndFileNode();
    void sortPutsParentsFirstAndKeepsTheOrderOfSiblings();
    void sortRejectsCyclesAndMissingParents_data();
    void sortRejectsCyclesAndMissingParents();
    void sortsAVeryDeepChain();
};

void TstSkeleton::rejectsInvalidInput_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("parent after child") << 0 << "skeleton.parent_order"
                                        << "joint 0 'a': its parent 1 must come before it";
    QTest::newRow("own parent") << 1 << "skeleton.parent_order"
                                << "joint 1 'b': its parent 1 must come before it";
    QTest::newRow("NaN translation") << 2 << "skeleton.nonfinite"
                                     << "joint 1 'b': the rest pose holds NaN or infinity";
    QTest::newRow("infinite scale") << 3 << "skeleton.nonfinite"
                                    << "joint 1 'b': the rest pose holds NaN or infinity";
    QTest::newRow("NaN rotation") << 4 << "skeleton.nonfinite"
                                  << "joint 1 'b': the rest pose holds NaN or infinity";
    QTest::newRow("long rotation")
        << 5 << "skeleton.rotation_not_unit"
        << "joint 1 'b': the rest rotation has length 2.000000, expected 1";
}

void TstSkeleton::rejectsInvalidInput() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    QFETCH(QString, message);
    std::vector<Joint> joints = {joint("a", {}, 0), joint("b", JointIndex(0), 1)};
    const float nan = std::numeric_limits<float>::quiet_NaN();
    switch (fault) {
    case 0:
        joints[0].parent = JointIndex(1);
        break;
    case 1:
        joints[1].parent = JointIndex(1);
        break;
    case 2:
        joints[1].parentFromJointRest.translation.y = nan;
        break;
    case 3:
        joints[1].parentFromJointRest.scale.z = std::numeric_limits<float>::infinity();
        break;
    case 4:
        joints[1].parentFromJointRest.rotation.w = nan;
        break;
    default:
        joints[1].parentFromJointRest.rotation = glm::quat(2.0f, 0.0f, 0.0f, 0.0f);
    }
    const auto skeleton = Skeleton::create(joints);
    QVERIFY(!skeleton.hasValue());
    QCOMPARE(QString::fromStdString(skeleton.error().code), code);
    QCOMPARE(QString::fromStdString(skeleton.error().message), message);
}

void TstSkeleton::normalisesSlightlyLongRotations() {
    std::vector<Joint> joints = {joint("a", {}, 0)};
    joints[0].parentFromJointRest.rotation = glm::quat(1.0005f, 0.0f, 0.0f, 0.0f);
    const auto skeleton = Skeleton::create(joints);
    QVERIFY(skeleton.hasValue());
    QCOMPARE((*skeleton)->joint(JointIndex(0)).parentFromJointRest.rotation.w, 1.0f);
}

void TstSkeleton::keepsUnitRotationsToTheLastBit() {
    std::mt19937 random(8);
    const auto component = [&] { return static_cast<float>(random() % 20001) / 10000.0f - 1.0f; };
    for (int i = 0; i < 10000; ++i) {
        Joint first = joint("a", {}, 0);
        first.parentFromJointRest.rotation =
            glm::normalize(glm::quat(component() + 2.0f, component(), component(), component()));
        const auto skeleton = Skeleton::create({first});
        QVERIFY(skeleton);
        QVERIFY((*skeleton)->joints()[0].parentFromJointRest.rotation ==
                first.parentFromJointRest.rotation);
    }
}

void TstSkeleton::findsJointsByNameAndFileNode() {
    const auto skeleton = *Skeleton::create(
        {joint("Hips", {}, 4), joint("Arm", JointIndex(0), 1), joint("Arm", JointIndex(0), 2)});
    QCOMPARE(skeleton->findByName("Arm"), (std::vector{JointIndex(1), JointIndex(2)}));
    QVERIFY(skeleton->findByName("arm").empty());
    QCOMPARE(skeleton->jointOfFileNode(4), JointIndex(0));
    QVERIFY(skeleton->jointOfFileNode(0).isNone());
    QVERIFY(skeleton->jointOfFileNode(99).isNone());
}

void TstSkeleton::sortPutsParentsFirstAndKeepsTheOrderOfSiblings() {
    //     3      5
    //    / \     |
    //   1   0    2
    //   |
    //   4
    const Parents parents = {3, 3, 5, std::nullopt, 1, std::nullopt};
    const auto order = sortParentsFirst(parents);
    QVERIFY(order.hasValue());
    QCOMPARE(*order, (std::vector<std::uint32_t>{3, 0, 1, 4, 5, 2}));
    QVERIFY(sortParentsFirst({}).value().empty());
}

void TstSkeleton::sortRejectsCyclesAndMissingParents_data() {
    QTest::addColumn<int>("fault");
    QTest::addColumn<QString>("code");
    QTest::newRow("self") << 0 << "hier.cycle";
    QTest::newRow("pair") << 1 << "hier.cycle";
    QTest::newRow("tail on a cycle") << 2 << "hier.cycle";
    QTest::newRow("missing parent") << 3 << "hier.parent_out_of_range";
}

void TstSkeleton::sortRejectsCyclesAndMissingParents() {
    QFETCH(int, fault);
    QFETCH(QString, code);
    const std::vector<Parents> inputs = {
        {std::nullopt, 1}, {1, 0}, {std::nullopt, 2, 1, 2}, {std::nullopt, 7}};
    const auto order = sortParentsFirst(inputs[static_cast<std::size_t>(fault)]);
    QVERIFY(!order.hasValue());
    QCOMPARE(QString::fromStdString(order.error().code), code);
}

void TstSkeleton::sortsAVeryDeepChain() {
    Parents parents(1000000);
    for (std::uint32_t i = 0; i + 1 < parents.size(); ++i) {
        parents[i] = i + 1; // the root is the last
    }
    const auto order = sortParentsFirst(parents);
    QVERIFY(order.hasValue());
    QCOMPARE(order->front(), 999999u);
    QCOMPARE(order->back(), 0u);
}

QTEST_GUILESS_MAIN(TstSkeleton)
#include "tst_skeleton.moc"
