// SPDX-License-Identifier: Apache-2.0
// Bind-pose identity: common map, groups, residuals.
#include "linear_measures.h"

#include <sartor/base/assert.h>
#include <sartor/diagnose/bind_pose.h>
#include <sartor/math/double_affine.h>
#include <sartor/math/singular_values.h>
#include <sartor/pose/local_to_model.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace sartor::diagnose {
namespace {

constexpr double kSingularRatio = 1e-6;

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0.0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Where a map carries the four points of the metric.
using Image = std::array<glm::dvec3, 4>;

// Everything about one slot that the groups and residuals are made from.
struct Slot {
    math::DoubleAffine modelFromBind;
    // Place of the joint when the skin was bound; none where the inverse bind has no inverse.
    std::optional<glm::dvec3> positionBind;
    Image image{};
    bool isFinite = true;
};

// The part of bind space that the skin occupies, robust against single wrong joints.
struct Region {
    glm::dvec3 middleBind = glm::dvec3(0.0);
    double radiusBind = 1.0;
    // radiusBind as the maps carry it to model space.
    double radiusModel = 1.0;
};

Region findRegion(std::span<const Slot> slots) {
    Region region;
    std::vector<double> values;
    for (int axis = 0; axis < 3; ++axis) {
        values.clear();
        for (const Slot& slot : slots) {
            if (slot.positionBind) {
                values.push_back((*slot.positionBind)[axis]);
            }
        }
        region.middleBind[axis] = median(values);
    }
    values.clear();
    for (const Slot& slot : slots) {
        if (slot.positionBind && *slot.positionBind != region.middleBind) {
            values.push_back(glm::distance(*slot.positionBind, region.middleBind));
        }
    }
    if (!values.empty()) {
        region.radiusBind = median(values);
    }
    values.clear();
    for (const Slot& slot : slots) {
        if (slot.isFinite) {
            values.push_back(region.radiusBind *
                             math::singularValues(slot.modelFromBind.linear).sigma[0]);
        }
    }
    const double radius = median(values);
    region.radiusModel = radius > 0.0 ? radius : region.radiusBind;
    return region;
}

Image imageOf(const math::DoubleAffine& modelFromBind, const Region& region) {
    Image image;
    image[0] = transformPoint(modelFromBind, region.middleBind);
    for (int axis = 0; axis < 3; ++axis) {
        image[static_cast<std::size_t>(axis) + 1] =
            image[0] + modelFromBind.linear[axis] * region.radiusBind;
    }
    return image;
}

double distance(const Image& a, const Image& b, const Region& region) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, glm::distance(a[i], b[i]));
    }
    return largest / region.radiusModel;
}

// Slots whose maps are the same as the map of another one, found by their place along one axis.
class Neighbours {
public:
    Neighbours(std::span<const Slot> slots, const Region& region) : slots_(slots), region_(region) {
        for (std::uint32_t i = 0; i < slots.size(); ++i) {
            if (slots[i].isFinite) {
                sorted_.push_back(i);
            }
        }
        std::sort(sorted_.begin(), sorted_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return place(a) != place(b) ? place(a) < place(b) : a < b;
        });
    }

    std::vector<std::uint32_t> of(std::uint32_t slot) const {
        std::vector<std::uint32_t> found;
        const double reach = kBindTolerance * region_.radiusModel;
        const auto first = std::lower_bound(
            sorted_.begin(), sorted_.end(), place(slot) - reach, [&](std::uint32_t i, double x) {
                return place(i) < x;
            });
        for (auto i = first; i != sorted_.end() && place(*i) <= place(slot) + reach; ++i) {
            if (distance(slots_[*i].image, slots_[slot].image, region_) <= kBindTolerance) {
                found.push_back(*i);
            }
        }
        return found;
    }

    std::span<const std::uint32_t> all() const { return sorted_; }

private:
    double place(std::uint32_t slot) const { return slots_[slot].image[0].x; }

    std::span<const Slot> slots_;
    const Region& region_;
    std::vector<std::uint32_t> sorted_;
};

math::DoubleAffine medianMap(std::span<const Slot> slots, std::span<const SkinJointIndex> members) {
    math::DoubleAffine result;
    std::vector<double> values(members.size());
    const auto medianOf = [&](auto element) {
        std::transform(members.begin(), members.end(), values.begin(), [&](SkinJointIndex slot) {
            return element(slots[slot.value()].modelFromBind);
        });
        return median(values);
    };
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            result.linear[column][row] =
                medianOf([=](const math::DoubleAffine& map) { return map.linear[column][row]; });
        }
        result.translation[column] =
            medianOf([=](const math::DoubleAffine& map) { return map.translation[column]; });
    }
    return result;
}

