// SPDX-License-Identifier: Apache-2.0
// The open character, what the user has set on it, and the way back.
#include "editor/model/document.h"

#include "editor/model/edit_command.h"
#include "editor/model/log_failure.h"
#include "editor/model/repair_command.h"
#include "editor/model/text.h"

#include <sartor/base/log.h>
#include <sartor/deform/chain.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sartor::editor {

Document::Document(QObject* parent) : QObject(parent) {}

void Document::open(std::shared_ptr<session::Session> session) {
    toldStages_.clear();
    undoStack_.clear();
    standIn_.reset();
    session_ = std::move(session);
    character_ = std::make_shared<Character>();
    character_->session = session_;
    settings_ = {};
    time_ = 0.0;
    if (session_ != nullptr) {
        settings_ = settingsOf(*session_);
        for (const deform::PluginFailure& failure : session_->plugins().failures()) {
            log(LogLevel::Warning, failure.error.message);
        }
        const bool hasClips = !session_->scene().clips.empty();
        settings_.clip = hasClips ? std::optional<std::uint32_t>(0) : std::nullopt;
        if (const Status status = session_->setClip(settings_.clip); !status) {
            logFailure(status);
            settings_.clip = session_->clip();
        }
    }
    markChanged(DocumentChange::Opened);
}

QString Document::fileName() const {
    return session_ == nullptr ? QString() : pathText(session_->scene().path.filename());
}

const session::Session* Document::evaluated() {
    if (session_ == nullptr) {
        return nullptr;
    }
    if (!isFrameCurrent_) {
        const Status status = session_->evaluate(time_, motion_);
        motion_ = session::Motion::Continuous;
        frameError_ = status ? QString() : toQString(status.error().message);
        logFailure(status);
        if (status) {
            tellLeftOutStages();
        }
        // A failed frame is not tried again before something changes.
        isFrameCurrent_ = true;
    }
    return frameError_.isEmpty() ? session_.get() : nullptr;
}

void Document::tellLeftOutStages() {
    for (std::size_t i = 0; i < session_->scene().instances.size(); ++i) {
        const deform::DeformFaults* faults = session_->frame(i).faults;
        if (faults == nullptr) {
            continue;
        }
        for (const deform::StageFault& fault : faults->stages) {
            const std::string text = deform::describe(fault);
            if (toldStages_.insert(text).second) {
                log(LogLevel::Error, text);
            }
        }
    }
}

Status Document::setClip(std::optional<std::uint32_t> clip) {
    DocumentSettings after = settings_;
    after.clip = clip;
    return edit(after, tr("Choose Clip"));
}

Status Document::setChain(const std::string& text) {
    DocumentSettings after = settings_;
    after.chain = text;
    return edit(after, tr("Change Deformers"));
}

Status Document::setMaximumInfluences(std::uint32_t count) {
    DocumentSettings after = settings_;
    after.maximumInfluences = count;
    return edit(after, tr("Limit Influences"));
}

Status Document::setMorphWeight(MorphId id, float weight, Gesture gesture) {
    DocumentSettings after = settings_;
    after.morphWeights[id] = weight;
    return edit(after,
                tr("Set Morph Weight"),
                {QStringLiteral("morph %1 %2").arg(id.node.value()).arg(id.target), gesture});
}

Status Document::clearMorphWeight(MorphId id) {
    DocumentSettings after = settings_;
    after.morphWeights.erase(id);
    return edit(after, tr("Release Morph Weight"));
}

Status Document::clearMorphWeights() {
    DocumentSettings after = settings_;
    after.morphWeights.clear();
    return edit(after, tr("Release All Morph Weights"));
}

Status Document::setPlaybackMode(pose::PlaybackMode mode) {
    DocumentSettings after = settings_;
    after.playbackMode = mode;
    return edit(after, tr("Change Playback Mode"));
}

Status Document::setPlaybackSpeed(double speed, Gesture gesture) {
    if (!std::isfinite(speed)) {
        return Error{"editor.playback_speed", "the playback speed is not a finite number"};
    }
    DocumentSettings after = settings_;
    after.playbackSpeed = std::clamp(speed, kMinimumSpeed, kMaximumSpeed);
    return edit(after, tr("Change Playback Speed"), {QStringLiteral("speed"), gesture});
}

