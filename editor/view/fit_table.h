// SPDX-License-Identifier: Apache-2.0
// How well the parts of a character fit each other, in numbers: as read, and mended.
#pragma once

#include <sartor/diagnose/character_fit.h>

#include <QWidget>

namespace sartor::editor {

/// A line for each measure; with a second character only those that are not alike.
class FitTable : public QWidget {
public:
    explicit FitTable(const diagnose::CharacterFit& asRead,
                      const diagnose::CharacterFit* mended = nullptr,
                      QWidget* parent = nullptr);
};

} // namespace sartor::editor
