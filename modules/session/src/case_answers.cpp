// SPDX-License-Identifier: Apache-2.0
// One function for each kind of question.
#include "case_blend.h"
#include "case_ik.h"
#include "case_root_motion.h"
#include "finite_frame.h"

#include <sartor/diagnose/lint.h>
#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>
#include <sartor/math/transform.h>
#include <sartor/pose/root_motion_curve.h>
#include <sartor/session/case_answers.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sartor::session {
namespace {

using import::ImportedScene;
using import::MeshInstance;
using io::JsonWriter;

/// Marks a question that this build has no means to answer.
constexpr const char* kSkip = "case.skip";

std::string objectOf(std::string_view key, std::string_view text) {
    JsonWriter json;
    json.beginInlineObject().member(key, text).endObject();
    return json.take();
}

Error unknown(const std::string& what) {
    return {"case.unknown", what};
}

/// The chain that a deformer's name asks for; empty for what the file asks for.
Result<std::string> chainOf(const std::string& deformer) {
    if (deformer == "lbs" || deformer == "none") {
        return std::string();
    }
    if (deformer == "lbs_then_morph") {
        return std::string("sartor.lbs+sartor.morph[order=raw]");
    }
    if (deformer == "dqs") {
        return std::string("sartor.morph+sartor.dqs");
    }
    return unknown("there is no deformer '" + deformer +
                   "'; there is lbs, dqs, none and lbs_then_morph");
}

JointIndex parentNode(const assets::Skeleton& skeleton, JointIndex joint) {
    // A node with shear takes two joints.
    const std::uint32_t node = skeleton.joint(joint).fileNode;
    while (!joint.isNone() && skeleton.joint(joint).fileNode == node) {
        joint = skeleton.joint(joint).parent;
    }
    return joint;
}

void writeNode(JsonWriter& json, const assets::Skeleton& skeleton, JointIndex joint) {
    if (joint.isNone()) {
        json.null();
    } else {
        json.value(skeleton.joint(joint).fileNode);
    }
}

std::string_view severityText(diagnose::Severity severity) {
    return severity == diagnose::Severity::Error     ? "error"
           : severity == diagnose::Severity::Warning ? "warning"
                                                     : "info";
}

struct Answerer {
    Session& session;
    std::uint32_t maximumInfluences = 0;
    JsonWriter json{};

    const ImportedScene& scene() const { return session.scene(); }
    const assets::Skeleton& skeleton() const { return *session.scene().skeleton; }

    Result<JointIndex> find(const io::CaseNode& node) const {
        if (node.index) {
            const JointIndex joint = skeleton().jointOfFileNode(*node.index);
            return joint.isNone() ? Result<JointIndex>(unknown("the file has no node " +
                                                               std::to_string(*node.index)))
                                  : joint;
        }
        const std::vector<JointIndex> found = skeleton().findByName(node.name);
        if (found.empty()) {
            return unknown("the file has no node '" + node.name + "'");
        }
        // Of the two joints of a node with shear the lower one is the node itself.
        const std::uint32_t fileNode = skeleton().joint(found.front()).fileNode;
        const bool isOne = std::all_of(found.begin(), found.end(), [&](JointIndex joint) {
            return skeleton().joint(joint).fileNode == fileNode;
        });
        return isOne ? Result<JointIndex>(found.back())
                     : unknown("the file has " + std::to_string(found.size()) + " nodes '" +
                               node.name + "'");
    }

    Result<std::size_t> findInstance(std::uint32_t node, std::uint32_t primitive) const {
        const auto found = std::find_if(
            scene().instances.begin(), scene().instances.end(), [&](const MeshInstance& instance) {
                return instance.fileNode == node && instance.filePrimitive == primitive;
            });
        if (found == scene().instances.end()) {
            return unknown("node " + std::to_string(node) + " carries no primitive " +
                           std::to_string(primitive));
        }
        return static_cast<std::size_t>(found - scene().instances.begin());
    }

    Result<const assets::Clip*> findClip(std::uint32_t clip) const {
        if (clip >= scene().clips.size()) {
            return unknown("clip " + std::to_string(clip) + ": the file has " +
                           std::to_string(scene().clips.size()) + " clips");
        }
        return scene().clips[clip].get();
    }

