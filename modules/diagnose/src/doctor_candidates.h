// SPDX-License-Identifier: Apache-2.0
// Which hypotheses give a character that fits better than the one that was read.
#pragma once

#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <map>
#include <stop_token>
#include <vector>

namespace sartor::diagnose {

/// By skin, of those that deform a mesh.
using Fits = std::map<std::uint32_t, SkinFit>;

/// The file as it was read, whole and by skin.
struct AsRead {
    Rig rig;
    /// A skin with its meshes; the other skins are there by number only.
    std::map<std::uint32_t, Rig> parts;
    Fits fits;
    std::vector<math::DoubleAffine> modelFromJoint;

    explicit AsRead(Rig taken);
};

/// How sure it is that a fix mends something.
enum class Relief {
    None,
    Partial,  ///< makes sense only where something else is wrong as well
    Possible, ///< the file would be as good or better, but may be meant as it is
    Certain
};

struct Candidate {
    const Proposal* proposal = nullptr;
    Relief relief = Relief::Certain;
    Rig rig;
    Fits fits;
    std::vector<std::uint32_t> skins;
    /// Sum over the skins it concerns, against the size of their meshes; larger for explanations
    /// that fit many files.
    double locality = 0.0;
    bool isOnePose = true;
};

/// The proposals that explain something, best first; of each kind and form the best. Where there
/// are some of certain relief, only those. None when stopped.
std::vector<Candidate>
findCandidates(const AsRead& asRead, const Proposals& proposals, const std::stop_token& stop);

} // namespace sartor::diagnose
