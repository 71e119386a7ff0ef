// SPDX-License-Identifier: Apache-2.0
// Green where the bind-pose identity holds, red where joints disagree; a click shows where.
#include "editor/view/bind_badge.h"

#include <QMouseEvent>
#include <QStyle>

namespace sartor::editor {

namespace {

/// Names of the style sheet.
QString badgeName(BindState state) {
    switch (state) {
    case BindState::Held:
        return QStringLiteral("good");
    case BindState::OtherPose:
        return QStringLiteral("caution");
    case BindState::Residual:
        return QStringLiteral("bad");
    case BindState::Unknown:
        break;
    }
    return QStringLiteral("none");
}

} // namespace

BindBadge::BindBadge(const Parts& parts, QWidget* parent) : QLabel(parent), parts_(parts) {
    setObjectName(QStringLiteral("bindBadge"));
    setCursor(Qt::PointingHandCursor);
    setAlignment(Qt::AlignCenter);
    // The corner of a menu bar does not follow a text that grows.
    constexpr int kPadding = 28;
    setMinimumWidth(fontMetrics().horizontalAdvance(tr("Bind residual: %1 joints").arg(9999)) +
                    kPadding);
    connect(&parts_.checks, &Checks::changed, this, &BindBadge::refresh);
    refresh();
}

void BindBadge::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || verdict_.state == BindState::Unknown) {
        return;
    }
    if (verdict_.worstJoint) {
        parts_.selection.setJoint(verdict_.worstJoint);
    }
    parts_.view.setMode(session::ViewMode::Bind);
}

void BindBadge::refresh() {
    verdict_ = describeBind(parts_.document, parts_.checks);
    setText(verdict_.text);
    setToolTip(verdict_.details);
    setProperty("badge", badgeName(verdict_.state));
    style()->unpolish(this);
    style()->polish(this);
}

} // namespace sartor::editor
