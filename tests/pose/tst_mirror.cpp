// SPDX-License-Identifier: Apache-2.0
// Mirrored poses against reflected model matrices in double, on rigs of any orientation.
#include <sartor/pose/mirror.h>

#include <QtTest>

#include <glm/gtc/matrix_inverse.hpp>

#include <support/compare.h>
#include <support/pose_compare.h>
#include <support/require.h>

#include <memory>
#include <string>
#include <vector>

using namespace sartor;
using namespace sartor::pose;
using namespace sartor::test;

namespace {

using Pose = std::vector<math::Transform>;
using Skeleton = assets::Skeleton;

glm::dmat4 reflection(MirrorAxis axis) {
    glm::dmat4 matrix(1.0);
    matrix[static_cast<int>(axis)][static_cast<int>(axis)] = -1.0;
    return matrix;
}

glm::dmat4 matrixOf(const math::Transform& transform) {
    glm::dmat4 matrix = glm::mat4_cast(glm::normalize(glm::dquat(transform.rotation)));
    for (int axis = 0; axis < 3; ++axis) {
        matrix[axis] *= static_cast<double>(transform.scale[axis]);
    }
    matrix[3] = glm::dvec4(glm::dvec3(transform.translation), 1.0);
    return matrix;
}

std::vector<glm::dmat4> modelMatrices(const Skeleton& skeleton, const Pose& pose) {
    std::vector<glm::dmat4> matrices;
    for (std::size_t i = 0; i < pose.size(); ++i) {
        const JointIndex parent = skeleton.joints()[i].parent;
        const glm::dmat4 local = matrixOf(pose[i]);
        matrices.push_back(parent.isNone() ? local : matrices[parent.value()] * local);
    }
    return matrices;
}

Pose restOf(const Skeleton& skeleton) {
    Pose pose;
    for (const assets::Joint& joint : skeleton.joints()) {
        pose.push_back(joint.parentFromJointRest);
    }
    return pose;
}

Pose mirrorOf(const MirrorMap& map, const Pose& pose) {
    Pose result(pose.size());
    mirrorPose(map, pose, result);
    return result;
}

double maxDifference(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int column = 0; column < 4; ++column) {
        largest = std::max(largest, maxAbsDiff(a[column], b[column]));
    }
    return largest;
}

/// How the right side's joints are turned against the left side's mirror images.
enum class Orientation { Any, AxisParallel, NegativeScale };

// A spine of joints on the plane and limbs on either side, the right ones the mirror image of the
// left ones, with axes of their own. Joints are in random order as far as parents allow.
struct SymmetricRig {
    SymmetricRig(std::uint32_t seed, MirrorAxis axis, Orientation orientation) : random(seed) {
        const glm::dmat4 mirror = reflection(axis);
        std::vector<glm::dmat4> modelFromJoint;
        const auto add =
            [&](const std::string& name, std::size_t parent, const math::Transform& local) {
                const bool isRoot = joints.empty();
                joints.push_back({name, isRoot ? JointIndex() : JointIndex(parent), local, 0});
                const glm::dmat4 matrix = matrixOf(local);
                modelFromJoint.push_back(isRoot ? matrix : modelFromJoint[parent] * matrix);
                return joints.size() - 1;
            };
        const auto localOf = [&](const glm::dmat4& model, std::size_t parent) {
            return glm::inverse(modelFromJoint[parent]) * model;
        };
        const auto transformOf = [](const glm::dmat4& matrix) {
            math::Transform transform;
            glm::dmat3 linear(matrix);
            if (glm::determinant(linear) < 0.0) {
                linear[0] = -linear[0];
                transform.scale.x = -1.0f;
            }
            transform.translation = glm::vec3(glm::dvec3(matrix[3]));
            transform.rotation = glm::quat(glm::normalize(glm::quat_cast(linear)));
            return transform;
        };
        std::vector<std::size_t> spine;
        for (int i = 0; i < 4; ++i) {
            // On the plane, turned in any way.
            glm::dvec3 place(random.vector(-1.0f, 1.0f));
            place[static_cast<int>(axis)] = 0.0;
            glm::dmat4 model = glm::mat4_cast(glm::dquat(random.rotation()));
            model[3] = glm::dvec4(place, 1.0);
            const std::size_t parent = spine.empty() ? 0 : spine.back();
            const math::Transform local =
                transformOf(spine.empty() ? model : localOf(model, parent));
            spine.push_back(add("spine" + std::to_string(i), parent, local));
        }
        for (int limb = 0; limb < 3; ++limb) {
            std::size_t left = spine[random.below(4)];
            std::size_t right = left;
            for (int i = 0; i < 3; ++i) {
                math::Transform local = randomTransform(random);
                local.scale = glm::vec3(1.0f);
                const std::string number = std::to_string(limb) + std::to_string(i);
                left = add("limb" + number + "_l", left, local);
                const glm::dmat4 image = mirror * modelFromJoint[left];
                glm::dmat4 turn(1.0);
                if (orientation == Orientation::Any) {
                    turn = glm::mat4_cast(glm::dquat(random.rotation()));
                    turn[0] = -turn[0];
                } else if (orientation == Orientation::AxisParallel) {
                    // Each axis becomes the next one, and one of them turns over.
                    turn = glm::dmat4(0.0);
                    for (int column = 0; column < 3; ++column) {
                        turn[column][(column + 1) % 3] = 1.0;
                    }
                    turn[static_cast<int>(random.below(3))] *= -1.0;
                    turn[3][3] = 1.0;
                }
                right =
                    add("limb" + number + "_r", right, transformOf(localOf(image * turn, right)));
            }
        }
        skeleton = require(Skeleton::create(joints));
    }

