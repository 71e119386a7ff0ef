// SPDX-License-Identifier: Apache-2.0
// The characters of an experiment side by side, under one camera, each with its number and curve.
#include "samples/lab/columns_view.h"

#include "editor/model/text.h"
#include "editor/view/theme.h"
#include "samples/lab/report.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace sartor::lab {

namespace {

using editor::themeColours;
using editor::toQString;

constexpr qreal kGap = 8.0;
constexpr qreal kWordsHeight = 66.0;
constexpr qreal kCurveHeight = 130.0;
constexpr qreal kStackedWordsWidth = 260.0;
constexpr float kRadiansPerPixel = 0.008f;
const QColor kMeasured(0xf2, 0x9c, 0x3a);
const QColor kExpected(0xe8, 0xec, 0xf2);

QFont scaled(const QFont& font, qreal factor, QFont::Weight weight = QFont::Normal) {
    QFont result = font;
    result.setPointSizeF(font.pointSizeF() * factor);
    result.setWeight(weight);
    return result;
}

/// Few enough to be read at a glance.
int digitsOf(const Readout& readout) {
    return readout.measured.size() > 1 ? 3 : readout.unit.empty() ? 4 : 2;
}

} // namespace

ColumnsView::ColumnsView(gpu::Device* device, QWidget* parent)
    : QWidget(parent), pictures_(device) {
    setObjectName(QStringLiteral("columns"));
    setAccessibleName(tr("Characters side by side"));
    setMinimumSize(480, 320);
}

void ColumnsView::setExperiment(const Experiment* experiment) {
    experiment_ = experiment;
    pictures_.release();
    isCameraMoved_ = false;
    frameAll();
    update();
}

void ColumnsView::refresh() {
    update();
}

QSize ColumnsView::sizeHint() const {
    return {1100, 560};
}

ColumnsView::Tile ColumnsView::tile(std::size_t column) const {
    const auto count = static_cast<qreal>(experiment_->columnCount());
    if (experiment_->sample().arrangement == Arrangement::Stacked) {
        const qreal rowHeight = (height() - kGap * (count - 1.0)) / count;
        const qreal top = static_cast<qreal>(column) * (rowHeight + kGap);
        return {QRectF(0.0, top, kStackedWordsWidth, rowHeight),
                QRectF(kStackedWordsWidth, top, this->width() - kStackedWordsWidth, rowHeight),
                {}};
    }
    const qreal width = (this->width() - kGap * (count - 1.0)) / count;
    const qreal left = static_cast<qreal>(column) * (width + kGap);
    const bool hasCurve = std::ranges::any_of(
        std::views::iota(std::size_t{0}, experiment_->columnCount()),
        [&](std::size_t i) { return experiment_->measurement(i).curve.has_value(); });
    const qreal below = hasCurve ? kCurveHeight : 0.0;
    return {QRectF(left, 0.0, width, kWordsHeight),
            QRectF(left, kWordsHeight, width, std::max(40.0, height() - kWordsHeight - below)),
            QRectF(left, height() - below, width, below)};
}

void ColumnsView::frameAll() {
    if (experiment_ == nullptr) {
        return;
    }
    const Viewpoint& viewpoint = experiment_->sample().viewpoint;
    render::Bounds bounds;
    bounds.add(viewpoint.minimum);
    bounds.add(viewpoint.maximum);
    const QRectF picture = tile(0).picture;
    camera_ = render::frameBounds(bounds,
                                  static_cast<float>(picture.width() / picture.height()),
                                  viewpoint.yaw,
                                  viewpoint.pitch);
}

void ColumnsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), themeColours().window);
    if (experiment_ == nullptr) {
        return;
    }
    for (std::size_t column = 0; column < experiment_->columnCount(); ++column) {
        const Tile place = tile(column);
        paintWords(painter, column, place.words);
        paintPicture(painter, column, place.picture);
        const auto& curve = experiment_->measurement(column).curve;
        if (curve && !place.curve.isEmpty()) {
            paintCurve(painter, *curve, place.curve);
        }
    }
}

