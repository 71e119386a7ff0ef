// SPDX-License-Identifier: Apache-2.0
// Everything that makes the imported assets differ from the file: nothing is changed silently.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::import {

enum class NoteSeverity {
    Info,    ///< converted without loss, or ignored knowingly
    Warning, ///< something of the file was changed or lost
    Error    ///< a part of the file could not be used and was left out
};

/// One kind of change or loss at one place.
struct ImportNote {
    NoteSeverity severity = NoteSeverity::Info;
    /// Stable, dotted: "weights.zero_sum", "gltf.extension_ignored", "assimp.name_clash".
    std::string code;
    /// Where, as a path into the file: "/meshes/0/primitives/1/attributes/WEIGHTS_0" or a name.
    std::string place;
    /// One sentence with the numbers.
    std::string message;
    /// How many vertices, keys or joints it concerns; 1 where it is one thing.
    std::uint64_t count = 1;
    /// The first few of them (vertex or joint or key indices), for a way to the place.
    std::vector<std::uint32_t> examples;
};

struct ImportReport {
    std::vector<ImportNote> notes;
};

} // namespace sartor::import
