// SPDX-License-Identifier: Apache-2.0
// A state machine as boxes and arrows: states where they were put, transitions with what they wait
// for.
#pragma once

#include "editor/model/graph_workspace.h"
#include "editor/model/state_machine.h"
#include "editor/view/state_machine_layout.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

class StateMachineView : public QWidget {
    Q_OBJECT

public:
    explicit StateMachineView(GraphWorkspace& workspace, QWidget* parent = nullptr);

    /// The node whose states are shown; what is no state machine shows nothing.
    void setNode(const std::string& node);
    const std::string& node() const { return node_; }
    const std::optional<StateMachine>& machine() const { return machine_; }

    std::optional<std::size_t> selectedState() const { return state_; }
    std::optional<std::size_t> selectedTransition() const { return transition_; }
    void selectState(std::size_t state);
    void selectTransition(std::size_t transition);
    /// The first that goes from a state to a state, or there from any; nothing where none does.
    void selectTransition(const std::string& from, const std::string& to);
    void removeSelected();

    QRectF stateRect(std::size_t state) const;
    /// The box that stands for any state.
    QRectF anyRect() const;
    /// The middle of an arrow.
    QPointF transitionMiddle(std::size_t transition) const;
    QSize minimumSizeHint() const override { return {320, 220}; }

Q_SIGNALS:
    void selectionChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refresh();
    TransitionName nameOf(std::size_t transition) const;
    std::optional<std::size_t> stateAt(const QPointF& place) const;
    std::optional<std::size_t> transitionAt(const QPointF& place) const;
    std::optional<QRectF> endRect(const std::string& name) const;
    std::optional<MachineArrow> arrowOf(std::size_t transition) const;
    void paintTransition(QPainter& painter, std::size_t transition) const;
    void paintState(QPainter& painter, std::size_t state) const;
    const graph::NodeActivity* activity() const;
    StateMachineEdits edits() { return {workspace_.document, node_}; }

    GraphWorkspace& workspace_;
    std::string node_;
    std::optional<StateMachine> machine_;
    std::optional<std::size_t> state_;
    std::optional<std::size_t> transition_;
    /// What a state that is pressed does when it is dragged.
    enum class Grip { Move, Draw };
    Grip gripAt(std::size_t state, const QPointF& place) const;
    /// Middles in the coordinates they are kept in, also of states without a place of their own.
    std::vector<QPointF> places() const;
    /// What they are seen by, which stays as it is while one is moved.
    QTransform viewOf(const std::vector<QPointF>& places) const;
    QRectF roomForStates() const;
    QPointF middleOf(std::size_t state) const;
    void dragState(const QPointF& place);
    void dropState();

    /// A state that is being moved, and from where its middle was taken hold of.
    struct StateDrag {
        std::size_t state = 0;
        QPointF hold;
        /// All places when it began, as it is moved, and what they are seen by meanwhile.
        std::vector<QPointF> places;
        QTransform viewFromPlaces;
        bool isMoved = false;
    };
    std::optional<StateDrag> stateDrag_;
    /// A transition that is being drawn: where it leaves, and the cursor.
    std::optional<std::string> drawnFrom_;
    QPointF pressed_;
    QPointF cursor_;
};

} // namespace sartor::editor
