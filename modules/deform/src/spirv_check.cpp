// SPDX-License-Identifier: Apache-2.0
// SPIR-V validation by SPIRV-Tools, reflection by SPIRV-Cross; both stay private to this file.
#include "spirv_check.h"

#include "semantics.h"

#include <spirv-tools/libspirv.hpp>
#include <spirv_cross/spirv_cross_c.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>

namespace sartor::deform {

namespace {

constexpr std::uint32_t kSpirvMagic = 0x07230203;
constexpr std::size_t kPushConstantBytes = 16;

using Context =
    std::unique_ptr<std::remove_pointer_t<spvc_context>, decltype(&spvc_context_destroy)>;

std::string needName(std::span<const BufferNeed> needs, std::size_t index) {
    return "need " + std::to_string(index) + " '" + needs[index].semantic + "'";
}

Status validate(const ComputeCode& code) {
    if (code.words.empty() || code.words.front() != kSpirvMagic) {
        return Error{"plugin.spirv_magic", "the compute code does not begin with SPIR-V's magic"};
    }
    std::string report;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
    tools.SetMessageConsumer(
        [&report](
            spv_message_level_t, const char*, const spv_position_t& position, const char* text) {
            if (report.empty()) {
                report = "at word " + std::to_string(position.index) + ": " + text;
            }
        });
    if (!tools.Validate(code.words.data(), code.words.size())) {
        return Error{"plugin.spirv_invalid", "the compute code is not valid SPIR-V " + report};
    }
    return {};
}

// What is asked of one module; every question has its own function below.
class Reflection {
public:
    Reflection(std::span<const BufferNeed> needs, const ComputeCode& code)
        : needs_(needs), code_(code), context_(nullptr, &spvc_context_destroy) {}

    Status check() {
        if (!parse()) {
            return Error{"plugin.spirv_invalid", "the compute code cannot be reflected"};
        }
        for (const auto question : {&Reflection::checkCapabilities,
                                    &Reflection::checkEntryPoint,
                                    &Reflection::checkLocalSize,
                                    &Reflection::checkResourceKinds,
                                    &Reflection::checkBuffers,
                                    &Reflection::checkPushConstants}) {
            if (Status answer = (this->*question)(); !answer) {
                return answer;
            }
        }
        return {};
    }

private:
    bool parse() {
        spvc_context context = nullptr;
        if (spvc_context_create(&context) != SPVC_SUCCESS) {
            return false;
        }
        context_.reset(context);
        spvc_parsed_ir parsed = nullptr;
        return spvc_context_parse_spirv(context, code_.words.data(), code_.words.size(), &parsed) ==
                   SPVC_SUCCESS &&
               spvc_context_create_compiler(context,
                                            SPVC_BACKEND_NONE,
                                            parsed,
                                            SPVC_CAPTURE_MODE_TAKE_OWNERSHIP,
                                            &compiler_) == SPVC_SUCCESS &&
               spvc_compiler_create_shader_resources(compiler_, &resources_) == SPVC_SUCCESS;
    }

    Status checkCapabilities() {
        const SpvCapability* capabilities = nullptr;
        std::size_t count = 0;
        spvc_compiler_get_declared_capabilities(compiler_, &capabilities, &count);
        for (const SpvCapability capability : std::span(capabilities, count)) {
            // Shader implies Matrix; a module may say both.
            if (capability != SpvCapabilityShader && capability != SpvCapabilityMatrix) {
                return Error{"plugin.spirv_capability",
                             "the compute code asks for capability " + std::to_string(capability) +
                                 ", only Shader is allowed"};
            }
        }
        return {};
    }

    Status checkEntryPoint() {
        const spvc_entry_point* entries = nullptr;
        std::size_t count = 0;
        spvc_compiler_get_entry_points(compiler_, &entries, &count);
        if (count != 1 || entries[0].execution_model != SpvExecutionModelGLCompute ||
            entries[0].name != code_.entryPoint) {
            return Error{"plugin.spirv_entry",
                         "the compute code must have one entry point, GLCompute, named '" +
                             code_.entryPoint + "'"};
        }
        return {};
    }

