// SPDX-License-Identifier: Apache-2.0
// Numbers of two scenes: how they are written, when they are the same, and the list of where not.
#pragma once

#include <sartor/diagnose/importer_diff.h>
#include <sartor/math/affine.h>

#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace sartor::diagnose {

/// Parts of its size by which a number may differ that Assimp only copies, and one that it
/// computes.
inline constexpr double kCopied = 1e-6;
inline constexpr double kComputed = 1e-5;

/// Seven significant digits.
std::string text(double number);
/// Numbers with spaces between; "none" without any.
std::string text(std::span<const float> numbers);
/// "'name'", or "no name".
std::string quoted(const std::string& name);

/// The numbers that a value is made of, in the order of memory; quaternions x, y, z, w.
template <int Count>
std::span<const float> componentsOf(const glm::vec<Count, float>& vector) {
    return {&vector.x, static_cast<std::size_t>(Count)};
}
inline std::span<const float> componentsOf(const glm::quat& rotation) {
    return {&rotation.x, 4}; // stored x, y, z, w
}
inline std::span<const float> componentsOf(const float& number) {
    return {&number, 1};
}
inline std::span<const float> componentsOf(const math::Affine& affine) {
    static_assert(sizeof(math::Affine) == 12 * sizeof(float));
    return {&affine.linear[0].x, 12};
}

/// Whether two numbers are the same up to a part of the larger, or of `size`.
bool isSame(float a, float b, double tolerance, double size = 0.0);
bool isSame(std::span<const float> a, std::span<const float> b, double tolerance, double size);

/// Gathers differences; equal place, field and cause make one entry.
class Differences {
public:
    void add(ImporterDifference difference) {
        const auto key = std::tuple(difference.place, difference.field, difference.cause);
        const auto [place, isNew] = places_.emplace(key, list_.size());
        if (isNew) {
            list_.push_back(std::move(difference));
        } else {
            list_[place->second].count += difference.count;
        }
    }
    std::vector<ImporterDifference> take() { return std::move(list_); }

private:
    std::vector<ImporterDifference> list_;
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places_;
};

} // namespace sartor::diagnose
