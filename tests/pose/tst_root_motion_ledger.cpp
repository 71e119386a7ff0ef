// SPDX-License-Identifier: Apache-2.0
// The books of root motion: what is right stays in balance, and each way to get it wrong has a
// name.
#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/root_motion_ledger.h>
#include <sartor/pose/sampling.h>

#include <QtTest>

#include <support/compare.h>
#include <support/root_motion_clips.h>

#include <functional>

using namespace sartor;
using namespace sartor::pose;

namespace {

const JointIndex kRoot(1);
using ClipPointer = std::shared_ptr<const assets::Clip>;

/// How a host, or an engine, can treat the motion that it is given.
enum class Host {
    Right,
    IgnoresMotion,
    AppliesTwice,
    LeavesClipInPose, ///< moves the entity although the pose still moves
    AddsInWorldAxes,  ///< adds translations as they are, whatever the heading
    TakesHalf,
    DriftsByItself ///< moves the entity where clips do not
};

/// Runs one looping clip for some frames and keeps the books.
RootMotionLedger run(const ClipPointer& clip,
                     RootMotionOwner owner,
                     Host host,
                     int frameCount = 50,
                     double dt = 1.0 / 60.0) {
    const auto skeleton = test::walkerSkeleton();
    const RootMotionCurve curve = *RootMotionCurve::create(*skeleton, clip, {.joint = kRoot});
    RootMotionLedger ledger(4, 1024);
    std::vector<math::Transform> pose(skeleton->jointCount());
    math::DoubleRigid entity;
    math::DoubleRigid carried;
    double time = 0.0;
    for (int i = 0; i < frameCount; ++i) {
        const PlayedRange range = *PlayedRange::create(
            PlaybackMode::Loop, time, time + dt, static_cast<double>(clip->duration()));
        time += dt;
        const RootMotionDelta delta = curve.delta(PlaybackMode::Loop, range);
        ledger.begin(dt, owner);
        ledger.add({.node = 7,
                    .weight = 1.0f,
                    .fromTime = range.from(),
                    .toTime = range.to(),
                    .wraps = range.wraps(),
                    .delta = delta});
        ledger.finish(delta);
        sampleClip(*skeleton, *clip, static_cast<float>(range.to()), pose);
        if (host != Host::LeavesClipInPose) {
            curve.makeInPlace(*skeleton, range.to(), pose);
        }
        if (owner == RootMotionOwner::Pose) {
            carried = carried * delta;
            moveRoot(*skeleton, kRoot, carried, pose);
        }
        const RootMotionDelta given = ledger.lastFrame().entity;
        switch (host) {
        case Host::Right:
        case Host::LeavesClipInPose:
            entity = entity * given;
            break;
        case Host::IgnoresMotion:
            break;
        case Host::AppliesTwice:
            entity = entity * given * given;
            break;
        case Host::AddsInWorldAxes:
            entity = {glm::normalize(entity.rotation * given.rotation),
                      entity.translation + given.translation};
            break;
        case Host::TakesHalf:
            entity = entity * math::DoubleRigid{.translation = 0.5 * given.translation};
            break;
        case Host::DriftsByItself:
            entity = entity * math::DoubleRigid{.translation = glm::dvec3(0, 0, 0.01)};
            break;
        }
        if (host != Host::Right) {
            ledger.setEntity(entity);
        }
        ledger.setPose(
            modelFromCharacter(findModelFromRoot(*skeleton, pose, kRoot), curve.reference(), {}));
    }
    return ledger;
}

/// A long way round: a quarter of a circle in each two seconds.
ClipPointer curved() {
    return test::quarterCircleClip(kRoot);
}
ClipPointer straight() {
    return test::forwardClip(kRoot, 2.0f, 3.0f);
}

} // namespace

Q_DECLARE_METATYPE(ClipPointer)