// Groups of equal maps, largest first, slots without a finite map in groups of their own.
std::vector<BindGroup> findGroups(std::span<const Slot> slots, const Region& region) {
    const Neighbours neighbours(slots, region);
    std::vector<std::pair<std::size_t, std::uint32_t>> order;
    for (const std::uint32_t slot : neighbours.all()) {
        order.emplace_back(neighbours.of(slot).size(), slot);
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<BindGroup> groups;
    std::vector<bool> isTaken(slots.size(), false);
    for (const auto& [count, leader] : order) {
        if (isTaken[leader]) {
            continue;
        }
        BindGroup group;
        for (const std::uint32_t slot : neighbours.of(leader)) {
            if (!isTaken[slot]) {
                isTaken[slot] = true;
                group.members.emplace_back(slot);
            }
        }
        std::sort(group.members.begin(), group.members.end());
        group.modelFromBind = toFloat(medianMap(slots, group.members));
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(), [](const BindGroup& a, const BindGroup& b) {
        return a.members.size() > b.members.size();
    });
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        if (!slots[slot].isFinite) {
            groups.push_back({{SkinJointIndex(slot)}, toFloat(slots[slot].modelFromBind)});
        }
    }
    return groups;
}

// Differences of maps at a place, in the measures that people read.
class Ruler {
public:
    Ruler(const math::DoubleAffine& reference, double size)
        : reference_(reference), inverse_(inverse(reference)), size_(size) {}

    BindDifference measure(const math::DoubleAffine& map, const glm::dvec3& positionBind) const {
        BindDifference difference;
        difference.length = glm::distance(transformPoint(map, positionBind),
                                          transformPoint(reference_, positionBind));
        difference.relativeLength = size_ > 0.0 ? difference.length / size_ : 0.0;
        if (inverse_) {
            const glm::dmat3 between = inverse_->linear * map.linear;
            const glm::dvec3 stretch = math::singularValues(between).sigma;
            difference.degrees = rotationDegrees(between);
            difference.scale = stretch[0] * stretch[2] > 1.0 ? stretch[0] : stretch[2];
        }
        return difference;
    }

private:
    math::DoubleAffine reference_;
    std::optional<math::DoubleAffine> inverse_;
    double size_;
};

glm::dvec3 placeOf(const Slot& slot, const Region& region) {
    return slot.positionBind.value_or(region.middleBind);
}

// Diagonal of the box around the joints; where they all lie in one point, of the box around them
// and where A puts their bind positions.
double sizeOf(std::span<const Slot> slots, const math::DoubleAffine& common, const Region& region) {
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    const auto include = [&](const glm::dvec3& position) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    };
    const auto diagonal = [&] { return low.x <= high.x ? glm::distance(low, high) : 0.0; };
    for (const Slot& slot : slots) {
        if (slot.isFinite) {
            include(transformPoint(slot.modelFromBind, placeOf(slot, region)));
        }
    }
    if (diagonal() == 0.0) {
        for (const Slot& slot : slots) {
            if (slot.isFinite) {
                include(transformPoint(common, placeOf(slot, region)));
            }
        }
    }
    return diagonal();
}

// The nearest joint above that is a joint of the skin as well.
std::optional<std::size_t> slotAbove(const assets::Skeleton& skeleton,
                                     JointIndex joint,
                                     std::span<const std::optional<std::size_t>> slotOfJoint) {
    for (JointIndex above = skeleton.joint(joint).parent; !above.isNone();
         above = skeleton.joint(above).parent) {
        if (slotOfJoint[above.value()]) {
            return slotOfJoint[above.value()];
        }
    }
    return std::nullopt;
}

struct PoseQuestion {
    const assets::Skeleton& skeleton;
    const assets::Skin& skin;
    std::span<const math::Affine> modelFromJoint;
    std::span<const Slot> slots;
    double size; // model space
};

// Joints that do not keep the offset, in the space of the joint above, that they had at binding.
// The common map cancels out of both sides.
std::size_t countMoved(const PoseQuestion& question) {
    std::size_t moved = 0;
    std::vector<std::optional<std::size_t>> slotOfJoint(question.skeleton.jointCount());
    for (std::size_t slot = 0; slot < question.skin.jointCount(); ++slot) {
        slotOfJoint[question.skin.joints()[slot].value()] = slot;
    }
    for (std::size_t slot = 0; slot < question.skin.jointCount(); ++slot) {
        const JointIndex joint = question.skin.joints()[slot];
        const auto above = slotAbove(question.skeleton, joint, slotOfJoint);
        if (!question.slots[slot].isFinite || !question.slots[slot].positionBind) {
            ++moved;
            continue;
        }
        if (!above) {
            continue;
        }
        const JointIndex aboveJoint = question.skin.joints()[*above];
        const auto aboveFromModel = inverse(toDouble(question.modelFromJoint[aboveJoint.value()]));
        if (!aboveFromModel) {
            ++moved;
            continue;
        }
        const glm::dvec3 now = transformPoint(
            *aboveFromModel, glm::dvec3(question.modelFromJoint[joint.value()].translation));
        const glm::dvec3 atBinding = transformPoint(toDouble(question.skin.jointFromBind()[*above]),
                                                    *question.slots[slot].positionBind);
        const double length = std::max(glm::length(now), glm::length(atBinding));
        // What float matrices leave of a short offset far from the origin.
        const double rounding =
            1e-5 * question.size * math::singularValues(aboveFromModel->linear).sigma[0];
        if (glm::distance(now, atBinding) > kBindTolerance * length + rounding) {
            ++moved;
        }
    }
    return moved;
}

