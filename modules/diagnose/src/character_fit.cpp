// SPDX-License-Identifier: Apache-2.0
// The worst of all skins.
#include "skin_fit.h"

#include <sartor/diagnose/character_fit.h>

namespace sartor::diagnose {

CharacterFit computeCharacterFit(const import::ImportedScene& scene) {
    const Rig rig = takeApart(scene, RigExtent::Sample);
    const auto modelFromJoint = modelFromJointAtRest(rig);
    std::vector<bool> isDone(rig.skins.size());
    CharacterFit worst;
    for (const RigMesh& mesh : rig.meshes) {
        if (!isDone[mesh.skin]) {
            isDone[mesh.skin] = true;
            CharacterFit fit = computeSkinFit(rig, mesh.skin, modelFromJoint).fit;
            fit.stretch = computeStretch(rig, mesh.skin);
            worst = worstOf(worst, fit);
        }
    }
    return worst;
}

} // namespace sartor::diagnose