class TstRootMotionLedger : public QObject {
    Q_OBJECT

private slots:
    void oneOwnerKeepsTheBooksInBalance_data();
    void oneOwnerKeepsTheBooksInBalance();
    void discardedMotionIsNotMissed();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
    void doubleMotionOfAClipInThePoseIsSeenOverLoops();
    void motionThatClipsKeepStartsThePathAnew();
    void sourcesAreKeptUpToTheCapacity();
    void framesAreARing();
    void goesOnFromTotals();
    void blendErrorComparesWithTheSources();
    void emptyBooksSayNothing();
};

void TstRootMotionLedger::oneOwnerKeepsTheBooksInBalance_data() {
    QTest::addColumn<ClipPointer>("clip");
    QTest::addColumn<int>("owner");
    for (const RootMotionOwner owner : {RootMotionOwner::Entity, RootMotionOwner::Pose}) {
        const char* name = owner == RootMotionOwner::Entity ? "entity" : "pose";
        QTest::addRow("straight, %s", name) << straight() << static_cast<int>(owner);
        QTest::addRow("curved, %s", name) << curved() << static_cast<int>(owner);
        QTest::addRow("off axis, %s", name) << test::offAxisClip(kRoot) << static_cast<int>(owner);
    }
}

void TstRootMotionLedger::oneOwnerKeepsTheBooksInBalance() {
    QFETCH(ClipPointer, clip);
    QFETCH(int, owner);
    const RootMotionLedger ledger =
        run(clip, static_cast<RootMotionOwner>(owner), Host::Right, 600);
    // Ten seconds: the pose's root is in float, 15 m from the origin at most.
    QCOMPARE_LE(ledger.conservationError().distance, 1e-5);
    QCOMPARE_LE(ledger.conservationError().angle, 1e-5);
    QCOMPARE(ledger.verdict().fault, RootMotionFault::None);
    QCOMPARE_LE(std::abs(ledger.verdict().ratio - 1.0), 1e-3);
    const bool isEntity = static_cast<RootMotionOwner>(owner) == RootMotionOwner::Entity;
    const RootMotionFrame& last = ledger.lastFrame();
    QCOMPARE(last.number, std::uint64_t{600});
    QVERIFY(isEntity == (glm::length(last.worldFromEntity.translation) > 0.1));
    QVERIFY(isEntity == (glm::length(last.modelFromCharacter.translation) < 1e-5));
    QVERIFY(isEntity == (last.entity.translation == last.blended.translation));
}

void TstRootMotionLedger::discardedMotionIsNotMissed() {
    const RootMotionLedger ledger = run(straight(), RootMotionOwner::Discard, Host::Right);
    QCOMPARE_LE(ledger.conservationError().distance, 1e-6);
    QCOMPARE(ledger.verdict().fault, RootMotionFault::TooShort);
    QVERIFY(ledger.lastFrame().entity.translation == glm::dvec3(0.0));
    QCOMPARE_GE(glm::length(ledger.lastFrame().blended.translation), 0.02);
}

void TstRootMotionLedger::namesWhatIsWrong_data() {
    QTest::addColumn<ClipPointer>("clip");
    QTest::addColumn<int>("host");
    QTest::addColumn<int>("fault");
    QTest::addColumn<double>("ratio");
    const auto row = [](const char* name,
                        const ClipPointer& clip,
                        Host host,
                        RootMotionFault fault,
                        double ratio) {
        QTest::newRow(name) << clip << static_cast<int>(host) << static_cast<int>(fault) << ratio;
    };
    using Fault = RootMotionFault;
    row("straight, right", straight(), Host::Right, Fault::None, 1.0);
    row("straight, lost", straight(), Host::IgnoresMotion, Fault::Lost, 0.0);
    row("straight, twice", straight(), Host::AppliesTwice, Fault::Double, 2.0);
    row("straight, in pose too", straight(), Host::LeavesClipInPose, Fault::Double, 2.0);
    row("straight, world axes are right", straight(), Host::AddsInWorldAxes, Fault::None, 1.0);
    row("straight, half", straight(), Host::TakesHalf, Fault::Scaled, 0.5);
    row("curved, lost", curved(), Host::IgnoresMotion, Fault::Lost, 0.0);
    row("curved, twice", curved(), Host::AppliesTwice, Fault::Double, 2.0);
    row("curved, in pose too", curved(), Host::LeavesClipInPose, Fault::Double, -1.0);
    row("curved, world axes", curved(), Host::AddsInWorldAxes, Fault::WrongHeading, 1.0);
    row("curved, half", curved(), Host::TakesHalf, Fault::Scaled, 0.5);
    row("idle, right", test::idleClip(kRoot), Host::Right, Fault::TooShort, -1.0);
    row("idle, drifts", test::idleClip(kRoot), Host::DriftsByItself, Fault::Unasked, -1.0);
}

