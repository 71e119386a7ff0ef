// SPDX-License-Identifier: Apache-2.0
// Which plugins there are, what became of them, and what can be done about it.
#pragma once

#include "editor/model/plugin_watcher.h"
#include "editor/model/plugins_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace sartor::editor {

class PluginsPanel : public QWidget {
    Q_OBJECT

public:
    PluginsPanel(Document& document, PluginWatcher& watcher, QWidget* parent = nullptr);

private:
    /// -1 where none is chosen.
    int chosenRow() const;
    void refresh();
    void toggleDisabled();

    PluginWatcher& watcher_;
    PluginsModel model_;
    QLabel* empty_ = nullptr;
    QTableView* table_ = nullptr;
    QPushButton* reload_ = nullptr;
    QPushButton* disable_ = nullptr;
};

} // namespace sartor::editor
