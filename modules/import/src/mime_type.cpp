// SPDX-License-Identifier: Apache-2.0
// Magic numbers of image files.
#include "mime_type.h"

#include <algorithm>
#include <initializer_list>

namespace sartor::import {

std::string mimeTypeOf(std::span<const std::byte> bytes) {
    const auto startsWith = [&](std::initializer_list<unsigned char> magic) {
        return bytes.size() >= magic.size() &&
               std::equal(
                   magic.begin(), magic.end(), bytes.begin(), [](unsigned char a, std::byte b) {
                       return a == std::to_integer<unsigned char>(b);
                   });
    };
    if (startsWith({0x89, 'P', 'N', 'G'})) {
        return "image/png";
    }
    if (startsWith({0xFF, 0xD8, 0xFF})) {
        return "image/jpeg";
    }
    return "";
}

} // namespace sartor::import
