// SPDX-License-Identifier: Apache-2.0
// Known reasons why Assimp's values differ from those of a glTF file, recognised by the values.
#pragma once

#include <sartor/import/imported_scene.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sartor::diagnose {

/// An influence as a file has it: slot of the skin, and weight.
struct SlotWeight {
    std::uint32_t slot = 0;
    float weight = 0.0f;

    /// By bits, so that there is an order of NaN, too.
    friend bool operator==(const SlotWeight& a, const SlotWeight& b) { return !(a < b || b < a); }
    friend bool operator<(const SlotWeight& a, const SlotWeight& b) {
        return std::pair(a.slot, std::bit_cast<std::uint32_t>(a.weight)) <
               std::pair(b.slot, std::bit_cast<std::uint32_t>(b.weight));
    }
};

/// All slots of a vertex, in the file's order, zero weights too; none without joints and weights.
std::vector<SlotWeight> slotsOf(const assets::Mesh& mesh, std::size_t vertex);

// Each is a sentence, or empty where the values do not show a known reason.

/// For numbers that are fractions of 127, 255, 32767 or 65535: Assimp copies the integers' bytes.
std::string integersReadAsFloats(std::span<const float> numbers);

/// The weights of one vertex as they came through Assimp, and why.
struct ExplainedWeights {
    std::vector<SlotWeight> theirs;
    std::string cause;
};

/// From all slots of a vertex in the file, and the ones with weight that came through Assimp,
/// sorted. What Assimp read from beyond the bytes of integers, which is never the same, is left
/// out.
ExplainedWeights explainWeights(const std::vector<SlotWeight>& all,
                                const std::vector<SlotWeight>& theirs,
                                std::size_t jointCount);

std::string causeOfDefaultWeights(std::span<const float> ours, std::span<const float> theirs);

std::string causeOfMorphKeys(const assets::Track<float>& ours, const assets::Track<float>& theirs);
template <class T>
std::string causeOfMorphKeys(const assets::Track<T>&, const assets::Track<T>&) {
    return "";
}

std::string causeOfRefusal(const import::ImportedScene& gltf, const Error& error);

} // namespace sartor::diagnose