void ColumnsView::paintWords(QPainter& painter, std::size_t column, const QRectF& area) const {
    const Column& words = experiment_->column(column);
    const QRectF inside = area.adjusted(10.0, 6.0, -10.0, -4.0);
    painter.fillRect(area, themeColours().panel);
    painter.setFont(scaled(font(), 1.25, QFont::Bold));
    painter.setPen(themeColours().text);
    const qreal line = painter.fontMetrics().height();
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, toQString(words.title));
    const QString chain = toQString(experiment_->settings().expand(words.chain));
    QFont mono = scaled(font(), 0.95);
    mono.setFamilies({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("monospace")});
    if (chain != toQString(words.title)) {
        painter.setFont(mono);
        painter.setPen(themeColours().accent);
        painter.drawText(inside.adjusted(0.0, line, 0.0, 0.0), Qt::AlignLeft | Qt::AlignTop, chain);
    }
    painter.setFont(font());
    painter.setPen(themeColours().quietText);
    painter.drawText(inside.adjusted(0.0, line + QFontMetricsF(mono).height(), 0.0, 0.0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     toQString(words.note));
}

void ColumnsView::paintPicture(QPainter& painter, std::size_t column, const QRectF& area) {
    const qreal ratio = devicePixelRatioF();
    QImage image = pictures_.draw(*experiment_, column, camera_, (area.size() * ratio).toSize());
    if (image.isNull()) {
        painter.fillRect(area, themeColours().field);
        painter.setFont(font());
        painter.setPen(themeColours().quietText);
        painter.drawText(area.adjusted(16.0, 16.0, -16.0, -16.0),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         tr("No picture without Vulkan; all numbers are still right. %1")
                             .arg(pictures_.problem()));
    } else {
        image.setDevicePixelRatio(ratio);
        painter.drawImage(area.topLeft(), image);
    }
    painter.save();
    painter.setClipRect(area);
    painter.setFont(scaled(font(), 1.05, QFont::Bold));
    for (const Drawing::Label& label : experiment_->drawing(column).labels) {
        const auto place = project(camera_, area.size(), label.place);
        if (!place || image.isNull()) {
            continue;
        }
        const QString text = toQString(label.text);
        const QRectF box =
            QRectF(0.0, 0.0, 60.0, 20.0).translated(area.topLeft() + *place - QPointF(30.0, 10.0));
        painter.setPen(themeColours().line);
        painter.drawText(box.translated(1.0, 1.0), Qt::AlignCenter, text);
        painter.setPen(Qt::white);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    painter.restore();
    for (const Readout& readout : experiment_->measurement(column).readouts) {
        if (readout.isHeadline) {
            paintHeadline(painter, readout, area);
            return;
        }
    }
}

void ColumnsView::paintHeadline(QPainter& painter,
                                const Readout& readout,
                                const QRectF& area) const {
    const QString number =
        toQString(withUnit(numbersText(readout.measured, digitsOf(readout)), readout.unit));
    QString below = toQString(readout.name);
    if (!readout.expected.empty()) {
        below += tr("\nformula: %1")
                     .arg(toQString(
                         withUnit(numbersText(readout.expected, digitsOf(readout)), readout.unit)));
    }
    const QFont big = scaled(font(), readout.measured.size() > 1 ? 1.5 : 2.2, QFont::Bold);
    const QFontMetricsF bigMetrics(big);
    const QFontMetricsF metrics(font());
    const QRectF words = metrics.boundingRect(
        QRectF(0.0, 0.0, area.width() - 40.0, 200.0), Qt::AlignLeft | Qt::TextWordWrap, below);
    const QSizeF size(std::max(bigMetrics.horizontalAdvance(number), words.width()) + 20.0,
                      bigMetrics.height() + words.height() + 12.0);
    const QRectF box(area.topLeft() + QPointF(8.0, 8.0), size);
    QColor back = themeColours().line;
    back.setAlpha(190);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(box, 5.0, 5.0);
    const QRectF inside = box.adjusted(10.0, 5.0, -10.0, -5.0);
    painter.setFont(big);
    painter.setPen(readout.agrees() ? kMeasured : themeColours().bad);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, number);
    painter.setFont(font());
    painter.setPen(themeColours().text);
    painter.drawText(inside.adjusted(0.0, bigMetrics.height(), 0.0, 0.0),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     below);
}

