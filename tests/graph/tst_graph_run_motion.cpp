// SPDX-License-Identifier: Apache-2.0
// Root motion of whole graphs: nothing of it is lost or counted twice, however time goes by.
#include <QtTest>

#include <support/allocation_count.h>
#include <support/motion_graph.h>

using namespace sartor;
using namespace sartor::graph;
using pose::RootMotionOwner;

namespace {

test::GraphBuilder clipGraph(const char* clip, RootMotionOwner owner, Record params = {}) {
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(owner);
    builder.clip("clip", clip, std::move(params));
    return builder;
}

/// A random graph of blends, overrides and clips that go straight ahead, and how fast it goes: the
/// weighted mean of the clips' own speeds, worked out beside the graph.
struct StraightGraph {
    test::GraphBuilder builder;
    double speed = 0.0; ///< m/s while nothing is sought
    double seekingSpeed =
        0.0; ///< while the parameter "seek" is true, for the clips that look at it
};

class StraightGraphMaker {
public:
    explicit StraightGraphMaker(std::uint32_t seed) : random_(seed) {}

    StraightGraph make() {
        StraightGraph graph;
        graph.builder.definition.rootMotion = test::motionOf(RootMotionOwner::Entity);
        graph.builder.parameter({.id = "seek", .type = ParameterType::Bool});
        graph.builder.number("place", 0.0, 0.0, 2.0);
        const auto [id, speed, seekingSpeed] = add(graph.builder, 4);
        graph.builder.definition.output = nodeInput(id);
        graph.speed = speed;
        graph.seekingSpeed = seekingSpeed;
        return graph;
    }

private:
    struct Part {
        std::string id;
        double speed = 0.0;
        double seekingSpeed = 0.0;
    };

    std::string newId(const char* kind) { return kind + std::to_string(count_++); }

    Part addClip(test::GraphBuilder& builder) {
        const struct {
            const char* name;
            double speed;
        } kClips[] = {{"Idle", 0.0}, {"Forward", 1.0}, {"Run", 4.0}, {"Creep", 0.2 / 1.3}};
        const auto& clip = kClips[random_.below(4)];
        const auto rate = static_cast<double>(random_.uniform(-2, 3));
        const bool looksAtSeek = random_.below(2) == 0;
        std::vector<PinInputs> inputs = {test::pin("speed", constantInput(rate))};
        if (looksAtSeek) {
            inputs.push_back(test::pin("seek", parameterInput("seek")));
            inputs.push_back(test::pin("seek_time", parameterInput("place")));
        }
        Part part{newId("clip"), clip.speed * rate, looksAtSeek ? 0.0 : clip.speed * rate};
        builder.node(part.id,
                     "clip",
                     {{"clip", clip.name}, {"start", static_cast<double>(random_.uniform(0, 1))}},
                     std::move(inputs));
        return part;
    }

    Part addBlend(test::GraphBuilder& builder, int depth) {
        const std::uint32_t count = 2 + random_.below(3);
        const auto value = static_cast<double>(random_.uniform(0, static_cast<float>(count - 1)));
        Part part{newId("blend"), 0.0, 0.0};
        PinInputs poses{"poses", {}};
        for (std::uint32_t i = 0; i < count; ++i) {
            const Part input = add(builder, depth - 1);
            const double weight = std::max(0.0, 1.0 - std::abs(value - i));
            part.speed += weight * input.speed;
            part.seekingSpeed += weight * input.seekingSpeed;
            poses.inputs.push_back(test::linkTo(input.id, {{"threshold", static_cast<double>(i)}}));
        }
        builder.node(part.id, "blend_1d", {}, {test::pin("value", constantInput(value)), poses});
        return part;
    }

    Part addOverride(test::GraphBuilder& builder, int depth) {
        const Part input = add(builder, depth - 1);
        const auto factor = static_cast<double>(random_.uniform(-1, 2));
        Part part{newId("change"), input.speed * factor, input.seekingSpeed * factor};
        builder.node(
            part.id,
            "root_motion_override",
            {{"z_mode", "scale"}},
            {test::pin("pose", nodeInput(input.id)), test::pin("z", constantInput(factor))});
        return part;
    }

    Part add(test::GraphBuilder& builder, int depth) {
        const std::uint32_t kind = depth == 0 ? 0 : random_.below(4);
        return kind == 0   ? addClip(builder)
               : kind == 1 ? addOverride(builder, depth)
                           : addBlend(builder, depth);
    }

    test::Random random_;
    int count_ = 0;
};

} // namespace