    Status prepare(const std::string& deformer) {
        const Result<std::string> chain = chainOf(deformer);
        if (!chain) {
            return chain.error();
        }
        if (session.options().influences.maxPerVertex != maximumInfluences) {
            const assets::InfluenceOptions influences{.maxPerVertex = maximumInfluences};
            if (Status status = session.setInfluenceOptions(influences); !status) {
                return status;
            }
        }
        if (session.options().chain == *chain) {
            return {};
        }
        Status status = session.setChain(*chain);
        if (!status && status.error().code == "plugin.unknown") {
            return Error{kSkip, status.error().message};
        }
        return status;
    }

    Status goTo(const io::CaseMoment& moment) {
        double duration = 0.0;
        if (moment.clip) {
            const Result<const assets::Clip*> clip = findClip(*moment.clip);
            if (!clip) {
                return clip.error();
            }
            duration = static_cast<double>((*clip)->duration());
        }
        if (Status status = session.setClip(moment.clip); !status) {
            return status;
        }
        double time = moment.place == io::CaseMoment::Place::End    ? duration
                      : moment.place == io::CaseMoment::Place::Half ? duration / 2.0
                                                                    : moment.time;
        if (moment.playback) {
            const Result<double> clipTime = pose::clipTime(*moment.playback, time, duration);
            if (!clipTime) {
                return clipTime.error();
            }
            time = *clipTime;
        }
        return session.evaluate(time);
    }

    /// Instance and vertex.
    Result<std::pair<std::size_t, std::size_t>> find(const io::VertexQuestion& question) const {
        if (!question.node) {
            return findNearest(question);
        }
        const Result<std::size_t> instance = findInstance(*question.node, question.primitive);
        if (!instance) {
            return instance.error();
        }
        const std::size_t vertexCount = scene().instances[*instance].mesh->vertexCount();
        if (question.vertex >= vertexCount) {
            return unknown("there is no vertex " + std::to_string(question.vertex) +
                           ": the primitive has " + std::to_string(vertexCount));
        }
        return std::pair(*instance, std::size_t{question.vertex});
    }

    Result<std::pair<std::size_t, std::size_t>>
    findNearest(const io::VertexQuestion& question) const {
        std::optional<std::pair<std::size_t, std::size_t>> nearest;
        double nearestDistance = std::numeric_limits<double>::infinity();
        double extent = 0.0;
        for (std::size_t i = 0; i < scene().instances.size(); ++i) {
            const MeshInstance& instance = scene().instances[i];
            // Some formats name the geometry, some the node that carries it, some tools either.
            if (instance.meshName != question.meshName &&
                skeleton().joint(instance.node).name != question.meshName) {
                continue;
            }
            const std::span<const glm::vec3> positions = instance.mesh->positions();
            for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
                const glm::dvec3 position(positions[vertex]);
                extent = std::max(extent, glm::length(position));
                const double distance = glm::distance(position, question.restPosition);
                if (distance < nearestDistance) {
                    nearestDistance = distance;
                    nearest = {i, vertex};
                }
            }
        }
        if (!nearest) {
            return unknown("the file has no mesh '" + question.meshName + "'");
        }
        constexpr double kRelativeTolerance = 1e-5; // more than a float in text loses
        if (nearestDistance > kRelativeTolerance * std::max(extent, 1.0)) {
            return unknown("mesh '" + question.meshName + "' has no vertex at its rest position");
        }
        return *nearest;
    }

    /// Writes a vertex's normal and tangent where there are some.
    void writeDirections(const InstanceFrame& frame, std::size_t vertex) {
        if (!frame.normals.empty()) {
            json.member("normal", frame.normals[vertex]);
        }
        if (!frame.tangents.empty()) {
            json.member("tangent", frame.tangents[vertex]);
        }
    }

    Status operator()(const io::InvalidQuestion& question) {
        return Error{"case.invalid", question.problem};
    }
    Status operator()(const io::UnansweredQuestion& question) {
        return Error{kSkip, question.reason};
    }
    Status operator()(const io::LoadQuestion&) { return ofProcess(); }
    Status operator()(const io::ExitStatusQuestion&) { return ofProcess(); }
    Status operator()(const io::OutputQuestion&) { return ofProcess(); }
    static Status ofProcess() {
        return Error{"case.process", "only who runs the process of an input can answer this"};
    }

    Result<CaseIkSolution> solve(const io::TwoBoneIkQuestion& question) {
        if (Status status = goTo(question.moment); !status) {
            return status.error();
        }
        return solveCaseIk(skeleton(), session.parentFromJoint(), question);
    }

