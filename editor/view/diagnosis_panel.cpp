// SPDX-License-Identifier: Apache-2.0
// Why the character is broken: ranked causes, the way there from a symptom, and experiments.
#include "editor/view/diagnosis_panel.h"

#include "editor/model/text.h"
#include "editor/view/cause_card.h"
#include "editor/view/experiment_page.h"
#include "editor/view/fit_table.h"
#include "editor/view/scroll_page.h"
#include "editor/view/symptom_page.h"
#include "editor/view/wrapped_label.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace sartor::editor {

using State = DiagnosisModel::State;

DiagnosisPanel::DiagnosisPanel(const Parts& parts, QWidget* parent)
    : QWidget(parent), parts_(parts) {
    setObjectName(QStringLiteral("diagnosisPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    pages_ = new QTabWidget(this);
    pages_->setObjectName(QStringLiteral("diagnosisPages"));
    pages_->setAccessibleName(tr("Diagnosis"));
    pages_->setDocumentMode(true);
    pages_->addTab(makeCausesPage(), tr("Causes"));
    auto* symptoms = new SymptomPage(parts_.symptoms, this);
    pages_->addTab(symptoms, tr("Symptoms"));
    auto* experiments = new ExperimentPage(parts_.experiments, this);
    pages_->addTab(experiments, tr("Experiments"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    layout->addWidget(pages_, 1);
    layout->addWidget(makeFooter());

    connect(&parts_.diagnosis, &DiagnosisModel::changed, this, &DiagnosisPanel::refresh);
    connect(&parts_.diagnosis, &DiagnosisModel::applyFailed, this, [this](const QString& why) {
        say(tr("It cannot be mended: %1").arg(why), true);
    });
    connect(&parts_.diagnosis,
            &DiagnosisModel::exported,
            this,
            [this](const QString& path, const QString& verdict, const QStringList& notes) {
                say((QStringList{tr("%1 is written. %2").arg(path, verdict)} + notes).join(u'\n'),
                    false);
            });
    connect(&parts_.diagnosis,
            &DiagnosisModel::exportFailed,
            this,
            [this](const QString&, const QString& why, bool isInTheWay) {
                say(why, true);
                replace_->setVisible(isInTheWay);
            });
    connect(&parts_.preview, &Preview::changed, this, [this] {
        if (!parts_.preview.problem().isEmpty()) {
            say(tr("It cannot be drawn: %1").arg(parts_.preview.problem()), true);
        }
    });
    connect(symptoms, &SymptomPage::causeRequested, this, [this](const QString& id) {
        showCause(id.toStdString());
    });
    connect(symptoms, &SymptomPage::experimentRequested, this, [this](const QString& id) {
        showPage(Page::Experiments);
        parts_.experiments.start(id.toStdString());
    });
    refresh();
}

void DiagnosisPanel::showPage(Page page) {
    pages_->setCurrentIndex(static_cast<int>(page));
}

bool DiagnosisPanel::showCause(std::string_view id) {
    const diagnose::Diagnosis* diagnosis = parts_.diagnosis.diagnosis();
    for (std::size_t i = 0; diagnosis != nullptr && i < diagnosis->hypotheses.size(); ++i) {
        if (diagnosis->hypotheses[i].id == id) {
            showPage(Page::Causes);
            cards_[i]->setExpanded(true);
            // The layout gives the card its place first.
            QTimer::singleShot(0, cards_[i], [this, card = cards_[i]] {
                causesArea_->ensureWidgetVisible(card, 0, 0);
                card->findChild<QPushButton*>(QStringLiteral("preview"))->setFocus();
            });
            return true;
        }
    }
    return false;
}

QWidget* DiagnosisPanel::makeHeader() {
    auto* header = new QWidget(this);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(12, 10, 12, 6);
    layout->setSpacing(8);
    verdict_ = makeTitleLabel({}, header);
    verdict_->setObjectName(QStringLiteral("verdict"));
    layout->addWidget(verdict_);
    const auto make = [header](const QString& text, const char* name, const QString& tip) {
        auto* button = new QPushButton(text, header);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        button->setAccessibleDescription(tip);
        return button;
    };
    copy_ = make(tr("Copy Report"),
                 "copyReport",
                 tr("Copy the whole diagnosis as Markdown, as sartor doctor --markdown has it"));
    connect(copy_, &QPushButton::clicked, this, &DiagnosisPanel::copyReport);
    examine_ = make({}, "examine", {});
    connect(examine_, &QPushButton::clicked, this, [this] {
        if (parts_.diagnosis.state() == State::Running) {
            parts_.diagnosis.cancel();
        } else {
            parts_.diagnosis.examine();
        }
    });
    exportApplied_ = make(tr("Export Mended..."),
                          "exportApplied",
                          tr("Write a file with everything that has been applied"));
    connect(exportApplied_, &QPushButton::clicked, this, [this] { chooseFile(std::nullopt); });
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    for (QPushButton* button : {copy_, examine_}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    layout->addLayout(buttons);
    // On a line of its own: three in a row would make small windows wider.
    layout->addWidget(exportApplied_, 0, Qt::AlignLeft);
    return header;
}

QWidget* DiagnosisPanel::makeCausesPage() {
    auto* page = new ScrollPage(this);
    causesArea_ = page;
    causesArea_->setObjectName(QStringLiteral("causes"));
    causesArea_->setAccessibleName(tr("Causes"));
    causes_ = page->content();
    return page;
}

QWidget* DiagnosisPanel::makeFooter() {
    footer_ = new QWidget(this);
    footer_->setProperty("banner", true);
    auto* layout = new QHBoxLayout(footer_);
    layout->setContentsMargins(12, 6, 12, 6);
    said_ = makeWrappedLabel({}, footer_);
    said_->setObjectName(QStringLiteral("diagnosisSaid"));
    replace_ = new QPushButton(tr("Replace"), footer_);
    replace_->setObjectName(QStringLiteral("replaceFile"));
    replace_->setToolTip(tr("Write it in place of the file that is there"));
    connect(replace_, &QPushButton::clicked, this, [this] {
        exportTo(exportPath_, io::ExistingFiles::Replace);
    });
    layout->addWidget(said_, 1);
    layout->addWidget(replace_, 0, Qt::AlignTop);
    footer_->hide();
    return footer_;
}

void DiagnosisPanel::refresh() {
    const diagnose::Diagnosis* diagnosis = parts_.diagnosis.diagnosis();
    const State state = parts_.diagnosis.state();
    if (diagnosis != shown_ || state != shownState_) {
        shown_ = diagnosis;
        shownState_ = state;
        rebuildCauses();
        // It asks for the file of a character that is no longer the open one.
        delete findChild<QFileDialog*>(QStringLiteral("exportDialog"));
        footer_->setVisible(footer_->isVisible() && state != State::NothingOpen);
    }
    refreshHeader();
    refreshCards();
    const std::size_t count = diagnosis == nullptr ? 0 : diagnosis->hypotheses.size();
    const bool isIll = diagnosis != nullptr && !diagnosis->isHealthy;
    Q_EMIT titleChanged(isIll ? tr("Diagnosis (%1)").arg(count) : tr("Diagnosis"));
    if (isIll && !wasTold_) {
        Q_EMIT illnessFound();
    }
    wasTold_ = isIll;
}

void DiagnosisPanel::refreshHeader() {
    const State state = parts_.diagnosis.state();
    const auto verdict = [&]() -> QString {
        switch (state) {
        case State::NothingOpen:
            return tr("Nothing open");
        case State::Running:
            return tr("Examining the character...");
        case State::Cancelled:
            return tr("The examination was cancelled");
        case State::Unskinned:
        case State::Failed:
            return parts_.diagnosis.message();
        case State::Done:
            return toQString(parts_.diagnosis.diagnosis()->summary);
        }
        return {};
    };
    verdict_->setText(verdict());
    copy_->setEnabled(state == State::Done);
    examine_->setEnabled(state != State::NothingOpen);
    examine_->setText(state == State::Running ? tr("Cancel") : tr("Examine Again"));
    examine_->setToolTip(state == State::Running ? tr("Stop the examination")
                                                 : tr("Test every known cause again"));
    const bool hasRepairs = parts_.diagnosis.hasRepairs();
    exportApplied_->setVisible(hasRepairs);
    exportApplied_->setEnabled(parts_.diagnosis.exportRefusal().isEmpty() &&
                               !parts_.diagnosis.isExporting());
}

void DiagnosisPanel::rebuildCauses() {
    cards_.clear();
    clearLayout(*causes_);
    const diagnose::Diagnosis* diagnosis = parts_.diagnosis.diagnosis();
    QWidget* owner = causesArea_->widget();
    if (diagnosis == nullptr) {
        causes_->addStretch(1);
        return;
    }
    for (std::size_t i = 0; i < diagnosis->hypotheses.size(); ++i) {
        auto* card = new CauseCard(*diagnosis, i, owner);
        connect(card, &CauseCard::previewToggled, this, [this, i](bool isPreviewed) {
            parts_.diagnosis.setPreviewed(i, isPreviewed);
        });
        connect(card, &CauseCard::applyRequested, this, [this, i] { parts_.diagnosis.apply(i); });
        connect(card, &CauseCard::exportRequested, this, [this, i] {
            chooseFile(parts_.diagnosis.repairOf(i));
        });
        causes_->addWidget(card);
        cards_.push_back(card);
    }
    if (diagnosis->hypotheses.empty()) {
        QLabel* what = makeWrappedLabel(
            diagnosis->isHealthy
                ? tr("Every known cause was tested; none explains more than the file as it is. "
                     "Measured at rest and in small random poses:")
                : tr("No known cause explains it. Measured at rest and in small random poses:"),
            owner);
        what->setObjectName(QStringLiteral("measured"));
        causes_->addWidget(what);
        causes_->addWidget(new FitTable(diagnosis->asRead, nullptr, owner));
        causes_->addWidget(makeQuietLabel(
            diagnosis->isHealthy
                ? tr("Does it look wrong all the same? Symptoms leads there from what is seen.")
                : tr("Experiments switches off one part of the character after the other."),
            owner));
    }
    causes_->addStretch(1);
}

void DiagnosisPanel::refreshCards() {
    const bool isBusy = parts_.diagnosis.isApplying() || parts_.diagnosis.isExporting();
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        cards_[i]->setAbilities(
            {parts_.diagnosis.isPreviewed(i), isBusy, parts_.diagnosis.exportRefusal()});
    }
}

void DiagnosisPanel::copyReport() {
    QGuiApplication::clipboard()->setText(parts_.diagnosis.markdown());
    say(tr("The report is on the clipboard."), false);
}

void DiagnosisPanel::chooseFile(const std::optional<session::Repair>& repair) {
    exported_ = repair;
    auto* dialog = new QFileDialog(this, tr("Export Mended Character"));
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("glTF binary (*.glb)"), tr("glTF (*.gltf)")});
    // What is in the way is asked about once it is known to be.
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    const QString path = parts_.diagnosis.suggestedPath();
    dialog->selectNameFilter(dialog->nameFilters().at(path.endsWith(u".gltf") ? 1 : 0));
    dialog->setDefaultSuffix(path.endsWith(u".gltf") ? QStringLiteral("gltf")
                                                     : QStringLiteral("glb"));
    dialog->selectFile(path);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        exportTo(file, io::ExistingFiles::Keep);
    });
    dialog->open();
}

void DiagnosisPanel::exportTo(const QString& path, io::ExistingFiles existing) {
    exportPath_ = path;
    say(tr("Writing %1...").arg(path), false);
    parts_.diagnosis.exportFile(path, exported_, existing);
}

void DiagnosisPanel::say(const QString& text, bool isProblem) {
    said_->setText(text);
    footer_->setProperty("banner", isProblem);
    footer_->style()->unpolish(footer_);
    footer_->style()->polish(footer_);
    replace_->hide();
    footer_->show();
}

} // namespace sartor::editor
