// SPDX-License-Identifier: Apache-2.0
// The character as a picture: orbit, pan, zoom, click; names and legends over it.
#include "editor/view/viewport_widget.h"

#include "editor/model/text.h"
#include "editor/view/theme.h"

#include <sartor/render/colour_ramp.h>
#include <sartor/session/view_colours.h>

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace sartor::editor {

namespace {

constexpr float kRadiansPerPixel = 0.008f;
/// A character is looked at from its front, a little from the side and from above.
constexpr float kFirstYaw = 0.45f;
constexpr float kFirstPitch = 0.12f;
constexpr qreal kJointClickRadius = 9.0;
/// After so long without motion the picture is drawn with more samples.
constexpr int kRestMilliseconds = 150;

/// Text that stays readable on any picture.
void drawLabel(QPainter& painter, QPointF anchor, const QString& text, const QColor& colour) {
    const QFontMetricsF metrics(painter.font());
    const QRectF box(anchor.x(),
                     anchor.y() - metrics.height() / 2.0 - 2.0,
                     metrics.horizontalAdvance(text) + 12.0,
                     metrics.height() + 4.0);
    QColor back = themeColours().line;
    back.setAlpha(200);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(colour);
    painter.drawText(box, Qt::AlignCenter, text);
}

/// The joints of all skins; all nodes where there is no skin. Nodes that only place the character
/// would cover each other at the origin.
std::vector<JointIndex> jointsWorthNaming(const import::ImportedScene& scene) {
    std::set<JointIndex> joints;
    for (const auto& skin : scene.skins) {
        joints.insert(skin->joints().begin(), skin->joints().end());
    }
    for (std::size_t i = 0; scene.skins.empty() && i < scene.skeleton->jointCount(); ++i) {
        joints.insert(JointIndex(i));
    }
    return {joints.begin(), joints.end()};
}

QColor toQColor(std::uint32_t colour) {
    return QColor(static_cast<int>(colour & 0xff),
                  static_cast<int>((colour >> 8) & 0xff),
                  static_cast<int>((colour >> 16) & 0xff));
}

/// The meaning of the colours of a mode that shows numbers.
struct Legend {
    /// Of a position on the ramp in [0, 1]; null for modes without a ramp.
    std::uint32_t (*colour)(float) = nullptr;
    QString low;
    QString middle;
    QString high;
    bool hasNoInfluence = false;
};

Legend legendOf(session::ViewMode mode) {
    using session::ViewMode;
    switch (mode) {
    case ViewMode::Weights:
        return {render::weightColour, "0", "0.5", "1", true};
    case ViewMode::Influences:
        return {render::weightColour, "1", "", "8+", true};
    case ViewMode::WeightSum:
        return {render::residualColour, "1e-6", "|sum - 1|", "1", true};
    case ViewMode::Displacement:
        return {render::weightColour, "0", "", QObject::tr("half the diagonal"), false};
    case ViewMode::Bind:
        return {render::residualColour, "1e-5", QObject::tr("residual"), "0.1", true};
    case ViewMode::Collapse:
        return {render::residualColour,
                "0",
                QObject::tr("loss at the widest turn"),
                QObject::tr("all"),
                true};
    case ViewMode::Hazards:
        return {render::residualColour,
                QObject::tr("none"),
                QObject::tr("half turn"),
                QObject::tr("seam"),
                true};
    case ViewMode::Shaded:
    case ViewMode::Dominant:
    case ViewMode::Normals:
    case ViewMode::Ids:
    case ViewMode::Direction:
        break;
    }
    return {};
}

} // namespace

ViewportWidget::ViewportWidget(Document& document,
                               Selection& selection,
                               ViewSettings& view,
                               ViewportRenderer::DeviceFunction makeDevice,
                               QWidget* parent)
    : QWidget(parent)
    , document_(document)
    , selection_(selection)
    , view_(view)
    , renderer_(std::move(makeDevice)) {
    setObjectName(QStringLiteral("viewport"));
    setAccessibleName(tr("Viewport"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(240, 180);
    camera_.yaw = kFirstYaw;
    camera_.pitch = kFirstPitch;
    restTimer_.setSingleShot(true);
    restTimer_.setInterval(kRestMilliseconds);
    connect(&restTimer_, &QTimer::timeout, this, [this] {
        isMoving_ = false;
        redraw();
    });
    connect(&document, &Document::changed, this, &ViewportWidget::onDocumentChanged);
    connect(&selection, &Selection::jointChanged, this, &ViewportWidget::redraw);
    connect(&selection, &Selection::vertexChanged, this, &ViewportWidget::redraw);
    connect(&view, &ViewSettings::changed, this, &ViewportWidget::redraw);
}

void ViewportWidget::frameAll() {
    const session::Session* session = document_.shown();
    if (session == nullptr || height() == 0) {
        return;
    }
    const render::Bounds bounds = session::sceneBounds(*session);
    if (!bounds.isEmpty) {
        const float aspect = static_cast<float>(width()) / static_cast<float>(height());
        camera_ = render::frameBounds(bounds, aspect, camera_.yaw, camera_.pitch);
    }
    redraw();
}

void ViewportWidget::frameSelection() {
    const session::Session* session = document_.shown();
    const auto joint = selection_.joint();
    if (session == nullptr || !joint) {
        frameAll();
        return;
    }
    // A fifth of the whole around the joint: enough to see what it moves.
    constexpr float kFraction = 0.2f;
    render::Bounds bounds;
    const glm::vec3 center = session->modelFromJoint()[joint->value()].translation;
    const glm::vec3 extent(session::sceneBounds(*session).radius() * kFraction);
    bounds.add(center - extent);
    bounds.add(center + extent);
    const float aspect = static_cast<float>(width()) / static_cast<float>(height());
    camera_ = render::frameBounds(bounds, aspect, camera_.yaw, camera_.pitch);
    redraw();
}

std::optional<QPointF> ViewportWidget::project(const glm::vec3& pointModel) const {
    const float aspect = static_cast<float>(width()) / static_cast<float>(std::max(height(), 1));
    const glm::vec4 clip =
        camera_.clipFromView(aspect) * camera_.viewFromWorld() * glm::vec4(pointModel, 1.0f);
    if (clip.w <= 0.0f) {
        return std::nullopt;
    }
    // Vulkan's y points down, as a widget's does.
    return QPointF((clip.x / clip.w * 0.5f + 0.5f) * static_cast<float>(width()),
                   (clip.y / clip.w * 0.5f + 0.5f) * static_cast<float>(height()));
}

QSize ViewportWidget::sizeHint() const {
    return {960, 640};
}

void ViewportWidget::onDocumentChanged(DocumentChange change) {
    if (change == DocumentChange::Opened) {
        renderer_.release();
        hovered_.reset();
        const auto session = document_.session();
        namedJoints_ =
            session == nullptr ? std::vector<JointIndex>() : jointsWorthNaming(session->scene());
        camera_.yaw = kFirstYaw;
        camera_.pitch = kFirstPitch;
        place_ = {};
        needsFraming_ = true;
    }
    if (change == DocumentChange::Repaired || change == DocumentChange::StandIn) {
        needsFraming_ = needsFraming_ || !isInView();
    }
    if (change == DocumentChange::Time) {
        isMoving_ = true;
    }
    if (change != DocumentChange::Playback) {
        redraw();
    }
}

bool ViewportWidget::isInView() {
    const session::Session* session = document_.shown();
    if (session == nullptr || height() == 0) {
        return true;
    }
    const render::Bounds bounds = session::sceneBounds(*session);
    if (bounds.isEmpty) {
        return true;
    }
    // A picture of which it fills less than this, or that it is larger than by as much, shows
    // nothing of it.
    constexpr float kFactor = 2.5f;
    const float aspect = static_cast<float>(width()) / static_cast<float>(height());
    const render::Camera ideal = render::frameBounds(bounds, aspect, camera_.yaw, camera_.pitch);
    return ideal.distance < kFactor * camera_.distance &&
           camera_.distance < kFactor * ideal.distance &&
           glm::distance(ideal.target, camera_.target) < 2.0f * bounds.radius();
}

void ViewportWidget::redraw() {
    isPictureCurrent_ = false;
    update();
}

bool ViewportWidget::drawNow() {
    redraw();
    return drawPicture();
}

bool ViewportWidget::drawPicture() {
    const session::Session* session = document_.shown();
    if (session == nullptr) {
        return false;
    }
    carryToCharacter(*session);
    if (needsFraming_) {
        needsFraming_ = false;
        frameAll();
    }
    // Moved to a screen of another scale, the widget has other pixels at the same size.
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (isPictureCurrent_ && renderer_.image().size() == pixels) {
        return true;
    }
    if (!renderPicture(pixels)) {
        return false;
    }
    isPictureCurrent_ = true;
    if (isMoving_) {
        restTimer_.start();
    }
    return true;
}

void ViewportWidget::carryToCharacter(const session::Session& session) {
    using Overlay = ViewSettings::Overlay;
    const CharacterPlace now = view_.isShown(Overlay::Motion) ? placeOf(session) : CharacterPlace{};
    carryCamera(camera_,
                place_,
                now,
                view_.isShown(Overlay::Follow) ? CameraMode::Follow : CameraMode::Stay);
    place_ = now;
}

bool ViewportWidget::renderPicture(QSize pixels) {
    const QString device = renderer_.deviceName();
    session::ViewOptions options = view_.options();
    options.isSmooth = !isMoving_;
    options.ground = groundOf(place_);
    const session::Session* session = document_.shown();
    handleDrag_.setChains(session != nullptr && session->graph() != nullptr
                              ? session::findGraphIk(*session->graph(), session->modelFromJoint())
                              : std::vector<session::GraphIk>());
    if (options.markedVertex && session != nullptr &&
        options.markedVertex->first >= session->scene().instances.size()) {
        options.markedVertex.reset(); // what stands in may lack the mesh
    }
    for (const session::GraphIk& chain : handleDrag_.chains()) {
        options.chains.push_back(chain.drawing);
    }
    if (!renderer_.render(document_.shownSession(), options, camera_, pixels)) {
        return false;
    }
    Q_EMIT pictureDrawn(renderer_.seconds());
    if (renderer_.deviceName() != device) {
        Q_EMIT deviceChanged();
    }
    return true;
}

void ViewportWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (document_.session() == nullptr) {
        paintMessage(painter,
                     tr("Drop a character here"),
                     tr("or press Ctrl+O: glTF, FBX, Collada, BVH, MD5, X, SMD"));
        return;
    }
    if (drawPicture()) {
        QImage image = renderer_.image();
        image.setDevicePixelRatio(devicePixelRatioF());
        painter.drawImage(QPointF(0, 0), image);
        paintOverlays(painter);
        return;
    }
    if (!document_.shownError().isEmpty()) {
        paintMessage(painter, tr("This frame cannot be computed"), document_.shownError());
        return;
    }
    paintMessage(painter,
                 tr("No picture without Vulkan"),
                 tr("%1\nAll numbers are still right: deformation and checks run on the CPU. The "
                    "package mesa-vulkan-drivers brings a software device.")
                     .arg(renderer_.problem()));
}

void ViewportWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
}

void ViewportWidget::mousePressEvent(QMouseEvent* event) {
    if (pressedButton_ != Qt::NoButton) {
        return;
    }
    pressedButton_ = event->button();
    pressPosition_ = event->position().toPoint();
    lastPosition_ = pressPosition_;
    isDragging_ = false;
    if (pressedButton_ == Qt::LeftButton && handleDrag_.press(event->position(), projection())) {
        ++dragCount_;
    }
}

void ViewportWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPoint position = event->position().toPoint();
    if (pressedButton_ == Qt::NoButton) {
        hoverAt(event->position());
        return;
    }
    if (!isDragging_ &&
        (position - pressPosition_).manhattanLength() < QApplication::startDragDistance()) {
        return;
    }
    isDragging_ = true;
    if (handleDrag_.isHeld()) {
        dragHandleTo(position);
        return;
    }
    const QPoint delta = position - lastPosition_;
    lastPosition_ = position;
    const auto perHeight = [this](int pixels) {
        return static_cast<float>(pixels) / static_cast<float>(std::max(height(), 1));
    };
    const bool isPan =
        pressedButton_ == Qt::MiddleButton ||
        (pressedButton_ == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier));
    if (isPan) {
        camera_.pan(-perHeight(delta.x()), perHeight(delta.y()));
    } else if (pressedButton_ == Qt::RightButton) {
        camera_.zoom(std::exp(perHeight(delta.y()) * 3.0f));
    } else {
        camera_.orbit(-static_cast<float>(delta.x()) * kRadiansPerPixel,
                      static_cast<float>(delta.y()) * kRadiansPerPixel);
    }
    isMoving_ = true;
    redraw();
}

