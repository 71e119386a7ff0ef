// SPDX-License-Identifier: Apache-2.0
// Curves of the selected joint along the clip.
#include "editor/view/motion_curves_panel.h"

#include "editor/model/text.h"
#include "editor/view/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sartor::editor {

namespace {

/// Where the names of the strips stand.
constexpr double kNameWidth = 190.0;
constexpr double kMargin = 14.0;
constexpr double kStripGap = 6.0;

/// X red, Y green, Z blue, as axes are drawn; a curve alone has the accent.
QColor colourOf(const MotionStrip& strip, const MotionCurve& curve) {
    const ThemeColours& colours = themeColours();
    if (strip.curves.size() == 1) {
        return colours.accent;
    }
    return curve.name == QLatin1String("X")   ? colours.bad
           : curve.name == QLatin1String("Y") ? colours.good
                                              : colours.number;
}

/// What a strip shows from bottom to top.
class Scale {
public:
    explicit Scale(const MotionStrip& strip) : isLogarithmic_(strip.isLogarithmic) {
        bool isFirst = true;
        for (const MotionCurve& curve : strip.curves) {
            for (const double value : curve.values) {
                const double y = toAxis(value);
                if (std::isfinite(y)) {
                    low_ = isFirst ? y : std::min(low_, y);
                    high_ = isFirst ? y : std::max(high_, y);
                    isFirst = false;
                }
            }
        }
        // What does not change is a line in the middle, and noise is not blown up to look like
        // motion: a thousandth of the largest value is shown, or an eighth more of a growth.
        const double least =
            isLogarithmic_ ? 0.05 : 1e-3 * std::max({std::abs(low_), std::abs(high_), 1e-3});
        const double grow = std::max(0.0, least - (high_ - low_)) / 2.0;
        low_ -= grow;
        high_ += grow;
    }

    /// Without the digits of noise about zero.
    QString text(double value) const {
        const double largest = std::max(std::abs(lowest()), std::abs(highest()));
        return QString::number(std::abs(value) < 1e-4 * largest ? 0.0 : value, 'g', 4);
    }
    double lowest() const { return fromAxis(low_); }
    double highest() const { return fromAxis(high_); }
    /// 0 at the bottom, 1 at the top.
    double part(double value) const { return (toAxis(value) - low_) / (high_ - low_); }

private:
    double toAxis(double value) const {
        return isLogarithmic_ ? std::log10(std::max(value, 1e-12)) : value;
    }
    double fromAxis(double y) const { return isLogarithmic_ ? std::pow(10.0, y) : y; }

    bool isLogarithmic_;
    double low_ = 0.0;
    double high_ = 0.0;
};

} // namespace

MotionCurvesView::MotionCurvesView(Document& document,
                                   const MotionCurvesModel& model,
                                   QWidget* parent)
    : QWidget(parent), document_(document), model_(model) {
    setObjectName(QStringLiteral("motionCurves"));
    setAccessibleName(tr("Curves of the selected joint"));
    connect(&model, &MotionCurvesModel::changed, this, qOverload<>(&QWidget::update));
    connect(&document, &Document::changed, this, qOverload<>(&QWidget::update));
}

double MotionCurvesView::timeAt(double x) const {
    const double span = std::max(width() - kNameWidth - kMargin, 1.0);
    return std::clamp((x - kNameWidth) / span, 0.0, 1.0) * document_.duration();
}

double MotionCurvesView::positionOf(double seconds) const {
    const double duration = document_.duration();
    const double part = duration > 0.0 ? seconds / duration : 0.0;
    return kNameWidth + part * (width() - kNameWidth - kMargin);
}

void MotionCurvesView::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = themeColours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.panel);
    const MotionCurves* curves = model_.curves();
    if (curves == nullptr) {
        painter.setPen(colours.quietText);
        painter.drawText(rect(), Qt::AlignCenter, model_.message());
        return;
    }
    const auto count = static_cast<double>(curves->strips.size());
    const double height = (this->height() - kStripGap) / count - kStripGap;
    double top = kStripGap;
    for (const MotionStrip& strip : curves->strips) {
        paintStrip(painter,
                   strip,
                   QRectF(kNameWidth, top, width() - kNameWidth - kMargin, std::max(height, 8.0)));
        top += height + kStripGap;
    }
    painter.setPen(QPen(colours.playhead, 2));
    const double now = positionOf(document_.time());
    painter.drawLine(QPointF(now, 0.0), QPointF(now, this->height()));
}

