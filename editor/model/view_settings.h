// SPDX-License-Identifier: Apache-2.0
// How the viewport shows the character: the mode and what is drawn over it. Not undone.
#pragma once

#include "editor/model/selection.h"

#include <sartor/session/scene_view.h>

#include <QObject>
#include <QString>

#include <array>
#include <optional>

namespace sartor::editor {

/// One row for each view mode: what it is called in menus, on the command line, and what it shows.
struct ViewModeInfo {
    session::ViewMode mode = session::ViewMode::Shaded;
    const char* key = "";
    const char* title = "";
    const char* hint = "";
};

const std::array<ViewModeInfo, 12>& viewModes();
const ViewModeInfo& viewModeInfo(session::ViewMode mode);
std::optional<session::ViewMode> viewModeFromKey(QStringView key);

class ViewSettings : public QObject {
    Q_OBJECT

public:
    /// Things that are drawn or not.
    enum class Overlay { Skeleton, Axes, Names, Grid, Wireframe, Textures, Motion, Follow };

    /// Selecting a joint shows its weights.
    explicit ViewSettings(Selection& selection, QObject* parent = nullptr);

    session::ViewMode mode() const { return mode_; }
    void setMode(session::ViewMode mode);
    bool isShown(Overlay overlay) const;
    void setShown(Overlay overlay, bool isShown);

    /// For the renderer, with what is selected.
    session::ViewOptions options() const;

Q_SIGNALS:
    void changed();

private:
    Selection& selection_;
    session::ViewMode mode_ = session::ViewMode::Shaded;
    std::array<bool, 8> shown_ = {false, false, false, true, false, true, true, true};
};

/// One row for each overlay: its name in settings and on the command line, in menus, and its key.
struct OverlayInfo {
    ViewSettings::Overlay overlay = ViewSettings::Overlay::Grid;
    const char* key = "";
    const char* title = "";
    const char* shortcut = "";
    /// Whether it is at hand in the tool bar as well.
    bool isTool = true;
};

const std::array<OverlayInfo, 8>& overlays();
std::optional<ViewSettings::Overlay> overlayFromKey(QStringView key);

} // namespace sartor::editor
