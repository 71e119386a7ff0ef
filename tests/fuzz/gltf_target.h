// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets of the glTF reader do with a file.
#pragma once

#include "memory_file.h"

#include <sartor/assets/skin.h>
#include <sartor/diagnose/lint.h>
#include <sartor/import/import_file.h>

namespace sartor::fuzz {

/// Reads the file; what was accepted goes through the checks that look at data as it is in the
/// file, and through what deformers are prepared with.
inline void readAndCheck(const MemoryFile& file) {
    import::ImportOptions options;
    options.maximumDecodedSize = std::uint64_t{64} << 20;
    // The path has no extension that would choose the importer: glTF is the first of them.
    const auto scene = import::importers().front().read(file.path(), options);
    if (!scene) {
        if (scene.error().code.empty() || scene.error().message.empty()) {
            std::abort();
        }
        return;
    }
    diagnose::check(*scene);
    for (const import::MeshInstance& instance : scene->instances) {
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (instance.skin && influences != nullptr) {
            const auto built = assets::buildInfluences(
                *influences, scene->skins[*instance.skin]->jointCount(), {});
            if (!built) {
                std::abort(); // what was imported can be deformed
            }
        }
    }
}

} // namespace sartor::fuzz
