// SPDX-License-Identifier: Apache-2.0
// The selected vertex under linear blend skinning: a row for each joint that moves it.
#include "editor/model/explain_model.h"

#include "editor/model/text.h"

#include <sartor/base/log.h>
#include <sartor/deform/chain.h>
#include <sartor/session/explain_vertex.h>

#include <QStringList>

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace sartor::editor {

namespace {

QString pointText(const glm::dvec3& point) {
    return QStringLiteral("%1  %2  %3")
        .arg(point.x, 8, 'f', 4)
        .arg(point.y, 8, 'f', 4)
        .arg(point.z, 8, 'f', 4);
}

// Deformed in one go where a chain needs the whole mesh: what no frame of the editor waits for.
constexpr std::uint64_t kVerticesAtOnce = 200'000;

/// How far float arithmetic may end from the sum in double: a few last places of the largest number
/// on the way, each joint's own among them, which may be far from where the sum ends.
double roundingAt(const diagnose::VertexExplanation& explanation) {
    double largest = glm::length(explanation.positionBind);
    for (const diagnose::InfluenceStep& step : explanation.influences) {
        largest =
            std::max({largest, glm::length(step.positionJoint), glm::length(step.positionModel)});
    }
    return 8.0 * static_cast<double>(std::numeric_limits<float>::epsilon()) * largest;
}

} // namespace

ExplainModel::ExplainModel(Document& document, Selection& selection, QObject* parent)
    : QAbstractTableModel(parent), document_(document), selection_(selection) {
    connect(&selection, &Selection::vertexChanged, this, &ExplainModel::refresh);
    connect(&document, &Document::changed, this, [this](DocumentChange change) {
        if (selection_.vertex() && change != DocumentChange::Playback) {
            refresh();
        }
    });
    explanation_ = explain();
}

void ExplainModel::refresh() {
    auto next = explain();
    const std::size_t oldCount = explanation_ ? explanation_->influences.size() : 0;
    const std::size_t newCount = next ? next->influences.size() : 0;
    if (oldCount == newCount) {
        explanation_ = std::move(next);
        if (newCount != 0) {
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        }
    } else {
        beginResetModel();
        explanation_ = std::move(next);
        endResetModel();
    }
    Q_EMIT explained();
}

std::optional<diagnose::VertexExplanation> ExplainModel::explain() {
    chainPosition_.reset();
    comparison_ = {};
    const session::Session* session = document_.evaluated();
    const auto vertex = selection_.vertex();
    if (session == nullptr || !vertex) {
        return std::nullopt;
    }
    const session::InstanceFrame frame = session->frame(vertex->instance);
    auto comparison =
        session::compareChains(*session, vertex->instance, vertex->vertex, kVerticesAtOnce);
    if (!comparison) {
        log(LogLevel::Error, comparison.error().message);
        return std::nullopt;
    }
    comparison_ = *std::move(comparison);
    if (vertex->vertex < frame.positions.size()) {
        chainPosition_ = frame.positions[vertex->vertex];
    }
    return comparison_.linear;
}

QString ExplainModel::slotName(SkinJointIndex slot) const {
    const auto session = document_.session();
    const auto& joints = session->binding(selection_.vertex()->instance).joints;
    return jointName(*session->scene().skeleton, joints[slot.value()]);
}

QString ExplainModel::summary() const {
    if (!explanation_ || !selection_.vertex()) {
        return tr("Click a vertex to see which joints move it, and how far.");
    }
    const auto session = document_.session();
    const VertexId vertex = *selection_.vertex();
    const import::MeshInstance& instance = session->scene().instances[vertex.instance];
    QStringList lines;
    lines << tr("Vertex %1 of %2, primitive %3")
                 .arg(vertex.vertex)
                 .arg(toQString(instance.meshName.empty() ? "mesh" : instance.meshName))
                 .arg(instance.filePrimitive);
    if (!explanation_->fileSlots.empty()) {
        lines << fileSlotsText();
    }
    lines << tr("Bind   %1").arg(pointText(explanation_->positionBind));
    lines << tr("LBS    %1").arg(pointText(explanation_->positionModel));
    if (chainPosition_) {
        const glm::dvec3 position(*chainPosition_);
        lines << tr("Chain  %1").arg(pointText(position));
        if (const double distance = glm::distance(position, explanation_->positionModel);
            distance > roundingAt(*explanation_)) {
            const deform::Chain& chain = session->chain(vertex.instance);
            lines << tr("The result of %1 is %2 away from LBS")
                         .arg(toQString(deform::toText(chain, session->plugins())),
                              numberText(distance));
        }
    }
    if (explanation_->retention) {
        lines << retentionText();
    }
    if (!explanation_->verdict.empty()) {
        lines << toQString(explanation_->verdict);
    }
    if (!comparison_.text.empty()) {
        lines << toQString(comparison_.text);
    }
    for (const std::string& refusal : comparison_.refusals) {
        lines << toQString(refusal);
    }
    return lines.join(u'\n');
}

QString ExplainModel::fileSlotsText() const {
    QStringList weights;
    for (const diagnose::FileSlot& slot : explanation_->fileSlots) {
        weights << QStringLiteral("%1:%2")
                       .arg(slot.joint)
                       .arg(static_cast<double>(slot.weight), 0, 'g', 4);
    }
    return tr("File   %1 (slot:weight)\nSum    %2")
        .arg(weights.join(QStringLiteral(", ")))
        .arg(explanation_->fileWeightSum, 0, 'g', 7);
}

QString ExplainModel::retentionText() const {
    const diagnose::Retention& retention = *explanation_->retention;
    const assets::Skeleton& skeleton = *document_.session()->scene().skeleton;
    const auto name = [&](std::size_t influence) {
        return jointName(skeleton, explanation_->influences[influence].joint);
    };
    return tr("%1 and %2 are %3° apart: %4 % of the radius kept (predicted %5 %)")
        .arg(name(retention.first), name(retention.second))
        .arg(retention.degrees, 0, 'f', 1)
        .arg(retention.measured * 100.0, 0, 'f', 1)
        .arg(retention.predicted * 100.0, 0, 'f', 1);
}

int ExplainModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !explanation_ ? 0
                                             : static_cast<int>(explanation_->influences.size());
}

int ExplainModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ExplainModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const diagnose::InfluenceStep& step =
        explanation_->influences[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case JointColumn:
            return jointName(*document_.session()->scene().skeleton, step.joint);
        case WeightColumn:
            return QString::number(step.weight, 'f', 4);
        case ContributionColumn:
            return pointText(step.contribution);
        case SumColumn:
            return pointText(step.runningSum);
        case PosedColumn:
            return pointText(step.positionModel);
        default:
            return pointText(step.positionJoint);
        }
    case JointRole:
        return step.joint.value();
    case WeightRole:
        return step.weight;
    case Qt::TextAlignmentRole:
        return index.column() == JointColumn ? QVariant()
                                             : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant ExplainModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case JointColumn:
        return tr("Joint");
    case WeightColumn:
        return tr("Weight");
    case ContributionColumn:
        return tr("Contribution");
    case SumColumn:
        return tr("Running sum");
    case PosedColumn:
        return tr("Posed alone");
    default:
        return tr("In joint space");
    }
}

} // namespace sartor::editor
