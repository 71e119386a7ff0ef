// SPDX-License-Identifier: Apache-2.0
// What an experiment says of one skin.
#pragma once

#include "skin_evidence.h"

#include <sartor/diagnose/experiments.h>

#include <string>
#include <vector>

namespace sartor::diagnose {

struct ExperimentFinding {
    std::string conclusion;
    std::vector<ExperimentMeasure> measures = {};
    std::vector<CharacterPart> cleared = {};
    std::vector<CharacterPart> suspected = {};
};

/// Whether the rest pose puts every joint where it was bound, bind space is model space, and there
/// are bones in the mesh: then nothing is wrong with skeleton, joint list and inverse binds.
bool isPaletteRight(const SkinEvidence& evidence);

ExperimentFinding findSkeletonOnly(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence);
ExperimentFinding findUnskinned(const SkinEvidence& evidence);
ExperimentFinding findIdentityPalette(const SkinEvidence& evidence);
/// The slot that everything follows.
ExperimentFinding
findForceIndex(const import::ImportedScene& scene, const SkinEvidence& evidence, std::size_t slot);
ExperimentFinding findForceWeight(const SkinEvidence& evidence);
ExperimentFinding findIndexColours(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence);
ExperimentFinding findDisplacement(const import::ImportedScene& scene,
                                   const SkinEvidence& evidence,
                                   const Moment& moment);
ExperimentFinding
findPalette(const import::ImportedScene& scene, const SkinEvidence& evidence, const Moment& moment);

} // namespace sartor::diagnose
