// SPDX-License-Identifier: Apache-2.0
// How the viewport shows the character: the mode and what is drawn over it. Not undone.
#include "editor/model/view_settings.h"

#include <algorithm>

namespace sartor::editor {

using session::ViewMode;

const std::array<ViewModeInfo, 12>& viewModes() {
    static constexpr std::array<ViewModeInfo, 12> kModes = {{
        {ViewMode::Shaded, "shaded", "Shaded", "Base colour and light"},
        {ViewMode::Weights, "weights", "Weights", "Influence of the selected joint"},
        {ViewMode::Dominant, "dominant", "Dominant", "Heaviest joint of each vertex"},
        {ViewMode::Influences, "influences", "Influences", "Number of influences of each vertex"},
        {ViewMode::WeightSum,
         "weight-sum",
         "Weight Sum",
         "How far the file's weights are from one"},
        {ViewMode::Displacement, "displacement", "Displacement", "Distance from the rest position"},
        {ViewMode::Bind, "bind", "Bind", "Bind-pose residual of the dominant joint"},
        {ViewMode::Normals, "normals", "Normals", "Direction of the normal as colour"},
        {ViewMode::Hazards, "hazards", "Hazards", "Where the deformers have no good answer"},
        {ViewMode::Collapse,
         "collapse",
         "Collapse",
         "How thin linear blending gets when joints turn as far as they go"},
        {ViewMode::Ids, "ids", "Joint Indices", "First joint index of each vertex, as in the file"},
        {ViewMode::Direction,
         "direction",
         "Direction",
         "Where each vertex has moved to from its place in the file"},
    }};
    return kModes;
}

const ViewModeInfo& viewModeInfo(ViewMode mode) {
    const auto& modes = viewModes();
    const auto found = std::find_if(
        modes.begin(), modes.end(), [mode](const ViewModeInfo& info) { return info.mode == mode; });
    SARTOR_ASSERT(found != modes.end());
    return *found;
}

std::optional<ViewMode> viewModeFromKey(QStringView key) {
    for (const ViewModeInfo& info : viewModes()) {
        if (key == QLatin1String(info.key)) {
            return info.mode;
        }
    }
    return std::nullopt;
}

const std::array<OverlayInfo, 8>& overlays() {
    using Overlay = ViewSettings::Overlay;
    static constexpr std::array<OverlayInfo, 8> kOverlays = {{
        {Overlay::Skeleton, "joints", "Skeleton", "S"},
        {Overlay::Axes, "axes", "Axes", "A"},
        {Overlay::Names, "names", "Names", "N"},
        {Overlay::Grid, "grid", "Grid", "G"},
        {Overlay::Wireframe, "wireframe", "Wireframe", "W"},
        {Overlay::Textures, "textures", "Textures", "T"},
        {Overlay::Motion, "motion", "Move by Root Motion", "M", false},
        {Overlay::Follow, "follow", "Follow the Character", "Shift+M", false},
    }};
    return kOverlays;
}

std::optional<ViewSettings::Overlay> overlayFromKey(QStringView key) {
    for (const OverlayInfo& info : overlays()) {
        if (key == QLatin1String(info.key)) {
            return info.overlay;
        }
    }
    return std::nullopt;
}

ViewSettings::ViewSettings(Selection& selection, QObject* parent)
    : QObject(parent), selection_(selection) {
    connect(&selection, &Selection::jointChanged, this, [this] {
        if (selection_.joint()) {
            setMode(ViewMode::Weights);
        }
    });
}

void ViewSettings::setMode(ViewMode mode) {
    if (mode_ != mode) {
        mode_ = mode;
        Q_EMIT changed();
    }
}

bool ViewSettings::isShown(Overlay overlay) const {
    return shown_[static_cast<std::size_t>(overlay)];
}

void ViewSettings::setShown(Overlay overlay, bool isShown) {
    bool& current = shown_[static_cast<std::size_t>(overlay)];
    if (current != isShown) {
        current = isShown;
        Q_EMIT changed();
    }
}

session::ViewOptions ViewSettings::options() const {
    session::ViewOptions options;
    options.mode = mode_;
    options.joint = selection_.joint();
    options.showSkeleton = isShown(Overlay::Skeleton);
    options.showAxes = isShown(Overlay::Axes);
    options.showGrid = isShown(Overlay::Grid);
    options.showWireframe = isShown(Overlay::Wireframe);
    options.showTextures = isShown(Overlay::Textures);
    if (const auto vertex = selection_.vertex()) {
        options.markedVertex = std::pair(vertex->instance, vertex->vertex);
    }
    return options;
}

} // namespace sartor::editor
