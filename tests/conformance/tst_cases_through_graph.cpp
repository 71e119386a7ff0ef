// SPDX-License-Identifier: Apache-2.0
// The cases of sampling, blending, root motion and inverse kinematics once more, each answered by a
// pose graph that was written for the question; the other path are the jobs, by `sartor verify`.
#include <sartor/import/import_file.h>
#include <sartor/io/case_expectations.h>
#include <sartor/io/case_grade.h>
#include <sartor/io/case_questions.h>
#include <sartor/io/json_writer.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/root_motion_curve.h>
#include <sartor/pose/two_bone_ik.h>
#include <sartor/session/graph_rig.h>
#include <sartor/session/session.h>

#include <QtTest>

#include <support/graph_fixture.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

using namespace sartor;
// clang-format 14 takes a line that begins with `import` for something else.
using import::ImportedScene;
using io::JsonWriter;
using test::GraphBuilder;
using test::GraphPlayer;

namespace {

graph::Value vectorValue(const glm::dvec3& vector) {
    return graph::List{vector.x, vector.y, vector.z};
}

std::string clipReference(std::uint32_t clip) {
    return "#" + std::to_string(clip);
}

std::string jointReference(JointIndex joint) {
    return "#" + std::to_string(joint.value());
}

/// Writes the answer of one kind of question each; none for kinds that no graph is asked.
struct Answerer {
    const ImportedScene& scene;
    std::shared_ptr<const graph::Rig> rig;
    std::uint32_t maximumInfluences = 0;
    JsonWriter json{};

    JointIndex find(const io::CaseNode& node) const {
        return node.index ? scene.skeleton->jointOfFileNode(*node.index)
                          : scene.skeleton->findByName(node.name).back();
    }

    double timeOf(const io::CaseMoment& moment) const {
        const double duration =
            moment.clip ? static_cast<double>(scene.clips[*moment.clip]->duration()) : 0.0;
        return moment.place == io::CaseMoment::Place::End    ? duration
               : moment.place == io::CaseMoment::Place::Half ? duration / 2.0
                                                             : moment.time;
    }

    /// A clip that plays, or one that stands at the moment; the rest pose without a clip.
    void addMoment(GraphBuilder& builder, std::string id, const io::CaseMoment& moment) const {
        if (!moment.clip) {
            builder.node(std::move(id), "rest_pose");
            return;
        }
        const std::string clip = clipReference(*moment.clip);
        if (!moment.playback) {
            builder.node(std::move(id),
                         "clip",
                         {{"clip", clip}, {"mode", "clamp"}},
                         {test::pin("seek", graph::constantInput(true)),
                          test::pin("seek_time", graph::constantInput(timeOf(moment)))});
            return;
        }
        const bool isLoop = moment.playback->mode == pose::PlaybackMode::Loop;
        builder.node(std::move(id),
                     "clip",
                     {{"clip", clip},
                      {"mode", isLoop ? "loop" : "clamp"},
                      {"start", moment.playback->start}},
                     {test::pin("speed", graph::constantInput(moment.playback->speed))});
    }

    GraphPlayer playerAt(const io::CaseMoment& moment) const {
        GraphBuilder builder;
        addMoment(builder, "clip", moment);
        GraphPlayer player(builder.definition, rig);
        player.frame(moment.playback ? timeOf(moment) : 0.0);
        return player;
    }

    math::Affine modelFrom(const GraphPlayer& player, JointIndex joint) const {
        std::vector<math::Affine> modelFromJoint(player.parentFromJoint.size());
        pose::localToModel(*scene.skeleton, player.parentFromJoint, modelFromJoint);
        return modelFromJoint[joint.value()];
    }

    void write(const math::DoubleRigid& motion) {
        const glm::dquat& rotation = motion.rotation;
        json.member("translation", motion.translation);
        json.member("rotation",
                    std::vector<double>{rotation.x, rotation.y, rotation.z, rotation.w});
    }
    void write(const math::Transform& local) {
        json.member("translation", local.translation).member("rotation", local.rotation);
        json.member("scale", local.scale);
    }

    /// A clip that starts at a time, in a graph that takes its motion out.
    GraphBuilder
    motionGraph(const io::CaseRootMotion& motion, const char* mode, double start) const {
        GraphBuilder builder;
        builder.clip("clip", clipReference(motion.clip), {{"mode", mode}, {"start", start}});
        builder.definition.rootMotion.joint = jointReference(find(motion.root));
        builder.definition.rootMotion.components = motion.components;
        return builder;
    }

