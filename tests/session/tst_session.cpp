// SPDX-License-Identifier: Apache-2.0
// From scene to deformed frame, and settings that fail without a trace.
#include <sartor/session/session.h>

#include <QTemporaryDir>
#include <QtTest>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <stop_token>

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

assets::MeshData points(std::vector<glm::vec3> positions) {
    assets::MeshData data;
    data.name = "points";
    data.positions = std::move(positions);
    return data;
}

// Node 0 "place" at (10,0,0) carries the meshes; joints 1 and 2 are a chain from the origin along
// x. Instance 0 is skinned to the chain, instance 1 follows the node and has two morph targets.
// Clip 0 turns joint 2 from 0 to 90 degrees about z within two seconds and raises target 0.
ImportedScene makeScene() {
    test::SceneBuilder builder;
    const JointIndex place = builder.joint("place", {}, test::moved(glm::vec3(10, 0, 0)));
    const JointIndex first = builder.joint("first");
    const JointIndex second = builder.joint("second", first, test::moved(glm::vec3(1, 0, 0)));
    const std::uint32_t skin = builder.skin("chain", {second, first}); // not in skeleton order

    assets::MeshData skinned =
        points({glm::vec3(0.5f, 0, 0), glm::vec3(2, 0, 0), glm::vec3(1, 1, 0)});
    skinned.influences = test::fileInfluences({{{1, 1.0f}}, {{0, 1.0f}}, {{0, 0.0f}}});
    builder.mesh(std::move(skinned), place, skin);

    MeshInstance& still = builder.mesh(points({glm::vec3(0.0f), glm::vec3(0, 1, 0)}), place);
    const std::vector<glm::vec3> up = {glm::vec3(0, 2, 0), glm::vec3(0.0f)};
    const std::vector<glm::vec3> right = {glm::vec3(0.0f), glm::vec3(3, 0, 0)};
    still.morphs =
        test::require(assets::MorphSet::create({assets::makeSparseTarget("up", up, {}, {}),
                                                assets::makeSparseTarget("right", right, {}, {})},
                                               2));
    still.defaultMorphWeights = {0.0f, 1.0f};

    assets::ClipData clip;
    clip.name = "turn";
    assets::JointTracks tracks;
    tracks.joint = second;
    tracks.rotation = test::track<glm::quat>({0.0f, 2.0f}, {aboutZ(0), aboutZ(90)});
    clip.jointTracks = {tracks};
    clip.morphWeightTracks = {
        {place, 2, test::track<float>({0.0f, 2.0f}, {0.0f, 0.0f, 1.0f, 0.0f})}};
    builder.clip(std::move(clip));
    return builder.build();
}

SessionOptions optionsWithPlugins() {
    SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    return options;
}

// Two plugins that are made for tests, in a folder of their own.
SessionOptions optionsWithFixtures(const QTemporaryDir& folder) {
    SessionOptions options = optionsWithPlugins();
    const std::filesystem::path root = folder.path().toStdString();
    for (const char* name : {"stages.sartorplugin", "tools.sartorplugin"}) {
        std::filesystem::copy(std::filesystem::path(SARTOR_FIXTURE_DIR) / name, root / name);
    }
    options.pluginFolders.push_back(root);
    return options;
}

std::unique_ptr<Session> makeSession(const SessionOptions& options = optionsWithPlugins()) {
    return test::require(Session::create(makeScene(), options));
}

glm::vec3 positionOf(const Session& session, std::size_t instance, std::size_t vertex) {
    return session.frame(instance).positions[vertex];
}

} // namespace

