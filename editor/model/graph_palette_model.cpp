// SPDX-License-Identifier: Apache-2.0
// What can be added to a graph, searched as one types.
#include "editor/model/graph_palette_model.h"

#include "editor/model/graph_edits.h"
#include "editor/model/text.h"

#include <algorithm>
#include <utility>

namespace sartor::editor {

namespace {

/// How well a text answers what was typed; lower is better, none where it does not.
std::optional<int> rankOf(const PaletteEntry& entry, const QString& typed) {
    if (typed.isEmpty() || entry.title.startsWith(typed, Qt::CaseInsensitive)) {
        return 0;
    }
    if (entry.title.contains(u' ' + typed, Qt::CaseInsensitive)) {
        return 1;
    }
    if (entry.title.contains(typed, Qt::CaseInsensitive)) {
        return 2;
    }
    // Letters in order: "b1d" finds "Blend 1D".
    qsizetype from = 0;
    for (const QChar letter : typed) {
        from = entry.title.indexOf(letter, from, Qt::CaseInsensitive);
        if (from < 0) {
            break;
        }
        ++from;
    }
    if (from > 0) {
        return 3;
    }
    return entry.category.contains(typed, Qt::CaseInsensitive) ||
                   entry.doc.contains(typed, Qt::CaseInsensitive)
               ? std::optional(4)
               : std::nullopt;
}

/// Whether there is a pin of each of the types.
template <class Pins>
bool hasPins(const Pins& pins, const std::vector<graph::PinType>& types) {
    return std::all_of(types.begin(), types.end(), [&pins](graph::PinType type) {
        return std::any_of(
            pins.begin(), pins.end(), [type](const auto& pin) { return pin.type == type; });
    });
}

} // namespace

GraphPaletteModel::GraphPaletteModel(QObject* parent) : QAbstractListModel(parent) {}

void GraphPaletteModel::offer(const graph::GraphDefinition& definition,
                              const QStringList& clips,
                              const PaletteWire& wire) {
    // A wire of no known type is offered everything.
    std::vector<graph::PinType> from;
    std::vector<graph::PinType> to;
    if (wire.from) {
        if (const auto type = typeOf(definition, *wire.from)) {
            from.push_back(*type);
        }
    }
    if (wire.to) {
        if (const auto type = typeOf(definition, *wire.to)) {
            to.push_back(*type);
        }
    }
    beginResetModel();
    entries_.clear();
    if (wire.to) {
        for (const graph::ParameterDefinition& parameter : definition.parameters) {
            if (!to.empty() && pinTypeOf(parameter.type) == to.front()) {
                entries_.push_back({nullptr,
                                    {},
                                    parameter.id,
                                    toQString(parameter.id),
                                    tr("Parameter"),
                                    toQString(parameter.doc)});
            }
        }
    }
    for (const graph::NodeSchema* schema : graph::nodeSchemas()) {
        if (!hasPins(schema->inputs, from) || !hasPins(schema->outputs, to)) {
            continue;
        }
        const QString title = toQString(schema->title);
        const QString category = toQString(schema->category);
        const QString doc = toQString(schema->doc);
        entries_.push_back({schema, {}, {}, title, category, doc});
        // A node that is about one clip is offered for each.
        if (!schema->params.empty() && schema->params.front().type == graph::ParamType::Clip) {
            for (const QString& clip : clips) {
                entries_.push_back({schema, clip.toStdString(), {}, clip, title, doc});
            }
        }
    }
    text_.clear();
    filter();
    endResetModel();
}

void GraphPaletteModel::setFilter(const QString& text) {
    beginResetModel();
    text_ = text.trimmed();
    filter();
    endResetModel();
}

void GraphPaletteModel::filter() {
    std::vector<std::pair<int, const PaletteEntry*>> found;
    for (const PaletteEntry& entry : entries_) {
        if (const auto rank = rankOf(entry, text_)) {
            found.emplace_back(*rank, &entry);
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    shown_.clear();
    for (const auto& [rank, entry] : found) {
        shown_.push_back(entry);
    }
}

int GraphPaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

QVariant GraphPaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const PaletteEntry& entry = *shown_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return entry.title;
    case CategoryRole:
        return entry.category;
    case Qt::ToolTipRole:
    case DocRole:
        return entry.doc;
    default:
        return {};
    }
}

} // namespace sartor::editor