class TstGraphRunMotion : public QObject {
    Q_OBJECT

private slots:
    void idleAndForwardClips_data();
    void idleAndForwardClips();
    void ownersGetAllOrNothing_data();
    void ownersGetAllOrNothing();
    void entityAndPoseMakeTheUnwrappedClip_data();
    void entityAndPoseMakeTheUnwrappedClip();
    void randomGraphsConserveMotion_data();
    void randomGraphsConserveMotion();
    void splitsOfTimeDoNotMatter_data();
    void splitsOfTimeDoNotMatter();
    void eightDaysDoNotDrift();
    void clipsCanDropOrKeepTheirMotion();
    void seeksAndPausesMakeNoMotion();
    void rewindTakesTheBooksAlong();
    void secondUpdateInAFrameIsNoticed();
    void booksSeeMistakesOfTheHost();
    void allocatesNothing();
};

void TstGraphRunMotion::idleAndForwardClips_data() {
    QTest::addColumn<QString>("clip");
    QTest::addColumn<int>("owner");
    QTest::addColumn<double>("entity");
    QTest::addColumn<double>("pose");
    // Metres after 2.5 seconds, and what is seen is their sum.
    QTest::newRow("idle, entity") << "Idle" << 0 << 0.0 << 0.0;
    QTest::newRow("idle, pose") << "Idle" << 1 << 0.0 << 0.0;
    QTest::newRow("forward, entity") << "Forward" << 0 << 2.5 << 0.0;
    QTest::newRow("forward, pose") << "Forward" << 1 << 0.0 << 2.5;
    QTest::newRow("forward, discarded") << "Forward" << 2 << 0.0 << 0.0;
}

void TstGraphRunMotion::idleAndForwardClips() {
    QFETCH(QString, clip);
    QFETCH(int, owner);
    QFETCH(double, entity);
    QFETCH(double, pose);
    test::GraphPlayer player(
        clipGraph(qPrintable(clip), static_cast<RootMotionOwner>(owner)).definition,
        test::walkerRig());
    math::DoubleRigid worldFromEntity;
    for (int i = 0; i < 150; ++i) {
        worldFromEntity = worldFromEntity * player.frame(1.0 / 60.0).rootMotion;
    }
    QCOMPARE_LE(test::maxAbsDiff(worldFromEntity.translation, glm::dvec3(0, 0, entity)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(test::rootOf(player).translation, glm::dvec3(0, 0, pose)), 1e-6);
    const pose::RootMotionLedger& ledger = player.instance.rootMotionLedger();
    QCOMPARE_LE(test::maxAbsDiff(ledger.lastFrame().worldFromEntity.translation,
                                 worldFromEntity.translation),
                1e-12);
    QCOMPARE_LE(ledger.conservationError().distance, 1e-6);
}

void TstGraphRunMotion::ownersGetAllOrNothing_data() {
    QTest::addColumn<QString>("clip");
    for (const char* clip : {"Forward", "Circle", "Off axis"}) {
        QTest::newRow(clip) << clip;
    }
}

void TstGraphRunMotion::ownersGetAllOrNothing() {
    // The place that is seen is the same for entity and pose, and the start for discard.
    QFETCH(QString, clip);
    const auto playerOf = [&](RootMotionOwner owner) {
        return test::GraphPlayer(clipGraph(qPrintable(clip), owner).definition, test::walkerRig());
    };
    test::GraphPlayer byEntity = playerOf(RootMotionOwner::Entity);
    test::GraphPlayer byPose = playerOf(RootMotionOwner::Pose);
    test::GraphPlayer discarded = playerOf(RootMotionOwner::Discard);
    math::DoubleRigid entity;
    test::Random random(1);
    for (int i = 0; i < 300; ++i) {
        const auto dt = static_cast<double>(random.uniform(0, 0.2f));
        entity = entity * byEntity.frame(dt).rootMotion;
        QVERIFY(byPose.frame(dt).rootMotion.translation == glm::dvec3(0.0));
        QVERIFY(discarded.frame(dt).rootMotion.translation == glm::dvec3(0.0));
        const glm::dmat4 seen = test::matrixOf(entity * test::rootOf(byEntity));
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(test::rootOf(byPose)), seen), 2e-5);
        QCOMPARE_LE(test::maxAbsDiff(test::matrixOf(test::rootOf(discarded)),
                                     test::matrixOf(test::rootOf(byEntity))),
                    0.0);
        for (test::GraphPlayer* player : {&byEntity, &byPose, &discarded}) {
            QCOMPARE_LE(player->instance.rootMotionLedger().conservationError().distance, 2e-5);
        }
    }
}

