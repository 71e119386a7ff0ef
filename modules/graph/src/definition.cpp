// SPDX-License-Identifier: Apache-2.0
// Definitions by value.
#include <sartor/graph/definition.h>

#include <algorithm>

namespace sartor::graph {

bool Value::operator==(const Value& other) const {
    return data == other.data;
}

const Value* find(const Record& record, std::string_view key) {
    const auto member =
        std::find_if(record.begin(), record.end(), [&](const auto& m) { return m.first == key; });
    return member == record.end() ? nullptr : &member->second;
}

void set(Record& record, std::string_view key, Value value) {
    const auto member =
        std::find_if(record.begin(), record.end(), [&](const auto& m) { return m.first == key; });
    if (member == record.end()) {
        record.emplace_back(std::string(key), std::move(value));
    } else {
        member->second = std::move(value);
    }
}

void remove(Record& record, std::string_view key) {
    std::erase_if(record, [&](const auto& member) { return member.first == key; });
}

InputDefinition constantInput(Value value) {
    return {.source = InputDefinition::Source::Constant, .constant = std::move(value)};
}

InputDefinition nodeInput(std::string node, std::string pin) {
    return {
        .source = InputDefinition::Source::Node, .node = std::move(node), .pin = std::move(pin)};
}

InputDefinition parameterInput(std::string parameter) {
    return {.source = InputDefinition::Source::Parameter, .parameter = std::move(parameter)};
}

std::string joinPointer(std::string_view pointer, std::string_view key) {
    std::string joined(pointer);
    joined += '/';
    for (const char sign : key) {
        joined += sign == '~' ? "~0" : sign == '/' ? "~1" : std::string(1, sign);
    }
    return joined;
}

std::string joinPointer(std::string_view pointer, std::size_t index) {
    return joinPointer(pointer, std::string_view(std::to_string(index)));
}

} // namespace sartor::graph
