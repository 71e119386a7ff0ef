// SPDX-License-Identifier: Apache-2.0
// Joints that are recognised by the names of the usual rigs, and joints that are not.
#include <sartor/diagnose/joint_class.h>

#include <QTest>

#include <support/scene_builder.h>

#include <map>
#include <optional>
#include <string>

using namespace sartor;
using diagnose::JointClass;

namespace {

// "name" or "name<parent"; the parent is a name before it. All but those after a star are in the
// skin.
QStringList recognised(const QStringList& rig) {
    test::SceneBuilder builder;
    QStringList known;
    std::vector<JointIndex> skin;
    for (const QString& text : rig) {
        const QStringList parts = text.split('<');
        QString name = parts[0];
        const bool isInSkin = !name.startsWith('*');
        name.remove('*');
        JointIndex parent;
        if (parts.size() > 1) {
            parent = JointIndex(static_cast<std::size_t>(known.indexOf(parts[1])));
        } else if (!known.isEmpty()) {
            parent = JointIndex(static_cast<std::size_t>(known.size() - 1));
        }
        const JointIndex joint = builder.joint(name.toStdString(), parent);
        known += name;
        if (isInSkin) {
            skin.push_back(joint);
        }
    }
    builder.skin("skin", skin);
    QStringList result;
    for (const diagnose::ClassifiedJoint& joint : diagnose::classifyJoints(builder.build())) {
        const std::string_view kind =
            diagnose::kJointClassNames[static_cast<std::size_t>(joint.kind)];
        result += known[static_cast<qsizetype>(joint.joint.value())] + ":" +
                  QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
    }
    return result;
}

} // namespace

