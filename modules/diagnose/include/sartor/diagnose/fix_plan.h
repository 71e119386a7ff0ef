// SPDX-License-Identifier: Apache-2.0
// Mends what the rules find, where that is safe, as edits of the file.
#pragma once

#include <sartor/diagnose/lint.h>
#include <sartor/import/file_edit.h>

#include <string>
#include <vector>

namespace sartor::diagnose {

/// The joint that takes a vertex which no joint carries.
enum class WeightlessTarget {
    NearestJoint,    ///< whose bind position is nearest to the vertex
    ParentOfNearest, ///< the nearest joint's parent in the skin, itself where it has none
    Root             ///< the first joint of the skin that has no parent in it
};

struct FixOptions {
    /// Ids of the rules, or codes of the importers, whose findings are mended; empty for all that
    /// have a fix.
    std::vector<std::string> rules;
    WeightlessTarget weightless = WeightlessTarget::NearestJoint;
};

struct FixPlan {
    std::vector<import::FileEdit> edits;
    /// What the edits change, by rule: the place, and the numbers in the message.
    std::vector<Diagnostic> changes;
};

/// The edits that mend what check() finds in the scene. Fixes of several rules on one mesh or
/// channel become one edit. What has no safe fix is left as it is.
///
/// Cost: O(file). Threads: const, re-entrant. Errors: "lint.unknown_rule", "lint.no_fix" for a rule
/// of the options.
Result<FixPlan> planFixes(const import::ImportedScene& scene, const FixOptions& options = {});

} // namespace sartor::diagnose
