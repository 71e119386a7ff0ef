// SPDX-License-Identifier: Apache-2.0
// Questions about mesh, skin and skeleton.
#include "doctor_kinds.h"
#include "symptom_paths.h"
#include "text.h"

#include <algorithm>
#include <utility>

namespace sartor::diagnose {
namespace {

using enum DefectCategory;

/// Where the work of a category is seen best.
std::string_view experimentOf(DefectCategory category) {
    switch (category) {
    case Palette:
        return "force-index-0";
    case Space:
        return "unskinned";
    case Hierarchy:
        return "skeleton-only";
    case Indices:
        return "index-colours";
    case Weights:
        break;
    }
    return "identity-palette";
}

std::string fitText(const CharacterFit& fit) {
    return "joints " + formatNumber(fit.bindSpread) +
           " of a typical joint's distance off a common bind pose, vertices " +
           formatNumber(100.0 * fit.locality) + " % of the size from their bones, weights " +
           formatNumber(fit.weightError) + " off a sum of 1, " + std::to_string(fit.badIndexCount) +
           " influences without a joint";
}

SymptomFinding causeOf(const Hypothesis& hypothesis, const DefectKind& kind) {
    SymptomFinding found;
    const std::string form = hypothesis.form.empty() ? "" : " (" + hypothesis.form + ")";
    found.finding = std::string(kind.title) + form + ". " + hypothesis.evidence;
    found.cause = hypothesis.id;
    found.form = hypothesis.form;
    found.answer = std::string(kind.title) + form + ". " + hypothesis.explanation;
    for (const std::string& other : hypothesis.sameAs) {
        found.answer += " It cannot be told from " + other + ": both repairs deform alike.";
    }
    found.remedy = hypothesis.canRepair
                       ? hypothesis.fix + " At its source: " + std::string(kind.remedy)
                       : "The file no longer holds what a repair needs. At its source: " +
                             std::string(kind.remedy);
    found.experiment = experimentOf(kind.category);
    return found;
}

} // namespace

SymptomQuestion askExperiment(std::string question, std::string_view id) {
    return {std::move(question),
            "experiment " + std::string(id),
            [id](Patient& patient) -> Result<SymptomFinding> {
                const Result<Experiment> experiment = runExperiment(patient.scene(), id);
                if (!experiment) {
                    return experiment.error();
                }
                return SymptomFinding{.finding = experiment->conclusion};
            }};
}

SymptomQuestion
askDoctor(std::string question, std::string_view name, std::vector<DefectCategory> categories) {
    return {std::move(question),
            "doctor " + std::string(name),
            [categories = std::move(categories)](Patient& patient) -> Result<SymptomFinding> {
                const Result<Diagnosis>& diagnosis = patient.diagnosis();
                if (!diagnosis) {
                    return diagnosis.error();
                }
                if (diagnosis->hypotheses.empty()) {
                    return SymptomFinding{
                        .finding = diagnosis->isHealthy
                                       ? "No known mistake: " + fitText(diagnosis->asRead) + "."
                                       : diagnosis->summary};
                }
                const Hypothesis& best = diagnosis->hypotheses.front();
                const DefectKind& kind = defectKinds()[rankOf(best.id)];
                if (!categories.empty() &&
                    std::find(categories.begin(), categories.end(), kind.category) ==
                        categories.end()) {
                    return SymptomFinding{.finding = "Nothing of this kind explains as much as "
                                                     "something of another kind does."};
                }
                return causeOf(best, kind);
            }};
}

SymptomQuestion askLint(std::string question, std::initializer_list<std::string_view> rules) {
    std::string names;
    for (const std::string_view rule : rules) {
        names += (names.empty() ? "check " : ", ") + std::string(rule);
    }
    return {std::move(question),
            std::move(names),
            [rules = std::vector(rules)](Patient& patient) -> Result<SymptomFinding> {
                const Diagnostic* found = patient.findLint(rules);
                if (found == nullptr) {
                    return SymptomFinding{.finding = "No check of these finds anything."};
                }
                const RuleInfo* rule = findRule(found->rule);
                SymptomFinding cause;
                cause.finding = found->subject + ": " + found->message;
                cause.cause = found->rule;
                cause.answer = std::string(titleOf(*found)) + ": " + found->message + " (" +
                               found->subject + ")";
                cause.remedy = rule != nullptr ? std::string(rule->explanation) : std::string();
                cause.clip = found->clip;
                return cause;
            }};
}

std::vector<SymptomQuestion> explodesQuestions() {
    return {askExperiment("Are the matrices usable, and do all agree at rest?", "palette"),
            askExperiment("Does the skeleton look like the one that was bound?", "skeleton-only"),
            askExperiment("Is the mesh whole without its skin?", "unskinned"),
            askDoctor("Are the inverse bind matrices wrong?", "palette", {Palette}),
            askDoctor("Are the transforms of the joints wrong?", "hierarchy", {Hierarchy}),
            askDoctor("Are parts of it in different units or axes?", "space", {Space}),
            askExperiment("Do the weights sum to one?", "identity-palette"),
            askDoctor("Are the weights wrong?", "weights", {Weights}),
            askDoctor("Do vertices name the wrong joints?", "indices", {Indices}),
            askLint("Is it a clip or a morph target that explodes it, not the skin?",
                    {"anim.unit_mismatch",
                     "anim.spline_collapse",
                     "anim.spike",
                     "anim.scale_zero_cross",
                     "hier.zero_scale",
                     "morph.huge_delta"})};
}

std::vector<SymptomQuestion> fliesAwayQuestions() {
    return {askExperiment("Does every index name a joint of the skin?", "index-colours"),
            askExperiment("Do vertices lie at the bones that they follow?", "force-weight-1"),
            askDoctor("Are the joint indices coded wrongly?", "indices", {Indices}),
            askExperiment("Do all matrices agree at rest?", "force-index-0"),
            askDoctor("Is a part bound in another pose, or to another joint?",
                      "palette, hierarchy and space",
                      {Palette, Hierarchy, Space}),
            askDoctor("Are the weights wrong?", "weights", {Weights}),
            askLint("Are there single vertices with stray weights?",
                    {"weights.zero_sum",
                     "weights.negative",
                     "weights.nonfinite",
                     "weights.opposite_side",
                     "weights.stray_vertex",
                     "weights.open_seam"}),
            askLint("Is it a clip that throws them, not the skin?",
                    {"anim.spike", "anim.spline_collapse", "anim.unit_mismatch"})};
}

std::vector<SymptomQuestion> shiftedQuestions() {
    return {askExperiment("Is the whole mesh displaced as one piece at rest?", "displacement"),
            askExperiment("Does the mesh as stored lie at its bones?", "unskinned"),
            askDoctor("Do the inverse binds, or the vertices, hold a transform too many or too "
                      "few?",
                      "space",
                      {Space}),
            askDoctor("Are the bind matrices applied a second time?",
                      "palette and hierarchy",
                      {Palette, Hierarchy}),
            askLint("Is it a clip or a morph target that moves it?",
                    {"anim.unit_mismatch", "morph.uniform_offset"}),
            askDoctor("Does anything else that is known explain it?", "all", {})};
}

} // namespace sartor::diagnose
