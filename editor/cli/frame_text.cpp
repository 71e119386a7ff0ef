// SPDX-License-Identifier: Apache-2.0
// Clip, time, chain and faults of the current frame.
#include "frame_text.h"

#include "address.h"
#include "table.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <utility>

namespace sartor::cli {
namespace {

std::array<std::pair<std::uint32_t, std::string>, 5> flagTexts(const deform::FlagCounts& counts) {
    return {{{counts.badIndices, "an influence names no joint"},
             {counts.zeroSums, "the weights sum to zero"},
             {counts.antipodal, "the rotations cancel out, the heaviest joint's stands in"},
             {counts.hemisphereConflicts,
              "no choice of signs suits all rotations, so there is a seam nearby"},
             {counts.nearHalfTurns,
              "two joints are nearly half a turn apart, and a little more lets it jump"}}};
}

std::string_view policyText(assets::WeightPolicy policy) {
    switch (policy) {
    case assets::WeightPolicy::Renormalize:
        return "renormalize";
    case assets::WeightPolicy::None:
        return "none";
    case assets::WeightPolicy::LastRemainder:
        return "last-remainder";
    }
    return "";
}

struct CountedChange {
    std::string_view name; // as a member; people read it with hyphens
    std::uint32_t count = 0;
};

std::array<CountedChange, 7> countedChanges(const assets::InfluenceChanges& changes) {
    return {{{"renormalized", changes.renormalizedVertices},
             {"zero_sum", changes.zeroSumVertices},
             {"out_of_range", changes.outOfRangeVertices},
             {"duplicate_joint", changes.duplicateJointVertices},
             {"negative", changes.negativeWeightVertices},
             {"nonfinite", changes.nonfiniteWeightVertices},
             {"limited", changes.limitedVertices}}};
}

} // namespace

void writeFrame(io::JsonWriter& json,
                const FileOptions& file,
                const PoseOptions& pose,
                const session::Session& session) {
    json.member("file", file.file.string()).member("clip", session.clip());
    json.key("clip_name");
    if (session.clip()) {
        json.value(session.scene().clips[*session.clip()]->name());
    } else {
        json.null();
    }
    json.member("time", session.time());
    if (!pose.graph.empty()) {
        json.member("graph", pose.graph.string()).member("set", pose.settings);
    }
}

std::string frameText(const session::Session& session) {
    if (session.graph() != nullptr) {
        return "graph at " + rounded(session.time()) + " s\n";
    }
    if (!session.clip()) {
        return "no clip: the file's own node transforms\n";
    }
    const assets::Clip& clip = *session.scene().clips[*session.clip()];
    return "clip #" + std::to_string(*session.clip()) + " '" + io::printable(clip.name()) +
           "' at " + rounded(session.time()) + " s of " +
           rounded(static_cast<double>(clip.duration())) + " s\n";
}

std::string chainText(const session::Session& session, std::size_t instance) {
    return deform::toText(session.chain(instance), session.plugins());
}

std::string chainText(const session::Session& session) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        std::string text = chainText(session, i);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(std::move(text));
        }
    }
    std::string joined;
    for (const std::string& text : texts) {
        joined += (joined.empty() ? "" : ", ") + text;
    }
    return joined;
}

void writeWeights(io::JsonWriter& json, const session::Session& session, std::size_t instance) {
    const session::InstanceBinding& binding = session.binding(instance);
    json.key("weights");
    if (binding.isRigid) {
        json.null();
        return;
    }
    json.beginInlineObject();
    json.member("policy", policyText(session.options().influences.policy));
    for (const CountedChange& change : countedChanges(binding.changes)) {
        json.member(change.name, change.count);
    }
    json.endObject();
}

std::string weightsText(const session::Session& session, std::size_t instance) {
    const session::InstanceBinding& binding = session.binding(instance);
    if (binding.isRigid) {
        return {};
    }
    std::string text(policyText(session.options().influences.policy));
    char separator = ':';
    for (const CountedChange& change : countedChanges(binding.changes)) {
        if (change.count > 0) {
            std::string name(change.name);
            std::replace(name.begin(), name.end(), '_', '-');
            text += separator + (" " + std::to_string(change.count) + " " + name);
            separator = ',';
        }
    }
    return text;
}

namespace {

std::string instanceText(const import::ImportedScene& scene, std::size_t instance) {
    return "node " + nodeText(scene, scene.instances[instance].node) + " primitive " +
           std::to_string(scene.instances[instance].filePrimitive);
}

} // namespace

std::vector<std::string> leftOutNotes(const session::Session& session) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        const deform::DeformFaults* faults = session.frame(i).faults;
        if (faults == nullptr) {
            continue;
        }
        for (const deform::StageFault& fault : faults->stages) {
            notes.push_back(instanceText(session.scene(), i) + ": " + deform::describe(fault));
        }
    }
    return notes;
}

Answer frameAnswer(const session::Session& session, std::string text) {
    return {std::move(text), leftOutNotes(session).empty() ? ExitCode::Done : ExitCode::Found};
}

std::vector<std::string> faultNotes(const session::Session& session) {
    std::vector<std::string> notes = leftOutNotes(session);
    const import::ImportedScene& scene = session.scene();
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const std::string place = instanceText(scene, i);
        if (const std::string& refusal = session.inlineRefusal(i); !refusal.empty()) {
            notes.push_back(
                place + ": nothing runs in the vertex shader, all stages are compute: " + refusal);
        }
        const deform::DeformFaults* faults = session.frame(i).faults;
        if (faults == nullptr) {
            continue;
        }
        for (const std::uint32_t slot : faults->nonfiniteJoints) {
            notes.push_back(place + ": the palette entry of joint " +
                            nodeText(scene, session.binding(i).joints[slot]) +
                            " is not finite, the identity stands in for it");
        }
        for (const std::uint32_t target : faults->nonfiniteMorphWeights) {
            notes.push_back(place + ": the weight of morph target " + std::to_string(target) +
                            " is not finite, zero stands in for it");
        }
        for (const auto& [count, what] : flagTexts(faults->flags)) {
            if (count > 0) {
                notes.push_back(place + ": " + std::to_string(count) +
                                (count == 1 ? " vertex: " : " vertices: ") + what);
            }
        }
    }
    return notes;
}

std::string faultText(const session::Session& session) {
    std::string text;
    for (const std::string& note : faultNotes(session)) {
        text += note + '\n';
    }
    return text;
}

} // namespace sartor::cli
