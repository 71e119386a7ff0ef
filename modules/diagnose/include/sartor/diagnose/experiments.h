// SPDX-License-Identifier: Apache-2.0
// What a rigger would try by hand to find out which part of a character is at fault: one part is
// switched off or put in the place of another, and what remains is looked at.
#pragma once

#include <sartor/base/result.h>
#include <sartor/diagnose/weight_cost.h>
#include <sartor/import/imported_scene.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

/// What a deformed vertex is made of.
enum class CharacterPart {
    Skeleton, ///< transforms of the nodes in the rest pose
    Skin,     ///< joint list and inverse bind matrices
    Mesh,     ///< positions of the vertices as stored
    Indices,  ///< which slots of the skin a vertex names
    Weights   ///< how much of each
};
inline constexpr std::array<std::string_view, 5> kCharacterPartNames = {
    "skeleton", "skin", "mesh", "indices", "weights"};
constexpr std::string_view nameOf(CharacterPart part) {
    return kCharacterPartNames[static_cast<std::size_t>(part)];
}

/// How the changed scene is to be drawn, so that it shows what the experiment is about.
enum class ExperimentView {
    Surface,      ///< shaded
    Bones,        ///< no mesh, joints and links
    JointColours, ///< a colour for each index as the file has it
    Directions    ///< where each vertex has moved to from its place in the file, and how far
};

struct ExperimentKind {
    std::string_view id;      ///< stable: "force-index-0"
    std::string_view title;   ///< "Everything follows one joint"
    std::string_view change;  ///< what is done to the character
    std::string_view lookFor; ///< what the picture shows when all is well, and when not
    ExperimentView view = ExperimentView::Surface;
};
/// In the order in which they are worth trying.
std::span<const ExperimentKind> experimentKinds();

struct ExperimentOptions {
    /// The pose in which matrices are looked at and the scene is meant to be drawn; the judgement
    /// of parts is always that of the rest pose.
    Moment moment = {};
    /// For force-index-0: another joint than that of the first slot.
    std::optional<JointIndex> joint = std::nullopt;
};

/// A number that a conclusion rests on.
struct ExperimentMeasure {
    std::string name; ///< "spread of the palette at rest"
    double value = 0.0;
    std::string unit = {}; ///< "degrees", "of the size"; empty for a plain number
};

struct Experiment {
    /// Entry of experimentKinds().
    std::string id;
    /// The changed character; it shares with the given one whatever the change leaves alone, and
    /// can be posed and drawn as any.
    import::ImportedScene scene;
    ExperimentView view = ExperimentView::Surface;
    /// What follows, in words and with the numbers.
    std::string conclusion;
    std::vector<ExperimentMeasure> measures;
    /// Parts that are shown to be right.
    std::vector<CharacterPart> cleared;
    /// At least one of these is wrong; empty where the experiment accuses nothing.
    std::vector<CharacterPart> suspected;
};

/// Changes a copy of the scene and judges the character as it was read, weights and indices
/// unchecked; all skinned meshes of the scene together, of the worst of which the conclusion
/// speaks.
///
/// Errors: "doctor.unknown_experiment" (lists the ids), "doctor.no_skin" (nothing is skinned),
/// "doctor.not_a_joint" (options.joint belongs to no skin of a mesh).
/// Cost: O(vertices + joints log joints). Threads: re-entrant.
Result<Experiment> runExperiment(const import::ImportedScene& scene,
                                 std::string_view id,
                                 const ExperimentOptions& options = {});

} // namespace sartor::diagnose
