// SPDX-License-Identifier: Apache-2.0
// Answers to the questions of cases about a scene in memory, kind by kind.
#include <sartor/math/quaternion.h>
#include <sartor/session/case_answers.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <support/compare.h>
#include <support/scene_builder.h>

#include <cmath>
#include <limits>

using namespace sartor;
// clang-format 14 takes a line that begins with `import` for something else.
using import::ImportedScene;
using import::MeshInstance;
using session::CaseInput;

namespace {

glm::quat aboutZ(float degrees) {
    return glm::angleAxis(glm::radians(degrees), glm::vec3(0, 0, 1));
}

assets::MeshData meshOf(std::string name, std::vector<glm::vec3> positions) {
    assets::MeshData data;
    data.name = std::move(name);
    data.normals.assign(positions.size(), glm::vec3(0, 1, 0));
    data.positions = std::move(positions);
    return data;
}

// Node 0 "place" carries mesh "still" at x 10, node 3 "arm" carries "skinned", bound to joints 2
// "twin" and 1 "base" in that order. Node 4 is a second "twin". Clip 0 "turn" of two seconds turns
// node 2 by 90 degrees and raises the target of "still" to 1.
ImportedScene makeScene() {
    test::SceneBuilder builder;
    const JointIndex place = builder.joint("place", {}, test::moved(glm::vec3(10, 0, 0)));
    const JointIndex base = builder.joint("base");
    const JointIndex twin = builder.joint("twin", base, test::moved(glm::vec3(1, 0, 0)));
    const JointIndex arm = builder.joint("arm", {}, test::moved(glm::vec3(7, 7, 7)));
    builder.joint("twin", place);
    const std::uint32_t skin = builder.skin("chain", {twin, base});

    MeshInstance& still = builder.mesh(meshOf("still", {glm::vec3(0), glm::vec3(1, 0, 0)}), place);
    const std::vector<glm::vec3> up = {glm::vec3(0, 2, 0), glm::vec3(0)};
    still.morphs =
        test::require(assets::MorphSet::create({assets::makeSparseTarget("up", up, {}, {})}, 2));
    still.defaultMorphWeights = {0.25f};

    assets::MeshData skinned = meshOf("skinned", {glm::vec3(0.5f, 0, 0), glm::vec3(2, 0, 0)});
    skinned.influences = test::fileInfluences({{{1, 1.0f}}, {{0, 3.0f}, {1, 1.0f}}});
    builder.mesh(std::move(skinned), arm, skin);

    assets::ClipData clip;
    clip.name = "turn";
    assets::JointTracks tracks;
    tracks.joint = twin;
    tracks.rotation = test::track<glm::quat>({0.0f, 2.0f}, {aboutZ(0), aboutZ(90)});
    clip.jointTracks = {tracks};
    clip.morphWeightTracks = {{place, 1, test::track<float>({0.0f, 2.0f}, {0.0f, 1.0f})}};
    builder.clip(std::move(clip));
    return builder.build();
}

// Node 0 "root" carries skinned "body" (vertex at x 1) bound to node 1 "hips", 1 m up. Clip 0
// "walk" goes 2 m along z in one second, then clip 1 "turn" turns by 90 degrees about y and goes 1
// m.
ImportedScene makeWalker() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex hips = builder.joint("hips", root, test::moved(glm::vec3(0, 1, 0)));
    const std::uint32_t skin = builder.skin("chain", {hips});
    assets::MeshData body = meshOf("body", {glm::vec3(1, 1, 0)});
    body.influences = test::fileInfluences({{{0, 1.0f}}});
    builder.mesh(std::move(body), root, skin);
    const auto clip = [&](std::string name, float metres, float degrees) {
        assets::JointTracks tracks;
        tracks.joint = root;
        tracks.translation =
            test::track<glm::vec3>({0.0f, 1.0f}, {glm::vec3(0), glm::vec3(0, 0, metres)});
        tracks.rotation = test::track<glm::quat>(
            {0.0f, 1.0f},
            {math::identityQuat(), glm::angleAxis(glm::radians(degrees), glm::vec3(0, 1, 0))});
        builder.clip({std::move(name), {tracks}, {}});
    };
    clip("walk", 2.0f, 0.0f);
    clip("turn", 1.0f, 90.0f);
    return builder.build();
}

