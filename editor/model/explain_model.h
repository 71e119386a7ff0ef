// SPDX-License-Identifier: Apache-2.0
// The selected vertex under linear blend skinning: a row for each joint that moves it.
#pragma once

#include "editor/model/selection.h"

#include <sartor/session/explain_vertex.h>

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace sartor::editor {

class ExplainModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        JointColumn,
        WeightColumn,
        ContributionColumn, ///< weight * posed position
        SumColumn,          ///< of the contributions so far
        PosedColumn,        ///< where this joint alone would put the vertex
        InJointColumn,      ///< bind position in the joint's space
        ColumnCount
    };
    enum Role {
        JointRole = Qt::UserRole, ///< skeleton joint, uint
        WeightRole                ///< double
    };

    ExplainModel(Document& document, Selection& selection, QObject* parent = nullptr);

    /// None without a selected vertex, and while it cannot be explained.
    const std::optional<diagnose::VertexExplanation>& explanation() const { return explanation_; }
    /// Where the chain that runs puts the vertex; none without an explanation.
    std::optional<glm::vec3> chainPosition() const { return chainPosition_; }
    /// The chain that runs beside the usual ones; empty without an explanation.
    const std::vector<diagnose::ComparedChain>& chains() const { return comparison_.chains; }
    /// Of a slot of the instance whose vertex is selected; there is an explanation.
    QString slotName(SkinJointIndex slot) const;
    /// The selected vertex in a few lines, or what to do to see one.
    QString summary() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void explained();

private:
    void refresh();
    std::optional<diagnose::VertexExplanation> explain();
    QString fileSlotsText() const;
    QString retentionText() const;

    Document& document_;
    Selection& selection_;
    std::optional<diagnose::VertexExplanation> explanation_;
    session::VertexComparison comparison_;
    std::optional<glm::vec3> chainPosition_;
};

} // namespace sartor::editor