class TstSession : public QObject {
    Q_OBJECT

private slots:
    void rejectsInvalidInput();
    void restShowsTheFileAsItIs();
    void clipMovesSkinnedVerticesAndMorphWeights();
    void timeIsClampedToTheClip();
    void movingTheNodeOfASkinnedMeshChangesNothing();
    void morphWeightsCanBeReplacedAndGivenBack();
    void jointsCanBePosedAndGivenBack();
    void aChainThatFailsLeavesTheOldOne();
    void influenceOptionsTakeEffectAtOnce();
    void reportsWhatHadToChange();
    void instancesOfOneSkinShareItsPalette();
    void unitsAreNoScaleOfJoints();
    void leavesOutStagesThatBreakARule();
    void theFrameBeforeFollowsTheTime();
    void onlyWhatMovesIsDeformed();
    void stagesAreTimed();
    void sharesAnUnknownFileAsAnError();
    void anotherPluginCalledLbsIsNotMeant();
    void tellsDeformersTheTimeAndOfSeeks();
    void givesUpPreparingWhenOpeningIsCancelled();
    void keepsTheInfluencesThatPreparationsAreKnownBy();
};

void TstSession::rejectsInvalidInput() {
    auto session = makeSession();
    QCOMPARE(session->setClip(1).error().code, std::string("session.clip_out_of_range"));
    QCOMPARE(session->setClip(1).error().message, std::string("clip 1: the file has 1 clips"));
    QCOMPARE(session->evaluate(std::numeric_limits<double>::quiet_NaN()).error().code,
             std::string("session.time"));
    QCOMPARE(session->setMorphWeight(JointIndex(0), 2, 1.0f).error().code,
             std::string("session.morph_out_of_range"));
    QCOMPARE(session->setMorphWeight(JointIndex(1), 0, 1.0f).error().code,
             std::string("session.morph_out_of_range"));
    QCOMPARE(session->setJointPose(JointIndex(3), math::Transform{}).error().message,
             std::string("joint 3, expected less than 3"));
    QCOMPARE(session->setJointPose(JointIndex(3), std::nullopt).error().code,
             std::string("session.joint_out_of_range"));
    math::Transform unfit;
    unfit.scale.y = std::numeric_limits<float>::infinity();
    QCOMPARE(session->setJointPose(JointIndex(1), unfit).error().code, std::string("session.pose"));
    unfit = {};
    unfit.rotation = glm::quat(0.9f, 0.0f, 0.0f, 0.0f);
    QCOMPARE(session->setJointPose(JointIndex(1), unfit).error().code, std::string("session.pose"));
    SessionOptions unknownChain = optionsWithPlugins();
    unknownChain.chain = "nonesuch";
    const auto refused = Session::create(makeScene(), unknownChain);
    QVERIFY(!refused.hasValue());
    QCOMPARE(refused.error().code, std::string("plugin.unknown"));
}

void TstSession::restShowsTheFileAsItIs() {
    auto session = makeSession();
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(2, 0, 0)), 1e-6);
    // not skinned: placed by its node, with the default weights
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), glm::vec3(10, 0, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(13, 1, 0)), 1e-6);
    QVERIFY(!session->binding(0).isRigid);
    QVERIFY(session->binding(1).isRigid);
    QCOMPARE(deform::toText(session->chain(0), session->plugins()), std::string("lbs"));
    QCOMPARE(deform::toText(session->chain(1), session->plugins()), std::string("morph+lbs"));
}

void TstSession::clipMovesSkinnedVerticesAndMorphWeights() {
    auto session = makeSession();
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 0), glm::vec3(0.5f, 0, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(1, 1, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), glm::vec3(10, 2, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(10, 1, 0)), 1e-6);
    QVERIFY(session->evaluate(1.0).isOk());
    const float half = std::sqrt(0.5f);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(1 + half, half, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), glm::vec3(10, 1, 0)), 1e-6);
    // without a clip the file's own pose and weights are back
    QVERIFY(session->setClip(std::nullopt).isOk());
    QVERIFY(session->evaluate(1.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(2, 0, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(13, 1, 0)), 1e-6);
}

