// SPDX-License-Identifier: Apache-2.0
// A case whose expectations are the answers of today.
#include "case_save.h"

#include "address.h"

#include <sartor/base/file.h>
#include <sartor/base/file_access.h>
#include <sartor/base/path.h>
#include <sartor/base/staged_files.h>
#include <sartor/import/import_file.h>
#include <sartor/io/case_questions.h>
#include <sartor/io/json_writer.h>
#include <sartor/session/case_answers.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <system_error>

namespace sartor::cli {
namespace {

/// The file and all that its import opens, relative to the file's folder.
using Files = std::set<std::filesystem::path>;

struct Character {
    import::ImportedScene scene;
    Files files;
};

Result<Character> readCharacter(const std::filesystem::path& file) {
    Files opened;
    Result<import::ImportedScene> scene = [&] {
        const FileAccessObserver observer(
            [&](const std::filesystem::path& path) { opened.insert(path.lexically_normal()); });
        // The files that another process opens are not seen here; it is one's own character.
        import::ImportOptions options;
        options.foreign.isolation = import::Isolation::InProcess;
        return import::importFile(file, options);
    }();
    if (!scene) {
        return scene.error();
    }
    Files files;
    for (const std::filesystem::path& path : opened) {
        const std::filesystem::path relative =
            path.lexically_relative(folderOf(file).lexically_normal());
        if (relative.empty() || *relative.begin() == "..") {
            return Error{"usage.outside",
                         path.string() + " lies outside of the folder of " + file.string() +
                             ", so that a case cannot hold it"};
        }
        files.insert(relative);
    }
    return Character{std::move(*scene), std::move(files)};
}

Status checkId(const std::string& id) {
    const bool isName =
        !id.empty() && id[0] != '.' && std::all_of(id.begin(), id.end(), [](unsigned char c) {
            return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
        });
    return isName ? Status()
                  : Status(Error{"usage.id",
                                 "--id '" + id +
                                     "': expected letters, digits, '-', '_' and '.', which does "
                                     "not stand first"});
}

/// One vertex of one instance of the scene.
struct ChosenVertex {
    std::size_t instance = 0;
    std::uint32_t vertex = 0;
};

/// The address as people write it; the node's name may have colons.
Result<ChosenVertex> parseVertex(const import::ImportedScene& scene, const std::string& text) {
    const std::size_t last = text.rfind(':');
    const std::size_t middle =
        last == 0 || last == std::string::npos ? std::string::npos : text.rfind(':', last - 1);
    if (middle == std::string::npos) {
        return Error{"usage.vertex", "vertex '" + text + "': expected NODE:PRIMITIVE:VERTEX"};
    }
    const Result<JointIndex> node = findNode(scene, text.substr(0, middle));
    if (!node) {
        return node.error();
    }
    const Result<std::uint32_t> primitive =
        parseIndex("primitive", text.substr(middle + 1, last - middle - 1));
    if (!primitive) {
        return primitive.error();
    }
    const Result<std::uint32_t> vertex = parseIndex("vertex", text.substr(last + 1));
    if (!vertex) {
        return vertex.error();
    }
    const Result<std::size_t> instance = findInstance(scene, *node, *primitive);
    if (!instance) {
        return instance.error();
    }
    if (Status status = checkVertex(*scene.instances[*instance].mesh, *vertex); !status) {
        return status.error();
    }
    return ChosenVertex{*instance, *vertex};
}

/// Some of each instance, from its first to its last.
std::vector<ChosenVertex> someVertices(const import::ImportedScene& scene) {
    constexpr std::size_t kCount = 8;
    std::vector<ChosenVertex> chosen;
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const std::size_t vertexCount = scene.instances[i].mesh->vertexCount();
        const std::size_t count = std::min(kCount, vertexCount);
        for (std::size_t n = 0; n < count; ++n) {
            const std::size_t vertex = count == 1 ? 0 : n * (vertexCount - 1) / (count - 1);
            chosen.push_back({i, static_cast<std::uint32_t>(vertex)});
        }
    }
    return chosen;
}

Result<std::vector<ChosenVertex>> chooseVertices(const import::ImportedScene& scene,
                                                 const std::vector<std::string>& texts) {
    if (texts.empty()) {
        return someVertices(scene);
    }
    std::vector<ChosenVertex> chosen;
    for (const std::string& text : texts) {
        const Result<ChosenVertex> vertex = parseVertex(scene, text);
        if (!vertex) {
            return vertex.error();
        }
        chosen.push_back(*vertex);
    }
    return chosen;
}

/// Diagonal of the box around the meshes at rest, else around the nodes, in model space.
Result<double> computeSize(const import::ImportedScene& scene,
                           const session::SessionOptions& options) {
    const auto session = session::Session::create(scene, options);
    if (!session) {
        return session.error();
    }
    if (Status status = (*session)->evaluate(0.0); !status) {
        return status.error();
    }
    glm::dvec3 smallest(std::numeric_limits<double>::infinity());
    glm::dvec3 largest = -smallest;
    const auto add = [&](const glm::vec3& position) {
        smallest = glm::min(smallest, glm::dvec3(position));
        largest = glm::max(largest, glm::dvec3(position));
    };
    for (std::size_t i = 0; i < scene.instances.size(); ++i) {
        const std::span<const glm::vec3> positions = (*session)->frame(i).positions;
        std::for_each(positions.begin(), positions.end(), add);
    }
    for (const math::Affine& modelFromJoint : (*session)->modelFromJoint()) {
        if (scene.instances.empty()) {
            add(modelFromJoint.translation);
        }
    }
    const double size = glm::length(largest - smallest);
    return std::isfinite(size) && size > 0.0 ? size : 1.0;
}

/// Builds the checks of a case from the answers to their questions.
class Recorder {
public:
    Recorder(const import::ImportedScene& scene, const session::SessionOptions& options)
        : scene_(scene), input_(scene, options) {}

