// SPDX-License-Identifier: Apache-2.0
// Checks of an imported scene against everything that makes characters deform wrongly.
#pragma once

#include <sartor/base/index.h>
#include <sartor/diagnose/target_profile.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

enum class Severity {
    Info,    ///< worth knowing; nothing is wrong
    Warning, ///< deforms in another way than its author meant, somewhere
    Error    ///< cannot deform as the file says
};

/// What a rule is about, for lists and for `--explain`.
struct RuleInfo {
    /// Stable: "weights.zero_sum".
    std::string_view id;
    /// A few words: "Vertices without weight".
    std::string_view title;
    /// What it reports in the ordinary case; single findings may be milder or worse.
    Severity severity = Severity::Warning;
    /// What it means, why it matters, and what to do about it. Whole sentences.
    std::string_view explanation;
    /// What planFixes() does about it: "The weights are divided by their sum."; empty where there
    /// is no safe fix.
    std::string_view fix = {};
};

/// One finding at one place.
struct Diagnostic {
    /// Id of the rule, or code of the import note.
    std::string rule;
    Severity severity = Severity::Warning;
    /// Path into the file: "/meshes/0/primitives/1", "/skins/0", "/animations/2", "/nodes/7".
    std::string place;
    /// The same in names: "mesh 'Body'", "clip 'Walk', joint 'Hips', rotation".
    std::string subject;
    /// One sentence with the numbers.
    std::string message;
    /// How many vertices, joints, keys or triangles it concerns.
    std::uint64_t count = 1;
    /// The first few, where it is about vertices of an instance.
    std::vector<std::uint32_t> vertices;
    /// The first few of the joints it is about.
    std::vector<JointIndex> joints;
    /// Index into the scene's instances, skins, clips, where it is about one.
    std::optional<std::uint32_t> instance;
    std::optional<std::uint32_t> skin;
    std::optional<std::uint32_t> clip;
    /// Millimetres by which a vertex is off because of it, at most over moments of all clips; none
    /// where that was not measured.
    std::optional<double> millimetres;
    /// Name of the profile whose limit it is about; empty for what holds for every target.
    std::string profile;
};

struct CheckOptions {
    /// Most influences per vertex that the target keeps; 0 for the profile's limit.
    std::uint32_t maximumInfluences = 0;
    /// Target engine, borrowed while the check runs; null for none in particular.
    const TargetProfile* profile = nullptr;
};

/// All rules, by id.
std::span<const RuleInfo> rules();

/// The rule with that id; null when there is none.
const RuleInfo* findRule(std::string_view id);

/// Title of the rule or of the importers' code of a finding.
std::string_view titleOf(const Diagnostic& diagnostic);

/// All findings of all rules, and the notes of the import that no rule says at the same place; the
/// gravest first, then by rule and place.
///
/// Cost: O(file). Threads: const, re-entrant. Never fails: what is broken is a finding.
std::vector<Diagnostic> check(const import::ImportedScene& scene, const CheckOptions& options = {});

} // namespace sartor::diagnose