    Status operator()(const io::TwoBoneIkQuestion& question) {
        const Result<CaseIkSolution> solution = solve(question);
        if (!solution) {
            return solution.error();
        }
        json.member("root", solution->positions[0]).member("mid", solution->positions[1]);
        json.member("tip", solution->positions[2]);
        json.member("flexion_deg", solution->flexionDegrees);
        json.member("same_again", solution->isRepeatable);
        return {};
    }

    Status operator()(const io::DiagnosticQuestion& question) {
        if (question.isAboutIk && question.chains.empty()) {
            return Error{kSkip, "the case solves no chain of this input"};
        }
        json.key("diagnostics").beginInlineArray();
        for (const io::TwoBoneIkQuestion& chain : question.chains) {
            const Result<CaseIkSolution> solution = solve(chain);
            if (!solution) {
                return solution.error();
            }
            for (const std::string_view code : pose::ikCodes(solution->flags)) {
                json.beginInlineObject().member("code", code);
                json.member("severity", "warning").endObject();
            }
        }
        for (const diagnose::Diagnostic& found :
             diagnose::check(scene(), {.maximumInfluences = maximumInfluences})) {
            json.beginInlineObject().member("code", found.rule);
            json.member("severity", severityText(found.severity)).endObject();
        }
        json.endArray();
        return {};
    }

    Status operator()(const io::VertexQuestion& question) {
        const auto found = find(question);
        if (!found) {
            return found.error();
        }
        if (Status status = prepare(question.deformer); !status) {
            return status;
        }
        if (Status status = goTo(question.moment); !status) {
            return status;
        }
        if (question.isRootMotionExtracted) {
            return writeVertexInPlace(question, found->first, found->second);
        }
        writeVertex(found->first, found->second);
        return {};
    }

    void writeVertex(std::size_t instance, std::size_t vertex) {
        const InstanceFrame frame = session.frame(instance);
        json.member("position", frame.positions[vertex]);
        writeDirections(frame, vertex);
    }

    /// Of the frame there is, without the motion of its clip; without a clip nothing moves.
    Status writeVertexInPlace(const io::VertexQuestion& question,
                              std::size_t instance,
                              std::size_t vertex) {
        if (!session.clip()) {
            writeVertex(instance, vertex);
            return {};
        }
        const std::uint32_t clip = *session.clip();
        const Result<JointIndex> root = question.root
                                            ? find(*question.root)
                                            : pose::findRootJoint(skeleton(), *scene().clips[clip]);
        if (!root) {
            return root.error();
        }
        std::vector<math::Transform> pose(session.parentFromJoint().begin(),
                                          session.parentFromJoint().end());
        Status status = CaseRootMotions(scene()).makeInPlace(
            {.clip = clip, .root = {}, .components = question.extracted},
            *root,
            session.time(),
            pose);
        if (status) {
            status = session.setJointPose(*root, pose[root->value()]);
        }
        if (status) {
            status = session.evaluate(session.time());
        }
        if (status) {
            writeVertex(instance, vertex);
            status = session.setJointPose(*root, std::nullopt);
        }
        return status;
    }

    Status operator()(const io::VertexSetQuestion& question) {
        if (Status status = prepare(question.deformer); !status) {
            return status;
        }
        if (Status status = goTo({}); !status) {
            return status;
        }
        writeAllPositions("rest_positions");
        if (Status status = goTo(question.moment); !status) {
            return status;
        }
        writeAllPositions("positions");
        json.member("scale", 1.0f / scene().metresPerUnit);
        return {};
    }

    void writeAllPositions(std::string_view key) {
        json.key(key).beginInlineArray();
        for (std::size_t i = 0; i < scene().instances.size(); ++i) {
            for (const glm::vec3& position : session.frame(i).positions) {
                json.value(position);
            }
        }
        json.endArray();
    }

    Status operator()(const io::JointModelMatrixQuestion& question) {
        const Result<JointIndex> joint = find(question.node);
        if (!joint) {
            return joint.error();
        }
        if (Status status = goTo(question.moment); !status) {
            return status;
        }
        json.member("matrix", session.modelFromJoint()[joint->value()]);
        return {};
    }

    Status operator()(const io::JointLocalQuestion& question) {
        const Result<JointIndex> joint = find(question.node);
        if (!joint) {
            return joint.error();
        }
        if (Status status = goTo(question.moment); !status) {
            return status;
        }
        writeLocal(session.parentFromJoint(), *joint);
        return {};
    }

