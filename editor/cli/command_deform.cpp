// SPDX-License-Identifier: Apache-2.0
// sartor deform: the deformed vertices at a time.
#include "address.h"
#include "capture.h"
#include "commands.h"
#include "frame_text.h"
#include "options.h"
#include "plugin_watch.h"
#include "table.h"
#include "usage.h"

#include <sartor/base/file.h>
#include <sartor/base/path.h>
#include <sartor/io/glb_writer.h>
#include <sartor/io/npz_writer.h>
#include <sartor/io/obj_writer.h>

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    std::string node;
    std::optional<std::uint32_t> primitive;
    std::vector<std::string> fields = {"positions", "normals", "tangents"};
    std::filesystem::path out;
    bool isCaptured = false;
    bool isTimed = false;
    bool isJson = false;
    bool isWatching = false;

    bool hasField(std::string_view field) const {
        return std::find(fields.begin(), fields.end(), field) != fields.end();
    }
};

/// The instances that --node and --primitive leave.
Result<std::vector<std::size_t>> chosenInstances(const import::ImportedScene& scene,
                                                 const Options& options) {
    JointIndex node;
    if (!options.node.empty()) {
        const Result<JointIndex> found = findNode(scene, options.node);
        if (!found) {
            return found.error();
        }
        node = *found;
        // Reports a node without a mesh, and a primitive that it does not have.
        const Result<std::size_t> instance =
            findInstance(scene, node, options.primitive.value_or(0));
        if (!instance) {
            return instance.error();
        }
    }
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const import::MeshInstance& instance = scene.instances[i];
        if ((node.isNone() || instance.node == node) &&
            (!options.primitive || instance.filePrimitive == *options.primitive)) {
            chosen.push_back(i);
        }
    }
    if (chosen.empty() && options.primitive) {
        return Error{"usage.unknown",
                     "no mesh has a primitive " + std::to_string(*options.primitive)};
    }
    return chosen;
}

template <class T>
void writeStream(io::JsonWriter& json, std::string_view name, std::span<const T> stream) {
    if (stream.empty()) {
        json.key(name).null();
    } else {
        json.member(name, stream);
    }
}

/// What the stages of the chain say of the vertices; null where none says anything.
void writeHazards(io::JsonWriter& json,
                  const session::InstanceFrame& frame,
                  const Options& options) {
    json.key("hazards");
    if (frame.flags.empty()) {
        json.null();
    } else {
        const deform::FlagCounts& counts = frame.faults->flags;
        json.beginInlineObject().member("bad_index", counts.badIndices);
        json.member("zero_sum", counts.zeroSums).member("antipodal", counts.antipodal);
        json.member("hemisphere_conflict", counts.hemisphereConflicts);
        json.member("near_half_turn", counts.nearHalfTurns).endObject();
    }
    if (options.hasField("flags")) {
        writeStream(json, "flags", frame.flags);
    }
}

/// Seconds of the last frame, and what it cost.
void writeTimings(io::JsonWriter& json, const session::Session& session) {
    json.key("timings").beginObject();
    for (std::size_t stage = 0; stage < session::kFrameStageNames.size(); ++stage) {
        json.member(session::kFrameStageNames[stage], session.stageSeconds()[stage]);
    }
    json.key("device").beginArray();
    for (const deform::StageTime& time : session.chainStageTimes()) {
        json.beginInlineObject().member("stage", time.name);
        json.member("seconds", time.seconds).endObject();
    }
    const deform::RunCounts& counts = session.counts();
    json.endArray().endObject().key("counts").beginInlineObject();
    json.member("dispatches", counts.dispatches).member("captures", counts.captures);
    json.member("barriers", counts.barriers).member("uploaded_bytes", counts.uploadedBytes);
    json.member("written_bytes", counts.writtenBytes);
    json.member("deformed_vertices", counts.deformedVertices);
    json.member("reused_meshes", counts.reusedMeshes).endObject();
}

std::string timingsText(const session::Session& session) {
    using Align = Table::Align;
    Table table({{"stage", Align::Left}, {"ms", Align::Right}});
    for (std::size_t stage = 0; stage < session::kFrameStageNames.size(); ++stage) {
        table.addRow({std::string(session::kFrameStageNames[stage]),
                      rounded(session.stageSeconds()[stage] * 1e3)});
    }
    for (const deform::StageTime& time : session.chainStageTimes()) {
        table.addRow({"device: " + std::string(time.name), rounded(time.seconds * 1e3)});
    }
    const deform::RunCounts& counts = session.counts();
    return table.text() + std::to_string(counts.deformedVertices) + " vertices deformed, " +
           std::to_string(counts.captures) + " captures, " + std::to_string(counts.barriers) +
           " barriers, " + std::to_string(counts.uploadedBytes) + " bytes uploaded, " +
           std::to_string(counts.writtenBytes) + " bytes written\n";
}

