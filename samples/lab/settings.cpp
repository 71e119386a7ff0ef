// SPDX-License-Identifier: Apache-2.0
// The controls of a sample and what they are set to.
#include "samples/lab/settings.h"

#include <sartor/io/text.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sartor::lab {

namespace {

std::string joined(std::span<const std::string> words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

std::string allowedValues(const Control& control) {
    if (!control.labels.empty()) {
        return "one of " + joined(control.labels);
    }
    return std::string(control.step == 1.0 ? "a whole number" : "a number") + " from " +
           io::toText(control.minimum) + " to " + io::toText(control.maximum) +
           (control.unit.empty() ? "" : " " + control.unit);
}

bool isAllowed(const Control& control, double value) {
    const bool isWhole = control.step != 1.0 || value == std::floor(value);
    return value >= control.minimum && value <= control.maximum && isWhole; // false for NaN
}

} // namespace

Control choice(std::string key, std::string name, std::vector<std::string> labels) {
    Control control;
    control.key = std::move(key);
    control.name = std::move(name);
    control.maximum = static_cast<double>(labels.size() - 1);
    control.step = 1.0;
    control.labels = std::move(labels);
    return control;
}

Settings::Settings(std::span<const Control> controls) : controls_(controls) {
    for (const Control& control : controls) {
        values_.push_back(control.initial);
    }
}

double Settings::operator[](std::string_view key) const {
    return values_[*find(key)];
}

const std::string& Settings::label(std::string_view key) const {
    const std::size_t index = *find(key);
    SARTOR_ASSERT(!controls_[index].labels.empty());
    return controls_[index].labels[static_cast<std::size_t>(values_[index])];
}

Status Settings::set(std::string_view key, double value) {
    const Result<std::size_t> index = find(key);
    if (!index) {
        return index.error();
    }
    const Control& control = controls_[*index];
    if (!isAllowed(control, value)) {
        return Error{"usage.value",
                     control.key + "=" + io::toText(value) + ": expected " +
                         allowedValues(control)};
    }
    values_[*index] = value;
    return {};
}

Status Settings::set(std::string_view key, std::string_view value) {
    const Result<std::size_t> index = find(key);
    if (!index) {
        return index.error();
    }
    const Control& control = controls_[*index];
    const auto label = std::ranges::find(control.labels, value);
    if (label != control.labels.end()) {
        return set(key, static_cast<double>(label - control.labels.begin()));
    }
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size()) {
        return Error{"usage.value",
                     control.key + "=" + io::printable(value) + ": expected " +
                         allowedValues(control)};
    }
    return set(key, number);
}

std::string Settings::expand(std::string_view text) const {
    std::string expanded(text);
    for (const Control& control : controls_) {
        const std::string mark = "$" + control.key;
        for (std::size_t at = expanded.find(mark); at != std::string::npos;
             at = expanded.find(mark)) {
            expanded.replace(at, mark.size(), label(control.key));
        }
    }
    return expanded;
}

Result<std::size_t> Settings::find(std::string_view key) const {
    const auto control = std::ranges::find(controls_, key, &Control::key);
    if (control == controls_.end()) {
        std::vector<std::string> keys;
        std::ranges::transform(controls_, std::back_inserter(keys), &Control::key);
        return Error{"usage.control",
                     "there is no control '" + io::printable(key) + "'; there is " + joined(keys)};
    }
    return static_cast<std::size_t>(control - controls_.begin());
}

} // namespace sartor::lab
