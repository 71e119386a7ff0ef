// SPDX-License-Identifier: Apache-2.0
// Measures of a skinned surface in poses.
#include "skinned_parts.h"

#include <sartor/base/parallel.h>
#include <sartor/diagnose/range_of_motion.h>
#include <sartor/diagnose/self_intersection.h>
#include <sartor/diagnose/weight_statistics.h>
#include <sartor/math/singular_values.h>
#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace sartor::diagnose {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// What of a mesh is the same for all poses.
struct Part {
    SkinnedPart skinned;
    const assets::Mesh* mesh = nullptr;
    const assets::Skin* skin = nullptr;
    Surface surface;
    std::vector<math::Affine> restPalette;
    std::vector<glm::dvec3> rest;
    double extent = 0.0;
    double volume = 0.0;
    Intersections intersections;
};

std::vector<math::Affine> paletteOf(const assets::Skin& skin,
                                    std::span<const math::Affine> modelFromJoint) {
    std::vector<math::Affine> modelFromBind(skin.jointCount());
    pose::matrixPalette(modelFromJoint, skin.joints(), skin.jointFromBind(), modelFromBind);
    return modelFromBind;
}

std::vector<glm::dvec3> skinned(const Part& part, std::span<const math::Affine> modelFromBind) {
    return blendPositions(*part.mesh, *part.skinned.influences, modelFromBind);
}

Part makePart(const import::ImportedScene& scene,
              SkinnedPart skinnedPart,
              std::span<const math::Affine> modelFromJointRest) {
    Part part;
    const import::MeshInstance& instance = scene.instances[skinnedPart.instance];
    part.skinned = std::move(skinnedPart);
    part.mesh = instance.mesh.get();
    part.skin = scene.skins[*instance.skin].get();
    part.surface = makeSurface(*part.mesh);
    part.restPalette = paletteOf(*part.skin, modelFromJointRest);
    part.rest = skinned(part, part.restPalette);
    part.extent = extentOf(part.rest);
    part.volume = volumeOf(part.rest, part.surface);
    std::vector<std::uint32_t> all(part.surface.triangles.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        all[i] = i;
    }
    part.intersections = findSelfIntersections(part.rest, part.surface, all);
    return part;
}

// Which turn of the pose carries a vertex: joints under the same turns move as one.
struct Carriers {
    std::vector<std::uint32_t> ofVertex;
    std::vector<bool> isBlended; // by vertex: several carriers
    bool isMoved = false;        // any vertex is not where it rests
};

constexpr std::uint32_t kStill = 0;

Carriers findCarriers(const assets::Skeleton& skeleton, const Part& part, const MotionPose& pose) {
    std::vector<std::uint32_t> ofJoint(skeleton.jointCount(), kStill);
    for (std::uint32_t turn = 0; turn < pose.turns.size(); ++turn) {
        ofJoint[pose.turns[turn].joint.value()] = turn + 1;
    }
    for (std::size_t joint = 0; joint < ofJoint.size(); ++joint) {
        const JointIndex parent = skeleton.joints()[joint].parent;
        if (ofJoint[joint] == kStill && !parent.isNone()) {
            ofJoint[joint] = ofJoint[parent.value()];
        }
    }
    const assets::InfluenceSet& influences = *part.skinned.influences;
    Carriers carriers;
    carriers.ofVertex.resize(part.mesh->vertexCount(), kStill);
    carriers.isBlended.resize(part.mesh->vertexCount());
    for (std::size_t vertex = 0; vertex < carriers.ofVertex.size(); ++vertex) {
        const std::uint32_t begin = influences.offsets()[vertex];
        for (std::uint32_t i = begin; i < influences.offsets()[vertex + 1]; ++i) {
            const std::uint32_t carrier = ofJoint[part.skin->joint(influences.joints()[i]).value()];
            if (i == begin) {
                carriers.ofVertex[vertex] = carrier;
            } else if (carrier != carriers.ofVertex[vertex]) {
                carriers.isBlended[vertex] = true;
            }
            carriers.isMoved = carriers.isMoved || carrier != kStill;
        }
    }
    return carriers;
}

// Whether things at these vertices may change in form, and whether they may move at all.
template <class Vertices>
bool isBent(const Carriers& carriers, const Vertices& vertices) {
    return std::any_of(vertices.begin(), vertices.end(), [&](std::uint32_t vertex) {
        return carriers.isBlended[vertex] ||
               carriers.ofVertex[vertex] != carriers.ofVertex[vertices[0]];
    });
}

