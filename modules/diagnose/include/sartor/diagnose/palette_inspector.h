// SPDX-License-Identifier: Apache-2.0
// The matrices that skinning multiplies with, each with what would make it a bad one.
#pragma once

#include <sartor/assets/skin.h>
#include <sartor/base/index.h>
#include <sartor/math/affine.h>

#include <span>
#include <vector>

namespace sartor::diagnose {

/// One entry of a palette.
struct PaletteEntry {
    math::Affine modelFromBind;
    /// Fourth row of the 4x4 matrix: that of the inverse bind as the file has it, which the product
    /// takes over. Deformation does without it.
    glm::vec4 fourthRow = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f);
    double determinant = 1.0;
    /// Lengths of the columns of the linear part.
    glm::dvec3 scale = glm::dvec3(1.0);
    /// Largest cosine between two columns of the linear part: 0 where they are orthogonal.
    double skew = 0.0;
    /// Length of the translation, in the file's units.
    double reach = 0.0;
    bool isFinite = true;
    /// Negative determinant: it turns space inside out.
    bool isMirrored = false;
    /// No inverse: it flattens space.
    bool isSingular = false;
    bool hasFourthRow = true; ///< it is 0, 0, 0, 1
};

PaletteEntry inspectEntry(const math::Affine& modelFromBind,
                          const glm::vec4& fourthRow = glm::vec4(0.0f, 0.0f, 0.0f, 1.0f));

/// One per slot of the skin.
/// Shapes: modelFromJoint has one entry per joint of the skeleton (asserted).
std::vector<PaletteEntry> inspectPalette(const assets::Skin& skin,
                                         std::span<const math::Affine> modelFromJoint);

} // namespace sartor::diagnose
