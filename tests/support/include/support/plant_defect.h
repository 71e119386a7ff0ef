// SPDX-License-Identifier: Apache-2.0
// Breaks healthy characters in known ways, by what exporters and loaders do wrong. Written without
// the code that finds it out.
#pragma once

#include <support/character_parts.h>

#include <functional>
#include <string>
#include <vector>

namespace sartor::test {

/// `prepare`, where there is one, makes a healthy character in which the defect shows; `plant`
/// breaks it. Either may say that there is no place for it.
struct DefectPlant {
    /// Of a diagnose::DefectKind.
    std::string id;
    /// Part of the file that was changed, as diagnoses name it; empty where there is but one.
    std::string form;
    /// Which of several ways.
    std::string variant;
    std::function<bool(CharacterParts&)> plant;
    std::function<bool(CharacterParts&)> prepare = {};
};

/// All there are, those of one id together.
std::vector<DefectPlant> defectPlants();

/// A clip with keys at common times for every joint, around the rest pose, in the place of those
/// that there are: what exporters bake. Tangents of cubic keys are those of a turn that goes on.
void bakeClip(CharacterParts& parts, assets::Interpolation interpolation);

/// Joint lists in another order, with inverse binds and influences that follow.
void shuffleSlots(CharacterParts& parts);

} // namespace sartor::test
