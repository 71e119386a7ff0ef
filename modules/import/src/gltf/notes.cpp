// SPDX-License-Identifier: Apache-2.0
// Words for counts.
#include "gltf/notes.h"

namespace sartor::import::gltf {

std::string describe(const Occurrences& occurrences, const std::string& noun) {
    std::string text = std::to_string(occurrences.count) + " " + noun + " (";
    for (std::size_t i = 0; i < occurrences.examples.size(); ++i) {
        text += (i > 0 ? ", " : "") + std::to_string(occurrences.examples[i]);
    }
    return text + (occurrences.count > occurrences.examples.size() ? ", ...)" : ")");
}

} // namespace sartor::import::gltf
