// SPDX-License-Identifier: Apache-2.0
// Magic numbers of image files.
#include <sartor/import/mime_type.h>

#include <array>
#include <string_view>

namespace sartor::import {

std::string mimeTypeOf(std::span<const std::byte> bytes) {
    const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (content.starts_with("RIFF") && content.substr(4, 8).ends_with("WEBP")) {
        return "image/webp"; // between the two stands the length
    }
    struct Kind {
        std::string_view start;
        const char* type;
    };
    constexpr std::array kKinds = {Kind{"\x89PNG", "image/png"},
                                   Kind{"\xFF\xD8\xFF", "image/jpeg"},
                                   Kind{"\xABKTX 20", "image/ktx2"}};
    for (const Kind& kind : kKinds) {
        if (content.starts_with(kind.start)) {
            return kind.type;
        }
    }
    return "";
}

} // namespace sartor::import