void ViewportWidget::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != pressedButton_) {
        return;
    }
    if (!isDragging_ && pressedButton_ == Qt::LeftButton) {
        clickAt(event->position().toPoint());
    }
    pressedButton_ = Qt::NoButton;
    isDragging_ = false;
    handleDrag_.release();
}

void ViewportWidget::hoverAt(QPointF position) {
    const bool isOnHandle = handleDrag_.at(position, projection()) != nullptr;
    setCursor(isOnHandle ? Qt::SizeAllCursor : Qt::ArrowCursor);
    setHovered(!isOnHandle && areJointsShown() ? jointAt(position) : std::nullopt);
}

void ViewportWidget::dragHandleTo(QPoint position) {
    const glm::vec3 place = handleDrag_.positionAfter(position - pressPosition_, camera_, height());
    isMoving_ = true;
    Q_EMIT ikHandleMoved(handleDrag_.held(), place, dragCount_);
}

IkHandleDrag::Project ViewportWidget::projection() const {
    return [this](const glm::vec3& pointModel) { return project(pointModel); };
}

void ViewportWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    if (document_.session() == nullptr && event->button() == Qt::LeftButton) {
        Q_EMIT openRequested();
    }
}

void ViewportWidget::wheelEvent(QWheelEvent* event) {
    // A notch is 120; a tenth nearer or farther for each.
    constexpr float kPerNotch = 0.1f;
    const float notches = static_cast<float>(event->angleDelta().y()) / 120.0f;
    camera_.zoom(std::exp(-notches * kPerNotch));
    redraw();
    event->accept();
}