    Status checkLocalSize() {
        spvc_specialization_constant x{};
        spvc_specialization_constant y{};
        spvc_specialization_constant z{};
        spvc_compiler_get_work_group_size_specialization_constants(compiler_, &x, &y, &z);
        const auto fixedSize = [this](unsigned axis) {
            return spvc_compiler_get_execution_mode_argument_by_index(
                compiler_, SpvExecutionModeLocalSize, axis);
        };
        const std::uint32_t id = code_.localSizeSpecId;
        if (x.id == 0 || x.constant_id != id) {
            return Error{"plugin.spirv_local_size",
                         "the workgroup size in x must be specialisation constant " +
                             std::to_string(id)};
        }
        if (y.id != 0 || z.id != 0 || fixedSize(1) != 1 || fixedSize(2) != 1) {
            return Error{"plugin.spirv_local_size", "the workgroup size in y and z must be 1"};
        }
        if (id >= 1 && id <= needs_.size()) {
            return Error{"plugin.spirv_local_size",
                         "specialisation constant " + std::to_string(id) + " says whether need " +
                             std::to_string(id - 1) +
                             " is bound, it cannot be the workgroup size as well"};
        }
        return {};
    }

    std::span<const spvc_reflected_resource> resources(spvc_resource_type type) const {
        const spvc_reflected_resource* list = nullptr;
        std::size_t count = 0;
        spvc_resources_get_resource_list_for_type(resources_, type, &list, &count);
        return {list, count};
    }

    Status checkResourceKinds() {
        for (const spvc_resource_type type : {SPVC_RESOURCE_TYPE_UNIFORM_BUFFER,
                                              SPVC_RESOURCE_TYPE_SUBPASS_INPUT,
                                              SPVC_RESOURCE_TYPE_STORAGE_IMAGE,
                                              SPVC_RESOURCE_TYPE_SAMPLED_IMAGE,
                                              SPVC_RESOURCE_TYPE_ATOMIC_COUNTER,
                                              SPVC_RESOURCE_TYPE_SEPARATE_IMAGE,
                                              SPVC_RESOURCE_TYPE_SEPARATE_SAMPLERS,
                                              SPVC_RESOURCE_TYPE_ACCELERATION_STRUCTURE}) {
            if (!resources(type).empty()) {
                return Error{"plugin.spirv_resource",
                             std::string("the compute code uses '") + resources(type)[0].name +
                                 "', which is no storage buffer"};
            }
        }
        return {};
    }

    Status checkBuffers() {
        const std::size_t hostBindings = 2;
        std::vector<bool> isBound(needs_.size() + hostBindings, false);
        for (const spvc_reflected_resource& buffer : resources(SPVC_RESOURCE_TYPE_STORAGE_BUFFER)) {
            const unsigned set =
                spvc_compiler_get_decoration(compiler_, buffer.id, SpvDecorationDescriptorSet);
            const unsigned binding =
                spvc_compiler_get_decoration(compiler_, buffer.id, SpvDecorationBinding);
            const std::string place =
                "set " + std::to_string(set) + " binding " + std::to_string(binding);
            if (set != 0 || binding >= isBound.size() || isBound[binding]) {
                return Error{"plugin.spirv_binding",
                             "the compute code has a buffer at " + place +
                                 ", expected each binding 0 to " +
                                 std::to_string(isBound.size() - 1) + " of set 0 once"};
            }
            isBound[binding] = true;
            const bool mayWrite = binding < needs_.size() && needs_[binding].access == SARTOR_WRITE;
            const SpvDecoration wanted =
                mayWrite ? SpvDecorationNonReadable : SpvDecorationNonWritable;
            if (!isDecorated(buffer, wanted)) {
                return accessError(place, binding);
            }
            if (Status layout = checkLayout(buffer, place, binding); !layout) {
                return layout;
            }
        }
        for (std::size_t need = 0; need < needs_.size(); ++need) {
            if (!isBound[need]) {
                return Error{"plugin.spirv_binding",
                             needName(needs_, need) + " has no buffer at binding " +
                                 std::to_string(need)};
            }
        }
        return {};
    }

