// SPDX-License-Identifier: Apache-2.0
// Why the character is broken: ranked causes, the way there from a symptom, and experiments.
#pragma once

#include "editor/model/diagnosis_model.h"
#include "editor/model/experiment_model.h"
#include "editor/model/symptom_model.h"

#include <QWidget>

#include <optional>
#include <vector>

class QFileDialog;
class QLabel;
class QPushButton;
class QScrollArea;
class QTabWidget;
class QVBoxLayout;

namespace sartor::editor {

class CauseCard;

class DiagnosisPanel : public QWidget {
    Q_OBJECT

public:
    struct Parts {
        DiagnosisModel& diagnosis;
        Preview& preview;
        SymptomModel& symptoms;
        ExperimentModel& experiments;
    };

    explicit DiagnosisPanel(const Parts& parts, QWidget* parent = nullptr);

    enum class Page { Causes, Symptoms, Experiments };
    void showPage(Page page);
    /// Scrolls to a cause of the diagnosis and opens it. False where it is none.
    bool showCause(std::string_view id);

Q_SIGNALS:
    /// "Diagnosis", or with the number of causes.
    void titleChanged(const QString& title);
    /// The character that was opened is ill.
    void illnessFound();

private:
    QWidget* makeHeader();
    QWidget* makeCausesPage();
    QWidget* makeFooter();
    void refresh();
    void rebuildCauses();
    void refreshCards();
    void refreshHeader();
    void copyReport();
    void chooseFile(const std::optional<session::Repair>& repair);
    void exportTo(const QString& path, io::ExistingFiles existing);
    void say(const QString& text, bool isProblem);

    Parts parts_;
    /// Of the diagnosis that is shown; only compared.
    const diagnose::Diagnosis* shown_ = nullptr;
    DiagnosisModel::State shownState_ = DiagnosisModel::State::NothingOpen;
    bool wasTold_ = false;
    std::vector<CauseCard*> cards_;
    /// What is written next; none for what has been applied alone.
    std::optional<session::Repair> exported_;
    QString exportPath_;

    QLabel* verdict_ = nullptr;
    QPushButton* copy_ = nullptr;
    QPushButton* examine_ = nullptr;
    QPushButton* exportApplied_ = nullptr;
    QTabWidget* pages_ = nullptr;
    QScrollArea* causesArea_ = nullptr;
    QVBoxLayout* causes_ = nullptr;
    QWidget* footer_ = nullptr;
    QLabel* said_ = nullptr;
    QPushButton* replace_ = nullptr;
};

} // namespace sartor::editor
