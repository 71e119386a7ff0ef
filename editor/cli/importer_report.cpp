// SPDX-License-Identifier: Apache-2.0
// The differences as a list, in text or JSON.
#include "importer_report.h"

#include "answer.h"
#include "progress.h"

#include <sartor/base/path.h>
#include <sartor/diagnose/importer_diff.h>
#include <sartor/io/text.h>

namespace sartor::cli {
namespace {

using diagnose::ImporterDifference;

Result<std::vector<ImporterDifference>> differencesOf(const FileOptions& options) {
    const std::string extension = lowerExtension(options.file);
    if (extension != ".gltf" && extension != ".glb") {
        return Error{"usage.importers",
                     "--importers compares readers of glTF, expected .gltf or .glb"};
    }
    const Result<import::ImportedScene> gltf = readScene(options);
    if (!gltf) {
        return gltf.error();
    }
    const Progress progress("reading " + options.file.string() + " through Assimp");
    const Result<import::ImportedScene> assimp =
        import::importGltfThroughAssimp(options.file, options.importOptions());
    if (!assimp && assimp.error().code.starts_with("environment.")) {
        return assimp.error();
    }
    return assimp ? diagnose::compareImporters(*gltf, *assimp)
                  : std::vector{diagnose::refusedByAssimp(*gltf, assimp.error())};
}

std::string json(const FileOptions& file, const std::vector<ImporterDifference>& differences) {
    io::JsonWriter json;
    json.beginObject().member("file", file.file.string());
    json.key("importers").beginInlineArray().value("gltf").value("assimp").endArray();
    json.member("identical", differences.empty()).key("differences").beginArray();
    for (const ImporterDifference& difference : differences) {
        json.beginObject().member("place", difference.place).member("field", difference.field);
        json.member("gltf", difference.gltf).member("assimp", difference.assimp);
        json.member("count", difference.count).key("cause");
        if (difference.cause.empty()) {
            json.null();
        } else {
            json.value(difference.cause);
        }
        json.endObject();
    }
    return json.endArray().endObject().take();
}

std::string text(const std::vector<ImporterDifference>& differences) {
    if (differences.empty()) {
        return "Assimp reads the same\n";
    }
    std::string text;
    for (const ImporterDifference& difference : differences) {
        const std::string count =
            difference.count > 1 ? " (" + std::to_string(difference.count) + ")" : "";
        text += io::printable(difference.place + ": " + difference.field + count) + "\n  gltf    " +
                io::printable(difference.gltf) + "\n  assimp  " + io::printable(difference.assimp) +
                '\n' + (difference.cause.empty() ? "" : "  " + difference.cause + '\n');
    }
    return text;
}

} // namespace

ExitCode runImporterDiff(const FileOptions& file, bool isJson) {
    const auto differences = differencesOf(file);
    if (!differences) {
        return deliver(file.file, differences.error());
    }
    const ExitCode delivered =
        deliver(file.file, isJson ? json(file, *differences) : text(*differences));
    return delivered == ExitCode::Done && !differences->empty() ? ExitCode::Found : delivered;
}

} // namespace sartor::cli