Gesture Document::newGesture() {
    return Gesture{++lastGesture_};
}

void Document::deformAgain() {
    if (session_ != nullptr) {
        session_->deformAgain();
        if (standIn_ != nullptr) {
            standIn_->session()->deformAgain();
        }
        isFrameCurrent_ = false;
        isStandInCurrent_ = false;
    }
}

void Document::setTime(double seconds, session::Motion motion) {
    if (graph() != nullptr) {
        return; // a graph has no time to jump to
    }
    const double time = std::isfinite(seconds) ? std::clamp(seconds, 0.0, duration()) : 0.0;
    if (time != time_) {
        time_ = time;
        if (motion == session::Motion::Jump) {
            motion_ = motion;
        }
        markChanged(DocumentChange::Time);
    }
}

double Document::duration() const {
    if (session_ == nullptr || !settings_.clip || graph() != nullptr) {
        return 0.0;
    }
    return static_cast<double>(session_->scene().clips[*settings_.clip]->duration());
}

session::Backend Document::backend() const {
    return session_ == nullptr ? session::Backend::Cpu : session_->options().backend;
}

Status Document::setBackend(session::Backend backend) {
    if (session_ == nullptr || backend == this->backend()) {
        return {};
    }
    Status status = session_->setBackend(backend);
    if (status) {
        markChanged(DocumentChange::Backend);
    }
    return status;
}

Status Document::setGraph(std::shared_ptr<const graph::CompiledGraph> graph) {
    if (session_ == nullptr) {
        return Error{"editor.nothing_open", "there is no open file"};
    }
    if (graph == nullptr && session_->graph() == nullptr) {
        return {};
    }
    Status status = session_->setGraph(std::move(graph));
    if (status) {
        time_ = 0.0;
        motion_ = session::Motion::Jump;
        markChanged(DocumentChange::Graph);
    }
    return status;
}

graph::GraphInstance* Document::graph() {
    return session_ == nullptr ? nullptr : session_->graph();
}

const graph::GraphInstance* Document::graph() const {
    return session_ == nullptr ? nullptr : std::as_const(*session_).graph();
}

void Document::advance(double seconds) {
    if (graph() == nullptr) {
        return;
    }
    const auto update =
        session_->advance(seconds, std::exchange(motion_, session::Motion::Continuous));
    // The step makes the frame itself.
    isFrameCurrent_ = true;
    isStandInCurrent_ = false;
    frameError_ = update ? QString() : toQString(update.error().message);
    graphEvents_.clear();
    graphStep_ = seconds;
    if (update) {
        graphEvents_.assign(update->events.begin(), update->events.end());
        time_ += seconds;
        tellLeftOutStages();
    } else {
        logFailure(update.error());
    }
    Q_EMIT changed(DocumentChange::Time);
}

Status Document::skip(double seconds, std::size_t frameCount) {
    if (graph() == nullptr) {
        return Error{"editor.nothing_open", "there is no graph at work"};
    }
    graph::GraphInstance& instance = *graph();
    std::vector<math::Transform> parentFromJoint(session_->graphRig()->skeleton->jointCount());
    std::vector<float> morphWeights(session_->graphRig()->defaultMorphWeights.size());
    math::DoubleRigid worldFromModel = session_->worldFromModel();
    motion_ = session::Motion::Jump;
    Status status;
    for (std::size_t i = 0; i < frameCount && status; ++i) {
        const auto update = instance.update(seconds);
        if (update) {
            // Poses can depend on those before.
            instance.evaluate(parentFromJoint, morphWeights);
            worldFromModel = worldFromModel * update->rootMotion;
            time_ += seconds;
        } else {
            status = update.error();
        }
    }
    session_->setWorldFromModel(worldFromModel);
    return status;
}

Status Document::restoreGraph(std::span<const std::byte> state,
                              const math::DoubleRigid& worldFromModel,
                              double time) {
    if (graph() == nullptr) {
        return Error{"editor.nothing_open", "there is no graph at work"};
    }
    if (Status status = session_->graph()->restore(state); !status) {
        return status;
    }
    time_ = time;
    // No time passes, but what the nodes do at that moment is known again.
    const auto update = session_->advance(0.0, session::Motion::Jump);
    isFrameCurrent_ = true;
    isStandInCurrent_ = false;
    frameError_ = update ? QString() : toQString(update.error().message);
    // It goes on from the moment as it was kept.
    Status status = session_->graph()->restore(state);
    session_->setWorldFromModel(worldFromModel);
    motion_ = session::Motion::Jump;
    Q_EMIT changed(DocumentChange::Time);
    return update ? std::move(status) : Status(update.error());
}

