// SPDX-License-Identifier: Apache-2.0
// Deforms characters in double, without any code of the pose and deform modules.
#include "shape_compare.h"

#include <sartor/math/random.h>

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::test {

namespace {

using import::ImportedScene;
using math::DoubleAffine;

constexpr std::size_t kRandomPoseCount = 8;
constexpr std::size_t kMomentsPerClip = 4;
constexpr std::size_t kSampleCount = 2000;

DoubleAffine affineOf(const glm::dvec3& translation, const glm::dquat& rotation, glm::dvec3 scale) {
    DoubleAffine affine{glm::dmat3(glm::mat3_cast(glm::normalize(rotation))), translation};
    for (int axis = 0; axis < 3; ++axis) {
        affine.linear[axis] *= scale[axis];
    }
    return affine;
}

// Of the key before the moment; for cubic tracks half way to the next key, where there is one: the
// Hermite basis at 1/2 is 1/2, 1/8, 1/2, -1/8.
template <class Wide, class T>
Wide valueAt(const assets::Track<T>& track, std::size_t moment, const T& rest) {
    if (track.isEmpty()) {
        return Wide(rest);
    }
    const std::size_t key = moment * track.times.size() / kMomentsPerClip;
    if (track.interpolation != assets::Interpolation::CubicSpline) {
        return Wide(track.values[key]);
    }
    if (key + 1 == track.times.size()) {
        return Wide(track.values[3 * key + 1]);
    }
    const double dt = static_cast<double>(track.times[key + 1] - track.times[key]);
    return 0.5 * Wide(track.values[3 * key + 1]) + 0.125 * dt * Wide(track.values[3 * key + 2]) +
           0.5 * Wide(track.values[3 * key + 4]) + -0.125 * dt * Wide(track.values[3 * key + 3]);
}

std::vector<DoubleAffine> localsAtRest(const ImportedScene& scene) {
    std::vector<DoubleAffine> locals;
    for (const assets::Joint& joint : scene.skeleton->joints()) {
        const math::Transform& rest = joint.parentFromJointRest;
        locals.push_back(affineOf(
            glm::dvec3(rest.translation), glm::dquat(rest.rotation), glm::dvec3(rest.scale)));
    }
    return locals;
}

// Pose 0 is the rest pose; the random ones follow, then the moments of clips.
std::vector<DoubleAffine> localsOf(const ImportedScene& scene, std::size_t pose) {
    std::vector<DoubleAffine> locals = localsAtRest(scene);
    if (pose > kRandomPoseCount) {
        const std::size_t moment = pose - kRandomPoseCount - 1;
        for (const assets::JointTracks& tracks :
             scene.clips[moment / kMomentsPerClip]->jointTracks()) {
            const math::Transform& rest =
                scene.skeleton->joints()[tracks.joint.value()].parentFromJointRest;
            const std::size_t at = moment % kMomentsPerClip;
            locals[tracks.joint.value()] =
                affineOf(valueAt<glm::dvec3>(tracks.translation, at, rest.translation),
                         valueAt<glm::dquat>(tracks.rotation, at, rest.rotation),
                         valueAt<glm::dvec3>(tracks.scale, at, rest.scale));
        }
    } else if (pose > 0) {
        math::Random random(static_cast<std::uint32_t>(pose) * 7919u + 17u);
        for (DoubleAffine& local : locals) {
            const glm::dvec3 axis = glm::normalize(glm::dvec3(random.uniform(-1.0f, 1.0f),
                                                              random.uniform(-1.0f, 1.0f),
                                                              random.uniform(0.1f, 1.0f)));
            const double angle = glm::radians(static_cast<double>(random.uniform(-40.0f, 40.0f)));
            local.linear = local.linear * glm::dmat3(glm::mat3_cast(glm::angleAxis(angle, axis)));
        }
    }
    return locals;
}

std::vector<glm::dvec3> deformed(const ImportedScene& scene, std::size_t pose) {
    std::vector<DoubleAffine> model = localsOf(scene, pose);
    for (std::size_t i = 0; i < model.size(); ++i) {
        const JointIndex parent = scene.skeleton->joints()[i].parent;
        if (!parent.isNone()) {
            model[i] = model[parent.value()] * model[i];
        }
    }
    std::vector<glm::dvec3> positions;
    for (const import::MeshInstance& instance : scene.instances) {
        const assets::FileInfluences* influences = instance.mesh->fileInfluences();
        if (!instance.skin || influences == nullptr) {
            continue;
        }
        const assets::Skin& skin = *scene.skins[*instance.skin];
        std::vector<DoubleAffine> modelFromBind;
        for (std::size_t slot = 0; slot < skin.jointCount(); ++slot) {
            modelFromBind.push_back(model[skin.joints()[slot].value()] *
                                    math::toDouble(skin.jointFromBind()[slot]));
        }
        const std::size_t count = instance.mesh->vertexCount();
        const std::size_t step = pose == 1 ? 1 : (count + kSampleCount - 1) / kSampleCount;
        for (std::size_t vertex = 0; vertex < count; vertex += step) {
            glm::dvec3 sum(0.0);
            const glm::dvec3 positionBind(instance.mesh->positions()[vertex]);
            for (std::size_t i = vertex * influences->slotsPerVertex;
                 i < (vertex + 1) * influences->slotsPerVertex;
                 ++i) {
                if (influences->weights[i] != 0.0f &&
                    influences->joints[i] < modelFromBind.size()) {
                    sum += static_cast<double>(influences->weights[i]) *
                           math::transformPoint(modelFromBind[influences->joints[i]], positionBind);
                }
            }
            positions.push_back(sum);
        }
    }
    return positions;
}

double radiusOf(const std::vector<glm::dvec3>& positions) {
    glm::dvec3 middle(0.0);
    for (const glm::dvec3& position : positions) {
        middle += position / static_cast<double>(positions.size());
    }
    double radius = 0.0;
    for (const glm::dvec3& position : positions) {
        radius = std::max(radius, glm::distance(position, middle));
    }
    return radius;
}

std::size_t clipPoses(const ImportedScene& scene) {
    return kMomentsPerClip * std::min<std::size_t>(scene.clips.size(), 2);
}

} // namespace

PosedShape::PosedShape(const ImportedScene& scene) : clipPoseCount_(clipPoses(scene)) {
    for (std::size_t pose = 0; pose <= kRandomPoseCount + clipPoseCount_; ++pose) {
        positionsModel_.push_back(deformed(scene, pose));
    }
    radius_ = radiusOf(positionsModel_[0]);
}

double PosedShape::difference(const ImportedScene& other, double enough) const {
    if (clipPoses(other) != clipPoseCount_) {
        return HUGE_VAL;
    }
    double largest = 0.0;
    for (std::size_t pose = 0; pose < positionsModel_.size() && largest <= enough; ++pose) {
        const std::vector<glm::dvec3> positions = deformed(other, pose);
        if (positions.size() != positionsModel_[pose].size()) {
            return HUGE_VAL;
        }
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const double distance = glm::distance(positions[i], positionsModel_[pose][i]) / radius_;
            largest = std::isfinite(distance) ? std::max(largest, distance) : HUGE_VAL;
        }
    }
    return largest;
}

} // namespace sartor::test
