// SPDX-License-Identifier: Apache-2.0
// A pose graph as people edit it: names, no indices, nothing checked.
#pragma once

#include <sartor/pose/root_motion.h>

#include <glm/vec2.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sartor::graph {

class Value;
/// Members in the order of the file.
using Record = std::vector<std::pair<std::string, Value>>;
using List = std::vector<Value>;

/// What a param can hold: nothing, truth, a number, a text, a list, a record.
class Value {
public:
    Value() = default;
    Value(bool truth) : data(truth) {}
    template <class T>
    requires(std::integral<T> || std::floating_point<T>) && (!std::same_as<T, bool>)Value(T number)
        : data(static_cast<double>(number)) {}
    Value(const char* text) : data(std::string(text)) {}
    Value(std::string text) : data(std::move(text)) {}
    Value(List list) : data(std::move(list)) {}
    Value(Record record) : data(std::move(record)) {}

    bool isNothing() const { return std::holds_alternative<std::monostate>(data); }
    /// Null where the value is of another kind.
    const bool* truth() const { return std::get_if<bool>(&data); }
    const double* number() const { return std::get_if<double>(&data); }
    const std::string* text() const { return std::get_if<std::string>(&data); }
    const List* list() const { return std::get_if<List>(&data); }
    const Record* record() const { return std::get_if<Record>(&data); }

    bool operator==(const Value& other) const;

    std::variant<std::monostate, bool, double, std::string, List, Record> data;
};

/// The first member of that name; null where there is none.
const Value* find(const Record& record, std::string_view key);
/// Replaces the member of that name, or adds it at the end.
void set(Record& record, std::string_view key, Value value);
/// All members of that name.
void remove(Record& record, std::string_view key);

/// Where an input takes its value from.
struct InputDefinition {
    enum class Source { Constant, Node, Parameter };
    Source source = Source::Constant;
    /// Source::Constant: a number, a truth, a list of three numbers; nothing for an input that is
    /// there and has no source yet.
    Value constant{};
    std::string node{};      ///< Source::Node
    std::string pin{};       ///< Source::Node; empty: the node's only output of the input's type
    std::string parameter{}; ///< Source::Parameter
    /// What the schema declares for each input of a pin that takes many ("threshold").
    Record fields{};

    bool operator==(const InputDefinition&) const = default;
};

InputDefinition constantInput(Value value);
InputDefinition nodeInput(std::string node, std::string pin = {});
InputDefinition parameterInput(std::string parameter);

struct PinInputs {
    std::string pin{};
    std::vector<InputDefinition> inputs{}; ///< one, unless the pin takes many

    bool operator==(const PinInputs&) const = default;
};

struct NodeDefinition {
    std::string id{};   ///< unique in the graph, not empty
    std::string type{}; ///< NodeSchema::id
    Record params{};    ///< what is not there has the schema's default
    std::vector<PinInputs> inputs{};
    glm::dvec2 at = glm::dvec2(0.0); ///< place in the editor, top left
    bool hasPlace = false;           ///< else the editor lays it out

    bool operator==(const NodeDefinition&) const = default;
};

enum class ParameterType {
    Float,
    Bool,
    Vector3,
    Trigger ///< a truth that lasts until a transition takes it or the frame ends
};

struct ParameterDefinition {
    std::string id{};
    ParameterType type = ParameterType::Float;
    Value initial{}; ///< nothing: zero, false
    /// Float: the slider's range, values are clamped to it.
    double minimum = 0.0;
    double maximum = 1.0;
    std::string unit{};
    std::string doc{};

    bool operator==(const ParameterDefinition&) const = default;
};

struct NamedTime {
    std::string name{};
    double time = 0.0; ///< seconds in the clip

    bool operator==(const NamedTime&) const = default;
};

/// What the graph says about a clip, wherever it is used.
struct ClipDefinition {
    std::string clip{};
    std::vector<NamedTime> events{};
    std::vector<NamedTime> markers{};

    bool operator==(const ClipDefinition&) const = default;
};

struct RootMotionDefinition {
    std::string joint{}; ///< empty: there is no root motion, poses keep what clips do
    pose::RootMotionComponents components{};
    pose::RootMotionOwner owner = pose::RootMotionOwner::Entity;

    bool operator==(const RootMotionDefinition&) const = default;
};

struct GroupDefinition {
    std::string title{};
    std::vector<std::string> nodes{};

    bool operator==(const GroupDefinition&) const = default;
};

struct CommentDefinition {
    std::string text{};
    glm::dvec2 at = glm::dvec2(0.0);
    glm::dvec2 size = glm::dvec2(0.0);

    bool operator==(const CommentDefinition&) const = default;
};

struct GraphDefinition {
    std::vector<ParameterDefinition> parameters{};
    std::vector<ClipDefinition> clips{};
    RootMotionDefinition rootMotion{};
    std::vector<NodeDefinition> nodes{};
    InputDefinition output{}; ///< Source::Node, a pose
    std::vector<GroupDefinition> groups{};
    std::vector<CommentDefinition> comments{};

    bool operator==(const GraphDefinition&) const = default;
};

/// One thing that is wrong with a graph.
struct Problem {
    std::string code{};    ///< "graph.unknown_node_type", "graph.pose_used_twice", ...
    std::string path{};    ///< JSON pointer into the document: "/nodes/2/params/speed"
    std::string message{}; ///< what, and what was expected
    std::string node{};    ///< id of the node it belongs to; empty where there is none

    bool operator==(const Problem&) const = default;
};

/// "/nodes/2/params" + "a/b": a member of a JSON pointer, with its signs escaped.
std::string joinPointer(std::string_view pointer, std::string_view key);
std::string joinPointer(std::string_view pointer, std::size_t index);

} // namespace sartor::graph
