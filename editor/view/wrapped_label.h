// SPDX-License-Identifier: Apache-2.0
// Running text of the panels.
#pragma once

#include <QLabel>
#include <QString>

namespace sartor::editor {

/// Text as it is, over as many lines as it needs, that can be selected. The parent owns it.
inline QLabel* makeWrappedLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A long word of a file must not make the panel wide.
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

/// Quieter than the text around it.
inline QLabel* makeQuietLabel(const QString& text, QWidget* parent) {
    QLabel* label = makeWrappedLabel(text, parent);
    label->setProperty("quiet", true);
    return label;
}

/// A heading.
inline QLabel* makeTitleLabel(const QString& text, QWidget* parent) {
    QLabel* label = makeWrappedLabel(text, parent);
    label->setProperty("title", true);
    return label;
}

} // namespace sartor::editor
