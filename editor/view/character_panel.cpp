// SPDX-License-Identifier: Apache-2.0
// The open character in numbers.
#include "editor/view/character_panel.h"

#include "editor/model/character_facts.h"

#include <QFormLayout>
#include <QLabel>

namespace sartor::editor {

CharacterPanel::CharacterPanel(Document& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    setObjectName(QStringLiteral("characterPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    layout_ = new QFormLayout(this);
    layout_->setContentsMargins(10, 8, 10, 8);
    layout_->setVerticalSpacing(4);
    layout_->setHorizontalSpacing(16);
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change) || change == DocumentChange::Influences) {
            rebuild();
        }
    });
    rebuild();
}

void CharacterPanel::rebuild() {
    while (layout_->rowCount() > 0) {
        layout_->removeRow(0);
    }
    const auto session = document_.session();
    if (session == nullptr) {
        auto* empty = new QLabel(tr("Nothing open"), this);
        empty->setProperty("quiet", true);
        layout_->addRow(empty);
        return;
    }
    for (const Fact& fact : describeCharacter(*session)) {
        auto* label = new QLabel(fact.label, this);
        label->setProperty("quiet", true);
        auto* value = new QLabel(fact.value, this);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout_->addRow(label, value);
    }
}

} // namespace sartor::editor
