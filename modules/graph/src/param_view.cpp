// SPDX-License-Identifier: Apache-2.0
// Params by name and type.
#include "param_view.h"

#include <sartor/base/assert.h>

#include <algorithm>
#include <charconv>

namespace sartor::graph {
namespace {

/// "#12" as 12.
std::optional<std::size_t> indexIn(std::string_view name) {
    if (name.size() < 2 || name.front() != '#') {
        return std::nullopt;
    }
    std::size_t index = 0;
    const char* const end = name.data() + name.size();
    const auto [last, error] = std::from_chars(name.data() + 1, end, index);
    return error == std::errc() && last == end ? std::optional(index) : std::nullopt;
}

Error unknown(std::string_view kind, std::string_view name) {
    return {"graph.unknown_" + std::string(kind),
            "there is no " + std::string(kind) + " '" + std::string(name) + "'"};
}

Error ambiguous(std::string_view kind, std::string_view name, std::size_t count) {
    return {"graph.ambiguous_name",
            std::to_string(count) + " " + std::string(kind) + "s have the name '" +
                std::string(name) + "'; expected one of them by its index, as \"#3\""};
}

} // namespace

Names::Names(const Rig* rig, const GraphDefinition& definition)
    : jointCount_(rig == nullptr ? 0 : rig->skeleton->jointCount())
    , clipCount_(rig == nullptr ? 0 : rig->clips.size()) {
    for (std::size_t i = 0; i < jointCount_; ++i) {
        add(joints_, rig->skeleton->joints()[i].name, i);
    }
    for (std::size_t i = 0; i < clipCount_; ++i) {
        add(clips_, rig->clips[i]->name(), i);
    }
    for (std::size_t i = 0; i < definition.parameters.size(); ++i) {
        add(parameters_, definition.parameters[i].id, i);
    }
}

void Names::add(Table& table, std::string_view name, std::size_t index) {
    ++table.try_emplace(name, Entry{index, 0}).first->second.count;
}

Result<JointIndex> Names::findJoint(std::string_view name) const {
    if (const auto found = joints_.find(name); found != joints_.end()) {
        return found->second.count == 1
                   ? Result(JointIndex(found->second.index))
                   : Result<JointIndex>(ambiguous("joint", name, found->second.count));
    }
    const std::optional<std::size_t> index = indexIn(name);
    return index && *index < jointCount_ ? Result(JointIndex(*index))
                                         : Result<JointIndex>(unknown("joint", name));
}

Result<ClipIndex> Names::findClip(std::string_view name) const {
    if (const auto found = clips_.find(name); found != clips_.end()) {
        return found->second.count == 1
                   ? Result(ClipIndex(found->second.index))
                   : Result<ClipIndex>(ambiguous("clip", name, found->second.count));
    }
    const std::optional<std::size_t> index = indexIn(name);
    return index && *index < clipCount_ ? Result(ClipIndex(*index))
                                        : Result<ClipIndex>(unknown("clip", name));
}

ParameterIndex Names::findParameter(std::string_view id) const {
    const auto found = parameters_.find(id);
    return found == parameters_.end() ? ParameterIndex() : ParameterIndex(found->second.index);
}

const ParamSchema& ParamView::schemaOf(std::string_view id, bool isList) const {
    const auto schema = std::find_if(
        schema_.begin(), schema_.end(), [&](const ParamSchema& s) { return s.id == id; });
    SARTOR_ASSERT(schema != schema_.end());
    SARTOR_ASSERT(schema->isList == isList);
    return *schema;
}

const Value* ParamView::valueOf(std::string_view id) const {
    return find(*record_, id);
}

double ParamView::number(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Float || schema.type == ParamType::Integer);
    const Value* value = valueOf(id);
    return value != nullptr ? *value->number() : schema.number;
}

bool ParamView::boolean(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Bool);
    const Value* value = valueOf(id);
    return value != nullptr ? *value->truth() : schema.number != 0.0;
}

std::string_view ParamView::textOf(const ParamSchema& schema) const {
    const Value* value = valueOf(schema.id);
    return value != nullptr ? std::string_view(*value->text()) : schema.text;
}

std::size_t ParamView::choice(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Choice);
    const auto choice = std::find(schema.choices.begin(), schema.choices.end(), textOf(schema));
    SARTOR_ASSERT(choice != schema.choices.end());
    return static_cast<std::size_t>(choice - schema.choices.begin());
}

std::string_view ParamView::text(std::string_view id) const {
    return textOf(schemaOf(id, false));
}

glm::vec2 ParamView::vector2(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Vector2);
    const Value* value = valueOf(id);
    if (value == nullptr) {
        return glm::vec2(static_cast<float>(schema.number));
    }
    const List& list = *value->list();
    return {static_cast<float>(*list[0].number()), static_cast<float>(*list[1].number())};
}

glm::vec3 ParamView::vector3(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Vector3);
    const Value* value = valueOf(id);
    if (value == nullptr) {
        return glm::vec3(static_cast<float>(schema.number));
    }
    const List& list = *value->list();
    return {static_cast<float>(*list[0].number()),
            static_cast<float>(*list[1].number()),
            static_cast<float>(*list[2].number())};
}

JointIndex ParamView::joint(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Joint);
    const std::string_view name = textOf(schema);
    return name.empty() ? JointIndex() : names_->findJoint(name).value();
}

ClipIndex ParamView::clip(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Clip);
    const std::string_view name = textOf(schema);
    return name.empty() ? ClipIndex() : names_->findClip(name).value();
}

ParameterIndex ParamView::parameter(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, false);
    SARTOR_ASSERT(schema.type == ParamType::Parameter);
    const std::string_view name = textOf(schema);
    const ParameterIndex parameter = names_->findParameter(name);
    SARTOR_ASSERT(name.empty() || !parameter.isNone());
    return name.empty() ? ParameterIndex() : parameter;
}

std::vector<double> ParamView::numbers(std::string_view id) const {
    static_cast<void>(schemaOf(id, true));
    std::vector<double> numbers;
    if (const Value* value = valueOf(id)) {
        for (const Value& item : *value->list()) {
            numbers.push_back(*item.number());
        }
    }
    return numbers;
}

std::vector<std::string_view> ParamView::texts(std::string_view id) const {
    static_cast<void>(schemaOf(id, true));
    std::vector<std::string_view> texts;
    if (const Value* value = valueOf(id)) {
        for (const Value& item : *value->list()) {
            texts.emplace_back(*item.text());
        }
    }
    return texts;
}

std::vector<JointIndex> ParamView::joints(std::string_view id) const {
    std::vector<JointIndex> joints;
    for (const std::string_view name : texts(id)) {
        joints.push_back(names_->findJoint(name).value());
    }
    return joints;
}

std::vector<ParamView> ParamView::records(std::string_view id) const {
    const ParamSchema& schema = schemaOf(id, true);
    SARTOR_ASSERT(schema.type == ParamType::Object);
    std::vector<ParamView> records;
    if (const Value* value = valueOf(id)) {
        for (const Value& item : *value->list()) {
            records.emplace_back(*item.record(), schema.fields, *names_);
        }
    }
    return records;
}

} // namespace sartor::graph