void TstGraphRunMotion::entityAndPoseMakeTheUnwrappedClip_data() {
    QTest::addColumn<QString>("clip");
    QTest::addColumn<double>("speed");
    QTest::addColumn<bool>("isPlaced");
    for (const char* clip : {"Forward", "Circle", "Off axis"}) {
        for (const double speed : {1.0, -0.7, 2.3}) {
            QTest::newRow(qPrintable(QString("%1 at %2").arg(clip).arg(speed)))
                << QString(clip) << speed << false;
        }
    }
    QTest::newRow("Off axis under a placed armature") << QString("Off axis") << 1.0 << true;
}

void TstGraphRunMotion::entityAndPoseMakeTheUnwrappedClip() {
    // Ten minutes in random steps against matrices of the clip, cycle after cycle.
    QFETCH(QString, clip);
    QFETCH(double, speed);
    QFETCH(bool, isPlaced);
    const auto rig = test::walkerRig(
        isPlaced ? math::Transform{glm::vec3(4, 1, -2), test::yaw(35), glm::vec3(1.5f)}
                 : math::Transform{});
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(RootMotionOwner::Entity);
    builder.node(
        "clip", "clip", {{"clip", qPrintable(clip)}}, {test::pin("speed", constantInput(speed))});
    test::GraphPlayer player(builder.definition, rig);
    const assets::Clip& played =
        **std::find_if(rig->clips.begin(), rig->clips.end(), [&](const auto& c) {
            return c->name() == clip.toStdString();
        });
    const auto duration = static_cast<double>(played.duration());
    const auto modelAt = [&](double time) {
        return test::withoutScale(
            test::modelFromJointOracle(*rig->skeleton, played, test::kWalkerRoot, time));
    };
    // Every point of the path is start * cycle^k * rest of the way; powers one after the other.
    const glm::dmat4 atRest = test::withoutScale(test::modelFromJointOracle(
        *rig->skeleton, *test::idleClip(JointIndex(3)), test::kWalkerRoot, 0.0));
    const auto characterAt = [&](double time) {
        // The root stands beside the character where the rest pose has it.
        glm::dmat4 planar = test::planarOf(modelAt(time) * glm::inverse(atRest));
        const glm::dmat4 turn{glm::dmat3(planar)};
        const glm::dvec4 place = modelAt(time)[3] - turn * glm::dvec4(glm::dvec3(atRest[3]), 0.0);
        planar[3] = glm::dvec4(place.x, 0.0, place.z, 1.0);
        return planar;
    };
    const glm::dmat4 start = characterAt(0.0);
    glm::dmat4 cycle = glm::inverse(start) * characterAt(duration);
    if (speed < 0.0) {
        cycle = glm::inverse(cycle);
    }
    math::DoubleRigid entity;
    test::Random random(2);
    glm::dmat4 cycles(1.0);
    long cycleCount = 0;
    double elapsed = 0.0;
    while (elapsed < 600.0) {
        const auto dt = static_cast<double>(random.uniform(0.001f, 0.25f));
        elapsed += dt;
        entity = entity * player.frame(dt).rootMotion;
        const double time = speed * elapsed;
        const auto wraps = static_cast<long>(std::floor(time / duration));
        for (; cycleCount != wraps; cycleCount += speed < 0.0 ? -1 : 1) {
            cycles = cycles * cycle;
        }
        const double clipTime = time - static_cast<double>(wraps) * duration;
        if (clipTime < 1e-6 || clipTime > duration - 1e-6) {
            continue; // either end may be shown
        }
        const glm::dmat4 expected = cycles * glm::inverse(start) * modelAt(clipTime);
        const glm::dmat4 seen = test::matrixOf(entity * test::rootOf(player));
        QCOMPARE_LE(test::maxAbsDiff(glm::dvec3(seen[3]), glm::dvec3(expected[3])), 1e-4);
        QCOMPARE_LE(test::maxAbsDiff(glm::dmat3(seen), glm::dmat3(expected)), 1e-4);
    }
    QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-4);
}

void TstGraphRunMotion::randomGraphsConserveMotion_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 24; ++seed) {
        QTest::addRow("seed %d", seed) << seed;
    }
}

