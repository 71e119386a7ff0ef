// SPDX-License-Identifier: Apache-2.0
// A line above the viewport for what went wrong; stays until closed or replaced, blocks nothing.
#include "editor/view/banner.h"

#include "editor/view/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace sartor::editor {

Banner::Banner(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("banner"));
    setProperty("banner", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* icon = new QLabel(this);
    icon->setPixmap(shapeIcon(IconShape::Error).pixmap(QSize(16, 16), devicePixelRatioF()));
    label_ = new QLabel(this);
    label_->setObjectName(QStringLiteral("bannerText"));
    label_->setTextFormat(Qt::PlainText);
    label_->setWordWrap(true);
    label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    offer_ = new QPushButton(this);
    offer_->setObjectName(QStringLiteral("bannerOffer"));
    connect(offer_, &QPushButton::clicked, this, [this] {
        hide();
        // What is accepted may show another message.
        const std::function<void()> accept = std::exchange(accept_, {});
        accept();
    });
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("bannerClose"));
    close->setAccessibleName(tr("Close message"));
    close->setIcon(shapeIcon(IconShape::Release));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 6, 6);
    layout->addWidget(icon);
    layout->addWidget(label_, 1);
    layout->addWidget(offer_);
    layout->addWidget(close);
    hide();
}

void Banner::showMessage(const QString& message) {
    label_->setText(message);
    offer_->hide();
    show();
}

void Banner::showOffer(const QString& message, const QString& offer, std::function<void()> accept) {
    accept_ = std::move(accept);
    label_->setText(message);
    offer_->setText(offer);
    offer_->show();
    show();
}

QString Banner::message() const {
    return isHidden() ? QString() : label_->text();
}

} // namespace sartor::editor
