// SPDX-License-Identifier: Apache-2.0
// The semantics that the host knows.
#include "semantics.h"

#include <algorithm>
#include <array>

namespace sartor::deform {

namespace {

constexpr auto kPerMesh = Contents::PerMesh;
constexpr auto kPerFrame = Contents::PerFrame;
constexpr auto kByStages = Contents::ByStages;
constexpr std::array kSemantics = {
    Semantic{"sartor.rest.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.rest.normal", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.rest.tangent", SARTOR_FORMAT_F32X4, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, kByStages},
    Semantic{"sartor.normal", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, kByStages},
    Semantic{"sartor.tangent", SARTOR_FORMAT_F32X4, SARTOR_PER_VERTEX, kByStages},
    Semantic{"sartor.linear", SARTOR_FORMAT_F32X9, SARTOR_PER_VERTEX, kByStages},
    Semantic{"sartor.palette.matrix", SARTOR_FORMAT_F32X12, SARTOR_PER_JOINT, kPerFrame},
    Semantic{"sartor.palette.dualquat", SARTOR_FORMAT_F32X8, SARTOR_PER_JOINT, kPerFrame},
    Semantic{"sartor.palette.scale", SARTOR_FORMAT_F32X9, SARTOR_PER_JOINT, kPerFrame},
    Semantic{"sartor.palette.common", SARTOR_FORMAT_F32X9, SARTOR_ONCE, kPerMesh},
    Semantic{"sartor.influence.offset", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX_PLUS_1, kPerMesh},
    Semantic{"sartor.influence.joint", SARTOR_FORMAT_U32, SARTOR_PER_INFLUENCE, kPerMesh},
    Semantic{"sartor.influence.weight", SARTOR_FORMAT_F32, SARTOR_PER_INFLUENCE, kPerMesh},
    Semantic{"sartor.influence4.joint", SARTOR_FORMAT_U16X4, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.influence4.weight", SARTOR_FORMAT_F32X4, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.skin.blend", SARTOR_FORMAT_F32, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.morph.offset", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX_PLUS_1, kPerMesh},
    Semantic{"sartor.morph.target", SARTOR_FORMAT_U32, SARTOR_PER_DELTA, kPerMesh},
    Semantic{"sartor.morph.delta.position", SARTOR_FORMAT_F32X3, SARTOR_PER_DELTA, kPerMesh},
    Semantic{"sartor.morph.delta.normal", SARTOR_FORMAT_F32X3, SARTOR_PER_DELTA, kPerMesh},
    Semantic{"sartor.morph.delta.tangent", SARTOR_FORMAT_F32X3, SARTOR_PER_DELTA, kPerMesh},
    Semantic{"sartor.morph.weight", SARTOR_FORMAT_F32, SARTOR_PER_TARGET, kPerFrame},
    Semantic{"sartor.triangle.index", SARTOR_FORMAT_U32, SARTOR_PER_TRIANGLE, kPerMesh},
    Semantic{"sartor.weld.representative", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX, kPerMesh},
    Semantic{"sartor.neighbour.offset", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX_PLUS_1, kPerMesh},
    Semantic{"sartor.neighbour.index", SARTOR_FORMAT_U32, SARTOR_PER_NEIGHBOUR, kPerMesh},
    Semantic{"sartor.corner.offset", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX_PLUS_1, kPerMesh},
    Semantic{"sartor.corner.index", SARTOR_FORMAT_U32, SARTOR_PER_CORNER, kPerMesh},
    Semantic{"sartor.time", SARTOR_FORMAT_F32X2, SARTOR_ONCE, kPerFrame},
    Semantic{"sartor.flags", SARTOR_FORMAT_U32, SARTOR_PER_VERTEX, kByStages},
};

struct Format {
    sartor_format format;
    std::uint32_t bytes;
    std::string_view name;
};
constexpr std::array kFormats = {
    Format{SARTOR_FORMAT_F32, 4, "F32"},
    Format{SARTOR_FORMAT_F32X2, 8, "F32X2"},
    Format{SARTOR_FORMAT_F32X3, 12, "F32X3"},
    Format{SARTOR_FORMAT_F32X4, 16, "F32X4"},
    Format{SARTOR_FORMAT_F32X8, 32, "F32X8"},
    Format{SARTOR_FORMAT_F32X9, 36, "F32X9"},
    Format{SARTOR_FORMAT_F32X12, 48, "F32X12"},
    Format{SARTOR_FORMAT_U32, 4, "U32"},
    Format{SARTOR_FORMAT_U16, 2, "U16"},
    Format{SARTOR_FORMAT_U8X4, 4, "U8X4"},
    Format{SARTOR_FORMAT_U16X4, 8, "U16X4"},
};

const Format* findFormat(sartor_format format) {
    const auto* found = std::find_if(kFormats.begin(), kFormats.end(), [format](const Format& row) {
        return row.format == format;
    });
    return found == kFormats.end() ? nullptr : found;
}

} // namespace

const Semantic* findSemantic(std::string_view name) {
    const auto* found = std::find_if(kSemantics.begin(),
                                     kSemantics.end(),
                                     [name](const Semantic& row) { return row.name == name; });
    return found == kSemantics.end() ? nullptr : found;
}

std::string_view attributeName(std::string_view semantic) {
    constexpr std::string_view kPrefix = "sartor.attribute.";
    if (!semantic.starts_with(kPrefix)) {
        return {};
    }
    const std::string_view name = semantic.substr(kPrefix.size());
    const bool isName = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    });
    return isName ? name : std::string_view();
}

std::uint32_t floatCountOf(sartor_format format) {
    const bool isVector = format >= SARTOR_FORMAT_F32 && format <= SARTOR_FORMAT_F32X4;
    return isVector ? format - SARTOR_FORMAT_F32 + 1 : 0;
}

std::uint32_t bytesOf(sartor_format format) {
    const Format* row = findFormat(format);
    return row == nullptr ? 0 : row->bytes;
}

std::string formatName(sartor_format format) {
    const Format* row = findFormat(format);
    return row == nullptr ? std::to_string(format) : std::string(row->name);
}

bool isDomain(sartor_domain domain) {
    return domain >= SARTOR_ONCE && domain <= SARTOR_PER_CORNER;
}

} // namespace sartor::deform
