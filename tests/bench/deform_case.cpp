// SPDX-License-Identifier: Apache-2.0
// Vertices on a tube, joints along it.
#include "deform_case.h"

#include <sartor/base/assert.h>
#include <sartor/math/transform.h>
#include <sartor/pose/dual_quat_palette.h>

#include <cmath>
#include <utility>

namespace sartor::bench {
namespace {

template <class T>
std::shared_ptr<const T> required(Result<std::shared_ptr<const T>> result) {
    SARTOR_ASSERT(result.hasValue());
    return std::move(result).value();
}

assets::MeshData makeTube(const DeformCaseSize& size) {
    assets::MeshData data;
    data.name = "tube";
    for (std::uint32_t vertex = 0; vertex < size.vertexCount; ++vertex) {
        const float angle = static_cast<float>(vertex % 64) * 0.0981747704f;
        const float along =
            2.0f * static_cast<float>(vertex) / static_cast<float>(size.vertexCount);
        const glm::vec3 outwards(std::cos(angle), 0.0f, std::sin(angle));
        data.positions.push_back(0.1f * outwards + glm::vec3(0.0f, along, 0.0f));
        if (size.streams != Streams::Positions) {
            data.normals.push_back(outwards);
        }
        if (size.streams == Streams::Tangents) {
            data.tangents.emplace_back(-outwards.z, 0.0f, outwards.x, 1.0f);
        }
    }
    return data;
}

std::shared_ptr<const assets::InfluenceSet> makeInfluences(const DeformCaseSize& size) {
    std::vector<std::uint32_t> offsets = {0};
    std::vector<SkinJointIndex> joints;
    std::vector<float> weights;
    const std::uint32_t count = size.influencesPerVertex;
    for (std::uint32_t vertex = 0; vertex < size.vertexCount; ++vertex) {
        const auto nearest =
            static_cast<std::uint32_t>(std::uint64_t{vertex} * size.jointCount / size.vertexCount);
        for (std::uint32_t i = 0; i < count; ++i) {
            joints.emplace_back((nearest + i) % size.jointCount);
            // The nearest weighs most; they sum to one.
            weights.push_back(2.0f * static_cast<float>(count - i) /
                              static_cast<float>(count * (count + 1)));
        }
        offsets.push_back(static_cast<std::uint32_t>(joints.size()));
    }
    return required(assets::InfluenceSet::create(
        std::move(offsets), std::move(joints), std::move(weights), size.jointCount));
}

std::shared_ptr<const assets::MorphSet> makeMorphs(const DeformCaseSize& size) {
    std::vector<assets::MorphTarget> targets;
    for (std::uint32_t t = 0; t < size.targetCount; ++t) {
        assets::MorphTarget target;
        target.name = "shape " + std::to_string(t);
        const std::uint32_t length = size.vertexCount / 10 + 1;
        // Shapes of a face lie over each other: they begin within the first half.
        const auto first = static_cast<std::uint32_t>(std::uint64_t{t} * (size.vertexCount / 2) /
                                                      size.targetCount);
        for (std::uint32_t vertex = first; vertex < std::min(first + length, size.vertexCount);
             ++vertex) {
            target.vertices.push_back(vertex);
            target.positionDeltas.emplace_back(0.0f, 0.01f, 0.002f);
            target.normalDeltas.emplace_back(0.1f, 0.0f, 0.1f);
        }
        targets.push_back(std::move(target));
    }
    return required(assets::MorphSet::create(std::move(targets), size.vertexCount));
}

} // namespace

deform::FrameSource DeformCase::frame() const {
    deform::FrameSource frame;
    frame.modelFromBind = palette;
    frame.rigidParts = rigidParts;
    frame.morphWeights = morphWeights;
    return frame;
}

DeformCase makeDeformCase(const DeformCaseSize& size) {
    DeformCase made;
    made.source.mesh = required(assets::Mesh::create(makeTube(size)));
    made.source.jointCount = size.jointCount;
    made.source.influences = makeInfluences(size);
    for (std::uint32_t joint = 0; joint < size.jointCount; ++joint) {
        const float angle = 0.05f * static_cast<float>(joint);
        made.palette.push_back(
            math::toAffine({glm::vec3(0.01f * angle, 0.2f, 0.0f),
                            glm::angleAxis(angle, glm::normalize(glm::vec3(1.0f, 2.0f, 0.5f))),
                            glm::vec3(1.0f)}));
    }
    made.rigidParts.resize(made.palette.size());
    pose::dualQuatPalette(made.palette, made.rigidParts);
    if (size.targetCount > 0) {
        made.source.morphs = makeMorphs(size);
        for (std::uint32_t t = 0; t < size.targetCount; ++t) {
            // Spread over the targets.
            const bool isActive =
                t * size.activeTargetCount % size.targetCount < size.activeTargetCount;
            made.morphWeights.push_back(isActive ? 0.5f : 0.0f);
        }
    }
    return made;
}

} // namespace sartor::bench
