// SPDX-License-Identifier: Apache-2.0
// sartor explain: one vertex, step by step.
#include "address.h"
#include "commands.h"
#include "explain_chains.h"
#include "frame_text.h"
#include "options.h"
#include "table.h"
#include "usage.h"

#include <sartor/diagnose/explain_dual_quat.h>
#include <sartor/diagnose/mesh_compare.h>
#include <sartor/session/explain_vertex.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    std::vector<std::string> chains;
    std::string node;
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    bool isJson = false;
};

struct Explained {
    std::size_t instance = 0;
    diagnose::VertexExplanation steps;
    /// Where one of the chains blends dual quaternions.
    std::optional<diagnose::DualQuatExplanation> dualQuat;
    std::vector<ExplainedChain> chains;
    Lengths lengths;
    /// What the chains beside each other say of the verdict.
    std::string comparison;
    /// Of all chains, and whether one of them ran without one of its stages.
    std::vector<std::string> notes;
    bool isStageLeftOut = false;
};

bool readsDualQuats(const deform::Chain& chain) {
    const auto isDualQuat = [](const deform::BufferNeed& need) {
        return need.semantic == "sartor.palette.dualquat";
    };
    return std::ranges::any_of(chain.links, [&](const deform::ChainLink& link) {
        return std::ranges::any_of(link.deformer->stages, [&](const deform::Stage& stage) {
            return std::ranges::any_of(stage.needs, isDualQuat);
        });
    });
}

Result<ExplainedChain> resultOf(const session::Session& session,
                                const Explained& explained,
                                const diagnose::DualQuatExplanation& dualQuat) {
    const std::uint32_t vertex = explained.steps.vertex;
    auto explanation = session::explainChain(
        session, explained.instance, vertex, session.chain(explained.instance));
    if (!explanation) {
        return explanation.error();
    }
    const session::InstanceFrame frame = session.frame(explained.instance);
    ExplainedChain result;
    result.compared.name = chainText(session, explained.instance);
    result.compared.predicted = diagnose::predictRetention(*explanation, explained.steps, dualQuat);
    result.compared.explanation = std::move(*explanation);
    result.position = frame.positions[vertex];
    if (!frame.normals.empty()) {
        result.normal = frame.normals[vertex];
    }
    const glm::dvec3 position(result.position);
    result.distance = glm::distance(position, explained.steps.positionModel);
    if (!explained.chains.empty()) {
        result.fromFirst = glm::distance(position, glm::dvec3(explained.chains[0].position));
    }
    return result;
}

/// Adds what the chain that was evaluated makes of the vertex, and what is to be said of the frame.
Status addChain(const session::Session& session,
                const diagnose::DualQuatExplanation& dualQuat,
                Explained& explained) {
    Result<ExplainedChain> chain = resultOf(session, explained, dualQuat);
    if (!chain) {
        return chain.error();
    }
    explained.chains.push_back(std::move(*chain));
    for (std::string& note : faultNotes(session)) {
        if (std::ranges::find(explained.notes, note) == explained.notes.end()) {
            explained.notes.push_back(std::move(note));
        }
    }
    explained.isStageLeftOut = explained.isStageLeftOut || !leftOutNotes(session).empty();
    return {};
}

/// Of all that the frame shows.
Lengths lengthsOf(const session::Session& session) {
    std::vector<diagnose::MeshView> meshes;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        meshes.push_back({session.frame(i).positions, {}, {}});
    }
    return {diagnose::extentOf(meshes), static_cast<double>(session.scene().metresPerUnit)};
}

/// The session is evaluated with the first chain.
Result<Explained> explain(session::Session& session, std::size_t instance, const Options& options) {
    const diagnose::ExplainInput input = session::explainInput(session, instance, options.vertex);
    const Result<diagnose::VertexExplanation> steps = diagnose::explainLinearBlend(input);
    if (!steps) {
        return steps.error();
    }
    // Now: another chain makes other bindings, and the input borrows these.
    const Result<diagnose::DualQuatExplanation> dualQuat = diagnose::explainDualQuatBlend(input);
    if (!dualQuat) {
        return dualQuat.error();
    }
    bool isAsked = readsDualQuats(session.chain(instance));
    Explained explained;
    explained.instance = instance;
    explained.steps = *steps;
    explained.lengths = lengthsOf(session);
    if (const Status added = addChain(session, *dualQuat, explained); !added) {
        return added.error();
    }
    for (std::size_t i = 1; i < options.chains.size(); ++i) {
        const Result<std::string> chain = readChain(options.chains[i]);
        const Status status = chain ? session.setChain(*chain) : Status(chain.error());
        if (!status) {
            return status.error();
        }
        if (const Status evaluated = session.evaluate(session.time()); !evaluated) {
            return evaluated.error();
        }
        if (const Status added = addChain(session, *dualQuat, explained); !added) {
            return added.error();
        }
        isAsked = isAsked || readsDualQuats(session.chain(instance));
    }
    if (isAsked) {
        explained.dualQuat = *dualQuat;
    }
    std::vector<diagnose::ComparedChain> compared;
    for (const ExplainedChain& chain : explained.chains) {
        compared.push_back(chain.compared);
    }
    explained.comparison = diagnose::compareRetention(explained.steps, compared);
    return explained;
}

