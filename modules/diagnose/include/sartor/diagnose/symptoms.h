// SPDX-License-Identifier: Apache-2.0
// From what a rigger sees to what is the matter: for each symptom the questions that lead there, in
// the order in which they are worth asking.
#pragma once

#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::diagnose {

struct SymptomKind {
    std::string_view id;          ///< stable: "explodes"
    std::string_view title;       ///< "It explodes"
    std::string_view description; ///< what is meant, for those who are not sure
};
std::span<const SymptomKind> symptomKinds();

/// One question of a path, answered for this character.
struct SymptomStep {
    std::string question; ///< "Do all matrices agree?"
    std::string method;   ///< what answers it: "experiment force-index-0", "doctor palette"
    std::string finding;  ///< the answer, with the numbers
    bool isCause = false; ///< this is where the symptom comes from
};

struct SymptomAnswer {
    /// Entry of symptomKinds().
    std::string id;
    /// Those that were asked; the last one is the cause where there is one.
    std::vector<SymptomStep> steps;
    bool isFound = false;
    /// What it is: id of a DefectKind, of a lint rule, or one of "collapse", "jitter",
    /// "sparse-keys", "influences", "joints", "vertices"; empty where nothing was found.
    std::string cause;
    /// Of a DefectKind: Hypothesis::form.
    std::string form;
    /// In a sentence or two; also where nothing was found.
    std::string answer;
    /// What to do about it; empty where nothing was found.
    std::string remedy;
    /// Experiment in which it is seen best; empty for none.
    std::string experiment;
    /// The clip and the moment at which it is seen best; none where any will do.
    std::optional<std::uint32_t> clip;
    float time = 0.0f; ///< seconds
};

struct SymptomOptions {
    std::stop_token stop;
    /// Told of each step as soon as it is answered, on the thread that asks.
    std::function<void(const SymptomStep&)> onStep = {};
};

/// Asks the questions of a symptom until one explains it. Equal scenes give equal answers.
///
/// Errors: "doctor.unknown_symptom" (lists the ids), "doctor.no_skin" (nothing is skinned, and the
/// symptom is about skins), "doctor.cancelled". Threads: re-entrant.
/// Cost: that of examine(), and of jitter and collapse where they are asked for.
Result<SymptomAnswer> explainSymptom(const import::ImportedScene& scene,
                                     std::string_view id,
                                     const SymptomOptions& options = {});

} // namespace sartor::diagnose