    Random random;
    std::vector<assets::Joint> joints{};
    std::shared_ptr<const Skeleton> skeleton{};
};

/// Scales in a random pose.
enum class Scales { One, Uniform, Any };

Pose randomPoseOf(SymmetricRig& rig, Scales scales) {
    Pose pose = restOf(*rig.skeleton);
    for (math::Transform& local : pose) {
        const glm::vec3 restScale = local.scale;
        local = randomTransform(rig.random);
        local.scale = scales == Scales::One       ? restScale
                      : scales == Scales::Uniform ? restScale * rig.random.uniform(0.5f, 1.5f)
                                                  : restScale * local.scale;
    }
    return pose;
}

std::shared_ptr<const Skeleton> skeletonOf(const std::vector<std::pair<std::string, int>>& joints) {
    std::vector<assets::Joint> list;
    for (const auto& [name, parent] : joints) {
        assets::Joint joint;
        joint.name = name;
        joint.parent = parent < 0 ? JointIndex() : JointIndex(static_cast<std::size_t>(parent));
        list.push_back(joint);
    }
    return require(Skeleton::create(list));
}

std::vector<std::uint32_t> valuesOf(std::span<const JointIndex> joints) {
    std::vector<std::uint32_t> values;
    for (const JointIndex joint : joints) {
        values.push_back(joint.value());
    }
    return values;
}

} // namespace

class TstMirror : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void findsPartners_data();
    void findsPartners();
    void modelMatricesAreReflected_data();
    void modelMatricesAreReflected();
    void theRestPoseIsItsOwnImageOnAnyRig();
    void bonesKeepTheirLengthsOnAnyRig();
    void mirroringTwiceGivesThePose();
    void turnsOfOneSideBecomeThoseOfTheOther();
    void jointsOfOneHandStayInTheirHand();
    void saysHowFarTheRigIsFromSymmetric();
};

void TstMirror::rejectsInvalidInput_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("message");
    QTest::newRow("none") << -1 << 1 << "mirror.unknown_joint"
                          << "mirror: pair 1: expected joints of the skeleton, which has 3";
    QTest::newRow("of another skeleton")
        << 1 << 3 << "mirror.unknown_joint"
        << "mirror: pair 1: expected joints of the skeleton, which has 3";
    QTest::newRow("twice") << 1 << 0 << "mirror.joint_twice"
                           << "mirror: pair 1: joint 0 'a' already has a partner";
}

void TstMirror::rejectsInvalidInput() {
    QFETCH(int, a);
    QFETCH(int, b);
    QFETCH(QString, code);
    QFETCH(QString, message);
    const auto index = [](int value) {
        return value < 0 ? JointIndex() : JointIndex(static_cast<std::size_t>(value));
    };
    const MirrorPair pairs[] = {{index(0), index(2)}, {index(a), index(b)}};
    const auto map =
        MirrorMap::create(*skeletonOf({{"a", -1}, {"b", 0}, {"c", 0}}), {.pairs = pairs});
    QVERIFY(!map);
    QCOMPARE(QString::fromStdString(map.error().code), code);
    QCOMPARE(QString::fromStdString(map.error().message), message);
}

