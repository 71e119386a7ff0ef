// SPDX-License-Identifier: Apache-2.0
// The recording of a graph that plays: dragged back to any moment, gone on from there, kept in a
// file.
#pragma once

#include "editor/model/graph_event_model.h"
#include "editor/model/graph_live.h"

#include <QWidget>

class QLabel;
class QSlider;
class QTableView;
class QToolButton;

namespace sartor::editor {

class GraphHistoryBar : public QWidget {
    Q_OBJECT

public:
    explicit GraphHistoryBar(GraphLive& live, QWidget* parent = nullptr);

    /// Write and read the recording; what fails is said.
    void saveTo(const QString& path);
    void openFrom(const QString& path);

Q_SIGNALS:
    /// For the line below the picture.
    void said(const QString& text);
    /// A row of the list of what happened was clicked; its moment is shown.
    void happeningChosen(const sartor::editor::GraphHappening& happening);

private:
    QWidget* makeBar();
    QToolButton* addButton(const char* name, const QString& title, const QString& tip);
    void makeEvents();
    void chooseFile(bool isToSave);
    void refresh();

    GraphLive& live_;
    GraphEventModel events_;
    QWidget* bar_ = nullptr;
    QSlider* slider_ = nullptr;
    QLabel* label_ = nullptr;
    QToolButton* save_ = nullptr;
    QToolButton* eventsButton_ = nullptr;
    QTableView* eventsTable_ = nullptr;
};

} // namespace sartor::editor
