// SPDX-License-Identifier: Apache-2.0
// sartor diff: how two ways to deform the same frame differ, or two ways to read the same file.
#include "address.h"
#include "commands.h"
#include "frame_text.h"
#include "importer_report.h"
#include "options.h"
#include "table.h"
#include "usage.h"

#include <sartor/deform/deform_source.h>
#include <sartor/diagnose/mesh_compare.h>

#ifdef SARTOR_HAS_GPU
#include <sartor/gpu/device.h>
#endif

#include <algorithm>
#include <memory>

namespace sartor::cli {
namespace {

struct Options {
    SessionRequest request;
    PoseOptions pose;
    std::vector<std::string> backends;
    std::string chains;
    std::vector<std::string> importers;
    double tolerance = 1e-5;
    /// An angle of 1e-5 in every component of a unit vector.
    double degrees = 1e-3;
    bool isJson = false;
};

/// One way to deform, and what came out of it.
struct Side {
    std::string backend;
    std::string chain;
    std::string device;
    std::uint32_t dispatchCount = 0;
    /// None where nothing validates.
    std::optional<std::uint32_t> validationMessages;
    /// Sentences about stages that broke a rule.
    std::vector<std::string> leftOut;
    /// All others.
    std::vector<std::string> notes;
    std::vector<deform::DeformedMesh> meshes;
};

/// Splits at the commas outside of brackets: those inside separate the parameters of a deformer.
std::vector<std::string> splitChains(std::string_view text) {
    std::vector<std::string> chains;
    int depth = 0;
    for (const char character : text) {
        depth += character == '[' ? 1 : character == ']' ? -1 : 0;
        if (chains.empty() || (character == ',' && depth == 0)) {
            chains.emplace_back();
        }
        if (character != ',' || depth != 0) {
            chains.back() += character;
        }
    }
    return chains;
}

/// The first side against another one.
struct Comparison {
    std::size_t other = 0;
    /// Why the two are not compared; empty where they are, and else all below means nothing.
    std::string refusal;
    std::vector<diagnose::MeshDifference> instances;
    bool isBitIdentical = true;
    bool isWithinTolerance = true;
    double distance = 0.0;
    double relativeDistance = 0.0;
    double normalDegrees = 0.0;
    double p99NormalDegrees = 0.0;
    double tangentDegrees = 0.0;
    std::uint64_t nonfiniteCount = 0;
    std::uint64_t denormalCount = 0;
};

struct Differences {
    double extent = 0.0;
    std::vector<Side> sides;
    std::vector<Comparison> comparisons;
};

/// Warnings and errors of the Vulkan validation layer, where it is on.
std::optional<std::uint32_t> validationMessages(const session::Session& session) {
#ifdef SARTOR_HAS_GPU
    if (const gpu::Device* device = session.device(); device != nullptr && device->isValidating()) {
        return device->validationMessageCount();
    }
#else
    static_cast<void>(session);
#endif
    return std::nullopt;
}

Side takeSide(const session::Session& session) {
    Side side;
    side.backend = backendText(session.options().backend);
    side.chain = chainText(session);
    side.device = session.deviceName();
    side.dispatchCount = session.counts().dispatches;
    side.validationMessages = validationMessages(session);
    side.leftOut = leftOutNotes(session);
    for (std::string& note : faultNotes(session)) {
        if (std::find(side.leftOut.begin(), side.leftOut.end(), note) == side.leftOut.end()) {
            side.notes.push_back(std::move(note));
        }
    }
    for (std::size_t i = 0; i < session.scene().instances.size(); ++i) {
        const session::InstanceFrame frame = session.frame(i);
        side.meshes.push_back({{frame.positions.begin(), frame.positions.end()},
                               {frame.normals.begin(), frame.normals.end()},
                               {frame.tangents.begin(), frame.tangents.end()}});
    }
    return side;
}

std::vector<diagnose::MeshView> viewsOf(const Side& side) {
    std::vector<diagnose::MeshView> views;
    for (const deform::DeformedMesh& mesh : side.meshes) {
        views.push_back({mesh.positions, mesh.normals, mesh.tangents});
    }
    return views;
}

/// A side without one of its stages is another chain: what differs is that stage, and nothing
/// that a comparison could tell.
std::string refusalOf(const Side& a, const Side& b) {
    for (const Side* side : {&a, &b}) {
        if (!side->leftOut.empty()) {
            return "not compared: " + side->backend + " " + side->chain + " ran without a stage";
        }
    }
    return {};
}

/// Evaluates every side at the time that is set. The session ends on the last side.
Result<std::vector<Side>> runSides(session::Session& session,
                                   const Options& options,
                                   const std::vector<std::string>& chains) {
    const double time = session.time();
    std::vector<Side> sides;
    const auto run = [&](const Status& change) -> Status {
        if (!change) {
            return change;
        }
        if (const Status status = session.evaluate(time); !status) {
            return status;
        }
        sides.push_back(takeSide(session));
        return {};
    };
    for (const std::string& text : options.backends) {
        const Result<session::Backend> backend = parseBackend(text);
        const Status status = backend ? run(session.setBackend(*backend)) : Status(backend.error());
        if (!status) {
            return status.error();
        }
    }
    for (const std::string& text : chains) {
        const Result<std::string> chain = readChain(text);
        const Status status = chain ? run(session.setChain(*chain)) : Status(chain.error());
        if (!status) {
            return status.error();
        }
    }
    return sides;
}

Result<Comparison> compare(const Differences& all, std::size_t other, const Options& options) {
    Comparison comparison;
    comparison.other = other;
    comparison.refusal = refusalOf(all.sides[0], all.sides[other]);
    if (!comparison.refusal.empty()) {
        return comparison;
    }
    const std::vector<diagnose::MeshView> first = viewsOf(all.sides[0]);
    const std::vector<diagnose::MeshView> second = viewsOf(all.sides[other]);
    for (std::size_t i = 0; i < first.size(); ++i) {
        const Result<diagnose::MeshDifference> difference =
            diagnose::compareMeshes(first[i], second[i], {.extent = all.extent});
        if (!difference) {
            return difference.error();
        }
        comparison.isBitIdentical = comparison.isBitIdentical && difference->isBitIdentical;
        comparison.distance = std::max(comparison.distance, difference->maxDistance);
        comparison.relativeDistance =
            std::max(comparison.relativeDistance, difference->relativeDistance);
        comparison.normalDegrees = std::max(comparison.normalDegrees, difference->maxNormalDegrees);
        comparison.p99NormalDegrees =
            std::max(comparison.p99NormalDegrees, difference->p99NormalDegrees);
        comparison.tangentDegrees =
            std::max(comparison.tangentDegrees, difference->maxTangentDegrees);
        comparison.nonfiniteCount += difference->nonfiniteCount;
        comparison.denormalCount += difference->denormalCount;
        comparison.instances.push_back(*difference);
    }
    comparison.isWithinTolerance =
        comparison.nonfiniteCount == 0 && comparison.relativeDistance <= options.tolerance &&
        comparison.normalDegrees <= options.degrees && comparison.tangentDegrees <= options.degrees;
    return comparison;
}

void writeInstance(io::JsonWriter& json,
                   const import::MeshInstance& instance,
                   const diagnose::MeshDifference& difference) {
    json.beginObject().member("node", instance.fileNode).member("mesh", instance.fileMesh);
    json.member("primitive", instance.filePrimitive).member("vertices", difference.vertexCount);
    json.member("bit_identical", difference.isBitIdentical);
    json.member("differing_vertices", difference.differingCount);
    json.member("nonfinite_vertices", difference.nonfiniteCount);
    json.member("denormal_vertices", difference.denormalCount);
    json.member("max_distance", difference.maxDistance);
    json.member("max_distance_vertex", difference.maxDistanceVertex);
    json.member("relative_distance", difference.relativeDistance);
    json.member("max_normal_degrees", difference.maxNormalDegrees);
    json.member("max_normal_vertex", difference.maxNormalVertex);
    json.member("p99_normal_degrees", difference.p99NormalDegrees);
    json.member("max_tangent_degrees", difference.maxTangentDegrees);
    json.member("max_tangent_vertex", difference.maxTangentVertex);
    json.member("max_ulp", difference.maxUlp).key("ulp_histogram").beginArray();
    for (std::size_t bin = 0; bin < difference.ulpHistogram.size(); ++bin) {
        json.beginInlineObject().key("up_to");
        if (bin < diagnose::kUlpBins.size()) {
            json.value(diagnose::kUlpBins[bin]);
        } else {
            json.null();
        }
        json.member("count", difference.ulpHistogram[bin]).endObject();
    }
    json.endArray().key("worst").beginArray();
    for (const diagnose::VertexDifference& vertex : difference.worst) {
        json.beginInlineObject().member("vertex", vertex.vertex);
        json.member("position", vertex.position);
        json.member("distance", vertex.distance).member("normal_degrees", vertex.normalDegrees);
        json.member("tangent_degrees", vertex.tangentDegrees).endObject();
    }
    json.endArray().endObject();
}

/// The members of a comparison; null for what was not compared.
void writeComparison(io::JsonWriter& json,
                     const import::ImportedScene& scene,
                     const Comparison& comparison) {
    json.beginObject().member("a", 0).member("b", comparison.other);
    json.key("not_compared");
    if (!comparison.refusal.empty()) {
        json.value(comparison.refusal);
        for (const char* key : {"bit_identical",
                                "within_tolerance",
                                "max_distance",
                                "max_distance_mm",
                                "relative_distance",
                                "max_normal_degrees",
                                "p99_normal_degrees",
                                "max_tangent_degrees",
                                "nonfinite_vertices",
                                "denormal_vertices"}) {
            json.key(key).null();
        }
        json.key("instances").beginArray().endArray().endObject();
        return;
    }
    json.null().member("bit_identical", comparison.isBitIdentical);
    json.member("within_tolerance", comparison.isWithinTolerance);
    json.member("max_distance", comparison.distance);
    json.member("max_distance_mm",
                comparison.distance * static_cast<double>(scene.metresPerUnit) * 1000.0);
    json.member("relative_distance", comparison.relativeDistance);
    json.member("max_normal_degrees", comparison.normalDegrees);
    json.member("p99_normal_degrees", comparison.p99NormalDegrees);
    json.member("max_tangent_degrees", comparison.tangentDegrees);
    json.member("nonfinite_vertices", comparison.nonfiniteCount);
    json.member("denormal_vertices", comparison.denormalCount);
    json.key("instances").beginArray();
    for (std::size_t i = 0; i < comparison.instances.size(); ++i) {
        writeInstance(json, scene.instances[i], comparison.instances[i]);
    }
    json.endArray().endObject();
}

std::string
json(const session::Session& session, const Options& options, const Differences& differences) {
    const import::ImportedScene& scene = session.scene();
    io::JsonWriter json;
    json.beginObject();
    writeFrame(json, options.request.file, options.pose, session);
    json.member("extent", differences.extent).member("metres_per_unit", scene.metresPerUnit);
    json.member("tolerance", options.tolerance).member("tolerance_degrees", options.degrees);
    json.key("sides").beginArray();
    for (const Side& side : differences.sides) {
        json.beginObject().member("backend", side.backend).member("chain", side.chain);
        json.member("device", side.device).member("dispatches", side.dispatchCount);
        json.member("validation_messages", side.validationMessages);
        json.member("left_out", side.leftOut);
        writeNotes(json, side.notes);
        json.endObject();
    }
    json.endArray().key("comparisons").beginArray();
    for (const Comparison& comparison : differences.comparisons) {
        writeComparison(json, scene, comparison);
    }
    json.endArray();
    writeNotes(json, faultNotes(session));
    return json.endObject().take();
}

std::string sideText(const Side& side) {
    return side.backend + " " + side.chain + " (" + side.device + ", " +
           std::to_string(side.dispatchCount) + " dispatches" +
           (side.validationMessages
                ? ", " + std::to_string(*side.validationMessages) + " validation messages"
                : "") +
           ")";
}

std::string instancesText(const import::ImportedScene& scene, const Comparison& comparison) {
    using Align = Table::Align;
    Table table({{"node", Align::Right},
                 {"primitive", Align::Right},
                 {"vertices", Align::Right},
                 {"differing", Align::Right},
                 {"distance", Align::Right},
                 {"relative", Align::Right},
                 {"normal deg", Align::Right},
                 {"99 of 100", Align::Right},
                 {"tangent deg", Align::Right},
                 {"max ulp", Align::Right},
                 {"worst vertices", Align::Left}});
    constexpr std::size_t kListed = 3;
    for (std::size_t i = 0; i < comparison.instances.size(); ++i) {
        const diagnose::MeshDifference& difference = comparison.instances[i];
        std::string worst;
        for (std::size_t k = 0; k < std::min(kListed, difference.worst.size()); ++k) {
            const diagnose::VertexDifference& vertex = difference.worst[k];
            worst += (worst.empty() ? "" : "  ") + std::to_string(vertex.vertex) + " at " +
                     rounded(vertex.position);
        }
        table.addRow({std::to_string(scene.instances[i].fileNode),
                      std::to_string(scene.instances[i].filePrimitive),
                      std::to_string(difference.vertexCount),
                      std::to_string(difference.differingCount),
                      rounded(difference.maxDistance),
                      rounded(difference.relativeDistance),
                      rounded(difference.maxNormalDegrees),
                      rounded(difference.p99NormalDegrees),
                      rounded(difference.maxTangentDegrees),
                      std::to_string(difference.maxUlp),
                      worst});
    }
    return table.text();
}

/// The bins of all instances together.
std::string histogramText(const Comparison& comparison) {
    std::array<std::uint64_t, diagnose::kUlpBins.size() + 1> counts{};
    for (const diagnose::MeshDifference& difference : comparison.instances) {
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            counts[bin] += difference.ulpHistogram[bin];
        }
    }
    Table table({{"ulp up to", Table::Align::Right}, {"components", Table::Align::Right}});
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        table.addRow(
            {bin < diagnose::kUlpBins.size() ? std::to_string(diagnose::kUlpBins[bin]) : "more",
             std::to_string(counts[bin])});
    }
    return table.text();
}

