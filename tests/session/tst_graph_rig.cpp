// SPDX-License-Identifier: Apache-2.0
// A character that a pose graph moves: the same frames as from its clips, and where it goes.
#include <sartor/session/graph_rig.h>
#include <sartor/session/session.h>

#include <QtTest>

#include <support/compare.h>
#include <support/graph_fixture.h>
#include <support/scene_builder.h>

#include <cstring>

using namespace sartor;
// clang-format 14 takes a line that begins with `import` for something else.
using import::ImportedScene;
using import::MeshInstance;
using session::Session;
using session::SessionOptions;

namespace {

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

std::shared_ptr<const assets::MorphSet> morphTargets(std::size_t count) {
    std::vector<assets::MorphTarget> targets;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<glm::vec3> deltas = {glm::vec3(0, static_cast<float>(i + 1), 0),
                                               glm::vec3(0.0f)};
        targets.push_back(assets::makeSparseTarget("target" + std::to_string(i), deltas, {}, {}));
    }
    return test::require(assets::MorphSet::create(std::move(targets), 2));
}

void addMorphed(test::SceneBuilder& builder, JointIndex node, std::vector<float> weights) {
    assets::MeshData data;
    data.name = "points";
    data.positions = {glm::vec3(0.0f), glm::vec3(1, 0, 0)};
    MeshInstance& instance = builder.mesh(std::move(data), node);
    instance.morphs = morphTargets(weights.size());
    instance.defaultMorphWeights = std::move(weights);
}

// "root" moves 2 along z in a second, "arm" below it turns by 90 degrees. "face" has two meshes of
// two targets and one of three; "hand", below the arm, has one of one.
ImportedScene makeScene() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex arm = builder.joint("arm", root, test::moved(glm::vec3(1, 0, 0)));
    const JointIndex face = builder.joint("face", root);
    const JointIndex hand = builder.joint("hand", arm, test::moved(glm::vec3(1, 0, 0)));
    addMorphed(builder, face, {0.25f, 0.5f});
    addMorphed(builder, hand, {0.75f});
    addMorphed(builder, face, {0.25f, 0.5f});
    addMorphed(builder, face, {0.1f, 0.2f, 0.3f});

    assets::ClipData clip;
    clip.name = "go";
    assets::JointTracks move;
    move.joint = root;
    move.translation = test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(0.0f), glm::vec3(0, 0, 2)});
    assets::JointTracks turn;
    turn.joint = arm;
    turn.rotation = test::track<glm::quat>({0.0f, 1.0f}, {aboutZ(0), aboutZ(90)});
    clip.jointTracks = {move, turn};
    clip.morphWeightTracks = {
        {face, 2, test::track<float>({0.0f, 1.0f}, {0.0f, 0.0f, 1.0f, 0.5f})}};
    builder.clip(std::move(clip));
    return builder.build();
}

std::unique_ptr<Session> openSession() {
    SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    return test::require(Session::create(makeScene(), options));
}

std::shared_ptr<const graph::CompiledGraph> compileFor(const Session& session,
                                                       const graph::GraphDefinition& definition) {
    const graph::CompileResult result = graph::compile(definition, session.graphRig());
    for (const graph::Problem& problem : result.problems) {
        qWarning("%s: %s", problem.path.c_str(), problem.message.c_str());
    }
    return result.graph;
}

template <class T>
bool haveSameBits(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

} // namespace

class TstGraphRig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meshesOfOneNodeShareTheirWeights() {
        const ImportedScene scene = makeScene();
        const auto rig = session::makeGraphRig(scene);
        QCOMPARE(rig->skeleton.get(), scene.skeleton.get());
        QCOMPARE(rig->clips.size(), std::size_t{1});
        QCOMPARE(rig->defaultMorphWeights, (std::vector<float>{0.25f, 0.5f, 0.75f}));
        QCOMPARE(rig->morphChannels.size(), std::size_t{2});

