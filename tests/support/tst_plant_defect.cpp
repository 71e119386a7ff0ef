// SPDX-License-Identifier: Apache-2.0
// What each planted defect does to a rig of two joints, worked out by hand, and what it leaves
// alone.
#include <QTest>

#include <support/plant_defect.h>
#include <support/procedural_rigs.h>
#include <support/scene_builder.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace sartor;
using test::CharacterParts;
using test::DefectPlant;

namespace {

constexpr double kTolerance = 1e-5;

using Rows = std::array<std::array<double, 4>, 3>;

const float kHalf = std::sqrt(0.5f);

// Root: turned by 90 degrees about Z, at (1, 2, 3). Tip: turned by 90 degrees about X, 2 along Y of
// the root. In model space the tip stands at (1, 2, 3) + Rz(0, 2, 0) = (-1, 2, 3).
// The mesh hangs at a node that is moved by (0, 0, 5). Two vertices of two slots each.
CharacterParts twoJoints() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint(
        "Root",
        {},
        {glm::vec3(1.0f, 2.0f, 3.0f), glm::quat(kHalf, 0.0f, 0.0f, kHalf), glm::vec3(1.0f)});
    const JointIndex tip = builder.joint(
        "Tip",
        root,
        {glm::vec3(0.0f, 2.0f, 0.0f), glm::quat(kHalf, kHalf, 0.0f, 0.0f), glm::vec3(1.0f)});
    const JointIndex node = builder.joint("Mesh", {}, test::moved({0.0f, 0.0f, 5.0f}));
    const std::uint32_t skin = builder.skin("Skin", {root, tip});
    assets::MeshData mesh;
    mesh.name = "Mesh";
    mesh.positions = {{1.0f, 2.0f, 4.0f}, {0.0f, 1.0f, 3.0f}, {0.5f, 0.0f, 3.0f}};
    mesh.normals.assign(3, glm::vec3(0.0f, 0.6f, 0.8f));
    mesh.triangles = {0, 1, 2};
    mesh.influences = test::fileInfluences({{{0, 1.0f}}, {{0, 0.25f}, {1, 0.75f}}, {{1, 1.0f}}});
    builder.mesh(std::move(mesh), node, skin);
    return CharacterParts(builder.build());
}

// Root: Rz(-90) and -Rz(-90)(1, 2, 3) = -(2, -1, 3).
constexpr Rows kRootBind = {{{0, 1, 0, -2}, {-1, 0, 0, 1}, {0, 0, 1, -3}}};
// Tip: Rx(-90) Rz(-90), whose rows are y, z, and -(-x) = x of the turned axes: (x, y, z) goes to
// (y, z, x); of the place -(2, 3, -1).
constexpr Rows kTipBind = {{{0, 1, 0, -2}, {0, 0, 1, -3}, {1, 0, 0, 1}}};

double difference(const math::Affine& map, const Rows& rows) {
    double largest = 0.0;
    for (int row = 0; row < 3; ++row) {
        const auto& expected = rows[static_cast<std::size_t>(row)];
        for (int column = 0; column < 4; ++column) {
            const float value = column == 3 ? map.translation[row] : map.linear[column][row];
            largest = std::max(
                largest,
                std::abs(static_cast<double>(value) - expected[static_cast<std::size_t>(column)]));
        }
    }
    return largest;
}

const DefectPlant&
findPlant(const std::string& id, const std::string& form, const std::string& variant) {
    static const std::vector<DefectPlant> kPlants = test::defectPlants();
    const auto plant = std::find_if(kPlants.begin(), kPlants.end(), [&](const DefectPlant& p) {
        return p.id == id && p.form == form && p.variant == variant;
    });
    SARTOR_ASSERT(plant != kPlants.end());
    return *plant;
}

CharacterParts
planted(const std::string& id, const std::string& form = "", const std::string& variant = "") {
    CharacterParts parts = twoJoints();
    const DefectPlant& plant = findPlant(id, form, variant);
    const bool isPlanted = (!plant.prepare || plant.prepare(parts)) && plant.plant(parts);
    SARTOR_ASSERT(isPlanted);
    return parts;
}

#define COMPARE_BINDS(parts, root, tip)                                                            \
    QCOMPARE_LE(difference((parts).skins[0].jointFromBind[0], root), kTolerance);                  \
    QCOMPARE_LE(difference((parts).skins[0].jointFromBind[1], tip), kTolerance)