void TstRootMotionLedger::namesWhatIsWrong() {
    QFETCH(ClipPointer, clip);
    QFETCH(int, host);
    QFETCH(int, fault);
    QFETCH(double, ratio);
    const RootMotionLedger ledger =
        run(clip, RootMotionOwner::Entity, static_cast<Host>(host), 110);
    const RootMotionVerdict verdict = ledger.verdict();
    QCOMPARE(nameOf(verdict.fault), nameOf(static_cast<RootMotionFault>(fault)));
    if (ratio >= 0.0) {
        QCOMPARE_LE(std::abs(verdict.ratio - ratio), 0.01);
    }
    const bool isRight =
        verdict.fault == RootMotionFault::None || verdict.fault == RootMotionFault::TooShort;
    QVERIFY(isRight == (ledger.conservationError().distance < 1e-5));
}

void TstRootMotionLedger::doubleMotionOfAClipInThePoseIsSeenOverLoops() {
    // The pose jumps back at each end of the clip; those frames say nothing.
    const RootMotionLedger ledger =
        run(test::forwardClip(kRoot, 0.5f), RootMotionOwner::Entity, Host::LeavesClipInPose, 300);
    QCOMPARE(ledger.verdict().fault, RootMotionFault::Double);
    QCOMPARE_LE(std::abs(ledger.verdict().ratio - 2.0), 1e-3);
    QVERIFY(ledger.frame(30).hasWrap || ledger.frame(29).hasWrap);
}

void TstRootMotionLedger::motionThatClipsKeepStartsThePathAnew() {
    RootMotionLedger ledger(1, 64);
    double place = 0.0;
    for (int i = 0; i < 30; ++i) {
        const bool isKept = i >= 10 && i < 20;
        const RootMotionDelta step{.translation = glm::dvec3(0, 0, 0.1)};
        ledger.begin(0.1, RootMotionOwner::Entity);
        ledger.add({.kind = isKept ? RootMotionSource::Kind::Kept : RootMotionSource::Kind::Clip,
                    .weight = 1.0f,
                    .delta = step});
        ledger.finish(isKept ? RootMotionDelta{} : step);
        place = isKept ? place + 0.1 : 0.0;
        ledger.setPose({.translation = glm::dvec3(0, 0, place)});
        QCOMPARE_LE(ledger.conservationError().distance, 1e-12);
        QCOMPARE(ledger.lastFrame().hasKept, isKept);
    }
    QCOMPARE(ledger.totals().startFrame, std::uint64_t{21});
    QCOMPARE(ledger.verdict().fault, RootMotionFault::None);
}

void TstRootMotionLedger::sourcesAreKeptUpToTheCapacity() {
    RootMotionLedger ledger(2, 1);
    ledger.begin(0.1, RootMotionOwner::Entity);
    const RootMotionSource* memory = ledger.sources().data();
    for (std::uint32_t node = 0; node < 5; ++node) {
        ledger.add({.node = node, .weight = 0.2f});
    }
    QCOMPARE(ledger.sources().size(), std::size_t{2});
    QCOMPARE(ledger.sources()[1].node, std::uint32_t{1});
    QCOMPARE(ledger.droppedSourceCount(), std::size_t{3});
    ledger.begin(0.1, RootMotionOwner::Entity);
    QVERIFY(ledger.sources().empty());
    QCOMPARE(ledger.droppedSourceCount(), std::size_t{0});
    QCOMPARE(ledger.sources().data(), memory);
}

