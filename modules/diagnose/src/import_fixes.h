// SPDX-License-Identifier: Apache-2.0
// Fixes of what importers note: what the reader put right is written back.
#pragma once

#include "fixes.h"

#include <vector>

namespace sartor::diagnose {

/// Mends what the note is about and adds what it did; nothing where its code has no fix, or nothing
/// is left to mend.
void fixNote(const import::ImportNote& note,
             const SceneFacts& facts,
             Fixes& fixes,
             std::vector<Diagnostic>& changes);

} // namespace sartor::diagnose