    // A node with shear takes two joints; what the file's node does is not one joint's transform.
    bool isOneJoint(JointIndex joint) const {
        const JointIndex parent = scene.skeleton->joint(joint).parent;
        return parent.isNone() ||
               scene.skeleton->joint(parent).fileNode != scene.skeleton->joint(joint).fileNode;
    }

    bool operator()(const io::JointLocalQuestion& question) {
        const JointIndex joint = find(question.node);
        if (!isOneJoint(joint)) {
            return false;
        }
        write(playerAt(question.moment).parentFromJoint[joint.value()]);
        return true;
    }
    bool operator()(const io::JointModelMatrixQuestion& question) {
        json.member("matrix", modelFrom(playerAt(question.moment), find(question.node)));
        return true;
    }
    bool operator()(const io::MorphWeightsQuestion& question) {
        const GraphPlayer player = playerAt(question.moment);
        const JointIndex node = find(question.node);
        for (const graph::MorphChannel& channel : rig->morphChannels) {
            if (channel.node == node) {
                json.member("weights",
                            std::vector<float>(player.morphWeights.begin() + channel.first,
                                               player.morphWeights.begin() + channel.first +
                                                   channel.count));
                return true;
            }
        }
        return false;
    }
    bool operator()(const io::TimeMapQuestion& question) {
        io::CaseMoment moment;
        moment.clip = question.clip;
        moment.time = question.elapsed;
        moment.playback = question.playback;
        json.member("clip_time", playerAt(moment).activity("clip").time);
        return true;
    }

    bool operator()(const io::RootMotionQuestion& question) {
        const double duration = static_cast<double>(scene.clips[question.motion.clip]->duration());
        GraphPlayer player(motionGraph(question.motion, "loop", question.fromTime).definition, rig);
        player.frame(0.0);
        write(player
                  .frame(question.toTime - question.fromTime +
                         duration * static_cast<double>(question.loops))
                  .rootMotion);
        return true;
    }
    bool operator()(const io::RootMotionTotalQuestion& question) {
        const bool isLoop = question.mode == pose::PlaybackMode::Loop;
        GraphPlayer player(motionGraph(question.motion, isLoop ? "loop" : "clamp", 0.0).definition,
                           rig);
        player.frame(0.0);
        math::DoubleRigid worldFromEntity;
        for (double elapsed = 0.0; elapsed < question.seconds; elapsed += question.step) {
            const double step = std::min(question.step, question.seconds - elapsed);
            worldFromEntity = worldFromEntity * player.frame(step).rootMotion;
        }
        write(worldFromEntity);
        return true;
    }
    bool operator()(const io::RootMotionResidualQuestion& question) {
        GraphPlayer player(motionGraph(question.motion, "clamp", 0.0).definition, rig);
        player.frame(question.time);
        write(pose::findModelFromRoot(
            *scene.skeleton, player.parentFromJoint, find(question.motion.root)));
        return true;
    }
    bool operator()(const io::RootMotionCompositeQuestion& question) {
        GraphPlayer player(motionGraph(question.motion, "clamp", 0.0).definition, rig);
        player.frame(0.0);
        const math::DoubleRigid worldFromEntity = player.frame(question.time).rootMotion;
        json.member("matrix",
                    math::toFloat(math::toAffine(worldFromEntity) *
                                  math::toDouble(modelFrom(player, find(question.node)))));
        return true;
    }
    bool operator()(const io::RootMotionBlendQuestion& question) {
        if (question.inputs.size() != 2) {
            return false;
        }
        GraphBuilder builder;
        for (std::size_t i = 0; i < 2; ++i) {
            builder.clip("clip" + std::to_string(i),
                         clipReference(question.inputs[i].motion.clip),
                         {{"start", question.fromTime}});
        }
        addBlend(builder, question.inputs[0].weight, question.inputs[1].weight);
        builder.definition.rootMotion.joint = jointReference(find(question.inputs[0].motion.root));
        builder.definition.rootMotion.components = question.inputs[0].motion.components;
        GraphPlayer player(builder.definition, rig);
        player.frame(0.0);
        write(player.frame(question.toTime - question.fromTime).rootMotion);
        return true;
    }

