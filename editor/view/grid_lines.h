// SPDX-License-Identifier: Apache-2.0
// Where the lines of a grid stand.
#pragma once

#include <cmath>
#include <vector>

namespace sartor::editor {

/// The multiples of `step` from `from` to `to`. None where they could not be told apart: more than
/// a thousand, or so far from zero that a step is less than their rounding.
inline std::vector<double> gridLines(double from, double to, double step) {
    constexpr double kMostLines = 1000.0;
    const double first = std::ceil(from / step);
    const double count = std::floor(to / step) - first + 1.0;
    std::vector<double> lines;
    if (!(count >= 1.0 && count <= kMostLines) || first + 1.0 == first) {
        return lines;
    }
    for (double i = 0.0; i < count; ++i) {
        lines.push_back((first + i) * step);
    }
    return lines;
}

} // namespace sartor::editor
