// SPDX-License-Identifier: Apache-2.0
// Rigs and graphs in memory, and running them: what a test of a node needs. Tests that use it link
// sartor::graph.
#pragma once

#include <sartor/graph/compiled_graph.h>
#include <sartor/graph/graph_instance.h>

#include <support/compare.h>
#include <support/require.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace sartor::test {

/// Add joints, parents before children; then morph weights and clips; then build().
class RigBuilder {
public:
    JointIndex joint(std::string name,
                     JointIndex parent = {},
                     const math::Transform& parentFromJointRest = {}) {
        joints_.push_back({std::move(name),
                           parent,
                           parentFromJointRest,
                           static_cast<std::uint32_t>(joints_.size())});
        return JointIndex(joints_.size() - 1);
    }
    void morphs(JointIndex node, const std::vector<float>& defaults) {
        rig_.morphChannels.push_back({node,
                                      static_cast<std::uint32_t>(rig_.defaultMorphWeights.size()),
                                      static_cast<std::uint32_t>(defaults.size())});
        rig_.defaultMorphWeights.insert(
            rig_.defaultMorphWeights.end(), defaults.begin(), defaults.end());
    }
    void clip(assets::ClipData data) {
        rig_.clips.push_back(require(assets::Clip::create(std::move(data), joints_.size())));
    }
    std::shared_ptr<const graph::Rig> build() {
        rig_.skeleton = require(assets::Skeleton::create(joints_));
        return std::make_shared<const graph::Rig>(rig_);
    }

private:
    std::vector<assets::Joint> joints_;
    graph::Rig rig_;
};

/// A clip that moves every joint given: linear keys at `times`, random values around the rest pose.
inline assets::ClipData randomClip(std::string name,
                                   const std::vector<JointIndex>& joints,
                                   const std::vector<float>& times,
                                   Random& random) {
    assets::ClipData data;
    data.name = std::move(name);
    for (const JointIndex joint : joints) {
        assets::JointTracks tracks;
        tracks.joint = joint;
        tracks.translation.times = times;
        tracks.rotation.times = times;
        tracks.scale.times = times;
        for (std::size_t i = 0; i < times.size(); ++i) {
            tracks.translation.values.push_back(random.vector(-1.0f, 1.0f));
            tracks.rotation.values.push_back(random.rotation());
            tracks.scale.values.push_back(random.vector(0.5f, 2.0f));
        }
        data.jointTracks.push_back(std::move(tracks));
    }
    return data;
}

/// Six joints, Root > Hips > (Spine > Head, LeftLeg, RightLeg), two morph weights at the head, and
/// the clips Idle (2 s), Walk (1 s), Run (0.75 s) and Wave (1.5 s, Spine and Head alone). Walk and
/// Run have morph tracks. All is random and always the same.
inline std::shared_ptr<const graph::Rig> smallRig() {
    Random random(7);
    RigBuilder builder;
    const auto rest = [&] {
        math::Transform transform;
        transform.translation = random.vector(-0.5f, 0.5f);
        transform.rotation = random.rotation();
        return transform;
    };
    const JointIndex root = builder.joint("Root", {}, rest());
    const JointIndex hips = builder.joint("Hips", root, rest());
    const JointIndex spine = builder.joint("Spine", hips, rest());
    const JointIndex head = builder.joint("Head", spine, rest());
    const JointIndex left = builder.joint("LeftLeg", hips, rest());
    const JointIndex right = builder.joint("RightLeg", hips, rest());
    builder.morphs(head, {0.25f, 0.0f});
    const auto morphTrack = [&](const std::vector<float>& times) {
        assets::MorphWeightTrack track;
        track.node = head;
        track.targetCount = 2;
        track.weights.times = times;
        for (std::size_t i = 0; i < 2 * times.size(); ++i) {
            track.weights.values.push_back(random.uniform(0.0f, 1.0f));
        }
        return track;
    };
    builder.clip(randomClip("Idle", {hips, spine}, {0.0f, 0.9f, 2.0f}, random));
    auto walk = randomClip("Walk", {root, hips, left, right}, {0.0f, 0.3f, 1.0f}, random);
    walk.morphWeightTracks.push_back(morphTrack({0.0f, 1.0f}));
    builder.clip(std::move(walk));
    auto run = randomClip("Run", {root, hips, left, right}, {0.0f, 0.5f, 0.75f}, random);
    run.morphWeightTracks.push_back(morphTrack({0.0f, 0.75f}));
    builder.clip(std::move(run));
    builder.clip(randomClip("Wave", {spine, head}, {0.0f, 0.75f, 1.5f}, random));
    return builder.build();
}

