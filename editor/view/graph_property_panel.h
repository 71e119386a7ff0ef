// SPDX-License-Identifier: Apache-2.0
// Everything that is set on the selected node; without one, what is set on the graph as a whole.
#pragma once

#include "editor/model/graph_workspace.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

class QFormLayout;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace sartor::editor {

class GraphSettingsForm;

class GraphPropertyPanel : public QWidget {
    Q_OBJECT

public:
    explicit GraphPropertyPanel(GraphWorkspace& workspace, QWidget* parent = nullptr);

private:
    /// What the form is made for: it is made anew when this is another one.
    struct Shape {
        std::string node;
        std::string type;
        std::vector<std::pair<std::string, std::size_t>> inputs;
        /// What feeds each input, and which parameters and clips there are to choose from.
        std::vector<std::string> sources;
        std::vector<std::string> names;
        bool isOpen = false;

        bool operator==(const Shape&) const = default;
    };

    void refresh();
    Shape currentShape() const;
    void rebuild();
    void makeNodeForm(const graph::NodeDefinition& node);
    void makeTitle(const graph::NodeDefinition& node);
    void makeInputs(const graph::NodeDefinition& node, const graph::NodeSchema& schema);
    void makeManyInputs(const graph::NodeDefinition& node, const graph::InputSchema& input);
    QWidget* makeSource(const InputPlace& place, const graph::InputSchema& input);
    void showProblems();

    GraphWorkspace& workspace_;
    std::optional<Shape> shape_;
    std::vector<std::function<void()>> refreshers_;
    QScrollArea* scroll_ = nullptr;
    QWidget* content_ = nullptr;
    QVBoxLayout* layout_ = nullptr;
    QLabel* problems_ = nullptr;
    GraphSettingsForm* settings_ = nullptr;
    bool isScheduled_ = false;
};

} // namespace sartor::editor
