// SPDX-License-Identifier: Apache-2.0
// One vertex under linear blend skinning.
#include "explain_verdict.h"
#include "linear_measures.h"

#include <sartor/diagnose/explain.h>
#include <sartor/math/double_affine.h>
#include <sartor/math/singular_values.h>

#include <glm/matrix.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

Status checkShapes(const ExplainInput& input) {
    const std::size_t vertexCount = input.mesh.vertexCount();
    if (input.vertex >= vertexCount) {
        return Error{"explain.vertex_out_of_range",
                     "explain: vertex " + std::to_string(input.vertex) + " of mesh '" +
                         input.mesh.name() + "', which has " + std::to_string(vertexCount)};
    }
    const auto mismatch = [](const std::string& what, std::size_t size, std::size_t expected) {
        return Error{"explain.shape",
                     "explain: " + std::to_string(size) + " " + what + ", expected " +
                         std::to_string(expected)};
    };
    if (input.influences.vertexCount() != vertexCount) {
        return mismatch("rows of influences", input.influences.vertexCount(), vertexCount);
    }
    if (input.jointFromBind.size() != input.joints.size()) {
        return mismatch("inverse binds", input.jointFromBind.size(), input.joints.size());
    }
    if (input.modelFromJoint.size() != input.skeleton.jointCount()) {
        return mismatch(
            "model transforms", input.modelFromJoint.size(), input.skeleton.jointCount());
    }
    if (input.morphs && input.morphWeights.size() != input.morphs->targetCount()) {
        return mismatch("morph weights", input.morphWeights.size(), input.morphs->targetCount());
    }
    for (std::uint32_t i = input.influences.offsets()[input.vertex];
         i < input.influences.offsets()[input.vertex + 1];
         ++i) {
        const std::uint32_t slot = input.influences.joints()[i].value();
        if (slot >= input.joints.size() ||
            input.joints[slot].value() >= input.modelFromJoint.size()) {
            return Error{"explain.shape",
                         "explain: vertex " + std::to_string(input.vertex) + " follows slot " +
                             std::to_string(slot) + ", which names no joint of the pose"};
        }
    }
    return {};
}

glm::dvec3 morphedPosition(const ExplainInput& input) {
    glm::dvec3 position(input.mesh.positions()[input.vertex]);
    if (!input.morphs) {
        return position;
    }
    for (std::size_t t = 0; t < input.morphs->targetCount(); ++t) {
        const assets::MorphTarget& target = input.morphs->targets()[t];
        const auto found =
            std::lower_bound(target.vertices.begin(), target.vertices.end(), input.vertex);
        if (target.positionDeltas.empty() || found == target.vertices.end() ||
            *found != input.vertex) {
            continue;
        }
        const auto entry = static_cast<std::size_t>(found - target.vertices.begin());
        position +=
            static_cast<double>(input.morphWeights[t]) * glm::dvec3(target.positionDeltas[entry]);
    }
    return position;
}

// The two heaviest influences, ties in order.
std::pair<std::size_t, std::size_t> heaviestTwo(std::span<const InfluenceStep> influences) {
    std::size_t first = 0;
    for (std::size_t i = 1; i < influences.size(); ++i) {
        first = influences[i].weight > influences[first].weight ? i : first;
    }
    std::size_t second = first == 0 ? 1 : 0;
    for (std::size_t i = 0; i < influences.size(); ++i) {
        if (i != first && influences[i].weight > influences[second].weight) {
            second = i;
        }
    }
    return {first, second};
}

Retention measureRetention(std::span<const InfluenceStep> influences,
                           std::span<const glm::dmat3> linear) {
    Retention retention;
    std::tie(retention.first, retention.second) = heaviestTwo(influences);
    const double firstWeight = influences[retention.first].weight;
    const double secondWeight = influences[retention.second].weight;
    retention.secondShare = secondWeight / (firstWeight + secondWeight);
    const auto firstFromModel =
        inverse(math::DoubleAffine{linear[retention.first], glm::dvec3(0.0)});
    if (firstFromModel) {
        retention.degrees = rotationDegrees(firstFromModel->linear * linear[retention.second]);
    }
    retention.predicted = predictRetention(retention.secondShare, retention.degrees);
    retention.isMirrored =
        glm::determinant(linear[retention.first]) * glm::determinant(linear[retention.second]) <
        0.0;
    glm::dmat3 blended(0.0);
    double size = 0.0;
    for (std::size_t i = 0; i < influences.size(); ++i) {
        blended += influences[i].weight * linear[i];
        // The map's own thinness is its joint's doing, not the blend's.
        size += influences[i].weight * math::singularValues(linear[i]).sigma[2];
    }
    retention.determinant = glm::determinant(blended);
    retention.measured = size > 0.0 ? math::singularValues(blended).sigma[2] / size : 0.0;
    return retention;
}

} // namespace

double predictRetention(double secondShare, double degrees) {
    const double cosine = std::cos(glm::radians(degrees));
    const double squared = 1.0 - 2.0 * secondShare * (1.0 - secondShare) * (1.0 - cosine);
    return std::sqrt(std::max(squared, 0.0));
}

Result<VertexExplanation> explainLinearBlend(const ExplainInput& input) {
    if (Status status = checkShapes(input); !status) {
        return status.error();
    }
    VertexExplanation explanation;
    explanation.vertex = input.vertex;
    if (const assets::FileInfluences* file = input.mesh.fileInfluences()) {
        const std::size_t first = std::size_t{input.vertex} * file->slotsPerVertex;
        for (std::size_t slot = first; slot < first + file->slotsPerVertex; ++slot) {
            explanation.fileSlots.push_back({file->joints[slot], file->weights[slot]});
            explanation.fileWeightSum += static_cast<double>(file->weights[slot]);
        }
    }
    explanation.positionMesh = glm::dvec3(input.mesh.positions()[input.vertex]);
    explanation.positionBind = morphedPosition(input);
    std::vector<glm::dmat3> linear;
    for (std::uint32_t i = input.influences.offsets()[input.vertex];
         i < input.influences.offsets()[input.vertex + 1];
         ++i) {
        InfluenceStep step;
        step.slot = input.influences.joints()[i];
        step.joint = input.joints[step.slot.value()];
        step.weight = static_cast<double>(input.influences.weights()[i]);
        const math::DoubleAffine jointFromBind = toDouble(input.jointFromBind[step.slot.value()]);
        const math::DoubleAffine modelFromJoint =
            toDouble(input.modelFromJoint[step.joint.value()]);
        step.positionJoint = transformPoint(jointFromBind, explanation.positionBind);
        step.positionModel = transformPoint(modelFromJoint, step.positionJoint);
        step.contribution = step.weight * step.positionModel;
        explanation.positionModel += step.contribution;
        step.runningSum = explanation.positionModel;
        explanation.weightSum += step.weight;
        explanation.influences.push_back(step);
        linear.push_back(modelFromJoint.linear * jointFromBind.linear);
    }
    if (explanation.influences.size() > 1) {
        explanation.retention = measureRetention(explanation.influences, linear);
    }
    ThinVerdict verdict = judgeThinness(input, explanation);
    explanation.cause = verdict.cause;
    explanation.verdict = std::move(verdict.text);
    return explanation;
}

} // namespace sartor::diagnose