class TstJointClass : public QObject {
    Q_OBJECT

private slots:
    void knowsTheUsualNames_data() {
        QTest::addColumn<QStringList>("rig");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const QStringList& rig, const QStringList& expected) {
            QTest::newRow(name) << rig << expected;
        };
        row("Mixamo",
            {"mixamorig:Hips",
             "mixamorig:Spine",
             "mixamorig:Spine1",
             "mixamorig:Neck",
             "mixamorig:Head",
             "mixamorig:LeftShoulder<mixamorig:Spine1",
             "mixamorig:LeftArm",
             "mixamorig:LeftForeArm",
             "mixamorig:LeftHand",
             "mixamorig:LeftHandThumb1",
             "mixamorig:RightUpLeg<mixamorig:Hips",
             "mixamorig:RightLeg",
             "mixamorig:RightFoot"},
            {"mixamorig:Spine:spine",
             "mixamorig:Spine1:spine",
             "mixamorig:Neck:neck",
             "mixamorig:LeftArm:shoulder",
             "mixamorig:LeftForeArm:elbow",
             "mixamorig:LeftHand:wrist",
             "mixamorig:LeftHandThumb1:finger",
             "mixamorig:RightUpLeg:hip",
             "mixamorig:RightLeg:knee"});
        row("Unreal",
            {"root",
             "pelvis",
             "spine_01",
             "neck_01",
             "clavicle_l<spine_01",
             "upperarm_l",
             "upperarm_twist_01_l",
             "lowerarm_l<upperarm_l",
             "hand_l",
             "index_01_l",
             "thigh_r<pelvis",
             "calf_r",
             "calf_twist_01_r",
             "ik_hand_l<root"},
            {"spine_01:spine",
             "neck_01:neck",
             "upperarm_l:shoulder",
             "upperarm_twist_01_l:twist",
             "lowerarm_l:elbow",
             "hand_l:wrist",
             "index_01_l:finger",
             "thigh_r:hip",
             "calf_r:knee",
             "calf_twist_01_r:twist"});
        row("twists of Biped",
            {"Bip01 L UpperArm",
             "Bip01 LUpArmTwist",
             "Bip01 L Forearm<Bip01 L UpperArm",
             "Bip01 L ForeTwist",
             "Bip01 L Hand<Bip01 L Forearm"},
            {"Bip01 L UpperArm:shoulder",
             "Bip01 LUpArmTwist:twist",
             "Bip01 L Forearm:elbow",
             "Bip01 L ForeTwist:twist",
             "Bip01 L Hand:wrist"});
        row("twists of DAZ, which carry the limb",
            {"lShldrBend", "lShldrTwist", "lForearmBend", "lForearmTwist", "lHand"},
            {"lShldrBend:shoulder",
             "lShldrTwist:twist",
             "lForearmBend:elbow",
             "lForearmTwist:twist",
             "lHand:wrist"});
        row("rolls",
            {"LeftArm", "LeftForeArm", "LeftForeArmRoll", "LeftHand<LeftForeArm"},
            {"LeftArm:shoulder", "LeftForeArm:elbow", "LeftForeArmRoll:twist", "LeftHand:wrist"});
        row("twists of something else",
            {"LeftArm", "rope_twist_01", "roll", "SpineTwist"},
            {"LeftArm:shoulder"});
        row("Rigify",
            {"DEF-spine",
             "DEF-spine.001",
             "DEF-shoulder.L",
             "DEF-upper_arm.L",
             "DEF-upper_arm.L.001",
             "DEF-forearm.L",
             "DEF-hand.L",
             "DEF-thigh.L<DEF-spine",
             "DEF-shin.L"},
            {"DEF-spine:spine",
             "DEF-spine.001:spine",
             "DEF-upper_arm.L:shoulder",
             "DEF-forearm.L:elbow",
             "DEF-hand.L:wrist",
             "DEF-thigh.L:hip",
             "DEF-shin.L:knee"});
        row("Biped",
            {"Bip01 Pelvis",
             "Bip01 Spine",
             "Bip01 L Clavicle",
             "Bip01 L UpperArm",
             "Bip01 L Forearm",
             "Bip01 L Hand",
             "Bip01 L Thigh<Bip01 Pelvis",
             "Bip01 L Calf"},
            {"Bip01 Spine:spine",
             "Bip01 L UpperArm:shoulder",
             "Bip01 L Forearm:elbow",
             "Bip01 L Hand:wrist",
             "Bip01 L Thigh:hip",
             "Bip01 L Calf:knee"});
        row("VRM",
            {"J_Bip_C_Hips",
             "J_Bip_C_UpperChest",
             "J_Bip_L_UpperArm",
             "J_Bip_L_LowerArm",
             "J_Bip_L_Hand",
             "J_Bip_R_UpperLeg<J_Bip_C_Hips",
             "J_Bip_R_LowerLeg"},
            {"J_Bip_L_UpperArm:shoulder",
             "J_Bip_L_LowerArm:elbow",
             "J_Bip_L_Hand:wrist",
             "J_Bip_R_UpperLeg:hip",
             "J_Bip_R_LowerLeg:knee"});
        row("DAZ",
            {"hip",
             "abdomenLower",
             "chestUpper",
             "neckLower",
             "lCollar<chestUpper",
             "lShldrBend",
             "lForearmBend",
             "lHand",
             "rThighBend<hip",
             "rShin"},
            {"abdomenLower:spine",
             "chestUpper:spine",
             "neckLower:neck",
             "lShldrBend:shoulder",
             "lForearmBend:elbow",
             "lHand:wrist",
             "rThighBend:hip",
             "rShin:knee"});
        row("Maya",
            {"c_pelvis_jnt",
             "l_shoulder_jnt",
             "l_elbow_jnt",
             "l_wrist_jnt",
             "l_hip_jnt<c_pelvis_jnt",
             "l_knee_jnt"},
            {"l_shoulder_jnt:shoulder",
             "l_elbow_jnt:elbow",
             "l_wrist_jnt:wrist",
             "l_hip_jnt:hip",
             "l_knee_jnt:knee"});
        row("prefix of a character",
            {"Hero_Hips", "Hero_LeftArm", "Hero_LeftForeArm", "Hero_Neck<Hero_Hips"},
            {"Hero_LeftArm:shoulder", "Hero_LeftForeArm:elbow", "Hero_Neck:neck"});
        row("numbered limbs",
            {"Skeleton_torso_joint_1",
             "Skeleton_arm_joint_L__4_",
             "Skeleton_arm_joint_L__3_",
             "Skeleton_arm_joint_L__2_",
             "leg_joint_L_1<Skeleton_torso_joint_1",
             "leg_joint_L_2",
             "leg_joint_L_3"},
            {"Skeleton_torso_joint_1:spine",
             "Skeleton_arm_joint_L__4_:shoulder",
             "Skeleton_arm_joint_L__3_:elbow",
             "Skeleton_arm_joint_L__2_:wrist",
             "leg_joint_L_1:hip",
             "leg_joint_L_2:knee"});
        row("capitals in a row", {"Root", "LArm", "LForeArm"}, {"LArm:shoulder", "LForeArm:elbow"});
        row("fingers",
            {"LeftHand",
             "index_metacarpal_l",
             "index_01_l",
             "f_ring.01.L<LeftHand",
             "Bip01 L Finger01",
             "J_Bip_L_Little1",
             "Left Middle Proximal",
             "finger_thumb_02_l"},
            {"LeftHand:wrist",
             "index_01_l:finger",
             "f_ring.01.L:finger",
             "Bip01 L Finger01:finger",
             "J_Bip_L_Little1:finger",
             "Left Middle Proximal:finger",
             "finger_thumb_02_l:finger"});
        row("rings of something else",
            {"LeftArm", "ring_01", "Middle", "Index"},
            {"LeftArm:shoulder"});
        row("not in the skin",
            {"LeftArm", "*LeftForeArm", "LeftHand"},
            {"LeftArm:shoulder", "LeftHand:wrist"});
        row("nothing known", {"lower", "upper", "", "Ärmel", "armour", "handle"}, {});
        row("nothing at all", {}, {});
    }
    void knowsTheUsualNames() {
        QFETCH(const QStringList, rig);
        QFETCH(const QStringList, expected);
        QCOMPARE(recognised(rig), expected);
    }

    void knowsABodyByItsPlaces_data() {
        QTest::addColumn<float>("unit");
        QTest::addColumn<bool>("isTPose");
        QTest::newRow("metres, T-pose") << 1.0f << true;
        QTest::newRow("centimetres, A-pose") << 100.0f << false;
    }
    void knowsABodyByItsPlaces() {
        QFETCH(const float, unit);
        QFETCH(const bool, isTPose);
        test::SceneBuilder builder;
        std::vector<JointIndex> skin;
        std::map<std::string, JointClass> expected;
        std::map<std::uint32_t, glm::vec3> places;
        const auto add = [&](JointIndex parent,
                             const glm::vec3& place,
                             std::optional<JointClass> kind = std::nullopt) {
            const glm::vec3 from = parent.isNone() ? glm::vec3(0.0f) : places[parent.value()];
            const std::string name = "bone " + std::to_string(skin.size());
            const JointIndex joint =
                builder.joint(name, parent, test::moved(unit * (place - from)));
            places[joint.value()] = place;
            skin.push_back(joint);
            if (kind) {
                expected[name] = *kind;
            }
            return joint;
        };
        const JointIndex pelvis = add({}, {0.0f, 1.0f, 0.0f});
        JointIndex spine = add(pelvis, {0.0f, 1.15f, 0.0f}, JointClass::Spine);
        spine = add(spine, {0.0f, 1.3f, -0.01f}, JointClass::Spine);
        const JointIndex neck = add(spine, {0.0f, 1.5f, 0.0f}, JointClass::Neck);
        add(neck, {0.0f, 1.6f, 0.02f});
        for (const float side : {1.0f, -1.0f}) {
            const auto down = [&](float along) { return isTPose ? 1.42f : 1.42f - 0.8f * along; };
            const auto out = [&](float along) {
                return side * (0.18f + (isTPose ? along : 0.6f * along));
            };
            JointIndex arm = add(spine, {side * 0.05f, 1.42f, 0.0f});
            arm = add(arm, {out(0.0f), down(0.0f), 0.0f}, JointClass::Shoulder);
            arm = add(arm, {out(0.14f), down(0.14f), 0.0f}, JointClass::Twist);
            arm = add(arm, {out(0.28f), down(0.28f), 0.0f}, JointClass::Elbow);
            arm = add(arm, {out(0.54f), down(0.54f), 0.0f}, JointClass::Wrist);
            for (const float finger : {0.03f, 0.01f, -0.02f}) {
                const JointIndex first =
                    add(arm, {out(0.64f), down(0.64f), finger}, JointClass::Finger);
                add(first, {out(0.7f), down(0.7f), finger}, JointClass::Finger);
            }
            JointIndex leg = add(pelvis, {side * 0.1f, 0.95f, 0.0f}, JointClass::Hip);
            leg = add(leg, {side * 0.1f, 0.5f, 0.02f}, JointClass::Knee);
            leg = add(leg, {side * 0.1f, 0.08f, 0.0f});
            add(leg, {side * 0.1f, 0.0f, 0.15f});
        }
        builder.skin("skin", skin);
        const import::ImportedScene scene = builder.build();
        std::map<std::string, JointClass> found;
        for (const diagnose::ClassifiedJoint& joint : diagnose::classifyJoints(scene)) {
            found[scene.skeleton->joint(joint.joint).name] = joint.kind;
        }
        QCOMPARE(found.size(), expected.size());
        for (const auto& [name, kind] : expected) {
            QVERIFY2(found.contains(name) && found[name] == kind, name.c_str());
        }
    }

    void findsTwistJointsByTheirPlaces() {
        // What hangs on the forearm, by where it is: its bone is half a metre along x.
        const auto classOf = [](const glm::vec3& offset, bool carriesMore) {
            test::SceneBuilder builder;
            const JointIndex upper = builder.joint("LeftArm");
            const JointIndex fore =
                builder.joint("LeftForeArm", upper, test::moved({0.5f, 0.0f, 0.0f}));
            const JointIndex hand =
                builder.joint("LeftHand", fore, test::moved({0.5f, 0.0f, 0.0f}));
            const JointIndex helper = builder.joint("helper", fore, test::moved(offset));
            std::vector<JointIndex> skin{upper, fore, hand, helper};
            if (carriesMore) {
                skin.push_back(builder.joint("blade", helper, test::moved({0.1f, 0.0f, 0.0f})));
            }
            builder.skin("skin", skin);
            for (const auto& joint : diagnose::classifyJoints(builder.build())) {
                if (joint.joint == helper) {
                    return std::optional(joint.kind);
                }
            }
            return std::optional<JointClass>();
        };
        QCOMPARE(classOf({0.25f, 0.0f, 0.0f}, false), std::optional(JointClass::Twist));
        QCOMPARE(classOf({0.4f, 0.0f, 0.02f}, false), std::optional(JointClass::Twist));
        // Beside the bone, at its ends, past them, or with something of its own.
        QVERIFY(!classOf({0.25f, 0.0f, 0.05f}, false));
        QVERIFY(!classOf({0.0f, 0.0f, 0.0f}, false));
        QVERIFY(!classOf({0.49f, 0.0f, 0.0f}, false));
        QVERIFY(!classOf({0.7f, 0.0f, 0.0f}, false));
        QVERIFY(!classOf({-0.2f, 0.0f, 0.0f}, false));
        QVERIFY(!classOf({0.25f, 0.0f, 0.0f}, true));
    }

    void aTwistJointThatCarriesTheLimbHasAllOfItsTwist() {
        test::SceneBuilder builder;
        const JointIndex upper = builder.joint("DEF-upper_arm.L");
        const JointIndex half =
            builder.joint("DEF-upper_arm.L.001", upper, test::moved({0.2f, 0.0f, 0.0f}));
        const JointIndex fore =
            builder.joint("DEF-forearm.L", half, test::moved({0.2f, 0.0f, 0.0f}));
        const JointIndex leaf =
            builder.joint("DEF-forearm_twist.L", fore, test::moved({0.1f, 0.0f, 0.0f}));
        const JointIndex hand = builder.joint("DEF-hand.L", fore, test::moved({0.3f, 0.0f, 0.0f}));
        builder.skin("skin", {upper, half, fore, leaf, hand});
        const auto joints = diagnose::classifyJoints(builder.build());
        QCOMPARE(joints.size(), std::size_t{5});
        QVERIFY(joints[1].joint == half && joints[1].kind == JointClass::Twist);
        QCOMPARE(joints[1].degrees, std::optional(80.0));
        QVERIFY(joints[3].joint == leaf && joints[3].kind == JointClass::Twist);
        QVERIFY(!joints[3].degrees);
    }

    void aTailIsNoBody() {
        test::SceneBuilder builder;
        JointIndex parent;
        std::vector<JointIndex> skin;
        for (int i = 0; i < 12; ++i) {
            parent = builder.joint("bone", parent, test::moved(glm::vec3(0.1f, 0.2f, 0.0f)));
            skin.push_back(parent);
        }
        builder.skin("skin", skin);
        QVERIFY(diagnose::classifyJoints(builder.build()).empty());
    }

    void knowsWhatMovesASkin() {
        test::SceneBuilder builder;
        const JointIndex root = builder.joint("root", {});
        const JointIndex hips = builder.joint("hips", root);
        const JointIndex twist = builder.joint("twist", hips);
        const JointIndex hand = builder.joint("hand", twist);
        builder.joint("prop", hand);
        builder.joint("body", root);
        builder.skin("first", {hips});
        builder.skin("second", {hand});
        const import::ImportedScene scene = builder.build();
        QCOMPARE(diagnose::findSkinJoints(scene),
                 (std::vector<bool>{false, true, false, true, false, false}));
        QCOMPARE(diagnose::findJointsThatMoveSkins(scene),
                 (std::vector<bool>{true, true, true, true, false, false}));
    }
};

QTEST_GUILESS_MAIN(TstJointClass)
#include "tst_joint_class.moc"
