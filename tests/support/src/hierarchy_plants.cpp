// SPDX-License-Identifier: Apache-2.0
// Broken hierarchies: node order, rotations, names, scales.
#include "plant_lists.h"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <numeric>

namespace sartor::test {

namespace {

using Parts = CharacterParts;
using math::DoubleAffine;

/// Every other node goes to the end of the file, in reverse.
bool scatterNodes(Parts& parts) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < parts.joints.size(); i += 2) {
        order.push_back(i);
    }
    for (std::size_t i = parts.joints.size(); i-- > 0;) {
        if (i % 2 == 1) {
            order.push_back(i);
        }
    }
    for (std::size_t place = 0; place < order.size(); ++place) {
        parts.joints[order[place]].fileNode = static_cast<std::uint32_t>(place);
    }
    return true;
}

/// All nodes in reverse: no parent comes before its children.
bool reverseNodes(Parts& parts) {
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        parts.joints[i].fileNode = static_cast<std::uint32_t>(parts.joints.size() - 1 - i);
    }
    return true;
}

/// Globals in one pass in the file's order; a parent that comes later counts as the identity. What
/// the binds do beside undoing the globals is kept.
bool composeUnsorted(Parts& parts) {
    std::vector<std::size_t> order(parts.joints.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
        return parts.joints[a].fileNode < parts.joints[b].fileNode;
    });
    std::vector<DoubleAffine> unsorted(parts.joints.size());
    for (const std::size_t i : order) {
        const assets::Joint& joint = parts.joints[i];
        const auto local = math::toDoubleAffine(joint.parentFromJointRest);
        unsorted[i] = joint.parent.isNone() ? local : unsorted[joint.parent.value()] * local;
    }
    const std::vector<DoubleAffine> model = parts.modelFromJoint();
    parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
        const DoubleAffine modelFromBind = model[joint.value()] * bind;
        return math::toFloat(math::inverse(unsorted[joint.value()]).value() * modelFromBind);
    });
    return true;
}

// glm::quat takes w, x, y, z.
glm::quat readAsXyzw(const glm::quat& q) {
    return glm::quat(q.z, q.w, q.x, q.y);
}
glm::quat readAsWxyz(const glm::quat& q) {
    return glm::quat(q.x, q.y, q.z, q.w);
}

DefectPlant onRotations(std::string form, glm::quat (*change)(const glm::quat&)) {
    return {"quaternion-order", std::move(form), "", [change](Parts& parts) {
                for (assets::Joint& joint : parts.joints) {
                    joint.parentFromJointRest.rotation =
                        glm::normalize(change(joint.parentFromJointRest.rotation));
                }
                parts.eachRotationKey(change);
                return true;
            }};
}

/// Two joints of one name; the second one's slots go to the first.
bool referByName(Parts& parts) {
    for (assets::SkinData& skin : parts.skins) {
        const std::vector<JointIndex> before = skin.joints;
        for (JointIndex& joint : skin.joints) {
            for (const JointIndex other : before) {
                if (parts.joints[other.value()].name == parts.joints[joint.value()].name) {
                    joint = std::min(joint, other);
                }
            }
        }
    }
    return true;
}

/// The last joint of the first skin gets the name of the one in the middle.
bool nameLastAsMiddle(Parts& parts) {
    const auto& joints = parts.skins[0].joints;
    if (joints.size() < 3) {
        return false;
    }
    parts.joints[joints.back().value()].name = parts.joints[joints[joints.size() / 2].value()].name;
    return true;
}

/// Every other joint of the first skin gets the name of the one before.
bool nameInPairs(Parts& parts) {
    const auto& joints = parts.skins[0].joints;
    for (std::size_t slot = 1; slot < joints.size(); slot += 2) {
        parts.joints[joints[slot].value()].name = parts.joints[joints[slot - 1].value()].name;
    }
    return joints.size() >= 4;
}

/// A joint that is larger than those below, which do not take its scale on: as authoring tools
/// compensate.
DefectPlant inheritScale(std::string variant, float scale) {
    const std::string mark = "(scaled)";
    const auto prepare = [=](Parts& parts) {
        const auto isParent = [&](JointIndex joint) {
            return std::any_of(parts.joints.begin(), parts.joints.end(), [&](const auto& other) {
                return other.parent == joint;
            });
        };
        JointIndex scaled = parts.jointAboveAThird();
        if (!isParent(scaled)) {
            scaled = parts.joints[scaled.value()].parent;
        }
        for (assets::Joint& joint : parts.joints) {
            if (joint.parent == scaled) {
                joint.parentFromJointRest.translation /= scale;
                joint.parentFromJointRest.scale /= scale;
            }
        }
        parts.joints[scaled.value()].parentFromJointRest.scale *= scale;
        parts.joints[scaled.value()].name += mark;
        parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
            const DoubleAffine jointFromScaled{
                glm::dmat3(joint == scaled ? 1.0 / static_cast<double>(scale) : 1.0),
                glm::dvec3(0.0)};
            return math::toFloat(jointFromScaled * bind);
        });
        parts.clips.clear();
        return true;
    };
    const auto plant = [=](Parts& parts) {
        for (assets::Joint& joint : parts.joints) {
            if (!joint.parent.isNone() && parts.joints[joint.parent.value()].name.ends_with(mark)) {
                joint.parentFromJointRest.scale *= scale;
            }
        }
        return true;
    };
    return {"scale-inherit", "", std::move(variant), plant, prepare};
}

} // namespace

std::vector<DefectPlant> hierarchyPlants() {
    std::vector<DefectPlant> plants;
    plants.push_back({"hierarchy-unsorted", "", "scattered", composeUnsorted, scatterNodes});
    plants.push_back({"hierarchy-unsorted", "", "reversed", composeUnsorted, reverseNodes});
    for (const bool isBaked : {false, true}) {
        for (DefectPlant plant :
             {onRotations("wxyz", readAsXyzw), onRotations("xyzw", readAsWxyz)}) {
            if (isBaked) {
                plant.variant = "with keys";
                plant.prepare = [](Parts& parts) {
                    bakeClip(parts, assets::Interpolation::CubicSpline);
                    return true;
                };
            }
            plants.push_back(std::move(plant));
        }
    }
    plants.push_back({"duplicate-joint-names", "", "one", referByName, nameLastAsMiddle});
    plants.push_back({"duplicate-joint-names", "", "pairs", referByName, nameInPairs});
    plants.push_back(inheritScale("larger", 1.4f));
    plants.push_back(inheritScale("smaller", 0.6f));
    return plants;
}

} // namespace sartor::test