void TstRootMotionLedger::framesAreARing() {
    RootMotionLedger ledger(1, 3);
    for (int i = 0; i < 8; ++i) {
        ledger.begin(0.1 * i, RootMotionOwner::Entity);
        ledger.finish({.translation = glm::dvec3(0, 0, 1)});
        QCOMPARE(ledger.frameCount(), std::size_t(std::min(i + 1, 3)));
    }
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(ledger.frame(i).number, std::uint64_t{6 + i});
        QCOMPARE(ledger.frame(i).path.translation.z, 6.0 + static_cast<double>(i));
    }
    QCOMPARE(ledger.lastFrame().number, std::uint64_t{8});
    // Room for no frame is room for one.
    RootMotionLedger small(0, 0);
    small.begin(0.1, RootMotionOwner::Pose);
    QCOMPARE(small.frameCount(), std::size_t{1});
}

void TstRootMotionLedger::goesOnFromTotals() {
    const auto step = [](RootMotionLedger& ledger) {
        ledger.begin(0.1, RootMotionOwner::Entity);
        ledger.finish({glm::dquat(test::yaw(10)), glm::dvec3(0, 0, 1)});
        ledger.setPose({.translation = glm::dvec3(0, 0.1, 0)});
    };
    RootMotionLedger straightOn(1, 16);
    RootMotionLedger rewound(1, 16);
    for (int i = 0; i < 4; ++i) {
        step(straightOn);
        step(rewound);
    }
    const RootMotionTotals totals = rewound.totals();
    for (int i = 0; i < 3; ++i) {
        step(straightOn);
        step(rewound);
    }
    rewound.restore(totals);
    QCOMPARE(rewound.frameCount(), std::size_t{0});
    for (int i = 0; i < 3; ++i) {
        step(rewound);
    }
    QCOMPARE(rewound.lastFrame().number, straightOn.lastFrame().number);
    QVERIFY(rewound.lastFrame().path.translation == straightOn.lastFrame().path.translation);
    QCOMPARE_LE(rewound.conservationError().distance, 1e-12);
    rewound.clear();
    step(rewound);
    QCOMPARE(rewound.lastFrame().number, std::uint64_t{1});
    QCOMPARE_LE(test::maxAbsDiff(rewound.lastFrame().path.translation, glm::dvec3(0, 0, 1)), 0.0);
}

void TstRootMotionLedger::blendErrorComparesWithTheSources() {
    RootMotionLedger ledger(4, 1);
    const auto keep = [&](const RootMotionDelta& blended, bool hasOverride, bool isKept) {
        ledger.begin(0.1, RootMotionOwner::Entity);
        ledger.add({.weight = 0.25f, .delta = {.translation = glm::dvec3(0, 0, 4)}});
        ledger.add({.kind = isKept ? RootMotionSource::Kind::Kept : RootMotionSource::Kind::Clip,
                    .weight = 0.75f,
                    .delta = {.translation = glm::dvec3(0, 0, 1)}});
        if (hasOverride) {
            ledger.add({.kind = RootMotionSource::Kind::Override, .weight = 1.0f});
        }
        ledger.finish(blended);
        return ledger.blendError().distance;
    };
    QCOMPARE_LE(keep({.translation = glm::dvec3(0, 0, 1.75)}, false, false), 1e-12);
    QCOMPARE_LE(keep({.translation = glm::dvec3(0, 0, 1)}, false, true), 1e-12);
    QCOMPARE_LE(std::abs(keep({.translation = glm::dvec3(0, 0, 2)}, false, false) - 0.25), 1e-12);
    QCOMPARE_LE(keep({.translation = glm::dvec3(0, 0, 2)}, true, false), 0.0);
}

void TstRootMotionLedger::emptyBooksSayNothing() {
    const RootMotionLedger ledger(4, 4);
    QCOMPARE(ledger.conservationError().distance, 0.0);
    QCOMPARE(ledger.blendError().distance, 0.0);
    QCOMPARE(ledger.verdict().fault, RootMotionFault::TooShort);
    QVERIFY(std::isnan(ledger.verdict().ratio));
}

QTEST_GUILESS_MAIN(TstRootMotionLedger)
#include "tst_root_motion_ledger.moc"
