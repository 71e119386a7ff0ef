// SPDX-License-Identifier: Apache-2.0
// The books of root motion in words: balanced, doubled, lost, and who did it.
#include "editor/model/root_motion_report.h"
#include "graphs.h"

#include <QtTest>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

namespace {

math::DoubleRigid forward(double metres) {
    math::DoubleRigid motion;
    motion.translation.z = metres;
    return motion;
}

/// Thirty frames of a clip that walks a metre forward; in the pose it moves `inPose` as far.
pose::RootMotionLedger walk(pose::RootMotionOwner owner, double inPose) {
    pose::RootMotionLedger ledger(4, 64);
    for (int i = 1; i <= 30; ++i) {
        ledger.begin(1.0 / 30.0, owner);
        pose::RootMotionSource source;
        source.node = 1;
        source.weight = 1.0f;
        source.fromTime = (i - 1) / 30.0;
        source.toTime = i / 30.0;
        source.delta = forward(1.0 / 30.0);
        ledger.add(source);
        ledger.finish(forward(1.0 / 30.0));
        ledger.setPose(forward(inPose * i / 30.0));
    }
    return ledger;
}

} // namespace

class TstRootMotionReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsJudgedBeforeTheStart() {
        const pose::RootMotionLedger ledger(4, 8);
        const RootMotionReport report = rootMotionReport(ledger, makeLocomotion());
        QVERIFY(report.expected.isEmpty());
        QVERIFY(report.isConserved && !report.isFault);
    }

    void theEntityTakesIt() {
        const RootMotionReport report =
            rootMotionReport(walk(pose::RootMotionOwner::Entity, 0.0), makeLocomotion());
        QCOMPARE(report.entity.size(), 30);
        // Forward is up the page.
        QVERIFY(std::abs(report.entity.back().y() + 1.0) < 1e-9);
        QVERIFY(std::abs(report.root.back().y() + 1.0) < 1e-9);
        QVERIFY2(report.isConserved, qPrintable(report.conservation));
        QVERIFY2(!report.isFault, qPrintable(report.verdict));
        QCOMPARE(report.owner, QString("The entity takes it"));
        QCOMPARE(report.sources.size(), std::size_t{1});
        QCOMPARE(report.sources[0].node, QString("swing"));
        QCOMPARE(report.sources[0].weight, QString("100 %"));
        QCOMPARE(report.sources[0].times, QString("0.967 to 1.000 s"));
        QVERIFY(report.sources[0].delta.contains("0.0333 m"));
    }

    void bothHaveIt() {
        const RootMotionReport report =
            rootMotionReport(walk(pose::RootMotionOwner::Entity, 1.0), makeLocomotion());
        QVERIFY(std::abs(report.root.back().y() + 2.0) < 0.1);
        QVERIFY(!report.isConserved);
        QVERIFY(report.isFault);
        QVERIFY2(report.verdict.startsWith("Double"), qPrintable(report.verdict));
    }

    void nobodyHasIt() {
        const RootMotionReport report =
            rootMotionReport(walk(pose::RootMotionOwner::Pose, 0.0), makeLocomotion());
        QVERIFY(!report.isConserved);
        QVERIFY2(report.verdict.startsWith("Lost"), qPrintable(report.verdict));
    }
};

QTEST_GUILESS_MAIN(TstRootMotionReport)
#include "tst_root_motion_report.moc"
