// SPDX-License-Identifier: Apache-2.0
// What a plan knows, and what the host fills its buffers with.
#include "host_data.h"
#include "stage_call.h"

#include <sartor/deform/chain_plan.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace sartor::deform {

namespace {

constexpr std::string_view kMatrixPalette = "sartor.palette.matrix";
constexpr std::string_view kRigidPalette = "sartor.palette.dualquat";
constexpr std::string_view kStretchPalette = "sartor.palette.scale";
constexpr std::string_view kMorphWeights = "sartor.morph.weight";
constexpr std::string_view kTime = "sartor.time";

} // namespace

bool ChainPlan::hasBuffer(std::string_view semantic) const {
    return std::any_of(buffers_.begin(), buffers_.end(), [semantic](const PlannedBuffer& buffer) {
        return buffer.semantic.starts_with(semantic);
    });
}

bool ChainPlan::readsRigidParts() const {
    return hasBuffer(kRigidPalette) || hasBuffer(kStretchPalette);
}

bool ChainPlan::readsMorphRows() const {
    return std::any_of(buffers_.begin(), buffers_.end(), [](const PlannedBuffer& buffer) {
        return buffer.filled == PlannedBuffer::Filled::PerActiveSet;
    });
}

bool ChainPlan::dependsOnTime() const {
    return hasBuffer(kTime);
}

bool ChainPlan::dependsOnPast() const {
    return !histories_.empty();
}

float ChainPlan::largestDroppedWeight() const {
    return hasBuffer("sartor.influence4.") ? largestWeightDroppedByFour(*source_.influences) : 0.0f;
}

std::vector<std::byte> ChainPlan::perMeshContents(std::uint32_t buffer) const {
    SARTOR_ASSERT(buffers_[buffer].filled == PlannedBuffer::Filled::PerMesh);
    if (const auto& prepared = prepared_[buffer]; prepared != nullptr) {
        const auto bytes = prepared->span();
        return {bytes.begin(), bytes.end()};
    }
    return hostData_->perMeshBytes(buffers_[buffer].semantic, buffers_[buffer].format);
}

Status ChainPlan::check(const FrameSource& frame) const {
    if (Status checked = checkFrame(source_, frame); !checked) {
        return checked;
    }
    if (readsRigidParts() && frame.rigidParts.size() != source_.jointCount) {
        return Error{"deform.frame",
                     meshText(source_) + ": the split palette has " +
                         std::to_string(frame.rigidParts.size()) + " entries, expected " +
                         std::to_string(source_.jointCount)};
    }
    return {};
}

bool ChainPlan::isLeftOut(std::uint32_t linkIndex) const {
    return std::find(faultyLinks_.begin(), faultyLinks_.end(), linkIndex) != faultyLinks_.end();
}

void ChainPlan::findFaults(const FrameSource& frame, DeformFaults& faults) const {
    faults.clear();
    if (hasBuffer(kMatrixPalette) || readsRigidParts()) {
        for (std::uint32_t joint = 0; joint < source_.jointCount; ++joint) {
            if (!math::isFinite(frame.modelFromBind[joint])) {
                faults.nonfiniteJoints.push_back(joint);
            }
        }
    }
    if (hasBuffer(kMorphWeights)) {
        for (std::uint32_t target = 0; target < frame.morphWeights.size(); ++target) {
            if (!std::isfinite(frame.morphWeights[target])) {
                faults.nonfiniteMorphWeights.push_back(target);
            }
        }
    }
}

void ChainPlan::writePerFrame(std::uint32_t buffer,
                              const FrameSource& frame,
                              std::span<std::byte> destination) const {
    const PlannedBuffer& planned = buffers_[buffer];
    SARTOR_ASSERT(planned.filled == PlannedBuffer::Filled::PerFrame &&
                  destination.size() == std::size_t{planned.count} * planned.stride);
    const auto put = [&](std::size_t element, const auto& value) {
        SARTOR_ASSERT(sizeof(value) == planned.stride);
        std::memcpy(destination.data() + element * planned.stride, &value, sizeof(value));
    };
    if (planned.semantic == kTime) {
        put(0, glm::vec2(frame.time, frame.deltaTime));
        return;
    }
    for (std::uint32_t element = 0; element < planned.count; ++element) {
        if (planned.semantic == kMorphWeights) {
            const float weight = frame.morphWeights[element];
            put(element, std::isfinite(weight) ? weight : 0.0f);
            continue;
        }
        const bool isFinite = math::isFinite(frame.modelFromBind[element]);
        if (planned.semantic == kMatrixPalette) {
            const math::Affine& modelFromBind = frame.modelFromBind[element];
            put(element, math::toRows(isFinite ? modelFromBind : math::Affine()));
            continue;
        }
        const math::RigidStretch parts =
            isFinite ? frame.rigidParts[element] : math::RigidStretch();
        if (planned.semantic == kStretchPalette) {
            put(element, parts.stretch);
        } else {
            // A quaternion lies in memory as x, y, z, w.
            put(element, std::array{parts.rigid.real, parts.rigid.dual});
        }
    }
}

} // namespace sartor::deform
