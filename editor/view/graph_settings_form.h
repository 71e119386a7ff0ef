// SPDX-License-Identifier: Apache-2.0
// What is set on a graph as a whole: its root motion, and the events and markers of clips.
#pragma once

#include "editor/model/graph_workspace.h"

#include <QWidget>

#include <functional>
#include <vector>

class QComboBox;
class QVBoxLayout;

namespace sartor::editor {

/// Made anew where the graph gets or loses its root motion, or there are other joints or clips.
class GraphSettingsForm : public QWidget {
    Q_OBJECT

public:
    explicit GraphSettingsForm(GraphWorkspace& workspace, QWidget* parent = nullptr);

    /// Takes the values as they are now.
    void refresh();
    /// The field of the root motion's joint, or of a clip, which is chosen; null for other parts.
    QWidget* fieldOf(const GraphPart& part);

private:
    void makeRootMotion();
    void makeClips();

    GraphWorkspace& workspace_;
    std::vector<std::function<void()>> refreshers_;
    QVBoxLayout* layout_ = nullptr;
    QWidget* joint_ = nullptr;
    QComboBox* clip_ = nullptr;
};

} // namespace sartor::editor
