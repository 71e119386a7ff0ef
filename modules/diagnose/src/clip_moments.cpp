// SPDX-License-Identifier: Apache-2.0
// Moments of a file's clips, and how far a change of weights moves a vertex at any of them.
#include "clip_moments.h"

#include "text.h"

#include <sartor/pose/local_to_model.h>
#include <sartor/pose/matrix_palette.h>
#include <sartor/pose/sampling.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr std::size_t kMoments = 64;
constexpr std::size_t kMostMatrices = 4'000'000;

} // namespace

bool ClipMoments::isEmpty() const {
    return std::none_of(scene_.clips.begin(), scene_.clips.end(), [](const auto& clip) {
        return clip->channelCount() > 0;
    });
}

void ClipMoments::make() const {
    if (isMade_) {
        return;
    }
    isMade_ = true;
    const std::size_t jointCount = scene_.skeleton->jointCount();
    const std::size_t clipCount = scene_.clips.size();
    if (clipCount == 0 || jointCount == 0) {
        return;
    }
    const std::size_t affordable = std::max<std::size_t>(1, kMostMatrices / jointCount);
    const std::size_t perClip =
        std::max<std::size_t>(1, std::min(kMoments, affordable) / clipCount);
    for (std::uint32_t clip = 0; clip < clipCount && moments_.size() < affordable; ++clip) {
        const float duration = scene_.clips[clip]->duration();
        for (std::size_t i = 0; i < perClip; ++i) {
            const float part =
                perClip == 1 ? 0.5f : static_cast<float>(i) / static_cast<float>(perClip - 1);
            moments_.push_back({clip, duration * part});
        }
    }
    modelFromJoint_.resize(moments_.size() * jointCount);
    std::vector<math::Transform> parentFromJoint(jointCount);
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        pose::sampleClip(
            *scene_.skeleton, *scene_.clips[moments_[i].clip], moments_[i].time, parentFromJoint);
        pose::localToModel(*scene_.skeleton,
                           parentFromJoint,
                           std::span(modelFromJoint_).subspan(i * jointCount, jointCount));
    }
}

void ClipMoments::select(std::uint32_t skin) const {
    make();
    if (skin_ == skin) {
        return;
    }
    const assets::Skin& bound = *scene_.skins[skin];
    const std::size_t jointCount = scene_.skeleton->jointCount();
    skin_ = skin;
    slotCount_ = bound.jointCount();
    modelFromBind_.resize(moments_.size() * slotCount_);
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        pose::matrixPalette(std::span(modelFromJoint_).subspan(i * jointCount, jointCount),
                            bound.joints(),
                            bound.jointFromBind(),
                            std::span(modelFromBind_).subspan(i * slotCount_, slotCount_));
    }
}

void ClipMoments::measure(std::uint32_t skin,
                          std::uint32_t vertex,
                          const glm::vec3& positionBind,
                          std::span<const WeightChange> changes,
                          Displacement& worst) const {
    select(skin);
    const double millimetresPerUnit = 1000.0 * static_cast<double>(scene_.metresPerUnit);
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        const std::span modelFromBind = std::span(modelFromBind_).subspan(i * slotCount_);
        glm::dvec3 moved(0.0);
        for (const WeightChange& change : changes) {
            moved +=
                change.weight *
                glm::dvec3(math::transformPoint(modelFromBind[change.slot.value()], positionBind));
        }
        const double millimetres = millimetresPerUnit * glm::length(moved);
        if (std::isfinite(millimetres) && millimetres > worst.millimetres) {
            worst = {millimetres, vertex, moments_[i].clip, moments_[i].time};
        }
    }
}

std::string ClipMoments::describe(const Displacement& worst) const {
    const std::string& name = scene_.clips[worst.clip]->name();
    return " (clip " + (name.empty() ? std::to_string(worst.clip) : "'" + name + "'") + " at " +
           formatNumber(static_cast<double>(worst.time)) + " s, vertex " +
           std::to_string(worst.vertex) + ")";
}

} // namespace sartor::diagnose
