// SPDX-License-Identifier: Apache-2.0
// Validates the compute module of a stage and compares it with what the stage declares.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

#include <span>

namespace sartor::deform {

/// Storage buffers of a compute stage: two are the host's own.
inline constexpr std::size_t kMaxComputeNeeds = 14;

/// Errors: "plugin.spirv_needs" (more than 14), "plugin.spirv_magic", "plugin.spirv_invalid" (what
/// the validator says), "plugin.spirv_capability", "plugin.spirv_entry", "plugin.spirv_local_size",
/// "plugin.spirv_resource" (anything but storage buffers in set 0), "plugin.spirv_binding",
/// "plugin.spirv_access", "plugin.spirv_layout" (an array with padding), "plugin.spirv_push".
Status checkCompute(std::span<const BufferNeed> needs, const ComputeCode& code);

} // namespace sartor::deform
