// SPDX-License-Identifier: Apache-2.0
// The list that opens in the graph to add something: type to search, Enter to take.
#include "editor/view/graph_palette.h"

#include "editor/model/graph_geometry.h"
#include "editor/model/graph_values.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"
#include "editor/view/graph_paint.h"
#include "editor/view/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace sartor::editor {

namespace {

constexpr QSize kPaletteSize(320, 380);

/// The title, and its category on the right.
class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QString category = index.data(GraphPaletteModel::CategoryRole).toString();
        painter->save();
        painter->setPen(themeColours().quietText);
        painter->drawText(
            option.rect.adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, category);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), 24};
    }
};

QStringList clipNames(const Document& document) {
    QStringList names;
    if (const auto session = document.session()) {
        for (const auto& clip : session->scene().clips) {
            names << toQString(clip->name());
        }
    }
    return names;
}

} // namespace

GraphPalette::GraphPalette(GraphWorkspace& workspace, QWidget* parent)
    : QFrame(parent, Qt::Popup), workspace_(workspace) {
    setObjectName(QStringLiteral("graphPalette"));
    setProperty("panel", true);
    setFrameShape(QFrame::StyledPanel);
    resize(kPaletteSize);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(4);
    search_ = new QLineEdit(this);
    search_->setObjectName(QStringLiteral("paletteSearch"));
    search_->setAccessibleName(tr("Search nodes"));
    search_->setPlaceholderText(tr("Search nodes, clips and parameters"));
    search_->installEventFilter(this);
    layout->addWidget(search_);
    list_ = new QListView(this);
    list_->setObjectName(QStringLiteral("paletteList"));
    list_->setModel(&model_);
    list_->setItemDelegate(new EntryDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    layout->addWidget(list_, 1);
    doc_ = new QLabel(this);
    doc_->setObjectName(QStringLiteral("paletteDoc"));
    doc_->setProperty("quiet", true);
    doc_->setWordWrap(true);
    doc_->setMinimumHeight(52);
    doc_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(doc_);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        model_.setFilter(text);
        list_->setCurrentIndex(model_.index(0));
    });
    connect(search_, &QLineEdit::returnPressed, this, &GraphPalette::take);
    connect(list_, &QListView::clicked, this, &GraphPalette::take);
    connect(list_->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            &GraphPalette::showDoc);
}

void GraphPalette::openAt(const QPoint& globalPlace,
                          const QPointF& scenePlace,
                          const PaletteWire& wire) {
    place_ = scenePlace;
    wire_ = wire;
    model_.offer(workspace_.document.definition(), clipNames(workspace_.character), wire);
    search_->clear();
    list_->setCurrentIndex(model_.index(0));
    QPoint corner = globalPlace;
    if (const QScreen* screen = QGuiApplication::screenAt(globalPlace)) {
        const QRect room = screen->availableGeometry();
        corner.setX(
            std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - width())));
        corner.setY(
            std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    }
    move(corner);
    show();
    search_->setFocus();
}

bool GraphPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
        if (step != 0 && model_.rowCount() > 0) {
            const int row =
                std::clamp(list_->currentIndex().row() + step, 0, model_.rowCount() - 1);
            list_->setCurrentIndex(model_.index(row));
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void GraphPalette::take() {
    const QModelIndex index = list_->currentIndex();
    if (!index.isValid()) {
        return;
    }
    const PaletteEntry entry = model_.entry(index.row());
    hide();
    GraphEdits& edits = workspace_.edits;
    if (entry.schema == nullptr) {
        logFailure(edits.bindParameter(*wire_.to, entry.parameter));
        return;
    }
    const QPointF at = snapped(wire_.to ? place_ - QPointF(kNodeWidth, kNodeHeader)
                                        : place_ - QPointF(0.0, kNodeHeader));
    workspace_.document.undoStack()->beginMacro(tr("Add %1").arg(entry.title));
    const std::string id = wire_.from ? edits.addNodeFrom(entry.schema->id, at, *wire_.from)
                           : wire_.to ? edits.addNodeInto(entry.schema->id, at, *wire_.to)
                                      : edits.addNode(entry.schema->id, at);
    if (!entry.clip.empty()) {
        edits.setParam(id, entry.schema->params.front(), entry.clip, Gesture::Single);
    }
    workspace_.document.undoStack()->endMacro();
    workspace_.selection.setNodes({id});
}

void GraphPalette::showDoc() {
    doc_->setText(list_->currentIndex().data(GraphPaletteModel::DocRole).toString());
}

} // namespace sartor::editor
