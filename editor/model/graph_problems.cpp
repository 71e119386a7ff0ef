// SPDX-License-Identifier: Apache-2.0
// What is wrong with the open graph as it is now, by node.
#include "editor/model/graph_problems.h"

#include "editor/model/text.h"

#include <QMetaObject>

namespace sartor::editor {

GraphProblems::GraphProblems(GraphDocument& graph, Document& document, QObject* parent)
    : QObject(parent), graph_(graph), document_(document) {
    connect(&graph_, &GraphDocument::changed, this, [this](const GraphDelta& delta) {
        // What was recorded lasts while things are only moved about.
        if (!changesOnlyPlaces(delta)) {
            schedule();
        }
    });
    connect(&graph_, &GraphDocument::opened, this, &GraphProblems::update);
    connect(&document_, &Document::changed, this, [this](DocumentChange change) {
        if (isOtherSession(change)) {
            updateRig();
            update();
        }
    });
    updateRig();
    update();
}

QStringList GraphProblems::messagesOf(const std::string& node) const {
    QStringList messages;
    if (const auto found = byNode_.find(node); found != byNode_.end()) {
        for (const std::size_t problem : found->second) {
            messages << toQString(problems_[problem].message);
        }
    }
    return messages;
}

void GraphProblems::schedule() {
    if (!isScheduled_) {
        isScheduled_ = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (isScheduled_) {
                    update();
                }
            },
            Qt::QueuedConnection);
    }
}

void GraphProblems::updateRig() {
    rig_.reset();
    if (const auto session = document_.session()) {
        rig_ = session->graphRig();
    }
}

void GraphProblems::update() {
    isScheduled_ = false;
    problems_.clear();
    byNode_.clear();
    compiled_.reset();
    if (graph_.isOpen()) {
        graph::CompileResult result = graph::compile(graph_.definition(), rig_);
        problems_ = std::move(result.problems);
        compiled_ = std::move(result.graph);
        for (std::size_t i = 0; i < problems_.size(); ++i) {
            if (!problems_[i].node.empty()) {
                byNode_[problems_[i].node].push_back(i);
            }
        }
    }
    Q_EMIT changed();
}

GraphProblemsModel::GraphProblemsModel(GraphProblems& problems, QObject* parent)
    : QAbstractTableModel(parent), problems_(problems) {
    takeRows();
    connect(&problems_, &GraphProblems::changed, this, [this] {
        if (rows_ == problems_.problems()) {
            return; // what is chosen in the list stays chosen
        }
        beginResetModel();
        takeRows();
        endResetModel();
    });
}

void GraphProblemsModel::takeRows() {
    rows_ = problems_.problems();
    parts_.clear();
    for (const graph::Problem& problem : rows_) {
        parts_.push_back(editor::partOf(problems_.definition(), problem));
    }
}

int GraphProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int GraphProblemsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant GraphProblemsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const graph::Problem& problem = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole) {
        return tr("%1 at %2").arg(toQString(problem.code), toQString(problem.path));
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return index.column() == PartColumn ? partName(partOf(index.row()))
                                        : toQString(problem.message);
}

QVariant GraphProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    return section == PartColumn ? tr("Where") : tr("Problem");
}

} // namespace sartor::editor
