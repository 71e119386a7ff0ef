// SPDX-License-Identifier: Apache-2.0
// What stands beside the nodes of a document: parameters, clips, root motion, groups, places.
#include "compiler.h"

#include <sartor/pose/sampling.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sartor::graph {
namespace {

PinType pinTypeOf(ParameterType type) {
    switch (type) {
    case ParameterType::Float:
        return PinType::Float;
    case ParameterType::Vector3:
        return PinType::Vector3;
    case ParameterType::Bool:
    case ParameterType::Trigger:
        break;
    }
    return PinType::Bool;
}

} // namespace

void Compiler::checkParameters() {
    for (std::size_t i = 0; i < definition().parameters.size(); ++i) {
        const ParameterDefinition& parameter = definition().parameters[i];
        const Place place{joinPointer("/parameters", i), {}};
        const auto at = [&](std::string_view key) {
            return Place{joinPointer(place.pointer, key), {}};
        };
        if (parameter.id.empty()) {
            problem("graph.missing_id", at("id"), "expected a text that names the parameter");
        } else if (!parameterOfId_.emplace(parameter.id, i).second) {
            problem("graph.duplicate_id",
                    at("id"),
                    "a parameter before this one is called '" + parameter.id + "'");
        }
        parameterIds_.push_back(parameter.id);
        PinValue& initial = program().parameters.emplace_back();
        initial.type = pinTypeOf(parameter.type);
        const bool isNumber = parameter.type == ParameterType::Float;
        if (isNumber && !(std::isfinite(parameter.minimum) && std::isfinite(parameter.maximum) &&
                          parameter.minimum <= parameter.maximum)) {
            problem("graph.out_of_range",
                    at("minimum"),
                    "expected a minimum that is not above the maximum");
            continue;
        }
        if (isNumber && parameter.initial.isNothing()) {
            initial.vector.x =
                static_cast<float>(std::clamp(0.0, parameter.minimum, parameter.maximum));
        }
        if (parameter.initial.isNothing()) {
            continue;
        }
        const InputSchema schema{.id = "default",
                                 .type = initial.type,
                                 .minimum = isNumber ? parameter.minimum : kNoMinimum,
                                 .maximum = isNumber ? parameter.maximum : kNoMaximum};
        if (checkPinValue(parameter.initial, schema, at("default"))) {
            initial.vector = pinVector(parameter.initial);
        }
    }
}

void Compiler::checkClips() {
    if (rig() != nullptr) {
        program().clips.resize(rig()->clips.size());
        for (std::size_t i = 0; i < rig()->clips.size(); ++i) {
            program().clips[i].duration = static_cast<double>(rig()->clips[i]->duration());
        }
    }
    std::map<std::string_view, std::uint32_t> nameIndex;
    std::set<std::string_view> seen;
    std::set<ClipIndex> described;
    for (std::size_t i = 0; i < definition().clips.size(); ++i) {
        const ClipDefinition& clip = definition().clips[i];
        const std::string pointer = joinPointer("/clips", i);
        const Place namePlace{joinPointer(pointer, "clip"), {}};
        if (!seen.insert(clip.clip).second) {
            problem("graph.duplicate_id",
                    namePlace,
                    "an entry before this one is about the clip '" + clip.clip + "'");
            continue;
        }
        const std::size_t before = problemCount();
        checkName(clip.clip, {.id = "clip", .type = ParamType::Clip}, namePlace);
        if (clip.clip.empty()) {
            problem("graph.missing_param", namePlace, "expected the name of a clip");
        }
        CompiledClip* compiled = nullptr;
        if (rig() != nullptr && problemCount() == before) {
            const ClipIndex index = names().findClip(clip.clip).value();
            if (!described.insert(index).second) {
                problem("graph.duplicate_id",
                        namePlace,
                        "an entry before this one is about the same clip as '" + clip.clip + "'");
                continue;
            }
            compiled = &program().clips[index.value()];
        }
        const auto checkTimes = [&](const std::vector<NamedTime>& times, std::string_view key) {
            for (std::size_t item = 0; item < times.size(); ++item) {
                const std::string itemPointer = joinPointer(joinPointer(pointer, key), item);
                if (times[item].name.empty()) {
                    problem("graph.missing_id",
                            {joinPointer(itemPointer, "name"), {}},
                            "expected a text");
                }
                checkNumber(times[item].time,
                            {.id = "time",
                             .unit = "s",
                             .minimum = 0.0,
                             .maximum = compiled != nullptr ? compiled->duration : kNoMaximum},
                            {joinPointer(itemPointer, "time"), {}});
            }
        };
        checkTimes(clip.events, "events");
        checkTimes(clip.markers, "markers");
        if (compiled == nullptr) {
            continue;
        }
        for (const NamedTime& event : clip.events) {
            const auto [entry, isNew] = nameIndex.emplace(
                event.name, static_cast<std::uint32_t>(program().eventNames.size()));
            if (isNew) {
                program().eventNames.push_back(event.name);
            }
            compiled->events.push_back({event.time, entry->second});
        }
        compiled->markers = clip.markers;
        const auto isEarlier = [](const auto& a, const auto& b) { return a.time < b.time; };
        std::stable_sort(compiled->events.begin(), compiled->events.end(), isEarlier);
        std::stable_sort(compiled->markers.begin(), compiled->markers.end(), isEarlier);
    }
}

