// SPDX-License-Identifier: Apache-2.0
// What do you see? The questions that lead from there to the cause, each with its answer.
#include "editor/view/symptom_page.h"

#include "editor/model/text.h"
#include "editor/view/icons.h"
#include "editor/view/wrapped_label.h"

#include <sartor/diagnose/doctor_report.h>

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QPushButton>

namespace sartor::editor {

using State = SymptomModel::State;

SymptomPage::SymptomPage(SymptomModel& model, QWidget* parent) : ScrollPage(parent), model_(model) {
    setObjectName(QStringLiteral("symptomPage"));
    setAccessibleName(tr("Symptoms"));
    content()->addWidget(makeTitleLabel(tr("What do you see?"), widget()));
    symptoms_ = new QButtonGroup(this);
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(3);
    int number = 0;
    for (const diagnose::SymptomKind& kind : diagnose::symptomKinds()) {
        QPushButton* button = makeButton(toQString(kind.title), "", toQString(kind.description));
        button->setObjectName(QStringLiteral("symptom_") + toQString(kind.id));
        button->setProperty("choice", true);
        button->setCheckable(true);
        symptoms_->addButton(button, number++);
        buttons->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, id = std::string(kind.id)] {
            model_.ask(id);
            refresh(); // also where there is nothing to ask about
        });
    }
    content()->addLayout(buttons);
    path_ = new QVBoxLayout;
    path_->setSpacing(8);
    content()->addLayout(path_);
    content()->addStretch(1);
    connect(&model_, &SymptomModel::changed, this, &SymptomPage::refresh);
    refresh();
}

void SymptomPage::refresh() {
    // No button is chosen while nothing is asked about.
    symptoms_->setExclusive(false);
    const auto kinds = diagnose::symptomKinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        symptoms_->button(static_cast<int>(i))->setChecked(kinds[i].id == model_.symptom());
    }
    symptoms_->setExclusive(!model_.symptom().empty());
    clearLayout(*path_);
    std::size_t number = 0;
    for (const diagnose::SymptomStep& step : model_.steps()) {
        addStep(step, ++number);
    }
    switch (model_.state()) {
    case State::Idle:
        path_->addWidget(makeQuietLabel(
            tr("Each leads through a few questions about this character to what is the matter."),
            widget()));
        break;
    case State::Running: {
        auto* row = new QHBoxLayout;
        row->addWidget(makeQuietLabel(tr("Asking the next question..."), widget()), 1);
        QPushButton* cancel = makeButton(tr("Cancel"), "cancelSymptom", tr("Ask no further"));
        connect(cancel, &QPushButton::clicked, &model_, &SymptomModel::cancel);
        row->addWidget(cancel);
        path_->addLayout(row);
        break;
    }
    case State::Cancelled:
        path_->addWidget(makeQuietLabel(tr("Cancelled."), widget()));
        break;
    case State::Failed: {
        QLabel* why = makeWrappedLabel(model_.message(), widget());
        why->setObjectName(QStringLiteral("symptomProblem"));
        why->setProperty("problem", true);
        path_->addWidget(why);
        break;
    }
    case State::Done:
        addAnswer(*model_.answer());
        break;
    }
}

void SymptomPage::addStep(const diagnose::SymptomStep& step, std::size_t number) {
    auto* frame = new QWidget(widget());
    frame->setObjectName(QStringLiteral("step%1").arg(number));
    frame->setAccessibleName(toQString(step.question));
    auto* row = new QHBoxLayout(frame);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* mark = new QLabel(frame);
    mark->setPixmap(shapeIcon(step.isCause ? IconShape::Error : IconShape::Info)
                        .pixmap(QSize(14, 14), devicePixelRatioF()));
    mark->setAccessibleName(step.isCause ? tr("This is the cause") : tr("Not this"));
    row->addWidget(mark, 0, Qt::AlignTop);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(2);
    lines->addWidget(
        makeTitleLabel(QStringLiteral("%1. %2").arg(number).arg(toQString(step.question)), frame));
    lines->addWidget(makeWrappedLabel(toQString(step.finding), frame));
    lines->addWidget(makeQuietLabel(toQString(step.method), frame));
    row->addLayout(lines, 1);
    path_->addWidget(frame);
    if (model_.state() == State::Running) {
        scrollTo(frame);
    }
}

void SymptomPage::addAnswer(const diagnose::SymptomAnswer& answer) {
    auto* card = new QFrame(widget());
    card->setObjectName(QStringLiteral("symptomAnswer"));
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(6);
    layout->addWidget(
        makeTitleLabel(answer.isFound ? tr("This is why") : tr("Nothing found"), card));
    QLabel* text = makeWrappedLabel(toQString(answer.answer), card);
    text->setObjectName(QStringLiteral("answer"));
    layout->addWidget(text);
    if (!answer.remedy.empty()) {
        layout->addWidget(makeQuietLabel(tr("What to do"), card));
        layout->addWidget(makeWrappedLabel(toQString(answer.remedy), card));
    }
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    if (diagnose::findDefectKind(answer.cause) != nullptr) {
        QPushButton* cause =
            makeButton(tr("Show Cause"), "showCause", tr("Its evidence, preview and repair"));
        connect(cause, &QPushButton::clicked, this, [this, id = toQString(answer.cause)] {
            Q_EMIT causeRequested(id);
        });
        buttons->addWidget(cause);
    }
    if (!answer.experiment.empty()) {
        QPushButton* look = makeButton(
            tr("Look at It"), "lookAtIt", tr("Draw the experiment in which it is seen best"));
        connect(look, &QPushButton::clicked, this, [this, id = toQString(answer.experiment)] {
            Q_EMIT experimentRequested(id);
        });
        buttons->addWidget(look);
    }
    if (answer.clip) {
        QPushButton* moment = makeButton(
            tr("Go to Moment"), "goToMoment", tr("The clip and time at which it is seen best"));
        connect(moment, &QPushButton::clicked, &model_, &SymptomModel::goToMoment);
        buttons->addWidget(moment);
    }
    buttons->addStretch(1);
    layout->addLayout(buttons);
    path_->addWidget(card);
    scrollTo(card);
}

QPushButton* SymptomPage::makeButton(const QString& text, const char* name, const QString& tip) {
    auto* button = new QPushButton(text, widget());
    button->setObjectName(QLatin1String(name));
    button->setToolTip(tip);
    button->setAccessibleDescription(tip);
    return button;
}

} // namespace sartor::editor
