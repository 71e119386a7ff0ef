// SPDX-License-Identifier: Apache-2.0
// What is wrong with the open graph as it is now, by node.
#pragma once

#include "editor/model/document.h"
#include "editor/model/graph_document.h"
#include "editor/model/graph_part.h"

#include <sartor/graph/compiled_graph.h>
#include <sartor/graph/rig.h>

#include <QAbstractTableModel>
#include <QObject>
#include <QStringList>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sartor::editor {

/// Compiles the graph for the open character once the event loop has come round after edits;
/// without a character, for what can be known without one.
class GraphProblems : public QObject {
    Q_OBJECT

public:
    GraphProblems(GraphDocument& graph, Document& document, QObject* parent = nullptr);

    const std::vector<graph::Problem>& problems() const { return problems_; }
    const graph::GraphDefinition& definition() const { return graph_.definition(); }
    /// The messages about a node; empty where there are none.
    QStringList messagesOf(const std::string& node) const;
    /// Ready to run; null where there are problems, and without a character.
    const std::shared_ptr<const graph::CompiledGraph>& compiled() const { return compiled_; }
    /// At once, where somebody cannot wait for the event loop.
    void update();

Q_SIGNALS:
    void changed();

private:
    void schedule();
    void updateRig();

    GraphDocument& graph_;
    Document& document_;
    std::shared_ptr<const graph::Rig> rig_;
    std::vector<graph::Problem> problems_;
    std::map<std::string, std::vector<std::size_t>> byNode_;
    std::shared_ptr<const graph::CompiledGraph> compiled_;
    bool isScheduled_ = false;
};

/// A row for each problem.
class GraphProblemsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { PartColumn, MessageColumn, ColumnCount };

    explicit GraphProblemsModel(GraphProblems& problems, QObject* parent = nullptr);

    /// What a row is about.
    const GraphPart& partOf(int row) const { return parts_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void takeRows();

    GraphProblems& problems_;
    std::vector<graph::Problem> rows_;
    /// As they were called when they had the problem.
    std::vector<GraphPart> parts_;
};

} // namespace sartor::editor
