// SPDX-License-Identifier: Apache-2.0
// What an imported scene looks like at a time, in double precision and by the definition alone:
// sampling, hierarchy, morph targets and linear blend skinning. Written for being right, not fast.
#pragma once

#include <sartor/import/imported_scene.h>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <support/compare.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace sartor::test {

/// Index of the last key at or before the time, and how far it is to the next, in [0, 1].
struct KeySpan {
    std::size_t first = 0;
    std::size_t second = 0;
    double fraction = 0.0;
};

inline KeySpan findKeys(const std::vector<float>& times, double time) {
    std::size_t second = 0;
    while (second < times.size() && static_cast<double>(times[second]) <= time) {
        ++second;
    }
    if (second == 0) {
        return {0, 0, 0.0};
    }
    if (second == times.size()) {
        return {second - 1, second - 1, 0.0};
    }
    const double start = times[second - 1];
    return {second - 1, second, (time - start) / (static_cast<double>(times[second]) - start)};
}

/// Straight between keys. Splines and steps are the matter of other oracles.
inline glm::dvec3
sampleLinear(const assets::Track<glm::vec3>& track, double time, const glm::vec3& rest) {
    if (track.isEmpty()) {
        return glm::dvec3(rest);
    }
    const KeySpan keys = findKeys(track.times, time);
    const glm::dvec3 a(track.values[keys.first]);
    return a + (glm::dvec3(track.values[keys.second]) - a) * keys.fraction;
}

/// Shortest arc between keys: slerp by its definition.
inline glm::dquat
sampleLinear(const assets::Track<glm::quat>& track, double time, const glm::quat& rest) {
    if (track.isEmpty()) {
        return glm::dquat(rest);
    }
    const KeySpan keys = findKeys(track.times, time);
    const glm::dquat a = glm::normalize(glm::dquat(track.values[keys.first]));
    glm::dquat b = glm::normalize(glm::dquat(track.values[keys.second]));
    double cosine = glm::dot(a, b);
    if (cosine < 0.0) {
        b = -b;
        cosine = -cosine;
    }
    const double angle = std::acos(std::min(cosine, 1.0));
    if (angle < 1e-9) {
        return glm::normalize(a * (1.0 - keys.fraction) + b * keys.fraction);
    }
    return glm::normalize(
        (a * std::sin((1.0 - keys.fraction) * angle) + b * std::sin(keys.fraction * angle)) /
        std::sin(angle));
}

inline glm::dmat4
matrixOf(const glm::dvec3& translation, const glm::dquat& rotation, const glm::dvec3& scale) {
    return glm::translate(glm::dmat4(1.0), translation) * glm::mat4_cast(rotation) *
           glm::scale(glm::dmat4(1.0), scale);
}

inline glm::dmat4 matrixOf(const math::Affine& affine) {
    return glm::dmat4(math::toMat4(affine));
}

/// modelFromJoint of every joint; without a clip the rest pose.
inline std::vector<glm::dmat4>
modelFromJointAt(const import::ImportedScene& scene, const assets::Clip* clip, double time) {
    std::vector<glm::dmat4> modelFromJoint;
    for (std::size_t i = 0; i < scene.skeleton->jointCount(); ++i) {
        const assets::Joint& joint = scene.skeleton->joint(JointIndex(i));
        assets::JointTracks tracks;
        if (clip != nullptr) {
            for (const assets::JointTracks& candidate : clip->jointTracks()) {
                if (candidate.joint == JointIndex(i)) {
                    tracks = candidate;
                }
            }
        }
        const math::Transform& rest = joint.parentFromJointRest;
        const glm::dmat4 parentFromJoint =
            matrixOf(sampleLinear(tracks.translation, time, rest.translation),
                     sampleLinear(tracks.rotation, time, rest.rotation),
                     sampleLinear(tracks.scale, time, rest.scale));
        modelFromJoint.push_back(joint.parent.isNone()
                                     ? parentFromJoint
                                     : modelFromJoint[joint.parent.value()] * parentFromJoint);
    }
    return modelFromJoint;
}