void TstGraphRunMotion::randomGraphsConserveMotion() {
    QFETCH(int, seed);
    const StraightGraph graph = StraightGraphMaker(static_cast<std::uint32_t>(seed)).make();
    test::GraphPlayer player(graph.builder.definition, test::walkerRig());
    math::DoubleRigid entity;
    test::Random random(static_cast<std::uint32_t>(seed) + 100);
    double elapsed = 0.0;
    double expected = 0.0;
    bool isSeeking = false;
    while (elapsed < 600.0) {
        const auto dt = static_cast<double>(random.uniform(0.0f, 0.3f));
        if (random.below(20) == 0) {
            isSeeking = !isSeeking;
            player.setBool("seek", isSeeking);
            player.setFloat("place", random.uniform(0, 2));
        }
        elapsed += dt;
        expected += dt * (isSeeking ? graph.seekingSpeed : graph.speed);
        entity = entity * player.frame(dt).rootMotion;
        QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-4);
    }
    QCOMPARE_LE(test::maxAbsDiff(entity.translation, glm::dvec3(0, 0, expected)), 1e-4);
}

void TstGraphRunMotion::splitsOfTimeDoNotMatter_data() {
    randomGraphsConserveMotion_data();
}

void TstGraphRunMotion::splitsOfTimeDoNotMatter() {
    QFETCH(int, seed);
    const StraightGraph graph = StraightGraphMaker(static_cast<std::uint32_t>(seed)).make();
    const auto travel = [&](std::uint32_t splitSeed) {
        test::GraphPlayer player(graph.builder.definition, test::walkerRig());
        test::Random random(splitSeed);
        math::DoubleRigid entity;
        double left = 60.0;
        while (left > 0.0) {
            const double dt = std::min(left, static_cast<double>(random.uniform(0.0f, 2.0f)));
            entity = entity * test::require(player.instance.update(dt)).rootMotion;
            left -= dt;
        }
        return entity.translation;
    };
    const glm::dvec3 first = travel(1);
    QCOMPARE_LE(test::maxAbsDiff(first, travel(2)), 1e-9);
    QCOMPARE_LE(test::maxAbsDiff(first, travel(3)), 1e-9);
}

void TstGraphRunMotion::eightDaysDoNotDrift() {
    constexpr int kSteps = 8 * 24 * 60 * 60 * 2;
    for (const char* clip : {"Forward", "Creep"}) {
        test::GraphPlayer player(clipGraph(clip, RootMotionOwner::Entity).definition,
                                 test::walkerRig());
        math::DoubleRigid entity;
        for (int i = 0; i < kSteps; ++i) {
            entity = entity * test::require(player.instance.update(0.5)).rootMotion;
        }
        const assets::Clip& played = *player.instance.graph().rig().clips[*clip == 'F' ? 1 : 3];
        const double metres = static_cast<double>(played.jointTracks()[0].translation.values[1].z);
        const double expected = metres * (0.5 * kSteps) / static_cast<double>(played.duration());
        QCOMPARE_LE(test::maxAbsDiff(entity.translation, glm::dvec3(0, 0, expected)), 1e-3);
    }
}

void TstGraphRunMotion::clipsCanDropOrKeepTheirMotion() {
    const struct {
        const char* mode;
        double entity, pose;
    } rows[] = {{"extract", 0.75, 0.0}, {"drop", 0.0, 0.0}, {"keep", 0.0, 0.75}};
    for (const auto& row : rows) {
        test::GraphPlayer player(
            clipGraph("Forward", RootMotionOwner::Entity, {{"root_motion", row.mode}}).definition,
            test::walkerRig());
        math::DoubleRigid entity;
        for (int i = 0; i < 3; ++i) {
            entity = entity * player.frame(0.25).rootMotion;
            QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-6);
        }
        QCOMPARE_LE(std::abs(entity.translation.z - row.entity), 1e-6);
        QCOMPARE_LE(std::abs(test::rootOf(player).translation.z - row.pose), 1e-6);
        QCOMPARE_LE(
            std::abs(player.instance.rootMotionLedger().sources()[0].delta.translation.z - 0.25),
            1e-6);
    }
}

