// SPDX-License-Identifier: Apache-2.0
// The clip from end to end: seconds, keys of the selected joint, and the time that is dragged.
#include "editor/view/timeline_ruler.h"

#include "editor/view/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sartor::editor {

namespace {

constexpr int kMargin = 14;
constexpr int kTickRow = 20;

template <class T>
void appendTimes(const assets::Track<T>& track, std::vector<float>& times) {
    times.insert(times.end(), track.times.begin(), track.times.end());
}

/// The smallest step of 1, 2 or 5 times a power of ten that is at least `minimum`.
double roundStep(double minimum) {
    const double power = std::pow(10.0, std::floor(std::log10(minimum)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= minimum) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

} // namespace

TimelineRuler::TimelineRuler(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), document_(document), selection_(selection) {
    setObjectName(QStringLiteral("timelineRuler"));
    setAccessibleName(tr("Time"));
    setMinimumHeight(46);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change) || change == DocumentChange::Clip) {
            collectKeys();
        }
        update();
    });
    connect(&selection, &Selection::jointChanged, this, &TimelineRuler::collectKeys);
}

double TimelineRuler::timeAt(int x) const {
    const int span = std::max(width() - 2 * kMargin, 1);
    const double fraction = std::clamp(static_cast<double>(x - kMargin) / span, 0.0, 1.0);
    return fraction * document_.duration();
}

int TimelineRuler::positionOf(double seconds) const {
    const double duration = document_.duration();
    const double fraction = duration > 0.0 ? seconds / duration : 0.0;
    return kMargin + static_cast<int>(std::lround(fraction * (width() - 2 * kMargin)));
}

QSize TimelineRuler::sizeHint() const {
    return {600, 46};
}

void TimelineRuler::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = themeColours();
    QPainter painter(this);
    painter.fillRect(rect(), colours.panel);
    const QRect band(kMargin, kTickRow, width() - 2 * kMargin, height() - kTickRow - 6);
    painter.fillRect(band, colours.field);
    if (document_.duration() <= 0.0) {
        painter.setPen(colours.quietText);
        painter.drawText(band,
                         Qt::AlignCenter,
                         document_.graph() != nullptr ? tr("The graph plays")
                                                      : tr("No clip: the file's own transforms"));
        return;
    }
    const int now = positionOf(document_.time());
    QColor played = colours.accent;
    played.setAlpha(60);
    painter.fillRect(QRect(QPoint(band.left(), band.top()), QPoint(now, band.bottom())), played);
    paintTicks(painter);
    QColor keyColour = selection_.joint() ? colours.playhead : colours.quietText;
    keyColour.setAlpha(150);
    painter.setPen(keyColour);
    int last = -1;
    for (const float time : keyTimes_) {
        const int x = positionOf(static_cast<double>(time));
        if (x != last) {
            painter.drawLine(x, band.top() + 4, x, band.bottom() - 4);
            last = x;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.playhead, 2));
    painter.drawLine(now, kTickRow - 4, now, band.bottom());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.playhead);
    painter.drawPolygon(QPolygonF({QPointF(now - 6, kTickRow - 10),
                                   QPointF(now + 6, kTickRow - 10),
                                   QPointF(now, kTickRow)}));
}

void TimelineRuler::paintTicks(QPainter& painter) const {
    const ThemeColours& colours = themeColours();
    constexpr double kPixelsPerTick = 70.0;
    const double duration = document_.duration();
    const double step = roundStep(duration * kPixelsPerTick / std::max(width() - 2 * kMargin, 1));
    const int decimals = step < 0.1 ? 2 : 1;
    painter.setPen(colours.quietText);
    const int count = static_cast<int>(duration / step + 1e-6);
    for (int tick = 0; tick <= count; ++tick) {
        const double time = tick * step;
        const int x = positionOf(time);
        painter.drawLine(x, kTickRow - 4, x, kTickRow);
        painter.drawText(QRect(x - 30, 0, 60, kTickRow - 4),
                         Qt::AlignHCenter | Qt::AlignBottom,
                         QString::number(time, 'f', decimals));
    }
}

void TimelineRuler::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        Q_EMIT scrubbed(timeAt(event->position().toPoint().x()));
    }
}

void TimelineRuler::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        Q_EMIT scrubbed(timeAt(event->position().toPoint().x()));
    }
}

void TimelineRuler::collectKeys() {
    keyTimes_.clear();
    const auto session = document_.session();
    const auto clipIndex = document_.settings().clip;
    if (session != nullptr && clipIndex) {
        const assets::Clip& clip = *session->scene().clips[*clipIndex];
        for (const assets::JointTracks& tracks : clip.jointTracks()) {
            if (!selection_.joint() || tracks.joint == *selection_.joint()) {
                appendTimes(tracks.translation, keyTimes_);
                appendTimes(tracks.rotation, keyTimes_);
                appendTimes(tracks.scale, keyTimes_);
            }
        }
        for (const assets::MorphWeightTrack& track : clip.morphWeightTracks()) {
            if (!selection_.joint() || track.node == *selection_.joint()) {
                appendTimes(track.weights, keyTimes_);
            }
        }
    }
    std::sort(keyTimes_.begin(), keyTimes_.end());
    keyTimes_.erase(std::unique(keyTimes_.begin(), keyTimes_.end()), keyTimes_.end());
    update();
}

} // namespace sartor::editor
