// SPDX-License-Identifier: Apache-2.0
// Chains of joints, and what solvers report.
#include <sartor/pose/ik_chain.h>

#include <QtTest>

#include <support/ik_fixture.h>

using namespace sartor;
using namespace sartor::pose;

class TstIkChain : public QObject {
    Q_OBJECT

private slots:
    void rejectsWhatIsNoChain();
    void joinsTheJointsFromRootToTip();
    void everyFlagHasItsBitAndItsCode();
};

void TstIkChain::rejectsWhatIsNoChain() {
    const test::IkRig rig = test::straightRig({"none", {}}, {1, 1, 1});
    const auto message = [&](JointIndex root, JointIndex tip, std::size_t limits, float swing) {
        const std::vector<JointLimit> given(limits, JointLimit{.swing = swing});
        const Result<IkChain> chain = IkChain::create(*rig.skeleton, root, tip, given);
        return chain ? std::string() : chain.error().code + ": " + chain.error().message;
    };
    QCOMPARE(message(rig.chain[0], rig.chain[3], 3, 1.0f).c_str(), "");
    QCOMPARE(message(rig.chain[0], rig.chain[3], 2, 1.0f).c_str(),
             "ik.limit: chain: 2 limits for 3 joints above the tip");
    QCOMPARE(message(rig.chain[0], rig.chain[3], 3, 4.0f).c_str(),
             "ik.limit: limit of joint 'bone 0': expected swings from 0 to 180 degrees");
    QCOMPARE(message(rig.chain[3], rig.chain[0], 0, 1.0f).c_str(),
             "ik.chain: chain: joint 'bone 0' is not below joint 'bone 3'");
    QCOMPARE(message(rig.chain[0], rig.chain[0], 0, 1.0f).c_str(),
             "ik.chain: chain: joint 'bone 0' is not below joint 'bone 0'");
    for (const JointIndex none : {JointIndex(), JointIndex(900)}) {
        QCOMPARE(message(none, rig.chain[0], 0, 1.0f).c_str(),
                 "ik.chain: chain: expected a root and a tip of the skeleton's 8 joints");
        QCOMPARE(message(rig.chain[0], none, 0, 1.0f).c_str(),
                 "ik.chain: chain: expected a root and a tip of the skeleton's 8 joints");
    }
}

void TstIkChain::joinsTheJointsFromRootToTip() {
    const test::IkRig rig = test::straightRig({"above", {{}, {}}}, {1, 1, 1});
    const IkChain chain = test::require(IkChain::create(*rig.skeleton, rig.chain[1], rig.chain[3]));
    QCOMPARE(std::vector<JointIndex>(chain.joints().begin(), chain.joints().end()),
             (std::vector<JointIndex>{rig.chain[1], rig.chain[2], rig.chain[3]}));
    QCOMPARE(chain.root(), rig.chain[1]);
    QCOMPARE(chain.tip(), rig.chain[3]);
    QVERIFY(chain.limits().empty());
}

void TstIkChain::everyFlagHasItsBitAndItsCode() {
    std::vector<std::string_view> codes;
    for (std::uint32_t bit = 0; bit < 6; ++bit) {
        const IkFlags flags = ikFlagsOfBits(1u << bit);
        QCOMPARE(ikFlagBits(flags), 1u << bit);
        QVERIFY(flags != IkFlags());
        for (const std::string_view code : ikCodes(flags)) {
            codes.push_back(code);
        }
    }
    QCOMPARE(codes,
             (std::vector<std::string_view>{"ik.unreachable",
                                            "ik.limit_reached",
                                            "ik.degenerate",
                                            "ik.approximate",
                                            "ik.invalid"}));
    QCOMPARE(ikCodes(IkFlags{.isReached = true}).size(), std::size_t{0});
    QCOMPARE(ikFlagBits({.isReached = true, .isLimited = true}), 5u);
    QVERIFY((IkFlags{.isLimited = true}.isClamped()));
    QVERIFY(!(IkFlags{.isDegenerate = true}.isClamped()));
}

QTEST_GUILESS_MAIN(TstIkChain)
#include "tst_ik_chain.moc"
