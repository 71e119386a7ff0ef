// SPDX-License-Identifier: Apache-2.0
// Mistakes with the nodes: their transforms, their order, their names.
#include "doctor_hypotheses.h"
#include "skin_fit.h"

#include <sartor/diagnose/bind_pose.h>
#include <sartor/pose/sampling.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace sartor::diagnose {
namespace {

using math::DoubleAffine;

// newParentFromJoint = before * parentFromJoint * after, for rest pose and keys alike.
struct LocalChange {
    DoubleAffine before;
    DoubleAffine after;
};

math::Transform changed(const LocalChange& change, const math::Transform& transform) {
    return math::decompose(toFloat(change.before * toDoubleAffine(transform) * change.after))
        .transform;
}

void dropConstant(assets::Track<glm::vec3>& track,
                  const assets::Track<glm::vec3>& before,
                  const glm::vec3& rest) {
    const float reach = 1e-5f * std::max(1.0f, glm::length(rest));
    if (before.isEmpty() &&
        std::all_of(track.values.begin(), track.values.end(), [&](const glm::vec3& value) {
            return glm::distance(value, rest) <= reach;
        })) {
        track = {};
    }
}

void changeTracks(assets::JointTracks& tracks,
                  const math::Transform& rest,
                  const LocalChange& change) {
    std::set<float> times(tracks.translation.times.begin(), tracks.translation.times.end());
    times.insert(tracks.rotation.times.begin(), tracks.rotation.times.end());
    times.insert(tracks.scale.times.begin(), tracks.scale.times.end());
    assets::JointTracks result;
    result.joint = tracks.joint;
    const std::vector<float> sorted(times.begin(), times.end());
    result.translation.times = result.rotation.times = result.scale.times = sorted;
    for (const float time : sorted) {
        math::Transform now = rest;
        pose::sampleTracks(tracks, time, now);
        now = changed(change, now);
        result.translation.values.push_back(now.translation);
        result.rotation.values.push_back(now.rotation);
        result.scale.values.push_back(now.scale);
    }
    // Channels that were not there and say what the rest pose says are not needed.
    const math::Transform newRest = changed(change, rest);
    dropConstant(result.translation, tracks.translation, newRest.translation);
    dropConstant(result.scale, tracks.scale, newRest.scale);
    tracks = std::move(result);
}

// Whether all joints of a skin rest in one place although they were bound in several.
bool isMerged(const RigSkin& skin, std::span<const DoubleAffine> modelFromJoint) {
    bool isSpread = false;
    const DoubleAffine& first = modelFromJoint[skin.joints.front().value()];
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const auto bindFromJoint = inverse(skin.jointFromBind[slot]);
        if (!bindFromJoint) {
            return false;
        }
        const double size = glm::length(bindFromJoint->translation);
        isSpread = isSpread || !isAlike(skin.jointFromBind[slot], skin.jointFromBind[0], size);
        if (skin.isUsed[slot] &&
            !isAlike(first, modelFromJoint[skin.joints[slot].value()], std::max(size, 1e-6))) {
            return false;
        }
    }
    return isSpread;
}

bool unmerge(Rig& rig) {
    const auto merged = modelFromJointAtRest(rig);
    std::map<JointIndex, DoubleAffine> jointFromBind;
    bool isFound = false;
    for (const RigSkin& skin : rig.skins) {
        isFound = isFound || (skin.joints.size() > 1 && isMerged(skin, merged));
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            jointFromBind.emplace(skin.joints[slot], skin.jointFromBind[slot]);
        }
    }
    if (!isFound) {
        return false;
    }
    std::vector<DoubleAffine> modelFromJoint(rig.joints.size());
    std::map<JointIndex, LocalChange> changes;
    const std::vector<assets::Joint> before = rig.joints;
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        const JointIndex parent = rig.joints[i].parent;
        const DoubleAffine modelFromParent =
            parent.isNone() ? DoubleAffine{} : modelFromJoint[parent.value()];
        const DoubleAffine local = toDoubleAffine(rig.joints[i].parentFromJointRest);
        const auto bind = jointFromBind.find(JointIndex(i));
        if (bind == jointFromBind.end()) {
            modelFromJoint[i] = modelFromParent * local;
            continue;
        }
        const auto after = inverse(bind->second);
        const auto parentFromModel = inverse(modelFromParent);
        const auto jointFromParent = inverse(local);
        if (!after || !parentFromModel || !jointFromParent) {
            return false;
        }
        modelFromJoint[i] = merged[i] * *after;
        const DoubleAffine newLocal = *parentFromModel * modelFromJoint[i];
        const LocalChange change{newLocal * bind->second * *jointFromParent, *after};
        rig.joints[i].parentFromJointRest = math::decompose(toFloat(newLocal)).transform;
        changes.emplace(JointIndex(i), change);
    }
    for (assets::ClipData& clip : rig.clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            if (const auto change = changes.find(tracks.joint); change != changes.end()) {
                changeTracks(
                    tracks, before[tracks.joint.value()].parentFromJointRest, change->second);
            }
        }
    }
    return true;
}

