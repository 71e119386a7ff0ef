// SPDX-License-Identifier: Apache-2.0
// The open character, what the user has set on it, and the way back.
#pragma once

#include "editor/model/document_settings.h"
#include "editor/model/stand_in.h"

#include <sartor/session/mend_file.h>

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sartor::editor {

/// Edits that carry the same gesture and concern the same setting become one undo step.
enum class Gesture : std::uint64_t { Single = 0 };

/// Which edits may merge: the setting, and the gesture.
struct MergeKey {
    QString setting;
    Gesture gesture = Gesture::Single;
};

/// A session of the document, also one that an undo step keeps.
struct Character {
    std::shared_ptr<session::Session> session;
    /// At which the session stands while it is not the open one.
    DocumentSettings settings;
    /// What of the file has been mended, in this order.
    std::vector<session::Repair> repairs;
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

    /// What of the file has been mended since it was opened; an undo step each.
    const std::vector<session::Repair>& repairs() const { return character_->repairs; }
    /// Goes on with a session of the open scene as diagnose::repair() has mended it. Clip, time,
    /// backend and settings stay; a graph begins anew.
    /// Errors: those of session::Session; all stays as it was. "editor.nothing_open".
    Status repair(std::shared_ptr<session::Session> session,
                  const session::Repair& repair,
                  const QString& text);

    /// Draws another scene in place of the character, which stays as it is; itself again with none.
    void setStandIn(std::unique_ptr<StandIn> standIn);
    /// Null while the character itself is drawn.
    const StandIn* standIn() const { return standIn_.get(); }
    /// What is drawn, in the pose of the character: the stand-in, or evaluated(). Null where its
    /// frame cannot be computed (shownError() says why).
    const session::Session* shown();
    std::shared_ptr<const session::Session> shownSession() const;
    const QString& shownError() const { return standIn_ ? standInError_ : frameError_; }

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
    /// Of the last advance(), in the order in which they came.
    std::span<const graph::Event> graphEvents() const { return graphEvents_; }
    /// Seconds of the last advance().
    double graphStep() const { return graphStep_; }
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
    friend class RepairCommand;

    Status edit(const DocumentSettings& after, const QString& text, MergeKey key = {});
    /// Brings the session and settings_ to `target`, one setting after the other; stops at the
    /// first that fails.
    Status apply(const DocumentSettings& target);
    /// Goes on with another session of the same character, at the settings of this one.
    Status become(const std::shared_ptr<Character>& character);
    void markChanged(DocumentChange change);
    /// Tells of stages that broke a rule and no longer run, each once for a character.
    void tellLeftOutStages();

    std::shared_ptr<session::Session> session_;
    std::shared_ptr<Character> character_ = std::make_shared<Character>();
    DocumentSettings settings_;
    QUndoStack undoStack_;
    double time_ = 0.0;
    /// How the next frame follows the last one.
    session::Motion motion_ = session::Motion::Jump;
    std::vector<graph::Event> graphEvents_;
    double graphStep_ = 0.0;
    std::uint64_t lastGesture_ = 0;
    bool isFrameCurrent_ = false;
    QString frameError_;
    std::unique_ptr<StandIn> standIn_;
    bool isStandInCurrent_ = false;
    QString standInError_;
    std::set<std::string> toldStages_;
};

} // namespace sartor::editor
