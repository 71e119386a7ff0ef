// SPDX-License-Identifier: Apache-2.0
// What the forms of the panels have in common.
#pragma once

#include <QFormLayout>
#include <QLabel>
#include <QString>

namespace sartor::editor {

/// Fields as wide as the panel; those that do not fit beside their titles stand below.
inline QFormLayout* makeWrappingForm() {
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    return form;
}

/// The title of a part of a form. The parent owns it.
inline QLabel* makeHeading(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("title", true);
    return label;
}

} // namespace sartor::editor
