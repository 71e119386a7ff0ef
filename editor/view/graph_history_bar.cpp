// SPDX-License-Identifier: Apache-2.0
// The recording of a graph that plays: dragged back to any moment, gone on from there, kept in a
// file.
#include "editor/view/graph_history_bar.h"

#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/row_table.h"
#include "editor/view/theme.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

namespace sartor::editor {

namespace {

/// What comes after the moment that is shown stands back.
class HappeningDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(GraphEventModel::LaterRole).toBool()) {
            option->palette.setColor(QPalette::Text, themeColours().quietText);
        }
    }
};

} // namespace

GraphHistoryBar::GraphHistoryBar(GraphLive& live, QWidget* parent)
    : QWidget(parent), live_(live), events_(live) {
    setObjectName(QStringLiteral("graphHistoryBar"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    makeEvents();
    layout->addWidget(eventsTable_);
    connect(&live_, &GraphLive::frameChanged, this, &GraphHistoryBar::refresh);
    refresh();
}

QToolButton*
GraphHistoryBar::addButton(const char* name, const QString& title, const QString& tip) {
    auto* button = new QToolButton(bar_);
    button->setObjectName(QLatin1String(name));
    button->setText(title);
    button->setToolTip(tip);
    button->setFocusPolicy(Qt::NoFocus);
    bar_->layout()->addWidget(button);
    return button;
}

QWidget* GraphHistoryBar::makeBar() {
    bar_ = new QWidget(this);
    auto* layout = new QHBoxLayout(bar_);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(4);
    connect(addButton("restartGraph",
                      tr("Restart"),
                      tr("The graph from its start, with the parameters as they are")),
            &QToolButton::clicked,
            &live_,
            &GraphLive::restart);
    slider_ = new QSlider(Qt::Horizontal, bar_);
    slider_->setObjectName(QStringLiteral("graphHistory"));
    slider_->setAccessibleName(tr("Recorded moments"));
    slider_->setToolTip(tr("What was played; drag back to look at it, play to go on from there"));
    slider_->setFocusPolicy(Qt::NoFocus);
    connect(slider_, &QSlider::valueChanged, this, [this](int moment) {
        live_.showMoment(static_cast<std::size_t>(moment));
    });
    layout->addWidget(slider_, 1);
    label_ = new QLabel(bar_);
    label_->setObjectName(QStringLiteral("graphHistoryTime"));
    label_->setProperty("mono", true);
    layout->addWidget(label_);
    eventsButton_ =
        addButton("graphEventsButton",
                  tr("Events"),
                  tr("Events of clips and transitions of state machines that were recorded"));
    eventsButton_->setCheckable(true);
    connect(eventsButton_, &QToolButton::toggled, this, &GraphHistoryBar::refresh);
    save_ = addButton("saveRecording",
                      tr("Save..."),
                      tr("Keep what was recorded in a file, to be gone through again here or by "
                         "sartor graph run --replay"));
    connect(save_, &QToolButton::clicked, this, [this] { chooseFile(true); });
    QToolButton* open = addButton(
        "openRecording", tr("Open..."), tr("Go through frames that were recorded with this graph"));
    connect(open, &QToolButton::clicked, this, [this] { chooseFile(false); });
    return bar_;
}

void GraphHistoryBar::makeEvents() {
    constexpr int kHeight = 110;
    eventsTable_ = makeRowTable(events_, tr("What happened"), this);
    eventsTable_->setObjectName(QStringLiteral("graphEventsTable"));
    eventsTable_->setItemDelegate(new HappeningDelegate(eventsTable_));
    eventsTable_->horizontalHeader()->setStretchLastSection(true);
    eventsTable_->horizontalHeader()->hide();
    eventsTable_->setColumnWidth(GraphEventModel::TimeColumn, 90);
    eventsTable_->setColumnWidth(GraphEventModel::NodeColumn, 150);
    eventsTable_->setFixedHeight(kHeight);
    connect(eventsTable_, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const GraphHappening happening = events_.happening(index.row());
        live_.showMoment(events_.momentOf(index.row()));
        Q_EMIT happeningChosen(happening);
    });
    // The newest in sight while it plays.
    connect(
        &events_, &GraphEventModel::rowsInserted, this, [this] { eventsTable_->scrollToBottom(); });
}

void GraphHistoryBar::chooseFile(bool isToSave) {
    auto* dialog =
        new QFileDialog(window(), isToSave ? tr("Save Recording") : tr("Open Recording"));
    dialog->setObjectName(isToSave ? QStringLiteral("saveRecordingDialog")
                                   : QStringLiteral("openRecordingDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({tr("Recordings of graphs (*.capture)"), tr("All files (*)")});
    if (isToSave) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("capture"));
        connect(dialog, &QFileDialog::fileSelected, this, &GraphHistoryBar::saveTo);
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, &GraphHistoryBar::openFrom);
    }
    dialog->open();
}

void GraphHistoryBar::saveTo(const QString& path) {
    const Status status = live_.saveRecording(toPath(path));
    logFailure(status);
    if (!status) {
        Q_EMIT said(tr("The recording is not saved: %1").arg(toQString(status.error().message)));
    }
}

void GraphHistoryBar::openFrom(const QString& path) {
    const auto differentCount = live_.openRecording(toPath(path));
    if (!differentCount) {
        logFailure(differentCount.error());
        Q_EMIT said(tr("The recording cannot be opened: %1")
                        .arg(toQString(differentCount.error().message)));
    } else if (*differentCount > 0) {
        Q_EMIT said(tr("%1: %2 of %3 frames have other poses here than where they were recorded")
                        .arg(QFileInfo(path).fileName())
                        .arg(*differentCount)
                        .arg(live_.moments().size() - 1));
    }
}

void GraphHistoryBar::refresh() {
    const auto& moments = live_.moments();
    setVisible(live_.instance() != nullptr);
    const QSignalBlocker blocker(slider_);
    slider_->setRange(0, moments.empty() ? 0 : static_cast<int>(moments.size()) - 1);
    slider_->setValue(static_cast<int>(live_.shownMoment()));
    slider_->setEnabled(moments.size() > 1);
    save_->setEnabled(moments.size() > 1);
    const double time = moments.empty() ? 0.0 : moments[live_.shownMoment()].time;
    label_->setText(tr("%1 s").arg(time, 0, 'f', 3));
    eventsTable_->setVisible(eventsButton_->isChecked());
}

} // namespace sartor::editor
