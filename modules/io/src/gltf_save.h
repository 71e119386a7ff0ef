// SPDX-License-Identifier: Apache-2.0
// Lays a glTF document out as files.
#pragma once

#include "gltf_document.h"

#include <sartor/io/gltf_writer.h>

namespace sartor::io {

/// The files of an output and what there is to say about them; the main file last.
struct GltfOutput {
    struct File {
        std::filesystem::path path;
        std::vector<std::byte> bytes;
        /// The name was chosen for this output, so what is there is an older version of it.
        bool isOwnName = false;
    };
    std::vector<File> files;
    std::vector<std::string> notes;
};

/// Changes the document to what the output says. `in` is where it was read from.
/// Errors: "output.format", "output.too_large".
Result<GltfOutput>
layOut(GltfDocument& document, const std::filesystem::path& in, const std::filesystem::path& out);

} // namespace sartor::io
