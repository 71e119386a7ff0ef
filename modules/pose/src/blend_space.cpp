// SPDX-License-Identifier: Apache-2.0
// Which poses are blended at a place among them.
#include "delaunay.h"

#include <sartor/pose/blend_space.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace sartor::pose {
namespace {

// Steps of the grid along the extent of the samples.
constexpr double kGrid = 16777216.0;

// Part of the sum below which a weight is not worth a pose.
constexpr double kNegligible = 1e-6;

Status checkSamples(std::span<const float> coordinates, std::size_t perSample) {
    if (coordinates.empty()) {
        return Error{"blend_space.empty", "blend space: expected at least one sample"};
    }
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        if (!std::isfinite(coordinates[i])) {
            return Error{"blend_space.position",
                         "blend space: the place of sample " + std::to_string(i / perSample) +
                             " is not finite"};
        }
    }
    return {};
}

double cross(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

} // namespace

void BlendShares::add(std::uint32_t sample, double weight) {
    if (!(weight > 0.0)) {
        return;
    }
    const BlendShare share{sample, static_cast<float>(weight)};
    if (count_ < kMost) {
        shares_[count_++] = share;
        return;
    }
    const auto lightest = std::min_element(
        shares_.begin(), shares_.end(), [](const BlendShare& a, const BlendShare& b) {
            return a.weight < b.weight;
        });
    if (share.weight > lightest->weight) {
        *lightest = share;
    }
}

void BlendShares::normalize() {
    const auto sum = [&] {
        double total = 0.0;
        for (const BlendShare& share : shares()) {
            total += static_cast<double>(share.weight);
        }
        return total;
    };
    const double least = sum() * kNegligible;
    const auto end = std::remove_if(
        shares_.begin(),
        shares_.begin() + static_cast<std::ptrdiff_t>(count_),
        [&](const BlendShare& share) { return static_cast<double>(share.weight) < least; });
    count_ = static_cast<std::size_t>(end - shares_.begin());
    const double total = sum();
    for (std::size_t i = 0; i < count_; ++i) {
        shares_[i].weight = static_cast<float>(static_cast<double>(shares_[i].weight) / total);
    }
}

Result<BlendSpace1d> BlendSpace1d::create(std::span<const float> positions) {
    if (Status status = checkSamples(positions, 1); !status) {
        return status.error();
    }
    BlendSpace1d space;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        space.samples_.push_back({positions[i], static_cast<std::uint32_t>(i)});
    }
    const auto isBefore = [](const Sample& a, const Sample& b) { return a.position < b.position; };
    const auto isSame = [](const Sample& a, const Sample& b) { return a.position == b.position; };
    std::stable_sort(space.samples_.begin(), space.samples_.end(), isBefore);
    space.samples_.erase(std::unique(space.samples_.begin(), space.samples_.end(), isSame),
                         space.samples_.end());
    return space;
}

BlendShares BlendSpace1d::at(float value) const {
    BlendShares result;
    const auto next = std::find_if_not(
        samples_.begin(), samples_.end(), [&](const Sample& s) { return s.position <= value; });
    if (next == samples_.begin()) {
        result.add(next->index, 1.0);
    } else if (next == samples_.end()) {
        result.add(samples_.back().index, 1.0);
    } else {
        const auto from = static_cast<double>((next - 1)->position);
        const double fraction =
            (static_cast<double>(value) - from) / (static_cast<double>(next->position) - from);
        result.add((next - 1)->index, 1.0 - fraction);
        result.add(next->index, fraction);
    }
    result.normalize();
    return result;
}

Result<BlendSpace2d> BlendSpace2d::create(std::span<const glm::vec2> positions,
                                          BlendSpaceMethod method) {
    static_assert(sizeof(glm::vec2) == 2 * sizeof(float));
    const std::span<const float> coordinates(positions.empty() ? nullptr : &positions.front().x,
                                             positions.size() * 2);
    if (Status status = checkSamples(coordinates, 2); !status) {
        return status.error();
    }
    if (positions.size() > kMostSamples) {
        return Error{"blend_space.too_many",
                     "blend space: " + std::to_string(positions.size()) +
                         " samples on a plane, expected at most " + std::to_string(kMostSamples)};
    }
    BlendSpace2d space;
    space.method_ = method;
    glm::dvec2 low(positions[0]);
    glm::dvec2 high(positions[0]);
    for (const glm::vec2& position : positions) {
        low = glm::min(low, glm::dvec2(position));
        high = glm::max(high, glm::dvec2(position));
    }
    space.origin_ = low;
    for (int axis = 0; axis < 2; ++axis) {
        space.scale_[axis] = high[axis] > low[axis] ? kGrid / (high[axis] - low[axis]) : 0.0;
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const glm::dvec2 scaled =
            glm::round((glm::dvec2(positions[i]) - space.origin_) * space.scale_);
        space.samples_.push_back({positions[i], scaled, static_cast<std::uint32_t>(i)});
    }
    std::vector<Sample>& samples = space.samples_;
    std::stable_sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) {
        return a.scaled.x != b.scaled.x ? a.scaled.x < b.scaled.x : a.scaled.y < b.scaled.y;
    });
    samples.erase(
        std::unique(samples.begin(),
                    samples.end(),
                    [](const Sample& a, const Sample& b) { return a.scaled == b.scaled; }),
        samples.end());

    std::vector<GridPoint> points;
    for (const Sample& sample : samples) {
        points.push_back({static_cast<std::int64_t>(sample.scaled.x),
                          static_cast<std::int64_t>(sample.scaled.y)});
    }
    space.corners_ = triangulate(points);
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (const auto& corners : space.corners_) {
        space.triangles_.push_back(
            {samples[corners[0]].index, samples[corners[1]].index, samples[corners[2]].index});
        for (std::size_t i = 0; i < 3; ++i) {
            edges.push_back({corners[i], corners[(i + 1) % 3]});
        }
    }
    if (edges.empty()) {
        for (std::uint32_t i = 0; i + 1 < samples.size(); ++i) {
            space.border_.push_back({i, i + 1});
        }
    }
    // On the border is what no other triangle has the other way round.
    std::sort(edges.begin(), edges.end());
    for (const auto& edge : edges) {
        if (!std::binary_search(edges.begin(), edges.end(), std::array{edge[1], edge[0]})) {
            space.border_.push_back(edge);
        }
    }
    return space;
}

