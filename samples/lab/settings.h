// SPDX-License-Identifier: Apache-2.0
// The controls of a sample and what they are set to.
#pragma once

#include <sartor/base/result.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::lab {

/// A slider, or a choice.
struct Control {
    /// In options and in JSON.
    std::string key;
    std::string name;
    std::string unit = {};
    double minimum = 0.0;
    double maximum = 1.0;
    double initial = 0.0;
    /// 1 for a control that takes whole numbers alone.
    double step = 0.0;
    /// Names of the values 0, 1, ... of a choice; empty for a slider.
    std::vector<std::string> labels = {};
    /// What has to be made anew when it moves.
    enum class Changes { Pose, Character } changes = Changes::Pose;
};

/// "twist_joints" with names for its values.
Control choice(std::string key, std::string name, std::vector<std::string> labels);

/// One value for each control; always inside of its range.
class Settings {
public:
    explicit Settings(std::span<const Control> controls);

    /// Of a control that is there (asserted).
    double operator[](std::string_view key) const;
    /// The chosen name of a choice (asserted).
    const std::string& label(std::string_view key) const;
    std::span<const Control> controls() const { return controls_; }

    /// Errors: "usage.control" (listing the controls), "usage.value" (saying what is allowed).
    Status set(std::string_view key, double value);
    /// From text: a number, or a label of a choice. Errors: as above.
    Status set(std::string_view key, std::string_view value);

    /// The text with "$key" replaced by the label that is chosen in that control.
    std::string expand(std::string_view text) const;

private:
    Result<std::size_t> find(std::string_view key) const;

    std::span<const Control> controls_;
    std::vector<double> values_;
};

} // namespace sartor::lab