std::string verticesText(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " vertex" : " vertices");
}

/// What the comparison found, without the sides.
std::string comparisonText(const import::ImportedScene& scene,
                           const Options& options,
                           double extent,
                           const Comparison& comparison) {
    if (!comparison.refusal.empty()) {
        return comparison.refusal + "\n\n";
    }
    const double millimetres =
        comparison.distance * static_cast<double>(scene.metresPerUnit) * 1000.0;
    std::string result =
        std::string(comparison.isBitIdentical ? "bit-identical" : "not bit-identical") + ", " +
        (comparison.isWithinTolerance ? "within" : "above") + " the tolerance of " +
        rounded(options.tolerance) + " of the extent " + rounded(extent) + " and " +
        rounded(options.degrees) + " degrees\n";
    if (comparison.nonfiniteCount > 0) {
        result += verticesText(comparison.nonfiniteCount) +
                  " with numbers that are not finite, which agree with nothing\n";
    }
    if (comparison.denormalCount > 0) {
        result += verticesText(comparison.denormalCount) +
                  " with other bits in denormals alone, which count as zero\n";
    }
    return result + "largest distance " + rounded(comparison.distance) +
           " units = " + rounded(millimetres) + " mm, " + rounded(comparison.relativeDistance) +
           " of the extent; normals " + rounded(comparison.normalDegrees) +
           " degrees (99 of 100 within " + rounded(comparison.p99NormalDegrees) + "), tangents " +
           rounded(comparison.tangentDegrees) + " degrees\n\n" + instancesText(scene, comparison) +
           '\n' + histogramText(comparison);
}