BlendShares BlendSpace2d::at(const glm::vec2& place) const {
    glm::vec2 own = place;
    for (int axis = 0; axis < 2; ++axis) {
        own[axis] = std::isnan(own[axis]) ? samples_.front().position[axis] : own[axis];
    }
    BlendShares result;
    for (const Sample& sample : samples_) {
        if (sample.position == own) {
            result.add(sample.index, 1.0);
            return result;
        }
    }
    // Far out all places of the hull are equally near; infinity times 0 is no place at all.
    constexpr double kFar = 1e6 * kGrid;
    glm::dvec2 scaled(0.0);
    for (int axis = 0; axis < 2; ++axis) {
        if (scale_[axis] > 0.0) {
            scaled[axis] = std::clamp(
                (static_cast<double>(own[axis]) - origin_[axis]) * scale_[axis], -kFar, kFar);
        }
    }
    const HullPlace found = locate(scaled);
    if (method_ == BlendSpaceMethod::GradientBand) {
        return sharesOfBands(found.place);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        result.add(samples_[found.corners[i]].index, found.weights[i]);
    }
    result.normalize();
    return result;
}

BlendSpace2d::HullPlace BlendSpace2d::locate(const glm::dvec2& place) const {
    HullPlace found;
    // Rounding may put a place on an edge outside of both triangles.
    double most = -1e-12;
    for (const auto& corners : corners_) {
        const glm::dvec2 a = samples_[corners[0]].scaled;
        const glm::dvec2 b = samples_[corners[1]].scaled;
        const glm::dvec2 c = samples_[corners[2]].scaled;
        const std::array<double, 3> areas{
            cross(b - place, c - place), cross(c - place, a - place), cross(a - place, b - place)};
        const double sum = cross(b - a, c - a);
        const double least = std::min({areas[0], areas[1], areas[2]}) / sum;
        if (least >= most) {
            most = least;
            found = {place, corners, {areas[0] / sum, areas[1] / sum, areas[2] / sum}};
        }
    }
    return found.weights == std::array<double, 3>{} ? nearestOnBorder(place) : found;
}

BlendSpace2d::HullPlace BlendSpace2d::nearestOnBorder(const glm::dvec2& place) const {
    HullPlace nearest;
    nearest.place = samples_.front().scaled;
    nearest.weights = {1.0, 0.0, 0.0};
    double least = std::numeric_limits<double>::infinity();
    for (const auto& edge : border_) {
        const glm::dvec2 from = samples_[edge[0]].scaled;
        const glm::dvec2 along = samples_[edge[1]].scaled - from;
        const double part =
            std::clamp(glm::dot(place - from, along) / glm::dot(along, along), 0.0, 1.0);
        const glm::dvec2 onEdge = from + along * part;
        const double distance = glm::length(place - onEdge);
        if (distance < least) {
            least = distance;
            nearest = {onEdge, {edge[0], edge[1], edge[0]}, {1.0 - part, part, 0.0}};
        }
    }
    return nearest;
}

BlendShares BlendSpace2d::sharesOfBands(const glm::dvec2& place) const {
    BlendShares result;
    for (const Sample& sample : samples_) {
        double weight = 1.0;
        for (const Sample& other : samples_) {
            if (other.index != sample.index) {
                const glm::dvec2 between = other.scaled - sample.scaled;
                const double part =
                    glm::dot(place - sample.scaled, between) / glm::dot(between, between);
                weight = std::min(weight, 1.0 - part);
            }
        }
        result.add(sample.index, weight);
    }
    result.normalize();
    return result;
}

} // namespace sartor::pose
