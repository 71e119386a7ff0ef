// SPDX-License-Identifier: Apache-2.0
// Gathers deltas by vertex.
#include <sartor/deform/active_morphs.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace sartor::deform {

ActiveMorphs::ActiveMorphs(const MeshSource& source)
    : morphs_(source.morphs)
    , isActive_(source.morphs ? source.morphs->targetCount() : 0, false)
    , offsets_(source.mesh->vertexCount() + 1, 0)
    , next_(source.mesh->vertexCount(), 0) {
    active_.reserve(isActive_.size());
}

std::uint64_t ActiveMorphs::largestDeltaCount(const MeshSource& source) {
    std::uint64_t count = 0;
    if (source.morphs) {
        for (const assets::MorphTarget& target : source.morphs->targets()) {
            count += target.vertices.size();
        }
    }
    return count;
}

bool ActiveMorphs::update(std::span<const float> weights) {
    SARTOR_ASSERT(weights.size() == isActive_.size());
    bool isOther = isFirst_;
    isFirst_ = false;
    for (std::size_t target = 0; target < weights.size(); ++target) {
        const bool isActive = std::isfinite(weights[target]) && weights[target] != 0.0f;
        isOther = isOther || isActive != isActive_[target];
        isActive_[target] = isActive;
    }
    if (isOther) {
        countRows();
    }
    return isOther;
}

void ActiveMorphs::activateAll() {
    std::fill(isActive_.begin(), isActive_.end(), true);
    isFirst_ = false;
    countRows();
}

void ActiveMorphs::countRows() {
    active_.clear();
    std::fill(offsets_.begin(), offsets_.end(), 0u);
    for (std::uint32_t target = 0; target < isActive_.size(); ++target) {
        if (isActive_[target]) {
            active_.push_back(target);
            for (const std::uint32_t vertex : morphs_->targets()[target].vertices) {
                ++offsets_[vertex + 1];
            }
        }
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
}

// One value per delta, at its place by vertex. Targets are visited in order, so they rise in a row.
template <class T, class ValueOf>
std::size_t ActiveMorphs::scatter(std::span<std::byte> destination, ValueOf valueOf) {
    const std::size_t size = sizeof(T) * deltaCount();
    SARTOR_ASSERT(size <= destination.size());
    std::copy(offsets_.begin(), offsets_.end() - 1, next_.begin());
    for (const std::uint32_t target : active_) {
        const auto& vertices = morphs_->targets()[target].vertices;
        for (std::size_t entry = 0; entry < vertices.size(); ++entry) {
            const T value = valueOf(target, entry);
            std::memcpy(
                destination.data() + sizeof(T) * next_[vertices[entry]]++, &value, sizeof(T));
        }
    }
    return size;
}

std::size_t ActiveMorphs::write(std::string_view semantic, std::span<std::byte> destination) {
    if (semantic == "sartor.morph.offset") {
        const auto bytes = std::as_bytes(std::span<const std::uint32_t>(offsets_));
        SARTOR_ASSERT(bytes.size() <= destination.size());
        std::copy(bytes.begin(), bytes.end(), destination.begin());
        return bytes.size();
    }
    if (semantic == "sartor.morph.target") {
        return scatter<std::uint32_t>(destination,
                                      [](std::uint32_t target, std::size_t) { return target; });
    }
    const auto deltas =
        semantic == "sartor.morph.delta.position" ? &assets::MorphTarget::positionDeltas
        : semantic == "sartor.morph.delta.normal" ? &assets::MorphTarget::normalDeltas
                                                  : &assets::MorphTarget::tangentDeltas;
    return scatter<glm::vec3>(destination, [&](std::uint32_t target, std::size_t entry) {
        const std::vector<glm::vec3>& values = morphs_->targets()[target].*deltas;
        return values.empty() ? glm::vec3(0.0f) : values[entry];
    });
}

} // namespace sartor::deform
