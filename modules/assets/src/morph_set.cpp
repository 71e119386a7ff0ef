// SPDX-License-Identifier: Apache-2.0
// Morph targets and their invariants.
#include <sartor/assets/morph_set.h>
#include <sartor/base/assert.h>
#include <sartor/math/finite.h>

#include <algorithm>

namespace sartor::assets {
namespace {

Status
checkDeltas(const std::vector<glm::vec3>& deltas, std::size_t expected, const std::string& where) {
    if (!deltas.empty() && deltas.size() != expected) {
        return Error{"morph.delta_count",
                     where + ": " + std::to_string(deltas.size()) + " deltas, expected " +
                         std::to_string(expected)};
    }
    if (const std::optional<std::size_t> bad = math::findNonfinite(deltas)) {
        return Error{"morph.nonfinite",
                     where + ": delta " + std::to_string(*bad) + " is NaN or infinite"};
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const MorphSet>> MorphSet::create(std::vector<MorphTarget> targets,
                                                         std::size_t vertexCount) {
    for (std::size_t t = 0; t < targets.size(); ++t) {
        const MorphTarget& target = targets[t];
        const std::string where = "morph target " + std::to_string(t) + " '" + target.name + "'";
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            if (target.vertices[i] >= vertexCount) {
                return Error{"morph.vertex_out_of_range",
                             where + ": vertex " + std::to_string(target.vertices[i]) +
                                 ", but there are " + std::to_string(vertexCount)};
            }
            if (i > 0 && target.vertices[i] <= target.vertices[i - 1]) {
                return Error{"morph.vertex_order",
                             where + ": vertices must be strictly increasing, entry " +
                                 std::to_string(i) + " is not"};
            }
        }
        Status status =
            checkDeltas(target.positionDeltas, target.vertices.size(), where + ", positions");
        if (status) {
            status = checkDeltas(target.normalDeltas, target.vertices.size(), where + ", normals");
        }
        if (status) {
            status =
                checkDeltas(target.tangentDeltas, target.vertices.size(), where + ", tangents");
        }
        if (!status) {
            return status.error();
        }
    }
    return std::shared_ptr<const MorphSet>(new MorphSet(std::move(targets)));
}

MorphTarget makeSparseTarget(std::string name,
                             std::span<const glm::vec3> positionDeltas,
                             std::span<const glm::vec3> normalDeltas,
                             std::span<const glm::vec3> tangentDeltas) {
    const std::size_t count =
        std::max({positionDeltas.size(), normalDeltas.size(), tangentDeltas.size()});
    MorphTarget target;
    target.name = std::move(name);
    const auto isSet = [](std::span<const glm::vec3> deltas, std::size_t vertex) {
        // NaN counts as set, so that the check of the set names it.
        return !deltas.empty() && !(deltas[vertex] == glm::vec3(0.0f));
    };
    const auto append =
        [](std::vector<glm::vec3>& to, std::span<const glm::vec3> from, auto vertex) {
            if (!from.empty()) {
                to.push_back(from[vertex]);
            }
        };
    for (const auto deltas : {positionDeltas, normalDeltas, tangentDeltas}) {
        SARTOR_ASSERT(deltas.empty() || deltas.size() == count);
    }
    for (std::size_t vertex = 0; vertex < count; ++vertex) {
        if (!isSet(positionDeltas, vertex) && !isSet(normalDeltas, vertex) &&
            !isSet(tangentDeltas, vertex)) {
            continue;
        }
        target.vertices.push_back(static_cast<std::uint32_t>(vertex));
        append(target.positionDeltas, positionDeltas, vertex);
        append(target.normalDeltas, normalDeltas, vertex);
        append(target.tangentDeltas, tangentDeltas, vertex);
    }
    return target;
}

} // namespace sartor::assets