bool sortHierarchy(Rig& rig, std::uint32_t index, BindSpace space) {
    std::vector<std::size_t> fileOrder(rig.joints.size());
    std::iota(fileOrder.begin(), fileOrder.end(), 0u);
    std::stable_sort(fileOrder.begin(), fileOrder.end(), [&](std::size_t a, std::size_t b) {
        return rig.joints[a].fileNode < rig.joints[b].fileNode;
    });
    std::vector<DoubleAffine> mistaken(rig.joints.size());
    for (const std::size_t joint : fileOrder) {
        const JointIndex parent = rig.joints[joint].parent;
        const DoubleAffine local = toDoubleAffine(rig.joints[joint].parentFromJointRest);
        mistaken[joint] = parent.isNone() ? local : mistaken[parent.value()] * local;
    }
    return replaceMistaken(rig, index, mistaken, space);
}

// A node without rotation says nothing of the order.
template <class Reorder>
bool reorderQuaternions(Rig& rig, Reorder reorder) {
    for (assets::Joint& joint : rig.joints) {
        glm::quat& rotation = joint.parentFromJointRest.rotation;
        if (std::abs(rotation.w) != 1.0f) {
            rotation = reorder(rotation);
        }
    }
    for (assets::ClipData& clip : rig.clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            for (glm::quat& value : tracks.rotation.values) {
                value = reorder(value);
            }
        }
    }
    return true;
}

// Slots of which several have one joint because the joints share a name.
bool separateNames(Rig& rig, std::uint32_t index) {
    RigSkin& skin = rig.skins[index];
    const auto modelFromJoint = modelFromJointAtRest(rig);
    std::multimap<std::string, JointIndex> jointsOfName;
    std::map<JointIndex, std::size_t> useCount;
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        jointsOfName.emplace(rig.joints[i].name, JointIndex(i));
    }
    for (const JointIndex joint : skin.joints) {
        ++useCount[joint];
    }
    const DoubleAffine common = toDouble(computeSkinFit(rig, index, modelFromJoint).bind.common);
    bool isChanged = false;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        const JointIndex given = skin.joints[slot];
        if (useCount[given] < 2) {
            continue;
        }
        const auto bindFromJoint = inverse(skin.jointFromBind[slot]);
        if (!bindFromJoint) {
            return false;
        }
        const DoubleAffine expected = common * *bindFromJoint;
        double least = std::numeric_limits<double>::infinity();
        const auto [first, last] = jointsOfName.equal_range(rig.joints[given.value()].name);
        for (auto entry = first; entry != last; ++entry) {
            const DoubleAffine& now = modelFromJoint[entry->second.value()];
            double apart = glm::distance(now.translation, expected.translation);
            for (int axis = 0; axis < 3; ++axis) {
                apart = std::max(apart, glm::distance(now.linear[axis], expected.linear[axis]));
            }
            if (apart < least) {
                least = apart;
                skin.joints[slot] = entry->second;
            }
        }
        isChanged = isChanged || skin.joints[slot] != given;
    }
    return isChanged;
}