void TstSession::timeIsClampedToTheClip() {
    auto session = makeSession();
    QVERIFY(session->setClip(0).isOk());
    for (const auto& [asked, shown] : {std::pair{-3.0, 0.0}, {0.5, 0.5}, {99.0, 2.0}}) {
        QVERIFY(session->evaluate(asked).isOk());
        QCOMPARE(session->time(), shown);
    }
}

void TstSession::movingTheNodeOfASkinnedMeshChangesNothing() {
    ImportedScene scene = makeScene();
    std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                      scene.skeleton->joints().end());
    joints[0].parentFromJointRest.translation = glm::vec3(-50, 7, 0);
    scene.skeleton = test::require(assets::Skeleton::create(joints));
    const auto moved = test::require(Session::create(std::move(scene), optionsWithPlugins()));
    QVERIFY(moved->evaluate(0.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*moved, 0, 1), glm::vec3(2, 0, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*moved, 1, 0), glm::vec3(-50, 7, 0)), 1e-5);
}

void TstSession::morphWeightsCanBeReplacedAndGivenBack() {
    auto session = makeSession();
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->setMorphWeight(JointIndex(0), 1, -0.5f).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(8.5f, 1, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), glm::vec3(10, 2, 0)), 1e-6);
    QVERIFY(session->setMorphWeight(JointIndex(0), 1, std::nullopt).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(10, 1, 0)), 1e-6);
}

void TstSession::jointsCanBePosedAndGivenBack() {
    auto session = makeSession();
    QVERIFY(session->setClip(0).isOk());
    const math::Transform turned{.translation = glm::vec3(1, 2, 0), .rotation = aboutZ(180)};
    QVERIFY(session->setJointPose(JointIndex(2), turned).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    // bound at (1,0,0): half a turn about there, then up by two
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(0, 2, 0)), 1e-6);
    // morph weights still follow the clip
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), glm::vec3(10, 2, 0)), 1e-6);
    QVERIFY(session->setJointPose(JointIndex(2), std::nullopt).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 1), glm::vec3(1, 1, 0)), 1e-6);
}

void TstSession::aChainThatFailsLeavesTheOldOne() {
    auto session = makeSession();
    QVERIFY(session->setChain("lbs").isOk());
    QVERIFY(session->evaluate(0.0).isOk());
    // the chain without the morph stage: default weights have no effect
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(10, 1, 0)), 1e-6);
    QCOMPARE(session->setChain("lbs[normals=sideways]").error().code,
             std::string("chain.param_value"));
    QCOMPARE(session->options().chain, std::string("lbs"));
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 1), glm::vec3(10, 1, 0)), 1e-6);
}

void TstSession::influenceOptionsTakeEffectAtOnce() {
    ImportedScene scene = makeScene();
    assets::MeshData data = points({glm::vec3(2, 0, 0)});
    data.influences = test::fileInfluences({{{0, 0.6f}, {1, 0.4f}}});
    scene.instances[0].mesh = test::require(assets::Mesh::create(data));
    const auto session = test::require(Session::create(std::move(scene), optionsWithPlugins()));
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 0), glm::vec3(1.4f, 0.6f, 0)), 1e-6);
    QVERIFY(session->setInfluenceOptions({assets::WeightPolicy::Renormalize, 1}).isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 0), glm::vec3(1, 1, 0)), 1e-6);
    QCOMPARE(session->binding(0).changes.limitedVertices, 1u);
}

void TstSession::reportsWhatHadToChange() {
    auto session = makeSession();
    QCOMPARE(session->binding(0).changes.zeroSumVertices, 1u);
    QVERIFY(session->evaluate(0.0).isOk());
    // the vertex without weights follows the first slot it names, never the origin
    QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 0, 2), glm::vec3(1, 1, 0)), 1e-6);
}

