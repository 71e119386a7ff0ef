// SPDX-License-Identifier: Apache-2.0
// The graph's picture with its tools, and below it what is wrong with the graph.
#include "editor/view/graph_panel.h"

#include "editor/view/graph_history_bar.h"
#include "editor/view/graph_view.h"
#include "editor/view/icons.h"
#include "editor/view/row_table.h"
#include "editor/view/state_machine_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace sartor::editor {

namespace {

class ErrorDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        static const QIcon kError = shapeIcon(IconShape::Error);
        option->icon = kError;
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = QSize(14, 14);
    }
};

} // namespace

GraphPanel::GraphPanel(GraphWorkspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), model_(workspace.problems) {
    setObjectName(QStringLiteral("graphPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    view_ = new GraphView(workspace, this);
    tools_ = makeTools();
    layout->addWidget(tools_);
    auto* pages = new QWidget(this);
    pages_ = new QStackedLayout(pages);
    pages_->addWidget(makeEmptyPage());
    pages_->addWidget(view_);
    machine_ = new StateMachinePanel(workspace, this);
    pages_->addWidget(machine_);
    layout->addWidget(pages, 1);
    auto* history = new GraphHistoryBar(workspace.live, this);
    layout->addWidget(history);
    status_ = new QLabel(this);
    status_->setObjectName(QStringLiteral("graphStatus"));
    status_->setProperty("problem", true);
    status_->setContentsMargins(10, 3, 10, 3);
    status_->setWordWrap(true);
    status_->hide();
    layout->addWidget(status_);
    table_ = makeRowTable(model_, tr("Problems of the graph"), this);
    table_->setObjectName(QStringLiteral("graphProblemsTable"));
    table_->setItemDelegateForColumn(GraphProblemsModel::PartColumn, new ErrorDelegate(table_));
    table_->horizontalHeader()->setStretchLastSection(true);
    table_->horizontalHeader()->hide();
    table_->setColumnWidth(GraphProblemsModel::PartColumn, 150);
    layout->addWidget(table_);

    connect(view_, &GraphView::said, this, &GraphPanel::say);
    connect(history, &GraphHistoryBar::said, this, &GraphPanel::say);
    connect(history,
            &GraphHistoryBar::happeningChosen,
            this,
            [this](const GraphHappening& happening) { showHappening(happening); });
    connect(view_, &GraphView::nodeActivated, this, [this](const QString& node) {
        openNode(node.toStdString());
    });
    connect(&workspace_.breakpoints,
            &GraphBreakpoints::hit,
            this,
            [this](const QString& why, const std::string& node) {
                if (pages_->currentWidget() != machine_ || machine_->view().node() != node) {
                    workspace_.selection.reveal({GraphPart::Kind::Node, node});
                }
                say(why);
            });
    connect(machine_, &StateMachinePanel::closed, this, &GraphPanel::showGraph);
    connect(&workspace_.selection, &GraphSelection::revealed, this, [this](const GraphPart& part) {
        using Kind = GraphPart::Kind;
        if (part.kind == Kind::Node || part.kind == Kind::Output || part.kind == Kind::Group) {
            showGraph();
        }
    });
    connect(table_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        workspace_.selection.reveal(model_.partOf(index.row()));
    });
    connect(&workspace_.document, &GraphDocument::opened, this, [this] {
        showGraph();
        refresh();
    });
    connect(&workspace_.document, &GraphDocument::fileStateChanged, this, &GraphPanel::refresh);
    connect(&workspace_.document, &GraphDocument::changed, status_, &QWidget::hide);
    connect(&workspace_.problems, &GraphProblems::changed, this, &GraphPanel::refreshProblems);
    showGraph();
    refresh();
    refreshProblems();
}

void GraphPanel::say(const QString& text) {
    status_->setText(text);
    status_->show();
}

void GraphPanel::showHappening(const GraphHappening& happening) {
    workspace_.selection.reveal({GraphPart::Kind::Node, happening.node});
    if (happening.kind == GraphHappening::Kind::Transition) {
        openNode(happening.node);
        machine_->view().selectTransition(happening.from, happening.to);
    }
}

void GraphPanel::openNode(const std::string& node) {
    if (stateMachineOf(workspace_.document.definition(), node)) {
        machine_->open(node);
        pages_->setCurrentWidget(machine_);
        tools_->hide();
    }
}

void GraphPanel::showGraph() {
    const bool isOpen = workspace_.document.isOpen();
    pages_->setCurrentIndex(isOpen ? 1 : 0);
    tools_->setVisible(isOpen);
}

QWidget* GraphPanel::makeTools() {
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->setSpacing(2);
    const auto add = [&](const char* name,
                         const QString& title,
                         const QString& tip,
                         const std::function<void()>& run) {
        auto* button = new QToolButton(row);
        button->setObjectName(QLatin1String(name));
        button->setText(title);
        button->setToolTip(tip);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus);
        connect(button, &QToolButton::clicked, this, run);
        layout->addWidget(button);
    };
    GraphScene& scene = view_->graphScene();
    add("graphAdd", tr("Add"), tr("Add a node (Tab, double click)"), [this] {
        view_->openPalette(view_->mapToScene(view_->viewport()->rect().center()), {});
    });
    add("graphArrange", tr("Arrange"), tr("Arrange the selected nodes, or all (L)"), [&scene] {
        scene.arrangeSelection();
    });
    add("graphGroup", tr("Group"), tr("Frame the selected nodes (Ctrl+G)"), [&scene] {
        scene.groupSelection();
    });
    add("graphComment", tr("Comment"), tr("Add a comment (C)"), [this] { view_->addComment(); });
    layout->addStretch(1);
    auto* poses = new QToolButton(row);
    poses->setObjectName(QStringLiteral("graphPoses"));
    poses->setText(tr("Poses"));
    poses->setToolTip(tr("Show at each node that plays the pose that comes out of it"));
    poses->setCheckable(true);
    poses->setAutoRaise(true);
    poses->setFocusPolicy(Qt::NoFocus);
    connect(poses, &QToolButton::toggled, &scene, &GraphScene::setPosesShown);
    layout->addWidget(poses);
    add("graphFit", tr("Fit"), tr("Show everything (A)"), [this] { view_->fitAll(); });
    return row;
}