#define COMPARE_POINT(point, x, y, z)                                                              \
    QCOMPARE_LE(glm::distance(glm::dvec3(point), glm::dvec3(x, y, z)), kTolerance)

} // namespace

class TstPlantDefect : public QObject {
    Q_OBJECT

private slots:
    void theRigIsAsWorkedOut() { COMPARE_BINDS(twoJoints(), kRootBind, kTipBind); }

    void transposedBindsHaveTheirTranslationInTheFourthRow() {
        const CharacterParts parts = planted("ibm-transposed");
        COMPARE_BINDS(parts,
                      (Rows{{{0, -1, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}}}),
                      (Rows{{{0, 0, 1, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}}}));
        const std::vector<glm::vec4>& rows = parts.skins[0].fourthRows;
        QCOMPARE(rows.size(), std::size_t{2});
        COMPARE_POINT(rows[0], -2, 1, -3);
        COMPARE_POINT(rows[1], -2, -3, 1);
        QCOMPARE(rows[0].w, 1.0f);
    }

    void bindsThatAreNotInvertedAreTheJoints() {
        COMPARE_BINDS(planted("ibm-not-inverted"),
                      (Rows{{{0, -1, 0, 1}, {1, 0, 0, 2}, {0, 0, 1, 3}}}),
                      (Rows{{{0, 0, 1, -1}, {1, 0, 0, 2}, {0, 1, 0, 3}}}));
    }

    void missingBindsAreTheIdentity() {
        const Rows identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
        COMPARE_BINDS(planted("ibm-missing"), identity, identity);
    }

    // Rz(-90) twice is a half turn; (-2, 1, -3) goes to Rz(-90)(-2, 1, -3) + (-2, 1, -3) =
    // (1, 2, -3) + (-2, 1, -3). The tip's cycle of axes twice; (-2, -3, 1) goes to (-3, 1, -2).
    void doubledBindsAreTheirSquare() {
        COMPARE_BINDS(planted("ibm-twice"),
                      (Rows{{{-1, 0, 0, -1}, {0, -1, 0, 3}, {0, 0, 1, -6}}}),
                      (Rows{{{0, 0, 1, -5}, {1, 0, 0, -2}, {0, 1, 0, -1}}}));
    }

    // Tip: Rx(90) Rz(90), at Rx(90)(1, 2, 3) + (0, 2, 0) = (1, -3, 2) + (0, 2, 0) = (1, -1, 2). The
    // product takes (x, y, z) to (-y, -z, x); its inverse (x, y, z) to (z, -x, -y), and the place
    // to (2, -1, 1).
    void reversedProductsChangeWhatHasAParent() {
        COMPARE_BINDS(planted("product-order"),
                      kRootBind,
                      (Rows{{{0, 0, 1, -2}, {-1, 0, 0, 1}, {0, -1, 0, -1}}}));
    }

    // modelFromJoint * jointFromBind is the identity for both, so both locals are.
    void mergedNodesHoldThePalette() {
        const CharacterParts parts = planted("palette-merged");
        COMPARE_BINDS(parts, kRootBind, kTipBind);
        for (const JointIndex joint : parts.skins[0].joints) {
            const math::Transform& local = parts.joints[joint.value()].parentFromJointRest;
            COMPARE_POINT(local.translation, 0, 0, 0);
            QCOMPARE_GE(std::abs(local.rotation.w), 1.0f - 1e-6f);
        }
    }

    // The first key of the baked clip is the rest pose; at the second the root has turned by 0.2
    // about (0, 1, 0.4) of its own and moved on by a fortieth.
    void mergedKeysHoldThePaletteOfTheirTime() {
        const CharacterParts parts = planted("palette-merged", "", "with keys");
        const assets::JointTracks& root = parts.clips[0].jointTracks[0];
        COMPARE_POINT(root.translation.values[0], 0, 0, 0);
        QCOMPARE_GE(std::abs(root.rotation.values[0].w), 1.0f - 1e-6f);
        // R = Rz * Q * Rz(-1): Q about the axis Rz(0, 1, 0.4) = (-1, 0, 0.4) in model space.
        const glm::dquat expected = glm::angleAxis(0.2, glm::normalize(glm::dvec3(-1.0, 0.0, 0.4)));
        QCOMPARE_GE(std::abs(glm::dot(glm::dquat(root.rotation.values[1]), expected)), 1.0 - 1e-9);
        const glm::dvec3 place = 1.025 * glm::dvec3(1.0, 2.0, 3.0);
        const glm::dvec3 moved = place - expected * glm::dvec3(1.0, 2.0, 3.0);
        COMPARE_POINT(root.translation.values[1], moved.x, moved.y, moved.z);
    }

