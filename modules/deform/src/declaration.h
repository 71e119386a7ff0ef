// SPDX-License-Identifier: Apache-2.0
// From a plugin's tables to the host's own, with every rule checked on the way.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

namespace sartor::deform {

/// Copies what the descriptor says; pluginPath and library are left to the caller.
/// Errors: "plugin.descriptor", "plugin.struct_size", "plugin.text", "plugin.id", "plugin.stages",
/// "plugin.stage_id", "plugin.stage_kind", "plugin.stage_flags", "plugin.function",
/// "plugin.need_count", "plugin.need_semantic", "plugin.need_format", "plugin.need_domain",
/// "plugin.need_access", "plugin.need_optional", "plugin.need_duplicate", "plugin.param_count",
/// "plugin.param_id", "plugin.param_key", "plugin.param_name", "plugin.param_type",
/// "plugin.param_labels", "plugin.param_nonfinite", "plugin.param_range", "plugin.repeat_param",
/// "plugin.when_param", "plugin.prepare_need", "plugin.prepare_compute", and those of checkShader.
/// Messages name deformer, stage and place.
Result<Deformer> copyDescriptor(const sartor_descriptor* descriptor);

} // namespace sartor::deform