// Nodes 1 "hip", 2 "knee", 3 "foot", straight down from (0, 2, 0) with bones of 1 m. Clip 0 turns
// the hip about x.
ImportedScene makeLeg() {
    test::SceneBuilder builder;
    const JointIndex root = builder.joint("root");
    const JointIndex hip = builder.joint("hip", root, test::moved(glm::vec3(0, 2, 0)));
    const JointIndex knee = builder.joint("knee", hip, test::moved(glm::vec3(0, -1, 0)));
    builder.joint("foot", knee, test::moved(glm::vec3(0, -1, 0)));
    assets::JointTracks tracks;
    tracks.joint = hip;
    tracks.rotation = test::track<glm::quat>(
        {0.0f, 2.0f},
        {math::identityQuat(), glm::angleAxis(glm::radians(170.0f), glm::vec3(1, 0, 0))});
    builder.clip({"swing", {tracks}, {}});
    return builder.build();
}

CaseInput makeInput(ImportedScene scene = makeScene()) {
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    return CaseInput(std::move(scene), options);
}

io::CaseQuestion questionOf(decltype(io::CaseQuestion::body) body) {
    io::CaseQuestion question;
    question.check = "c1";
    question.body = std::move(body);
    return question;
}

std::string answerTo(decltype(io::CaseQuestion::body) body) {
    return makeInput().answer(questionOf(std::move(body)));
}

io::CaseMoment atTime(double time) {
    return {.clip = 0, .time = time};
}

io::VertexQuestion
vertexOf(std::uint32_t node, std::uint32_t vertex, const io::CaseMoment& moment = {}) {
    io::VertexQuestion question;
    question.moment = moment;
    question.node = node;
    question.vertex = vertex;
    question.deformer = "lbs";
    return question;
}

io::BlendQuestion blendAt(std::uint32_t node) {
    io::BlendQuestion question;
    question.node.index = node;
    return question;
}

} // namespace

class TstCaseAnswers : public QObject {
    Q_OBJECT

private slots:
    void saysWhatCannotBeAnswered_data();
    void saysWhatCannotBeAnswered();
    void answers_data();
    void answers();
    void answersAboutRootMotion_data();
    void answersAboutRootMotion();
    void solvesChainsOfTwoBones();
    void saysWhatHeldAChainBack();
    void blendsPoses_data();
    void blendsPoses();
    void leavesTheMotionOfAClipOutOfVertices();
    void keepsTheInfluencesThatTheQuestionAllows();
    void findsVerticesByMeshAndRestPosition();
    void findsTheTwoReadingsOfAShearedNode();
    void seesWhatIsNotFinite();
    void givesAllVerticesInTheUnitOfTheFile();
    void saysWhyAnInputIsRefused();
};

