// SPDX-License-Identifier: Apache-2.0
// What can be added to a graph, searched as one types.
#pragma once

#include "editor/model/graph_links.h"

#include <sartor/graph/schema.h>

#include <QAbstractListModel>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace sartor::editor {

struct PaletteEntry {
    /// Null for a parameter of the graph.
    const graph::NodeSchema* schema = nullptr;
    /// A clip of the character that the node is to play; empty for a node as it comes.
    std::string clip;
    /// A parameter to take the value from.
    std::string parameter;
    QString title;
    QString category;
    QString doc;
};

/// What the end of a wire is that was dropped to add something.
struct PaletteWire {
    /// One of them.
    std::optional<OutputPlace> from;
    std::optional<InputPlace> to;
};

/// Best match first; without a text, by category and title.
class GraphPaletteModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { CategoryRole = Qt::UserRole, DocRole };

    explicit GraphPaletteModel(QObject* parent = nullptr);

    /// All there is: with a wire, only what has a pin of the wire's type at that side.
    void offer(const graph::GraphDefinition& definition,
               const QStringList& clips,
               const PaletteWire& wire = {});
    void setFilter(const QString& text);
    const PaletteEntry& entry(int row) const { return *shown_[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    void filter();

    std::vector<PaletteEntry> entries_;
    std::vector<const PaletteEntry*> shown_;
    QString text_;
};

} // namespace sartor::editor