std::string json(const session::Session& session,
                 std::span<const std::size_t> instances,
                 const Options& options) {
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    json.member("chain", chainText(session));
    json.member("backend", backendText(session.options().backend));
    json.member("device", session.deviceName());
    json.member("dispatches", session.counts().dispatches);
    if (options.isTimed) {
        writeTimings(json, session);
    }
    json.key("instances").beginArray();
    for (const std::size_t i : instances) {
        const import::MeshInstance& instance = session.scene().instances[i];
        const session::InstanceFrame frame = session.frame(i);
        json.beginObject().member("node", instance.fileNode).member("mesh", instance.fileMesh);
        json.member("primitive", instance.filePrimitive);
        json.member("chain", chainText(session, i));
        writeWeights(json, session, i);
        if (options.hasField("positions")) {
            json.member("positions", frame.positions);
        }
        if (options.hasField("normals")) {
            writeStream(json, "normals", frame.normals);
        }
        if (options.hasField("tangents")) {
            writeStream(json, "tangents", frame.tangents);
        }
        writeHazards(json, frame, options);
        json.endObject();
    }
    json.endArray();
    writeNotes(json, faultNotes(session));
    return json.endObject().take();
}

std::string text(const session::Session& session,
                 std::span<const std::size_t> instances,
                 const Options& options) {
    using Align = Table::Align;
    Table table({{"node", Align::Right},
                 {"mesh", Align::Right},
                 {"primitive", Align::Right},
                 {"name", Align::Left},
                 {"vertices", Align::Right},
                 {"smallest", Align::Left},
                 {"largest", Align::Left},
                 {"chain", Align::Left},
                 {"weights", Align::Left}});
    for (const std::size_t i : instances) {
        const import::MeshInstance& instance = session.scene().instances[i];
        const std::span<const glm::vec3> positions = session.frame(i).positions;
        if (positions.empty()) {
            continue;
        }
        glm::vec3 smallest = positions[0];
        glm::vec3 largest = positions[0];
        for (const glm::vec3& position : positions) {
            smallest = glm::min(smallest, position);
            largest = glm::max(largest, position);
        }
        table.addRow({std::to_string(instance.fileNode),
                      std::to_string(instance.fileMesh),
                      std::to_string(instance.filePrimitive),
                      instance.meshName,
                      std::to_string(positions.size()),
                      rounded(smallest),
                      rounded(largest),
                      chainText(session, i),
                      weightsText(session, i)});
    }
    std::string result = frameText(session) + session.deviceName() + ", " +
                         std::to_string(session.counts().dispatches) + " dispatches\n" +
                         table.text();
    if (options.isTimed) {
        result += timingsText(session);
    }
    return result + faultText(session);
}

std::vector<io::OutputMesh> outputMeshes(const session::Session& session,
                                         std::span<const std::size_t> instances,
                                         const Options& options) {
    std::vector<io::OutputMesh> meshes;
    for (const std::size_t i : instances) {
        const import::MeshInstance& instance = session.scene().instances[i];
        const session::InstanceFrame frame = session.frame(i);
        io::OutputMesh mesh;
        mesh.name = instance.meshName.empty() ? "mesh" + std::to_string(instance.fileMesh)
                                              : instance.meshName;
        mesh.positions = frame.positions;
        if (options.hasField("normals")) {
            mesh.normals = frame.normals;
        }
        if (options.hasField("tangents")) {
            mesh.tangents = frame.tangents;
        }
        mesh.uvs = instance.mesh->uvs();
        mesh.triangles = instance.mesh->triangles();
        meshes.push_back(std::move(mesh));
    }
    return meshes;
}

template <int N>
std::span<const float> asFloats(std::span<const glm::vec<N, float>> vectors) {
    return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * N};
}

