// SPDX-License-Identifier: Apache-2.0
// Broken spaces: units, axes, the node of the mesh, the space the binds are in.
#include "plant_lists.h"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>

namespace sartor::test {

namespace {

using Parts = CharacterParts;
using math::DoubleAffine;

DefectPlant onBinds(std::string id,
                    std::string variant,
                    std::function<DoubleAffine(const DoubleAffine&)> change) {
    return {std::move(id),
            "inverse binds",
            std::move(variant),
            [change = std::move(change)](Parts& parts) {
                parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                    return math::toFloat(change(bind));
                });
                return true;
            }};
}

DefectPlant onMesh(std::string id, std::string variant, DoubleAffine map) {
    return {std::move(id), "mesh", std::move(variant), [map](Parts& parts) {
                parts.eachPosition(map);
                return true;
            }};
}

void addUnits(std::vector<DefectPlant>& plants) {
    for (const double factor : {100.0, 0.01}) {
        const std::string id = factor > 1.0 ? "unit-times-100" : "unit-divided-100";
        plants.push_back(onBinds(id, "", [factor](const DoubleAffine& bind) {
            return DoubleAffine{bind.linear, factor * bind.translation};
        }));
        plants.push_back(onMesh(id, "", {glm::dmat3(factor), glm::dvec3(0.0)}));
        const auto scaleSkeleton = [scale = static_cast<float>(factor)](Parts& parts) {
            for (assets::Joint& joint : parts.joints) {
                joint.parentFromJointRest.translation *= scale;
            }
            parts.eachTranslationKey([&](const glm::vec3& key) { return scale * key; });
            return true;
        };
        plants.push_back({id, "skeleton", "", scaleSkeleton});
        plants.push_back({id, "skeleton", "with keys", scaleSkeleton, [](Parts& parts) {
                              bakeClip(parts, assets::Interpolation::CubicSpline);
                              return true;
                          }});
    }
}

void addAxes(std::vector<DefectPlant>& plants) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::string id = std::string("handedness-") + "xyz"[axis];
        DoubleAffine flip;
        flip.linear[axis][axis] = -1.0;
        plants.push_back(
            onBinds(id, "", [flip](const DoubleAffine& bind) { return flip * bind * flip; }));
        plants.push_back(onMesh(id, "", flip));
    }
    for (const double degrees : {90.0, -90.0}) {
        const std::string variant = degrees > 0.0 ? "+90" : "-90";
        const DoubleAffine turn = turnAbout({1.0, 0.0, 0.0}, degrees);
        plants.push_back(onBinds("up-axis", variant, [turn](const DoubleAffine& bind) {
            return turn * bind * math::inverse(turn).value();
        }));
        plants.push_back(onMesh("up-axis", variant, turn));
    }
}

DoubleAffine modelFromMeshNode(const Parts& parts) {
    return parts.modelFromJoint()[parts.firstMeshNode().value()];
}

/// The node above the topmost joint; the identity without one.
DoubleAffine modelFromArmature(const Parts& parts) {
    const JointIndex top =
        *std::min_element(parts.skins[0].joints.begin(), parts.skins[0].joints.end());
    const JointIndex armature = parts.joints[top.value()].parent;
    return armature.isNone() ? DoubleAffine{} : parts.modelFromJoint()[armature.value()];
}

/// The node of the mesh stands somewhere.
bool placeMesh(Parts& parts) {
    if (!isIdentity(modelFromMeshNode(parts))) {
        return true;
    }
    const JointIndex node = parts.firstMeshNode();
    // A joint that others hang from would take them along.
    const bool hasChildren = std::any_of(parts.joints.begin(),
                                         parts.joints.end(),
                                         [&](const auto& joint) { return joint.parent == node; });
    parts.joints[node.value()].parentFromJointRest = {
        static_cast<float>(parts.radius()) * glm::vec3(0.3f, -0.2f, 0.45f),
        glm::angleAxis(0.8f, glm::normalize(glm::vec3(0.3f, 1.0f, 0.5f))),
        glm::vec3(1.0f)};
    return !hasChildren;
}

void addMeshNodes(std::vector<DefectPlant>& plants) {
    plants.push_back({"mesh-transform-twice",
                      "mesh",
                      "",
                      [](Parts& parts) {
                          parts.eachPosition(modelFromMeshNode(parts));
                          return true;
                      },
                      placeMesh});
    plants.push_back({"mesh-transform-twice",
                      "inverse binds",
                      "",
                      [](Parts& parts) {
                          const DoubleAffine map = modelFromMeshNode(parts);
                          parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                              return math::toFloat(bind * map);
                          });
                          return true;
                      },
                      placeMesh});
    plants.push_back({"bind-shape-missing",
                      "",
                      "",
                      [](Parts& parts) {
                          parts.eachPosition(math::inverse(modelFromMeshNode(parts)).value());
                          return true;
                      },
                      placeMesh});
}

/// Binds of a mesh that was moved as a whole: by degrees about an axis, by a factor, by radii.
DefectPlant offset(std::string variant, DoubleAffine turn, double scale, const glm::dvec3& radii) {
    return {"bind-space-offset", "", std::move(variant), [=](Parts& parts) {
                DoubleAffine map = turn;
                map.linear *= scale;
                map.translation = parts.radius() * radii;
                parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                    return math::toFloat(bind * map);
                });
                return true;
            }};
}

void addOffsets(std::vector<DefectPlant>& plants) {
    const DoubleAffine turn = turnAbout({0.4, 1.0, -0.2}, 37.0);
    const DoubleAffine back = turnAbout({0.4, 1.0, -0.2}, -37.0);
    plants.push_back(offset("all", turn, 1.3, {0.7, -0.4, 0.9}));
    plants.push_back(offset("all, back", back, 0.7, {-0.7, 0.4, -0.9}));
    plants.push_back(offset("moved up", {}, 1.0, {0.0, 0.8, 0.0}));
    plants.push_back(offset("moved down", {}, 1.0, {0.0, -0.8, 0.0}));
    plants.push_back(offset("inches", {}, 2.54, {0.0, 0.0, 0.0}));
    plants.push_back(offset("smaller", {}, 0.4, {0.0, 0.0, 0.0}));
    plants.push_back(offset("turned", turnAbout({1.0, 2.0, 3.0}, 50.0), 1.0, {0.0, 0.0, 0.0}));
    plants.push_back(
        offset("turned back", turnAbout({1.0, 2.0, 3.0}, -50.0), 1.0, {0.0, 0.0, 0.0}));
    plants.push_back(
        offset("turned a little", turnAbout({1.0, 2.0, 3.0}, 12.0), 1.0, {0.0, 0.0, 0.0}));

    struct Place {
        std::string variant;
        DoubleAffine (*map)(const Parts&);
        bool isInverse;
    };
    for (const Place& place : {Place{"armature", modelFromArmature, false},
                               Place{"armature, inverse", modelFromArmature, true},
                               Place{"mesh node", modelFromMeshNode, false},
                               Place{"mesh node, inverse", modelFromMeshNode, true}}) {
        plants.push_back({"palette-world-space", "", place.variant, [place](Parts& parts) {
                              DoubleAffine map = place.map(parts);
                              if (place.isInverse) {
                                  map = math::inverse(map).value();
                              }
                              parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                                  return math::toFloat(bind * map);
                              });
                              return !isIdentity(map);
                          }});
    }
}

} // namespace

std::vector<DefectPlant> spacePlants() {
    std::vector<DefectPlant> plants;
    addUnits(plants);
    addAxes(plants);
    addMeshNodes(plants);
    addOffsets(plants);
    return plants;
}

} // namespace sartor::test
