// SPDX-License-Identifier: Apache-2.0
// What a rigger would try by hand, one click each: drawn in the viewport, with what follows.
#pragma once

#include "editor/model/experiment_model.h"
#include "editor/view/scroll_page.h"

class QButtonGroup;

namespace sartor::editor {

class ExperimentPage : public ScrollPage {
    Q_OBJECT

public:
    explicit ExperimentPage(ExperimentModel& model, QWidget* parent = nullptr);

private:
    void refresh();
    void addConclusion(const diagnose::ExperimentKind& kind);

    ExperimentModel& model_;
    QButtonGroup* experiments_ = nullptr;
    /// What follows, below the buttons.
    QVBoxLayout* conclusion_ = nullptr;
};

} // namespace sartor::editor