void TstCaseAnswers::saysWhatCannotBeAnswered_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("expected");
    const auto row =
        [](const char* name, decltype(io::CaseQuestion::body) body, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(answerTo(std::move(body))) << expected;
        };
    row("invalid", io::InvalidQuestion{"no"}, R"({"error":"no"})");
    row("unanswered", io::UnansweredQuestion{"not yet"}, R"({"skip":"not yet"})");
    row("of the process", io::LoadQuestion{}, R"({"error":"only who runs )");
    row("unknown node", vertexOf(9, 0), R"({"error":"node 9 carries no primitive 0"})");
    row("node without mesh", vertexOf(1, 0), R"({"error":"node 1 carries no primitive 0"})");
    row("unknown vertex",
        vertexOf(3, 2),
        R"({"error":"there is no vertex 2: the primitive has 2"})");
    row("unknown clip",
        vertexOf(3, 0, {.clip = 1, .time = 0}),
        R"({"error":"clip 1: the file has 1 clips"})");
    io::VertexQuestion other = vertexOf(3, 0);
    other.deformer = "wax";
    row("unknown deformer",
        other,
        R"({"error":"there is no deformer 'wax'; there is lbs, dqs, none and lbs_then_morph"})");
    other = vertexOf(3, 0, atTime(1));
    other.isRootMotionExtracted = true;
    other.root = io::CaseNode{9, ""};
    row("root that is not there", other, R"({"error":"the file has no node 9"})");
    const io::CaseRootMotion unknownClip{.clip = 3, .root = {2, ""}, .components = {}};
    row("root motion of no clip",
        io::RootMotionQuestion{.motion = unknownClip},
        R"({"error":"clip 3: the file has 1 clips"})");
    row("blend of no clip",
        io::RootMotionBlendQuestion{.inputs = {{unknownClip, 1.0}}},
        R"({"error":"clip 3: the file has 1 clips"})");
    row("root motion of no joint",
        io::RootMotionResidualQuestion{.motion = {.clip = 0, .root = {9, ""}, .components = {}}},
        R"({"error":"the file has no node 9"})");
    row("composite of no node",
        io::RootMotionCompositeQuestion{.motion = {.clip = 0, .root = {2, ""}, .components = {}},
                                        .node = {9, ""}},
        R"({"error":"the file has no node 9"})");
    io::BlendQuestion blend = blendAt(2);
    blend.inputs = {{{.clip = 3}, 1.0}};
    row("blend of a clip that is not there", blend, R"({"error":"clip 3: the file has 1 clips"})");
    blend = blendAt(2);
    blend.base = atTime(0);
    blend.layers = {{atTime(0), {.clip = 3}, 1.0}};
    row("layer of a clip that is not there", blend, R"({"error":"clip 3: the file has 1 clips"})");
    blend = blendAt(9);
    blend.inputs = {{atTime(0), 1.0}};
    row("blend of no node", blend, R"({"error":"the file has no node 9"})");
    row("root motion at no time",
        io::RootMotionBlendQuestion{
            .inputs = {{{.clip = 0, .root = {2, ""}, .components = {}}, 1.0}},
            .fromTime = 0.0,
            .toTime = std::numeric_limits<double>::infinity()},
        R"({"error":"played range: from 0 to inf)");
    row("unknown joint",
        io::JointLocalQuestion{{}, {9, ""}},
        R"({"error":"the file has no node 9"})");
    row("unknown name",
        io::JointLocalQuestion{{}, {{}, "nobody"}},
        R"({"error":"the file has no node 'nobody'"})");
    row("name of two",
        io::JointModelMatrixQuestion{{}, {{}, "twin"}},
        R"({"error":"the file has 2 nodes 'twin'"})");
    row("unknown skin",
        io::SkeletonInfoQuestion{1, {}},
        R"({"error":"skin 1: the file has 1 skins"})");
    row("unknown clip info",
        io::ClipInfoQuestion{3},
        R"({"error":"clip 3: the file has 1 clips"})");
    row("weights of no mesh",
        io::MorphWeightsQuestion{{}, {1, ""}},
        R"({"error":"the node carries no mesh"})");
    row("influences of no vertex",
        io::InfluencesQuestion{3, 0, 2},
        R"({"error":"there is no vertex 2"})");
}

void TstCaseAnswers::saysWhatCannotBeAnswered() {
    QFETCH(QString, answer);
    QFETCH(QString, expected);
    QVERIFY2(answer.startsWith(expected), qPrintable(answer));
}

