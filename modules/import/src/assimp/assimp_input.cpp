// SPDX-License-Identifier: Apache-2.0
// Names of the file as valid UTF-8.
#include "assimp_input.h"

#include <sartor/base/utf8.h>

#include <cstring>
#include <string_view>

namespace sartor::import {

std::string textOf(const aiString& string) {
    std::string_view rest(string.data, strnlen(string.data, sizeof(string.data)));
    std::string text;
    while (!rest.empty()) {
        const Utf8Sequence sequence = utf8SequenceAtFront(rest);
        text += sequence.isValid ? rest.substr(0, sequence.length) : kReplacementCharacter;
        rest.remove_prefix(sequence.length);
    }
    return text;
}

} // namespace sartor::import