void TstMirror::findsPartners_data() {
    using Joints = std::vector<std::pair<std::string, int>>;
    using Indices = std::vector<std::uint32_t>;
    QTest::addColumn<Joints>("joints");
    QTest::addColumn<std::vector<std::pair<int, int>>>("pairs");
    QTest::addColumn<bool>("usesNames");
    QTest::addColumn<Indices>("partners");
    QTest::addColumn<Indices>("unmatched");
    QTest::addColumn<Indices>("detached");
    const std::vector<std::pair<int, int>> none;
    QTest::newRow("names") << Joints{{"Hips", -1}, {"LeftLeg", 0}, {"RightLeg", 0}} << none << true
                           << Indices{0, 2, 1} << Indices{} << Indices{};
    QTest::newRow("names ignored") << Joints{{"Hips", -1}, {"LeftLeg", 0}, {"RightLeg", 0}} << none
                                   << false << Indices{0, 1, 2} << Indices{} << Indices{};
    QTest::newRow("pairs before names")
        << Joints{{"Hips", -1}, {"LeftLeg", 0}, {"RightLeg", 0}, {"prosthesis", 0}}
        << std::vector<std::pair<int, int>>{{1, 3}} << true << Indices{0, 3, 2, 1} << Indices{2}
        << Indices{};
    QTest::newRow("a pair with itself") << Joints{{"Hips", -1}, {"tail_l", 0}, {"tail_r", 0}}
                                        << std::vector<std::pair<int, int>>{{1, 1}, {2, 2}} << true
                                        << Indices{0, 1, 2} << Indices{} << Indices{};
    QTest::newRow("no partner") << Joints{{"Hips", -1}, {"Pocket.L", 0}, {"lFoot", 0}} << none
                                << true << Indices{0, 1, 2} << Indices{1} << Indices{};
    QTest::newRow("same names below both hands")
        << Joints{{"root", -1}, {"hand_l", 0}, {"hand_r", 0}, {"tip", 1}, {"tip", 2}} << none
        << true << Indices{0, 2, 1, 3, 4} << Indices{} << Indices{3, 4};
    QTest::newRow("same names for both partners")
        << Joints{{"root", -1},
                  {"a_l", 0},
                  {"a_r", 0},
                  {"b_l", 0},
                  {"b_r", 0},
                  {"tip_l", 1},
                  {"tip_l", 3},
                  {"tip_r", 4},
                  {"tip_r", 2}}
        << none << true << Indices{0, 2, 1, 4, 3, 8, 7, 6, 5} << Indices{} << Indices{};
    QTest::newRow("a weapon in one hand")
        << Joints{{"root", -1}, {"hand_l", 0}, {"hand_r", 0}, {"weapon", 2}, {"muzzle", 3}} << none
        << true << Indices{0, 2, 1, 3, 4} << Indices{} << Indices{3};
}

void TstMirror::findsPartners() {
    using Joints = std::vector<std::pair<std::string, int>>;
    using Pairs = std::vector<std::pair<int, int>>;
    QFETCH(Joints, joints);
    QFETCH(Pairs, pairs);
    QFETCH(bool, usesNames);
    std::vector<MirrorPair> own;
    for (const auto& [a, b] : pairs) {
        own.push_back(
            {JointIndex(static_cast<std::size_t>(a)), JointIndex(static_cast<std::size_t>(b))});
    }
    const MirrorMap map = require(MirrorMap::create(
        *skeletonOf(joints),
        {.names = usesNames ? MirrorNames::Sides : MirrorNames::Ignored, .pairs = own}));
    QTEST(valuesOf(map.partners()), "partners");
    QTEST(valuesOf(map.unmatched()), "unmatched");
    QTEST(valuesOf(map.detached()), "detached");
}

void TstMirror::modelMatricesAreReflected_data() {
    QTest::addColumn<MirrorAxis>("axis");
    QTest::addColumn<Orientation>("orientation");
    QTest::addColumn<Scales>("scales");
    const MirrorAxis axes[] = {MirrorAxis::X, MirrorAxis::Y, MirrorAxis::Z};
    const char* names[] = {"X", "Y", "Z"};
    for (int i = 0; i < 3; ++i) {
        QTest::addRow("%s, any axes", names[i]) << axes[i] << Orientation::Any << Scales::One;
        QTest::addRow("%s, any axes, uniform scale", names[i])
            << axes[i] << Orientation::Any << Scales::Uniform;
        QTest::addRow("%s, negative scale", names[i])
            << axes[i] << Orientation::NegativeScale << Scales::Any;
        QTest::addRow("%s, parallel axes, any scale", names[i])
            << axes[i] << Orientation::AxisParallel << Scales::Any;
    }
}

