// SPDX-License-Identifier: Apache-2.0
// Runs the fixes of the rules and gathers their edits.
#include "rule.h"

#include <sartor/diagnose/fix_plan.h>

#include <algorithm>
#include <iterator>

namespace sartor::diagnose {

Result<FixPlan> planFixes(const import::ImportedScene& scene, const FixOptions& options) {
    for (const std::string& id : options.rules) {
        const RuleInfo* rule = findRule(id);
        if (rule == nullptr) {
            return Error{"lint.unknown_rule", "there is no rule '" + id + "'"};
        }
        if (rule->fix.empty()) {
            return Error{"lint.no_fix", "the rule '" + id + "' has no safe fix"};
        }
    }
    const SceneFacts facts = gatherFacts(scene, {});
    Fixes fixes(facts, options);
    FixPlan plan;
    for (const Rule& rule : ruleTable()) {
        const bool isWanted = options.rules.empty() ||
                              std::find(options.rules.begin(), options.rules.end(), rule.info.id) !=
                                  options.rules.end();
        if (rule.fix == nullptr || !isWanted) {
            continue;
        }
        Findings changes(scene, rule.info);
        rule.fix(facts, fixes, changes);
        std::vector<Diagnostic> found = changes.take();
        std::move(found.begin(), found.end(), std::back_inserter(plan.changes));
    }
    plan.edits = fixes.take();
    return plan;
}

} // namespace sartor::diagnose