void TstSession::instancesOfOneSkinShareItsPalette() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const std::uint32_t first = builder.skin("first", {root});
    const std::uint32_t second = builder.skin("second", {root});
    for (const std::uint32_t skin : {first, second, first}) {
        assets::MeshData data = points({glm::vec3(1, 0, 0)});
        data.influences = test::fileInfluences({{{0, 1.0f}}});
        builder.mesh(std::move(data), root, skin);
    }
    builder.mesh(points({glm::vec3(1, 0, 0)}), root);
    builder.mesh(points({glm::vec3(1, 0, 0)}), root);
    SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    const auto session = test::require(Session::create(builder.build(), options));
    QVERIFY(session->evaluate(0.0).isOk());
    const auto palette = [&](std::size_t i) { return session->frame(i).modelFromBind.data(); };
    QCOMPARE(palette(0), palette(2));
    QVERIFY(palette(0) != palette(1));
    QVERIFY(palette(3) != palette(4));
}

void TstSession::unitsAreNoScaleOfJoints() {
    // A root in centimetres, two joints, and a clip that doubles the size of one of them.
    test::SceneBuilder builder;
    math::Transform centimetres;
    centimetres.scale = glm::vec3(.01f);
    const JointIndex root = builder.joint("root", {}, centimetres);
    const JointIndex plain = builder.joint("plain", root);
    const JointIndex grown = builder.joint("grown", root);
    const std::uint32_t skin =
        builder.skin("skin", {plain, grown}, {math::Affine(), math::Affine()});
    assets::MeshData data = points({glm::vec3(100, 0, 0), glm::vec3(0, 100, 0)});
    data.influences = test::fileInfluences({{{0, 1.0f}}, {{1, 1.0f}}});
    builder.mesh(std::move(data), root, skin);
    assets::ClipData clip;
    clip.name = "grow";
    assets::JointTracks tracks;
    tracks.joint = grown;
    tracks.scale = test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(1), glm::vec3(2)});
    clip.jointTracks = {tracks};
    builder.clip(std::move(clip));
    SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    options.chain = "dqs[scale=drop]";
    const auto session = test::require(Session::create(builder.build(), options));
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(1.0).isOk());
    // The scale of the joint is dropped, the units are not.
    QCOMPARE_LE(test::maxAbsDiff(session->frame(0).positions[0], glm::vec3(1, 0, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(session->frame(0).positions[1], glm::vec3(0, 1, 0)), 1e-6);
    QVERIFY(session->setChain("dqs").isOk());
    QVERIFY(session->evaluate(1.0).isOk());
    QCOMPARE_LE(test::maxAbsDiff(session->frame(0).positions[1], glm::vec3(0, 2, 0)), 1e-6);
}

void TstSession::theFrameBeforeFollowsTheTime() {
    auto session = makeSession();
    // Vertex 1 of the skinned mesh: one unit from the joint that turns.
    const auto motion = [&session] {
        const session::InstanceFrame frame = session->frame(0);
        return frame.positions[1] - frame.previousPositions[1];
    };
    const auto placeAt = [](double time) {
        const double angle = glm::radians(45.0 * time);
        return glm::vec3(1.0 + std::cos(angle), std::sin(angle), 0);
    };
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE(motion(), glm::vec3(0.0f));
    // Playing, and frames that are left out.
    double before = 0.0;
    for (const double time : {0.25, 0.5, 0.9}) {
        QVERIFY(session->evaluate(time).isOk());
        QCOMPARE_LE(test::maxAbsDiff(motion(), placeAt(time) - placeAt(before)), 1e-6);
        before = time;
    }
    // Pause.
    QVERIFY(session->evaluate(0.9).isOk());
    QCOMPARE(motion(), glm::vec3(0.0f));
    // And on, from where it stood.
    QVERIFY(session->evaluate(1.15).isOk());
    QCOMPARE_LE(test::maxAbsDiff(motion(), placeAt(1.15) - placeAt(0.9)), 1e-6);
    // What is far away, or lies behind, was not played.
    for (const double time : {1.75, 0.0}) {
        QVERIFY(session->evaluate(time).isOk());
        QCOMPARE(motion(), glm::vec3(0.0f));
    }
    // A seek has no frame before; what follows it has.
    QVERIFY(session->evaluate(0.25, session::Motion::Jump).isOk());
    QCOMPARE(motion(), glm::vec3(0.0f));
    QVERIFY(session->evaluate(0.5).isOk());
    QCOMPARE_LE(test::maxAbsDiff(motion(), placeAt(0.5) - placeAt(0.25)), 1e-6);
    // Nor has another clip, or another chain.
    QVERIFY(session->setClip(std::nullopt).isOk());
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE(motion(), glm::vec3(0.0f));
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(1.0).isOk());
    QVERIFY(session->setChain("dqs").isOk());
    QVERIFY(session->evaluate(1.25).isOk());
    QCOMPARE(motion(), glm::vec3(0.0f));
}