/// What is left of a weight in the format that most engines keep it in.
double quantised(double weight) {
    return std::round(weight * 255.0) / 255.0;
}

void writeSteps(io::JsonWriter& json,
                const import::ImportedScene& scene,
                const diagnose::VertexExplanation& steps) {
    json.member("position_mesh", steps.positionMesh).member("position_bind", steps.positionBind);
    json.key("file_slots").beginArray();
    for (const diagnose::FileSlot& slot : steps.fileSlots) {
        json.beginInlineObject().member("slot", slot.joint).member("weight", slot.weight);
        json.endObject();
    }
    json.endArray().member("file_weight_sum", steps.fileWeightSum).key("influences").beginArray();
    for (const diagnose::InfluenceStep& step : steps.influences) {
        const assets::Joint& joint = scene.skeleton->joint(step.joint);
        json.beginObject().member("slot", step.slot.value()).member("node", joint.fileNode);
        json.member("name", joint.name).member("weight", step.weight);
        json.member("weight_8bit", quantised(step.weight));
        json.member("position_joint", step.positionJoint);
        json.member("position_model", step.positionModel);
        json.member("contribution", step.contribution);
        json.member("running_sum", step.runningSum).endObject();
    }
    json.endArray().member("weight_sum", steps.weightSum).member("position", steps.positionModel);
    json.key("retention");
    if (steps.retention) {
        const diagnose::Retention& retention = *steps.retention;
        json.beginObject().member("first", retention.first).member("second", retention.second);
        json.member("second_share", retention.secondShare).member("degrees", retention.degrees);
        json.member("predicted", retention.predicted).member("measured", retention.measured);
        json.member("determinant", retention.determinant).endObject();
    } else {
        json.null();
    }
    json.member("cause", nameOf(steps.cause)).member("verdict", steps.verdict);
}

void writeDualQuat(io::JsonWriter& json,
                   const import::ImportedScene& scene,
                   const std::optional<diagnose::DualQuatExplanation>& explanation) {
    json.key("dual_quaternion");
    if (!explanation) {
        json.null();
        return;
    }
    json.beginObject().key("influences").beginArray();
    for (const diagnose::DualQuatStep& step : explanation->influences) {
        const assets::Joint& joint = scene.skeleton->joint(step.joint);
        json.beginObject().member("slot", step.slot.value()).member("node", joint.fileNode);
        json.member("name", joint.name).member("weight", step.weight);
        json.member("sign", step.sign).member("dot_pivot", step.dotPivot);
        json.member("real", step.map.rigid.real).member("dual", step.map.rigid.dual);
        json.key("scale").beginArray();
        for (int row = 0; row < 3; ++row) {
            json.value(glm::vec3(glm::transpose(step.map.stretch)[row]));
        }
        json.endArray().endObject();
    }
    json.endArray().member("pivot", explanation->pivot);
    json.member("real", glm::quat(explanation->real)).member("dual", glm::quat(explanation->dual));
    json.member("length", explanation->length).member("is_pivots", explanation->isPivots);
    json.member("smallest_dot", explanation->smallestDot);
    json.member("position", explanation->positionModel);
    json.member("verdict", explanation->verdict).endObject();
}

std::string
json(const session::Session& session, const Options& options, const Explained& explained) {
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    json.member("node", session.scene().instances[explained.instance].fileNode);
    json.member("primitive", options.primitive).member("vertex", options.vertex);
    writeSteps(json, session.scene(), explained.steps);
    writeDualQuat(json, session.scene(), explained.dualQuat);
    json.member("extent", explained.lengths.extent);
    json.member("metres_per_unit", session.scene().metresPerUnit);
    writeChains(json, session, explained.chains, explained.lengths);
    json.member("comparison", explained.comparison);
    writeNotes(json, explained.notes);
    return json.endObject().take();
}

/// x y z w.
std::string quaternionText(const glm::dquat& q) {
    return rounded(glm::dvec3(q.x, q.y, q.z)) + " " + rounded(q.w);
}

std::string dualQuatText(const import::ImportedScene& scene,
                         const diagnose::DualQuatExplanation& explanation) {
    using Align = Table::Align;
    Table table({{"slot", Align::Right},
                 {"joint", Align::Left},
                 {"weight", Align::Right},
                 {"sign", Align::Right},
                 {"dot pivot", Align::Right},
                 {"real x y z w", Align::Left},
                 {"dual x y z w", Align::Left},
                 {"", Align::Left}});
    for (std::size_t i = 0; i < explanation.influences.size(); ++i) {
        const diagnose::DualQuatStep& step = explanation.influences[i];
        std::string remark = i == explanation.pivot ? "pivot" : "";
        if (step.map.stretch != math::identityMat3()) {
            remark += remark.empty() ? "scaled" : ", scaled";
        }
        table.addRow({std::to_string(step.slot.value()),
                      nodeText(scene, step.joint),
                      rounded(step.weight),
                      step.sign < 0.0 ? "-" : "+",
                      rounded(step.dotPivot),
                      quaternionText(glm::dquat(step.map.rigid.real)),
                      quaternionText(glm::dquat(step.map.rigid.dual)),
                      remark});
    }
    return "dual quaternions\n" + table.text() + "\n  blend  " + quaternionText(explanation.real) +
           "  dual " + quaternionText(explanation.dual) + "\n  length before it was made unit " +
           rounded(explanation.length) + ", smallest dot product " +
           rounded(explanation.smallestDot) + "\n  position " + rounded(explanation.positionModel) +
           '\n' + (explanation.verdict.empty() ? "" : "  " + explanation.verdict + '\n');
}