void TstCaseAnswers::answers_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<QString>("expected");
    const auto row =
        [](const char* name, decltype(io::CaseQuestion::body) body, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(answerTo(std::move(body))) << expected;
        };
    row("vertex", vertexOf(3, 1), R"({"position":[2,0,0],"normal":[0,1,0]})");
    // Not skinned: the default weight of the target, 0.25, lifts it by 0.5.
    row("vertex without skin", vertexOf(0, 0), R"({"position":[10,0.5,0],"normal":[0,1,0]})");
    row("vertex at a time", vertexOf(0, 0, atTime(1)), R"({"position":[10,1,0],"normal":[0,1,0]})");
    row("vertex at the end",
        vertexOf(0, 0, {.clip = 0, .place = io::CaseMoment::Place::End}),
        R"({"position":[10,2,0],"normal":[0,1,0]})");
    row("vertex at half",
        vertexOf(0, 0, {.clip = 0, .place = io::CaseMoment::Place::Half}),
        R"({"position":[10,1,0],"normal":[0,1,0]})");
    io::CaseMoment looped = atTime(5);
    looped.playback = pose::Playback{.mode = pose::PlaybackMode::Loop, .speed = 1.0};
    row("vertex of a loop", vertexOf(0, 0, looped), R"({"position":[10,1,0],"normal":[0,1,0]})");
    row("matrix",
        io::JointModelMatrixQuestion{{}, {0, ""}},
        R"({"matrix":[[1,0,0,10],[0,1,0,0],[0,0,1,0],[0,0,0,1]]})");
    row("local, by name",
        io::JointLocalQuestion{{}, {{}, "base"}},
        R"({"translation":[0,0,0],"rotation":[0,0,0,1],"scale":[1,1,1]})");
    row("influences", io::InfluencesQuestion{3, 0, 1}, R"({"influences":[[2,0.75],[1,0.25]]})");
    row("influences without skin", io::InfluencesQuestion{0, 0, 1}, R"({"influences":[]})");
    row("morph weights", io::MorphWeightsQuestion{{}, {0, ""}}, R"({"weights":[0.25]})");
    row("morph weights at a time",
        io::MorphWeightsQuestion{atTime(2), {0, ""}},
        R"({"weights":[1]})");
    row("clip", io::ClipInfoQuestion{0}, R"({"name":"turn","duration":2,"channels":2})");
    row("skeleton",
        io::SkeletonInfoQuestion{0, {}},
        R"({"joints":[2,1],"joint_names":["twin","base"],"parents":{"1":null,"2":1}})");
    row("other parents",
        io::SkeletonInfoQuestion{0, {4, 77}},
        R"({"joints":[2,1],"joint_names":["twin","base"],"parents":{"4":0}})");
    row("time map",
        io::TimeMapQuestion{0, {.mode = pose::PlaybackMode::Loop, .speed = -1}, 0.5},
        R"({"clip_time":1.5})");
    row("finite", io::FiniteQuestion{{atTime(0), atTime(2)}, "lbs", false}, R"({"ok":true})");
}

void TstCaseAnswers::answers() {
    QFETCH(QString, answer);
    QFETCH(QString, expected);
    QCOMPARE(answer, expected);
}

void TstCaseAnswers::answersAboutRootMotion_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<std::vector<double>>("translation");
    QTest::addColumn<double>("degrees");
    using Numbers = std::vector<double>;
    const auto row = [](const char* name,
                        decltype(io::CaseQuestion::body) body,
                        const Numbers& translation,
                        double degrees) {
        QTest::newRow(name) << QString::fromStdString(
                                   makeInput(makeWalker()).answer(questionOf(std::move(body))))
                            << translation << degrees;
    };
    const io::CaseRootMotion walk{.clip = 0, .root = {0, ""}, .components = {}};
    const io::CaseRootMotion turn{.clip = 1, .root = {0, ""}, .components = {}};
    row("part", io::RootMotionQuestion{walk, 0.25, 0.75, 0}, {0, 0, 1}, 0);
    row("loops", io::RootMotionQuestion{walk, 0.75, 0.25, 3}, {0, 0, 5}, 0);
    row("end to end", io::RootMotionQuestion{turn, 0, 1, 1}, {1, 0, 1}, 180);
    row("turn and turn", io::RootMotionQuestion{turn, 0, 0, 2}, {1, 0, 1}, 180);
    row("looped in steps that do not fit",
        io::RootMotionTotalQuestion{walk, 2.5, 0.3, pose::PlaybackMode::Loop},
        {0, 0, 5},
        0);
    row("all around in steps",
        io::RootMotionTotalQuestion{turn, 4, 0.1, pose::PlaybackMode::Loop},
        {0, 0, 0},
        0);
    row("once", io::RootMotionTotalQuestion{turn, 4, 0.1, pose::PlaybackMode::Once}, {0, 0, 1}, 90);
    row("nothing",
        io::RootMotionTotalQuestion{turn, 0, 0.1, pose::PlaybackMode::Loop},
        {0, 0, 0},
        0);
    row("residual", io::RootMotionResidualQuestion{turn, 0.5}, {0, 0, 0}, 0);
    row("blend", io::RootMotionBlendQuestion{{{walk, 1}, {turn, 3}}, 0, 1}, {0, 0, 1.25}, 67.5);
}

