// SPDX-License-Identifier: Apache-2.0
// What Assimp 5.2 does to the values of glTF, done to them here and compared with what came.
#include "importer_causes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sartor::diagnose {
namespace {

// Numbers that a normalised integer of this largest value can say.
bool areFractionsOf(std::span<const float> numbers, float largest) {
    return std::all_of(numbers.begin(), numbers.end(), [&](float number) {
        const float scaled = number * largest;
        constexpr float kRounding = 1e-3f;
        return std::abs(number) <= 1.0f && std::abs(scaled - std::round(scaled)) < kRounding;
    });
}

// The weights that Assimp has for a vertex whose weights are stored in so many bytes each: it
// copies the bytes of all four into the first of four floats, and keeps what is positive.
std::optional<std::vector<SlotWeight>> copiedAsFloats(std::span<const SlotWeight> all,
                                                      std::size_t bytesPerWeight) {
    constexpr std::size_t kSlots = 4;
    const float largest = bytesPerWeight == 1 ? 255.0f : 65535.0f;
    std::vector<SlotWeight> copied;
    for (std::size_t first = 0; first + kSlots <= all.size(); first += kSlots) {
        const std::span<const SlotWeight> set = all.subspan(first, kSlots);
        std::uint32_t words[2] = {0, 0};
        for (std::size_t i = 0; i < kSlots; ++i) {
            const float scaled = set[i].weight * largest;
            if (!areFractionsOf({&set[i].weight, 1}, largest) || scaled < 0.0f) {
                return std::nullopt;
            }
            const std::size_t bit = 8 * bytesPerWeight * i;
            words[bit / 32] |= static_cast<std::uint32_t>(std::lround(scaled)) << (bit % 32);
        }
        for (std::size_t i = 0; i < 2; ++i) {
            const float weight = std::bit_cast<float>(words[i]);
            if (weight > 0.0f) {
                copied.push_back({set[i].slot, weight});
            }
        }
    }
    std::sort(copied.begin(), copied.end());
    return copied;
}

} // namespace

std::vector<SlotWeight> slotsOf(const assets::Mesh& mesh, std::size_t vertex) {
    std::vector<SlotWeight> slots;
    if (const assets::FileInfluences* file = mesh.fileInfluences(); file != nullptr) {
        const std::size_t first = vertex * file->slotsPerVertex;
        for (std::size_t i = first; i < first + file->slotsPerVertex; ++i) {
            slots.push_back({file->joints[i], file->weights[i]});
        }
    }
    return slots;
}

std::string integersReadAsFloats(std::span<const float> numbers) {
    for (const float largest : {127.0f, 255.0f, 32767.0f, 65535.0f}) {
        const bool isWhole = std::all_of(numbers.begin(), numbers.end(), [](float number) {
            return number == 0.0f || std::abs(number) == 1.0f;
        });
        if (!isWhole && areFractionsOf(numbers, largest)) {
            return "The file stores normalised integers; Assimp copies their bytes as if they were "
                   "floats.";
        }
    }
    return "";
}

ExplainedWeights explainWeights(const std::vector<SlotWeight>& all,
                                const std::vector<SlotWeight>& theirs,
                                std::size_t jointCount) {
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{2}}) {
        const std::optional<std::vector<SlotWeight>> copied = copiedAsFloats(all, bytes);
        if (copied && !copied->empty() &&
            std::includes(theirs.begin(), theirs.end(), copied->begin(), copied->end())) {
            return {*copied,
                    "The weights are integers of " + std::to_string(8 * bytes) +
                        " bits; Assimp copies their bytes as if they were floats."};
        }
    }
    bool hasNegative = false;
    bool hasUnknown = false;
    std::vector<SlotWeight> kept;
    for (const SlotWeight& slot : all) {
        hasNegative = hasNegative || slot.weight < 0.0f;
        hasUnknown = hasUnknown || (slot.slot >= jointCount && slot.weight != 0.0f);
        if (slot.weight > 0.0f && slot.slot < jointCount) {
            kept.push_back(slot);
        }
    }
    std::sort(kept.begin(), kept.end());
    if (kept != theirs) {
        return {theirs, ""};
    }
    return {theirs,
            hasNegative && hasUnknown ? "Assimp drops negative weights, and those of joints that "
                                        "the skin does not have."
            : hasNegative             ? "Assimp drops negative weights."
            : hasUnknown ? "Assimp drops weights of joints that the skin does not have."
                         : ""};
}

std::string causeOfDefaultWeights(std::span<const float> ours, std::span<const float> theirs) {
    const bool isClamped =
        std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(), [](float a, float b) {
            return b == std::max(a, 0.0f);
        });
    return isClamped ? "Assimp makes negative weights of morph targets zero."
                     : "Assimp reads the weights of the mesh and ignores those of the node.";
}

std::string causeOfMorphKeys(const assets::Track<float>& ours, const assets::Track<float>& theirs) {
    if (ours.interpolation == assets::Interpolation::CubicSpline) {
        return "Assimp takes the tangents of CUBICSPLINE for weights.";
    }
    const bool isClamped = std::equal(ours.values.begin(),
                                      ours.values.end(),
                                      theirs.values.begin(),
                                      theirs.values.end(),
                                      [](float a, float b) { return b == std::max(a, 0.0f); });
    return isClamped ? "Assimp makes negative weights of morph targets zero." : "";
}

std::string causeOfRefusal(const import::ImportedScene& gltf, const Error& error) {
    const auto says = [&](const char* words) {
        return error.message.find(words) != std::string::npos;
    };
    if (says("No scene")) {
        return "The file names no default scene, which Assimp wants.";
    }
    if (says("elemSize")) {
        return "An accessor has another component type than Assimp expects there, as where "
               "JOINTS_0 "
               "and JOINTS_1 differ.";
    }
    if (error.code == "import.crashed") {
        const bool hasIdentityBinds =
            std::any_of(gltf.skins.begin(), gltf.skins.end(), [](const auto& skin) {
                const auto binds = skin->jointFromBind();
                return std::all_of(binds.begin(), binds.end(), [](const math::Affine& bind) {
                    return bind.linear == math::identityMat3() &&
                           bind.translation == glm::vec3(0.0f);
                });
            });
        if (hasIdentityBinds) {
            return "A skin has no inverseBindMatrices; Assimp follows the reference that is not "
                   "there.";
        }
    }
    return "";
}

} // namespace sartor::diagnose