void TstSession::onlyWhatMovesIsDeformed() {
    auto session = makeSession();
    QVERIFY(session->setClip(0).isOk());
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE(session->counts().deformedVertices, std::uint64_t{5});
    QCOMPARE(session->counts().reusedMeshes, 0u);
    QVERIFY(session->counts().writtenBytes > 0);
    QVERIFY(session->evaluate(0.0).isOk());
    QCOMPARE(session->counts(), (deform::RunCounts{.reusedMeshes = 2}));
    // The joint turns for the first mesh, the clip raises a target of the second.
    QVERIFY(session->evaluate(1.0).isOk());
    QCOMPARE(session->counts().deformedVertices, std::uint64_t{5});
    // A morph weight is the second one's alone.
    QVERIFY(session->setMorphWeight(JointIndex(0), 1, 0.25f).isOk());
    QVERIFY(session->evaluate(1.0).isOk());
    QCOMPARE(session->counts().deformedVertices, std::uint64_t{2});
    QCOMPARE(session->counts().reusedMeshes, 1u);
    QCOMPARE(positionOf(*session, 1, 1), glm::vec3(10.75f, 1, 0));
    session->deformAgain();
    QVERIFY(session->evaluate(1.0).isOk());
    QCOMPARE(session->counts().deformedVertices, std::uint64_t{5});
    QCOMPARE(session->frame(0).previousPositions[1], session->frame(0).positions[1]);
}

void TstSession::stagesAreTimed() {
    auto session = makeSession();
    QVERIFY(session->evaluate(0.0).isOk());
    for (const double seconds : session->stageSeconds()) {
        QVERIFY(seconds > 0.0 && seconds < 60.0);
    }
    QCOMPARE(session->deviceName(), std::string("CPU"));
    QCOMPARE(session->counts().dispatches, 0u);
}

void TstSession::sharesAnUnknownFileAsAnError() {
    const auto missing = Session::open("/nonexistent/a.gltf", optionsWithPlugins());
    QVERIFY(!missing.hasValue());
    QCOMPARE(missing.error().code, std::string("file.missing"));
    const auto unknown = Session::open("/nonexistent/a.sandwich", optionsWithPlugins());
    QVERIFY(!unknown.hasValue());
    QCOMPARE(unknown.error().code, std::string("import.unknown_format"));
}

void TstSession::anotherPluginCalledLbsIsNotMeant() {
    const QTemporaryDir folder;
    const SessionOptions options = optionsWithFixtures(folder); // has a test.lbs
    const auto session = makeSession(options);
    QVERIFY(!deform::parseChain("lbs", session->plugins()).hasValue());
    QCOMPARE(session->chain(0).links.back().deformer->id, std::string("sartor.lbs"));
}

