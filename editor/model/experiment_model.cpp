// SPDX-License-Identifier: Apache-2.0
// One part of the character switched off or replaced: what is drawn then, and what follows.
#include "editor/model/experiment_model.h"

#include "editor/model/text.h"

#include <algorithm>
#include <utility>

namespace sartor::editor {

namespace {

QString keyOf(const std::string& id) {
    return QStringLiteral("experiment ") + toQString(id);
}

std::optional<session::ViewMode> modeOf(diagnose::ExperimentView view) {
    switch (view) {
    case diagnose::ExperimentView::Surface:
    case diagnose::ExperimentView::Bones:
        return session::ViewMode::Shaded;
    case diagnose::ExperimentView::JointColours:
        return session::ViewMode::Ids;
    case diagnose::ExperimentView::Directions:
        return session::ViewMode::Direction;
    }
    return std::nullopt;
}

} // namespace

ExperimentModel::ExperimentModel(Document& document, Preview& preview, QObject* parent)
    : QObject(parent), document_(document), preview_(preview) {
    connect(&preview_, &Preview::changed, this, &ExperimentModel::follow);
}

const diagnose::ExperimentKind* ExperimentModel::findKind(std::string_view id) {
    const auto kinds = diagnose::experimentKinds();
    const auto kind = std::find_if(
        kinds.begin(), kinds.end(), [id](const auto& known) { return known.id == id; });
    return kind == kinds.end() ? nullptr : &*kind;
}

void ExperimentModel::start(const std::string& id) {
    const diagnose::ExperimentKind* kind = findKind(id);
    if (document_.session() == nullptr || kind == nullptr) {
        return;
    }
    running_ = id;
    result_.reset();
    problem_.clear();
    made_ = std::make_shared<std::optional<diagnose::Experiment>>();
    diagnose::ExperimentOptions options;
    if (document_.graph() == nullptr) {
        options.moment = {document_.settings().clip, static_cast<float>(document_.time())};
    }
    preview_.show({.key = keyOf(id),
                   .title = tr("Experiment: %1").arg(toQString(kind->title)),
                   .make = [id, options, made = made_](
                               const import::ImportedScene& scene,
                               const std::stop_token&) -> Result<import::ImportedScene> {
                       Result<diagnose::Experiment> experiment =
                           diagnose::runExperiment(scene, id, options);
                       if (!experiment) {
                           return experiment.error();
                       }
                       import::ImportedScene changed = std::exchange(experiment->scene, {});
                       *made = std::move(*experiment);
                       return changed;
                   },
                   .mode = modeOf(kind->view),
                   .showsSkeleton = kind->view == diagnose::ExperimentView::Bones});
}

void ExperimentModel::stop() {
    if (!running_.empty()) {
        preview_.hide();
    }
}

void ExperimentModel::follow() {
    if (running_.empty() || preview_.isPending()) {
        return;
    }
    if (preview_.key() == keyOf(running_)) {
        result_ = *made_;
    } else {
        // Something else is drawn, or this could not be made.
        problem_ = preview_.problem();
        running_.clear();
        result_.reset();
    }
    Q_EMIT changed();
}

} // namespace sartor::editor
