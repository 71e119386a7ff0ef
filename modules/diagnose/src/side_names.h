// SPDX-License-Identifier: Apache-2.0
// Left and right in the names of joints.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sartor::diagnose {

/// The name of the joint on the other side: "RightArm" of "LeftArm", "hand_r" of "hand_l",
/// "Foot.R.001" of "Foot.L.001"; none for a name without a side.
std::optional<std::string> otherSideOf(std::string_view name);

} // namespace sartor::diagnose