void ColumnsView::paintCurve(QPainter& painter, const Curve& curve, const QRectF& area) const {
    const QRectF panel = area.adjusted(0.0, 4.0, 0.0, 0.0);
    painter.fillRect(panel, themeColours().field);
    const QFontMetricsF metrics(font());
    const QRectF plot = panel.adjusted(44.0, 24.0, -12.0, -22.0);
    const auto [first, last] = std::ranges::minmax(curve.x);
    const auto place = [&](double x, double y) {
        return QPointF(plot.left() + (x - first) / (last - first) * plot.width(),
                       plot.bottom() - (y - curve.low) / (curve.high - curve.low) * plot.height());
    };
    painter.setFont(font());
    painter.setPen(themeColours().raised);
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    const auto number = [](double value) { return QString::number(value, 'g', 4); };
    // A round value inside as well, so that heights can be read: zero, or one.
    const double middle = curve.low < 0.0 ? 0.0 : curve.high > 2.0 ? curve.high / 2.0 : 1.0;
    for (const double value : {curve.low, middle, curve.high}) {
        const qreal y = place(first, value).y();
        painter.setPen(QPen(themeColours().raised, 1.0, Qt::DotLine));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(themeColours().quietText);
        painter.drawText(QRectF(panel.left(), y - 8.0, 38.0, 16.0),
                         Qt::AlignRight | Qt::AlignVCenter,
                         number(value));
    }
    painter.drawText(QRectF(plot.left(), panel.bottom() - 20.0, plot.width(), 18.0),
                     Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1, %2 to %3").arg(toQString(curve.xName), number(first), number(last)));
    painter.setPen(themeColours().text);
    painter.drawText(
        QRectF(panel.left() + 10.0, panel.top() + 3.0, panel.width() - 20.0, 18.0),
        Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(toQString(curve.name), Qt::ElideRight, panel.width() - 20.0));

    painter.setClipRect(plot.adjusted(-4.0, -4.0, 4.0, 4.0));
    QPolygonF line;
    for (std::size_t i = 0; i < curve.expected.size(); ++i) {
        line << place(curve.x[i], curve.expected[i]);
    }
    painter.setPen(QPen(kExpected, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(kMeasured);
    for (std::size_t i = 0; i < curve.measured.size(); ++i) {
        painter.drawEllipse(place(curve.x[i], curve.measured[i]), 2.2, 2.2);
    }
    painter.setClipping(false);
}

void ColumnsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!isCameraMoved_) {
        frameAll();
    }
}

void ColumnsView::mousePressEvent(QMouseEvent* event) {
    lastPosition_ = event->position();
}

void ColumnsView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF delta = event->position() - lastPosition_;
    lastPosition_ = event->position();
    isCameraMoved_ = true;
    camera_.orbit(-static_cast<float>(delta.x()) * kRadiansPerPixel,
                  static_cast<float>(delta.y()) * kRadiansPerPixel);
    update();
}

void ColumnsView::mouseDoubleClickEvent(QMouseEvent*) {
    isCameraMoved_ = false;
    frameAll();
    update();
}

void ColumnsView::wheelEvent(QWheelEvent* event) {
    isCameraMoved_ = true;
    camera_.zoom(std::exp(-static_cast<float>(event->angleDelta().y()) * 0.001f));
    update();
}

} // namespace sartor::lab