void ViewportWidget::leaveEvent(QEvent* event) {
    setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void ViewportWidget::clickAt(QPoint position) {
    if (areJointsShown()) {
        if (const auto joint = jointAt(position)) {
            selection_.setJoint(joint);
            return;
        }
    }
    const auto pick = renderer_.pick(toPixel(position));
    selection_.setVertex(pick ? std::optional(VertexId{pick->instance, pick->vertex})
                              : std::nullopt);
}

QPoint ViewportWidget::toPixel(QPoint position) const {
    return (QPointF(position) * devicePixelRatioF()).toPoint();
}

std::optional<JointIndex> ViewportWidget::jointAt(QPointF position) const {
    const session::Session* session = document_.shown();
    if (session == nullptr) {
        return std::nullopt;
    }
    std::optional<JointIndex> nearest;
    qreal nearestDistance = kJointClickRadius;
    const auto modelFromJoint = session->modelFromJoint();
    for (const JointIndex joint : namedJoints_) {
        const auto point = project(modelFromJoint[joint.value()].translation);
        if (!point) {
            continue;
        }
        const QPointF difference = *point - position;
        const qreal distance = std::hypot(difference.x(), difference.y());
        if (distance < nearestDistance) {
            nearestDistance = distance;
            nearest = joint;
        }
    }
    return nearest;
}

bool ViewportWidget::areJointsShown() const {
    using Overlay = ViewSettings::Overlay;
    return view_.isShown(Overlay::Skeleton) || view_.isShown(Overlay::Axes) ||
           view_.isShown(Overlay::Names);
}

void ViewportWidget::setHovered(std::optional<JointIndex> joint) {
    if (joint != hovered_) {
        hovered_ = joint;
        setCursor(joint ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void ViewportWidget::paintMessage(QPainter& painter,
                                  const QString& title,
                                  const QString& text) const {
    const ThemeColours& colours = themeColours();
    painter.fillRect(rect(), colours.field);
    painter.setPen(QPen(colours.raised, 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    const QRect box = rect().adjusted(24, 24, -24, -24);
    painter.drawRoundedRect(box, 10, 10);
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 1.8);
    painter.setFont(font);
    painter.setPen(colours.text);
    const int middle = box.center().y();
    painter.drawText(QRect(box.left(), middle - 60, box.width(), 50), Qt::AlignCenter, title);
    painter.setFont(this->font());
    painter.setPen(colours.quietText);
    painter.drawText(QRect(box.left() + 40, middle, box.width() - 80, box.height() / 2),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     text);
}

void ViewportWidget::paintOverlays(QPainter& painter) const {
    if (view_.isShown(ViewSettings::Overlay::Names)) {
        paintJointNames(painter);
    }
    if (const auto joint = selection_.joint()) {
        paintJointLabel(painter, *joint);
    }
    if (hovered_ && hovered_ != selection_.joint()) {
        paintJointLabel(painter, *hovered_);
    }
    paintTitle(painter);
    paintLegend(painter);
    paintCompass(painter);
}

void ViewportWidget::paintJointNames(QPainter& painter) const {
    const auto session = document_.shownSession();
    const auto modelFromJoint = session->modelFromJoint();
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    const QColor shadow(0, 0, 0, 190);
    // A name that would cover another waits until one is nearer.
    std::vector<QRectF> taken;
    for (const JointIndex joint : namedJoints_) {
        const auto point = project(modelFromJoint[joint.value()].translation);
        if (!point || !rect().contains(point->toPoint())) {
            continue;
        }
        const QString name = jointName(*session->scene().skeleton, joint);
        const QPointF at = *point + QPointF(6, 3);
        const QRectF box = painter.fontMetrics().boundingRect(name).toRectF().translated(at);
        if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) {
                return other.intersects(box);
            })) {
            continue;
        }
        taken.push_back(box);
        painter.setPen(shadow);
        painter.drawText(at + QPointF(1, 1), name);
        painter.setPen(themeColours().text);
        painter.drawText(at, name);
    }
    painter.setFont(font());
}

void ViewportWidget::paintJointLabel(QPainter& painter, JointIndex joint) const {
    const auto session = document_.shownSession();
    const auto point = project(session->modelFromJoint()[joint.value()].translation);
    if (!point) {
        return;
    }
    const bool isSelected = selection_.joint() == joint;
    const QColor colour = isSelected ? themeColours().playhead : themeColours().text;
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(*point, 5, 5);
    drawLabel(
        painter, *point + QPointF(11, 0), jointName(*session->scene().skeleton, joint), colour);
}

void ViewportWidget::paintTitle(QPainter& painter) const {
    const ViewModeInfo& info = viewModeInfo(view_.mode());
    QString text = tr(info.title);
    if (const StandIn* standIn = document_.standIn()) {
        drawLabel(painter, QPointF(12, 60), standIn->title(), themeColours().playhead);
    }
    const auto joint = selection_.joint();
    if (view_.mode() == session::ViewMode::Weights) {
        text += joint ? QStringLiteral("  ·  ") +
                            jointName(*document_.session()->scene().skeleton, *joint)
                      : tr("  ·  select a joint");
    }
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const QColor shadow(0, 0, 0, 160);
    const QPointF at(16, 26);
    painter.setPen(shadow);
    painter.drawText(at + QPointF(1, 1), text);
    painter.setPen(themeColours().text);
    painter.drawText(at, text);
    painter.setFont(font());
    painter.setPen(QColor(shadow));
    painter.drawText(at + QPointF(1, 18), tr(info.hint));
    painter.setPen(themeColours().quietText.lighter(120));
    painter.drawText(at + QPointF(0, 17), tr(info.hint));
}

void ViewportWidget::paintLegend(QPainter& painter) const {
    const Legend legend = legendOf(view_.mode());
    if (legend.colour == nullptr) {
        paintSwatches(painter);
        return;
    }
    constexpr int kWidth = 200;
    constexpr int kHeight = 10;
    const QRect bar(width() - kWidth - 18, height() - 44, kWidth, kHeight);
    QColor back = themeColours().line;
    back.setAlpha(170);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    const int above = legend.hasNoInfluence ? 30 : 8;
    painter.drawRoundedRect(bar.adjusted(-10, -above, 10, 24), 6, 6);
    for (int x = 0; x < kWidth; ++x) {
        const float value = static_cast<float>(x) / static_cast<float>(kWidth - 1);
        painter.fillRect(bar.left() + x, bar.top(), 1, kHeight, toQColor(legend.colour(value)));
    }
    const QRect labels(bar.left(), bar.bottom() + 4, kWidth, 16);
    painter.setPen(themeColours().text);
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, legend.low);
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, legend.high);
    painter.drawText(labels, Qt::AlignHCenter | Qt::AlignVCenter, legend.middle);
    if (legend.hasNoInfluence) {
        const QRect swatch(bar.left(), bar.top() - 20, 10, 10);
        painter.fillRect(swatch, toQColor(render::kNoInfluenceColour));
        painter.drawText(swatch.adjusted(16, -4, kWidth, 4),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         tr("no influence"));
    }
}

