// SPDX-License-Identifier: Apache-2.0
// Comparison relative to size, and entries by place, field and cause.
#include "importer_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sartor::diagnose {

std::string text(double number) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.7g", number);
    return buffer;
}

std::string text(std::span<const float> numbers) {
    std::string line;
    for (const float number : numbers) {
        line += (line.empty() ? "" : " ") + text(static_cast<double>(number));
    }
    return line.empty() ? "none" : line;
}

std::string quoted(const std::string& name) {
    return name.empty() ? "no name" : "'" + name + "'";
}

bool isSame(float a, float b, double tolerance, double size) {
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) && std::isnan(b);
    }
    const double larger =
        std::max({std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b)), size});
    return a == b ||
           std::abs(static_cast<double>(a) - static_cast<double>(b)) <= tolerance * larger;
}

bool isSame(std::span<const float> a, std::span<const float> b, double tolerance, double size) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](float x, float y) {
        return isSame(x, y, tolerance, size);
    });
}

} // namespace sartor::diagnose
