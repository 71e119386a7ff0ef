// SPDX-License-Identifier: Apache-2.0
// What the command line says the editor begins with.
#include "editor/model/start_options.h"

#include "editor/model/experiment_model.h"
#include "editor/model/graph_live.h"
#include "editor/model/symptom_model.h"
#include "editor/model/text.h"

#include <QCommandLineParser>

#include <cmath>

namespace sartor::editor {

namespace {

Error usage(const QString& message) {
    return {"usage", message.toStdString()};
}

/// "shaded, weights:JOINT, dominant, ..."
QString viewNames() {
    QStringList names;
    for (const ViewModeInfo& info : viewModes()) {
        const bool isOfJoint = info.mode == session::ViewMode::Weights;
        names << QLatin1String(info.key) + QLatin1String(isOfJoint ? ":JOINT" : "");
    }
    return names.join(QStringLiteral(", "));
}

/// "joints, axes, ..."
QString overlayNames() {
    QStringList names;
    for (const OverlayInfo& info : overlays()) {
        names << QLatin1String(info.key);
    }
    return names.join(QStringLiteral(", "));
}

template <class Kinds>
QString idsOf(const Kinds& kinds) {
    QStringList ids;
    for (const auto& kind : kinds) {
        ids << toQString(kind.id);
    }
    return ids.join(QStringLiteral(", "));
}

void declareOptions(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        QStringLiteral("Opens an animated character, shows how it is deformed and why.\n\n"
                       "Example: sartor-editor hero.glb --view weights:LeftArm --clip Walk"));
    parser.addPositionalArgument(
        QStringLiteral("FILE"), QStringLiteral("Character to open"), QStringLiteral("[FILE]"));
    parser.addOptions({
        {QStringLiteral("view"), viewNames(), QStringLiteral("MODE")},
        {QStringLiteral("clip"),
         QStringLiteral("Clip by name or index; none for the rest pose"),
         QStringLiteral("CLIP")},
        {QStringLiteral("time"),
         QStringLiteral("Time of the clip, or how long the graph has played"),
         QStringLiteral("SECONDS")},
        {QStringLiteral("joint"),
         QStringLiteral("Joint to select, by name or index of the node"),
         QStringLiteral("JOINT")},
        {QStringLiteral("vertex"),
         QStringLiteral("Vertex to explain: number of the mesh part, then of the vertex"),
         QStringLiteral("PART:VERTEX")},
        {QStringLiteral("overlay"),
         QStringLiteral("%1; several with commas").arg(overlayNames()),
         QStringLiteral("NAMES")},
        {QStringLiteral("graph"),
         QStringLiteral("Pose graph to open"),
         QStringLiteral("GRAPH.json")},
        {QStringLiteral("set"),
         QStringLiteral("Value of a parameter of the graph: speed=1.5, isArmed=on or "
                        "target=0:1.2:0.4; may be given several times"),
         QStringLiteral("NAME=VALUE")},
        {QStringLiteral("mended"),
         QStringLiteral("Draw the character without this cause, as sartor doctor names it"),
         QStringLiteral("CAUSE")},
        {QStringLiteral("symptom"),
         QStringLiteral("Begin with what is seen: %1").arg(idsOf(diagnose::symptomKinds())),
         QStringLiteral("SYMPTOM")},
        {QStringLiteral("experiment"),
         QStringLiteral("Draw the character with one part off or replaced: %1")
             .arg(idsOf(diagnose::experimentKinds())),
         QStringLiteral("EXPERIMENT")},
        {QStringLiteral("screenshot"),
         QStringLiteral("Write a picture of the window and end"),
         QStringLiteral("OUT.png")},
        {QStringLiteral("size"),
         QStringLiteral("Size of the window, such as 1600x1000"),
         QStringLiteral("WxH")},
        {{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help and end")},
    });
}

std::optional<QSize> parseSize(const QString& text) {
    constexpr int kSmallest = 100;
    constexpr int kLargest = 16384;
    const QStringList parts = text.split(u'x');
    if (parts.size() != 2) {
        return std::nullopt;
    }
    bool hasWidth = false;
    bool hasHeight = false;
    const QSize size(parts[0].toInt(&hasWidth), parts[1].toInt(&hasHeight));
    const bool isSensible = hasWidth && hasHeight && size.width() >= kSmallest &&
                            size.height() >= kSmallest && size.width() <= kLargest &&
                            size.height() <= kLargest;
    return isSensible ? std::optional(size) : std::nullopt;
}

/// "2:417"
std::optional<VertexId> parseVertex(const QString& text) {
    const QStringList parts = text.split(u':');
    if (parts.size() != 2) {
        return std::nullopt;
    }
    bool hasInstance = false;
    bool hasVertex = false;
    const VertexId vertex{parts[0].toUInt(&hasInstance), parts[1].toUInt(&hasVertex)};
    return hasInstance && hasVertex ? std::optional(vertex) : std::nullopt;
}

Result<std::vector<ViewSettings::Overlay>> parseOverlays(const QString& text) {
    std::vector<ViewSettings::Overlay> overlays;
    for (const QString& name : text.split(u',')) {
        const auto overlay = overlayFromKey(name);
        if (!overlay) {
            return usage(
                QStringLiteral("there is no overlay '%1'; there is %2").arg(name, overlayNames()));
        }
        overlays.push_back(*overlay);
    }
    return overlays;
}

/// The number in "12" or "#12".
std::optional<std::uint32_t> parseIndex(const QString& text) {
    bool isNumber = false;
    const std::uint32_t index = (text.startsWith(u'#') ? text.mid(1) : text).toUInt(&isNumber);
    return isNumber ? std::optional(index) : std::nullopt;
}

Error ambiguous(const QString& kind, const QString& name, const QStringList& numbers) {
    return usage(QStringLiteral("%1 %2 are called '%3': say %4")
                     .arg(numbers.size())
                     .arg(kind, name, numbers.join(QStringLiteral(" or "))));
}

Result<JointIndex> findJoint(const assets::Skeleton& skeleton, const QString& text) {
    if (const auto index = parseIndex(text)) {
        if (const JointIndex joint = skeleton.jointOfFileNode(*index); !joint.isNone()) {
            return joint;
        }
    }
    const std::vector<JointIndex> found = skeleton.findByName(text.toStdString());
    if (found.empty()) {
        return usage(QStringLiteral("the file has no joint '%1'").arg(text));
    }
    if (found.size() > 1) {
        QStringList numbers;
        for (const JointIndex joint : found) {
            numbers << QStringLiteral("#%1").arg(skeleton.joint(joint).fileNode);
        }
        return ambiguous(QStringLiteral("joints"), text, numbers);
    }
    return found.front();
}

Result<std::optional<std::uint32_t>> findClip(const import::ImportedScene& scene,
                                              const QString& text) {
    if (text == QLatin1String("none")) {
        return std::optional<std::uint32_t>();
    }
    if (const auto index = parseIndex(text); index && *index < scene.clips.size()) {
        return index;
    }
    QStringList names;
    QStringList numbers;
    std::optional<std::uint32_t> found;
    for (std::uint32_t i = 0; i < scene.clips.size(); ++i) {
        names << toQString(scene.clips[i]->name());
        if (names.back() == text) {
            numbers << QStringLiteral("#%1").arg(i);
            found = i;
        }
    }
    if (numbers.size() > 1) {
        return ambiguous(QStringLiteral("clips"), text, numbers);
    }
    if (found) {
        return found;
    }
    return usage(
        QStringLiteral("the file has no clip '%1'; it has: %2")
            .arg(text,
                 names.isEmpty() ? QStringLiteral("none") : names.join(QStringLiteral(", "))));
}

Status applyView(const QString& text,
                 const assets::Skeleton& skeleton,
                 Selection& selection,
                 ViewSettings& view) {
    const qsizetype colon = text.indexOf(u':');
    const auto mode = viewModeFromKey(colon < 0 ? text : text.left(colon));
    if (!mode) {
        return usage(QStringLiteral("there is no view '%1'; there is %2").arg(text, viewNames()));
    }
    if (colon >= 0) {
        const Result<JointIndex> joint = findJoint(skeleton, text.mid(colon + 1));
        if (!joint) {
            return joint.error();
        }
        selection.setJoint(*joint);
    }
    view.setMode(*mode);
    return {};
}

/// Errors: "usage" for an id that is none, and for two scenes to draw at once.
Status checkDiagnosis(const StartOptions& options) {
    if (!options.symptom.isEmpty() &&
        SymptomModel::findKind(options.symptom.toStdString()) == nullptr) {
        return usage(QStringLiteral("there is no symptom '%1'; there is %2")
                         .arg(options.symptom, idsOf(diagnose::symptomKinds())));
    }
    if (!options.experiment.isEmpty() &&
        ExperimentModel::findKind(options.experiment.toStdString()) == nullptr) {
        return usage(QStringLiteral("there is no experiment '%1'; there is %2")
                         .arg(options.experiment, idsOf(diagnose::experimentKinds())));
    }
    if (!options.experiment.isEmpty() && !options.mended.isEmpty()) {
        return usage(QStringLiteral("--mended and --experiment both draw another character: "
                                    "expected one of them"));
    }
    return {};
}

} // namespace

Result<StartOptions> parseStartOptions(const QStringList& arguments) {
    QCommandLineParser parser;
    declareOptions(parser);
    if (!parser.parse(QStringList{QStringLiteral("sartor-editor")} + arguments)) {
        return usage(parser.errorText());
    }
    if (parser.positionalArguments().size() > 1) {
        return usage(QStringLiteral("one file at most, but there is also '%1'")
                         .arg(parser.positionalArguments()[1]));
    }
    for (const QString& name : parser.optionNames()) {
        const bool takesValue = name != QLatin1String("h") && name != QLatin1String("help");
        if (takesValue && parser.value(name).isEmpty()) {
            return usage(QStringLiteral("--%1: the value is empty").arg(name));
        }
    }
    const QString screenshot = parser.value(QStringLiteral("screenshot"));
    if (!screenshot.isEmpty() && !screenshot.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)) {
        return usage(QStringLiteral("--screenshot takes a .png, not '%1'").arg(screenshot));
    }
    StartOptions options;
    options.file = parser.positionalArguments().value(0);
    options.view = parser.value(QStringLiteral("view"));
    options.clip = parser.value(QStringLiteral("clip"));
    options.joint = parser.value(QStringLiteral("joint"));
    options.screenshot = screenshot;
    if (parser.isSet(QStringLiteral("time"))) {
        bool isNumber = false;
        const double time = parser.value(QStringLiteral("time")).toDouble(&isNumber);
        if (!isNumber || !std::isfinite(time) || time < 0.0) {
            return usage(QStringLiteral("--time takes seconds from 0 on, not '%1'")
                             .arg(parser.value(QStringLiteral("time"))));
        }
        options.time = time;
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const auto size = parseSize(parser.value(QStringLiteral("size")));
        if (!size) {
            return usage(
                QStringLiteral("--size takes WxH between 100x100 and 16384x16384, not '%1'")
                    .arg(parser.value(QStringLiteral("size"))));
        }
        options.size = *size;
    }
    if (parser.isSet(QStringLiteral("vertex"))) {
        options.vertex = parseVertex(parser.value(QStringLiteral("vertex")));
        if (!options.vertex) {
            return usage(QStringLiteral("--vertex takes PART:VERTEX, not '%1'")
                             .arg(parser.value(QStringLiteral("vertex"))));
        }
    }
    if (parser.isSet(QStringLiteral("overlay"))) {
        auto overlays = parseOverlays(parser.value(QStringLiteral("overlay")));
        if (!overlays) {
            return overlays.error();
        }
        options.overlays = std::move(*overlays);
    }
    options.graph = parser.value(QStringLiteral("graph"));
    if (!options.graph.isEmpty() && options.time.value_or(0.0) > GraphLive::kLongestRun) {
        return usage(QStringLiteral("--time with --graph takes at most %1 s, not '%2'")
                         .arg(std::lround(GraphLive::kLongestRun))
                         .arg(parser.value(QStringLiteral("time"))));
    }
    if (options.graph.isEmpty() && parser.isSet(QStringLiteral("set"))) {
        return usage(QStringLiteral("--set has no graph to set a parameter of: expected --graph"));
    }
    for (const QString& text : parser.values(QStringLiteral("set"))) {
        const qsizetype equals = text.indexOf(u'=');
        if (equals <= 0 || equals + 1 == text.size()) {
            return usage(QStringLiteral("--set takes NAME=VALUE, not '%1'").arg(text));
        }
        options.parameters.emplace_back(text.left(equals).toStdString(),
                                        text.mid(equals + 1).toStdString());
    }
    options.mended = parser.value(QStringLiteral("mended"));
    options.symptom = parser.value(QStringLiteral("symptom"));
    options.experiment = parser.value(QStringLiteral("experiment"));
    if (const Status status = checkDiagnosis(options); !status) {
        return status.error();
    }
    options.isHelp = parser.isSet(QStringLiteral("help"));
    return options;
}

QString startOptionsHelp() {
    QCommandLineParser parser;
    declareOptions(parser);
    // The first line names the program, which the parser takes from an application that may not be.
    const QString text = parser.helpText();
    return QStringLiteral("Usage: sartor-editor [options] [FILE]") + text.mid(text.indexOf(u'\n'));
}

Status applyStartOptions(const StartOptions& options,
                         Document& document,
                         Selection& selection,
                         ViewSettings& view) {
    const auto session = document.session();
    if (session == nullptr) {
        return usage(QStringLiteral("there is no open file"));
    }
    const import::ImportedScene& scene = session->scene();
    if (!options.clip.isEmpty()) {
        const auto clip = findClip(scene, options.clip);
        if (!clip) {
            return clip.error();
        }
        if (Status status = document.setClip(*clip); !status) {
            return status;
        }
    }
    if (options.time) {
        document.setTime(*options.time);
    }
    if (!options.joint.isEmpty()) {
        const Result<JointIndex> joint = findJoint(*scene.skeleton, options.joint);
        if (!joint) {
            return joint.error();
        }
        selection.setJoint(*joint);
    }
    if (options.vertex) {
        selection.setVertex(options.vertex);
        if (!selection.vertex()) {
            return usage(QStringLiteral("the file has no vertex %1:%2")
                             .arg(options.vertex->instance)
                             .arg(options.vertex->vertex));
        }
    }
    for (const ViewSettings::Overlay overlay : options.overlays) {
        view.setShown(overlay, true);
    }
    if (!options.view.isEmpty()) {
        if (Status status = applyView(options.view, *scene.skeleton, selection, view); !status) {
            return status;
        }
    }
    // This is how the work begins, not a step of it.
    document.undoStack()->clear();
    return {};
}

} // namespace sartor::editor