Result<session::PluginUpdate> Document::reloadPlugin(const std::filesystem::path& file) {
    if (session_ == nullptr) {
        return Error{"editor.nothing_open", "there is no open file"};
    }
    auto update = session_->reloadPlugin(file);
    if (update) {
        settings_.chain = session_->options().chain;
        markChanged(DocumentChange::Plugins);
    }
    return update;
}

Status Document::edit(const DocumentSettings& after, const QString& text, MergeKey key) {
    if (session_ == nullptr) {
        return Error{"editor.nothing_open", "there is no open file"};
    }
    const DocumentSettings before = settings_;
    if (Status status = apply(after); !status) {
        // The part that was applied before the failure goes back; it held a moment ago.
        logFailure(apply(before));
        return status;
    }
    if (settings_ != before) {
        undoStack_.push(new EditCommand(*this, text, {before, settings_}, std::move(key)));
    }
    return {};
}

Status Document::apply(const DocumentSettings& target) {
    return bringSettings(target, settings_, *session_, [this](DocumentChange change) {
        if (change == DocumentChange::Clip) {
            time_ = std::min(time_, duration());
        }
        markChanged(change);
    });
}

Status Document::repair(std::shared_ptr<session::Session> session,
                        const session::Repair& repair,
                        const QString& text) {
    if (session_ == nullptr) {
        return Error{"editor.nothing_open", "there is no open file"};
    }
    auto after = std::make_shared<Character>();
    after->settings = settingsOf(*session);
    after->session = std::move(session);
    after->repairs = character_->repairs;
    after->repairs.push_back(repair);
    const std::shared_ptr<Character> before = character_;
    if (Status status = become(after); !status) {
        return status;
    }
    undoStack_.push(new RepairCommand(*this, text, {before, after}));
    return {};
}

Status Document::become(const std::shared_ptr<Character>& character) {
    session::Session& session = *character->session;
    if (session.options().backend != backend()) {
        if (Status status = session.setBackend(backend()); !status) {
            return status;
        }
    }
    if (Status status =
            bringSettings(settings_, character->settings, session, [](DocumentChange) {});
        !status) {
        return status;
    }
    // A graph is made for one session; whoever has it makes it anew for this one.
    if (session.graph() != nullptr) {
        if (Status status = session.setGraph(nullptr); !status) {
            return status;
        }
    }
    const bool hadGraph = graph() != nullptr;
    character_->settings = settings_;
    character_ = character;
    session_ = character->session;
    time_ = hadGraph ? 0.0 : std::min(time_, duration());
    motion_ = session::Motion::Jump;
    standIn_.reset();
    markChanged(DocumentChange::Repaired);
    return {};
}

void Document::setStandIn(std::unique_ptr<StandIn> standIn) {
    if (standIn == nullptr && standIn_ == nullptr) {
        return;
    }
    standIn_ = std::move(standIn);
    isStandInCurrent_ = false;
    Q_EMIT changed(DocumentChange::StandIn);
}

const session::Session* Document::shown() {
    if (standIn_ == nullptr) {
        return evaluated();
    }
    if (!isStandInCurrent_) {
        const Status status = standIn_->evaluate({*session_, settings_, time_});
        standInError_ = status ? QString() : toQString(status.error().message);
        logFailure(status);
        isStandInCurrent_ = true;
    }
    return standInError_.isEmpty() ? standIn_->session().get() : nullptr;
}

std::shared_ptr<const session::Session> Document::shownSession() const {
    return standIn_ == nullptr ? session_ : standIn_->session();
}

void Document::markChanged(DocumentChange change) {
    if (change != DocumentChange::Playback) {
        isFrameCurrent_ = false;
        isStandInCurrent_ = false;
        frameError_.clear();
    }
    Q_EMIT changed(change);
}

} // namespace sartor::editor
