// SPDX-License-Identifier: Apache-2.0
// Runs the fixes of the rules and gathers their edits.
#include "import_fixes.h"
#include "rule.h"

#include <sartor/diagnose/fix_plan.h>
#include <sartor/diagnose/import_codes.h>

#include <algorithm>
#include <iterator>

namespace sartor::diagnose {

Result<FixPlan> planFixes(const import::ImportedScene& scene, const FixOptions& options) {
    for (const std::string& id : options.rules) {
        const RuleInfo* rule = findCode(id);
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
    const auto isWanted = [&](std::string_view id) {
        return options.rules.empty() ||
               std::find(options.rules.begin(), options.rules.end(), id) != options.rules.end();
    };
    for (const Rule& rule : ruleTable()) {
        if (rule.fix == nullptr || !isWanted(rule.info.id)) {
            continue;
        }
        Findings changes(scene, rule.info);
        rule.fix(facts, fixes, changes);
        std::vector<Diagnostic> found = changes.take();
        std::move(found.begin(), found.end(), std::back_inserter(plan.changes));
    }
    for (const import::ImportNote& note : scene.report.notes) {
        if (isWanted(note.code)) {
            fixNote(note, facts, fixes, plan.changes);
        }
    }
    plan.edits = fixes.take();
    return plan;
}

} // namespace sartor::diagnose