void TstCaseAnswers::answersAboutRootMotion() {
    QFETCH(QString, answer);
    QFETCH(std::vector<double>, translation);
    QFETCH(double, degrees);
    const QJsonObject object = QJsonDocument::fromJson(answer.toUtf8()).object();
    const QJsonArray actual = object["translation"].toArray();
    QVERIFY2(actual.size() == 3, qPrintable(answer));
    for (qsizetype i = 0; i < 3; ++i) {
        QCOMPARE_LE(std::abs(actual[i].toDouble() - translation[static_cast<std::size_t>(i)]),
                    1e-6);
    }
    const QJsonArray rotation = object["rotation"].toArray();
    const double half = glm::radians(degrees / 2.0);
    const double dot =
        rotation[1].toDouble() * std::sin(half) + rotation[3].toDouble() * std::cos(half);
    QCOMPARE_LE(std::abs(std::abs(dot) - 1.0), 1e-12);
}

void TstCaseAnswers::solvesChainsOfTwoBones() {
    CaseInput input = makeInput(makeLeg());
    // A bend of 120 degrees: the knee lies half way and sqrt(3/4) beside, towards the pole.
    io::TwoBoneIkQuestion question{.chain = {1, 2, 3}, .target = {0, 1, 0}};
    question.poleDirection = glm::dvec3(0, 0, 1);
    const auto answer = [&](const io::TwoBoneIkQuestion& asked) {
        return QJsonDocument::fromJson(QByteArray::fromStdString(input.answer(questionOf(asked))))
            .object();
    };
    const auto vectorOf = [](const QJsonValue& value) {
        return glm::dvec3(value[0].toDouble(), value[1].toDouble(), value[2].toDouble());
    };
    QJsonObject solved = answer(question);
    QCOMPARE_LE(test::maxAbsDiff(vectorOf(solved["root"]), glm::dvec3(0, 2, 0)), 1e-6);
    QCOMPARE_LE(test::maxAbsDiff(vectorOf(solved["mid"]), glm::dvec3(0, 1.5, std::sqrt(0.75))),
                1e-6);
    QCOMPARE_LE(test::maxAbsDiff(vectorOf(solved["tip"]), glm::dvec3(0, 1, 0)), 1e-6);
    QCOMPARE_LE(std::abs(solved["flexion_deg"].toDouble() - 120.0), 1e-4);
    QCOMPARE(solved["same_again"].toBool(), true);
    // A point stands for the same direction.
    question.poleDirection.reset();
    question.polePosition = glm::dvec3(0, 2, 5);
    QCOMPARE(answer(question), solved);
    question.maximumDegrees = 60.0;
    solved = answer(question);
    QCOMPARE_LE(std::abs(solved["flexion_deg"].toDouble() - 60.0), 1e-4);
    QCOMPARE_LE(test::maxAbsDiff(vectorOf(solved["tip"]), glm::dvec3(0, 2 - std::sqrt(3.0), 0)),
                1e-6);
    // The clip is where the question wants it: the leg swings forward.
    question.moment = {.clip = 0, .time = 1.0};
    question.maximumDegrees = 180.0;
    question.target = {0, 2.5, 0};
    QCOMPARE_LE(test::maxAbsDiff(vectorOf(answer(question)["tip"]), glm::dvec3(0, 2.5, 0)), 1e-6);
    question.chain = {1, 3, 2};
    QCOMPARE(answer(question)["error"].toString(),
             QString("chain: joint 'foot' is not between 'hip' and 'knee'"));
    question.chain = {1, 2, 30};
    QCOMPARE(answer(question)["error"].toString(), QString("the file has no node 30"));
}