template <class Vertices>
bool isMoved(const Carriers& carriers, const Vertices& vertices) {
    return std::any_of(vertices.begin(), vertices.end(), [&](std::uint32_t vertex) {
        return carriers.isBlended[vertex] || carriers.ofVertex[vertex] != kStill;
    });
}

void measureEdges(const Part& part,
                  const Carriers& carriers,
                  std::span<const glm::dvec3> posed,
                  MotionMeasure& measure) {
    std::vector<double> ratios;
    for (const auto& edge : part.surface.edges) {
        const double before = glm::length(part.rest[edge[1]] - part.rest[edge[0]]);
        const double ratio = glm::length(posed[edge[1]] - posed[edge[0]]) / before;
        if (!isBent(carriers, edge) || !(before > 1e-9 * part.extent) || !std::isfinite(ratio)) {
            continue;
        }
        ratios.push_back(ratio);
        if (ratio > measure.longest.ratio) {
            measure.longest = {ratio, edge};
        }
        if (ratio < measure.shortest.ratio) {
            measure.shortest = {ratio, edge};
        }
    }
    if (!ratios.empty()) {
        const auto most = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() * 99 / 100);
        std::nth_element(ratios.begin(), most, ratios.end());
        measure.stretchOfMost = *most;
    }
}

// By vertex, the linear part of its map.
std::vector<glm::dmat3> blendedMaps(const Part& part, std::span<const math::Affine> palette) {
    const assets::InfluenceSet& influences = *part.skinned.influences;
    std::vector<glm::dmat3> maps(influences.vertexCount(), glm::dmat3(0.0));
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        for (std::uint32_t i = influences.offsets()[vertex]; i < influences.offsets()[vertex + 1];
             ++i) {
            maps[vertex] += static_cast<double>(influences.weights()[i]) *
                            glm::dmat3(palette[influences.joints()[i].value()].linear);
        }
    }
    return maps;
}

glm::dvec3 normalOf(std::span<const glm::dvec3> positions,
                    const std::array<std::uint32_t, 3>& triangle) {
    const glm::dvec3& corner = positions[triangle[0]];
    return glm::cross(positions[triangle[1]] - corner, positions[triangle[2]] - corner);
}

void measureFlips(const Part& part,
                  const Carriers& carriers,
                  std::span<const glm::dvec3> posed,
                  std::span<const math::Affine> palette,
                  MotionMeasure& measure) {
    const std::vector<glm::dmat3> restMaps = blendedMaps(part, part.restPalette);
    const std::vector<glm::dmat3> maps = blendedMaps(part, palette);
    for (const auto& triangle : part.surface.triangles) {
        if (!isBent(carriers, triangle)) {
            continue;
        }
        // From rest to pose, as the mean of the corners.
        const glm::dmat3 restFromBind =
            restMaps[triangle[0]] + restMaps[triangle[1]] + restMaps[triangle[2]];
        const glm::dmat3 poseFromBind = maps[triangle[0]] + maps[triangle[1]] + maps[triangle[2]];
        const double restSize = glm::determinant(restFromBind);
        if (!std::isfinite(restSize) || restSize == 0.0) {
            continue;
        }
        const glm::dmat3 poseFromRest = poseFromBind * glm::inverse(restFromBind);
        const double size = glm::determinant(poseFromRest);
        // Of two tangents in the rest pose, mapped.
        const glm::dvec3& corner = part.rest[triangle[0]];
        const glm::dvec3 carried = glm::cross(poseFromRest * (part.rest[triangle[1]] - corner),
                                              poseFromRest * (part.rest[triangle[2]] - corner));
        if (size < 0.0 || glm::dot(carried, normalOf(posed, triangle)) < 0.0) {
            measure.flippedVertex =
                measure.flippedTriangleCount == 0 ? triangle[0] : measure.flippedVertex;
            ++measure.flippedTriangleCount;
        }
    }
}

