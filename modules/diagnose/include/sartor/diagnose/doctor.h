// SPDX-License-Identifier: Apache-2.0
// Why a character is broken: what could have been done to its file, tested one by one.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/character_fit.h>
#include <sartor/import/file_edit.h>
#include <sartor/import/imported_scene.h>

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// What a rigger sees of it, and the part of the pipeline that is to blame.
enum class DefectCategory { Palette, Space, Hierarchy, Indices, Weights };

/// One thing that may have been done to a file.
struct DefectKind {
    std::string_view id; ///< stable: "ibm-transposed"
    DefectCategory category = DefectCategory::Palette;
    std::string_view title;   ///< "The inverse bind matrices are stored transposed"
    std::string_view symptom; ///< what it looks like, in the words a rigger uses
    std::string_view remedy;  ///< what to set in the exporter or loader
};
std::span<const DefectKind> defectKinds();

struct Hypothesis {
    std::string id;        ///< of a DefectKind
    std::string form;      ///< which part of the file: "inverse binds", "mesh", "keys", ...
    double score = 0.0;    ///< [0, 1]; how much of what is wrong it explains
    CharacterFit repaired; ///< with the fix applied
    std::vector<std::uint32_t> skins; ///< that it concerns
    std::string evidence;             ///< with the numbers
    std::string explanation;          ///< why it looks as it does
    std::string fix;                  ///< what repair() does
    bool canRepair = true;            ///< false where the file no longer holds what is needed
    /// Other ids whose repaired assets deform alike: no test can tell them apart.
    std::vector<std::string> sameAs;
    /// What is wrong besides, in the order in which to mend it after this one: each is the best
    /// explanation of the file that the repairs before it leave, and its `repaired` is with all of
    /// them. Of a healthy remainder none, and at most two.
    std::vector<Hypothesis> then;
    /// What is wrong when all of that is mended and nothing explains; empty for nothing.
    std::string remains;
};

struct Diagnosis {
    bool isHealthy = true;
    CharacterFit asRead;
    /// Best first; only those that explain something. Not healthy and empty: unknown cause, see
    /// `summary`.
    std::vector<Hypothesis> hypotheses;
    /// What may be wrong or meant: with these fixes the file would be as good, or better, and
    /// nothing in it tells. Best first, only where `hypotheses` is empty. They do not make a file
    /// sick; whoever made it knows.
    std::vector<Hypothesis> doubts;
    std::string summary; ///< one sentence
};

struct DoctorOptions {
    std::stop_token stop;
};

/// Tests every hypothesis on the file as it was read, weights and indices unchecked. A hypothesis
/// is judged by the character that its fix would give: joints that agree on one bind pose, vertices
/// near the bones that carry them, weights that sum to one. What a test compares is a sample of up
/// to 1,500 triangles a mesh.
///
/// Errors: "doctor.no_skin" (nothing is skinned), "doctor.cancelled".
/// Cost: O(vertices) once, O(joints) per hypothesis. Threads: re-entrant.
Result<Diagnosis> examine(const import::ImportedScene& scene, const DoctorOptions& options = {});

/// The scene with the fix of one hypothesis applied: for a live preview, and to examine again. It
/// shares with the given scene whatever the fix leaves alone. Without a form, the one that fits
/// best is taken.
/// Errors: "doctor.unknown_hypothesis" (lists the ids), "doctor.not_repairable" (the file
/// no longer holds what is needed, or the hypothesis does not apply to it).
Result<import::ImportedScene>
repair(const import::ImportedScene& scene, std::string_view id, std::string_view form = {});

/// The same as edits of the file, for io::GltfWriter. Errors: those of repair(), and
/// "doctor.not_repairable" for animations whose channels would have to be added, and for meshes
/// that skins share of which only some need the fix.
Result<std::vector<import::FileEdit>>
planRepair(const import::ImportedScene& scene, std::string_view id, std::string_view form = {});

} // namespace sartor::diagnose