/// A graph that grows node by node; the last one added is the output unless one is named.
class GraphBuilder {
public:
    GraphBuilder& node(std::string id,
                       std::string type,
                       graph::Record params = {},
                       std::vector<graph::PinInputs> inputs = {}) {
        definition.output = graph::nodeInput(id);
        definition.nodes.push_back({.id = std::move(id),
                                    .type = std::move(type),
                                    .params = std::move(params),
                                    .inputs = std::move(inputs)});
        return *this;
    }
    GraphBuilder& clip(std::string id, std::string clip, graph::Record params = {}) {
        params.emplace_back("clip", std::move(clip));
        return node(std::move(id), "clip", std::move(params));
    }
    GraphBuilder& parameter(graph::ParameterDefinition parameter) {
        definition.parameters.push_back(std::move(parameter));
        return *this;
    }
    GraphBuilder& number(std::string id, double initial, double minimum, double maximum) {
        return parameter(
            {.id = std::move(id), .initial = initial, .minimum = minimum, .maximum = maximum});
    }

    graph::GraphDefinition definition{};
};

/// One source for a pin.
inline graph::PinInputs pin(std::string name, graph::InputDefinition input) {
    return {std::move(name), {std::move(input)}};
}
/// A link to a node, with fields beside it.
inline graph::InputDefinition linkTo(std::string node, graph::Record fields = {}) {
    graph::InputDefinition input = graph::nodeInput(std::move(node));
    input.fields = std::move(fields);
    return input;
}

/// Ends the test program with the problems where there are some.
inline std::shared_ptr<const graph::CompiledGraph> require(const graph::CompileResult& result) {
    for (const graph::Problem& problem : result.problems) {
        std::fprintf(stderr,
                     "%s: %s: %s\n",
                     problem.code.c_str(),
                     problem.path.c_str(),
                     problem.message.c_str());
    }
    SARTOR_ASSERT(result.graph != nullptr);
    return result.graph;
}

/// An instance with a pose of its own.
class GraphPlayer {
public:
    explicit GraphPlayer(std::shared_ptr<const graph::CompiledGraph> graph)
        : shared(graph)
        , instance(graph::GraphInstance::create(graph))
        , parentFromJoint(graph->rig().skeleton->jointCount())
        , morphWeights(graph->rig().defaultMorphWeights.size()) {}
    GraphPlayer(const graph::GraphDefinition& definition, std::shared_ptr<const graph::Rig> rig)
        : GraphPlayer(require(graph::compile(definition, std::move(rig)))) {}

    graph::GraphUpdate frame(double dt) {
        const graph::GraphUpdate update = require(instance.update(dt));
        instance.evaluate(parentFromJoint, morphWeights);
        return update;
    }
    void setFloat(std::string_view parameter, float value) {
        instance.setFloat(instance.graph().findParameter(parameter), value);
    }
    void setBool(std::string_view parameter, bool value) {
        instance.setBool(instance.graph().findParameter(parameter), value);
    }
    void fire(std::string_view trigger) {
        instance.fireTrigger(instance.graph().findParameter(trigger));
    }
    const graph::NodeActivity& activity(std::string_view node) const {
        return instance.activity()[instance.graph().findNode(node).value()];
    }
    graph::PinValue value(std::string_view node, std::size_t output = 0) const {
        return instance.outputValue(instance.graph().findNode(node).value(), output);
    }

    std::shared_ptr<const graph::CompiledGraph> shared;
    graph::GraphInstance instance;
    std::vector<math::Transform> parentFromJoint;
    std::vector<float> morphWeights;
};

/// A pose in double, for oracles.
struct DoublePose {
    struct Joint {
        glm::dvec3 translation;
        glm::dquat rotation;
        glm::dvec3 scale;
    };
    std::vector<Joint> joints;
    std::vector<double> morphWeights;
};

