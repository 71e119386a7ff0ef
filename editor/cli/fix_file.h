// SPDX-License-Identifier: Apache-2.0
// `sartor check --fix`: mends a file into another one, and says what that did.
#pragma once

#include "displacement.h"

#include <sartor/diagnose/fix_plan.h>
#include <sartor/io/gltf_writer.h>
#include <sartor/io/json_writer.h>

#include <CLI/App.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sartor::cli {

struct FixRequest {
    /// Empty: nothing is mended.
    std::filesystem::path out;
    std::vector<std::string> rules;
    std::string weightless = "nearest";
    bool isForced = false;
    /// How the file and the mended one are read.
    import::ImportOptions reading = {};

    void addTo(CLI::App& app);
};

struct FixedFile {
    std::filesystem::path in;
    std::filesystem::path out;
    std::vector<diagnose::Diagnostic> changes;
    /// Why something that has a fix could not be changed in this file.
    std::vector<Error> refused;
    /// What else was done to the file.
    std::vector<std::string> notes;
    /// Between the two files, with weights divided by their sum, and with those of the file as they
    /// are.
    std::optional<Displacement> displacement;
    std::optional<Displacement> rawDisplacement;
};

/// Errors: those of import, of diagnose::planFixes and of io::GltfWriter.
Result<FixedFile> fixFile(const std::filesystem::path& in, const FixRequest& request);

/// One line for each change, then what it moved, and where it was written.
std::vector<std::string> sentences(const FixedFile& fixed);
/// Writes the member "fix".
void writeFix(io::JsonWriter& json, const FixedFile& fixed);

} // namespace sartor::cli
