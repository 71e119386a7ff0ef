// SPDX-License-Identifier: Apache-2.0
// The line at the bottom of the window: file, counts, unit, cost of a picture, device.
#include "editor/view/status_bar.h"

#include "editor/model/character_facts.h"
#include "editor/model/text.h"
#include "editor/view/viewport_widget.h"

#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

namespace sartor::editor {

StatusBar::StatusBar(const Parts& parts, QWidget* parent) : QStatusBar(parent), parts_(parts) {
    file_ = new QLabel(this);
    file_->setObjectName(QStringLiteral("fileStatus"));
    addWidget(file_, 1);
    addLoading();
    counts_ = addLabel("countStatus");
    unit_ = addLabel("unitStatus");
    rate_ = addLabel("rateStatus");
    device_ = addLabel("deviceStatus");
    setSizeGripEnabled(false);
    connect(&parts_.loader, &FileLoader::loadingChanged, this, &StatusBar::refresh);
    connect(&parts_.viewport, &ViewportWidget::pictureDrawn, this, &StatusBar::showRate);
    connect(&parts_.viewport, &ViewportWidget::deviceChanged, this, &StatusBar::refresh);
    connect(&parts_.player, &Player::playingChanged, this, [this] {
        pictureCount_ = 0;
        rateTimer_.start();
    });
    connect(&parts_.document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change) || change == DocumentChange::Backend) {
            refresh();
        }
    });
    refresh();
}

QLabel* StatusBar::addLabel(const char* name) {
    auto* label = new QLabel(this);
    label->setObjectName(QLatin1String(name));
    addPermanentWidget(label);
    return label;
}

/// Seen only while a file is read.
void StatusBar::addLoading() {
    auto* progress = new QProgressBar(this);
    progress->setObjectName(QStringLiteral("loadProgress"));
    progress->setRange(0, 0);
    progress->setFixedSize(120, 8);
    progress->setTextVisible(false);
    auto* cancel = new QToolButton(this);
    cancel->setObjectName(QStringLiteral("cancelLoad"));
    cancel->setText(tr("Cancel"));
    connect(cancel, &QToolButton::clicked, &parts_.loader, &FileLoader::cancel);
    for (QWidget* widget : {static_cast<QWidget*>(progress), static_cast<QWidget*>(cancel)}) {
        addPermanentWidget(widget);
        widget->hide();
        connect(&parts_.loader, &FileLoader::loadingChanged, widget, &QWidget::setVisible);
    }
}

void StatusBar::refresh() {
    const auto session = parts_.document.session();
    if (parts_.loader.isLoading()) {
        file_->setText(tr("Opening %1").arg(QFileInfo(parts_.loader.path()).fileName()));
    } else {
        file_->setText(session == nullptr ? tr("Ready") : pathText(session->scene().path));
    }
    if (session == nullptr) {
        return;
    }
    const CharacterCounts counts = countCharacter(*session);
    const QLocale locale(QLocale::English);
    counts_->setText(tr("%1 vertices, %2 joints")
                         .arg(locale.toString(static_cast<qulonglong>(counts.vertices)),
                              locale.toString(static_cast<qulonglong>(counts.skinJoints))));
    unit_->setText(unitText(session->scene()));
    const QString drawer = parts_.viewport.deviceName();
    device_->setText(
        drawer.isEmpty()
            ? tr("Deforms on %1").arg(toQString(session->deviceName()))
            : tr("Deforms on %1, drawn by %2").arg(toQString(session->deviceName()), drawer));
}

void StatusBar::showRate(double pictureSeconds) {
    constexpr qint64 kTellEvery = 500;
    const QString cost = tr("%1 ms a picture").arg(pictureSeconds * 1e3, 0, 'f', 1);
    if (!parts_.player.isPlaying()) {
        rate_->setText(cost);
        return;
    }
    ++pictureCount_;
    const qint64 elapsed = rateTimer_.elapsed();
    if (elapsed >= kTellEvery) {
        const double rate = 1000.0 * pictureCount_ / static_cast<double>(elapsed);
        rate_->setText(tr("%1 fps, %2").arg(rate, 0, 'f', 0).arg(cost));
        rateTimer_.restart();
        pictureCount_ = 0;
    }
}

} // namespace sartor::editor