/// Linear keys at a time, plainly: the first pair of keys around it.
template <class T, class Mix>
auto linearTrackOracle(const assets::Track<T>& track, double time, Mix mix) {
    std::size_t next = 0;
    while (next < track.times.size() && static_cast<double>(track.times[next]) <= time) {
        ++next;
    }
    if (next == 0 || next == track.times.size()) {
        const std::size_t only = next == 0 ? 0 : next - 1;
        return mix(only, only, 0.0);
    }
    const auto before = static_cast<double>(track.times[next - 1]);
    const auto after = static_cast<double>(track.times[next]);
    return mix(next - 1, next, (time - before) / (after - before));
}

/// The pose of a clip with linear keys (randomClip, smallRig) in double, from what glTF says of
/// them: straight for vectors, spherical along the shorter arc for rotations.
inline DoublePose clipOracle(const graph::Rig& rig, std::string_view clipName, double time) {
    DoublePose pose;
    for (const assets::Joint& joint : rig.skeleton->joints()) {
        pose.joints.push_back({glm::dvec3(joint.parentFromJointRest.translation),
                               glm::dquat(joint.parentFromJointRest.rotation),
                               glm::dvec3(joint.parentFromJointRest.scale)});
    }
    pose.morphWeights.assign(rig.defaultMorphWeights.begin(), rig.defaultMorphWeights.end());
    for (const auto& clip : rig.clips) {
        if (clip->name() != clipName) {
            continue;
        }
        for (const assets::JointTracks& tracks : clip->jointTracks()) {
            DoublePose::Joint& joint = pose.joints[tracks.joint.value()];
            const auto vectors = [&](const assets::Track<glm::vec3>& track) {
                return linearTrackOracle(track, time, [&](auto a, auto b, double t) {
                    return glm::dvec3(track.values[a]) * (1.0 - t) +
                           glm::dvec3(track.values[b]) * t;
                });
            };
            joint.translation = vectors(tracks.translation);
            joint.scale = vectors(tracks.scale);
            const auto& rotation = tracks.rotation;
            joint.rotation = linearTrackOracle(rotation, time, [&](auto a, auto b, double t) {
                const glm::dquat from = glm::normalize(glm::dquat(rotation.values[a]));
                glm::dquat to = glm::normalize(glm::dquat(rotation.values[b]));
                to = glm::dot(from, to) < 0.0 ? -to : to;
                const double angle = std::acos(std::min(glm::dot(from, to), 1.0));
                return angle < 1e-9
                           ? from
                           : (from * std::sin((1.0 - t) * angle) + to * std::sin(t * angle)) /
                                 std::sin(angle);
            });
        }
        for (const assets::MorphWeightTrack& track : clip->morphWeightTracks()) {
            for (const graph::MorphChannel& channel : rig.morphChannels) {
                for (std::uint32_t i = 0; channel.node == track.node && i < channel.count; ++i) {
                    pose.morphWeights[channel.first + i] =
                        linearTrackOracle(track.weights, time, [&](auto a, auto b, double t) {
                            const auto value = [&](std::size_t key) {
                                return static_cast<double>(
                                    track.weights.values[key * channel.count + i]);
                            };
                            return value(a) * (1.0 - t) + value(b) * t;
                        });
                }
            }
        }
    }
    return pose;
}

/// Largest difference of any component; rotations count as quaternions up to their sign.
inline double maxAbsDiff(const GraphPlayer& player, const DoublePose& expected) {
    SARTOR_ASSERT(player.parentFromJoint.size() == expected.joints.size());
    SARTOR_ASSERT(player.morphWeights.size() == expected.morphWeights.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < expected.joints.size(); ++i) {
        const math::Transform& actual = player.parentFromJoint[i];
        const DoublePose::Joint& joint = expected.joints[i];
        largest = std::max({largest,
                            maxAbsDiff(actual.translation, joint.translation),
                            maxAbsDiff(actual.scale, joint.scale)});
        const glm::dquat rotation(actual.rotation);
        const glm::dquat wanted =
            glm::dot(rotation, joint.rotation) < 0.0 ? -joint.rotation : joint.rotation;
        for (int c = 0; c < 4; ++c) {
            largest = std::max(largest, maxAbsDiff(rotation[c], wanted[c]));
        }
    }
    for (std::size_t i = 0; i < expected.morphWeights.size(); ++i) {
        largest = std::max(
            largest,
            maxAbsDiff(static_cast<double>(player.morphWeights[i]), expected.morphWeights[i]));
    }
    return largest;
}

} // namespace sartor::test
