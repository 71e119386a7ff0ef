// SPDX-License-Identifier: Apache-2.0
// sartor inspect: what a file holds.
#include "address.h"
#include "commands.h"
#include "frame_text.h"
#include "inspect_scene.h"
#include "options.h"
#include "table.h"

#include <sartor/diagnose/palette_inspector.h>
#include <sartor/io/text.h>
#include <sartor/math/transform.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    /// Node, primitive, vertex.
    std::vector<std::string> influences;
    bool hasPalette = false;
    bool isJson = false;
};

/// One row of the influences of a vertex.
struct Influence {
    std::uint32_t slot = 0;
    double fileWeight = 0.0;
    double weight = 0.0;
};

struct VertexInfluences {
    std::size_t instance = 0;
    std::uint32_t vertex = 0;
    std::vector<Influence> rows;
};

/// What the file says and what deformation uses, joint by joint, in order of first appearance.
Result<VertexInfluences> influencesOf(const session::Session& session,
                                      const std::vector<std::string>& address) {
    const import::ImportedScene& scene = session.scene();
    const Result<JointIndex> node = findNode(scene, address[0]);
    if (!node) {
        return node.error();
    }
    const Result<std::uint32_t> primitive = parseIndex("primitive", address[1]);
    const Result<std::uint32_t> vertex = parseIndex("vertex", address[2]);
    if (!primitive || !vertex) {
        return primitive ? vertex.error() : primitive.error();
    }
    const Result<std::size_t> instance = findInstance(scene, *node, *primitive);
    if (!instance) {
        return instance.error();
    }
    const assets::Mesh& mesh = *scene.instances[*instance].mesh;
    if (const Status status = checkVertex(mesh, *vertex); !status) {
        return status.error();
    }
    VertexInfluences found{.instance = *instance, .vertex = *vertex, .rows = {}};
    const auto rowOf = [&](std::uint32_t slot) -> Influence& {
        for (Influence& row : found.rows) {
            if (row.slot == slot) {
                return row;
            }
        }
        found.rows.push_back({.slot = slot});
        return found.rows.back();
    };
    if (const assets::FileInfluences* file = mesh.fileInfluences()) {
        const std::size_t first = std::size_t{*vertex} * file->slotsPerVertex;
        for (std::size_t i = first; i < first + file->slotsPerVertex; ++i) {
            if (file->weights[i] != 0.0f) {
                rowOf(file->joints[i]).fileWeight += static_cast<double>(file->weights[i]);
            }
        }
    }
    const assets::InfluenceSet& used = *session.binding(*instance).influences;
    for (std::uint32_t i = used.offsets()[*vertex]; i < used.offsets()[*vertex + 1]; ++i) {
        rowOf(used.joints()[i].value()).weight += static_cast<double>(used.weights()[i]);
    }
    return found;
}

void writeInfluences(io::JsonWriter& json,
                     const session::Session& session,
                     const VertexInfluences& found) {
    const import::MeshInstance& instance = session.scene().instances[found.instance];
    const std::vector<JointIndex>& joints = session.binding(found.instance).joints;
    json.beginObject()
        .member("node", instance.fileNode)
        .member("primitive", instance.filePrimitive);
    json.member("vertex", found.vertex);
    json.member("rest_position", instance.mesh->positions()[found.vertex]);
    json.key("influences").beginArray();
    for (const Influence& row : found.rows) {
        json.beginInlineObject().member("slot", row.slot);
        if (row.slot < joints.size()) {
            const assets::Joint& joint = session.scene().skeleton->joint(joints[row.slot]);
            json.member("node", joint.fileNode).member("name", joint.name);
        } else {
            json.key("node").null().key("name").null();
        }
        json.member("file_weight", row.fileWeight).member("weight", row.weight).endObject();
    }
    json.endArray().endObject();
}

std::string influencesText(const session::Session& session, const VertexInfluences& found) {
    using Align = Table::Align;
    const std::vector<JointIndex>& joints = session.binding(found.instance).joints;
    Table table({{"slot", Align::Right},
                 {"joint", Align::Left},
                 {"weight in file", Align::Right},
                 {"weight used", Align::Right}});
    for (const Influence& row : found.rows) {
        table.addRow({std::to_string(row.slot),
                      row.slot < joints.size() ? nodeText(session.scene(), joints[row.slot])
                                               : "outside of the skin",
                      rounded(row.fileWeight),
                      rounded(row.weight)});
    }
    return "\ninfluences of vertex " + std::to_string(found.vertex) + '\n' + table.text();
}

/// The entry of a slot in the current frame, with the fourth row of the file's inverse bind.
diagnose::PaletteEntry
entryOf(const session::Session& session, std::size_t instance, std::size_t slot) {
    const math::Affine& modelFromBind = session.frame(instance).modelFromBind[slot];
    const import::MeshInstance& mesh = session.scene().instances[instance];
    if (session.binding(instance).isRigid || !mesh.skin ||
        session.scene().skins[*mesh.skin]->fourthRows().empty()) {
        return diagnose::inspectEntry(modelFromBind);
    }
    return diagnose::inspectEntry(modelFromBind,
                                  session.scene().skins[*mesh.skin]->fourthRows()[slot]);
}

