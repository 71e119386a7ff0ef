// SPDX-License-Identifier: Apache-2.0
// What the command line says the editor begins with.
#pragma once

#include "editor/model/selection.h"
#include "editor/model/view_settings.h"

#include <sartor/base/result.h>

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sartor::editor {

struct StartOptions {
    QString file;
    /// "shaded", "weights:LeftArm", ...
    QString view;
    /// Name or index, "12" or "#12"; "none" for the rest pose.
    QString clip;
    std::optional<double> time;
    /// Name, or index of the node in the file.
    QString joint;
    /// Vertex to explain.
    std::optional<VertexId> vertex;
    std::vector<ViewSettings::Overlay> overlays;
    /// File of a pose graph to open with the character.
    QString graph;
    /// Its parameters and their values as texts, as parseParameterValues() reads them.
    std::vector<std::pair<std::string, std::string>> parameters;
    /// Id of a cause without which the character is drawn.
    QString mended;
    /// Ids of what the diagnosis begins with.
    QString symptom;
    QString experiment;
    /// Not empty: write a picture of the window there and end.
    QString screenshot;
    QSize size;
    bool isHelp = false;
};

/// Arguments without the program's name.
/// Errors: "usage", naming the argument and what is allowed.
Result<StartOptions> parseStartOptions(const QStringList& arguments);
QString startOptionsHelp();

/// Brings everything to what was asked for, once the file is open; leaves nothing to undo.
/// Errors: "usage", naming what the file does not have.
Status applyStartOptions(const StartOptions& options,
                         Document& document,
                         Selection& selection,
                         ViewSettings& view);

} // namespace sartor::editor
