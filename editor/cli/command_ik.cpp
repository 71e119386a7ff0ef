// SPDX-License-Identifier: Apache-2.0
// sartor ik: solves one chain of a pose, and says where it came to.
#include "address.h"
#include "commands.h"
#include "frame_text.h"
#include "options.h"
#include "table.h"
#include "usage.h"

#include <sartor/pose/ccd_ik.h>
#include <sartor/pose/fabrik_ik.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/two_bone_ik.h>

#include <CLI/Validators.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <set>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    std::vector<std::string> chain;
    std::vector<std::string> target;
    std::vector<std::string> pole;
    std::string poleJoint;
    std::string solver = "two-bone";
    std::vector<std::string> limits; ///< JOINT:min:max, flexion
    std::vector<std::string> cones;  ///< JOINT:swing[:across]
    std::vector<std::string> twists; ///< JOINT:min:max
    float roll = 0.0f;               ///< degrees
    float soften = 1.0f;
    float stretch = 1.0f;
    float weight = 1.0f;
    std::uint32_t iterations = pose::ChainIkInput().maximumIterations;
    float tolerance = pose::ChainIkInput().tolerance;
    bool isJson = false;

    bool isTwoBone() const { return solver == "two-bone"; }
};

/// One chain with what came of it.
struct Solution {
    std::vector<JointIndex> joints; ///< all from the root to the tip
    std::vector<JointIndex> named;  ///< of the command line
    glm::dvec3 target = glm::dvec3(0.0);
    pose::IkFlags flags;
    std::vector<math::Transform> before; ///< parentFromJoint
    std::vector<math::Transform> after;

    glm::dvec3 position(const import::ImportedScene& scene,
                        const std::vector<math::Transform>& parentFromJoint,
                        JointIndex joint) const {
        return pose::modelFromJointOf(*scene.skeleton, parentFromJoint, joint).translation;
    }
};

Result<double> numberOf(const char* option, std::string_view text) {
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = end == text.data() + text.size();
    if (code == std::errc::invalid_argument || !isWhole || std::isnan(value)) {
        return Error{"usage.number",
                     std::string(option) + ": '" + std::string(text) + "' is no number"};
    }
    constexpr double kMost = 1e30; // squares of more are beyond a float
    if (code != std::errc() || !(std::abs(value) <= kMost)) {
        return Error{"usage.number",
                     std::string(option) + ": '" + std::string(text) +
                         "': expected a number from -1e30 to 1e30"};
    }
    return value;
}

Result<glm::dvec3> vectorOf(const char* option, const std::vector<std::string>& texts) {
    if (texts.size() != 3) {
        return Error{"usage.number", std::string(option) + ": expected three numbers, x,y,z"};
    }
    glm::dvec3 vector(0.0);
    for (int i = 0; i < 3; ++i) {
        const Result<double> number = numberOf(option, texts[static_cast<std::size_t>(i)]);
        if (!number) {
            return number.error();
        }
        vector[i] = *number;
    }
    return vector;
}

/// A joint and the degrees behind it, in radians. Colons of a name are its own: the numbers come
/// last.
struct JointAngles {
    JointIndex joint;
    std::vector<float> radians;
};

Result<JointAngles> anglesOf(const import::ImportedScene& scene,
                             const char* option,
                             const std::string& text,
                             std::size_t fewest,
                             std::size_t most) {
    std::vector<double> numbers;
    std::string_view rest = text;
    while (numbers.size() < most) {
        const std::size_t colon = rest.rfind(':');
        if (colon == std::string_view::npos) {
            break;
        }
        const Result<double> number = numberOf(option, rest.substr(colon + 1));
        if (!number) {
            break; // part of the name
        }
        numbers.insert(numbers.begin(), *number);
        rest = rest.substr(0, colon);
    }
    if (numbers.size() < fewest || rest.empty()) {
        return Error{"usage.limit",
                     std::string(option) + " '" + text + "': expected JOINT and " +
                         std::to_string(fewest) +
                         (most > fewest ? " or " + std::to_string(most) : std::string()) +
                         " angles in degrees, with colons between them"};
    }
    const Result<JointIndex> joint = findNode(scene, rest);
    if (!joint) {
        return joint.error();
    }
    JointAngles angles{*joint, {}};
    for (const double number : numbers) {
        angles.radians.push_back(static_cast<float>(glm::radians(number)));
    }
    return angles;
}

