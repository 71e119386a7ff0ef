// SPDX-License-Identifier: Apache-2.0
// The defects by the part of the pipeline that is to blame.
#pragma once

#include <support/plant_defect.h>

namespace sartor::test {

/// Matrices of the palette: inverse binds that are not what they should be.
std::vector<DefectPlant> palettePlants();
/// Units, axes, and the spaces of mesh, node and skeleton.
std::vector<DefectPlant> spacePlants();
/// Rotations, scales, names and order of the nodes.
std::vector<DefectPlant> hierarchyPlants();
/// Joint lists and the indices into them.
std::vector<DefectPlant> indexPlants();
std::vector<DefectPlant> weightPlants();

} // namespace sartor::test
