// SPDX-License-Identifier: Apache-2.0
// Changes a healthy character into another healthy one that looks odd to whoever looks for defects.
#pragma once

#include <support/character_parts.h>

#include <string>
#include <vector>

namespace sartor::test {

/// `change` says whether the character has a place for it.
struct HealthyVariant {
    std::string name;
    bool (*change)(CharacterParts&);
};

std::vector<HealthyVariant> healthyVariants();

} // namespace sartor::test
