// SPDX-License-Identifier: Apache-2.0
// How far apart two versions of one character are.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/result.h>
#include <sartor/import/imported_scene.h>

#include <cstdint>
#include <optional>
#include <string>

namespace sartor::cli {

struct Displacement {
    /// Of one vertex, in units of the file; infinite where one version has no finite position.
    double distance = 0.0;
    /// "vertex 12 of mesh 'Body', clip 'Walk' at 0.5 s"; empty for no distance.
    std::string place;
};

/// The largest distance of a vertex between the versions at rest and at moments of all clips, all
/// instances deformed as their format asks for. Both must have the same instances and clips.
/// Errors: "compare.shape", and those of the session.
Result<Displacement> findDisplacement(const import::ImportedScene& before,
                                      const import::ImportedScene& after,
                                      assets::WeightPolicy policy);

} // namespace sartor::cli
