// SPDX-License-Identifier: Apache-2.0
// How well the parts of a character fit each other, in numbers: as read, and mended.
#include "editor/view/fit_table.h"

#include "editor/model/text.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <array>
#include <cmath>

namespace sartor::editor {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("FitTable", text);
}

struct Measure {
    QString name;
    QString hint;
    double (*value)(const diagnose::CharacterFit&);
};

std::array<Measure, 6> measures() {
    using Fit = diagnose::CharacterFit;
    return {{
        {tr("Bind residual"),
         tr("How far the rest pose puts a joint from where it was bound, of the skeleton's size"),
         [](const Fit& fit) { return fit.bindResidual; }},
        {tr("Bind spread"),
         tr("How far the joints are from agreeing on one bind pose"),
         [](const Fit& fit) { return fit.bindSpread; }},
        {tr("Distance to bones"),
         tr("How far vertices are from the bones that carry them, of the character's size; some is "
            "usual"),
         [](const Fit& fit) { return fit.locality; }},
        {tr("Edge stretch"),
         tr("How much edges stretch in small random poses (99th percentile); bending costs some"),
         [](const Fit& fit) { return fit.stretch; }},
        {tr("Weight error"),
         tr("How far the weights of a vertex are from a sum of one"),
         [](const Fit& fit) { return fit.weightError; }},
        {tr("Bad indices"),
         tr("Influences that name no joint of their skin"),
         [](const Fit& fit) { return static_cast<double>(fit.badIndexCount); }},
    }};
}

/// Three digits tell them apart, or both are as good as nothing.
bool areAlike(double a, double b) {
    constexpr double kNothing = 1e-5;
    return std::abs(a - b) <= 1e-3 * std::max(std::abs(a), std::abs(b)) ||
           (std::abs(a) < kNothing && std::abs(b) < kNothing);
}

} // namespace

FitTable::FitTable(const diagnose::CharacterFit& asRead,
                   const diagnose::CharacterFit* mended,
                   QWidget* parent)
    : QWidget(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    const auto add = [&](int row, int column, const QString& text, const char* look) {
        auto* label = new QLabel(text, this);
        label->setProperty(look, true);
        label->setAlignment(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
        grid->addWidget(label, row, column);
        return label;
    };
    int row = 0;
    if (mended != nullptr) {
        add(row, 1, tr("as read"), "quiet");
        add(row, 2, tr("mended"), "quiet");
        ++row;
    }
    for (const Measure& measure : measures()) {
        const double before = measure.value(asRead);
        if (mended != nullptr && areAlike(before, measure.value(*mended))) {
            continue;
        }
        add(row, 0, measure.name, "quiet")->setToolTip(measure.hint);
        add(row, 1, numberText(before), "mono");
        if (mended != nullptr) {
            add(row, 2, numberText(measure.value(*mended)), "mono");
        }
        ++row;
    }
}

} // namespace sartor::editor
