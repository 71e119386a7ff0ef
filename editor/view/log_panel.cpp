// SPDX-License-Identifier: Apache-2.0
// The log.
#include "editor/view/log_panel.h"

#include "editor/view/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFontDatabase>
#include <QListView>
#include <QScrollBar>
#include <QStringList>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sartor::editor {

namespace {

class LevelDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto level = static_cast<LogLevel>(index.data(LogModel::LevelRole).toInt());
        const ThemeColours& colours = themeColours();
        const QColor colour = level == LogLevel::Error
                                  ? colours.bad
                                  : (level == LogLevel::Warning ? colours.warning : colours.text);
        option->palette.setColor(QPalette::Text, colour);
    }
};

} // namespace

LogPanel::LogPanel(LogModel& model, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("logPanel"));
    auto* list = new QListView(this);
    list->setObjectName(QStringLiteral("logList"));
    list->setAccessibleName(tr("Log"));
    list->setModel(&model);
    list->setItemDelegate(new LevelDelegate(list));
    list->setUniformItemSizes(true);
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPointSizeF(font().pointSizeF() * 0.95);
    list->setFont(mono);
    list->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* copy = new QAction(tr("Copy"), list);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    auto* clear = new QAction(tr("Clear"), list);
    list->addActions({copy, clear});
    connect(copy, &QAction::triggered, list, [list] {
        QStringList lines;
        QModelIndexList rows = list->selectionModel()->selectedIndexes();
        std::sort(rows.begin(), rows.end());
        for (const QModelIndex& row : rows) {
            lines << row.data().toString();
        }
        QApplication::clipboard()->setText(lines.join(u'\n'));
    });
    connect(clear, &QAction::triggered, &model, &LogModel::clear);
    // Follows new lines while the end is in sight.
    connect(&model, &QAbstractItemModel::rowsInserted, list, [list] {
        const QScrollBar* bar = list->verticalScrollBar();
        if (bar->value() >= bar->maximum() - bar->pageStep()) {
            list->scrollToBottom();
        }
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(list);
}

} // namespace sartor::editor
