// SPDX-License-Identifier: Apache-2.0
// What sartor-lab is told on its command line.
#pragma once

#include "samples/lab/experiment.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sartor::lab {

struct LabOptions {
    /// The first sample without a name.
    const Sample* sample = nullptr;
    ExperimentOptions experiment;
    /// Key and value, in the order given.
    std::vector<std::pair<std::string, std::string>> values;
    bool isList = false;
    /// Not empty: write the readouts there, "-" for standard output.
    std::string json;
    /// Not empty: write a picture of the window there.
    std::filesystem::path screenshot;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Not empty: help or version, to be printed instead of anything else.
    std::string answer;
};

/// Errors: "usage.*", naming the argument and what is allowed.
Result<LabOptions> parseLabOptions(int argumentCount, const char* const* arguments);

/// The experiment with the values that were given.
/// Errors: "usage.control", "usage.value"; those of Experiment.
Result<std::unique_ptr<Experiment>> startExperiment(const LabOptions& options);

} // namespace sartor::lab
