// SPDX-License-Identifier: Apache-2.0
// Root motion while a graph plays: the tracks from above, who produced and who took it, what is
// off.
#include "editor/view/root_motion_panel.h"

#include "editor/view/grid_lines.h"
#include "editor/view/theme.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyle>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

/// A round length that is about as long as asked for: 1, 2 or 5 times a power of ten.
double roundLength(double length) {
    const double power = std::pow(10.0, std::floor(std::log10(length)));
    const double digit = length / power;
    return power * (digit < 2.0 ? 1.0 : digit < 5.0 ? 2.0 : 5.0);
}

QLabel* makeLabel(const char* name, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    return label;
}

void setProblem(QLabel& label, bool isProblem) {
    if (label.property("problem").toBool() != isProblem) {
        label.setProperty("problem", isProblem);
        label.style()->unpolish(&label);
        label.style()->polish(&label);
    }
}

} // namespace

RootMotionTracks::RootMotionTracks(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("rootMotionTracks"));
    setAccessibleName(tr("Tracks from above"));
}

void RootMotionTracks::setReport(const RootMotionReport& report) {
    report_ = report;
    update();
}

void RootMotionTracks::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = themeColours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), colours.field);
    // A character that stands still is not blown up to the size of the panel.
    constexpr double kSmallest = 0.5;
    constexpr double kMargin = 26.0;
    QRectF bounds = report_.expected.boundingRect() | report_.entity.boundingRect() |
                    report_.root.boundingRect();
    const double growX = std::max(0.0, kSmallest - bounds.width()) / 2;
    const double growY = std::max(0.0, kSmallest - bounds.height()) / 2;
    bounds.adjust(-growX, -growY, growX, growY);
    const double scale = std::max(1e-3,
                                  std::min((width() - 2 * kMargin) / bounds.width(),
                                           (height() - 2 * kMargin) / bounds.height()));
    const QPointF middle = QRectF(rect()).center();
    const auto at = [&](const QPointF& place) {
        return middle + (place - bounds.center()) * scale;
    };
    // Lines of a round number of metres.
    const double step = roundLength(std::max(bounds.width(), bounds.height()) / 4);
    const QRectF shown(bounds.center() - middle / scale, QSizeF(size()) / scale);
    painter.setPen(QPen(colours.panel, 1));
    for (const double x : gridLines(shown.left(), shown.right(), step)) {
        painter.drawLine(QPointF(at({x, 0}).x(), 0), QPointF(at({x, 0}).x(), height()));
    }
    for (const double y : gridLines(shown.top(), shown.bottom(), step)) {
        painter.drawLine(QPointF(0, at({0, y}).y()), QPointF(width(), at({0, y}).y()));
    }
    struct Track {
        const QPolygonF& places;
        QColor colour;
        QString name;
        Qt::PenStyle style;
        qreal width;
    };
    const Track tracks[] = {
        {report_.expected, colours.quietText, tr("What clips say"), Qt::DotLine, 5.0},
        {report_.entity, colours.accent, tr("Entity"), Qt::SolidLine, 3.0},
        {report_.root, colours.playhead, tr("Skeleton root"), Qt::SolidLine, 1.5}};
    double legend = 6.0;
    for (const Track& track : tracks) {
        QPolygonF line;
        for (const QPointF& place : track.places) {
            line << at(place);
        }
        painter.setPen(QPen(track.colour, track.width, track.style, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(line);
        if (!line.isEmpty()) {
            painter.setBrush(track.colour);
            painter.setPen(Qt::NoPen);
            painter.drawEllipse(line.back(), track.width + 1.0, track.width + 1.0);
        }
        painter.setPen(QPen(track.colour, track.width, track.style));
        painter.drawLine(QPointF(8, legend + 8), QPointF(26, legend + 8));
        painter.setPen(colours.text);
        painter.drawText(QPointF(32, legend + 12), track.name);
        legend += 16.0;
    }
    painter.setPen(colours.quietText);
    painter.drawText(rect().adjusted(0, 0, -8, -5),
                     Qt::AlignRight | Qt::AlignBottom,
                     tr("grid %1 m, +Z up").arg(step));
}

RootMotionPanel::RootMotionPanel(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
    setObjectName(QStringLiteral("rootMotionPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    tracks_ = new RootMotionTracks(this);
    layout->addWidget(tracks_, 2);
    auto* side = new QVBoxLayout;
    side->setContentsMargins(8, 8, 8, 8);
    auto* form = new QFormLayout;
    owner_ = makeLabel("rootMotionOwner", this);
    conservation_ = makeLabel("rootMotionConservation", this);
    conservation_->setToolTip(
        tr("How far entity and pose together are from what the clips say, since the start"));
    verdict_ = makeLabel("rootMotionVerdict", this);
    form->addRow(tr("Owner"), owner_);
    form->addRow(tr("Out of balance by"), conservation_);
    form->addRow(tr("Verdict"), verdict_);
    side->addLayout(form);
    sources_ = new QTableWidget(0, 5, this);
    sources_->setObjectName(QStringLiteral("rootMotionSources"));
    sources_->setAccessibleName(tr("Sources of the last frame"));
    sources_->setHorizontalHeaderLabels(
        {tr("Source"), tr("What"), tr("Weight"), tr("Clip time"), tr("Way and turn")});
    sources_->verticalHeader()->hide();
    sources_->setShowGrid(false);
    sources_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    sources_->setSelectionMode(QAbstractItemView::NoSelection);
    sources_->horizontalHeader()->setStretchLastSection(true);
    side->addWidget(sources_, 1);
    layout->addLayout(side, 3);
    connect(&workspace_.live, &GraphLive::frameChanged, this, &RootMotionPanel::refresh);
    refresh();
}

void RootMotionPanel::refresh() {
    const graph::GraphInstance* instance = workspace_.live.instance();
    if (instance == nullptr) {
        RootMotionReport nothing;
        nothing.verdict = tr("No graph plays");
        show(nothing);
    } else if (instance->graph().definition().rootMotion.joint.empty()) {
        RootMotionReport nothing;
        nothing.verdict = tr("The graph has no root motion: choose its joint in the graph's "
                             "properties");
        show(nothing);
    } else {
        show(rootMotionReport(instance->rootMotionLedger(), instance->graph().definition()));
    }
}

void RootMotionPanel::show(const RootMotionReport& report) {
    tracks_->setReport(report);
    owner_->setText(report.owner);
    conservation_->setText(report.conservation);
    setProblem(*conservation_, !report.isConserved);
    verdict_->setText(report.verdict);
    setProblem(*verdict_, report.isFault);
    sources_->setRowCount(static_cast<int>(report.sources.size()));
    for (std::size_t i = 0; i < report.sources.size(); ++i) {
        const RootMotionReport::Source& source = report.sources[i];
        const QString texts[] = {
            source.node, source.what, source.weight, source.times, source.delta};
        for (int column = 0; column < 5; ++column) {
            QTableWidgetItem* item = sources_->item(static_cast<int>(i), column);
            if (item == nullptr) {
                item = new QTableWidgetItem;
                sources_->setItem(static_cast<int>(i), column, item);
            }
            item->setText(texts[column]);
        }
    }
}

} // namespace sartor::editor
