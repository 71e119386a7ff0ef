// SPDX-License-Identifier: Apache-2.0
// What a rigger would try by hand, one click each: drawn in the viewport, with what follows.
#include "editor/view/experiment_page.h"

#include "editor/model/text.h"
#include "editor/view/wrapped_label.h"

#include <QButtonGroup>
#include <QFrame>
#include <QGridLayout>
#include <QPushButton>
#include <QStringList>

#include <span>

namespace sartor::editor {

namespace {

QString partNames(std::span<const diagnose::CharacterPart> parts) {
    QStringList names;
    for (const diagnose::CharacterPart part : parts) {
        names << toQString(diagnose::nameOf(part));
    }
    return names.join(QStringLiteral(", "));
}

QWidget* makeMeasures(const std::vector<diagnose::ExperimentMeasure>& measures, QWidget* parent) {
    auto* table = new QWidget(parent);
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    int row = 0;
    for (const diagnose::ExperimentMeasure& measure : measures) {
        grid->addWidget(makeQuietLabel(toQString(measure.name), table), row, 0);
        auto* value = new QLabel(numberText(measure.value) + u' ' + toQString(measure.unit), table);
        value->setProperty("mono", true);
        grid->addWidget(value, row, 1, Qt::AlignRight | Qt::AlignTop);
        ++row;
    }
    return table;
}

} // namespace

ExperimentPage::ExperimentPage(ExperimentModel& model, QWidget* parent)
    : ScrollPage(parent), model_(model) {
    setObjectName(QStringLiteral("experimentPage"));
    setAccessibleName(tr("Experiments"));
    content()->addWidget(makeTitleLabel(tr("Switch one part off"), widget()));
    experiments_ = new QButtonGroup(this);
    experiments_->setExclusive(false);
    auto* buttons = new QVBoxLayout;
    buttons->setSpacing(3);
    int number = 0;
    for (const diagnose::ExperimentKind& kind : diagnose::experimentKinds()) {
        auto* button = new QPushButton(toQString(kind.title), widget());
        button->setObjectName(QStringLiteral("experiment_") + toQString(kind.id));
        button->setProperty("choice", true);
        button->setCheckable(true);
        button->setToolTip(toQString(kind.change));
        button->setAccessibleDescription(toQString(kind.change));
        experiments_->addButton(button, number++);
        buttons->addWidget(button);
        // A second click brings the character back.
        connect(button, &QPushButton::clicked, this, [this, id = std::string(kind.id)](bool isOn) {
            if (isOn) {
                model_.start(id);
            } else {
                model_.stop();
            }
            refresh();
        });
    }
    content()->addLayout(buttons);
    conclusion_ = new QVBoxLayout;
    conclusion_->setSpacing(8);
    content()->addLayout(conclusion_);
    content()->addStretch(1);
    connect(&model_, &ExperimentModel::changed, this, &ExperimentPage::refresh);
    refresh();
}

void ExperimentPage::refresh() {
    const auto kinds = diagnose::experimentKinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        experiments_->button(static_cast<int>(i))->setChecked(kinds[i].id == model_.running());
    }
    clearLayout(*conclusion_);
    if (const diagnose::ExperimentKind* kind = ExperimentModel::findKind(model_.running())) {
        addConclusion(*kind);
    } else if (!model_.problem().isEmpty()) {
        QLabel* why = makeWrappedLabel(model_.problem(), widget());
        why->setObjectName(QStringLiteral("experimentProblem"));
        why->setProperty("problem", true);
        conclusion_->addWidget(why);
    } else {
        conclusion_->addWidget(makeQuietLabel(
            tr("Each draws the character with one part off or replaced, and says what follows. A "
               "second click brings the character back."),
            widget()));
    }
}

void ExperimentPage::addConclusion(const diagnose::ExperimentKind& kind) {
    auto* card = new QFrame(widget());
    card->setObjectName(QStringLiteral("experimentConclusion"));
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(6);
    const auto& result = model_.result();
    QLabel* conclusion =
        makeTitleLabel(result ? toQString(result->conclusion) : tr("Drawing it..."), card);
    conclusion->setObjectName(QStringLiteral("conclusion"));
    layout->addWidget(conclusion);
    const auto add = [&](const QString& head, const QString& text) {
        if (!text.isEmpty()) {
            layout->addWidget(makeQuietLabel(head, card));
            layout->addWidget(makeWrappedLabel(text, card));
        }
    };
    if (result) {
        add(tr("Right"), partNames(result->cleared));
        add(tr("One of these is wrong"), partNames(result->suspected));
        layout->addWidget(makeMeasures(result->measures, card));
    }
    add(tr("What is done"), toQString(kind.change));
    add(tr("What to look for"), toQString(kind.lookFor));
    conclusion_->addWidget(card);
    if (result) {
        scrollTo(card);
    }
}

} // namespace sartor::editor