Result<std::vector<std::byte>> npz(const session::Session& session,
                                   std::span<const std::size_t> instances,
                                   const Options& options) {
    std::vector<io::NpyArray> arrays;
    for (const std::size_t i : instances) {
        const import::MeshInstance& instance = session.scene().instances[i];
        const session::InstanceFrame frame = session.frame(i);
        const std::string prefix = "node" + std::to_string(instance.fileNode) + "_primitive" +
                                   std::to_string(instance.filePrimitive) + "_";
        if (options.hasField("positions")) {
            arrays.push_back(
                {prefix + "positions", {frame.positions.size(), 3}, asFloats(frame.positions)});
        }
        if (options.hasField("normals") && !frame.normals.empty()) {
            arrays.push_back(
                {prefix + "normals", {frame.normals.size(), 3}, asFloats(frame.normals)});
        }
        if (options.hasField("tangents") && !frame.tangents.empty()) {
            arrays.push_back(
                {prefix + "tangents", {frame.tangents.size(), 4}, asFloats(frame.tangents)});
        }
        if (options.hasField("flags") && !frame.flags.empty()) {
            arrays.push_back({prefix + "flags", {frame.flags.size()}, frame.flags});
        }
        const std::span<const std::uint32_t> triangles = instance.mesh->triangles();
        arrays.push_back({prefix + "triangles", {triangles.size() / 3, 3}, triangles});
    }
    return io::npzBytes(arrays);
}

/// Writes --out in the format of its extension.
Status writeFile(const session::Session& session,
                 std::span<const std::size_t> instances,
                 const Options& options) {
    const std::string extension = lowerExtension(options.out);
    if (extension == ".json") {
        return writeFileAtomically(options.out, json(session, instances, options));
    }
    if (extension == ".obj") {
        const Result<std::string> content = io::objText(outputMeshes(session, instances, options));
        return content ? writeFileAtomically(options.out, *content) : Status(content.error());
    }
    const Result<std::vector<std::byte>> content =
        extension == ".npz" ? npz(session, instances, options)
                            : io::glbBytes(outputMeshes(session, instances, options));
    return content ? writeFileAtomically(options.out, *content) : Status(content.error());
}

Result<Answer> answer(Options options) {
    if (options.isWatching && options.out.empty()) {
        return Error{"usage.options", "--watch-plugins: there is no --out to write again"};
    }
    if (Status status = expectNoInput(options.out, {&options.request.file.file, 1}); !status) {
        return status.error();
    }
    const auto opened = openSession(options.request);
    if (!opened) {
        return opened.error();
    }
    session::Session& session = **opened;
    const Result<std::vector<std::size_t>> instances = chosenInstances(session.scene(), options);
    if (!instances) {
        return instances.error();
    }
    const auto apply = [&] { return options.pose.apply(session); };
    if (const Status status = withCapture(options.isCaptured, apply); !status) {
        return status.error();
    }
    if (!options.out.empty()) {
        const auto write = [&] { return writeFile(session, *instances, options); };
        Status status = write();
        if (status && options.isWatching) {
            status = watchPlugins(session, write);
        }
        if (!status) {
            return status.error();
        }
    }
    if (options.isJson) {
        return frameAnswer(session, json(session, *instances, options));
    }
    if (options.out.empty()) {
        return frameAnswer(session, text(session, *instances, options));
    }
    // The file does not say it, or is not read by people.
    return frameAnswer(
        session, (options.isTimed ? timingsText(session) : std::string()) + faultText(session));
}

} // namespace

Command addDeformCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("deform", "Deformed vertices, in scene space");
    options->request.file.addTo(*command);
    options->pose.addTo(*command);
    addChainOption(*command, options->request.chain);
    options->request.deform.addTo(*command);
    command->add_option("--node", options->node, "Only the mesh at this node")->type_name("NODE");
    command->add_option("--primitive", options->primitive, "Only this primitive of each mesh")
        ->check(wholeNumber(0, kMaximumIndex))
        ->type_name("P");
    command->add_option("--fields", options->fields, "Streams to write [all but flags]")
        ->delimiter(',')
        ->check(CLI::IsMember({"positions", "normals", "tangents", "flags"}))
        ->allow_extra_args(false)
        ->type_name("positions,normals,tangents,flags");
    addOutOption(*command, options->out, {".json", ".npz", ".obj", ".glb"});
    command->add_flag("--timings",
                      options->isTimed,
                      "Also say how long each stage took, on the device too, and what it cost");
    addCaptureFlag(*command, options->isCaptured);
    addJsonFlag(*command, options->isJson);
    addWatchFlag(*command, options->isWatching);
    command->footer("Example: sartor deform fox.glb --clip Run --time 0.5 --out fox.obj\n"
                    "Exit code 1: a stage broke a rule of plugins and was left out.");
    return {command, [options] { return deliver(options->request.file.file, answer(*options)); }};
}

} // namespace sartor::cli
