// SPDX-License-Identifier: Apache-2.0
// Characters that are broken on purpose, in memory and on disk, for what the editor makes of them.
#pragma once

#include "character.h"

#include <sartor/import/import_file.h>
#include <sartor/io/gltf_writer.h>

#include <support/character_parts.h>
#include <support/procedural_rigs.h>

#include <filesystem>

namespace sartor::test {

/// A humanoid whose inverse binds were never inverted.
inline import::ImportedScene brokenHumanoid(std::uint32_t ringCount = 6,
                                            std::uint32_t sideCount = 10) {
    CharacterParts parts(humanoidRig(ringCount, sideCount));
    parts.eachBind([](const math::DoubleAffine& jointFromBind, JointIndex) {
        return math::toFloat(math::inverse(jointFromBind).value());
    });
    return parts.whole();
}

/// The same of the mannequin, as a file.
inline void writeBrokenMannequin(const std::filesystem::path& out) {
    const std::filesystem::path mannequin = SARTOR_SAMPLES_DIR "/assets/mannequin.glb";
    const auto scene = require(import::importFile(mannequin));
    import::InverseBindsEdit edit;
    for (const math::Affine& jointFromBind : scene.skins[0]->jointFromBind()) {
        edit.jointFromBind.push_back(math::inverse(jointFromBind).value());
    }
    io::GltfWriter writer = require(io::GltfWriter::open(mannequin));
    if (!writer.apply(edit) || !writer.save(out)) {
        qFatal("the broken mannequin cannot be written");
    }
}

} // namespace sartor::test