std::string text(const session::Session& session, const Explained& explained) {
    using Align = Table::Align;
    const diagnose::VertexExplanation& steps = explained.steps;
    std::string result = frameText(session) + "vertex " + std::to_string(steps.vertex) +
                         "\n  in the file       " + rounded(steps.positionMesh) +
                         "\n  after the morphs  " + rounded(steps.positionBind) +
                         "\n  weights in file  ";
    for (const diagnose::FileSlot& slot : steps.fileSlots) {
        result +=
            " " + std::to_string(slot.joint) + ":" + rounded(static_cast<double>(slot.weight));
    }
    result += "  (slot:weight), sum " + rounded(steps.fileWeightSum) + "\n\n";
    Table table({{"slot", Align::Right},
                 {"joint", Align::Left},
                 {"weight", Align::Right},
                 {"8 bit", Align::Right},
                 {"in joint space", Align::Left},
                 {"posed", Align::Left},
                 {"contribution", Align::Left},
                 {"sum so far", Align::Left}});
    for (const diagnose::InfluenceStep& step : steps.influences) {
        table.addRow({std::to_string(step.slot.value()),
                      nodeText(session.scene(), step.joint),
                      rounded(step.weight),
                      rounded(quantised(step.weight)),
                      rounded(step.positionJoint),
                      rounded(step.positionModel),
                      rounded(step.contribution),
                      rounded(step.runningSum)});
    }
    result += table.text() + '\n';
    if (steps.retention) {
        const diagnose::Retention& retention = *steps.retention;
        result += "  between the two heaviest: " + rounded(retention.degrees) +
                  " degrees, share of the second " + rounded(retention.secondShare) +
                  "\n  retention " + rounded(retention.predicted) + " predicted, " +
                  rounded(retention.measured) + " measured; determinant " +
                  rounded(retention.determinant) + '\n';
    }
    if (!steps.verdict.empty()) {
        result += "  " + steps.verdict + '\n';
    }
    if (explained.dualQuat) {
        result += '\n' + dualQuatText(session.scene(), *explained.dualQuat);
    }
    result += '\n' + chainsText(session, explained.instance, explained.chains, explained.lengths);
    if (!explained.comparison.empty()) {
        result += explained.comparison + '\n';
    }
    for (const std::string& note : explained.notes) {
        result += note + '\n';
    }
    return result;
}

Result<Answer> answer(const Options& options) {
    SessionRequest request = options.request;
    request.chain = options.chains.empty() ? "" : options.chains[0];
    const auto opened = openSession(request);
    if (!opened) {
        return opened.error();
    }
    session::Session& session = **opened;
    const Result<JointIndex> node = findNode(session.scene(), options.node);
    if (!node) {
        return node.error();
    }
    const Result<std::size_t> instance = findInstance(session.scene(), *node, options.primitive);
    if (!instance) {
        return instance.error();
    }
    const assets::Mesh& mesh = *session.scene().instances[*instance].mesh;
    if (const Status status = checkVertex(mesh, options.vertex); !status) {
        return status.error();
    }
    if (const Status status = options.pose.apply(session); !status) {
        return status.error();
    }
    const Result<Explained> explained = explain(session, *instance, options);
    if (!explained) {
        return explained.error();
    }
    return Answer{options.isJson ? json(session, options, *explained) : text(session, *explained),
                  explained->isStageLeftOut ? ExitCode::Found : ExitCode::Done};
}

} // namespace

Command addExplainCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("explain", "One vertex step by step: weights, joints, contributions");
    options->request.file.addTo(*command);
    command->add_option("--node", options->node, "Node that carries the mesh")
        ->type_name("NODE")
        ->required();
    command->add_option("--primitive", options->primitive, "Primitive of the mesh [0]")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("P");
    command->add_option("--vertex", options->vertex, "Vertex of the primitive")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("V")
        ->required();
    options->pose.addTo(*command);
    command
        ->add_option("--chain",
                     options->chains,
                     "Deformers whose result is set against the steps; repeat to see several")
        ->type_name("CHAIN")
        ->allow_extra_args(false);
    options->request.deform.addTo(*command);
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor explain tube.glb --node 0 --vertex 42 --clip Twist --time 1\n"
                    "Exit code 1: a stage broke a rule of plugins and was left out.");
    return {command, [options] { return deliver(options->request.file.file, answer(*options)); }};
}

} // namespace sartor::cli