    void unitsChangeOnePart_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<double>("factor");
        QTest::newRow("times") << "unit-times-100" << 100.0;
        QTest::newRow("divided") << "unit-divided-100" << 0.01;
    }
    void unitsChangeOnePart() {
        QFETCH(QString, id);
        QFETCH(double, factor);
        const double f = factor;
        const std::string unit = id.toStdString();
        COMPARE_BINDS(planted(unit, "inverse binds"),
                      (Rows{{{0, 1, 0, -2 * f}, {-1, 0, 0, f}, {0, 0, 1, -3 * f}}}),
                      (Rows{{{0, 1, 0, -2 * f}, {0, 0, 1, -3 * f}, {1, 0, 0, f}}}));
        const CharacterParts mesh = planted(unit, "mesh");
        COMPARE_BINDS(mesh, kRootBind, kTipBind);
        COMPARE_POINT(mesh.meshes[0].positions[0], f, 2 * f, 4 * f);
        COMPARE_POINT(mesh.meshes[0].normals[0], 0, 0.6, 0.8);
        const CharacterParts skeleton = planted(unit, "skeleton", "with keys");
        COMPARE_BINDS(skeleton, kRootBind, kTipBind);
        COMPARE_POINT(skeleton.joints[0].parentFromJointRest.translation, f, 2 * f, 3 * f);
        // Tangent, value, tangent.
        const auto& keys = skeleton.clips[0].jointTracks[0].translation.values;
        COMPARE_POINT(keys[0], 0.1 * f, 0.2 * f, 0.3 * f);
        COMPARE_POINT(keys[1], f, 2 * f, 3 * f);
    }

    // Flipping X on both sides turns the signs of what mixes X with another axis.
    void handednessFlipsOneAxis() {
        COMPARE_BINDS(planted("handedness-x", "inverse binds"),
                      (Rows{{{0, -1, 0, 2}, {1, 0, 0, 1}, {0, 0, 1, -3}}}),
                      (Rows{{{0, -1, 0, 2}, {0, 0, 1, -3}, {-1, 0, 0, 1}}}));
        COMPARE_POINT(planted("handedness-x", "mesh").meshes[0].positions[0], -1, 2, 4);
        COMPARE_POINT(planted("handedness-y", "mesh").meshes[0].positions[0], 1, -2, 4);
        const CharacterParts mesh = planted("handedness-z", "mesh");
        COMPARE_POINT(mesh.meshes[0].positions[0], 1, 2, -4);
        COMPARE_POINT(mesh.meshes[0].normals[0], 0, 0.6, -0.8);
    }

    // Rx(90) takes (x, y, z) to (x, -z, y).
    void axesTurnByAQuarter() {
        const CharacterParts mesh = planted("up-axis", "mesh", "+90");
        COMPARE_POINT(mesh.meshes[0].positions[0], 1, -4, 2);
        COMPARE_POINT(mesh.meshes[0].normals[0], 0, -0.8, 0.6);
        COMPARE_POINT(planted("up-axis", "mesh", "-90").meshes[0].positions[0], 1, 4, -2);
        // Rx(90) B Rx(-90) of the root: Rz(-90) becomes a turn about Rx(90)(0, 0, 1) = (0, -1, 0).
        COMPARE_BINDS(planted("up-axis", "inverse binds", "+90"),
                      (Rows{{{0, 0, 1, -2}, {0, 1, 0, 3}, {-1, 0, 0, 1}}}),
                      (Rows{{{0, 0, 1, -2}, {-1, 0, 0, -1}, {0, -1, 0, -3}}}));
    }

    // The node of the mesh stands at (0, 0, 5).
    void theNodeOfTheMeshIsAppliedOnceMoreOrTooFew() {
        COMPARE_POINT(planted("mesh-transform-twice", "mesh").meshes[0].positions[0], 1, 2, 9);
        COMPARE_POINT(planted("bind-shape-missing").meshes[0].positions[0], 1, 2, -1);
        const CharacterParts binds = planted("mesh-transform-twice", "inverse binds");
        COMPARE_BINDS(binds,
                      (Rows{{{0, 1, 0, -2}, {-1, 0, 0, 1}, {0, 0, 1, 2}}}),
                      (Rows{{{0, 1, 0, -2}, {0, 0, 1, 2}, {1, 0, 0, 1}}}));
        COMPARE_BINDS(planted("palette-world-space", "", "mesh node, inverse"),
                      (Rows{{{0, 1, 0, -2}, {-1, 0, 0, 1}, {0, 0, 1, -8}}}),
                      (Rows{{{0, 1, 0, -2}, {0, 0, 1, -8}, {1, 0, 0, 1}}}));
    }

    // B * 2.54 has the same place and longer columns.
    void anOffsetStandsOnTheRightOfTheBinds() {
        COMPARE_BINDS(planted("bind-space-offset", "", "inches"),
                      (Rows{{{0, 2.54, 0, -2}, {-2.54, 0, 0, 1}, {0, 0, 2.54, -3}}}),
                      (Rows{{{0, 2.54, 0, -2}, {0, 0, 2.54, -3}, {2.54, 0, 0, 1}}}));
        const CharacterParts moved = planted("bind-space-offset", "", "moved up");
        const double up = 0.8 * twoJoints().radius();
        COMPARE_BINDS(moved,
                      (Rows{{{0, 1, 0, up - 2}, {-1, 0, 0, 1}, {0, 0, 1, -3}}}),
                      (Rows{{{0, 1, 0, up - 2}, {0, 0, 1, -3}, {1, 0, 0, 1}}}));
    }

    void aPartIsBoundByAnotherPose() {
        CharacterParts parts(test::humanoidRig());
        const CharacterParts before = parts;
        QVERIFY(findPlant("two-bind-poses", "", "moved up").plant(parts));
        const std::vector<bool> below = before.isBelow(before.jointAboveAThird());
        std::size_t changedCount = 0;
        for (std::size_t slot = 0; slot < parts.skins[0].joints.size(); ++slot) {
            const math::Affine& old = before.skins[0].jointFromBind[slot];
            const math::Affine& now = parts.skins[0].jointFromBind[slot];
            const bool isBelow = below[parts.skins[0].joints[slot].value()];
            const float up = isBelow ? 0.3f * static_cast<float>(before.radius()) : 0.0f;
            QCOMPARE_LE(glm::distance(now.translation, old.translation + up * old.linear[1]),
                        1e-5f);
            changedCount += isBelow ? 1 : 0;
        }
        QVERIFY(changedCount >= 2 && changedCount + 2 <= parts.skins[0].joints.size());
    }

    // In reverse, the tip comes before the root that it hangs from, and stands as if it had none:
    // Rx(-90), and -Rx(-90)(0, 2, 0) = -(0, 0, -2).
    void whatComesBeforeItsParentHasNone() {
        COMPARE_BINDS(planted("hierarchy-unsorted", "", "reversed"),
                      kRootBind,
                      (Rows{{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 2}}}));
    }

    // Files hold x, y, z, w = 0, 0, h, h; in the other order h, 0, 0, h, which read as x, y, z, w
    // is a turn about X.
    void quaternionsAreReadInTheOtherOrder() {
        const CharacterParts wxyz = planted("quaternion-order", "wxyz", "with keys");
        const glm::quat rest = wxyz.joints[0].parentFromJointRest.rotation;
        COMPARE_POINT(glm::vec3(rest.x, rest.y, rest.z), kHalf, 0, 0);
        QCOMPARE_LE(std::abs(rest.w - kHalf), 1e-6f);
        const glm::quat key = wxyz.clips[0].jointTracks[0].rotation.values[1];
        COMPARE_POINT(glm::vec3(key.x, key.y, key.z), kHalf, 0, 0);
        // x, y, z, w = 0, 0, h, h read as w, x, y, z: w = 0, x = 0, y = h, z = h.
        const glm::quat other =
            planted("quaternion-order", "xyzw").joints[0].parentFromJointRest.rotation;
        COMPARE_POINT(glm::vec3(other.x, other.y, other.z), 0, kHalf, kHalf);
        QCOMPARE_LE(std::abs(other.w), 1e-6f);
    }

    void slotsOfOneNameShareTheFirstJoint() {
        CharacterParts parts(test::humanoidRig());
        const DefectPlant& plant = findPlant("duplicate-joint-names", "", "one");
        QVERIFY(plant.prepare(parts));
        const CharacterParts before = parts;
        QVERIFY(plant.plant(parts));
        const auto& joints = before.skins[0].joints;
        for (std::size_t slot = 0; slot + 1 < joints.size(); ++slot) {
            QVERIFY(parts.skins[0].joints[slot] == joints[slot]);
        }
        QVERIFY(parts.skins[0].joints.back() == joints[joints.size() / 2]);
        QVERIFY(parts.skins[0].jointFromBind.back().translation ==
                before.skins[0].jointFromBind.back().translation);
    }

    // The root of two joints is 1.4 as large. Healthy: the tip stands where it did, of its own
    // size; planted: 1.4 as far from the root, and as much larger.
    void scaleIsHandedDown() {
        CharacterParts parts(test::elbowRig());
        const auto original = parts.modelFromJoint();
        const DefectPlant& plant = findPlant("scale-inherit", "", "larger");
        QVERIFY(plant.prepare(parts));
        const std::size_t at = parts.skins[0].joints[1].value();
        const auto healthy = parts.modelFromJoint();
        COMPARE_POINT(healthy[at].translation,
                      original[at].translation.x,
                      original[at].translation.y,
                      original[at].translation.z);
        QVERIFY(plant.plant(parts));
        const auto planted = parts.modelFromJoint();
        QCOMPARE_LE(std::abs(std::cbrt(glm::determinant(planted[at].linear)) - 1.4), kTolerance);
    }

    // Slots 0, 1 are nodes 0, 1; by name "Root" comes before "Tip".
    void listsAreReordered() {
        CharacterParts parts(test::humanoidRig());
        const CharacterParts before = parts;
        QVERIFY(findPlant("joint-list-order", "joints", "name").plant(parts));
        const auto nameOf = [&](std::size_t slot) {
            return parts.joints[parts.skins[0].joints[slot].value()].name;
        };
        for (std::size_t slot = 1; slot < parts.skins[0].joints.size(); ++slot) {
            QVERIFY(nameOf(slot - 1) < nameOf(slot));
            QVERIFY(parts.skins[0].jointFromBind[slot].translation ==
                    before.skins[0].jointFromBind[slot].translation);
        }
        parts = before;
        QVERIFY(findPlant("joint-list-order", "influences", "breadth first").plant(parts));
        for (std::size_t slot = 0; slot < parts.skins[0].joints.size(); ++slot) {
            const JointIndex joint = parts.skins[0].joints[slot];
            const auto old = static_cast<std::size_t>(
                std::find(before.skins[0].joints.begin(), before.skins[0].joints.end(), joint) -
                before.skins[0].joints.begin());
            QVERIFY(parts.skins[0].jointFromBind[slot].translation ==
                    before.skins[0].jointFromBind[old].translation);
            if (slot > 0) {
                QVERIFY(depthOf(parts, parts.skins[0].joints[slot - 1]) <= depthOf(parts, joint));
            }
        }
        QVERIFY(parts.meshes[0].influences->joints == before.meshes[0].influences->joints);
    }

    void depthFirstPutsAJointRightAfterItsParentOrASibling() {
        CharacterParts parts(test::quadrupedRig());
        QVERIFY(findPlant("joint-list-order", "joints", "depth first").plant(parts));
        const auto& joints = parts.skins[0].joints;
        for (std::size_t slot = 1; slot < joints.size(); ++slot) {
            // The parent is the joint before, or one of those above it.
            const JointIndex parent = parts.joints[joints[slot].value()].parent;
            QVERIFY(parts.isBelow(parent)[joints[slot - 1].value()]);
        }
    }

    void indicesAreChangedWhereThereIsWeight_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("variant");
        QTest::addColumn<QList<int>>("joints");
        // As it was: 0 -, 0 1, 1 -.
        QTest::newRow("plus") << "joint-index-plus-1"
                              << "" << QList<int>{1, 0, 1, 2, 2, 0};
        QTest::newRow("minus") << "joint-index-minus-1"
                               << "" << QList<int>{65535, 0, 65535, 0, 0, 0};
        QTest::newRow("times") << "joint-index-times-255"
                               << "" << QList<int>{0, 0, 0, 255, 255, 0};
        QTest::newRow("divided") << "joint-index-divided-255"
                                 << "" << QList<int>{0, 0, 0, 0, 0, 0};
        QTest::newRow("plus, padding")
            << "joint-index-plus-1"
            << "padding too" << QList<int>{1, 1, 1, 1, 1, 2, 1, 1, 2, 1, 1, 1};
        QTest::newRow("minus, padding")
            << "joint-index-minus-1"
            << "padding too"
            << QList<int>{
                   65535, 65535, 65535, 65535, 65535, 0, 65535, 65535, 0, 65535, 65535, 65535};
    }
    void indicesAreChangedWhereThereIsWeight() {
        QFETCH(QString, id);
        QFETCH(QString, variant);
        QFETCH(QList<int>, joints);
        const CharacterParts parts = planted(id.toStdString(), "", variant.toStdString());
        QList<int> now;
        for (const std::uint32_t joint : parts.meshes[0].influences->joints) {
            now.push_back(static_cast<int>(joint));
        }
        QCOMPARE(now, joints);
        // Nothing else.
        COMPARE_BINDS(parts, kRootBind, kTipBind);
    }

    void codesStayInAnAttribute() {
        const CharacterParts parts = planted("joint-index-divided-255", "attribute", "_JOINTS");
        const assets::VertexAttribute& codes = parts.meshes[0].attributes[0];
        QCOMPARE(codes.name, std::string("_JOINTS"));
        QCOMPARE(codes.width, 2u);
        QCOMPARE_LE(std::abs(codes.values[3] - 1.0f / 255.0f), 1e-7f);
    }

    void indicesWrapInAByte() {
        CharacterParts parts(test::tailRig(264));
        const auto before = parts.meshes[0].influences->joints;
        QVERIFY(findPlant("joint-index-wrapped-256", "", "").plant(parts));
        const auto& now = parts.meshes[0].influences->joints;
        bool hasWrapped = false;
        for (std::size_t i = 0; i < now.size(); ++i) {
            QCOMPARE(now[i], before[i] % 256);
            hasWrapped = hasWrapped || now[i] != before[i];
        }
        QVERIFY(hasWrapped);
    }

    // The middle vertex has 1/4 and 3/4: the length of that is sqrt(10) / 4.
    void weightsLoseTheirSum() {
        const auto weightsOf = [](const CharacterParts& parts) {
            return parts.meshes[0].influences->weights;
        };
        const std::vector<float> l2 = weightsOf(planted("weights-l2-normalised"));
        QCOMPARE_LE(std::abs(l2[2] - 1.0f / std::sqrt(10.0f)), 1e-6f);
        QCOMPARE_LE(std::abs(l2[3] - 3.0f / std::sqrt(10.0f)), 1e-6f);
        QCOMPARE(l2[0], 1.0f);
        // 0.6 at the first vertex, 0.07 more at the next.
        const std::vector<float> scaled =
            weightsOf(planted("weights-not-normalised", "", "below and above"));
        QCOMPARE_LE(std::abs(scaled[0] - 0.6f), 1e-6f);
        QCOMPARE_LE(std::abs(scaled[3] - 0.67f * 0.75f), 1e-6f);
        // 63.75 and 191.25 are rounded to 64 and 191.
        const std::vector<float> bytes = weightsOf(planted("weights-byte-as-float"));
        QCOMPARE(bytes[0], 255.0f);
        QCOMPARE(bytes[2], 64.0f);
        QCOMPARE(bytes[3], 191.0f);
    }

    void shuffledSlotsStillNameTheSameJoints() {
        CharacterParts parts(test::handRig());
        const CharacterParts before = parts;
        test::shuffleSlots(parts);
        const assets::SkinData& now = parts.skins[0];
        const assets::SkinData& old = before.skins[0];
        QVERIFY(now.joints != old.joints);
        for (std::size_t i = 0; i < parts.meshes[0].influences->joints.size(); ++i) {
            const std::uint32_t slot = parts.meshes[0].influences->joints[i];
            const std::uint32_t slotBefore = before.meshes[0].influences->joints[i];
            QVERIFY(now.joints[slot] == old.joints[slotBefore]);
            QVERIFY(now.jointFromBind[slot].translation ==
                    old.jointFromBind[slotBefore].translation);
        }
    }

    // Every way of every defect is told from the others by its name.
    void namesAreUnique() {
        std::set<std::tuple<std::string, std::string, std::string>> names;
        for (const DefectPlant& plant : test::defectPlants()) {
            QVERIFY2(names.emplace(plant.id, plant.form, plant.variant).second, plant.id.c_str());
        }
    }

private:
    static std::size_t depthOf(const CharacterParts& parts, JointIndex joint) {
        std::size_t depth = 0;
        while (!parts.joints[joint.value()].parent.isNone()) {
            joint = parts.joints[joint.value()].parent;
            ++depth;
        }
        return depth;
    }
};

QTEST_GUILESS_MAIN(TstPlantDefect)
#include "tst_plant_defect.moc"