QWidget* GraphPanel::makeEmptyPage() {
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    auto* label = new QLabel(tr("A pose graph blends clips, runs state machines and IK,\n"
                                "and says who owns the root motion."),
                             page);
    label->setProperty("quiet", true);
    label->setAlignment(Qt::AlignCenter);
    auto* create = new QPushButton(tr("New Graph"), page);
    create->setObjectName(QStringLiteral("emptyNewGraph"));
    connect(create, &QPushButton::clicked, this, &GraphPanel::newRequested);
    auto* open = new QPushButton(tr("Open Graph..."), page);
    open->setObjectName(QStringLiteral("emptyOpenGraph"));
    connect(open, &QPushButton::clicked, this, &GraphPanel::openRequested);
    layout->addStretch(1);
    layout->addWidget(label);
    for (QPushButton* button : {create, open}) {
        layout->addWidget(button, 0, Qt::AlignHCenter);
    }
    layout->addStretch(1);
    return page;
}

void GraphPanel::refresh() {
    const GraphDocument& document = workspace_.document;
    status_->hide();
    Q_EMIT titleChanged(!document.isOpen()      ? tr("Graph")
                        : document.isModified() ? tr("Graph: %1 *").arg(document.name())
                                                : tr("Graph: %1").arg(document.name()));
}

void GraphPanel::refreshProblems() {
    constexpr int kMostRows = 4;
    const int count = model_.rowCount();
    table_->setVisible(count > 0);
    table_->setFixedHeight(
        table_->verticalHeader()->defaultSectionSize() * std::clamp(count, 1, kMostRows) + 2);
}

} // namespace sartor::editor