std::vector<Slot> makeSlots(const assets::Skin& skin,
                            std::span<const math::Affine> modelFromJoint) {
    std::vector<Slot> slots(skin.jointCount());
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const math::DoubleAffine jointFromBind = toDouble(skin.jointFromBind()[i]);
        slots[i].modelFromBind = toDouble(modelFromJoint[skin.joints()[i].value()]) * jointFromBind;
        slots[i].isFinite = isFinite(slots[i].modelFromBind);
        if (const auto bindFromJoint = inverse(jointFromBind)) {
            slots[i].positionBind = bindFromJoint->translation;
        }
    }
    return slots;
}

CommonMap classify(const math::DoubleAffine& common,
                   std::optional<math::Affine> modelFromNode,
                   const Region& region) {
    const Image image = imageOf(common, region);
    if (distance(image, imageOf(math::DoubleAffine{}, region), region) <= kBindTolerance) {
        return CommonMap::Identity;
    }
    if (modelFromNode && math::isFinite(*modelFromNode) &&
        distance(image, imageOf(toDouble(*modelFromNode), region), region) <= kBindTolerance) {
        return CommonMap::NodeTransform;
    }
    return CommonMap::Other;
}

} // namespace

BindPose computeBindPose(const assets::Skeleton& skeleton,
                         const assets::Skin& skin,
                         std::span<const math::Affine> modelFromJoint,
                         std::optional<JointIndex> meshNode) {
    SARTOR_ASSERT(modelFromJoint.size() == skeleton.jointCount());
    BindPose result;
    std::vector<Slot> slots = makeSlots(skin, modelFromJoint);
    const Region region = findRegion(slots);
    for (Slot& slot : slots) {
        slot.image = imageOf(slot.modelFromBind, region);
    }
    result.groups = findGroups(slots, region);
    if (result.groups.empty()) {
        return result;
    }
    const math::DoubleAffine common = medianMap(slots, result.groups.front().members);
    result.common = toFloat(common);
    result.size = sizeOf(slots, common, region);
    const Ruler fromCommon(common, result.size);
    const Image commonImage = imageOf(common, region);
    result.joints.resize(slots.size());
    for (std::size_t group = 0; group < result.groups.size(); ++group) {
        for (const SkinJointIndex index : result.groups[group].members) {
            const Slot& slot = slots[index.value()];
            JointBind& joint = result.joints[index.value()];
            joint.joint = skin.joint(index);
            joint.modelFromBind = toFloat(slot.modelFromBind);
            joint.group = group;
            const glm::dmat3 inverseBind(skin.jointFromBind()[index.value()].linear);
            const glm::dvec3 stretch = math::singularValues(inverseBind).sigma;
            joint.isSingular = !(stretch[2] > kSingularRatio * stretch[0]);
            joint.isFinite = slot.isFinite;
            if (!slot.isFinite) {
                continue;
            }
            joint.residual = fromCommon.measure(slot.modelFromBind, placeOf(slot, region));
            joint.isMirrored = glm::determinant(slot.modelFromBind.linear) < 0.0;
            result.spread = std::max(result.spread, distance(slot.image, commonImage, region));
        }
    }
    result.commonDifference =
        Ruler(math::DoubleAffine{}, result.size).measure(common, region.middleBind);
    result.commonMap = classify(
        common, meshNode ? std::optional(modelFromJoint[meshNode->value()]) : std::nullopt, region);
    const std::size_t agreeing = result.groups.front().members.size();
    const std::size_t moved = countMoved({skeleton, skin, modelFromJoint, slots, result.size});
    const bool isMostlyTurned = 2 * agreeing < slots.size() && 10 * moved <= slots.size();
    result.isOtherPose = result.groups.size() > 1 && (moved == 0 || isMostlyTurned);
    return result;
}

std::vector<BindPose> computeBindPosesAtRest(const import::ImportedScene& scene) {
    const std::vector<math::Affine> modelFromJoint = pose::modelFromJointAtRest(*scene.skeleton);
    std::vector<BindPose> poses;
    for (std::uint32_t skin = 0; skin < scene.skins.size(); ++skin) {
        const auto user = std::find_if(scene.instances.begin(),
                                       scene.instances.end(),
                                       [&](const auto& instance) { return instance.skin == skin; });
        poses.push_back(computeBindPose(*scene.skeleton,
                                        *scene.skins[skin],
                                        modelFromJoint,
                                        user != scene.instances.end() ? std::optional(user->node)
                                                                      : std::nullopt));
    }
    return poses;
}

} // namespace sartor::diagnose
