// SPDX-License-Identifier: Apache-2.0
// Broken weights: sums that are not one.
#include "plant_lists.h"

#include <cmath>

namespace sartor::test {

namespace {

using Parts = CharacterParts;

DefectPlant onWeights(std::string id,
                      std::string variant,
                      std::function<void(std::span<float>, std::size_t vertex)> change) {
    return {std::move(id), "", std::move(variant), [change = std::move(change)](Parts& parts) {
                parts.eachVertexWeights(change);
                return true;
            }};
}

void divideByLength(std::span<float> weights, std::size_t) {
    double squares = 0.0;
    for (const float weight : weights) {
        squares += static_cast<double>(weight) * static_cast<double>(weight);
    }
    for (float& weight : weights) {
        weight = static_cast<float>(static_cast<double>(weight) / std::sqrt(squares));
    }
}

/// Factors from low to high in thirteen steps, vertex after vertex.
DefectPlant scaled(std::string variant, float low, float high) {
    return onWeights("weights-not-normalised",
                     std::move(variant),
                     [=](std::span<float> weights, std::size_t vertex) {
                         for (float& weight : weights) {
                             weight *= low + (high - low) / 12.0f * static_cast<float>(vertex % 13);
                         }
                     });
}

/// Whole 255ths that sum to one: what bytes hold.
bool quantise(Parts& parts) {
    parts.eachVertexWeights([](std::span<float> weights, std::size_t) {
        float rest = 255.0f;
        float* heaviest = &weights[0];
        for (float& weight : weights) {
            weight = std::round(weight * 255.0f);
            rest -= weight;
            heaviest = weight > *heaviest ? &weight : heaviest;
        }
        *heaviest += rest;
        for (float& weight : weights) {
            weight /= 255.0f;
        }
    });
    return true;
}

} // namespace

std::vector<DefectPlant> weightPlants() {
    std::vector<DefectPlant> plants;
    plants.push_back(onWeights("weights-l2-normalised", "", divideByLength));
    plants.push_back(scaled("below and above", 0.6f, 1.44f));
    plants.push_back(scaled("below", 0.3f, 0.9f));
    plants.push_back(scaled("above", 1.05f, 2.0f));
    plants.push_back(scaled("a little", 0.97f, 1.03f));
    plants.push_back(scaled("by half", 0.5f, 0.5f));
    plants.push_back(
        onWeights("weights-byte-as-float", "", [](std::span<float> weights, std::size_t) {
            for (float& weight : weights) {
                weight = std::round(weight * 255.0f);
            }
        }));
    plants.back().prepare = quantise;
    return plants;
}

} // namespace sartor::test
