// SPDX-License-Identifier: Apache-2.0
// Rule: meshes so far from their origin that float positions are coarse.
#include "../rule.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>
#include <limits>

namespace sartor::diagnose {
namespace {

constexpr double kCoarse = 1e-5; // of the size of the mesh

struct Extent {
    double size = 0.0;
    float farthest = 0.0f; // largest coordinate, its sign aside
};

Extent extentOf(const assets::Mesh& mesh) {
    Extent extent;
    glm::dvec3 low(0.0);
    glm::dvec3 high(0.0);
    for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
        const glm::dvec3 position(mesh.positions()[i]);
        low = i == 0 ? position : glm::min(low, position);
        high = i == 0 ? position : glm::max(high, position);
        const glm::vec3 size = glm::abs(mesh.positions()[i]);
        extent.farthest = std::max({extent.farthest, size.x, size.y, size.z});
    }
    extent.size = glm::distance(low, high);
    return extent;
}

} // namespace

Rule unitFarFromOrigin() {
    return {{.id = "unit.far_from_origin",
             .title = "Vertices far from the origin",
             .severity = Severity::Warning,
             .explanation =
                 "The mesh lies so far from the origin of its own space that the step between "
                 "two float numbers there is more than a hundred-thousandth of its size. "
                 "Vertices snap to that grid, and the mesh swims and jitters when it moves, "
                 "more so with half floats. Move the mesh to its origin and place it by its "
                 "node, or for a skinned mesh by the root joint, and bind again."},
            [](const SceneFacts& facts, Findings& findings) {
                for (const std::uint32_t instance : facts.meshes) {
                    const Extent extent = extentOf(facts.meshOf(instance));
                    const double step = static_cast<double>(
                        std::nextafter(extent.farthest, std::numeric_limits<float>::infinity()) -
                        extent.farthest);
                    if (extent.size > 0.0 && step > kCoarse * extent.size) {
                        Diagnostic& added = findings.addToInstance(
                            instance,
                            "Vertices up to " + formatNumber(static_cast<double>(extent.farthest)) +
                                " from the origin, where the float grid is " +
                                formatNumber(step * facts.millimetresPerUnit()) +
                                " mm, on a mesh of size " + formatNumber(extent.size));
                        added.millimetres = step * facts.millimetresPerUnit();
                    }
                }
            }};
}

} // namespace sartor::diagnose