void TstCaseAnswers::saysWhatHeldAChainBack() {
    CaseInput input = makeInput(makeLeg());
    io::TwoBoneIkQuestion far{.chain = {1, 2, 3}, .target = {0, -9, 0}};
    far.poleDirection = glm::dvec3(0, 0, 1);
    io::TwoBoneIkQuestion limited = far;
    limited.target = {0, 1, 0};
    limited.maximumDegrees = 30.0;
    io::TwoBoneIkQuestion degenerate = far;
    degenerate.target = {0, 2, 0};
    QCOMPARE(input.answer(questionOf(io::DiagnosticQuestion{true, {far, limited, degenerate}})),
             std::string(R"({"diagnostics":[{"code":"ik.unreachable","severity":"warning"},)"
                         R"({"code":"ik.limit_reached","severity":"warning"},)"
                         R"({"code":"ik.degenerate","severity":"warning"}]})"));
    QCOMPARE(input.answer(questionOf(io::DiagnosticQuestion{true, {}})),
             std::string(R"({"skip":"the case solves no chain of this input"})"));
}

void TstCaseAnswers::blendsPoses_data() {
    QTest::addColumn<QString>("answer");
    QTest::addColumn<double>("degrees"); // of node 2 about z, which clip 0 turns by 45 a second
    using Inputs = std::vector<io::BlendQuestion::Input>;
    using Layers = std::vector<io::BlendQuestion::Layer>;
    const auto row = [](const char* name, const io::BlendQuestion& question, double degrees) {
        QTest::newRow(name) << QString::fromStdString(answerTo(question)) << degrees;
    };
    const auto inputs = [](Inputs list) {
        io::BlendQuestion question = blendAt(2);
        question.inputs = std::move(list);
        return question;
    };
    const auto layers = [](double base, Layers list) {
        io::BlendQuestion question = blendAt(2);
        question.base = atTime(base);
        question.layers = std::move(list);
        return question;
    };
    row("one", inputs({{atTime(1), 0.25}}), 45);
    row("two of equal weight", inputs({{atTime(0), 1}, {atTime(2), 1}}), 45);
    // The sum of quaternions, whose angles are the halves: 3 at 0 and 1 at 45 degrees.
    const double sum = 2.0 * std::atan2(std::sqrt(0.5), 3.0 + std::sqrt(0.5));
    row("the rest pose as well", inputs({{{}, 3}, {atTime(2), 1}}), glm::degrees(sum));
    row("no weight", inputs({{atTime(2), 0}, {atTime(1), 2}}), 45);
    row("base alone", layers(1, {}), 45);
    row("half of a layer", layers(1, {{atTime(2), atTime(0), 0.5}}), 90);
    row("against another frame", layers(1, {{atTime(2), atTime(1), 1}}), 90);
    row("taken away", layers(1, {{atTime(2), atTime(0), -1}}), -45);
    row("two layers", layers(1, {{atTime(2), {}, 0.25}, {atTime(1), {}, 1}}), 112.5);
}