std::string
text(const session::Session& session, const Options& options, const Differences& differences) {
    std::string result = frameText(session);
    for (const Side& side : differences.sides) {
        for (const std::string& note : side.leftOut) {
            result += side.backend + ": " + note + '\n';
        }
    }
    for (const Comparison& comparison : differences.comparisons) {
        result += sideText(differences.sides[0]) + "\nagainst " +
                  sideText(differences.sides[comparison.other]) + '\n' +
                  comparisonText(session.scene(), options, differences.extent, comparison);
    }
    for (const Side& side : differences.sides) {
        for (const std::string& note : side.notes) {
            result += side.backend + " " + side.chain + ": " + note + '\n';
        }
    }
    return result;
}

Result<Differences> differencesOf(session::Session& session, const Options& options) {
    if (const Status status = options.pose.apply(session); !status) {
        return status.error();
    }
    Result<std::vector<Side>> sides = runSides(session, options, splitChains(options.chains));
    if (!sides) {
        return sides.error();
    }
    Differences differences;
    differences.sides = std::move(*sides);
    // One measure for the whole character: a small part far from the origin has its rounding from
    // where it is.
    differences.extent = diagnose::extentOf(viewsOf(differences.sides[0]));
    for (std::size_t other = 1; other < differences.sides.size(); ++other) {
        Result<Comparison> comparison = compare(differences, other, options);
        if (!comparison) {
            return comparison.error();
        }
        differences.comparisons.push_back(std::move(*comparison));
    }
    return differences;
}

