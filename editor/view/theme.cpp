// SPDX-License-Identifier: Apache-2.0
// Colours and spacing of the whole editor; nothing else names a colour of the interface.
#include "editor/view/theme.h"

#include <QApplication>
#include <QFont>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QString>
#include <QStyleOptionComboBox>

namespace sartor::editor {

namespace {

QPalette themePalette() {
    const ThemeColours& colours = themeColours();
    QPalette palette;
    palette.setColor(QPalette::Window, colours.window);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Base, colours.field);
    palette.setColor(QPalette::AlternateBase, colours.field.lighter(112));
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::PlaceholderText, colours.quietText);
    palette.setColor(QPalette::Button, colours.raised);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::BrightText, colours.bad);
    palette.setColor(QPalette::Highlight, colours.accent.darker(140));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::ToolTipBase, colours.raised);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::Light, colours.raised.lighter(115));
    palette.setColor(QPalette::Mid, colours.line);
    palette.setColor(QPalette::Dark, colours.line);
    palette.setColor(QPalette::Shadow, colours.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, colours.quietText.darker(140));
    }
    return palette;
}

/// Fusion with flat combo boxes; a style sheet could not draw their arrow without an image file.
class ThemeStyle : public QProxyStyle {
public:
    ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override {
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (control != CC_ComboBox || box == nullptr) {
            QProxyStyle::drawComplexControl(control, option, painter, widget);
            return;
        }
        const ThemeColours& colours = themeColours();
        const bool isEnabled = (box->state & State_Enabled) != 0;
        const bool isLit = isEnabled && (box->state & (State_HasFocus | State_MouseOver)) != 0;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(isLit ? colours.accent : colours.line);
        painter->setBrush(colours.field);
        painter->drawRoundedRect(QRectF(box->rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        const QPointF tip(box->rect.right() - 11.0, box->rect.center().y() + 2.5);
        const QColor arrow = isEnabled ? colours.quietText : colours.raised;
        painter->setPen(QPen(arrow, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(QPolygonF({tip + QPointF(-4, -4), tip, tip + QPointF(4, -4)}));
        painter->restore();
    }
};

/// The sheet with @names replaced by colours.
QString themeSheet() {
    QString sheet = QStringLiteral(R"(
QMainWindow::separator { background: @line; width: 3px; height: 3px; }
QMenuBar { background: @window; border-bottom: 1px solid @line; padding: 1px; }
QMenuBar::item { padding: 6px 9px; border-radius: 3px; }
QMenuBar::item:selected { background: @raised; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 5px 26px 5px 24px; border-radius: 3px; }
QMenu::item:selected { background: @selected; }
QMenu::item:disabled { color: @quiet; }
QMenu::separator { height: 1px; background: @line; margin: 4px 6px; }
QToolBar { background: @window; border: none; border-bottom: 1px solid @line; spacing: 3px; padding: 4px 6px; }
QToolBar::separator { background: @raised; width: 1px; margin: 4px 5px; }
QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 4px 7px; }
QMenuBar QToolButton { padding: 1px 8px; }
QToolButton#qt_toolbar_ext_button { padding: 0px; }
QToolButton:hover { background: @raised; }
QToolButton:checked { background: @selected; color: white; }
QToolButton:pressed { background: @line; }
QToolButton:disabled { color: @dim; }
QToolButton:checked:disabled { background: @raised; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; font-weight: bold; }
QDockWidget::title { background: @window; padding: 6px 8px; border-bottom: 1px solid @line; }
QTabBar::tab { background: @window; color: @quiet; padding: 6px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QPushButton { background: @raised; border: 1px solid @line; border-radius: 4px; padding: 4px 12px; }
QPushButton:hover { background: @lifted; }
QPushButton:pressed, QPushButton:checked { background: @selected; }
QPushButton:disabled { color: @dim; }
QLineEdit, QDoubleSpinBox { background: @field; border: 1px solid @line; border-radius: 4px; padding: 3px 6px; min-height: 18px; selection-background-color: @selected; }
QComboBox QLineEdit { background: transparent; border: none; padding: 0 2px; }
QLineEdit:focus, QDoubleSpinBox:focus { border: 1px solid @accent; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line; selection-background-color: @selected; }
QAbstractItemView { background: @panel; alternate-background-color: @stripe; border: none; outline: none; selection-background-color: @selected; selection-color: white; }
QAbstractItemView::item { padding: 2px 4px; }
QAbstractItemView::item:hover { background: @raised; }
QAbstractItemView::item:selected { background: @selected; color: white; }
QHeaderView { background: @panel; }
QHeaderView::section { background: @panel; color: @quiet; border: none; border-bottom: 1px solid @line; padding: 4px 6px; font-weight: normal; }
QScrollArea, QScrollArea > QWidget > QWidget { background: @panel; border: none; }
QScrollBar:vertical { background: @panel; width: 10px; margin: 0; }
QScrollBar:horizontal { background: @panel; height: 10px; margin: 0; }
QScrollBar::handle { background: @lifted; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @quiet; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QSlider::groove:horizontal { background: @field; border: 1px solid @line; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { background: @text; width: 10px; height: 14px; margin: -6px 0; border-radius: 3px; }
QSlider::handle:horizontal:hover { background: white; }
QStatusBar { background: @window; border-top: 1px solid @line; color: @quiet; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @quiet; padding: 0 8px; }
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px; }
QWidget[panel="true"] { background: @panel; }
QFrame[card="true"] { background: @card; border: 1px solid @line; border-radius: 6px; }
QFrame[card="true"] QLabel, QFrame[card="true"] QWidget#details { background: transparent; }
QPushButton[choice="true"] { text-align: left; padding: 5px 10px; }
QPushButton:focus { border: 1px solid @accent; }
QTabWidget::pane { border: none; }
QTabWidget QTabBar::tab { padding: 6px 8px; }
QLabel[caution="true"] { color: @warning; }
QLabel[quiet="true"] { color: @quiet; }
QLabel[mono="true"] { font-family: "DejaVu Sans Mono", monospace; }
QLabel[title="true"] { font-weight: bold; }
QWidget[banner="true"] { background: @badback; border-bottom: 1px solid @bad; }
QWidget[banner="true"] QLabel { color: @text; }
QLabel[problem="true"] { color: @bad; }
QLabel[badge="good"] { background: @goodback; color: @good; border: 1px solid @good; border-radius: 9px; padding: 2px 10px; }
QLabel[badge="caution"] { background: @warnback; color: @warning; border: 1px solid @warning; border-radius: 9px; padding: 2px 10px; }
QLabel[badge="bad"] { background: @badback; color: @bad; border: 1px solid @bad; border-radius: 9px; padding: 2px 10px; }
QLabel[badge="none"] { color: @quiet; border: 1px solid @raised; border-radius: 9px; padding: 2px 10px; }
)");
    const ThemeColours& colours = themeColours();
    const auto over = [&colours](const QColor& tint) {
        return QColor((colours.panel.red() * 3 + tint.red()) / 4,
                      (colours.panel.green() * 3 + tint.green()) / 4,
                      (colours.panel.blue() * 3 + tint.blue()) / 4);
    };
    // Longer names first: "@goodback" contains "@good".
    const std::pair<const char*, QColor> names[] = {
        {"@goodback", over(colours.good)},
        {"@badback", over(colours.bad)},
        {"@warnback", over(colours.warning)},
        {"@warning", colours.warning},
        {"@selected", colours.accent.darker(150)},
        {"@window", colours.window},
        {"@panel", colours.panel},
        {"@stripe", colours.panel.lighter(106)},
        {"@field", colours.field},
        {"@card", colours.panel.lighter(118)},
        {"@raised", colours.raised},
        {"@lifted", colours.raised.lighter(130)},
        {"@line", colours.line},
        {"@text", colours.text},
        {"@quiet", colours.quietText},
        {"@dim", colours.quietText.darker(150)},
        {"@accent", colours.accent},
        {"@good", colours.good},
        {"@bad", colours.bad},
    };
    for (const auto& [name, colour] : names) {
        sheet.replace(QLatin1String(name), colour.name());
    }
    return sheet;
}

} // namespace

const ThemeColours& themeColours() {
    static const ThemeColours kColours;
    return kColours;
}

void applyTheme(QApplication& application) {
    application.setStyle(new ThemeStyle);
    application.setPalette(themePalette());
    QFont font = application.font();
    font.setPointSizeF(9.0);
    application.setFont(font);
    application.setStyleSheet(themeSheet());
}

} // namespace sartor::editor
