// SPDX-License-Identifier: Apache-2.0
// Names of properties stand in FBX files as they are; values behind them as text or numbers.
#include "fbx_losses.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace sartor::import {
namespace {

// Calls with what follows each occurrence of a name.
template <class Function>
void forEachAfter(std::string_view content, std::string_view name, const Function& look) {
    for (std::size_t at = content.find(name); at != std::string_view::npos;
         at = content.find(name, at + name.size())) {
        look(content.substr(at + name.size()));
    }
}

// The word that is the value of a node: "X: \"Word\"" in text; in binary 'S', a length, the word.
std::string_view wordAfter(std::string_view rest) {
    if (rest.starts_with("S") && rest.size() >= 5) {
        std::uint32_t length = 0;
        std::memcpy(&length, rest.data() + 1, sizeof length);
        return rest.substr(5, length);
    }
    const std::size_t begin = rest.substr(0, 8).find('"');
    if (!rest.starts_with(":") || begin == std::string_view::npos) {
        return {};
    }
    rest.remove_prefix(begin + 1);
    return rest.substr(0, rest.find('"'));
}

// Whether a property of three numbers differs from `neutral`: in binary its four texts and then 'D'
// and eight bytes for each; in text four quoted texts, then numbers between commas.
bool differsFrom(double neutral, std::string_view rest) {
    constexpr std::size_t kLongestTexts = 80;
    const std::size_t type = rest.substr(0, kLongestTexts).find("Vector3D");
    if (type == std::string_view::npos) {
        return false;
    }
    const bool isText = rest.starts_with('"');
    if (!isText) {
        constexpr std::size_t kNumber = 9;
        for (std::size_t at = type; at + 3 * kNumber <= rest.size() && at < kLongestTexts; ++at) {
            if (rest[at] != 'D' || rest[at + kNumber] != 'D' || rest[at + 2 * kNumber] != 'D') {
                continue;
            }
            for (std::size_t i = 0; i < 3; ++i) {
                double number = 0.0;
                std::memcpy(&number, rest.data() + at + i * kNumber + 1, sizeof number);
                if (number != neutral) {
                    return true;
                }
            }
            return false;
        }
        return false;
    }
    rest = rest.substr(type, rest.find('\n', type) - type);
    std::size_t found = 0;
    while (found < 3) {
        const std::size_t comma = rest.find(',');
        if (comma == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(comma + 1);
        while (!rest.empty() && std::isspace(static_cast<unsigned char>(rest.front())) != 0) {
            rest.remove_prefix(1);
        }
        double number = 0.0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (error == std::errc()) {
            ++found;
            if (number != neutral) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

void reportFbxLosses(std::string_view content, Notes& notes) {
    Occurrences skins;
    std::size_t skinCount = 0;
    forEachAfter(content, "SkinningType", [&](std::string_view rest) {
        const std::string_view word = wordAfter(rest);
        if (word == "DualQuaternion" || word == "Blend") {
            skins.add(skinCount);
        }
        ++skinCount;
    });
    if (skins) {
        notes.warning("fbx.skinning_type",
                      "/",
                      "Skins ask for dual quaternions, or for a blend of them with linear skinning "
                      "by vertex; neither that nor the weights of the blend come through the "
                      "loader, and the skins are read as linear.",
                      std::move(skins));
    }
    Occurrences transforms;
    const auto look = [&](const char* name, double neutral) {
        forEachAfter(content, name, [&](std::string_view rest) {
            if (differsFrom(neutral, rest)) {
                transforms.add(transforms.count);
            }
        });
    };
    look("GeometricTranslation", 0.0);
    look("GeometricRotation", 0.0);
    look("GeometricScaling", 1.0);
    if (transforms) {
        notes.warning(
            "fbx.geometric_transform",
            "/",
            "Meshes have an offset from their node (geometric transform). The loader makes "
            "it part of the node: what is below the node moves with it, and a skinned mesh, "
            "which its node does not place, is off by it. Resetting the transform before "
            "the export has no such loss.",
            {transforms.count, {}});
    }
}

} // namespace sartor::import
