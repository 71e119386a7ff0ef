// SPDX-License-Identifier: Apache-2.0
// Which poses are blended, and by how much, at a place among them: on a line or on a plane.
#pragma once

#include <sartor/base/result.h>
#include <sartor/math/types.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sartor::pose {

/// A sample and its weight, above 0.
struct BlendShare {
    std::uint32_t sample = 0;
    float weight = 0.0f;
};

/// Samples with a weight at one place, at most as many as any blend space gives.
class BlendShares {
public:
    static constexpr std::size_t kMost = 32;

    std::span<const BlendShare> shares() const { return {shares_.data(), count_}; }

private:
    friend class BlendSpace1d;
    friend class BlendSpace2d;

    /// Takes what is not negligible, of more than kMost the heaviest, and divides by the sum.
    void add(std::uint32_t sample, double weight);
    void normalize();

    std::array<BlendShare, kMost> shares_{};
    std::size_t count_ = 0;
};

/// Samples on a line.
class BlendSpace1d {
public:
    /// Positions in any order. Of several samples at one place the first has it.
    /// Errors: "blend_space.empty", "blend_space.position" (not finite), naming the sample.
    static Result<BlendSpace1d> create(std::span<const float> positions);

    /// The samples on either side, by distance; beyond the ends the end alone, and at a sample that
    /// one alone. NaN is taken as below all. Cost: O(log samples), no allocation.
    BlendShares at(float value) const;

private:
    struct Sample {
        float position = 0.0f;
        std::uint32_t index = 0;
    };
    std::vector<Sample> samples_; ///< by position, each place once
};

enum class BlendSpaceMethod {
    /// The corners of the triangle of a Delaunay triangulation that the place is in.
    Delaunay,
    /// All samples that are not behind another one, as seen from the place. Smoother, and with more
    /// samples at a time. Source: Johansen, "Automated Semi-Procedural Animation for Character
    /// Locomotion", 2009, section 6.3.
    GradientBand
};

/// Samples on a plane. Both axes are measured in parts of the samples' extent along them, so their
/// units do not matter. A place outside of the samples' convex hull is taken to the nearest place
/// of it. Samples on one line, or at one place, are a hull of no area.
class BlendSpace2d {
public:
    /// A triangulation of more takes more time than a graph may.
    static constexpr std::size_t kMostSamples = 1024;

    /// Of several samples at one place the first has it; places are told apart to 2^-24 of the
    /// extent. Errors: "blend_space.empty", "blend_space.too_many", "blend_space.position" (not
    /// finite), naming the sample. Cost: O(samples^2).
    static Result<BlendSpace2d> create(std::span<const glm::vec2> positions,
                                       BlendSpaceMethod method);

    /// At a sample that one alone. NaN is taken as the leftmost sample's coordinate. Cost:
    /// O(samples) for Delaunay, O(samples^2) for GradientBand; no allocation.
    BlendShares at(const glm::vec2& place) const;

    /// Corners of each triangle, counter-clockwise; none where all samples are on one line.
    std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }

private:
    struct Sample {
        glm::vec2 position = glm::vec2(0.0f); ///< as it was given
        glm::dvec2 scaled = glm::dvec2(0.0);  ///< whole numbers
        std::uint32_t index = 0;
    };
    /// A place of the hull: between corners, which are samples_, with their weights.
    struct HullPlace {
        glm::dvec2 place = glm::dvec2(0.0);
        std::array<std::uint32_t, 3> corners{};
        std::array<double, 3> weights{};
    };

    HullPlace locate(const glm::dvec2& place) const;
    HullPlace nearestOnBorder(const glm::dvec2& place) const;
    BlendShares sharesOfBands(const glm::dvec2& place) const;

    BlendSpaceMethod method_ = BlendSpaceMethod::Delaunay;
    glm::dvec2 origin_ = glm::dvec2(0.0);
    glm::dvec2 scale_ = glm::dvec2(0.0); ///< 0 for an axis along which all are at one place
    std::vector<Sample> samples_;        ///< by x, then y, each place once
    std::vector<std::array<std::uint32_t, 3>> triangles_; ///< of the given samples
    std::vector<std::array<std::uint32_t, 3>> corners_;   ///< the same, of samples_
    /// Pairs of samples_: around the hull, or from each to the next where it has no area.
    std::vector<std::array<std::uint32_t, 2>> border_;
};

} // namespace sartor::pose