void TstGraphRunMotion::seeksAndPausesMakeNoMotion() {
    test::GraphBuilder builder;
    builder.definition.rootMotion = test::motionOf(RootMotionOwner::Entity);
    builder.parameter({.id = "seek", .type = ParameterType::Bool}).number("place", 0, 0, 5);
    builder.node("clip",
                 "clip",
                 {{"clip", "Forward"}},
                 {test::pin("seek", parameterInput("seek")),
                  test::pin("seek_time", parameterInput("place"))});
    test::GraphPlayer player(builder.definition, test::walkerRig());
    QCOMPARE_LE(std::abs(player.frame(0.3).rootMotion.translation.z - 0.3), 1e-6);
    QVERIFY(player.frame(0.0).rootMotion.translation == glm::dvec3(0.0));
    player.setBool("seek", true);
    player.setFloat("place", 0.9f);
    QVERIFY(player.frame(0.3).rootMotion.translation == glm::dvec3(0.0));
    QCOMPARE_LE(std::abs(player.activity("clip").time - 0.9), 1e-6);
    player.setBool("seek", false);
    QCOMPARE_LE(std::abs(player.frame(0.3).rootMotion.translation.z - 0.3), 1e-6);
    QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-6);
}

void TstGraphRunMotion::rewindTakesTheBooksAlong() {
    for (const RootMotionOwner owner : {RootMotionOwner::Entity, RootMotionOwner::Pose}) {
        test::GraphPlayer player(clipGraph("Off axis", owner).definition, test::walkerRig());
        for (int i = 0; i < 40; ++i) {
            player.frame(0.1);
        }
        const std::vector<std::byte> state(player.instance.state().begin(),
                                           player.instance.state().end());
        const auto goOn = [&] {
            for (int i = 0; i < 40; ++i) {
                player.frame(0.1);
            }
            const pose::RootMotionFrame& last = player.instance.rootMotionLedger().lastFrame();
            return std::pair(last, player.parentFromJoint[1].translation);
        };
        const auto [frame, translation] = goOn();
        QVERIFY(player.instance.restore(state));
        // Looking at a pose leaves no trace.
        player.instance.evaluate(player.parentFromJoint, player.morphWeights);
        QVERIFY(std::equal(state.begin(), state.end(), player.instance.state().begin()));
        const auto [frameAgain, translationAgain] = goOn();
        QCOMPARE(frameAgain.number, frame.number);
        QVERIFY(frameAgain.path.translation == frame.path.translation);
        QVERIFY(frameAgain.modelFromCharacter.translation == frame.modelFromCharacter.translation);
        QVERIFY(translationAgain == translation);
        QCOMPARE_LE(player.instance.rootMotionLedger().conservationError().distance, 1e-5);
    }
}

void TstGraphRunMotion::secondUpdateInAFrameIsNoticed() {
    test::GraphPlayer player(clipGraph("Forward", RootMotionOwner::Entity).definition,
                             test::walkerRig());
    QVERIFY(!player.instance.enterFrame(1, "update"));
    QVERIFY(!player.instance.enterFrame(2, "update"));
    const auto found = player.instance.enterFrame(2, "late update");
    QVERIFY(found);
    QCOMPARE(found->firstCaller, "update");
    QCOMPARE(found->secondCaller, "late update");
    QCOMPARE(player.instance.frameGuard().foundCount(), std::uint64_t{1});
}

void TstGraphRunMotion::booksSeeMistakesOfTheHost() {
    const auto verdict = [](auto move) {
        test::GraphPlayer player(clipGraph("Forward", RootMotionOwner::Entity).definition,
                                 test::walkerRig());
        math::DoubleRigid entity;
        for (int i = 0; i < 50; ++i) {
            const pose::RootMotionDelta delta =
                test::require(player.instance.update(0.01)).rootMotion;
            entity = entity * move(delta);
            player.instance.setEntity(entity);
            player.instance.evaluate(player.parentFromJoint, player.morphWeights);
        }
        return player.instance.rootMotionLedger().verdict().fault;
    };
    using pose::RootMotionFault;
    QVERIFY(verdict([](const auto& delta) { return delta; }) == RootMotionFault::None);
    QVERIFY(verdict([](const auto& delta) { return delta * delta; }) == RootMotionFault::Double);
    QVERIFY(verdict([](const auto&) { return pose::RootMotionDelta{}; }) == RootMotionFault::Lost);
}

void TstGraphRunMotion::allocatesNothing() {
    for (const RootMotionOwner owner : {RootMotionOwner::Entity, RootMotionOwner::Pose}) {
        test::GraphPlayer player(clipGraph("Circle", owner).definition, test::walkerRig());
        player.frame(0.1);
        const std::size_t before = test::allocationCount;
        for (int i = 0; i < 1000; ++i) {
            player.frame(0.1);
        }
        QCOMPARE(test::allocationCount - before, std::size_t{0});
    }
}

QTEST_GUILESS_MAIN(TstGraphRunMotion)
#include "tst_graph_run_motion.moc"
