// SPDX-License-Identifier: Apache-2.0
// The diagnosis in the window, and what the command line says of it.
#include "editor/app/main_window.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/diagnosis_panel.h"

#include <QDockWidget>
#include <QStringList>

namespace sartor::editor {

QDockWidget* MainWindow::makeDiagnosisDock() {
    diagnosisPanel_ = new DiagnosisPanel({diagnosis_, preview_, symptoms_, experiments_});
    QDockWidget* dock = addPanel(diagnosisPanel_, tr("Diagnosis"), Qt::RightDockWidgetArea);
    connect(diagnosisPanel_, &DiagnosisPanel::titleChanged, dock, &QDockWidget::setWindowTitle);
    // Whoever opens a broken character is told why without asking.
    connect(diagnosisPanel_, &DiagnosisPanel::illnessFound, dock, [this, dock] {
        diagnosisPanel_->showPage(DiagnosisPanel::Page::Causes);
        dock->show();
        dock->raise();
    });
    return dock;
}

void MainWindow::continueStart() {
    if (startState_ == StartState::Checking && checks_.report() != nullptr &&
        diagnosis_.state() != DiagnosisModel::State::Running) {
        startState_ = StartState::Diagnosing;
        const Status status = showStartDiagnosis();
        logFailure(status);
        if (!status) {
            startOutcome_ = StartOutcome::WrongUsage;
            showError(toQString(status.error().message));
        }
    }
    if (startState_ == StartState::Diagnosing && !preview_.isPending() &&
        symptoms_.state() != SymptomModel::State::Running) {
        finishStart();
    }
}

Status MainWindow::showStartDiagnosis() {
    using Page = DiagnosisPanel::Page;
    auto* dock = qobject_cast<QDockWidget*>(diagnosisPanel_->parentWidget());
    const bool isAskedFor = !startOptions_.mended.isEmpty() || !startOptions_.symptom.isEmpty() ||
                            !startOptions_.experiment.isEmpty();
    if (isAskedFor) {
        dock->show();
        dock->raise();
    }
    if (!startOptions_.symptom.isEmpty()) {
        diagnosisPanel_->showPage(Page::Symptoms);
        symptoms_.ask(startOptions_.symptom.toStdString());
    }
    if (!startOptions_.experiment.isEmpty()) {
        diagnosisPanel_->showPage(Page::Experiments);
        experiments_.start(startOptions_.experiment.toStdString());
    }
    if (startOptions_.mended.isEmpty()) {
        return {};
    }
    const diagnose::Diagnosis* diagnosis = diagnosis_.diagnosis();
    QStringList found;
    for (std::size_t i = 0; diagnosis != nullptr && i < diagnosis->hypotheses.size(); ++i) {
        found << toQString(diagnosis->hypotheses[i].id);
        if (found.back() == startOptions_.mended) {
            diagnosisPanel_->showCause(diagnosis->hypotheses[i].id);
            diagnosis_.setPreviewed(i, true);
            return {};
        }
    }
    return Error{"usage",
                 tr("--mended: '%1' is not what is wrong with this character; found: %2")
                     .arg(startOptions_.mended,
                          found.isEmpty() ? tr("nothing") : found.join(QStringLiteral(", ")))
                     .toStdString()};
}

} // namespace sartor::editor