    static void addBlend(GraphBuilder& builder, double first, double second) {
        builder.node("blend",
                     "blend_1d",
                     {},
                     {test::pin("value", graph::constantInput(second / (first + second))),
                      {"poses",
                       {test::linkTo("clip0", {{"threshold", 0.0}}),
                        test::linkTo("clip1", {{"threshold", 1.0}})}}});
    }

    bool operator()(const io::BlendQuestion& question) {
        GraphBuilder builder;
        if (question.base) {
            addMoment(builder, "base", *question.base);
            std::string below = "base";
            for (std::size_t i = 0; i < question.layers.size(); ++i) {
                const io::BlendQuestion::Layer& layer = question.layers[i];
                const std::string suffix = std::to_string(i);
                addMoment(builder, "value" + suffix, layer.value);
                addMoment(builder, "reference" + suffix, layer.reference);
                builder.node("layer" + suffix,
                             "additive",
                             {{"reference", "pose"}},
                             {test::pin("base", test::linkTo(below)),
                              test::pin("additive", test::linkTo("value" + suffix)),
                              test::pin("reference", test::linkTo("reference" + suffix)),
                              test::pin("weight", graph::constantInput(layer.weight))});
                below = "layer" + suffix;
            }
        } else if (question.inputs.size() == 2) {
            addMoment(builder, "clip0", question.inputs[0].moment);
            addMoment(builder, "clip1", question.inputs[1].moment);
            addBlend(builder, question.inputs[0].weight, question.inputs[1].weight);
        } else {
            return false;
        }
        GraphPlayer player(builder.definition, rig);
        player.frame(0.0);
        write(player.parentFromJoint[find(question.node).value()]);
        return true;
    }

    /// Only of files with one place for a vertex, and of linear blending.
    bool operator()(const io::VertexQuestion& question) {
        if (!question.node || question.deformer != "lbs") {
            return false;
        }
        GraphBuilder builder;
        addMoment(builder, "clip", question.moment);
        if (question.isRootMotionExtracted) {
            const JointIndex root =
                question.root
                    ? find(*question.root)
                    : pose::findRootJoint(*scene.skeleton, *scene.clips[*question.moment.clip]);
            builder.definition.rootMotion.joint = jointReference(root);
            builder.definition.rootMotion.components = question.extracted;
        }
        session::SessionOptions options;
        options.pluginFolders = {SARTOR_PLUGIN_DIR};
        options.influences.maxPerVertex = maximumInfluences;
        const auto session = test::require(session::Session::create(scene, options));
        const auto graph = test::require(graph::compile(builder.definition, session->graphRig()));
        SARTOR_ASSERT(session->setGraph(graph).isOk());
        SARTOR_ASSERT(
            session->advance(question.moment.playback ? timeOf(question.moment) : 0.0).hasValue());
        for (std::size_t i = 0; i < scene.instances.size(); ++i) {
            if (scene.instances[i].fileNode == *question.node &&
                scene.instances[i].filePrimitive == question.primitive) {
                const session::InstanceFrame frame = session->frame(i);
                json.member("position", frame.positions[question.vertex]);
                if (!frame.normals.empty()) {
                    json.member("normal", frame.normals[question.vertex]);
                }
                if (!frame.tangents.empty()) {
                    json.member("tangent", frame.tangents[question.vertex]);
                }
                return true;
            }
        }
        return false;
    }

