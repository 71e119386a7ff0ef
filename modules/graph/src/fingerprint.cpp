// SPDX-License-Identifier: Apache-2.0
// What a graph and its rig are, in a number.
#include "content_hash.h"

#include <sartor/graph/graph_capture.h>

namespace sartor::graph {
namespace {

void add(ContentHash& hash, const Value& value);

void add(ContentHash& hash, const Record& record) {
    hash.add(static_cast<std::uint64_t>(record.size()));
    for (const auto& [key, value] : record) {
        hash.add(std::string_view(key));
        add(hash, value);
    }
}

/// Where the editor draws something makes no other graph of it.
Record withoutPlace(Record fields) {
    remove(fields, "at");
    return fields;
}

void add(ContentHash& hash, const Value& value) {
    hash.add(static_cast<std::uint64_t>(value.data.index()));
    if (const bool* truth = value.truth()) {
        hash.add(static_cast<std::uint8_t>(*truth));
    } else if (const double* number = value.number()) {
        hash.add(*number);
    } else if (const std::string* text = value.text()) {
        hash.add(std::string_view(*text));
    } else if (const List* list = value.list()) {
        hash.add(static_cast<std::uint64_t>(list->size()));
        for (const Value& item : *list) {
            add(hash, item);
        }
    } else if (const Record* record = value.record()) {
        add(hash, *record);
    }
}

void add(ContentHash& hash, const InputDefinition& input) {
    hash.add(static_cast<std::uint8_t>(input.source));
    add(hash, input.constant);
    hash.add(std::string_view(input.node));
    hash.add(std::string_view(input.pin));
    hash.add(std::string_view(input.parameter));
    add(hash, withoutPlace(input.fields));
}

void add(ContentHash& hash, const std::vector<NamedTime>& times) {
    hash.add(static_cast<std::uint64_t>(times.size()));
    for (const NamedTime& time : times) {
        hash.add(std::string_view(time.name));
        hash.add(time.time);
    }
}

void add(ContentHash& hash, const GraphDefinition& graph) {
    hash.add(static_cast<std::uint64_t>(graph.parameters.size()));
    for (const ParameterDefinition& parameter : graph.parameters) {
        hash.add(std::string_view(parameter.id));
        hash.add(static_cast<std::uint8_t>(parameter.type));
        add(hash, parameter.initial);
        hash.add(parameter.minimum);
        hash.add(parameter.maximum);
    }
    hash.add(static_cast<std::uint64_t>(graph.clips.size()));
    for (const ClipDefinition& clip : graph.clips) {
        hash.add(std::string_view(clip.clip));
        add(hash, clip.events);
        add(hash, clip.markers);
    }
    const pose::RootMotionComponents& components = graph.rootMotion.components;
    hash.add(std::string_view(graph.rootMotion.joint));
    for (const bool component : {components.xz, components.y, components.yaw, components.full}) {
        hash.add(static_cast<std::uint8_t>(component));
    }
    hash.add(static_cast<std::uint8_t>(graph.rootMotion.owner));
    hash.add(static_cast<std::uint64_t>(graph.nodes.size()));
    for (const NodeDefinition& node : graph.nodes) {
        hash.add(std::string_view(node.id));
        hash.add(std::string_view(node.type));
        add(hash, node.params);
        hash.add(static_cast<std::uint64_t>(node.inputs.size()));
        for (const PinInputs& pin : node.inputs) {
            hash.add(std::string_view(pin.pin));
            hash.add(static_cast<std::uint64_t>(pin.inputs.size()));
            for (const InputDefinition& input : pin.inputs) {
                add(hash, input);
            }
        }
    }
    add(hash, graph.output);
}

template <class T>
void add(ContentHash& hash, const assets::Track<T>& track) {
    hash.add(static_cast<std::uint8_t>(track.interpolation));
    hash.add(static_cast<std::uint64_t>(track.times.size()));
    hash.addBytes(std::as_bytes(std::span(track.times)));
    hash.addBytes(std::as_bytes(std::span(track.values)));
}

void add(ContentHash& hash, const Rig& rig) {
    hash.add(static_cast<std::uint64_t>(rig.skeleton->jointCount()));
    for (const assets::Joint& joint : rig.skeleton->joints()) {
        hash.add(std::string_view(joint.name));
        hash.add(joint.parent.value());
        hash.add(joint.parentFromJointRest);
    }
    hash.add(static_cast<std::uint64_t>(rig.morphChannels.size()));
    for (const MorphChannel& channel : rig.morphChannels) {
        hash.add(channel.node.value());
        hash.add(channel.first);
        hash.add(channel.count);
    }
    hash.addBytes(std::as_bytes(std::span(rig.defaultMorphWeights)));
    hash.add(static_cast<std::uint64_t>(rig.clips.size()));
    for (const auto& clip : rig.clips) {
        hash.add(std::string_view(clip->name()));
        hash.add(static_cast<std::uint64_t>(clip->jointTracks().size()));
        for (const assets::JointTracks& tracks : clip->jointTracks()) {
            hash.add(tracks.joint.value());
            add(hash, tracks.translation);
            add(hash, tracks.rotation);
            add(hash, tracks.scale);
        }
        for (const assets::MorphWeightTrack& track : clip->morphWeightTracks()) {
            hash.add(track.node.value());
            hash.add(track.targetCount);
            add(hash, track.weights);
        }
    }
}

} // namespace

std::uint64_t fingerprint(const CompiledGraph& graph) {
    ContentHash hash;
    add(hash, graph.definition());
    add(hash, graph.rig());
    return hash.value();
}

} // namespace sartor::graph