void TstSession::tellsDeformersTheTimeAndOfSeeks() {
    const QTemporaryDir folder;
    SessionOptions options = optionsWithFixtures(folder);
    options.chain = "count+ticker";
    const auto session = makeSession(options);
    QVERIFY(session->setClip(0).isOk()); // two seconds long
    struct Step {
        double time;
        float frames;
        float deltaTime;
    };
    // A seek is the first frame, a step back and a long step; the time goes on behind the clip.
    for (const Step& step : {Step{0, 1, 0},
                             Step{.25, 2, .25f},
                             Step{.25, 3, 0},
                             Step{.125, 1, 0},
                             Step{1.75, 1, 0},
                             Step{2.25, 2, .5f},
                             Step{2.5, 3, .25f}}) {
        QVERIFY(session->evaluate(step.time).isOk());
        const glm::vec3 expected(0, step.frames + step.deltaTime, step.time);
        QCOMPARE_LE(test::maxAbsDiff(positionOf(*session, 1, 0), expected), 1e-6);
    }
    QVERIFY(session->setClip(std::nullopt).isOk());
    QVERIFY(session->evaluate(2.5).isOk());
    QCOMPARE(positionOf(*session, 1, 0).y, 1.0f);
}

void TstSession::givesUpPreparingWhenOpeningIsCancelled() {
    const QTemporaryDir folder;
    SessionOptions options = optionsWithFixtures(folder);
    options.chain = "mush";
    std::stop_source stop;
    options.import.foreign.stop = stop.get_token();
    const auto session = Session::create(makeScene(), options);
    QVERIFY(session.hasValue());
    stop.request_stop();
    // Only of what is opened: a character that is there can have another chain.
    QVERIFY((*session)->setChain("mush[iterations=3]").isOk());
    const auto cancelled = Session::create(makeScene(), options);
    QVERIFY(!cancelled);
    QCOMPARE(cancelled.error().code, std::string("deform.cancelled"));
}

void TstSession::keepsTheInfluencesThatPreparationsAreKnownBy() {
    ImportedScene scene = makeScene();
    scene.instances.push_back(scene.instances[0]);
    const auto session = test::require(Session::create(std::move(scene), optionsWithPlugins()));
    const auto influences = session->binding(0).influences;
    QVERIFY(influences != nullptr);
    QCOMPARE(session->binding(2).influences, influences);
    QVERIFY(session->binding(1).influences != influences);
    QVERIFY(session->setChain("morph+dqs").isOk());
    QCOMPARE(session->binding(0).influences, influences);
    QVERIFY(session->setInfluenceOptions({.maxPerVertex = 1}).isOk());
    QVERIFY(session->binding(0).influences != influences);
    QCOMPARE(session->binding(2).influences, session->binding(0).influences);
}

void TstSession::leavesOutStagesThatBreakARule() {
    const QTemporaryDir folder;
    QVERIFY(QFile::copy(QStringLiteral(SARTOR_MUTANT_DIR "/writes_behind.sartorplugin"),
                        folder.filePath("dqs.sartorplugin")));
    SessionOptions options;
    options.pluginFolders = {folder.path().toStdString(), SARTOR_PLUGIN_DIR};
    options.chain = "dqs";
    options.verify = deform::Verify::Stages;
    const auto session = makeSession(options);
    QVERIFY(session->setClip(0).isOk());
    for (const double time : {1.0, 2.0}) {
        QVERIFY(session->evaluate(time).isOk());
        const session::InstanceFrame frame = session->frame(0);
        QCOMPARE(frame.faults->stages.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(deform::describe(frame.faults->stages[0])),
                 QString("stage 'skin' of 'sartor.dqs' is left out: it writes before or behind the "
                         "memory of 'sartor.position' (stage.writes_outside)"));
        const auto rest = session->scene().instances[0].mesh->positions();
        QVERIFY(std::equal(rest.begin(), rest.end(), frame.positions.begin()));
    }
    QVERIFY(session->setChain("lbs").isOk());
    QVERIFY(session->evaluate(2.0).isOk());
    QVERIFY(session->frame(0).faults->stages.empty());
}

QTEST_GUILESS_MAIN(TstSession)
#include "tst_session.moc"