    bool operator()(const io::TwoBoneIkQuestion& question) {
        std::array<JointIndex, 3> joints;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            joints[i] = scene.skeleton->jointOfFileNode(question.chain[i]);
        }
        const GraphPlayer before = playerAt(question.moment);
        const glm::dvec3 root(modelFrom(before, joints[0]).translation);
        const bool hasPole = question.poleDirection || question.polePosition;
        const glm::dvec3 pole = question.poleDirection
                                    ? root + 10.0 * *question.poleDirection
                                    : question.polePosition.value_or(glm::dvec3(0.0));
        GraphBuilder builder;
        addMoment(builder, "clip", question.moment);
        builder.node("ik",
                     "two_bone_ik",
                     {{"root", jointReference(joints[0])},
                      {"mid", jointReference(joints[1])},
                      {"tip", jointReference(joints[2])},
                      {"pole_mode", hasPole ? "position" : "none"},
                      {"flexion_minimum", question.minimumDegrees},
                      {"flexion_maximum", question.maximumDegrees}},
                     {test::pin("pose", test::linkTo("clip")),
                      test::pin("target", graph::constantInput(vectorValue(question.target))),
                      test::pin("pole", graph::constantInput(vectorValue(pole)))});
        GraphPlayer player(builder.definition, rig);
        player.frame(0.0);
        GraphPlayer again(builder.definition, rig);
        again.frame(0.0);
        std::array<glm::dvec3, 3> positions;
        for (std::size_t i = 0; i < joints.size(); ++i) {
            positions[i] = modelFrom(player, joints[i]).translation;
        }
        json.member("root", positions[0]).member("mid", positions[1]).member("tip", positions[2]);
        json.member("flexion_deg",
                    glm::degrees(pose::flexionOf(positions[0], positions[1], positions[2])));
        json.member("same_again",
                    std::memcmp(player.parentFromJoint.data(),
                                again.parentFromJoint.data(),
                                player.parentFromJoint.size() * sizeof(math::Transform)) == 0);
        return true;
    }

    template <class Other>
    bool operator()(const Other&) {
        return false;
    }
};

} // namespace

class TstCasesThroughGraph : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void graphsAnswerAsTheCasesExpect_data() {
        QTest::addColumn<QString>("folder");
        std::vector<std::filesystem::path> folders = {SARTOR_TEST_DATA_DIR "/cases"};
        const std::filesystem::path shared = SARTOR_SHARED_DIR;
        if (!shared.empty()) {
            folders.push_back(shared / "cases");
        }
        for (const std::filesystem::path& folder : folders) {
            for (const auto& entry : std::filesystem::directory_iterator(folder)) {
                if (!std::filesystem::exists(entry.path() / io::kCaseFileName)) {
                    continue;
                }
                const auto questions = io::readCaseQuestions(entry.path());
                QVERIFY(questions.hasValue());
                static const std::set<std::string> kClasses = {
                    "sampling", "blend", "root_motion", "ik", "hierarchy", "morph"};
                if (kClasses.contains(questions->className)) {
                    const std::string name =
                        folder.parent_path().filename().string() + " " + questions->id;
                    QTest::newRow(name.c_str()) << QString::fromStdString(entry.path().string());
                }
            }
        }
    }

    void graphsAnswerAsTheCasesExpect() {
        QFETCH(QString, folder);
        const std::filesystem::path path(folder.toStdString());
        const auto questions = test::require(io::readCaseQuestions(path));
        const auto expectations = test::require(io::readCaseExpectations(path));
        for (std::size_t i = 0; i < questions.questions.size(); ++i) {
            const io::CaseQuestion& question = questions.questions[i];
            const auto scene = import::importFile(path / question.input, {});
            if (!scene) {
                continue; // refused: what then is right, `sartor verify` checks
            }
            Answerer answerer{*scene, session::makeGraphRig(*scene), question.maximumInfluences};
            answerer.json.beginInlineObject();
            if (!std::visit(answerer, question.body)) {
                continue;
            }
            answerer.json.endObject();
            const std::string answer = answerer.json.take();
            const io::CaseGrade grade = io::gradeAnswer(expectations[i], answer);
            QVERIFY2(grade.outcome == io::CaseOutcome::Passed,
                     (question.check + ": " + grade.reason + "; answered " + answer).c_str());
            ++answeredByKind_[question.kind];
        }
    }

    void everyKindThatGraphsCanAnswerWasAsked() {
        for (const char* kind : {"joint_local",
                                 "joint_model_matrix",
                                 "morph_weights",
                                 "time_map",
                                 "vertex",
                                 "root_motion",
                                 "root_motion_residual",
                                 "root_motion_composite",
                                 "blend",
                                 "ik_two_bone"}) {
            QVERIFY2(answeredByKind_[kind] > 0, kind);
        }
        QVERIFY(answeredByKind_["joint_local"] >= 28);
        QVERIFY(answeredByKind_["root_motion"] >= 5);
        QVERIFY(answeredByKind_["blend"] >= 4);
        QVERIFY(answeredByKind_["ik_two_bone"] >= 14);
    }

private:
    std::map<std::string, int> answeredByKind_;
};

QTEST_GUILESS_MAIN(TstCasesThroughGraph)
#include "tst_cases_through_graph.moc"
