// SPDX-License-Identifier: Apache-2.0
// For every rule of the lint scenes that break it, and scenes that nearly do.
#pragma once

#include "lint_scene.h"

#include <functional>
#include <vector>

namespace sartor::test {

using Change = std::function<void(Parts&)>;

/// A change to the good scene that breaks a rule.
struct BadScene {
    const char* rule;
    diagnose::Severity severity;
    const char* place;
    const char* message;
    std::uint64_t count;
    Change change;
    /// Other rules that must speak as well.
    QStringList also = {};
};

/// A change that comes close to what a rule forbids, and about which it is silent.
struct CalmScene {
    const char* rule;
    const char* name;
    Change change;
    /// Other rules that must speak, and the rule is not among them.
    QStringList also = {};
};

struct LintRows {
    std::vector<BadScene> bad;
    std::vector<CalmScene> calm;
};

LintRows weightRows();
LintRows skinRows();
LintRows hierarchyRows();
LintRows clipRows();
LintRows meshRows();
LintRows morphRows();
LintRows budgetRows();

} // namespace sartor::test
