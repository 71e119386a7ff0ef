// SPDX-License-Identifier: Apache-2.0
// Names of the conventions in use, and names that only look like them.
#include <sartor/pose/side_names.h>

#include <QtTest>

using namespace sartor::pose;

class TstSideNames : public QObject {
    Q_OBJECT

private slots:
    void swapsTheSide_data();
    void swapsTheSide();
    void swappingTwiceGivesTheName_data() { swapsTheSide_data(); }
    void swappingTwiceGivesTheName();
    void namesWithoutASideHaveNone_data();
    void namesWithoutASideHaveNone();
    void severalWordsAreSwappedTogetherFirst();
    void longNamesCostTheirLength();
};

void TstSideNames::swapsTheSide_data() {
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("other");
    QTest::addColumn<bool>("isCertain");
    const auto row = [](const char* name, const char* other, bool isCertain) {
        QTest::newRow(name) << std::string(name) << std::string(other) << isCertain;
    };
    row("mixamorig:LeftArm", "mixamorig:RightArm", true);
    row("RightUpLeg", "LeftUpLeg", true);
    row("UpperArmLeft", "UpperArmRight", true);
    row("upperLeftArm", "upperRightArm", true);
    row("left", "right", true);
    row("arm_left", "arm_right", true);
    row("right-arm.001", "left-arm.001", true);
    row("LEFT_HAND", "RIGHT_HAND", true);
    row("hand_LEFT2", "hand_RIGHT2", true);
    row("arm_left01", "arm_right01", true);
    row("upperarm_l", "upperarm_r", true);
    row("thigh_twist_01_r", "thigh_twist_01_l", true);
    row("arm.L", "arm.R", true);
    row("arm.L.001", "arm.R.001", true);
    row("L_Arm", "R_Arm", true);
    row("Bip01 R Hand", "Bip01 L Hand", true);
    row("j-l-foot", "j-r-foot", true);
    row("l", "r", true);
    row("lShldr", "rShldr", false);
    row("LArm", "RArm", false);
    row("ArmR", "ArmL", false);
    row("Finger1L", "Finger1R", false);
    row("\xc3\xa9paule_l", "\xc3\xa9paule_r", true); // accents are no separators, "_" is
}

void TstSideNames::swapsTheSide() {
    QFETCH(std::string, name);
    QFETCH(std::string, other);
    QFETCH(bool, isCertain);
    const std::vector<OtherSide> sides = findOtherSides(name);
    QCOMPARE(sides.size(), std::size_t{1});
    QCOMPARE(sides[0].name, other);
    QCOMPARE(sides[0].isCertain, isCertain);
}

void TstSideNames::swappingTwiceGivesTheName() {
    QFETCH(std::string, name);
    QFETCH(std::string, other);
    QCOMPARE(findOtherSides(other).at(0).name, name);
}

void TstSideNames::namesWithoutASideHaveNone_data() {
    QTest::addColumn<std::string>("name");
    for (const char* name : {"",
                             "Hips",
                             "spine_01",
                             "Brightness",
                             "Lefty",
                             "cleft",
                             "upright",
                             "LEFTOVER",
                             "LOD0",
                             "RIG",
                             "control",
                             "root",
                             "Skull",
                             "roll",
                             "\xc3\xa9l\xc3\xa9"}) {
        QTest::newRow(name) << std::string(name);
    }
}

void TstSideNames::namesWithoutASideHaveNone() {
    QFETCH(std::string, name);
    const std::vector<OtherSide> sides = findOtherSides(name);
    QVERIFY2(sides.empty(), sides.empty() ? "" : sides[0].name.c_str());
}

void TstSideNames::severalWordsAreSwappedTogetherFirst() {
    const std::vector<OtherSide> sides = findOtherSides("Left_hand_l_ctrlR");
    QCOMPARE(sides.size(), std::size_t{4});
    QCOMPARE(sides[0].name, std::string("Right_hand_r_ctrlL"));
    QCOMPARE(sides[1].name, std::string("Right_hand_l_ctrlR"));
    QCOMPARE(sides[2].name, std::string("Left_hand_r_ctrlR"));
    QCOMPARE(sides[3].name, std::string("Left_hand_l_ctrlL"));
    QVERIFY(sides[0].isCertain && sides[1].isCertain && sides[2].isCertain && !sides[3].isCertain);
}

void TstSideNames::longNamesCostTheirLength() {
    QCOMPARE(findOtherSides(std::string(100000, 'l')).size(), std::size_t{0});
    std::string many;
    std::string others;
    for (int i = 0; i < 50000; ++i) {
        many += "l_";
        others += "r_";
    }
    const std::vector<OtherSide> sides = findOtherSides(many);
    QCOMPARE(sides.size(), std::size_t{1});
    QCOMPARE(sides[0].name, others);
}

QTEST_GUILESS_MAIN(TstSideNames)
#include "tst_side_names.moc"