inline std::vector<double>
morphWeightsAt(const import::MeshInstance& instance, const assets::Clip* clip, double time) {
    std::vector<double> weights(instance.defaultMorphWeights.begin(),
                                instance.defaultMorphWeights.end());
    if (clip == nullptr) {
        return weights;
    }
    for (const assets::MorphWeightTrack& track : clip->morphWeightTracks()) {
        if (track.node != instance.node) {
            continue;
        }
        const KeySpan keys = findKeys(track.weights.times, time);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double a = track.weights.values[keys.first * track.targetCount + i];
            const double b = track.weights.values[keys.second * track.targetCount + i];
            weights[i] = a + (b - a) * keys.fraction;
        }
    }
    return weights;
}

/// Positions in model space, in the file's units: morph targets, then linear blend skinning with
/// weights divided by their sum; a mesh without skin follows its node.
inline std::vector<glm::dvec3> deformedPositionsAt(const import::ImportedScene& scene,
                                                   const import::MeshInstance& instance,
                                                   const assets::Clip* clip,
                                                   double time) {
    const std::vector<glm::dmat4> modelFromJoint = modelFromJointAt(scene, clip, time);
    std::vector<glm::dvec3> positions;
    for (const glm::vec3& position : instance.mesh->positions()) {
        positions.emplace_back(position);
    }
    const std::vector<double> morphWeights = morphWeightsAt(instance, clip, time);
    for (std::size_t i = 0; i < morphWeights.size(); ++i) {
        const assets::MorphTarget& target = instance.morphs->targets()[i];
        for (std::size_t k = 0; k < target.positionDeltas.size(); ++k) {
            positions[target.vertices[k]] += morphWeights[i] * glm::dvec3(target.positionDeltas[k]);
        }
    }
    const assets::FileInfluences* influences = instance.mesh->fileInfluences();
    const bool isSkinned = instance.skin && influences != nullptr;
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        glm::dmat4 modelFromBind = modelFromJoint[instance.node.value()];
        if (isSkinned) {
            const assets::Skin& skin = *scene.skins[*instance.skin];
            glm::dmat4 sum(0.0);
            double weightSum = 0.0;
            for (std::size_t slot = 0; slot < influences->slotsPerVertex; ++slot) {
                const std::size_t at = vertex * influences->slotsPerVertex + slot;
                const double weight = influences->weights[at];
                if (weight > 0.0) {
                    const SkinJointIndex joint(influences->joints[at]);
                    sum += weight * (modelFromJoint[skin.joint(joint).value()] *
                                     matrixOf(skin.jointFromBind()[joint.value()]));
                    weightSum += weight;
                }
            }
            modelFromBind = sum / weightSum;
        }
        positions[vertex] = glm::dvec3(modelFromBind * glm::dvec4(positions[vertex], 1.0));
    }
    return positions;
}

/// The same for all meshes, in metres.
inline std::vector<glm::dvec3>
metresAt(const import::ImportedScene& scene, const assets::Clip* clip, double time) {
    std::vector<glm::dvec3> all;
    for (const import::MeshInstance& instance : scene.instances) {
        for (const glm::dvec3& position : deformedPositionsAt(scene, instance, clip, time)) {
            all.push_back(position * static_cast<double>(scene.metresPerUnit));
        }
    }
    return all;
}

/// Diagonal of the box around the positions.
inline double sizeOf(const std::vector<glm::dvec3>& positions) {
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high(-std::numeric_limits<double>::infinity());
    for (const glm::dvec3& position : positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    return glm::length(high - low);
}

/// Largest difference of two elements.
inline double largestDifference(const glm::dmat4& a, const glm::dmat4& b) {
    double largest = 0.0;
    for (int column = 0; column < 4; ++column) {
        largest = std::max(largest, maxAbsDiff(a[column], b[column]));
    }
    return largest;
}

} // namespace sartor::test