    /// Adds a check: its address, and the members of the answer to the question.
    Status add(const std::string& kind,
               const std::function<void(io::JsonWriter&)>& writeAddress,
               decltype(io::CaseQuestion::body) body) {
        io::CaseQuestion question;
        question.check = "c" + std::to_string(checks_.size() + 1);
        question.kind = kind;
        question.body = std::move(body);
        const std::string answer = input_.answer(question);
        for (const std::string_view start : {R"({"error":)", R"({"skip":)", R"({"refused":)"}) {
            if (answer.starts_with(start)) {
                return Error{"usage.unknown", kind + ": " + answer};
            }
        }
        io::JsonWriter json;
        json.beginInlineObject().member("id", question.check).member("kind", kind);
        writeAddress(json);
        std::string address = json.endObject().take();
        address.resize(address.rfind('}'));
        std::string members = answer.substr(1);
        // An influence check has another name for what its answer calls influences.
        constexpr std::string_view kInfluences = R"("influences":)";
        if (members.starts_with(kInfluences)) {
            members.replace(0, kInfluences.size(), R"("expected":)");
        }
        checks_.push_back(address + "," + members);
        return {};
    }

    void addLoad() {
        // Generous: they are to stop what runs away, not to measure.
        checks_.emplace_back(R"({"id":"c1","kind":"load","result":"ok","must_not_crash":true,)"
                             R"("max_seconds":60,"max_rss_mb":4096})");
    }

    Status addClip(std::uint32_t clip) {
        return add(
            "clip_info",
            [&](io::JsonWriter& json) { json.member("clip", clip).member("tolerance", 1e-5); },
            io::ClipInfoQuestion{clip});
    }

    Status addSkin(std::uint32_t skin) {
        return add(
            "skeleton_info",
            [&](io::JsonWriter& json) { json.member("skin", skin); },
            io::SkeletonInfoQuestion{skin, {}});
    }

