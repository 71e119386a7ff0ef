// SPDX-License-Identifier: Apache-2.0
// Mistakes with the weights.
#include "doctor_hypotheses.h"

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr double kSquareTolerance = 2e-3;

// Divides the weights of every vertex by divisorOf(vertex); false where that is none for one.
template <class DivisorOf>
bool divideWeights(Rig& rig, std::uint32_t skin, DivisorOf divisorOf) {
    bool isChanged = false;
    for (RigMesh& mesh : rig.meshes) {
        if (mesh.skin != skin || mesh.weightError <= rig.weightTolerance) {
            continue;
        }
        const std::size_t width = mesh.influences.slotsPerVertex;
        for (std::size_t vertex = 0; vertex < mesh.influences.vertexCount(); ++vertex) {
            if (weightSum(mesh.influences, vertex) == 0.0) {
                continue;
            }
            const auto row = std::span(mesh.influences.weights).subspan(vertex * width, width);
            const std::optional<double> divisor = divisorOf(std::span<const float>(row));
            if (!divisor) {
                return false;
            }
            for (float& weight : row) {
                weight = static_cast<float>(static_cast<double>(weight) / *divisor);
            }
            isChanged = true;
        }
        recount(mesh, rig.skins[skin].joints.size());
    }
    return isChanged;
}

double sumOf(std::span<const float> row) {
    double sum = 0.0;
    for (const float weight : row) {
        sum += std::isfinite(weight) ? static_cast<double>(weight) : 0.0;
    }
    return sum;
}

bool isByteRow(std::span<const float> row) {
    return std::all_of(row.begin(), row.end(), [](float weight) {
        return weight >= 0.0f && weight <= 255.0f && weight == std::floor(weight);
    });
}

bool divideBy255(Rig& rig, std::uint32_t skin) {
    // Rounding to bytes may leave each slot off by a half.
    return divideWeights(rig, skin, [](std::span<const float> row) -> std::optional<double> {
        const double sum = sumOf(row);
        const bool isNear = std::abs(sum - 255.0) <= 0.5 * static_cast<double>(row.size());
        return isByteRow(row) && isNear ? std::optional(sum) : std::nullopt;
    });
}

bool divideByLength(Rig& rig, std::uint32_t skin) {
    return divideWeights(rig, skin, [](std::span<const float> row) -> std::optional<double> {
        double square = 0.0;
        for (const float weight : row) {
            square += static_cast<double>(weight) * static_cast<double>(weight);
        }
        return std::abs(square - 1.0) <= kSquareTolerance ? std::optional(sumOf(row))
                                                          : std::nullopt;
    });
}

bool divideBySum(Rig& rig, std::uint32_t skin) {
    return divideWeights(rig, skin, [](std::span<const float> row) -> std::optional<double> {
        const double sum = sumOf(row);
        return sum > 0.0 ? std::optional(sum) : std::nullopt;
    });
}

} // namespace

void proposeWeights(Proposals& proposals) {
    const std::string form = "weights";
    proposals.push_back(onSkins("weights-byte-as-float",
                                form,
                                "The weights are divided by 255, so that those of each vertex sum "
                                "to one.",
                                Judge::Weights,
                                divideBy255));
    proposals.push_back(onSkins("weights-l2-normalised",
                                form,
                                "The weights of each vertex are divided by their sum.",
                                Judge::Weights,
                                divideByLength));
    proposals.push_back(onSkins("weights-not-normalised",
                                form,
                                "The weights of each vertex are divided by their sum.",
                                Judge::Weights,
                                divideBySum));
}

} // namespace sartor::diagnose