void TstCaseAnswers::blendsPoses() {
    QFETCH(QString, answer);
    QFETCH(double, degrees);
    const QJsonObject object = QJsonDocument::fromJson(answer.toUtf8()).object();
    QCOMPARE(object["translation"].toArray(), (QJsonArray{1, 0, 0}));
    const QJsonArray rotation = object["rotation"].toArray();
    QVERIFY2(rotation.size() == 4, qPrintable(answer));
    const glm::quat actual(static_cast<float>(rotation[3].toDouble()),
                           static_cast<float>(rotation[0].toDouble()),
                           static_cast<float>(rotation[1].toDouble()),
                           static_cast<float>(rotation[2].toDouble()));
    QCOMPARE_LE(
        static_cast<double>(math::angleBetween(actual, aboutZ(static_cast<float>(degrees)))), 1e-6);
}

void TstCaseAnswers::leavesTheMotionOfAClipOutOfVertices() {
    CaseInput input = makeInput(makeWalker());
    io::VertexQuestion question = vertexOf(0, 0, {.clip = 1, .time = 1.0});
    const std::string moved = input.answer(questionOf(question));
    question.isRootMotionExtracted = true;
    QVERIFY2(input.answer(questionOf(question)).starts_with(R"({"position":[1,1,)"),
             input.answer(questionOf(question)).c_str());
    // Afterwards nothing is left of it.
    question.isRootMotionExtracted = false;
    QCOMPARE(input.answer(questionOf(question)), moved);
    QVERIFY2(!moved.starts_with(R"({"position":[1,1,)"), moved.c_str());
    // Without a clip nothing moves.
    question = vertexOf(0, 0);
    question.isRootMotionExtracted = true;
    QCOMPARE(input.answer(questionOf(question)),
             std::string(R"({"position":[1,1,0],"normal":[0,1,0]})"));
    const std::string composite = input.answer(questionOf(io::RootMotionCompositeQuestion{
        .motion = {.clip = 1, .root = {0, ""}, .components = {}}, .node = {1, ""}, .time = 1.0}));
    const std::string matrix =
        input.answer(questionOf(io::JointModelMatrixQuestion{{.clip = 1, .time = 1.0}, {1, ""}}));
    const auto rows = [](const std::string& answer) {
        return QJsonDocument::fromJson(QByteArray::fromStdString(answer))["matrix"].toArray();
    };
    for (qsizetype row = 0; row < 4; ++row) {
        for (qsizetype column = 0; column < 4; ++column) {
            QCOMPARE_LE(std::abs(rows(composite)[row].toArray()[column].toDouble() -
                                 rows(matrix)[row].toArray()[column].toDouble()),
                        1e-6);
        }
    }
}

void TstCaseAnswers::keepsTheInfluencesThatTheQuestionAllows() {
    CaseInput input = makeInput();
    io::CaseQuestion question = questionOf(io::InfluencesQuestion{3, 0, 1});
    question.maximumInfluences = 1;
    QCOMPARE(input.answer(question), std::string(R"({"influences":[[2,1]]})"));
    question.maximumInfluences = 0;
    QCOMPARE(input.answer(question), std::string(R"({"influences":[[2,0.75],[1,0.25]]})"));
    io::CaseQuestion diagnostic = questionOf(io::DiagnosticQuestion{});
    QVERIFY(input.answer(diagnostic).find("influences_dropped") == std::string::npos);
    diagnostic.maximumInfluences = 1;
    QVERIFY(input.answer(diagnostic).find(R"({"code":"weights.influences_dropped","severity":)") !=
            std::string::npos);
}

void TstCaseAnswers::findsVerticesByMeshAndRestPosition() {
    io::VertexQuestion question;
    question.deformer = "lbs";
    question.restPosition = glm::dvec3(2.000001, 0, 0);
    for (const char* name : {"skinned", "arm"}) {
        question.meshName = name;
        QCOMPARE(answerTo(question), std::string(R"({"position":[2,0,0],"normal":[0,1,0]})"));
    }
    question.restPosition = glm::dvec3(2.1, 0, 0);
    QCOMPARE(answerTo(question),
             std::string(R"({"error":"mesh 'arm' has no vertex at its rest position"})"));
    question.meshName = "body";
    QCOMPARE(answerTo(question), std::string(R"({"error":"the file has no mesh 'body'"})"));
}

