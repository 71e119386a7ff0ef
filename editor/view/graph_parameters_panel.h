// SPDX-License-Identifier: Apache-2.0
// The graph's parameters: what they are now, by hand, and how they are declared.
#pragma once

#include "editor/model/graph_live.h"
#include "editor/model/graph_workspace.h"

#include <QWidget>

#include <functional>
#include <set>
#include <string>
#include <vector>

class QFormLayout;
class QScrollArea;

namespace sartor::editor {

class GraphParametersPanel : public QWidget {
    Q_OBJECT

public:
    explicit GraphParametersPanel(GraphWorkspace& workspace, QWidget* parent = nullptr);

private:
    void schedule();
    void refresh();
    void rebuild();
    QWidget* makeRow(const graph::ParameterDefinition& parameter);
    QWidget* makeLive(const graph::ParameterDefinition& parameter);
    QWidget* makeDeclaration(const graph::ParameterDefinition& parameter);
    void addDeclaredNumber(QFormLayout& form,
                           const QString& title,
                           const std::string& parameter,
                           double graph::ParameterDefinition::*member);
    const graph::ParameterDefinition* find(const std::string& id) const;
    void change(const std::string& id,
                const std::function<void(graph::ParameterDefinition&)>& set,
                Gesture gesture = Gesture::Single);
    /// Opens the declaration of a parameter.
    void reveal(const GraphPart& part);
    void showLive(const std::string& parameter);

    GraphWorkspace& workspace_;
    /// Ids and types that the rows are made for.
    std::vector<std::pair<std::string, graph::ParameterType>> shown_;
    std::set<std::string> open_;
    std::map<std::string, std::function<void()>> liveRefreshers_;
    std::vector<std::function<void()>> refreshers_;
    QScrollArea* scroll_ = nullptr;
    Gesture gesture_ = Gesture::Single;
    bool isScheduled_ = false;
    bool isRebuildWanted_ = true;
};

} // namespace sartor::editor
