// SPDX-License-Identifier: Apache-2.0
// One part of the character switched off or replaced: what is drawn then, and what follows.
#pragma once

#include "editor/model/preview.h"

#include <sartor/diagnose/experiments.h>

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace sartor::editor {

class ExperimentModel : public QObject {
    Q_OBJECT

public:
    ExperimentModel(Document& document, Preview& preview, QObject* parent = nullptr);

    /// An id of diagnose::experimentKinds(); null for none that is known.
    static const diagnose::ExperimentKind* findKind(std::string_view id);

    /// Draws it, in the pose of now, and concludes; ends the one before.
    void start(const std::string& id);
    /// Draws the character itself again; the conclusion goes with it.
    void stop();
    /// Which is drawn or being made; empty for none.
    const std::string& running() const { return running_; }
    /// Without its scene; none until it is drawn.
    const std::optional<diagnose::Experiment>& result() const { return result_; }
    /// Why there is no result; empty while there may be one.
    const QString& problem() const { return problem_; }

Q_SIGNALS:
    void changed();

private:
    void follow();

    Document& document_;
    Preview& preview_;
    std::string running_;
    std::optional<diagnose::Experiment> result_;
    QString problem_;
    /// Filled beside the window, read when the preview is there.
    std::shared_ptr<std::optional<diagnose::Experiment>> made_;
};

} // namespace sartor::editor