void TstCaseAnswers::findsTheTwoReadingsOfAShearedNode() {
    // A node with shear is two joints; together they are the node.
    ImportedScene scene = makeScene();
    std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                      scene.skeleton->joints().end());
    math::Transform lower;
    lower.translation = glm::vec3(0, 3, 0);
    joints.push_back({"base", JointIndex(1), lower, 1});
    scene.skeleton = test::require(assets::Skeleton::create(std::move(joints)));
    CaseInput input = makeInput(std::move(scene));
    const auto local = [&](const io::CaseNode& node) {
        return input.answer(questionOf(io::JointLocalQuestion{{}, node}));
    };
    const std::string expected = R"({"translation":[0,3,0],"rotation":[0,0,0,1],"scale":[1,1,1]})";
    QCOMPARE(local({1, ""}), expected);
    QCOMPARE(local({{}, "base"}), expected);
    QCOMPARE(input.answer(questionOf(io::SkeletonInfoQuestion{0, {1}})),
             std::string(R"({"joints":[2,1],"joint_names":["twin","base"],"parents":{"1":null}})"));
}

void TstCaseAnswers::seesWhatIsNotFinite() {
    ImportedScene scene = makeScene();
    std::vector<assets::Joint> joints(scene.skeleton->joints().begin(),
                                      scene.skeleton->joints().end());
    joints[0].parentFromJointRest.scale = glm::vec3(std::numeric_limits<float>::max());
    joints[4].parentFromJointRest.scale = glm::vec3(std::numeric_limits<float>::max());
    scene.skeleton = test::require(assets::Skeleton::create(std::move(joints)));
    CaseInput input = makeInput(std::move(scene));
    io::FiniteQuestion question{{{}}, "lbs", false};
    QCOMPARE(input.answer(questionOf(question)),
             std::string(R"({"ok":false,"reason":"at 0 s: the model matrix of node 4"})"));
    question.isInfinityAllowed = true;
    QVERIFY(input.answer(questionOf(question)).find("the model matrix") == std::string::npos);
}

void TstCaseAnswers::givesAllVerticesInTheUnitOfTheFile() {
    ImportedScene scene = makeScene();
    scene.metresPerUnit = 0.01f;
    CaseInput input = makeInput(std::move(scene));
    QCOMPARE(
        input.answer(questionOf(io::VertexSetQuestion{atTime(2), "lbs"})),
        std::string(R"({"rest_positions":[[10,0.5,0],[11,0,0],[0.5,0,0],[2,0,0]],)"
                    R"("positions":[[10,2,0],[11,0,0],[0.5,0,0],[1.25,0.75,0]],"scale":100})"));
}

void TstCaseAnswers::saysWhyAnInputIsRefused() {
    CaseInput input(Error{"file.truncated", "a.glb: it is cut"}, {});
    QVERIFY(input.isRefused());
    QCOMPARE(input.answer(questionOf(io::DiagnosticQuestion{})),
             std::string(R"({"diagnostics":[{"code":"file.truncated","severity":"error"}]})"));
    QCOMPARE(input.answer(questionOf(vertexOf(0, 0))),
             std::string(R"({"refused":true,"error":"a.glb: it is cut"})"));
    QCOMPARE(input.answer(questionOf(io::UnansweredQuestion{"not yet"})),
             std::string(R"({"skip":"not yet"})"));
    QCOMPARE(input.answer(questionOf(io::InvalidQuestion{"no"})), std::string(R"({"error":"no"})"));

    session::SessionOptions options;
    options.pluginFolders = {"/nowhere"};
    CaseInput broken(makeScene(), options);
    QVERIFY(!broken.isRefused());
    QVERIFY(broken.answer(questionOf(vertexOf(0, 0))).find("/nowhere") != std::string::npos);
}

QTEST_GUILESS_MAIN(TstCaseAnswers)
#include "tst_case_answers.moc"