void TstMirror::modelMatricesAreReflected() {
    QFETCH(MirrorAxis, axis);
    QFETCH(Orientation, orientation);
    QFETCH(Scales, scales);
    for (std::uint32_t seed = 1; seed < 20; ++seed) {
        SymmetricRig rig(seed, axis, orientation);
        const MirrorMap map = require(MirrorMap::create(*rig.skeleton, {.axis = axis}));
        QCOMPARE_LE(map.asymmetry(), 1e-5f);
        QVERIFY(map.unmatched().empty() && map.detached().empty());
        // Spine joints are not axis-parallel to the plane, so their scales stay uniform there.
        Pose pose = randomPoseOf(rig, scales);
        for (std::size_t i = 0; i < 4; ++i) {
            pose[i].scale = glm::vec3(pose[i].scale.x);
        }
        const auto rest = modelMatrices(*rig.skeleton, restOf(*rig.skeleton));
        const auto posed = modelMatrices(*rig.skeleton, pose);
        const auto mirrored = modelMatrices(*rig.skeleton, mirrorOf(map, pose));
        const glm::dmat4 mirror = reflection(axis);
        for (std::size_t i = 0; i < pose.size(); ++i) {
            const std::size_t partner = map.partners()[i].value();
            const glm::dmat4 jointFromPartner = glm::inverse(rest[i]) * mirror * rest[partner];
            const glm::dmat4 expected = mirror * posed[i] * jointFromPartner;
            // Products of up to seven floats with scales of up to 2.
            double size = 1.0;
            for (int column = 0; column < 4; ++column) {
                size = std::max(size, glm::length(expected[column]));
            }
            QCOMPARE_LE(maxDifference(mirrored[partner], expected), 2e-5 * size);
        }
    }
}

void TstMirror::theRestPoseIsItsOwnImageOnAnyRig() {
    Random random(50);
    std::vector<assets::Joint> joints;
    for (std::size_t i = 0; i < 20; ++i) {
        math::Transform rest = randomTransform(random);
        rest.scale.y = i % 3 == 0 ? -rest.scale.y : rest.scale.y;
        rest.scale.z = i == 7 ? 0.0f : rest.scale.z;
        const std::string name = "joint" + std::to_string(i / 2) + (i % 2 == 0 ? "_l" : "_r");
        joints.push_back({name, i < 2 ? JointIndex() : JointIndex(i - 2), rest, 0});
    }
    const auto skeleton = require(Skeleton::create(joints));
    const Pose rest = restOf(*skeleton);
    const Pose actual = mirrorOf(require(MirrorMap::create(*skeleton)), rest);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        QVERIFY(actual[i].translation == rest[i].translation);
        QVERIFY(actual[i].scale == rest[i].scale);
        QCOMPARE_LE(maxAbsDiff(actual[i].rotation, rest[i].rotation), 1e-6);
    }
}

void TstMirror::bonesKeepTheirLengthsOnAnyRig() {
    // The right arm is longer than the left one, and neither is touched.
    Random random(51);
    std::vector<assets::Joint> joints;
    for (std::size_t i = 0; i < 12; ++i) {
        math::Transform rest = randomTransform(random);
        rest.scale = glm::vec3(1.0f);
        const std::string name = "joint" + std::to_string(i / 2) + (i % 2 == 0 ? "_l" : "_r");
        joints.push_back({name, i < 2 ? JointIndex() : JointIndex(i - 2), rest, 0});
    }
    const auto skeleton = require(Skeleton::create(joints));
    Pose pose = restOf(*skeleton);
    for (math::Transform& local : pose) {
        local.rotation = random.rotation();
    }
    const Pose actual = mirrorOf(require(MirrorMap::create(*skeleton)), pose);
    for (std::size_t i = 0; i < pose.size(); ++i) {
        QVERIFY(actual[i].translation == pose[i].translation);
    }
}