        const auto* face = session::findMorphChannel(*rig, scene.instances[0]);
        QVERIFY(face != nullptr);
        QCOMPARE(face->first, 0u);
        QCOMPARE(session::findMorphChannel(*rig, scene.instances[2]), face);
        const auto* hand = session::findMorphChannel(*rig, scene.instances[1]);
        QVERIFY(hand != nullptr);
        QCOMPARE(hand->first, 2u);
        // Another number of targets: those of the node are not its own.
        QCOMPARE(session::findMorphChannel(*rig, scene.instances[3]), nullptr);
    }

    void aGraphOfOneClipGivesTheClipsFrames() {
        const auto clips = openSession();
        QVERIFY(clips->setClip(0).isOk());
        const auto graphs = openSession();
        test::GraphBuilder builder;
        builder.clip("go", "go", {{"mode", "clamp"}});
        QVERIFY(graphs->setGraph(compileFor(*graphs, builder.definition)).isOk());

        for (const double step : {0.0, 0.25, 0.125, 0.5, 1.0}) {
            QVERIFY(graphs->advance(step).hasValue());
            QVERIFY(clips->evaluate(graphs->time()).isOk());
            QVERIFY(haveSameBits(graphs->parentFromJoint(), clips->parentFromJoint()));
            QVERIFY(haveSameBits(graphs->modelFromJoint(), clips->modelFromJoint()));
            for (std::size_t i = 0; i < 4; ++i) {
                QVERIFY(haveSameBits(graphs->frame(i).morphWeights, clips->frame(i).morphWeights));
                QVERIFY(haveSameBits(graphs->frame(i).positions, clips->frame(i).positions));
            }
        }
        QCOMPARE(graphs->time(), 1.875);

        // What is set over the pose holds for graphs as well.
        QVERIFY(graphs->setMorphWeight(graphs->scene().instances[1].node, 0, 0.5f).isOk());
        QVERIFY(graphs->evaluate(graphs->time()).isOk());
        QCOMPARE(graphs->frame(1).morphWeights[0], 0.5f);

        QVERIFY(graphs->setGraph(nullptr).isOk());
        QCOMPARE(graphs->graph(), nullptr);
        QVERIFY(graphs->evaluate(0.0).isOk());
        QCOMPARE(graphs->parentFromJoint()[0].translation, glm::vec3(0.0f));
    }

    void rootMotionMovesTheCharacterAndNotThePose() {
        const auto session = openSession();
        test::GraphBuilder builder;
        builder.clip("go", "go");
        builder.definition.rootMotion.joint = "root";
        QVERIFY(session->setGraph(compileFor(*session, builder.definition)).isOk());
        for (int i = 0; i < 10; ++i) {
            QVERIFY(session->advance(0.25).hasValue());
            QVERIFY(glm::length(session->modelFromJoint()[0].translation) < 1e-6f);
        }
        // 2.5 loops of 2 units
        const glm::dvec3 place = session->worldFromModel().translation;
        QVERIFY(glm::length(place - glm::dvec3(0, 0, 5)) < 1e-6);

        session->setWorldFromModel({});
        QVERIFY(session->advance(0.25).hasValue());
        QVERIFY(glm::length(session->worldFromModel().translation - glm::dvec3(0, 0, 0.5)) < 1e-6);

        // A state that is restored shows again, with nothing advanced.
        const std::span<const std::byte> state = session->graph()->state();
        const std::vector<std::byte> kept(state.begin(), state.end());
        const glm::quat arm = session->parentFromJoint()[1].rotation;
        QVERIFY(session->advance(0.125).hasValue());
        QVERIFY(session->parentFromJoint()[1].rotation != arm);
        QVERIFY(session->graph()->restore(kept).isOk());
        QVERIFY(session->evaluate(session->time()).isOk());
        QVERIFY(session->parentFromJoint()[1].rotation == arm);
    }

    void whatDoesNotFitIsRefused() {
        const auto session = openSession();
        test::GraphBuilder builder;
        builder.clip("go", "go");
        const auto other = graph::compile(builder.definition, session::makeGraphRig(makeScene()));
        const Status status = session->setGraph(other.graph);
        QVERIFY(!status);
        QCOMPARE(status.error().code, std::string("session.graph_rig"));
        QCOMPARE(session->graph(), nullptr);

        QVERIFY(session->setGraph(compileFor(*session, builder.definition)).isOk());
        const auto update = session->advance(-1.0);
        QVERIFY(!update);
        QCOMPARE(update.error().code, std::string("graph.time"));
    }
};

QTEST_GUILESS_MAIN(TstGraphRig)
#include "tst_graph_rig.moc"
