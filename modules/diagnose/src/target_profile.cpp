// SPDX-License-Identifier: Apache-2.0
// The table of engines.
#include <sartor/diagnose/target_profile.h>

#include <algorithm>
#include <array>

namespace sartor::diagnose {
namespace {

// What documentation or public sources of an engine do not say is marked as not verified.
constexpr std::array kProfiles = {
    TargetProfile{.name = "bevy-0.15",
                  .engine = "Bevy",
                  .version = "0.15",
                  .influences = 4,
                  .isFirstSetOnly = true,
                  .normals = NormalHabit::ByCofactors,
                  .jointsPerSkin = 256,
                  .morphTargets = 64,
                  .remark = "The palette is a uniform array of 256 matrices, the morph weights one "
                            "of 64; both limits are constants of the engine."},
    TargetProfile{.name = "filament-1.50",
                  .engine = "Filament",
                  .version = "1.50",
                  .influences = 4,
                  .isFirstSetOnly = true,
                  .normals = NormalHabit::ByCofactors,
                  .jointsPerSkin = 256,
                  .morphTargets = 256,
                  .remark = "Bones and morph weights of a renderable live in uniform buffers of 16 "
                            "KiB, which sets both limits."},
    TargetProfile{.name = "gltf-minimum",
                  .engine = "glTF 2.0 client",
                  .version = "2.0",
                  .influences = 4,
                  .isFirstSetOnly = true,
                  .normals = NormalHabit::ByCofactors,
                  .morphStreams = 8,
                  .remark =
                      "What every conforming client has: one set of four influences and "
                      "eight morphed streams. More is allowed in a file, but may be ignored."},
    TargetProfile{.name = "godot-4",
                  .engine = "Godot (Forward+ and Mobile)",
                  .version = "4.3",
                  .influences = 8,
                  .weightBits = 16,
                  .remark =
                      "Surfaces store four or eight weights of 16 bits; skinning is a compute "
                      "pass without a limit of its own on joints."},
    TargetProfile{.name = "godot-4-compatibility",
                  .engine = "Godot (Compatibility, OpenGL ES 3)",
                  .version = "4.3",
                  .influences = 8,
                  .weightBits = 16,
                  .remark = "As in the other renderers; the palette is a texture, skinning is "
                            "transform feedback."},
    TargetProfile{.name = "ozz-0.14",
                  .engine = "ozz-animation",
                  .version = "0.14",
                  .weights = WeightHabit::LastRemainder,
                  .normals = NormalHabit::ByMatrix,
                  .jointsPerSkin = 1024,
                  .remark = "A skeleton holds at most 1024 joints; the last weight of a vertex is "
                            "not stored but is what the others leave."},
    TargetProfile{.name = "three-r170",
                  .engine = "three.js",
                  .version = "r170",
                  .influences = 4,
                  .isFirstSetOnly = true,
                  .weights = WeightHabit::Normalizes,
                  .remark = "The loader reads one set and divides by its sum; bones and morph "
                            "targets are textures without a limit that characters reach."},
    TargetProfile{.name = "unity-2022",
                  .engine = "Unity (four bones)",
                  .version = "2022.3",
                  .influences = 4,
                  .remark =
                      "Model import keeps four bones unless asked for more, the heaviest. Not "
                      "verified in public documentation: that weights are floats and are not "
                      "divided by their sum when drawing."},
    TargetProfile{.name = "unity-2022-one-bone",
                  .engine = "Unity (quality setting: one bone)",
                  .version = "2022.3",
                  .influences = 1,
                  .weights = WeightHabit::Normalizes,
                  .remark = "The quality setting for skin weights keeps the heaviest bone alone."},
    TargetProfile{.name = "unity-2022-two-bones",
                  .engine = "Unity (quality setting: two bones)",
                  .version = "2022.3",
                  .influences = 2,
                  .weights = WeightHabit::Normalizes,
                  .remark = "The quality setting for skin weights keeps two bones. Not verified in "
                            "public documentation: that it divides by their sum."},
    TargetProfile{.name = "unity-6",
                  .engine = "Unity (four bones)",
                  .version = "6000.0",
                  .influences = 4,
                  .remark =
                      "Model import keeps four bones unless asked for more, the heaviest. Not "
                      "verified in public documentation: that weights are floats."},
    TargetProfile{.name = "unity-6-unlimited",
                  .engine = "Unity (unlimited bones)",
                  .version = "6000.0",
                  .influences = 255,
                  .weightBits = 16,
                  .remark = "With unlimited skin weights a vertex has up to 255 influences, stored "
                            "with 16 bits at the least."},
    TargetProfile{.name = "unreal-5",
                  .engine = "Unreal Engine",
                  .version = "5.3",
                  .influences = 8,
                  .weightBits = 8,
                  .jointsPerSkin = 65536,
                  .jointsPerPrimitive = 256,
                  .needsOneRoot = true,
                  .ignoresCase = true,
                  .remark = "As a project is set up at first: eight influences, 256 bones in a "
                            "section, which is split beyond, and weights of 8 bits unless the mesh "
                            "asks for 16. The importer wants one root bone, and names ignore "
                            "case."},
    TargetProfile{.name = "unreal-5-mobile",
                  .engine = "Unreal Engine (mobile, palette in a uniform buffer)",
                  .version = "5.3",
                  .influences = 4,
                  .weightBits = 8,
                  .jointsPerSkin = 65536,
                  .jointsPerPrimitive = 75,
                  .needsOneRoot = true,
                  .ignoresCase = true,
                  .remark = "Where vertex shaders read the palette from an emulated uniform buffer "
                            "it holds 75 matrices; larger sections are split, which costs draw "
                            "calls. Not verified in public documentation: four influences."},
    TargetProfile{.name = "unreal-5-unlimited",
                  .engine = "Unreal Engine (unlimited influences, 16-bit bone numbers)",
                  .version = "5.3",
                  .influences = 12,
                  .weightBits = 8,
                  .jointsPerSkin = 65536,
                  .needsOneRoot = true,
                  .ignoresCase = true,
                  .remark = "With both project settings on: twelve influences are the most that a "
                            "vertex keeps, whatever the setting is called."},
    TargetProfile{.name = "wicked-0.71",
                  .engine = "Wicked Engine",
                  .version = "0.71",
                  .influences = 8,
                  .weightBits = 12,
                  .weights = WeightHabit::StopsAtOne,
                  .remark =
                      "Two sets of four influences of 32 bits, 20 for the bone and 12 for the "
                      "weight; within a set, what follows a sum of one is left out."}};

} // namespace

std::span<const TargetProfile> targetProfiles() {
    return kProfiles;
}

const TargetProfile* findTargetProfile(std::string_view name) {
    const auto* const found =
        std::find_if(kProfiles.begin(), kProfiles.end(), [name](const TargetProfile& profile) {
            return profile.name == name;
        });
    return found == kProfiles.end() ? nullptr : found;
}

} // namespace sartor::diagnose
