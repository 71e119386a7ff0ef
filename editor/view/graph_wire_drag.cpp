// SPDX-License-Identifier: Apache-2.0
// A wire in the user's hand: what it may end at, what is said where it may not, what it does.
#include "editor/view/graph_wire_drag.h"

#include "editor/model/text.h"
#include "editor/view/graph_scene.h"
#include "editor/view/graph_wire_item.h"
#include "editor/view/theme.h"

#include <QApplication>
#include <QPainter>

namespace sartor::editor {

/// A line of text beside the cursor, as large at every zoom.
class GraphHintItem : public QGraphicsItem {
public:
    GraphHintItem() {
        setFlags(ItemIgnoresTransformations);
        setZValue(10.0);
        setAcceptedMouseButtons(Qt::NoButton);
    }

    void setText(const QString& text) {
        if (text_ != text) {
            prepareGeometryChange();
            text_ = text;
        }
    }

    QRectF boundingRect() const override {
        constexpr int kWidest = 320;
        const QRectF words =
            QFontMetricsF(QApplication::font())
                .boundingRect(QRectF(0, 0, kWidest, 1000), Qt::TextWordWrap, text_);
        return text_.isEmpty() ? QRectF() : words.translated(16, 16).adjusted(-8, -5, 8, 5);
    }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
        const ThemeColours& colours = themeColours();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(colours.bad);
        painter->setBrush(colours.raised);
        painter->drawRoundedRect(boundingRect().adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter->setPen(colours.text);
        painter->drawText(boundingRect().adjusted(8, 5, -8, -5), Qt::TextWordWrap, text_);
    }

private:
    QString text_;
};

GraphWireDrag::GraphWireDrag(GraphScene& scene, GraphWorkspace& workspace, const PinHit& start)
    : scene_(scene)
    , workspace_(workspace)
    , from_(start.output)
    , to_(start.input)
    , type_(start.type)
    , wire_(std::make_unique<GraphWireItem>())
    , hint_(std::make_unique<GraphHintItem>()) {
    if (to_) {
        if (const auto link = linkAt(workspace_.document.definition(), *to_)) {
            taken_ = to_;
            from_ = link;
            to_.reset();
            scene_.setLinkShown(*taken_, false);
        }
    }
    wire_->setLink({}, type_);
    wire_->setZValue(3.0);
    scene_.addItem(wire_.get());
    scene_.addItem(hint_.get());
    setFilters(type_);
}

GraphWireDrag::~GraphWireDrag() {
    setFilters(std::nullopt);
    if (taken_) {
        scene_.setLinkShown(*taken_, true);
    }
}

void GraphWireDrag::setFilters(std::optional<graph::PinType> type) {
    scene_.forEachNode([&](GraphNodeItem& item) { item.setWireFilter(type, from_.has_value()); });
}

std::optional<PinHit> GraphWireDrag::findTarget(const QPointF& scenePlace) const {
    const auto isOther = [this](const PinHit& hit) {
        return from_ ? hit.input.has_value() : hit.output.has_value();
    };
    if (const auto pin = scene_.pinAt(scenePlace)) {
        const bool isOwnStart = (from_ && pin->output == from_) || (to_ && pin->input == to_);
        return isOwnStart ? std::nullopt : pin;
    }
    // Anywhere on a node: the first pin of it that can be.
    const GraphNodeItem* node = scene_.nodeItemAt(scenePlace);
    if (node == nullptr || node->id() == (from_ ? from_->node : to_->node)) {
        return std::nullopt;
    }
    std::optional<PinHit> first;
    const auto offer = [&](const PinHit& hit) {
        if (isOther(hit) && hit.type == type_) {
            if (refusalAt(hit).isEmpty()) {
                first = hit;
                return true;
            }
            if (!first) {
                first = hit;
            }
        }
        return false;
    };
    for (const InputRow& row : node->geometry().inputs) {
        const bool isFree =
            row.isAddSlot || sourceOf(workspace_.document.definition(), row.place) == nullptr;
        if (isFree && offer({row.place, std::nullopt, row.type})) {
            return first;
        }
    }
    for (const OutputRow& row : node->geometry().outputs) {
        if (offer({std::nullopt, row.place, row.type})) {
            return first;
        }
    }
    return first;
}

QString GraphWireDrag::refusalAt(const PinHit& target) const {
    const bool isSameSide = from_ ? !target.input : !target.output;
    if (isSameSide) {
        return from_ ? GraphScene::tr("An output feeds inputs, not another output.")
                     : GraphScene::tr("An input is fed by an output, not by another input.");
    }
    const OutputPlace& from = from_ ? *from_ : *target.output;
    const InputPlace& to = to_ ? *to_ : *target.input;
    if (!taken_) {
        return linkRefusal(workspace_.document.definition(), from, to);
    }
    // As if the wire were gone from where it was taken.
    graph::GraphDefinition without = workspace_.document.definition();
    if (graph::InputDefinition* source = sourceOf(without, *taken_)) {
        clearSource(*source);
    }
    return linkRefusal(without, from, to);
}

void GraphWireDrag::moveTo(const QPointF& scenePlace) {
    const auto target = findTarget(scenePlace);
    if (target != target_) {
        target_ = target;
        refusal_ = target ? refusalAt(*target) : QString();
        hint_->setText(refusal_);
        wire_->setRefused(!refusal_.isEmpty());
    }
    hint_->setPos(scenePlace);
    const auto endOf = [this](const PinHit& hit) {
        return hit.input ? scene_.placeOf(*hit.input) : scene_.placeOf(*hit.output);
    };
    const bool isCaught = target_ && refusal_.isEmpty();
    const QPointF free = isCaught ? endOf(*target_) : scenePlace;
    if (from_) {
        wire_->setEnds(scene_.placeOf(*from_), free);
    } else {
        wire_->setEnds(free, scene_.placeOf(*to_));
    }
}

GraphWireDrag::Outcome GraphWireDrag::drop() {
    if (target_ && !refusal_.isEmpty()) {
        return {refusal_, std::nullopt};
    }
    GraphEdits& edits = workspace_.edits;
    if (target_) {
        const OutputPlace from = from_ ? *from_ : *target_->output;
        const InputPlace to = to_ ? *to_ : *target_->input;
        if (taken_ && *taken_ == to) {
            return {};
        }
        const Status status = taken_ ? edits.reconnect(from, *taken_, to) : edits.connect(from, to);
        return {status ? QString() : toQString(status.error().message), std::nullopt};
    }
    if (taken_) {
        edits.disconnect(*taken_);
        return {};
    }
    return {{}, PaletteWire{from_, to_}};
}

} // namespace sartor::editor