void TstMirror::mirroringTwiceGivesThePose() {
    for (std::uint32_t seed = 60; seed < 70; ++seed) {
        SymmetricRig rig(seed, MirrorAxis::X, Orientation::Any);
        const MirrorMap map = require(MirrorMap::create(*rig.skeleton));
        const Pose pose = randomPoseOf(rig, Scales::Uniform);
        const Pose twice = mirrorOf(map, mirrorOf(map, pose));
        for (std::size_t i = 0; i < pose.size(); ++i) {
            QCOMPARE_LE(maxAbsDiff(twice[i].translation, pose[i].translation), 1e-5);
            QCOMPARE_LE(maxAbsDiff(twice[i].rotation, pose[i].rotation), 1e-5);
            QCOMPARE_LE(maxAbsDiff(twice[i].scale, pose[i].scale), 1e-5);
        }
    }
}

void TstMirror::turnsOfOneSideBecomeThoseOfTheOther() {
    // Arms along x, all joints with the axes of the model: raising the left arm about z is
    // lowering the right one about it.
    auto joints = std::vector<assets::Joint>(3);
    joints[0].name = "root";
    joints[1] = {"arm_l", JointIndex(0u), {}, 0};
    joints[1].parentFromJointRest.translation = glm::vec3(0.5f, 1.0f, 0.25f);
    joints[2] = {"arm_r", JointIndex(0u), {}, 0};
    joints[2].parentFromJointRest.translation = glm::vec3(-0.5f, 1.0f, 0.25f);
    const auto skeleton = require(Skeleton::create(joints));
    const MirrorMap map = require(MirrorMap::create(*skeleton));
    Pose pose = restOf(*skeleton);
    pose[0].translation = glm::vec3(3.0f, 4.0f, 5.0f);
    pose[0].rotation = glm::angleAxis(0.3f, glm::vec3(0.0f, 1.0f, 0.0f));
    pose[1].rotation = glm::angleAxis(0.7f, glm::vec3(0.0f, 0.0f, 1.0f));
    pose[2].rotation = glm::angleAxis(0.2f, glm::vec3(1.0f, 0.0f, 0.0f));
    const Pose actual = mirrorOf(map, pose);
    QCOMPARE_LE(maxAbsDiff(actual[0].translation, glm::vec3(-3.0f, 4.0f, 5.0f)), 1e-6);
    QCOMPARE_LE(maxAbsDiff(actual[0].rotation, glm::angleAxis(-0.3f, glm::vec3(0.0f, 1.0f, 0.0f))),
                1e-6);
    QCOMPARE_LE(maxAbsDiff(actual[2].rotation, glm::angleAxis(-0.7f, glm::vec3(0.0f, 0.0f, 1.0f))),
                1e-6);
    QCOMPARE_LE(maxAbsDiff(actual[1].rotation, glm::angleAxis(0.2f, glm::vec3(1.0f, 0.0f, 0.0f))),
                1e-6);
    QCOMPARE_LE(maxAbsDiff(actual[1].translation, glm::vec3(0.5f, 1.0f, 0.25f)), 1e-6);
}

void TstMirror::jointsOfOneHandStayInTheirHand() {
    SymmetricRig rig(80, MirrorAxis::X, Orientation::Any);
    rig.joints.push_back({"weapon", JointIndex(rig.joints.size() - 1), {}, 0});
    rig.joints.back().parentFromJointRest = randomTransform(rig.random);
    const auto skeleton = require(Skeleton::create(rig.joints));
    const MirrorMap map = require(MirrorMap::create(*skeleton));
    QCOMPARE(map.detached().size(), std::size_t{1});
    Pose pose = restOf(*skeleton);
    for (std::size_t i = 0; i + 1 < pose.size(); ++i) {
        pose[i].rotation = rig.random.rotation();
    }
    // It is held as at rest, and stays held so.
    const Pose actual = mirrorOf(map, pose);
    QVERIFY(actual.back().translation == pose.back().translation);
    QVERIFY(actual.back().scale == pose.back().scale);
    QCOMPARE_LE(maxAbsDiff(actual.back().rotation, pose.back().rotation), 1e-6);
}

void TstMirror::saysHowFarTheRigIsFromSymmetric() {
    SymmetricRig rig(90, MirrorAxis::X, Orientation::Any);
    rig.joints[0].parentFromJointRest.translation.x += 0.25f;
    const auto skeleton = require(Skeleton::create(rig.joints));
    // Everything has moved by a quarter, so mirror images are half a metre off.
    QCOMPARE_LE(
        maxAbsDiff(static_cast<double>(require(MirrorMap::create(*skeleton)).asymmetry()), 0.5),
        1e-5);
}

QTEST_GUILESS_MAIN(TstMirror)
#include "tst_mirror.moc"
