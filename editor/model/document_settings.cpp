// SPDX-License-Identifier: Apache-2.0
// What the user has set on a character, and how a session is brought to it.
#include "editor/model/document_settings.h"

namespace sartor::editor {

namespace {

Status bringMorphWeights(const std::map<MorphId, float>& target,
                         std::map<MorphId, float>& current,
                         session::Session& session) {
    for (const auto& [id, weight] : target) {
        const auto known = current.find(id);
        if (known != current.end() && known->second == weight) {
            continue;
        }
        if (Status status = session.setMorphWeight(id.node, id.target, weight); !status) {
            return status;
        }
        current[id] = weight;
    }
    for (auto known = current.begin(); known != current.end();) {
        if (target.contains(known->first)) {
            ++known;
            continue;
        }
        if (Status status =
                session.setMorphWeight(known->first.node, known->first.target, std::nullopt);
            !status) {
            return status;
        }
        known = current.erase(known);
    }
    return {};
}

} // namespace

DocumentSettings settingsOf(const session::Session& session) {
    DocumentSettings settings;
    settings.clip = session.clip();
    settings.chain = session.options().chain;
    settings.maximumInfluences = session.options().influences.maxPerVertex;
    return settings;
}

Status bringSettings(const DocumentSettings& target,
                     DocumentSettings& current,
                     session::Session& session,
                     const std::function<void(DocumentChange)>& tell) {
    if (target.clip != current.clip) {
        if (Status status = session.setClip(target.clip); !status) {
            return status;
        }
        current.clip = target.clip;
        tell(DocumentChange::Clip);
    }
    if (target.chain != current.chain) {
        if (Status status = session.setChain(target.chain); !status) {
            return status;
        }
        current.chain = target.chain;
        tell(DocumentChange::Chain);
    }
    if (target.maximumInfluences != current.maximumInfluences) {
        assets::InfluenceOptions options = session.options().influences;
        options.maxPerVertex = target.maximumInfluences;
        if (Status status = session.setInfluenceOptions(options); !status) {
            return status;
        }
        current.maximumInfluences = target.maximumInfluences;
        tell(DocumentChange::Influences);
    }
    if (target.morphWeights != current.morphWeights) {
        if (Status status = bringMorphWeights(target.morphWeights, current.morphWeights, session);
            !status) {
            return status;
        }
        tell(DocumentChange::MorphWeights);
    }
    if (target.playbackMode != current.playbackMode ||
        target.playbackSpeed != current.playbackSpeed) {
        current.playbackMode = target.playbackMode;
        current.playbackSpeed = target.playbackSpeed;
        tell(DocumentChange::Playback);
    }
    return {};
}

} // namespace sartor::editor
