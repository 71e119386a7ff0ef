// SPDX-License-Identifier: Apache-2.0
// Code points in bytes that may be anything.
#pragma once

#include <cstddef>
#include <string_view>

namespace sartor {

/// U+FFFD, what stands for bytes that are no code point.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

/// The bytes of one code point, or of the part of one that a single U+FFFD stands for.
struct Utf8Sequence {
    std::size_t length = 1;
    bool isValid = false;
};

/// The sequence at the front of `bytes`, which are not empty. Of a broken one the length is that of
/// the longest start of a possible sequence, at least 1.
/// Source: The Unicode Standard, table 3-7 and section 3.9, "U+FFFD Substitution of Maximal
/// Subparts".
Utf8Sequence utf8SequenceAtFront(std::string_view bytes);

} // namespace sartor