void ViewportWidget::paintSwatches(QPainter& painter) const {
    const std::vector<session::LegendEntry> entries =
        session::viewLegend(*document_.shownSession(), view_.options());
    if (entries.empty()) {
        return;
    }
    constexpr int kLine = 16;
    constexpr int kWidth = 200;
    const auto fitting = static_cast<std::size_t>(std::max(1, (height() - 120) / kLine));
    const bool isCut = entries.size() > fitting;
    const std::size_t shown = isCut ? fitting - 1 : entries.size();
    const int lines = static_cast<int>(isCut ? fitting : shown);
    const QRect box(width() - kWidth - 18, height() - 18 - lines * kLine, kWidth, lines * kLine);
    QColor back = themeColours().line;
    back.setAlpha(170);
    painter.setPen(Qt::NoPen);
    painter.setBrush(back);
    painter.drawRoundedRect(box.adjusted(-10, -6, 10, 6), 6, 6);
    painter.setPen(themeColours().text);
    QRect line(box.left(), box.top(), kWidth, kLine);
    const auto write = [&](const QString& text) {
        const QRect place = line.adjusted(16, 0, 0, 0);
        painter.drawText(place,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
        line.translate(0, kLine);
    };
    for (std::size_t i = 0; i < shown; ++i) {
        painter.fillRect(QRect(line.left(), line.top() + 3, 10, 10), toQColor(entries[i].colour));
        write(QString::fromStdString(entries[i].label));
    }
    if (isCut) {
        write(tr("and %n more", nullptr, static_cast<int>(entries.size() - shown)));
    }
}

void ViewportWidget::paintCompass(QPainter& painter) const {
    struct Axis {
        glm::vec3 direction;
        QColor colour;
        QString name;
    };
    const std::array<Axis, 3> axes = {{
        {{1, 0, 0}, QColor(0xe5, 0x5b, 0x5b), QStringLiteral("X")},
        {{0, 1, 0}, QColor(0x7d, 0xc3, 0x5a), QStringLiteral("Y")},
        {{0, 0, 1}, QColor(0x5b, 0x8d, 0xef), QStringLiteral("Z")},
    }};
    const QPointF origin(44, height() - 44);
    constexpr float kLength = 26.0f;
    const glm::mat3 viewFromWorld(camera_.viewFromWorld());
    for (const Axis& axis : axes) {
        const glm::vec3 directionView = viewFromWorld * axis.direction;
        const QPointF tip = origin + QPointF(directionView.x, -directionView.y) * kLength;
        painter.setPen(QPen(axis.colour, 2.0, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(origin, tip);
        const QPointF text = origin + QPointF(directionView.x, -directionView.y) * (kLength + 9.0f);
        painter.drawText(QRectF(text - QPointF(8, 8), QSizeF(16, 16)), Qt::AlignCenter, axis.name);
    }
}

} // namespace sartor::editor
