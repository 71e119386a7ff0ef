// SPDX-License-Identifier: Apache-2.0
// The open character, what the user has set on it, and the way back.
#pragma once

#include <sartor/base/index.h>
#include <sartor/base/result.h>
#include <sartor/pose/playback.h>
#include <sartor/session/session.h>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
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
    Graph,  ///< poses come from another graph, or from clips again
    Plugins ///< other deformers, or other builds of them; the chain may have been adapted
};

/// Edits that carry the same gesture and concern the same setting become one undo step.
enum class Gesture : std::uint64_t { Single = 0 };

/// Which edits may merge: the setting, and the gesture.
struct MergeKey {
    QString setting;
    Gesture gesture = Gesture::Single;
};

class Document : public QObject {
    Q_OBJECT

public:
    static constexpr double kMinimumSpeed = 0.05;
    static constexpr double kMaximumSpeed = 8.0;

    explicit Document(QObject* parent = nullptr);

    /// Replaces the character and forgets all undo steps. Shows the first clip, if there is one.
    void open(std::shared_ptr<session::Session> session);
    /// Null until something is open. Its frame may be older than the settings; see evaluated().
    std::shared_ptr<const session::Session> session() const { return session_; }
    QString fileName() const;

    /// The session with the frame of the current time and settings, computed when first asked for;
    /// null when nothing is open or the frame cannot be computed (frameError() says why).
    const session::Session* evaluated();
    const QString& frameError() const { return frameError_; }

    const DocumentSettings& settings() const { return settings_; }
    QUndoStack* undoStack() { return &undoStack_; }

    /// Edits; each is one undo step. Nothing happens when the value is the current one.
    /// Errors: those of session::Session; the old value stays.
    Status setClip(std::optional<std::uint32_t> clip);
    Status setChain(const std::string& text);
    Status setMaximumInfluences(std::uint32_t count);
    Status setMorphWeight(MorphId id, float weight, Gesture gesture);
    Status clearMorphWeight(MorphId id);
    Status clearMorphWeights();
    Status setPlaybackMode(pose::PlaybackMode mode);
    /// Clamped to [kMinimumSpeed, kMaximumSpeed].
    Status setPlaybackSpeed(double speed, Gesture gesture);
    /// A gesture no edit has carried so far: one per drag of a slider.
    Gesture newGesture();

    /// The frame is computed anew, also where nothing has changed.
    void deformAgain();

    /// Seconds of the current clip, in [0, duration()]; of a graph, since its start.
    double time() const { return time_; }
    /// A jump, unless it is the time that has passed.
    void setTime(double seconds, session::Motion motion = session::Motion::Jump);
    /// 0 without a clip, and of a graph, which goes on.
    double duration() const;

    session::Backend backend() const;
    /// Errors: "gpu.unavailable"; the old one stays.
    Status setBackend(session::Backend backend);

    /// Poses come from this graph, from its start, and no longer from a clip; from clips again with
    /// null. No undo step: the graph has steps of its own.
    /// Errors: those of session::Session; the old one stays. "editor.nothing_open".
    Status setGraph(std::shared_ptr<const graph::CompiledGraph> graph);
    /// Whose parameters may be set before the next advance(); null where poses come from clips.
    graph::GraphInstance* graph();
    const graph::GraphInstance* graph() const;
    /// Lets time pass in the graph, also none at all; the frame is that of the moment after.
    void advance(double seconds);
    /// The same frame after frame, with nothing deformed, shown or told: what is seen next is a
    /// jump. Errors: those of GraphInstance::update; the frames before it have passed.
    Status skip(double seconds, std::size_t frameCount);
    /// Back to a moment that was kept. Errors: those of GraphInstance::restore.
    Status restoreGraph(std::span<const std::byte> state,
                        const math::DoubleRigid& worldFromModel,
                        double time);

    /// Takes a plugin file as it is now; no undo step, and those that there are stay.
    /// Errors: those of session::Session::reloadPlugin; "editor.nothing_open". All stays as it was.
    Result<session::PluginUpdate> reloadPlugin(const std::filesystem::path& file);

Q_SIGNALS:
    void changed(sartor::editor::DocumentChange change);

private:
    friend class EditCommand;

    Status edit(const DocumentSettings& after, const QString& text, MergeKey key = {});
    /// Brings the session and settings_ to `target`, one setting after the other; stops at the
    /// first that fails.
    Status apply(const DocumentSettings& target);
    Status applyMorphWeights(const std::map<MorphId, float>& target);
    void markChanged(DocumentChange change);
    /// Tells of stages that broke a rule and no longer run, each once for a character.
    void tellLeftOutStages();

    std::shared_ptr<session::Session> session_;
    DocumentSettings settings_;
    QUndoStack undoStack_;
    double time_ = 0.0;
    /// How the next frame follows the last one.
    session::Motion motion_ = session::Motion::Jump;
    std::uint64_t lastGesture_ = 0;
    bool isFrameCurrent_ = false;
    QString frameError_;
    std::set<std::string> toldStages_;
};

} // namespace sartor::editor

Q_DECLARE_METATYPE(sartor::editor::DocumentChange)