Error limitGiven(const import::ImportedScene& scene,
                 const char* option,
                 const std::string& text,
                 JointIndex joint) {
    return {"usage.limit",
            std::string(option) + " '" + text + "': " + nodeText(scene, joint) +
                " has one already; expected one for each joint"};
}

Error usageOf(const Error& error) {
    return {"usage.chain", error.message};
}

Status
solveTwoBones(const import::ImportedScene& scene, const Options& options, Solution& solution) {
    if (solution.named.size() != 3) {
        return Error{"usage.chain", "--chain: expected ROOT,MID,TIP for two bones"};
    }
    const auto chain = pose::TwoBoneIkChain::create(
        *scene.skeleton, solution.named[0], solution.named[1], solution.named[2]);
    if (!chain) {
        return usageOf(chain.error());
    }
    pose::TwoBoneIkInput input;
    input.targetModel = glm::vec3(solution.target);
    input.twist = glm::radians(options.roll);
    input.weight = options.weight;
    input.soften = options.soften;
    input.maximumStretch = options.stretch;
    if (!options.poleJoint.empty()) {
        const Result<JointIndex> pole = findNode(scene, options.poleJoint);
        if (!pole) {
            return pole.error();
        }
        input.pole = pose::Pole::Joint;
        input.poleJoint = *pole;
    } else if (!options.pole.empty()) {
        const Result<glm::dvec3> pole = vectorOf("--pole", options.pole);
        if (!pole) {
            return pole.error();
        }
        input.pole = pose::Pole::Position;
        input.poleModel = glm::vec3(*pole);
    }
    for (const std::string& text : options.limits) {
        const Result<JointAngles> limit = anglesOf(scene, "--limit", text, 2, 2);
        if (!limit) {
            return limit.error();
        }
        if (limit->joint != chain->mid()) {
            return Error{"usage.limit",
                         "--limit '" + text + "': expected the middle joint, " +
                             nodeText(scene, chain->mid())};
        }
        if (options.limits.size() > 1) {
            return limitGiven(scene, "--limit", options.limits.back(), limit->joint);
        }
        const float minimum = limit->radians[0];
        const float maximum = limit->radians[1];
        constexpr float kMost = 3.1416f;
        if (minimum < 0.0f || maximum > kMost || minimum > maximum) {
            return Error{
                "usage.limit",
                "--limit '" + text +
                    "': expected a minimum and a maximum from 0 (straight) to 180 degrees"};
        }
        input.flexionMinimum = std::max(input.flexionMinimum, minimum);
        input.flexionMaximum = std::min(input.flexionMaximum, maximum);
    }
    pose::TwoBoneIkState state;
    solution.flags = pose::solveTwoBoneIk(*chain, input, {*scene.skeleton, solution.after}, state);
    solution.joints.assign(chain->joints().begin(), chain->joints().end());
    return {};
}

/// The limits of a chain's joints, as --cone and --twist say.
Result<std::vector<pose::JointLimit>> limitsOf(const import::ImportedScene& scene,
                                               const Options& options,
                                               std::span<const JointIndex> joints) {
    std::vector<pose::JointLimit> limits;
    if (options.cones.empty() && options.twists.empty()) {
        return limits;
    }
    limits.resize(joints.size() - 1);
    std::set<std::pair<std::string_view, JointIndex>> given;
    const auto limitAt = [&](const char* option,
                             const std::string& text,
                             JointIndex joint) -> Result<pose::JointLimit*> {
        if (!given.emplace(option, joint).second) {
            return limitGiven(scene, option, text, joint);
        }
        const auto found = std::find(joints.begin(), joints.end() - 1, joint);
        if (found == joints.end() - 1) {
            return Error{"usage.limit",
                         std::string(option) + " '" + text +
                             "': expected a joint of the chain above its tip"};
        }
        return &limits[static_cast<std::size_t>(found - joints.begin())];
    };
    for (const std::string& text : options.cones) {
        const Result<JointAngles> cone = anglesOf(scene, "--cone", text, 1, 2);
        if (!cone) {
            return cone.error();
        }
        const Result<pose::JointLimit*> limit = limitAt("--cone", text, cone->joint);
        if (!limit) {
            return limit.error();
        }
        (*limit)->swing = cone->radians.front();
        (*limit)->swingAcross = cone->radians.back();
    }
    for (const std::string& text : options.twists) {
        const Result<JointAngles> twist = anglesOf(scene, "--twist", text, 2, 2);
        if (!twist) {
            return twist.error();
        }
        const Result<pose::JointLimit*> limit = limitAt("--twist", text, twist->joint);
        if (!limit) {
            return limit.error();
        }
        (*limit)->twistMinimum = twist->radians[0];
        (*limit)->twistMaximum = twist->radians[1];
    }
    return limits;
}

