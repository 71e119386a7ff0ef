// SPDX-License-Identifier: Apache-2.0
// Vertices of one position.
#include "position_weld.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sartor::diagnose {

std::vector<std::uint32_t> weldByPosition(std::span<const glm::vec3> positions) {
    const auto key = [positions](std::uint32_t vertex) {
        const glm::vec3& position = positions[vertex];
        return std::tie(position.x, position.y, position.z);
    };
    std::vector<std::uint32_t> order(positions.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&key](std::uint32_t a, std::uint32_t b) {
        return key(a) != key(b) ? key(a) < key(b) : a < b;
    });
    std::vector<std::uint32_t> first(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && key(order[i]) == key(order[i - 1]);
        first[order[i]] = isSame ? first[order[i - 1]] : order[i];
    }
    return first;
}

} // namespace sartor::diagnose
