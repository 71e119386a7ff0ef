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
// The vertex form has clipFromModel behind the four words of both.
constexpr std::size_t kComputePushBytes = 16;
constexpr std::size_t kVertexPushBytes = 80;

struct VertexOutput {
    std::string_view meaning;
    spvc_basetype type;
    unsigned width;
};
// By location.
constexpr std::array kVertexOutputs = {VertexOutput{"position", SPVC_BASETYPE_FP32, 3},
                                       VertexOutput{"normal", SPVC_BASETYPE_FP32, 3},
                                       VertexOutput{"tangent", SPVC_BASETYPE_FP32, 4},
                                       VertexOutput{"flags", SPVC_BASETYPE_UINT32, 1},
                                       VertexOutput{"corner", SPVC_BASETYPE_FP32, 3},
                                       VertexOutput{"corner index", SPVC_BASETYPE_UINT32, 1}};

using Context =
    std::unique_ptr<std::remove_pointer_t<spvc_context>, decltype(&spvc_context_destroy)>;

std::string needName(std::span<const BufferNeed> needs, std::size_t index) {
    return "need " + std::to_string(index) + " '" + needs[index].semantic + "'";
}

std::string codeText(ShaderForm form) {
    return "the " + std::string(formText(form)) + " code";
}

Status validate(ShaderForm form, const ShaderCode& code) {
    if (code.words.empty() || code.words.front() != kSpirvMagic) {
        return Error{"plugin.spirv_magic", codeText(form) + " does not begin with SPIR-V's magic"};
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
        return Error{"plugin.spirv_invalid", codeText(form) + " is not valid SPIR-V " + report};
    }
    return {};
}

// A vertex shader hands on what is drawn and nothing else.
Status checkVertexNeeds(std::span<const BufferNeed> needs) {
    constexpr std::array<std::string_view, 4> kOutputs = {
        "sartor.position", "sartor.normal", "sartor.tangent", "sartor.flags"};
    bool hasPosition = false;
    for (std::size_t need = 0; need < needs.size(); ++need) {
        if (needs[need].access != SARTOR_WRITE) {
            continue;
        }
        hasPosition = hasPosition || needs[need].semantic == kOutputs[0];
        if (!needs[need].isOptional &&
            std::find(kOutputs.begin(), kOutputs.end(), needs[need].semantic) == kOutputs.end()) {
            return Error{"plugin.vertex_needs",
                         needName(needs, need) +
                             " is written and not optional, and a vertex shader has no output for "
                             "it"};
        }
    }
    if (!hasPosition) {
        return Error{"plugin.vertex_needs",
                     "a stage with a vertex form must write 'sartor.position'"};
    }
    return {};
}

// What is asked of one module; every question has its own function below.
class Reflection {
public:
    Reflection(ShaderForm form, std::span<const BufferNeed> needs, const ShaderCode& code)
        : form_(form)
        , text_(codeText(form))
        , needs_(needs)
        , code_(code)
        , context_(nullptr, &spvc_context_destroy) {}