Status solveChain(const import::ImportedScene& scene, const Options& options, Solution& solution) {
    if (solution.named.size() < 2) {
        return Error{"usage.chain", "--chain: expected ROOT,TIP, or joints between them as well"};
    }
    const assets::Skeleton& skeleton = *scene.skeleton;
    const auto path =
        pose::IkChain::create(skeleton, solution.named.front(), solution.named.back());
    if (!path) {
        return usageOf(path.error());
    }
    for (const JointIndex joint : solution.named) {
        if (std::find(path->joints().begin(), path->joints().end(), joint) ==
            path->joints().end()) {
            return Error{"usage.chain",
                         "--chain: " + nodeText(scene, joint) + " is not between " +
                             nodeText(scene, path->root()) + " and " +
                             nodeText(scene, path->tip())};
        }
    }
    const auto limits = limitsOf(scene, options, path->joints());
    if (!limits) {
        return limits.error();
    }
    const auto chain = pose::IkChain::create(skeleton, path->root(), path->tip(), *limits);
    if (!chain) {
        return Error{"usage.limit", chain.error().message};
    }
    const pose::ChainIkInput input{.targetModel = glm::vec3(solution.target),
                                   .weight = options.weight,
                                   .maximumIterations = options.iterations,
                                   .tolerance = options.tolerance};
    std::vector<pose::IkScratch> scratch(chain->joints().size());
    const auto solve = options.solver == "ccd" ? pose::solveCcdIk : pose::solveFabrikIk;
    solution.flags = solve(*chain, input, {skeleton, solution.after}, scratch);
    solution.joints.assign(chain->joints().begin(), chain->joints().end());
    return {};
}

Result<Solution> solve(const session::Session& session, const Options& options) {
    const import::ImportedScene& scene = session.scene();
    Solution solution;
    for (const std::string& text : options.chain) {
        const Result<JointIndex> joint = findNode(scene, text);
        if (!joint) {
            return joint.error();
        }
        solution.named.push_back(*joint);
    }
    const Result<glm::dvec3> target = vectorOf("--target", options.target);
    if (!target) {
        return target.error();
    }
    solution.target = *target;
    solution.before.assign(session.parentFromJoint().begin(), session.parentFromJoint().end());
    solution.after = solution.before;
    const Status status = options.isTwoBone() ? solveTwoBones(scene, options, solution)
                                              : solveChain(scene, options, solution);
    return status ? Result<Solution>(std::move(solution)) : status.error();
}

/// Positions of the joints that bones run between: of two bones the three named ones.
std::vector<glm::dvec3> bonePositions(const import::ImportedScene& scene,
                                      const Options& options,
                                      const Solution& solution,
                                      const std::vector<math::Transform>& parentFromJoint) {
    std::vector<glm::dvec3> positions;
    for (const JointIndex joint : options.isTwoBone() ? solution.named : solution.joints) {
        positions.push_back(solution.position(scene, parentFromJoint, joint));
    }
    return positions;
}

std::vector<double> lengthsBetween(std::span<const glm::dvec3> positions) {
    std::vector<double> lengths;
    for (std::size_t i = 1; i < positions.size(); ++i) {
        lengths.push_back(glm::distance(positions[i - 1], positions[i]));
    }
    return lengths;
}