ExitCode run(const Options& options, const CLI::App& command) {
    const std::filesystem::path& file = options.request.file.file;
    if (!options.importers.empty()) {
        constexpr std::string_view kReason = "--importers compares what was read";
        for (const Status& status :
             {expectNoFrame(command, kReason),
              expectNoneOf(
                  command, {"--chain", "--chains", "--tolerance", "--degrees"}, kReason)}) {
            if (!status) {
                return deliver(file, status.error());
            }
        }
        const std::vector<std::string> known{"gltf", "assimp"};
        return options.importers == known
                   ? runImporterDiff(options.request.file, options.isJson)
                   : deliver(
                         file,
                         Error{"usage.sides", "--importers compares gltf,assimp, in this order"});
    }
    const std::vector<std::string> chains = splitChains(options.chains);
    if (options.backends.size() + chains.size() < 2) {
        return deliver(
            file,
            Error{"usage.sides",
                  "nothing to compare: name two with --backends, --chains or --importers"});
    }
    SessionRequest request = options.request;
    // Who compares wants to know whether stages keep the rules as well.
    request.deform.isVerified = true;
    if (!chains.empty()) {
        request.chain = chains[0];
    }
    const auto opened = openSession(request);
    if (!opened) {
        return deliver(file, opened.error());
    }
    const Result<Differences> differences = differencesOf(**opened, options);
    if (!differences) {
        return deliver(file, differences.error());
    }
    const bool isClose = std::all_of(differences->comparisons.begin(),
                                     differences->comparisons.end(),
                                     [](const Comparison& c) { return c.isWithinTolerance; });
    const bool isQuiet =
        std::all_of(differences->sides.begin(), differences->sides.end(), [](const Side& s) {
            return s.validationMessages.value_or(0) == 0 && s.leftOut.empty();
        });
    return deliver(file,
                   Answer{options.isJson ? json(**opened, options, *differences)
                                         : text(**opened, options, *differences),
                          isClose && isQuiet ? ExitCode::Done : ExitCode::Found});
}

} // namespace

