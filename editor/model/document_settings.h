// SPDX-License-Identifier: Apache-2.0
// What the user has set on a character, and how a session is brought to it.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/pose/playback.h>
#include <sartor/session/session.h>

#include <QMetaType>

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace sartor::editor {

/// One morph target of all meshes at one node.
struct MorphId {
    JointIndex node;
    std::uint32_t target = 0;

    auto operator<=>(const MorphId&) const = default;
};

/// What belongs to the document: every setting here is undone and redone. Where one looks (view
/// mode, camera, selection, time) and what it is computed with (backend) do not belong to it.
struct DocumentSettings {
    /// None shows the file's own transforms.
    std::optional<std::uint32_t> clip;
    /// Empty takes what the file's format asks for.
    std::string chain;
    /// Heaviest influences kept per vertex; 0 keeps all.
    std::uint32_t maximumInfluences = 0;
    /// Replaces what file and clip say.
    std::map<MorphId, float> morphWeights;
    pose::PlaybackMode playbackMode = pose::PlaybackMode::Loop;
    double playbackSpeed = 1.0;

    bool operator==(const DocumentSettings&) const = default;
};

enum class DocumentChange {
    Opened, ///< another character, or none; everything is new
    Clip,
    Chain,
    Influences,
    MorphWeights,
    Playback,
    Time,
    Backend,
    Graph,    ///< poses come from another graph, or from clips again
    Plugins,  ///< other deformers, or other builds of them; the chain may have been adapted
    Repaired, ///< the same character with other values: what it consists of is as before
    StandIn   ///< something else is drawn in place of the character, or itself again
};

/// Whether what was taken from the session before is no longer good.
constexpr bool isOtherSession(DocumentChange change) {
    return change == DocumentChange::Opened || change == DocumentChange::Repaired;
}

/// What a session that was just made stands at.
DocumentSettings settingsOf(const session::Session& session);

/// Brings a session and the settings at which it stands to others, one after the other; stops at
/// the first that fails. `tell` is called after each. Errors: those of session::Session.
Status bringSettings(const DocumentSettings& target,
                     DocumentSettings& current,
                     session::Session& session,
                     const std::function<void(DocumentChange)>& tell);

} // namespace sartor::editor

Q_DECLARE_METATYPE(sartor::editor::DocumentChange)
