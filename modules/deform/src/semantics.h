// SPDX-License-Identifier: Apache-2.0
// The semantics that the host knows, with the format and domain a need of that name must have.
#pragma once

#include <sartor/deformer/sartor_deformer.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace sartor::deform {

/// Who fills a buffer of the semantic, and how often.
enum class Contents { PerMesh, PerFrame, ByStages };

struct Semantic {
    std::string_view name;
    sartor_format format;
    sartor_domain domain;
    Contents contents;
};

/// Null for a name the host does not know.
const Semantic* findSemantic(std::string_view name);

/// What follows "sartor.attribute.", in letters, digits, '_', '-' and '.'; empty for other names.
std::string_view attributeName(std::string_view semantic);

/// Numbers in one element of F32 to F32X4; 0 for other formats.
std::uint32_t floatCountOf(sartor_format format);

/// Bytes of one element; 0 for a number that is no format.
std::uint32_t bytesOf(sartor_format format);

/// "F32X3"; the number for what is no format.
std::string formatName(sartor_format format);

bool isDomain(sartor_domain domain);

} // namespace sartor::deform
