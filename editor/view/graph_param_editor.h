// SPDX-License-Identifier: Apache-2.0
// The field for a param of a node, made from what its schema declares.
#pragma once

#include "editor/model/graph_workspace.h"

#include <sartor/graph/schema.h>

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace sartor::editor {

/// Where a field reads from and writes to.
struct ParamAccess {
    std::function<graph::Value()> value;
    std::function<void(graph::Value, Gesture)> set;
};

/// What params that name something choose from.
struct GraphNames {
    QStringList joints;
    QStringList clips;
    QStringList parameters;

    /// Of the open character and graph; "#3" for what has no name of its own.
    static GraphNames of(const GraphWorkspace& workspace);
};

/// A number, a choice, a name with search, a vector; lists of these, and of records, as tables, or
/// as a block for each entry where a record has a list of its own.
class GraphParamEditor : public QWidget {
    Q_OBJECT

public:
    GraphParamEditor(GraphWorkspace& workspace,
                     const graph::ParamSchema& param,
                     ParamAccess access,
                     QWidget* parent = nullptr);

    /// Takes the value as it is now; keeps the focus where it is.
    void refresh();

private:
    void makeNumber(int component);
    void makeTruth();
    void makeChoice();
    void makeText();
    void makeName(const QStringList& names);
    void makeRecord();
    void rebuildList();
    void makeTable(std::size_t count);
    void makeBlocks(std::size_t count);
    void changeList(const std::function<void(graph::List&)>& change);
    /// Access to an entry of the list, or to a member of the record that it or this is.
    ParamAccess entryAccess(std::size_t index) const;
    static ParamAccess memberAccess(const ParamAccess& record, const graph::ParamSchema& field);
    QWidget* entryButtons(std::size_t index, std::size_t count);
    QString objectNameOf(const QString& kind) const;

    GraphWorkspace& workspace_;
    graph::ParamSchema param_;
    ParamAccess access_;
    /// What a number's drag or typing carries until it ends.
    Gesture gesture_ = Gesture::Single;
    std::vector<std::function<void()>> refreshers_;
    QWidget* entries_ = nullptr;
    std::size_t entryCount_ = 0;
};

} // namespace sartor::editor
