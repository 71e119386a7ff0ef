// SPDX-License-Identifier: Apache-2.0
// Colours and spacing of the whole editor; nothing else names a colour of the interface.
#pragma once

#include <QColor>

class QApplication;

namespace sartor::editor {

/// The colours the panels paint with.
struct ThemeColours {
    QColor window = QColor(0x1e, 0x20, 0x24);
    QColor panel = QColor(0x26, 0x29, 0x2e);
    QColor field = QColor(0x1a, 0x1c, 0x20);
    QColor raised = QColor(0x33, 0x37, 0x3e);
    QColor line = QColor(0x12, 0x13, 0x16);
    QColor text = QColor(0xdc, 0xdf, 0xe4);
    QColor quietText = QColor(0x8e, 0x95, 0xa0);
    QColor accent = QColor(0x4a, 0x90, 0xd9);
    QColor playhead = QColor(0xf2, 0xa5, 0x3a);
    QColor good = QColor(0x4f, 0xb3, 0x6e);
    QColor warning = QColor(0xe0, 0xa8, 0x3c);
    QColor bad = QColor(0xe0, 0x5a, 0x52);
    // What flows along the wires of a graph.
    QColor pose = QColor(0x6f, 0xc9, 0xa4);
    QColor number = QColor(0x8f, 0xb8, 0xf0);
    QColor truth = QColor(0xe3, 0x7f, 0xa4);
    QColor vector = QColor(0xe8, 0xc8, 0x5c);
};

const ThemeColours& themeColours();

/// Style, palette, font size and style sheet of the application.
void applyTheme(QApplication& application);

} // namespace sartor::editor