void measureCollapse(const Part& part,
                     const Carriers& carriers,
                     std::span<const math::Affine> palette,
                     MotionMeasure& measure) {
    // What each joint's own map does; NaN where that is not finite.
    std::vector<double> sizes;
    for (const math::Affine& map : palette) {
        sizes.push_back(math::isFinite(map) ? math::singularValues(glm::dmat3(map.linear)).sigma[2]
                                            : std::numeric_limits<double>::quiet_NaN());
    }
    const assets::InfluenceSet& influences = *part.skinned.influences;
    for (std::uint32_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        if (!carriers.isBlended[vertex]) {
            continue;
        }
        glm::dmat3 blended(0.0);
        double size = 0.0;
        for (std::uint32_t i = influences.offsets()[vertex]; i < influences.offsets()[vertex + 1];
             ++i) {
            const std::uint32_t slot = influences.joints()[i].value();
            const auto weight = static_cast<double>(influences.weights()[i]);
            blended += weight * glm::dmat3(palette[slot].linear);
            size += weight * sizes[slot];
        }
        if (!(size > 0.0)) {
            continue;
        }
        const double kept = math::singularValues(blended).sigma[2] / size;
        if (kept < measure.collapse) {
            measure.collapse = kept;
            measure.collapseVertex = vertex;
        }
    }
}

void measureIntersections(const Part& part,
                          std::span<const glm::dvec3> posed,
                          std::span<const std::uint32_t> movedTriangles,
                          MotionMeasure& measure) {
    const Intersections found = findSelfIntersections(posed, part.surface, movedTriangles);
    Pairs added;
    std::set_difference(found.pairs.begin(),
                        found.pairs.end(),
                        part.intersections.pairs.begin(),
                        part.intersections.pairs.end(),
                        std::back_inserter(added));
    measure.intersectionCount = added.size();
    measure.isIntersectionComplete = found.isComplete && part.intersections.isComplete;
    for (std::size_t i = 0; i < std::min(added.size(), kExampleCount); ++i) {
        measure.intersections.emplace_back(part.surface.triangles[added[i].first][0],
                                           part.surface.triangles[added[i].second][0]);
    }
}

MotionMeasure
measurePart(const Part& part, const Carriers& carriers, std::span<const math::Affine> palette) {
    const std::vector<glm::dvec3> posed = skinned(part, palette);
    MotionMeasure measure;
    measure.instance = part.skinned.instance;
    measure.sketch = sketchPositions(posed);
    double before = 0.0;
    double after = 0.0;
    std::vector<std::uint32_t> movedTriangles;
    for (std::uint32_t i = 0; i < part.surface.triangles.size(); ++i) {
        const auto& triangle = part.surface.triangles[i];
        if (isMoved(carriers, triangle)) {
            movedTriangles.push_back(i);
        }
        if (isBent(carriers, triangle)) {
            ++measure.bentTriangleCount;
            before += areaOf(part.rest, triangle);
            after += areaOf(posed, triangle);
        }
    }
    if (before > 0.0 && std::isfinite(after / before)) {
        measure.areaRatio = after / before;
    }
    const double volumeRatio = volumeOf(posed, part.surface) / part.volume;
    if (part.surface.isClosed && std::isfinite(volumeRatio)) {
        measure.volumeRatio = volumeRatio;
    }
    measureEdges(part, carriers, posed, measure);
    measureFlips(part, carriers, posed, palette, measure);
    measureCollapse(part, carriers, palette, measure);
    measureIntersections(part, posed, movedTriangles, measure);
    return measure;
}

} // namespace

std::vector<std::vector<MotionMeasure>> measureMotion(const import::ImportedScene& scene,
                                                      std::span<const MotionPose> poses) {
    const assets::Skeleton& skeleton = *scene.skeleton;
    const std::vector<math::Affine> modelFromJointRest = pose::modelFromJointAtRest(skeleton);
    std::vector<SkinnedPart> skinnedParts = findSkinnedParts(scene);
    std::vector<Part> parts(skinnedParts.size());
    parallelFor(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            parts[i] = makePart(scene, std::move(skinnedParts[i]), modelFromJointRest);
        }
    });
    std::vector<std::vector<MotionMeasure>> measures(poses.size());
    parallelFor(poses.size(), 1, [&](std::size_t begin, std::size_t end) {
        std::vector<math::Affine> modelFromJoint(skeleton.jointCount());
        for (std::size_t i = begin; i < end; ++i) {
            applyMotionPose(skeleton, modelFromJointRest, poses[i], modelFromJoint);
            for (const Part& part : parts) {
                const Carriers carriers = findCarriers(skeleton, part, poses[i]);
                if (carriers.isMoved) {
                    measures[i].push_back(
                        measurePart(part, carriers, paletteOf(*part.skin, modelFromJoint)));
                }
            }
        }
    });
    return measures;
}

} // namespace sartor::diagnose
