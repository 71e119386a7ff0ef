// SPDX-License-Identifier: Apache-2.0
// Names that say left or right, and what the other side is called.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sartor::pose {

/// What a name becomes when its side is swapped.
struct OtherSide {
    std::string name;
    /// Whether the name surely says a side: a word of its own ("LeftArm", "arm_left", "arm.L",
    /// "Bip01 R Hand"). "lShldr" or "ArmL" may, which shows where the other name exists too.
    bool isCertain = false;
};

/// Candidates for a name, likeliest first: all its words for sides swapped at once, then, of up to
/// four, each alone. Understood are left and right in lower case, capitals, or with a capital, and
/// l and r between separators (anything that is no letter and no digit), before a capital at the
/// beginning, or as a capital at the end. Empty for a name without a side.
std::vector<OtherSide> findOtherSides(std::string_view name);

} // namespace sartor::pose
