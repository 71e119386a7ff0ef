// SPDX-License-Identifier: Apache-2.0
// What somebody may have meant who wrote a name that there is not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor {

/// At most three of the candidates, the likeliest first: those that begin with the word or end in
/// it, and those that a slip of the fingers makes of it. Hyphens in front are not compared.
/// Cost: of each candidate the product of the lengths; longer names than 64 letters are like none.
std::vector<std::string> namesLike(std::string_view word, std::span<const std::string> candidates);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> names);

} // namespace sartor
