// SPDX-License-Identifier: Apache-2.0
// The list of importers, and the choice among them.
#include "assimp/assimp_reader.h"
#include "gltf/gltf_reader.h"
#include "worker/import_worker.h"

#include <sartor/base/path.h>
#include <sartor/import/import_file.h>

#include <algorithm>

namespace sartor::import {

std::span<const Importer> importers() {
    static const std::vector<Importer> kImporters = [] {
        std::vector<Importer> all = {{"glTF 2.0", {".gltf", ".glb"}, gltf::readGltf}};
        std::vector<Importer> others = assimpImporters();
        all.insert(all.end(), others.begin(), others.end());
        return all;
    }();
    return kImporters;
}

const Importer* findImporter(const std::filesystem::path& path) {
    const std::string extension = lowerExtension(path);
    for (const Importer& importer : importers()) {
        if (std::find(importer.extensions.begin(), importer.extensions.end(), extension) !=
            importer.extensions.end()) {
            return &importer;
        }
    }
    return nullptr;
}

Result<ImportedScene> importFile(const std::filesystem::path& path, const ImportOptions& options) {
    const Importer* importer = findImporter(path);
    if (importer == nullptr) {
        std::string known;
        for (const Importer& candidate : importers()) {
            for (const std::string& extension : candidate.extensions) {
                known += (known.empty() ? "" : " ") + extension;
            }
        }
        return Error{"import.unknown_format",
                     path.string() + ": no importer for this extension, expected one of " + known};
    }
    if (importer->isForeign && !options.codedInfluences.isEmpty()) {
        return Error{"import.coded_influences",
                     path.string() + ": joints and weights can be read from other attributes in "
                                     "glTF alone"};
    }
    const bool isKeptApart = importer->isForeign && options.foreign.isolation == Isolation::Process;
    Result<ImportedScene> scene =
        isKeptApart ? readInWorker(*importer, path, options) : importer->read(path, options);
    if (scene) {
        scene->format = importer->name;
    }
    return scene;
}

Result<ImportedScene> importGltfThroughAssimp(const std::filesystem::path& path,
                                              const ImportOptions& options) {
    const Importer& importer = gltfThroughAssimp();
    Result<ImportedScene> scene = readInWorker(importer, path, options);
    if (scene) {
        scene->format = importer.name;
    }
    return scene;
}

} // namespace sartor::import