void MotionCurvesView::paintStrip(QPainter& painter,
                                  const MotionStrip& strip,
                                  const QRectF& band) const {
    const ThemeColours& colours = themeColours();
    const diagnose::ClipFrames& frames = model_.curves()->frames;
    const Scale scale(strip);
    const auto yOf = [&](double value) {
        return band.bottom() - scale.part(value) * band.height();
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(band, colours.field);
    const auto level = [&](double value, const QPen& pen) {
        const double y = yOf(value);
        if (y >= band.top() && y <= band.bottom()) {
            painter.setPen(pen);
            painter.drawLine(QPointF(band.left(), y), QPointF(band.right(), y));
        }
    };
    if (!strip.isLogarithmic) {
        level(0.0, QPen(colours.raised, 1));
    }
    if (strip.limit) {
        level(*strip.limit, QPen(colours.warning, 1, Qt::DashLine));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(band.adjusted(0, -1, 0, 1));
    for (const MotionCurve& curve : strip.curves) {
        // Of more frames than columns the lowest and the highest of each column are enough.
        QPainterPath path;
        bool isDrawing = false;
        std::size_t frame = 0;
        while (frame < curve.values.size()) {
            const double x = positionOf(static_cast<double>(frames.time(frame)));
            double low = curve.values[frame];
            double high = low;
            std::size_t next = frame + 1;
            while (next < curve.values.size() &&
                   positionOf(static_cast<double>(frames.time(next))) < x + 0.5) {
                low = std::min(low, curve.values[next]);
                high = std::max(high, curve.values[next]);
                ++next;
            }
            for (const double value : {low, high}) {
                if (!std::isfinite(value)) {
                    isDrawing = false;
                } else if (std::exchange(isDrawing, true)) {
                    path.lineTo(x, yOf(value));
                } else {
                    path.moveTo(x, yOf(value));
                }
                if (low == high) {
                    break;
                }
            }
            frame = next;
        }
        painter.setPen(QPen(colourOf(strip, curve), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    }
    painter.setClipping(false);
    // Name, values now, and the range.
    const auto now = static_cast<std::size_t>(
        std::lround(std::clamp((document_.time() - frames.start) / frames.period,
                               0.0,
                               std::max(0.0, static_cast<double>(frames.count) - 1.0))));
    const QFontMetricsF metrics(painter.font());
    const QRectF name(8.0, band.top(), kNameWidth - 16.0, metrics.height());
    painter.setPen(colours.text);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, strip.title);
    double left = name.left();
    const double second = name.bottom() + 1.0;
    for (const MotionCurve& curve : strip.curves) {
        if (now >= curve.values.size() || second + metrics.height() > band.bottom() + 2.0) {
            continue;
        }
        const QString value = (curve.name.isEmpty() ? QString() : curve.name + QLatin1Char(' ')) +
                              scale.text(curve.values[now]);
        painter.setPen(colourOf(strip, curve));
        painter.drawText(QPointF(left, second + metrics.ascent()), value);
        left += metrics.horizontalAdvance(value) + 8.0;
    }
    painter.setPen(colours.quietText);
    if (second + metrics.height() <= band.bottom() + 2.0) {
        painter.drawText(QPointF(left, second + metrics.ascent()), strip.unit);
    }
    const QRectF inside = band.adjusted(4.0, 1.0, -4.0, -1.0);
    if (band.height() > 2.0 * metrics.height()) {
        painter.drawText(inside, Qt::AlignRight | Qt::AlignTop, scale.text(scale.highest()));
        painter.drawText(inside, Qt::AlignRight | Qt::AlignBottom, scale.text(scale.lowest()));
    }
}

void MotionCurvesView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && model_.curves() != nullptr) {
        Q_EMIT scrubbed(timeAt(event->position().x()));
    }
}

void MotionCurvesView::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) && model_.curves() != nullptr) {
        Q_EMIT scrubbed(timeAt(event->position().x()));
    }
}

MotionCurvesPanel::MotionCurvesPanel(Document& document,
                                     Selection& selection,
                                     Player& player,
                                     QWidget* parent)
    : QWidget(parent), document_(document), selection_(selection), model_(document, selection) {
    setObjectName(QStringLiteral("motionCurvesPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 10, 0);
    joint_ = new QLabel(this);
    joint_->setObjectName(QStringLiteral("motionCurvesJoint"));
    row->addWidget(joint_, 1);
    auto* orders = new QComboBox(this);
    orders->setObjectName(QStringLiteral("eulerOrderChooser"));
    orders->setAccessibleName(tr("Order of Euler angles"));
    orders->setToolTip(tr("Order of Euler angles: the turn that is applied first stands first, as "
                          "in Maya and Blender"));
    for (const std::string_view name : math::kEulerOrderNames) {
        orders->addItem(toQString(name).toUpper());
    }
    connect(orders, &QComboBox::activated, this, [this](int index) {
        model_.setOrder(static_cast<math::EulerOrder>(index));
    });
    row->addWidget(orders);
    layout->addLayout(row);
    view_ = new MotionCurvesView(document, model_, this);
    layout->addWidget(view_, 1);
    connect(view_, &MotionCurvesView::scrubbed, this, [this, &player](double seconds) {
        player.pause();
        document_.setTime(seconds);
    });
    connect(&model_, &MotionCurvesModel::changed, this, &MotionCurvesPanel::refresh);
    refresh();
}

void MotionCurvesPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    model_.setWatched(true);
}

void MotionCurvesPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    model_.setWatched(false);
}

void MotionCurvesPanel::refresh() {
    const auto session = document_.session();
    const auto joint = selection_.joint();
    joint_->setText(session != nullptr && joint ? jointName(*session->scene().skeleton, *joint)
                                                : tr("No joint"));
}

} // namespace sartor::editor
