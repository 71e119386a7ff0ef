// SPDX-License-Identifier: Apache-2.0
// Weighted means of local poses and of morph weights.
#include "blend_weight.h"

#include <sartor/base/assert.h>
#include <sartor/pose/blending.h>

#include <algorithm>
#include <cmath>

namespace sartor::pose {
namespace {

double usable(float weight) {
    return static_cast<double>(usableBlendWeight(weight));
}

double weightAt(const BlendInput& input, std::size_t joint) {
    const double weight = usable(input.weight);
    return input.jointWeights.empty() ? weight : weight * usable(input.jointWeights[joint]);
}

// Sum of the weights of a joint, and the input that has the most of it.
struct Share {
    double sum = 0.0;
    std::size_t heaviest = 0;
    bool isOneInput = true;
};

Share shareAt(std::span<const BlendInput> inputs, std::size_t joint) {
    Share share;
    double most = 0.0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const double weight = weightAt(inputs[i], joint);
        share.isOneInput = share.isOneInput && (weight == 0.0 || share.sum == 0.0);
        share.sum += weight;
        if (weight > most) {
            most = weight;
            share.heaviest = i;
        }
    }
    return share;
}

// The unit quaternion that maximises the weighted sum of squared dot products with all inputs: the
// dominant eigenvector of sum(w q qT). Squaring the matrix ten times leaves that eigenvector alone
// wherever the second is not nearly as large, in which case either is as good.
glm::dquat principalAxis(std::span<const BlendInput> inputs, std::size_t joint) {
    glm::dmat4 matrix(0.0);
    for (const BlendInput& input : inputs) {
        const double weight = weightAt(input, joint);
        if (weight > 0.0) {
            const glm::quat& q = input.parentFromJoint[joint].rotation;
            const glm::dvec4 column(q.x, q.y, q.z, q.w);
            matrix += weight * glm::outerProduct(column, column);
        }
    }
    for (int i = 0; i < 10; ++i) {
        matrix /= matrix[0][0] + matrix[1][1] + matrix[2][2] + matrix[3][3];
        matrix = matrix * matrix;
    }
    int longest = 0;
    for (int column = 1; column < 4; ++column) {
        if (matrix[column][column] > matrix[longest][longest]) {
            longest = column;
        }
    }
    const glm::dvec4 axis = glm::normalize(matrix[longest]);
    return glm::dquat(axis.w, axis.x, axis.y, axis.z);
}

// A rotation in whose hemisphere the inputs are added.
glm::quat hemisphereAt(std::span<const BlendInput> inputs, const Share& share, std::size_t joint) {
    const glm::quat& heaviest = inputs[share.heaviest].parentFromJoint[joint].rotation;
    // Quaternions within 45 degrees of one, up to sign, are within 90 degrees of each other, and so
    // is their principal axis: then any of them gives the same signs as the axis.
    constexpr float kCosine45 = 0.7071068f;
    std::size_t count = 0;
    bool isClose = true;
    for (const BlendInput& input : inputs) {
        if (weightAt(input, joint) > 0.0) {
            ++count;
            isClose = isClose && std::abs(glm::dot(input.parentFromJoint[joint].rotation,
                                                   heaviest)) > kCosine45;
        }
    }
    // The axis of two lies between them.
    return isClose || count == 2 ? heaviest : glm::quat(principalAxis(inputs, joint));
}

math::Transform
blendJoint(std::span<const BlendInput> inputs, const Share& share, std::size_t joint) {
    const glm::quat hemisphere = hemisphereAt(inputs, share, joint);
    math::Transform result;
    result.translation = glm::vec3(0.0f);
    result.rotation = glm::quat(0.0f, 0.0f, 0.0f, 0.0f);
    result.scale = glm::vec3(0.0f);
    for (const BlendInput& input : inputs) {
        const double weight = weightAt(input, joint);
        if (weight > 0.0) {
            const math::Transform& value = input.parentFromJoint[joint];
            const float part = static_cast<float>(weight / share.sum);
            const bool isOpposite = glm::dot(value.rotation, hemisphere) < 0.0f;
            result.translation += value.translation * part;
            result.rotation = result.rotation + value.rotation * (isOpposite ? -part : part);
            result.scale += value.scale * part;
        }
    }
    result.rotation = glm::normalize(result.rotation);
    return result;
}

} // namespace

void blendPoses(std::span<const BlendInput> inputs,
                std::span<const math::Transform> otherwise,
                std::span<math::Transform> parentFromJoint) {
    SARTOR_ASSERT(otherwise.size() == parentFromJoint.size());
    for (const BlendInput& input : inputs) {
        SARTOR_ASSERT(input.parentFromJoint.size() == parentFromJoint.size());
        SARTOR_ASSERT(input.jointWeights.empty() ||
                      input.jointWeights.size() == parentFromJoint.size());
    }
    for (std::size_t joint = 0; joint < parentFromJoint.size(); ++joint) {
        const Share share = shareAt(inputs, joint);
        parentFromJoint[joint] = share.sum == 0.0   ? otherwise[joint]
                                 : share.isOneInput ? inputs[share.heaviest].parentFromJoint[joint]
                                                    : blendJoint(inputs, share, joint);
    }
}

void blendMorphWeights(std::span<const MorphBlendInput> inputs,
                       std::span<const float> otherwise,
                       std::span<float> morphWeights) {
    SARTOR_ASSERT(otherwise.size() == morphWeights.size());
    double sum = 0.0;
    std::size_t count = 0;
    std::span<const float> last = otherwise;
    for (const MorphBlendInput& input : inputs) {
        SARTOR_ASSERT(input.morphWeights.size() == morphWeights.size());
        if (usable(input.weight) > 0.0) {
            sum += usable(input.weight);
            ++count;
            last = input.morphWeights;
        }
    }
    if (count <= 1) {
        std::copy(last.begin(), last.end(), morphWeights.begin());
        return;
    }
    for (std::size_t i = 0; i < morphWeights.size(); ++i) {
        double value = 0.0;
        for (const MorphBlendInput& input : inputs) {
            if (const double weight = usable(input.weight); weight > 0.0) {
                value += weight / sum * static_cast<double>(input.morphWeights[i]);
            }
        }
        morphWeights[i] = static_cast<float>(value);
    }
}

} // namespace sartor::pose
