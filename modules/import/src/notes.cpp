// SPDX-License-Identifier: Apache-2.0
// Words for counts.
#include "notes.h"

namespace sartor::import {

std::string describe(const Occurrences& occurrences, const std::string& noun) {
    std::string text = noun;
    for (std::size_t i = 0; i < occurrences.examples.size(); ++i) {
        text += (i > 0 ? ", " : " ") + std::to_string(occurrences.examples[i]);
    }
    if (occurrences.count > occurrences.examples.size()) {
        text += ", ... (" + std::to_string(occurrences.count) + " in all)";
    }
    return text;
}

} // namespace sartor::import
