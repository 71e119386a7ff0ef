// SPDX-License-Identifier: Apache-2.0
// The open character in numbers.
#pragma once

#include "editor/model/document.h"

#include <QWidget>

class QFormLayout;

namespace sartor::editor {

class CharacterPanel : public QWidget {
    Q_OBJECT

public:
    explicit CharacterPanel(Document& document, QWidget* parent = nullptr);

private:
    void rebuild();

    Document& document_;
    QFormLayout* layout_ = nullptr;
};

} // namespace sartor::editor
