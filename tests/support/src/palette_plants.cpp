// SPDX-License-Identifier: Apache-2.0
// Broken palettes: inverse binds that are not what they should be.
#include "plant_lists.h"

#include <glm/gtc/quaternion.hpp>

#include <map>

namespace sartor::test {

namespace {

using Parts = CharacterParts;
using math::DoubleAffine;

using MatrixChange = std::function<DoubleAffine(const DoubleAffine&)>;

DefectPlant onBinds(std::string id, MatrixChange change) {
    return {std::move(id), "", "", [change = std::move(change)](Parts& parts) {
                parts.eachBind([&](const DoubleAffine& bind, JointIndex) {
                    return math::toFloat(change(bind));
                });
                return true;
            }};
}

bool transposeBinds(Parts& parts) {
    for (assets::SkinData& skin : parts.skins) {
        for (math::Affine& bind : skin.jointFromBind) {
            skin.fourthRows.emplace_back(bind.translation, 1.0f);
            bind = {glm::transpose(bind.linear), glm::vec3(0.0f)};
        }
    }
    return true;
}

/// Globals composed with the parent on the right; what the binds do beside undoing them is kept.
bool composeInReverse(Parts& parts) {
    const std::vector<DoubleAffine> model = parts.modelFromJoint();
    std::vector<DoubleAffine> reversed;
    for (const assets::Joint& joint : parts.joints) {
        const auto local = math::toDoubleAffine(joint.parentFromJointRest);
        reversed.push_back(joint.parent.isNone() ? local : local * reversed[joint.parent.value()]);
    }
    parts.eachBind([&](const DoubleAffine& bind, JointIndex joint) {
        const DoubleAffine modelFromBind = model[joint.value()] * bind;
        return math::toFloat(math::inverse(reversed[joint.value()]).value() * modelFromBind);
    });
    return true;
}

/// Locals of joints that stand there, as their parents do.
std::vector<math::Transform> localsOf(const Parts& parts, const std::vector<DoubleAffine>& model) {
    std::vector<math::Transform> locals;
    std::vector<DoubleAffine> now;
    for (std::size_t i = 0; i < parts.joints.size(); ++i) {
        const JointIndex parent = parts.joints[i].parent;
        const DoubleAffine modelFromParent = parent.isNone() ? DoubleAffine{} : now[parent.value()];
        locals.push_back(transformOf(math::inverse(modelFromParent).value() * model[i]));
        now.push_back(modelFromParent * math::toDoubleAffine(locals.back()));
    }
    return locals;
}

/// The nodes hold what belongs into the palette, modelFromJoint * jointFromBind, at rest and in
/// every key. The tracks of a clip have the same key times, and nothing between them.
bool mergePalette(Parts& parts) {
    std::map<std::size_t, DoubleAffine> bindOfJoint;
    for (const assets::SkinData& skin : parts.skins) {
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            bindOfJoint.try_emplace(skin.joints[slot].value(),
                                    math::toDouble(skin.jointFromBind[slot]));
        }
    }
    const auto merged = [&](std::vector<math::Transform> locals) {
        std::vector<DoubleAffine> model;
        for (std::size_t i = 0; i < locals.size(); ++i) {
            const auto local = math::toDoubleAffine(locals[i]);
            const JointIndex parent = parts.joints[i].parent;
            model.push_back(parent.isNone() ? local : model[parent.value()] * local);
        }
        for (const auto& [joint, bind] : bindOfJoint) {
            model[joint] = model[joint] * bind;
        }
        return localsOf(parts, model);
    };
    std::vector<math::Transform> rest;
    for (const assets::Joint& joint : parts.joints) {
        rest.push_back(joint.parentFromJointRest);
    }
    for (assets::ClipData& clip : parts.clips) {
        const std::size_t keyCount =
            clip.jointTracks.empty() ? 0 : clip.jointTracks[0].rotation.times.size();
        for (std::size_t key = 0; key < keyCount; ++key) {
            std::vector<math::Transform> locals = rest;
            for (const assets::JointTracks& tracks : clip.jointTracks) {
                locals[tracks.joint.value()] = {tracks.translation.values[key],
                                                tracks.rotation.values[key],
                                                tracks.scale.values[key]};
            }
            locals = merged(std::move(locals));
            for (assets::JointTracks& tracks : clip.jointTracks) {
                const math::Transform& local = locals[tracks.joint.value()];
                tracks.translation.values[key] = local.translation;
                tracks.rotation.values[key] = local.rotation;
                tracks.scale.values[key] = local.scale;
            }
        }
    }
    const std::vector<math::Transform> locals = merged(std::move(rest));
    for (std::size_t i = 0; i < locals.size(); ++i) {
        parts.joints[i].parentFromJointRest = locals[i];
    }
    return true;
}

/// One rigid map, of so many degrees about an axis and so many radii along a direction, in the
/// binds of a connected part of the joints.
DefectPlant bindAgain(std::string variant, double degrees, glm::dvec3 axis, glm::dvec3 radii) {
    return {"two-bind-poses", "", std::move(variant), [=](Parts& parts) {
                assets::SkinData& skin = parts.skins[0];
                DoubleAffine other = turnAbout(axis, degrees);
                other.translation = parts.radius() * radii;
                const std::vector<bool> below = parts.isBelow(parts.jointAboveAThird());
                std::size_t count = 0;
                for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
                    if (below[skin.joints[slot].value()]) {
                        skin.jointFromBind[slot] =
                            math::toFloat(math::toDouble(skin.jointFromBind[slot]) * other);
                        ++count;
                    }
                }
                // Two of two or three joints: nobody can say which of them are right.
                return skin.joints.size() >= 5 && count < skin.joints.size();
            }};
}

} // namespace

std::vector<DefectPlant> palettePlants() {
    std::vector<DefectPlant> plants;
    plants.push_back({"ibm-transposed", "", "", transposeBinds});
    plants.push_back(onBinds("ibm-not-inverted",
                             [](const DoubleAffine& bind) { return math::inverse(bind).value(); }));
    plants.push_back(onBinds("ibm-missing", [](const DoubleAffine&) { return DoubleAffine{}; }));
    plants.push_back(onBinds("ibm-twice", [](const DoubleAffine& bind) { return bind * bind; }));
    plants.push_back({"product-order", "", "", composeInReverse});
    plants.push_back({"palette-merged", "", "", mergePalette, [](Parts& parts) {
                          parts.clips.clear();
                          return true;
                      }});
    plants.push_back({"palette-merged", "", "with keys", mergePalette, [](Parts& parts) {
                          bakeClip(parts, assets::Interpolation::Linear);
                          return true;
                      }});
    plants.push_back(bindAgain("turned and moved", 25.0, {1.0, 0.3, 0.2}, {0.2, 0.1, -0.25}));
    plants.push_back(bindAgain("turned back", -25.0, {1.0, 0.3, 0.2}, {0.0, 0.0, 0.0}));
    plants.push_back(bindAgain("turned far", 60.0, {0.0, 0.0, 1.0}, {0.0, 0.0, 0.0}));
    plants.push_back(bindAgain("moved up", 0.0, {1.0, 0.0, 0.0}, {0.0, 0.3, 0.0}));
    plants.push_back(bindAgain("moved down", 0.0, {1.0, 0.0, 0.0}, {0.0, -0.3, 0.0}));
    plants.push_back(bindAgain("turned a little", 10.0, {0.0, 1.0, 0.0}, {0.05, 0.0, 0.0}));
    return plants;
}

} // namespace sartor::test
