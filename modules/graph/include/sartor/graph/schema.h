// SPDX-License-Identifier: Apache-2.0
// What a type of node has: the only place where a pin or a param is declared.
#pragma once

#include <sartor/graph/definition.h>

#include <cstddef>
#include <span>
#include <string_view>

namespace sartor::graph {

enum class PinType { Pose, Float, Bool, Vector3 };
enum class ParamType {
    Float,
    Integer,
    Bool,
    Choice,
    Text,
    Vector2,
    Vector3,
    Joint,     ///< name of a joint, or "#3" for the joint at an index
    Clip,      ///< name of a clip, or "#3" for the clip at an index
    Parameter, ///< id of a parameter of the graph
    Object     ///< a record with the schema's fields
};

inline constexpr double kNoMinimum = -1e30;
inline constexpr double kNoMaximum = 1e30;

struct ParamSchema {
    std::string_view id{};
    ParamType type = ParamType::Float;
    std::string_view doc{};
    std::string_view unit{};
    /// Default of Float, Integer and Bool (0 or 1), and of each component of vectors.
    double number = 0.0;
    /// Default of Choice, Text, Joint, Clip, Parameter; empty means none for the last three.
    std::string_view text{};
    double minimum = kNoMinimum; ///< of numbers and of each component of vectors
    double maximum = kNoMaximum;
    std::span<const std::string_view> choices{};
    std::span<const ParamSchema> fields{}; ///< ParamType::Record
    bool isList = false;                   ///< a list of any length; its default is empty
    bool isRequired = false;
};

enum class InputCount { One, Optional, Many };

struct InputSchema {
    std::string_view id{};
    PinType type = PinType::Pose;
    std::string_view doc{};
    /// A Pose pin with One must be linked. A value pin without a source holds `number`; Optional
    /// says that the node tells having a source from having none.
    InputCount count = InputCount::One;
    double number = 0.0; ///< of each component of a vector; 0 or 1 of a Bool
    double minimum = kNoMinimum;
    double maximum = kNoMaximum;
    std::string_view unit{};
    std::span<const ParamSchema> fields{}; ///< of each input, InputCount::Many
    std::size_t minimumCount = 1;          ///< InputCount::Many
};

struct OutputSchema {
    std::string_view id{};
    PinType type = PinType::Pose;
    std::string_view doc{};
    /// A pose that may feed several inputs; values always may.
    bool isShared = false;
};

struct NodeSchema {
    std::string_view id{};       ///< "blend_1d"
    std::string_view title{};    ///< "Blend 1D"
    std::string_view category{}; ///< "Clip", "Blend", "State", "IK", "Root motion", "Value"
    /// Whole sentences: what it does, spaces, what happens at the edges.
    std::string_view doc{};
    std::span<const InputSchema> inputs{};
    std::span<const OutputSchema> outputs{}; ///< pose nodes: { "pose", Pose }
    std::span<const ParamSchema> params{};
};

/// All node types there are, by category, then title.
std::span<const NodeSchema* const> nodeSchemas();
/// Null where there is none of that id.
const NodeSchema* findNodeSchema(std::string_view id);

/// What a param is that nobody wrote: of a list the empty one, of an object the empty record.
Value defaultOf(const ParamSchema& schema);

/// "pose", "float", "bool", "vector3".
std::string_view nameOf(PinType type);
/// "float", "integer", ... as in messages and generated pages.
std::string_view nameOf(ParamType type);

} // namespace sartor::graph
