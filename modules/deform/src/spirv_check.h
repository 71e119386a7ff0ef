// SPDX-License-Identifier: Apache-2.0
// Validates the device modules of a stage and compares them with what the stage declares.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

#include <span>
#include <string_view>

namespace sartor::deform {

/// Needs of a stage with a device form: 16 storage buffers, two of which are the host's own.
inline constexpr std::size_t kMaxShaderNeeds = 14;

enum class ShaderForm { Compute, Vertex };
/// "compute" or "vertex".
std::string_view formText(ShaderForm form);

/// Errors: "plugin.spirv_needs" (more than 14), "plugin.spirv_magic", "plugin.spirv_invalid" (what
/// the validator says), "plugin.spirv_capability", "plugin.spirv_entry", "plugin.spirv_local_size",
/// "plugin.spirv_resource" (anything but storage buffers in the sets of the form),
/// "plugin.spirv_binding", "plugin.spirv_access", "plugin.spirv_layout" (an array with padding),
/// "plugin.spirv_push", "plugin.vertex_needs" (writes what a vertex shader has no output for),
/// "plugin.vertex_interface" (inputs, or outputs that are not those of the form),
/// "plugin.vertex_capture" (no constant that says so).
Status checkShader(ShaderForm form, std::span<const BufferNeed> needs, const ShaderCode& code);

} // namespace sartor::deform