    // Elements stand in the host's buffers without padding; the code must step through them so.
    Status checkLayout(const spvc_reflected_resource& buffer,
                       const std::string& place,
                       unsigned binding) const {
        constexpr unsigned kWordBytes = 4;
        const bool isNeed = binding < needs_.size();
        const unsigned elementBytes = isNeed ? bytesOf(needs_[binding].format) : kWordBytes;
        const spvc_type block = spvc_compiler_get_type_handle(compiler_, buffer.base_type_id);
        unsigned stride = 0;
        const bool isOneArray =
            spvc_type_get_num_member_types(block) == 1 && isRuntimeArray(block) &&
            spvc_compiler_type_struct_member_array_stride(compiler_, block, 0, &stride) ==
                SPVC_SUCCESS;
        const bool hasNoPadding =
            stride == kWordBytes || (stride != 0 && elementBytes % stride == 0);
        if (isOneArray && hasNoPadding) {
            return {};
        }
        return Error{"plugin.spirv_layout",
                     "the buffer at " + place + ", " + bufferName(binding) +
                         ", must be one array " + "whose elements fill " +
                         std::to_string(elementBytes) + " bytes without a remainder" +
                         (isOneArray ? ", they are " + std::to_string(stride) + " bytes apart"
                                     : std::string())};
    }

    bool isRuntimeArray(spvc_type block) const {
        const spvc_type member =
            spvc_compiler_get_type_handle(compiler_, spvc_type_get_member_type(block, 0));
        return spvc_type_get_num_array_dimensions(member) == 1 &&
               spvc_type_get_array_dimension(member, 0) == 0;
    }

    std::string bufferName(unsigned binding) const {
        return binding < needs_.size() ? needName(needs_, binding) : "the host's own buffer";
    }

    Error accessError(const std::string& place, unsigned binding) const {
        const bool mayWrite = binding < needs_.size() && needs_[binding].access == SARTOR_WRITE;
        return {"plugin.spirv_access",
                "the buffer at " + place + ", " + bufferName(binding) + ", must be " +
                    (mayWrite ? "writeonly" : "readonly")};
    }

    bool isDecorated(const spvc_reflected_resource& buffer, SpvDecoration wanted) const {
        const SpvDecoration* decorations = nullptr;
        std::size_t count = 0;
        // Decorations of the variable and those that all members of its block share.
        spvc_compiler_get_buffer_block_decorations(compiler_, buffer.id, &decorations, &count);
        const std::span all(decorations, count);
        return std::find(all.begin(), all.end(), wanted) != all.end();
    }

    Status checkPushConstants() {
        for (const spvc_reflected_resource& block : resources(SPVC_RESOURCE_TYPE_PUSH_CONSTANT)) {
            std::size_t size = 0;
            spvc_compiler_get_declared_struct_size(
                compiler_, spvc_compiler_get_type_handle(compiler_, block.base_type_id), &size);
            if (size != kPushConstantBytes) {
                return Error{"plugin.spirv_push",
                             "the push constants have " + std::to_string(size) +
                                 " bytes, expected " + std::to_string(kPushConstantBytes)};
            }
        }
        return {};
    }

    std::span<const BufferNeed> needs_;
    const ComputeCode& code_;
    Context context_;
    spvc_compiler compiler_ = nullptr;
    spvc_resources resources_ = nullptr;
};

} // namespace

Status checkCompute(std::span<const BufferNeed> needs, const ComputeCode& code) {
    if (needs.size() > kMaxComputeNeeds) {
        return Error{"plugin.spirv_needs",
                     "a stage with a compute form has at most " + std::to_string(kMaxComputeNeeds) +
                         " needs, this one has " + std::to_string(needs.size())};
    }
    if (Status valid = validate(code); !valid) {
        return valid;
    }
    // Not every function of the C interface catches what the C++ library below it throws.
    try {
        return Reflection(needs, code).check();
    } catch (const std::exception& exception) {
        return Error{"plugin.spirv_invalid",
                     std::string("the compute code cannot be reflected: ") + exception.what()};
    }
}

} // namespace sartor::deform