void writePalette(io::JsonWriter& json, const session::Session& session) {
    const import::ImportedScene& scene = session.scene();
    json.beginArray();
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        json.beginObject().member("node", scene.instances[i].fileNode);
        json.member("primitive", scene.instances[i].filePrimitive).key("entries").beginArray();
        for (std::size_t slot = 0; slot < session.frame(i).modelFromBind.size(); ++slot) {
            const diagnose::PaletteEntry entry = entryOf(session, i, slot);
            const assets::Joint& joint = scene.skeleton->joint(session.binding(i).joints[slot]);
            json.beginObject().member("slot", slot).member("node", joint.fileNode);
            json.member("name", joint.name).member("matrix", entry.modelFromBind);
            json.member("fourth_row", entry.fourthRow);
            json.member("determinant", entry.determinant).member("scale", glm::vec3(entry.scale));
            json.member("skew", entry.skew).member("reach", entry.reach);
            json.member("finite", entry.isFinite).member("mirrored", entry.isMirrored);
            json.member("singular", entry.isSingular).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

/// What is wrong with an entry at sight; empty for nothing.
std::string remarkOn(const diagnose::PaletteEntry& entry) {
    if (!entry.isFinite) {
        return "not finite";
    }
    if (entry.isSingular) {
        return "flattens";
    }
    if (!entry.hasFourthRow) {
        return "row 4 is not 0 0 0 1";
    }
    return entry.isMirrored ? "mirrored" : "";
}

std::string paletteText(const session::Session& session) {
    using Align = Table::Align;
    const import::ImportedScene& scene = session.scene();
    std::string text;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        Table table({{"slot", Align::Right},
                     {"joint", Align::Left},
                     {"row 1", Align::Left},
                     {"row 2", Align::Left},
                     {"row 3", Align::Left},
                     {"row 4", Align::Left},
                     {"determinant", Align::Right},
                     {"skew", Align::Right},
                     {"reach", Align::Right},
                     {"", Align::Left}});
        for (std::size_t slot = 0; slot < session.frame(i).modelFromBind.size(); ++slot) {
            const diagnose::PaletteEntry entry = entryOf(session, i, slot);
            std::vector<std::string> cells = {std::to_string(slot),
                                              nodeText(scene, session.binding(i).joints[slot])};
            const std::array<float, 12> rows = math::toRows(entry.modelFromBind);
            for (std::size_t row = 0; row < 12; row += 4) {
                cells.push_back(rounded(glm::vec3(rows[row], rows[row + 1], rows[row + 2])) + " " +
                                rounded(static_cast<double>(rows[row + 3])));
            }
            cells.insert(cells.end(),
                         {rounded(glm::vec3(entry.fourthRow)) + " " +
                              rounded(static_cast<double>(entry.fourthRow.w)),
                          rounded(entry.determinant),
                          rounded(entry.skew),
                          rounded(entry.reach),
                          remarkOn(entry)});
            table.addRow(std::move(cells));
        }
        text += "\npalette of node " + nodeText(scene, scene.instances[i].node) + " primitive " +
                std::to_string(scene.instances[i].filePrimitive) + '\n' + table.text();
    }
    return text;
}

/// Only what is asked for about a frame needs plugins and a time.
Result<std::string> frameAnswer(const Options& options) {
    const auto opened = openSession(options.request);
    if (!opened) {
        return opened.error();
    }
    session::Session& session = **opened;
    if (const Status status = options.pose.apply(session); !status) {
        return status.error();
    }
    std::optional<VertexInfluences> influences;
    if (!options.influences.empty()) {
        const Result<VertexInfluences> found = influencesOf(session, options.influences);
        if (!found) {
            return found.error();
        }
        influences = *found;
    }
    if (!options.isJson) {
        return frameText(session) + (influences ? influencesText(session, *influences) : "") +
               (options.hasPalette ? paletteText(session) : "");
    }
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    if (influences) {
        json.key("influences");
        writeInfluences(json, session, *influences);
    }
    if (options.hasPalette) {
        json.key("palette");
        writePalette(json, session);
    }
    writeNotes(json, faultNotes(session));
    return json.endObject().take();
}

Result<std::string> answer(const Options& options, const CLI::App& command) {
    if (options.hasPalette || !options.influences.empty()) {
        return frameAnswer(options);
    }
    const Status status =
        expectNoFrame(command, "without --influences or --palette, no frame is made");
    if (!status) {
        return status.error();
    }
    const Result<import::ImportedScene> scene = readScene(options.request.file);
    if (!scene) {
        return scene.error();
    }
    return options.isJson ? sceneJson(*scene, options.request.file) : sceneText(*scene);
}

} // namespace

Command addInspectCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "inspect", "Nodes, skins, meshes, clips, and everything import changed or lost");
    options->request.file.addTo(*command);
    command
        ->add_option("--influences",
                     options->influences,
                     "Only the joints and weights of one vertex: node, primitive, vertex")
        ->expected(3)
        ->type_name("NODE PRIM VERTEX");
    command->add_flag(
        "--palette",
        options->hasPalette,
        "Only the skinning matrices at a time, with the fourth row that the file has, "
        "determinant, skew and length of the translation");
    options->pose.addTo(*command);
    options->request.deform.addWithoutBackendTo(*command);
    addJsonFlag(*command, options->isJson);
    command->footer("Example: sartor inspect character.glb --influences Body 0 120");
    return {command, [options, command] {
                return deliver(options->request.file.file, answer(*options, *command));
            }};
}

} // namespace sartor::cli
