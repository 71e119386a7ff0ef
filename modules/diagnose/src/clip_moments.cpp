// SPDX-License-Identifier: Apache-2.0
// Moments of a file's clips, and how far a change of weights moves a vertex at any of them.
#include "clip_moments.h"

#include "text.h"

#include <sartor/pose/matrix_palette.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace sartor::diagnose {
namespace {

constexpr std::size_t kMostMatrices = 4'000'000;

} // namespace

bool ClipMoments::hasClips() const {
    return std::any_of(scene_.clips.begin(), scene_.clips.end(), [](const auto& clip) {
        return clip->channelCount() > 0;
    });
}

void ClipMoments::make() const {
    const std::size_t jointCount = scene_.skeleton->jointCount();
    if (isMade_ || jointCount == 0) {
        return;
    }
    isMade_ = true;
    const std::size_t affordable = std::max<std::size_t>(1, kMostMatrices / jointCount);
    moments_ = chooseMoments(scene_, std::min(kMomentCount, affordable));
    // There is one of each clip at least, and there may be very many clips.
    moments_.resize(std::min(moments_.size(), affordable));
    modelFromJoint_.resize(moments_.size() * jointCount);
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        evaluateMoment(
            scene_, moments_[i], std::span(modelFromJoint_).subspan(i * jointCount, jointCount));
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
            worst = {millimetres, vertex, moments_[i]};
        }
    }
}

std::string ClipMoments::describe(const Displacement& worst) const {
    std::string when = "at rest";
    if (const auto clip = worst.moment.clip) {
        const std::string& name = scene_.clips[*clip]->name();
        when = "clip " + (name.empty() ? std::to_string(*clip) : "'" + name + "'") + " at " +
               formatNumber(static_cast<double>(worst.moment.time)) + " s";
    }
    return " (" + when + ", vertex " + std::to_string(worst.vertex) + ")";
}

} // namespace sartor::diagnose