double flexionDegrees(std::span<const glm::dvec3> positions, std::size_t mid) {
    return glm::degrees(pose::flexionOf(positions[mid - 1], positions[mid], positions[mid + 1]));
}

std::string
json(const session::Session& session, const Options& options, const Solution& solution) {
    const import::ImportedScene& scene = session.scene();
    const std::vector<glm::dvec3> positions =
        bonePositions(scene, options, solution, solution.after);
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    json.member("solver", options.solver).member("target", solution.target);
    json.member("distance", glm::distance(positions.back(), solution.target));
    const pose::IkFlags& flags = solution.flags;
    json.key("flags").beginInlineObject();
    json.member("reached", flags.isReached).member("unreachable", flags.isUnreachable);
    json.member("limited", flags.isLimited).member("degenerate", flags.isDegenerate);
    json.member("approximate", flags.isApproximate).endObject();
    json.key("codes").beginInlineArray();
    for (const std::string_view code : pose::ikCodes(flags)) {
        json.value(code);
    }
    json.endArray();
    json.member("lengths_before",
                lengthsBetween(bonePositions(scene, options, solution, solution.before)));
    json.member("lengths", lengthsBetween(positions));
    json.key("flexion_deg").beginInlineArray();
    for (std::size_t i = 1; i + 1 < positions.size(); ++i) {
        json.value(flexionDegrees(positions, i));
    }
    json.endArray().key("joints").beginArray();
    for (const JointIndex index : solution.joints) {
        const assets::Joint& joint = scene.skeleton->joint(index);
        const math::Transform& local = solution.after[index.value()];
        json.beginObject().member("node", joint.fileNode).member("name", joint.name);
        json.member("position_before", solution.position(scene, solution.before, index));
        json.member("position", solution.position(scene, solution.after, index));
        json.member("translation", local.translation).member("rotation", local.rotation);
        json.endObject();
    }
    json.endArray();
    writeNotes(json, {});
    return json.endObject().take();
}

std::string
text(const session::Session& session, const Options& options, const Solution& solution) {
    using Align = Table::Align;
    const import::ImportedScene& scene = session.scene();
    const std::vector<glm::dvec3> positions =
        bonePositions(scene, options, solution, solution.after);
    const std::vector<double> lengths = lengthsBetween(positions);
    Table table({{"node", Align::Right},
                 {"name", Align::Left},
                 {"position", Align::Left},
                 {"moved by", Align::Right},
                 {"bone", Align::Right},
                 {"flexion", Align::Right},
                 {"rotation x y z w", Align::Left}});
    const std::vector<JointIndex>& shown = options.isTwoBone() ? solution.named : solution.joints;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const JointIndex joint = shown[i];
        const glm::quat& q = solution.after[joint.value()].rotation;
        const bool isEnd = i == 0 || i + 1 == shown.size();
        table.addRow(
            {std::to_string(scene.skeleton->joint(joint).fileNode),
             scene.skeleton->joint(joint).name,
             rounded(positions[i]),
             rounded(glm::distance(positions[i], solution.position(scene, solution.before, joint))),
             i < lengths.size() ? rounded(lengths[i]) : "",
             isEnd ? "" : rounded(flexionDegrees(positions, i)),
             rounded(glm::vec3(q.x, q.y, q.z)) + " " + rounded(static_cast<double>(q.w))});
    }
    std::string result = frameText(session) + table.text() + "\ntarget " +
                         rounded(solution.target) + ", " +
                         (solution.flags.isReached ? "reached" : "not reached") + ": the tip is " +
                         rounded(glm::distance(positions.back(), solution.target)) + " away\n";
    for (const std::string_view code : pose::ikCodes(solution.flags)) {
        result += std::string(code) + '\n';
    }
    return result;
}

Status checkOptions(const CLI::App& command, const Options& options) {
    if (options.isTwoBone()) {
        return expectNoneOf(command,
                            {"--cone", "--twist", "--iterations", "--tolerance"},
                            "two bones have a closed form, and --limit for the middle joint");
    }
    return expectNoneOf(command,
                        {"--pole", "--pole-joint", "--limit", "--roll", "--soften", "--stretch"},
                        "only --solver two-bone has a use for it");
}