    Status check() {
        if (!parse()) {
            return Error{"plugin.spirv_invalid", text_ + " cannot be reflected"};
        }
        for (const auto question : {&Reflection::checkCapabilities,
                                    &Reflection::checkEntryPoint,
                                    &Reflection::checkConstants,
                                    &Reflection::checkInterface,
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
                             text_ + " asks for capability " + std::to_string(capability) +
                                 ", only Shader is allowed"};
            }
        }
        return {};
    }

    Status checkEntryPoint() {
        const spvc_entry_point* entries = nullptr;
        std::size_t count = 0;
        spvc_compiler_get_entry_points(compiler_, &entries, &count);
        const bool isVertex = form_ == ShaderForm::Vertex;
        const SpvExecutionModel wanted =
            isVertex ? SpvExecutionModelVertex : SpvExecutionModelGLCompute;
        if (count != 1 || entries[0].execution_model != wanted ||
            entries[0].name != code_.entryPoint) {
            return Error{"plugin.spirv_entry",
                         text_ + " must have one entry point, " +
                             (isVertex ? "Vertex" : "GLCompute") + ", named '" + code_.entryPoint +
                             "'"};
        }
        return {};
    }

    Status checkConstants() {
        return form_ == ShaderForm::Vertex ? checkCaptureConstant() : checkLocalSize();
    }

    bool isConstantOfNeed() const { return code_.specId >= 1 && code_.specId <= needs_.size(); }

    Status checkCaptureConstant() {
        const spvc_specialization_constant* constants = nullptr;
        std::size_t count = 0;
        spvc_compiler_get_specialization_constants(compiler_, &constants, &count);
        const std::span all(constants, count);
        const bool isThere = std::any_of(all.begin(), all.end(), [this](const auto& constant) {
            return constant.constant_id == code_.specId;
        });
        if (!isThere || isConstantOfNeed()) {
            return Error{"plugin.vertex_capture",
                         "specialisation constant " + std::to_string(code_.specId) +
                             " of the vertex code must say whether results are captured, and "
                             "nothing else"};
        }
        return {};
    }

    Status checkInterface() {
        if (form_ != ShaderForm::Vertex) {
            return {};
        }
        if (!resources(SPVC_RESOURCE_TYPE_STAGE_INPUT).empty()) {
            return Error{"plugin.vertex_interface",
                         std::string("the vertex code has the input '") +
                             resources(SPVC_RESOURCE_TYPE_STAGE_INPUT)[0].name +
                             "', but all that it reads comes from buffers"};
        }
        std::array<bool, kVertexOutputs.size()> isThere = {};
        for (const spvc_reflected_resource& output : resources(SPVC_RESOURCE_TYPE_STAGE_OUTPUT)) {
            const unsigned location =
                spvc_compiler_get_decoration(compiler_, output.id, SpvDecorationLocation);
            const spvc_type type = spvc_compiler_get_type_handle(compiler_, output.type_id);
            if (location >= isThere.size() || isThere[location] ||
                spvc_type_get_basetype(type) != kVertexOutputs[location].type ||
                spvc_type_get_vector_size(type) != kVertexOutputs[location].width ||
                spvc_type_get_columns(type) != 1 || spvc_type_get_num_array_dimensions(type) != 0) {
                return Error{"plugin.vertex_interface",
                             std::string("output '") + output.name + "' of the vertex code at " +
                                 "location " + std::to_string(location) +
                                 " is not what belongs there"};
            }
            isThere[location] = true;
        }
        for (std::size_t location = 0; location < isThere.size(); ++location) {
            if (!isThere[location]) {
                return Error{"plugin.vertex_interface",
                             "the vertex code has no output at location " +
                                 std::to_string(location) + ", where the " +
                                 std::string(kVertexOutputs[location].meaning) + " belongs"};
            }
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
        const std::uint32_t id = code_.specId;
        if (x.id == 0 || x.constant_id != id) {
            return Error{"plugin.spirv_local_size",
                         "the workgroup size in x must be specialisation constant " +
                             std::to_string(id)};
        }
        if (y.id != 0 || z.id != 0 || fixedSize(1) != 1 || fixedSize(2) != 1) {
            return Error{"plugin.spirv_local_size", "the workgroup size in y and z must be 1"};
        }
        if (isConstantOfNeed()) {
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
                             text_ + " uses '" + resources(type)[0].name +
                                 "', which is no storage buffer"};
            }
        }
        return {};
    }

    Status checkBuffers() {
        const std::size_t hostBindings = 2;
        const bool isVertex = form_ == ShaderForm::Vertex;
        std::vector<bool> isBound(needs_.size() + hostBindings, false);
        bool hasCorners = false;
        for (const spvc_reflected_resource& buffer : resources(SPVC_RESOURCE_TYPE_STORAGE_BUFFER)) {
            const unsigned set =
                spvc_compiler_get_decoration(compiler_, buffer.id, SpvDecorationDescriptorSet);
            const unsigned binding =
                spvc_compiler_get_decoration(compiler_, buffer.id, SpvDecorationBinding);
            const std::string place =
                "set " + std::to_string(set) + " binding " + std::to_string(binding);
            if (isVertex && set == 1 && binding == 0 && !hasCorners) {
                hasCorners = true;
                if (!isDecorated(buffer, SpvDecorationNonWritable)) {
                    return accessError(place, needs_.size());
                }
                continue;
            }
            const bool mayWrite = binding < needs_.size() && needs_[binding].access == SARTOR_WRITE;
            if (set != 0 || binding >= isBound.size() || isBound[binding] ||
                (isVertex && mayWrite)) {
                return Error{
                    "plugin.spirv_binding",
                    text_ + " has a buffer at " + place + ", expected each binding 0 to " +
                        std::to_string(isBound.size() - 1) + " of set 0 once" +
                        (isVertex ? ", but for what is written, and binding 0 of set 1" : "")};
            }
            isBound[binding] = true;
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
            const bool isLeftOut = isVertex && needs_[need].access == SARTOR_WRITE;
            if (!isBound[need] && !isLeftOut) {
                return Error{"plugin.spirv_binding",
                             needName(needs_, need) + " has no buffer at binding " +
                                 std::to_string(need) + " of " + text_};
            }
        }
        if (isVertex && !hasCorners) {
            return Error{"plugin.spirv_binding",
                         "the vertex code has no buffer at binding 0 of set 1, where the corners "
                         "of the triangles are"};
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

    std::string bufferName(std::size_t binding) const {
        return binding < needs_.size() ? needName(needs_, binding) : "the host's own buffer";
    }

    Error accessError(const std::string& place, std::size_t binding) const {
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
            const std::size_t expected =
                form_ == ShaderForm::Vertex ? kVertexPushBytes : kComputePushBytes;
            if (size != expected) {
                return Error{"plugin.spirv_push",
                             "the push constants of " + text_ + " have " + std::to_string(size) +
                                 " bytes, expected " + std::to_string(expected)};
            }
        }
        return {};
    }

    ShaderForm form_;
    std::string text_;
    std::span<const BufferNeed> needs_;
    const ShaderCode& code_;
    Context context_;
    spvc_compiler compiler_ = nullptr;
    spvc_resources resources_ = nullptr;
};

} // namespace

std::string_view formText(ShaderForm form) {
    return form == ShaderForm::Vertex ? "vertex" : "compute";
}

Status checkShader(ShaderForm form, std::span<const BufferNeed> needs, const ShaderCode& code) {
    if (needs.size() > kMaxShaderNeeds) {
        return Error{"plugin.spirv_needs",
                     "a stage with a " + std::string(formText(form)) + " form has at most " +
                         std::to_string(kMaxShaderNeeds) + " needs, this one has " +
                         std::to_string(needs.size())};
    }
    if (form == ShaderForm::Vertex) {
        if (Status status = checkVertexNeeds(needs); !status) {
            return status;
        }
    }
    if (Status valid = validate(form, code); !valid) {
        return valid;
    }
    // Not every function of the C interface catches what the C++ library below it throws.
    try {
        return Reflection(form, needs, code).check();
    } catch (const std::exception& exception) {
        return Error{"plugin.spirv_invalid",
                     codeText(form) + " cannot be reflected: " + exception.what()};
    }
}

} // namespace sartor::deform