    void writeLocal(std::span<const math::Transform> parentFromJoint, JointIndex joint) {
        math::Transform local = parentFromJoint[joint.value()];
        const JointIndex parent = skeleton().joint(joint).parent;
        if (parent != parentNode(skeleton(), joint)) {
            // No translation, rotation and scale say shear; these come nearest.
            local = math::decompose(math::toAffine(parentFromJoint[parent.value()]) *
                                    math::toAffine(local))
                        .transform;
        }
        json.member("translation", local.translation).member("rotation", local.rotation);
        json.member("scale", local.scale);
    }

    Status operator()(const io::BlendQuestion& question) {
        const Result<JointIndex> joint = find(question.node);
        if (!joint) {
            return joint.error();
        }
        const auto pose = blendForCase(scene(), question);
        if (!pose) {
            return pose.error();
        }
        writeLocal(*pose, *joint);
        return {};
    }

    Status operator()(const io::InfluencesQuestion& question) {
        const Result<std::size_t> instance = findInstance(question.node, question.primitive);
        if (!instance) {
            return instance.error();
        }
        if (Status status = prepare("lbs"); !status) {
            return status;
        }
        const InstanceBinding& binding = session.binding(*instance);
        if (question.vertex >= binding.influences->vertexCount()) {
            return unknown("there is no vertex " + std::to_string(question.vertex));
        }
        json.key("influences").beginInlineArray();
        const std::span<const std::uint32_t> offsets = binding.influences->offsets();
        for (std::uint32_t i = binding.isRigid ? offsets[question.vertex + 1]
                                               : offsets[question.vertex];
             i < offsets[question.vertex + 1];
             ++i) {
            const JointIndex joint = binding.joints[binding.influences->joints()[i].value()];
            json.beginInlineArray().value(skeleton().joint(joint).fileNode);
            json.value(binding.influences->weights()[i]).endArray();
        }
        json.endArray();
        return {};
    }

    Status operator()(const io::MorphWeightsQuestion& question) {
        const Result<JointIndex> node = find(question.node);
        if (!node) {
            return node.error();
        }
        const auto instance = std::find_if(scene().instances.begin(),
                                           scene().instances.end(),
                                           [&](const MeshInstance& i) { return i.node == *node; });
        if (instance == scene().instances.end()) {
            return unknown("the node carries no mesh");
        }
        if (Status status = goTo(question.moment); !status) {
            return status;
        }
        const auto index = static_cast<std::size_t>(instance - scene().instances.begin());
        json.member("weights", session.frame(index).morphWeights);
        return {};
    }

    Status operator()(const io::ClipInfoQuestion& question) {
        const Result<const assets::Clip*> clip = findClip(question.clip);
        if (!clip) {
            return clip.error();
        }
        json.member("name", (*clip)->name()).member("duration", (*clip)->duration());
        json.member("channels", (*clip)->channelCount());
        return {};
    }

    Status operator()(const io::SkeletonInfoQuestion& question) {
        if (question.skin >= scene().skins.size()) {
            return unknown("skin " + std::to_string(question.skin) + ": the file has " +
                           std::to_string(scene().skins.size()) + " skins");
        }
        const assets::Skin& skin = *scene().skins[question.skin];
        std::vector<std::uint32_t> nodes;
        for (const JointIndex joint : skin.joints()) {
            nodes.push_back(skeleton().joint(joint).fileNode);
        }
        json.member("joints", nodes).key("joint_names").beginInlineArray();
        for (const JointIndex joint : skin.joints()) {
            json.value(skeleton().joint(joint).name);
        }
        json.endArray().key("parents").beginInlineObject();
        std::vector<std::uint32_t> asked = question.nodes.empty() ? nodes : question.nodes;
        std::sort(asked.begin(), asked.end());
        asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
        for (const std::uint32_t node : asked) {
            const JointIndex joint = skeleton().jointOfFileNode(node);
            if (!joint.isNone()) {
                json.key(std::to_string(node));
                writeNode(json, skeleton(), parentNode(skeleton(), joint));
            }
        }
        json.endObject();
        return {};
    }

    Status operator()(const io::TimeMapQuestion& question) {
        const Result<const assets::Clip*> clip = findClip(question.clip);
        if (!clip) {
            return clip.error();
        }
        const Result<double> time = pose::clipTime(
            question.playback, question.elapsed, static_cast<double>((*clip)->duration()));
        if (!time) {
            return time.error();
        }
        json.member("clip_time", *time);
        return {};
    }