Result<std::string> answer(const CLI::App& command, const Options& options) {
    if (const Status status = checkOptions(command, options); !status) {
        return status.error();
    }
    const auto session = openSession(options.request);
    if (!session) {
        return session.error();
    }
    if (const Status status = options.pose.apply(**session); !status) {
        return status.error();
    }
    const Result<Solution> solution = solve(**session, options);
    if (!solution) {
        return solution.error();
    }
    return options.isJson ? json(**session, options, *solution)
                          : text(**session, options, *solution);
}

CLI::Option* addList(CLI::App& command,
                     const char* name,
                     std::vector<std::string>& list,
                     const std::string& description,
                     const char* type) {
    return command.add_option(name, list, description)
        ->type_name(type)
        ->delimiter(',')
        ->allow_extra_args(false);
}

} // namespace

Command addIkCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("ik", "Turns a chain of joints so that its tip meets a target");
    options->request.file.addTo(*command);
    options->pose.addTo(*command);
    addList(*command, "--chain", options->chain, "Nodes from root to tip", "ROOT,MID,TIP")
        ->required();
    addList(*command, "--target", options->target, "Where the tip is to be, model space", "X,Y,Z")
        ->required();
    command->add_option("--solver", options->solver, "two-bone, ccd or fabrik [two-bone]")
        ->check(CLI::IsMember({"two-bone", "ccd", "fabrik"}))
        ->type_name("SOLVER");
    CLI::Option* pole = addList(*command,
                                "--pole",
                                options->pole,
                                "Where the middle joint is to point [stays in its plane]",
                                "X,Y,Z");
    command->add_option("--pole-joint", options->poleJoint, "The same, at a node")
        ->type_name("NODE")
        ->excludes(pole);
    const auto addAngles = [&](const char* name,
                               std::vector<std::string>& list,
                               const char* description,
                               const char* type) {
        command->add_option(name, list, description)->type_name(type)->allow_extra_args(false);
    };
    addAngles("--limit",
              options->limits,
              "Flexion of the middle joint, degrees: 0 is straight",
              "JOINT:MIN:MAX");
    addAngles("--cone",
              options->cones,
              "ccd, fabrik: swing from the rest pose, degrees",
              "JOINT:SWING[:ACROSS]");
    addAngles("--twist",
              options->twists,
              "ccd, fabrik: twist about the bone from the rest pose, degrees",
              "JOINT:MIN:MAX");
    command->add_option("--roll", options->roll, "Turns the middle joint about the line [0]")
        ->check(finiteNumber())
        ->type_name("DEGREES");
    command
        ->add_option("--soften",
                     options->soften,
                     "Part of the reach from which on the tip slows down, 0.01 to 1 [1]")
        ->check(CLI::Range(0.01, 1.0))
        ->type_name("PART");
    command->add_option("--stretch", options->stretch, "Most that the bones are stretched by [1]")
        ->check(finiteFrom(1.0))
        ->type_name("FACTOR");
    command->add_option("--weight", options->weight, "Part of the way to the solution, 0 to 1 [1]")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("PART");
    command
        ->add_option("--iterations",
                     options->iterations,
                     "ccd, fabrik: most passes [" + std::to_string(options->iterations) + "]")
        ->check(wholeNumber(1, 100000))
        ->type_name("N");
    command
        ->add_option("--tolerance",
                     options->tolerance,
                     "ccd, fabrik: distance that counts as reached, in lengths of the chain "
                     "[0.0001]")
        ->check(finiteFrom(0.0))
        ->type_name("PART");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Exit code 0 also where the target is out of reach: the chain is solved as far as it "
        "goes, and `reached` and `codes` say so.\n\n"
        "Example: sartor ik mannequin.glb --chain LeftUpLeg,LeftLeg,LeftFoot --target "
        "0.1,0.3,0.3 --pole 0.1,0.5,2 --limit LeftLeg:0:140");
    return {command, [command, options] {
                return deliver(options->request.file.file, answer(*command, *options));
            }};
}

} // namespace sartor::cli
