// SPDX-License-Identifier: Apache-2.0
// What a plugin declares, as the host's own copy: nothing here points into the plugin but `run`.
#pragma once

#include <sartor/base/file_stamp.h>
#include <sartor/deformer/sartor_deformer.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::deform {

struct BufferNeed {
    std::string semantic;
    sartor_format format = 0;
    sartor_domain domain = 0;
    sartor_access access = 0;
    bool isOptional = false;
};

struct Param {
    std::uint32_t id = 0;
    sartor_param_type type = 0;
    std::vector<std::string> labels;
    std::string key;
    std::string name;
    std::string unit;
    double minimum = 0.0;
    double maximum = 0.0;
    double initial = 0.0;
    /// A stage before lists it as well: one value for both.
    bool isShared = false;
};

/// A validated module of one form of a stage.
struct ShaderCode {
    std::vector<std::uint32_t> words;
    /// Compute: of the workgroup size. Vertex: of the constant that says that results are captured.
    std::uint32_t specId = 0;
    std::string entryPoint;
};

struct Stage {
    std::string id;
    std::uint32_t kind = 0;
    std::uint32_t flags = 0;
    std::uint32_t repeatParam = SARTOR_STAGE_NO_REPEAT;
    /// Index in this table = slot of the CPU function = binding in set 0.
    std::vector<BufferNeed> needs;
    std::vector<Param> params;
    /// The stage is there while this param has one of these values, as bits; 0 for always.
    std::uint32_t whenParam = 0;
    std::uint32_t whenValues = 0;
    sartor_run_function run = nullptr;
    std::optional<ShaderCode> compute;
    /// The same function inline in the vertex shader.
    std::optional<ShaderCode> vertex;
};

class PluginLibrary;

/// One deformer of a loaded plugin. Keeps its library loaded for as long as it lives.
struct Deformer {
    /// "sartor.lbs"; in chains the last component is enough where it is unique.
    std::string id;
    std::string name;
    std::string vendor;
    std::string version;
    std::uint32_t capabilities = 0;
    std::vector<Stage> stages;
    std::filesystem::path pluginPath;
    /// Of that file when it was loaded.
    std::optional<FileStamp> pluginStamp;
    std::shared_ptr<PluginLibrary> library;
};

} // namespace sartor::deform
