// SPDX-License-Identifier: Apache-2.0
// What schemas say in words and values.
#include <sartor/graph/schema.h>

namespace sartor::graph {

Value defaultOf(const ParamSchema& schema) {
    if (schema.isList) {
        return List{};
    }
    switch (schema.type) {
    case ParamType::Float:
    case ParamType::Integer:
        return schema.number;
    case ParamType::Bool:
        return schema.number != 0.0;
    case ParamType::Choice:
    case ParamType::Text:
    case ParamType::Joint:
    case ParamType::Clip:
    case ParamType::Parameter:
        return std::string(schema.text);
    case ParamType::Vector2:
        return List{schema.number, schema.number};
    case ParamType::Vector3:
        return List{schema.number, schema.number, schema.number};
    case ParamType::Object:
        return Record{};
    }
    return {};
}

std::string_view nameOf(PinType type) {
    switch (type) {
    case PinType::Pose:
        return "pose";
    case PinType::Float:
        return "float";
    case PinType::Bool:
        return "bool";
    case PinType::Vector3:
        return "vector3";
    }
    return "";
}

std::string_view nameOf(ParamType type) {
    switch (type) {
    case ParamType::Float:
        return "float";
    case ParamType::Integer:
        return "integer";
    case ParamType::Bool:
        return "bool";
    case ParamType::Choice:
        return "choice";
    case ParamType::Text:
        return "text";
    case ParamType::Vector2:
        return "vector2";
    case ParamType::Vector3:
        return "vector3";
    case ParamType::Joint:
        return "joint";
    case ParamType::Clip:
        return "clip";
    case ParamType::Parameter:
        return "parameter";
    case ParamType::Object:
        return "object";
    }
    return "";
}

} // namespace sartor::graph