void Compiler::checkRootMotion() {
    const RootMotionDefinition& motion = definition().rootMotion;
    if (motion.joint.empty()) {
        return;
    }
    const pose::RootMotionComponents& parts = motion.components;
    if (!(parts.xz || parts.y || parts.yaw || parts.full)) {
        problem("graph.out_of_range",
                {"/root_motion/components", {}},
                "expected at least one of xz, y, yaw, full; without root motion leave root_motion "
                "out");
    }
    if (rig() == nullptr) {
        return;
    }
    const std::size_t before = problemCount();
    checkName(motion.joint, {.id = "joint", .type = ParamType::Joint}, {"/root_motion/joint", {}});
    if (problemCount() != before) {
        return;
    }
    const pose::RootMotionSettings settings{.joint = names().findJoint(motion.joint).value(),
                                            .components = motion.components};
    for (std::size_t i = 0; i < rig()->clips.size(); ++i) {
        auto curve = pose::RootMotionCurve::create(*rig()->skeleton, rig()->clips[i], settings);
        if (!curve) {
            problem(curve.error().code, {"/root_motion/joint", {}}, curve.error().message);
            return;
        }
        program().clips[i].rootMotion = std::move(*curve);
    }
    std::vector<math::Transform> rest(program().jointCount());
    pose::restPose(*rig()->skeleton, rest);
    const math::DoubleRigid root = pose::findModelFromRoot(*rig()->skeleton, rest, settings.joint);
    program().rootMotion = settings;
    program().rootAtRest = {root.rotation, root.translation};
}

void Compiler::checkGroups() {
    for (std::size_t i = 0; i < definition().groups.size(); ++i) {
        const std::vector<std::string>& nodes = definition().groups[i].nodes;
        for (std::size_t item = 0; item < nodes.size(); ++item) {
            if (!nodeOfId_.contains(nodes[item])) {
                problem("graph.unknown_node",
                        {joinPointer(joinPointer(joinPointer("/groups", i), "nodes"), item), {}},
                        "there is no node '" + nodes[item] + "'" +
                            suggestion(nodes[item], nodeIds_));
            }
        }
    }
}

void Compiler::checkPlaces() {
    // Farther away nothing is found again, and the canvas that holds it all shows nothing.
    constexpr double kFarthest = 1e6;
    const auto checkPoint =
        [&](const glm::dvec2& point, double minimum, const Place& place, std::string_view key) {
            for (std::size_t i = 0; i < 2; ++i) {
                checkNumber(point[static_cast<int>(i)],
                            {.id = key, .minimum = minimum, .maximum = kFarthest},
                            {joinPointer(joinPointer(place.pointer, key), i), place.node});
            }
        };
    for (std::size_t i = 0; i < definition().nodes.size(); ++i) {
        if (definition().nodes[i].hasPlace) {
            checkPoint(definition().nodes[i].at, -kFarthest, placeOf(i), "at");
        }
    }
    for (std::size_t i = 0; i < definition().comments.size(); ++i) {
        const Place place{joinPointer("/comments", i), {}};
        checkPoint(definition().comments[i].at, -kFarthest, place, "at");
        checkPoint(definition().comments[i].size, 0.0, place, "size");
    }
}

} // namespace sartor::graph
