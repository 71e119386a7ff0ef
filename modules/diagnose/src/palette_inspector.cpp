// SPDX-License-Identifier: Apache-2.0
// Measures of palette entries.
#include <sartor/diagnose/palette_inspector.h>
#include <sartor/math/double_affine.h>
#include <sartor/pose/matrix_palette.h>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {

PaletteEntry inspectEntry(const math::Affine& modelFromBind, const glm::vec4& fourthRow) {
    PaletteEntry entry;
    entry.modelFromBind = modelFromBind;
    entry.fourthRow = fourthRow;
    entry.hasFourthRow = fourthRow == glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
    const math::DoubleAffine map = math::toDouble(modelFromBind);
    entry.isFinite = math::isFinite(map);
    entry.determinant = glm::determinant(map.linear);
    entry.isMirrored = entry.determinant < 0.0;
    entry.isSingular = !math::inverse(map).has_value();
    entry.reach = glm::length(map.translation);
    for (int i = 0; i < 3; ++i) {
        entry.scale[i] = glm::length(map.linear[i]);
    }
    for (int i = 0; i < 3; ++i) {
        const int next = (i + 1) % 3;
        const double lengths = entry.scale[i] * entry.scale[next];
        if (lengths > 0.0) {
            entry.skew =
                std::max(entry.skew, std::abs(glm::dot(map.linear[i], map.linear[next])) / lengths);
        }
    }
    return entry;
}

std::vector<PaletteEntry> inspectPalette(const assets::Skin& skin,
                                         std::span<const math::Affine> modelFromJoint) {
    std::vector<math::Affine> modelFromBind(skin.jointCount());
    pose::matrixPalette(modelFromJoint, skin.joints(), skin.jointFromBind(), modelFromBind);
    std::vector<PaletteEntry> entries;
    entries.reserve(modelFromBind.size());
    for (std::size_t slot = 0; slot < modelFromBind.size(); ++slot) {
        entries.push_back(skin.fourthRows().empty()
                              ? inspectEntry(modelFromBind[slot])
                              : inspectEntry(modelFromBind[slot], skin.fourthRows()[slot]));
    }
    return entries;
}

} // namespace sartor::diagnose