// Rest transforms of which a joint's scale does not reach the joints below.
std::vector<DoubleAffine> compensatedPose(const Rig& rig, bool isOffsetScaled) {
    std::vector<DoubleAffine> modelFromJoint(rig.joints.size());
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        math::Transform offset;
        math::Transform rest = rig.joints[i].parentFromJointRest;
        offset.translation = std::exchange(rest.translation, glm::vec3(0.0f));
        const JointIndex parent = rig.joints[i].parent;
        math::Transform undone;
        if (!parent.isNone()) {
            undone.scale = 1.0f / rig.joints[parent.value()].parentFromJointRest.scale;
        }
        const DoubleAffine moved = toDoubleAffine(offset);
        const DoubleAffine unscaled = toDoubleAffine(undone);
        const DoubleAffine local =
            (isOffsetScaled ? moved * unscaled : unscaled * moved) * toDoubleAffine(rest);
        modelFromJoint[i] = parent.isNone() ? local : modelFromJoint[parent.value()] * local;
    }
    return modelFromJoint;
}

bool hasScale(const Rig& rig) {
    return std::any_of(rig.joints.begin(), rig.joints.end(), [](const assets::Joint& joint) {
        const glm::vec3 apart = glm::abs(joint.parentFromJointRest.scale - 1.0f);
        return std::max({apart.x, apart.y, apart.z}) > 1e-4f;
    });
}

bool bindWithInheritance(Rig& rig, std::uint32_t index, bool isOffsetScaled, BindSpace space) {
    return hasScale(rig) &&
           replaceMistaken(rig, index, compensatedPose(rig, isOffsetScaled), space);
}

// Scale of the parent taken off each node; only where it is uniform, else it is no TRS.
bool compensateNodes(Rig& rig) {
    if (!hasScale(rig)) {
        return false;
    }
    const std::vector<assets::Joint> before = rig.joints;
    const auto scaleAbove = [&](JointIndex joint) {
        const JointIndex parent = before[joint.value()].parent;
        return parent.isNone() ? glm::vec3(1.0f) : before[parent.value()].parentFromJointRest.scale;
    };
    for (std::size_t i = 0; i < rig.joints.size(); ++i) {
        rig.joints[i].parentFromJointRest.scale /= scaleAbove(JointIndex(i));
    }
    for (assets::ClipData& clip : rig.clips) {
        for (assets::JointTracks& tracks : clip.jointTracks) {
            for (glm::vec3& value : tracks.scale.values) {
                value /= scaleAbove(tracks.joint);
            }
        }
    }
    return true;
}

} // namespace

void proposeHierarchy(Proposals& proposals) {
    proposals.push_back(onSkeleton("palette-merged",
                                   "nodes",
                                   "The inverse bind is taken off the transforms of the joints and "
                                   "their keys.",
                                   unmerge));
    for (const BindSpace space : {BindSpace::Model, BindSpace::Node}) {
        proposals.push_back(
            onSkins("hierarchy-unsorted",
                    "inverse binds",
                    "The inverse bind matrices are computed anew, parents first.",
                    Judge::Binds,
                    [=](Rig& rig, std::uint32_t skin) { return sortHierarchy(rig, skin, space); }));
        for (const bool isOffsetScaled : {true, false}) {
            proposals.push_back(onSkins("scale-inherit",
                                        "inverse binds",
                                        "The joints are bound with the scale that they inherit.",
                                        Judge::Binds,
                                        [=](Rig& rig, std::uint32_t skin) {
                                            return bindWithInheritance(
                                                rig, skin, isOffsetScaled, space);
                                        }));
        }
    }
    const std::string reordered = "The numbers of all rotations, keys too, are put in the order ";
    proposals.push_back(
        onSkeleton("quaternion-order", "wxyz", reordered + "x, y, z, w.", [](Rig& rig) {
            return reorderQuaternions(rig, [](const glm::quat& read) {
                return glm::quat(read.x, read.y, read.z, read.w);
            });
        }));
    proposals.push_back(onSkeleton(
        "quaternion-order", "xyzw", reordered + "that the reader expects.", [](Rig& rig) {
            return reorderQuaternions(rig, [](const glm::quat& read) {
                return glm::quat(read.z, read.w, read.x, read.y);
            });
        }));
    proposals.push_back(onSkins("duplicate-joint-names",
                                "joints",
                                "Each slot gets the joint of that name which was bound there.",
                                Judge::Binds,
                                separateNames));
    proposals.push_back(onSkeleton("scale-inherit",
                                   "nodes",
                                   "The scale of the parent is taken off each node and its keys.",
                                   compensateNodes));
}

} // namespace sartor::diagnose
