// SPDX-License-Identifier: Apache-2.0
// Values of params and fields as the schema has them: defaults, and what people read.
#pragma once

#include <sartor/graph/definition.h>
#include <sartor/graph/graph_instance.h>
#include <sartor/graph/schema.h>

#include <QString>

#include <span>
#include <string_view>

namespace sartor::editor {

/// What a param is where the definition says nothing.
graph::Value defaultValue(const graph::ParamSchema& param);
/// What the record says, else the default.
graph::Value valueIn(const graph::Record& record, const graph::ParamSchema& param);
/// Sets it; a default is left out of the record.
void setIn(graph::Record& record, const graph::ParamSchema& param, graph::Value value);
/// All required fields and those of other than default value.
graph::Record defaultRecord(std::span<const graph::ParamSchema> fields);
const graph::ParamSchema* findParam(std::span<const graph::ParamSchema> params,
                                    std::string_view id);

/// Whether a field says only where the editor draws what it belongs to.
bool isPlace(const graph::ParamSchema& field);

/// "1.5", "on", "Walk", "1, 0, 0", "3 entries".
QString valueText(const graph::Value& value);
/// What a running graph says of a value, short enough for a wire; empty for a pose.
QString liveText(const graph::PinValue& value);
/// "blend_time" as "Blend time".
QString paramTitle(std::string_view id);

} // namespace sartor::editor