    Status addVertex(const ChosenVertex& chosen, const io::CaseMoment& moment, double tolerance) {
        const import::MeshInstance& instance = scene_.instances[chosen.instance];
        io::VertexQuestion question;
        question.moment = moment;
        question.node = instance.fileNode;
        question.primitive = instance.filePrimitive;
        question.vertex = chosen.vertex;
        question.deformer = instance.skin ? "lbs" : "none";
        return add(
            "vertex",
            [&](io::JsonWriter& json) {
                writeMoment(json, moment);
                writeVertex(json, chosen);
                json.member("rest_position", instance.mesh->positions()[chosen.vertex]);
                json.member("deformer", question.deformer).member("tolerance", tolerance);
            },
            question);
    }

    Status addInfluences(const ChosenVertex& chosen) {
        const import::MeshInstance& instance = scene_.instances[chosen.instance];
        return add(
            "influences",
            [&](io::JsonWriter& json) {
                writeVertex(json, chosen);
                json.member("tolerance", 1e-5);
            },
            io::InfluencesQuestion{instance.fileNode, instance.filePrimitive, chosen.vertex});
    }

    Status addMorphWeights(std::uint32_t node, const io::CaseMoment& moment) {
        return add(
            "morph_weights",
            [&](io::JsonWriter& json) {
                writeMoment(json, moment);
                json.member("node", node).member("tolerance", 1e-5);
            },
            io::MorphWeightsQuestion{moment, {node, ""}});
    }

    Status addNode(std::uint32_t node, const io::CaseMoment& moment, double tolerance) {
        return add(
            "joint_model_matrix",
            [&](io::JsonWriter& json) {
                writeMoment(json, moment);
                json.member("node", node).member("tolerance", tolerance);
            },
            io::JointModelMatrixQuestion{moment, {node, ""}});
    }

    const std::vector<std::string>& checks() const { return checks_; }

private:
    static void writeMoment(io::JsonWriter& json, const io::CaseMoment& moment) {
        json.member("clip", moment.clip).member("time", moment.time);
    }

    void writeVertex(io::JsonWriter& json, const ChosenVertex& chosen) const {
        const import::MeshInstance& instance = scene_.instances[chosen.instance];
        json.member("node", instance.fileNode).member("mesh", instance.fileMesh);
        json.member("primitive", instance.filePrimitive).member("vertex", chosen.vertex);
    }

