// SPDX-License-Identifier: Apache-2.0
// Small pictures for buttons, painted from shapes so that they are sharp at any scale.
#pragma once

#include <QIcon>

namespace sartor::editor {

enum class IconShape {
    Play,
    Pause,
    ToStart,
    ToEnd,
    StepBack,
    StepForward,
    Loop,
    Once,
    Open,
    Undo,
    Redo,
    Frame,
    Joint,
    Node,
    Mesh,
    Error,
    Warning,
    Info,
    Release,
    More
};

/// In the theme's colours; quiet where the button is disabled.
QIcon shapeIcon(IconShape shape);

} // namespace sartor::editor
