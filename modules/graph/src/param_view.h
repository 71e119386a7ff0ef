// SPDX-License-Identifier: Apache-2.0
// The params of a node, or the fields of an input or record, by name and type.
#pragma once

#include <sartor/graph/compiled_graph.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sartor::graph {

/// What names in params mean. All borrowed.
class Names {
public:
    /// `rig` may be null: then there are no joints and no clips.
    Names(const Rig* rig, const GraphDefinition& definition);

    /// "#3" is the thing at an index, unless something has that very name. Errors:
    /// "graph.unknown_joint", "graph.unknown_clip", "graph.ambiguous_name".
    Result<JointIndex> findJoint(std::string_view name) const;
    Result<ClipIndex> findClip(std::string_view name) const;
    /// None where there is none of that id.
    ParameterIndex findParameter(std::string_view id) const;

private:
    /// The first thing of a name, and how many have it.
    struct Entry {
        std::size_t index = 0;
        std::size_t count = 0;
    };
    using Table = std::unordered_map<std::string_view, Entry>;

    static void add(Table& table, std::string_view name, std::size_t index);

    Table joints_;
    Table clips_;
    Table parameters_;
    std::size_t jointCount_ = 0;
    std::size_t clipCount_ = 0;
};

/// A record that was checked against its schema. A param that is not in the schema, or is asked for
/// as another type, is a programming error; what is not in the record has the schema's default.
class ParamView {
public:
    /// All borrowed.
    ParamView(const Record& record, std::span<const ParamSchema> schema, const Names& names)
        : record_(&record), schema_(schema), names_(&names) {}

    double number(std::string_view id) const; ///< Float and Integer
    bool boolean(std::string_view id) const;
    std::size_t choice(std::string_view id) const; ///< position in ParamSchema::choices
    std::string_view text(std::string_view id) const;
    glm::vec2 vector2(std::string_view id) const;
    glm::vec3 vector3(std::string_view id) const;
    JointIndex joint(std::string_view id) const;         ///< none where no name is written
    ClipIndex clip(std::string_view id) const;           ///< none where no name is written
    ParameterIndex parameter(std::string_view id) const; ///< none where no name is written

    /// Of params that are lists.
    std::vector<double> numbers(std::string_view id) const;
    std::vector<std::string_view> texts(std::string_view id) const;
    std::vector<JointIndex> joints(std::string_view id) const;
    std::vector<ParamView> records(std::string_view id) const;

private:
    const ParamSchema& schemaOf(std::string_view id, bool isList) const;
    /// Null where it has the default.
    const Value* valueOf(std::string_view id) const;
    std::string_view textOf(const ParamSchema& schema) const;

    const Record* record_;
    std::span<const ParamSchema> schema_;
    const Names* names_;
};

} // namespace sartor::graph