Command addDiffCommand(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "diff", "How backends or chains differ on one frame, or importers on a file");
    options->request.file.addTo(*command);
    options->pose.addTo(*command);
    auto* backends =
        command
            ->add_option("--backends", options->backends, "Backends, the first against each other")
            ->delimiter(',')
            ->check(CLI::IsMember({"cpu", "vulkan", "vertex"}))
            ->allow_extra_args(false)
            ->type_name("cpu,vulkan,vertex");
    auto* chains =
        command->add_option("--chains", options->chains, "Chains, the first against each other")
            ->type_name("CHAIN,CHAIN")
            ->excludes(backends);
    command
        ->add_option("--importers",
                     options->importers,
                     "Our reader of glTF against Assimp's, field by field, with the known causes")
        ->delimiter(',')
        ->check(CLI::IsMember({"gltf", "assimp"}))
        ->allow_extra_args(false)
        ->type_name("gltf,assimp")
        ->excludes(backends);
    addChainOption(*command, options->request.chain)->excludes(chains);
    options->request.deform.addWithoutBackendTo(*command);
    command
        ->add_option("--tolerance",
                     options->tolerance,
                     "Largest distance as a part of the model's extent [1e-5]")
        ->check(finiteFrom(0))
        ->type_name("PART");
    command->add_option("--degrees", options->degrees, "Largest angle between normals [1e-3]")
        ->check(finiteFrom(0))
        ->type_name("DEGREES");
    addJsonFlag(*command, options->isJson);
    command->footer(
        "Example: sartor diff fox.glb --clip Run --time 0.5 --backends cpu,vulkan,vertex\n"
        "Example: sartor diff fox.glb --importers gltf,assimp\n"
        "Exit code 1: above the tolerance, numbers that are not finite, a stage that broke a rule "
        "of\n"
        "plugins, or the validation layer had something to say; any difference of importers.");
    return {command, [options, command] { return run(*options, *command); }};
}

} // namespace sartor::cli
