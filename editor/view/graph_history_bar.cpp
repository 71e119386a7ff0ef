// SPDX-License-Identifier: Apache-2.0
// The recording of a graph that plays: dragged back to any moment, gone on from there.
#include "editor/view/graph_history_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

namespace sartor::editor {

GraphHistoryBar::GraphHistoryBar(GraphLive& live, QWidget* parent) : QWidget(parent), live_(live) {
    setObjectName(QStringLiteral("graphHistoryBar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    auto* restart = new QToolButton(this);
    restart->setObjectName(QStringLiteral("restartGraph"));
    restart->setText(tr("Restart"));
    restart->setToolTip(tr("The graph from its start, with the parameters as they are"));
    restart->setFocusPolicy(Qt::NoFocus);
    connect(restart, &QToolButton::clicked, &live_, &GraphLive::restart);
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setObjectName(QStringLiteral("graphHistory"));
    slider_->setAccessibleName(tr("Recorded moments"));
    slider_->setToolTip(tr("What was played; drag back to look at it, play to go on from there"));
    slider_->setFocusPolicy(Qt::NoFocus);
    connect(slider_, &QSlider::valueChanged, this, [this](int moment) {
        live_.showMoment(static_cast<std::size_t>(moment));
    });
    label_ = new QLabel(this);
    label_->setObjectName(QStringLiteral("graphHistoryTime"));
    label_->setProperty("mono", true);
    layout->addWidget(restart);
    layout->addWidget(slider_, 1);
    layout->addWidget(label_);
    connect(&live_, &GraphLive::frameChanged, this, &GraphHistoryBar::refresh);
    refresh();
}

void GraphHistoryBar::refresh() {
    const auto& moments = live_.moments();
    setVisible(live_.instance() != nullptr);
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, moments.empty() ? 0 : static_cast<int>(moments.size()) - 1);
    slider_->setValue(static_cast<int>(live_.shownMoment()));
    slider_->setEnabled(moments.size() > 1);
    const double time = moments.empty() ? 0.0 : moments[live_.shownMoment()].time;
    label_->setText(tr("%1 s").arg(time, 0, 'f', 3));
}

} // namespace sartor::editor
