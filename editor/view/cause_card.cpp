// SPDX-License-Identifier: Apache-2.0
// One possible cause: what it is, what speaks for it, and what can be done.
#include "editor/view/cause_card.h"

#include "editor/model/text.h"
#include "editor/view/fit_table.h"
#include "editor/view/wrapped_label.h"

#include <sartor/diagnose/doctor_report.h>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

QString titleOf(std::string_view id) {
    const diagnose::DefectKind* kind = diagnose::findDefectKind(id);
    return toQString(kind == nullptr ? id : kind->title);
}

} // namespace

CauseCard::CauseCard(const diagnose::Diagnosis& diagnosis, std::size_t hypothesis, QWidget* parent)
    : QFrame(parent), canRepair_(diagnosis.hypotheses[hypothesis].canRepair) {
    const diagnose::Hypothesis& found = diagnosis.hypotheses[hypothesis];
    const std::size_t rank = hypothesis + 1;
    setObjectName(QStringLiteral("cause%1").arg(rank));
    setProperty("card", true);
    setAccessibleName(tr("Cause %1: %2").arg(rank).arg(titleOf(found.id)));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(6);
    layout->addLayout(makeHeader(found, rank));
    QLabel* why = makeWrappedLabel(toQString(found.explanation), this);
    why->setObjectName(QStringLiteral("why"));
    layout->addWidget(why);
    for (const std::string& other : found.sameAs) {
        QLabel* same = makeWrappedLabel(
            tr("Cannot be told apart from “%1”: both repairs deform alike.").arg(titleOf(other)),
            this);
        same->setObjectName(QStringLiteral("sameAs"));
        same->setProperty("caution", true);
        layout->addWidget(same);
    }
    if (!canRepair_) {
        QLabel* lost = makeWrappedLabel(
            tr("Cannot be mended here: the file no longer holds what is needed. Mend it at its "
               "source."),
            this);
        lost->setObjectName(QStringLiteral("notRepairable"));
        lost->setProperty("caution", true);
        layout->addWidget(lost);
    }
    details_ = makeDetails(diagnosis, found);
    layout->addWidget(details_);
    layout->addLayout(makeButtons());
    setAbilities({});
    setExpanded(rank == 1 || !canRepair_);
}

QLayout* CauseCard::makeHeader(const diagnose::Hypothesis& hypothesis, std::size_t rank) {
    auto* header = new QHBoxLayout;
    header->setSpacing(8);
    QLabel* title =
        makeTitleLabel(QStringLiteral("%1. %2").arg(rank).arg(titleOf(hypothesis.id)), this);
    title->setObjectName(QStringLiteral("title"));
    title->setToolTip(toQString(diagnose::nameOf(hypothesis)));
    header->addWidget(title, 1);
    auto* score =
        new QLabel(tr("%1 %").arg(static_cast<int>(std::lround(hypothesis.score * 100.0))), this);
    score->setObjectName(QStringLiteral("score"));
    score->setProperty("badge", rank == 1 ? "bad" : "none");
    score->setToolTip(tr("How much of what is wrong it explains"));
    score->setAccessibleName(tr("Explains %1").arg(score->text()));
    header->addWidget(score, 0, Qt::AlignTop);
    more_ = new QToolButton(this);
    more_->setObjectName(QStringLiteral("more"));
    more_->setAutoRaise(true);
    connect(more_, &QToolButton::clicked, this, [this] { setExpanded(!isExpanded()); });
    header->addWidget(more_, 0, Qt::AlignTop);
    return header;
}

QWidget* CauseCard::makeDetails(const diagnose::Diagnosis& diagnosis,
                                const diagnose::Hypothesis& hypothesis) {
    auto* details = new QWidget(this);
    details->setObjectName(QStringLiteral("details"));
    auto* layout = new QVBoxLayout(details);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    const auto add = [&](const QString& head, std::string_view text, const char* name) {
        if (text.empty()) {
            return;
        }
        layout->addWidget(makeQuietLabel(head, details));
        QLabel* body = makeWrappedLabel(toQString(text), details);
        body->setObjectName(QLatin1String(name));
        layout->addWidget(body);
    };
    add(tr("Evidence"), hypothesis.evidence, "evidence");
    layout->addWidget(new FitTable(diagnosis.asRead, &hypothesis.repaired, details));
    if (canRepair_) {
        add(tr("What mending does"), hypothesis.fix, "fix");
    }
    if (const diagnose::DefectKind* kind = diagnose::findDefectKind(hypothesis.id)) {
        add(tr("At its source"), kind->remedy, "remedy");
    }
    QLabel* name = makeQuietLabel(toQString(diagnose::nameOf(hypothesis)), details);
    name->setProperty("mono", true);
    layout->addWidget(name);
    return details;
}

QLayout* CauseCard::makeButtons() {
    const auto make = [this](const QString& text, const char* name, const QString& tip) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleDescription(tip);
        button->setToolTip(tip);
        return button;
    };
    preview_ = make(tr("Preview"), "preview", tr("Draw the character mended; nothing is changed"));
    preview_->setCheckable(true);
    apply_ = make(tr("Apply"), "apply", tr("Mend the open character; can be undone"));
    export_ = make(tr("Export..."), "export", tr("Write a mended file"));
    connect(preview_, &QPushButton::clicked, this, &CauseCard::previewToggled);
    connect(apply_, &QPushButton::clicked, this, &CauseCard::applyRequested);
    connect(export_, &QPushButton::clicked, this, &CauseCard::exportRequested);
    // Two lines: three in a row would make small windows wider.
    auto* buttons = new QGridLayout;
    buttons->setSpacing(6);
    buttons->addWidget(preview_, 0, 0, 1, 2);
    buttons->addWidget(apply_, 1, 0);
    buttons->addWidget(export_, 1, 1);
    return buttons;
}

void CauseCard::setAbilities(const Abilities& abilities) {
    preview_->setChecked(abilities.isPreviewed);
    preview_->setEnabled(canRepair_);
    apply_->setEnabled(canRepair_ && !abilities.isBusy);
    export_->setEnabled(canRepair_ && !abilities.isBusy && abilities.exportRefusal.isEmpty());
    export_->setToolTip(abilities.exportRefusal.isEmpty() ? export_->accessibleDescription()
                                                          : abilities.exportRefusal);
}

void CauseCard::setExpanded(bool isExpanded) {
    details_->setVisible(isExpanded);
    more_->setArrowType(isExpanded ? Qt::UpArrow : Qt::DownArrow);
    more_->setAccessibleName(isExpanded ? tr("Less") : tr("More"));
    more_->setToolTip(isExpanded ? tr("Less") : tr("Evidence, numbers, and what to do"));
}

bool CauseCard::isExpanded() const {
    return !details_->isHidden();
}

} // namespace sartor::editor