    const import::ImportedScene& scene_;
    session::CaseInput input_;
    std::vector<std::string> checks_;
};

/// The moments that are recorded: without a clip there is one.
Result<std::vector<io::CaseMoment>> momentsOf(const import::ImportedScene& scene,
                                              const CaseSaveOptions& options) {
    if (options.clip.empty()) {
        return std::vector{io::CaseMoment()};
    }
    const Result<std::uint32_t> clip = findClip(scene, options.clip);
    if (!clip) {
        return clip.error();
    }
    std::vector<double> times = options.times;
    if (times.empty()) {
        const auto duration = static_cast<double>(scene.clips[*clip]->duration());
        times = {0.0, duration / 2.0, duration};
    }
    std::vector<io::CaseMoment> moments;
    for (const double time : times) {
        moments.push_back({.clip = *clip, .time = time});
    }
    return moments;
}

Status record(const import::ImportedScene& scene,
              const std::vector<ChosenVertex>& vertices,
              const std::vector<io::CaseMoment>& moments,
              double size,
              Recorder& recorder) {
    Status status;
    const auto isDone = [&](Status next) {
        status = std::move(next);
        return !status.isOk();
    };
    recorder.addLoad();
    if (moments[0].clip && isDone(recorder.addClip(*moments[0].clip))) {
        return status;
    }
    for (std::uint32_t skin = 0; skin < scene.skins.size(); ++skin) {
        if (isDone(recorder.addSkin(skin))) {
            return status;
        }
    }
    // A skeleton alone is recorded by its nodes.
    std::set<std::uint32_t> nodes;
    for (std::size_t i = 0; vertices.empty() && i < scene.skeleton->jointCount(); ++i) {
        nodes.insert(scene.skeleton->joint(JointIndex(i)).fileNode);
    }
    std::set<std::uint32_t> morphNodes;
    for (const ChosenVertex& vertex : vertices) {
        const import::MeshInstance& instance = scene.instances[vertex.instance];
        if (instance.skin && isDone(recorder.addInfluences(vertex))) {
            return status;
        }
        if (instance.morphs != nullptr) {
            morphNodes.insert(instance.fileNode);
        }
    }
    const double tolerance = 1e-5 * size;
    for (const io::CaseMoment& moment : moments) {
        for (const std::uint32_t node : morphNodes) {
            if (isDone(recorder.addMorphWeights(node, moment))) {
                return status;
            }
        }
        for (const ChosenVertex& vertex : vertices) {
            if (isDone(recorder.addVertex(vertex, moment, tolerance))) {
                return status;
            }
        }
        for (const std::uint32_t node : nodes) {
            if (isDone(recorder.addNode(node, moment, tolerance))) {
                return status;
            }
        }
    }
    return status;
}

std::string documentOf(const CaseSaveOptions& options, const std::vector<std::string>& checks) {
    io::JsonWriter json;
    const std::string name = options.file.filename().string();
    json.beginObject().member("id", options.id).member("class", "own");
    json.member("title",
                options.clip.empty() ? name + " at rest" : name + " in clip " + options.clip);
    json.key("inputs").beginInlineArray().value(name).endArray();
    json.key("checks").beginArray();
    for (const std::string& check : checks) {
        json.json(std::string_view(check).substr(0, check.rfind('}') + 1));
    }
    return json.endArray().endObject().take();
}

Error inFile(const CaseSaveOptions& options, const Error& error) {
    return {error.code, options.file.string() + ": " + error.message};
}

/// The document comes last: what is not all there is no case.
Status writeCase(const std::filesystem::path& target,
                 const CaseSaveOptions& options,
                 const Files& files,
                 const std::string& document) {
    std::error_code error;
    if (!options.isForced && std::filesystem::exists(target, error)) {
        return Error{"usage.exists", target.string() + " is there already; --force writes over it"};
    }
    StagedFiles staged;
    const auto add = [&](const std::filesystem::path& path, std::span<const std::byte> bytes) {
        const Status status = staged.addFolder(path.parent_path());
        return status ? staged.add(path, bytes) : status;
    };
    for (const std::filesystem::path& file : files) {
        const auto bytes = readFile(folderOf(options.file) / file);
        if (!bytes) {
            return bytes.error();
        }
        if (Status status = add(target / file, *bytes); !status) {
            return status;
        }
    }
    const Status status =
        add(target / io::kCaseFileName, std::as_bytes(std::span(document.data(), document.size())));
    return status ? staged.commit() : status;
}

} // namespace

Result<SavedCase> saveCase(const std::filesystem::path& folder, const CaseSaveOptions& options) {
    if (Status status = checkId(options.id); !status) {
        return status.error();
    }
    const Result<Character> character = readCharacter(options.file);
    if (!character) {
        return character.error();
    }
    const import::ImportedScene& scene = character->scene;
    const auto vertices = chooseVertices(scene, options.vertices);
    if (!vertices) {
        return inFile(options, vertices.error());
    }
    const auto moments = momentsOf(scene, options);
    if (!moments) {
        return inFile(options, moments.error());
    }
    session::SessionOptions sessionOptions;
    sessionOptions.pluginFolders = options.pluginFolders;
    const Result<double> size = computeSize(scene, sessionOptions);
    if (!size) {
        return size.error();
    }
    Recorder recorder(scene, sessionOptions);
    if (Status status = record(scene, *vertices, *moments, *size, recorder); !status) {
        return inFile(options, status.error());
    }
    const std::filesystem::path target = folder / options.id;
    if (Status status =
            writeCase(target, options, character->files, documentOf(options, recorder.checks()));
        !status) {
        return status.error();
    }
    return SavedCase{target, recorder.checks().size()};
}

} // namespace sartor::cli