    template <class Question>
    using MotionAnswer = Result<math::DoubleRigid> (CaseRootMotions::*)(const Question& question,
                                                                        JointIndex root) const;

    template <class Question>
    Status writeMotion(const Question& question,
                       const io::CaseNode& rootNode,
                       MotionAnswer<Question> answer) {
        const Result<JointIndex> root = find(rootNode);
        if (!root) {
            return root.error();
        }
        const auto motion = (CaseRootMotions(scene()).*answer)(question, *root);
        if (!motion) {
            return motion.error();
        }
        const glm::dquat& rotation = motion->rotation;
        json.member("translation", motion->translation);
        json.member("rotation",
                    std::vector<double>{rotation.x, rotation.y, rotation.z, rotation.w});
        return {};
    }

    Status operator()(const io::RootMotionQuestion& question) {
        return writeMotion(question, question.motion.root, &CaseRootMotions::delta);
    }
    Status operator()(const io::RootMotionTotalQuestion& question) {
        return writeMotion(question, question.motion.root, &CaseRootMotions::total);
    }
    Status operator()(const io::RootMotionResidualQuestion& question) {
        return writeMotion(question, question.motion.root, &CaseRootMotions::residual);
    }
    Status operator()(const io::RootMotionBlendQuestion& question) {
        return writeMotion(question, question.inputs.front().motion.root, &CaseRootMotions::blend);
    }

    Status operator()(const io::RootMotionCompositeQuestion& question) {
        const Result<JointIndex> root = find(question.motion.root);
        const Result<JointIndex> node = find(question.node);
        if (!root || !node) {
            return root ? node.error() : root.error();
        }
        const auto composite = CaseRootMotions(scene()).composite(question, *root, *node);
        if (!composite) {
            return composite.error();
        }
        json.member("matrix", *composite);
        return {};
    }

    Status operator()(const io::FiniteQuestion& question) {
        if (Status status = prepare(question.deformer); !status) {
            return status;
        }
        for (const io::CaseMoment& moment : question.moments) {
            if (Status status = goTo(moment); !status) {
                return status;
            }
            const std::string found = findNotFinite(session, question.isInfinityAllowed);
            if (!found.empty()) {
                json.member("ok", false);
                json.member("reason", "at " + io::toText(moment.time) + " s: " + found);
                return {};
            }
        }
        json.member("ok", true);
        return {};
    }
};

/// What a refused input answers: the reason is a finding too.
std::string answerOfRefused(const io::CaseQuestion& question, const Error& refusal) {
    if (const auto* invalid = std::get_if<io::InvalidQuestion>(&question.body)) {
        return objectOf("error", invalid->problem);
    }
    if (const auto* unanswered = std::get_if<io::UnansweredQuestion>(&question.body)) {
        return objectOf("skip", unanswered->reason);
    }
    JsonWriter json;
    json.beginInlineObject();
    if (std::holds_alternative<io::DiagnosticQuestion>(question.body)) {
        json.key("diagnostics").beginInlineArray().beginInlineObject();
        json.member("code", refusal.code).member("severity", "error").endObject().endArray();
    } else {
        json.member("refused", true).member("error", refusal.message);
    }
    json.endObject();
    return json.take();
}

std::string withoutLineBreak(std::string answer) {
    while (answer.ends_with('\n')) {
        answer.pop_back();
    }
    return answer;
}

} // namespace

CaseInput::CaseInput(Result<import::ImportedScene> scene, const SessionOptions& options) {
    if (!scene) {
        refusal_ = scene.error();
        return;
    }
    SessionOptions own = options;
    own.chain.clear();
    own.influences = {};
    auto session = Session::create(std::move(*scene), own);
    if (session) {
        session_ = std::move(*session);
    } else {
        failure_ = session.error();
    }
}

std::string CaseInput::answer(const io::CaseQuestion& question) {
    if (refusal_) {
        return withoutLineBreak(answerOfRefused(question, *refusal_));
    }
    if (failure_) {
        return withoutLineBreak(objectOf("error", failure_->message));
    }
    Answerer answerer{*session_, question.maximumInfluences};
    answerer.json.beginInlineObject();
    const Status status = std::visit(answerer, question.body);
    if (!status) {
        const bool isSkipped = status.error().code == kSkip;
        return withoutLineBreak(objectOf(isSkipped ? "skip" : "error", status.error().message));
    }
    answerer.json.endObject();
    return withoutLineBreak(answerer.json.take());
}

} // namespace sartor::session
