// SPDX-License-Identifier: Apache-2.0
// What do you see? The questions that lead from there to the cause, each with its answer.
#pragma once

#include "editor/model/symptom_model.h"
#include "editor/view/scroll_page.h"

#include <QString>

class QButtonGroup;
class QPushButton;

namespace sartor::editor {

class SymptomPage : public ScrollPage {
    Q_OBJECT

public:
    explicit SymptomPage(SymptomModel& model, QWidget* parent = nullptr);

Q_SIGNALS:
    void causeRequested(const QString& id);
    void experimentRequested(const QString& id);

private:
    void refresh();
    void addStep(const diagnose::SymptomStep& step, std::size_t number);
    void addAnswer(const diagnose::SymptomAnswer& answer);
    QPushButton* makeButton(const QString& text, const char* name, const QString& tip);

    SymptomModel& model_;
    QButtonGroup* symptoms_ = nullptr;
    /// The path, below the buttons.
    QVBoxLayout* path_ = nullptr;
};

} // namespace sartor::editor
