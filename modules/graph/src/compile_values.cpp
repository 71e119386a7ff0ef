// SPDX-License-Identifier: Apache-2.0
// Values of a document against what a schema says about them.
#include "compiler.h"
#include "number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace sartor::graph {
namespace {

/// 2 to the 53: up to it a double tells each whole number from the next.
constexpr double kLargestInteger = 9007199254740992.0;

std::string rangeText(double minimum, double maximum) {
    if (minimum <= kNoMinimum) {
        return "at most " + numberText(maximum);
    }
    return maximum >= kNoMaximum ? "at least " + numberText(minimum)
                                 : numberText(minimum) + " to " + numberText(maximum);
}

std::string_view kindOf(const Value& value) {
    constexpr std::string_view kKinds[] = {
        "nothing", "a truth", "a number", "a text", "a list", "an object"};
    return kKinds[value.data.index()];
}

std::string_view expectedFor(const ParamSchema& schema) {
    switch (schema.type) {
    case ParamType::Float:
        return "a number";
    case ParamType::Integer:
        return "a whole number";
    case ParamType::Bool:
        return "true or false";
    case ParamType::Choice:
    case ParamType::Text:
        return "a text";
    case ParamType::Vector2:
        return "a list of 2 numbers";
    case ParamType::Vector3:
        return "a list of 3 numbers";
    case ParamType::Joint:
        return "the name of a joint";
    case ParamType::Clip:
        return "the name of a clip";
    case ParamType::Parameter:
        return "the id of a parameter";
    case ParamType::Object:
        return "an object";
    }
    return "";
}

bool isVector(const Value& value, std::size_t length) {
    const List* list = value.list();
    return list != nullptr && list->size() == length &&
           std::all_of(
               list->begin(), list->end(), [](const Value& v) { return v.number() != nullptr; });
}

bool hasType(const Value& value, ParamType type) {
    switch (type) {
    case ParamType::Float:
        return value.number() != nullptr;
    case ParamType::Integer:
        return value.number() != nullptr && std::trunc(*value.number()) == *value.number();
    case ParamType::Bool:
        return value.truth() != nullptr;
    case ParamType::Choice:
    case ParamType::Text:
    case ParamType::Joint:
    case ParamType::Clip:
    case ParamType::Parameter:
        return value.text() != nullptr;
    case ParamType::Vector2:
        return isVector(value, 2);
    case ParamType::Vector3:
        return isVector(value, 3);
    case ParamType::Object:
        return value.record() != nullptr;
    }
    return false;
}

/// A text without which nothing is said.
bool isEmptyName(const Value& value, ParamType type) {
    return (type == ParamType::Text || type == ParamType::Joint || type == ParamType::Clip ||
            type == ParamType::Parameter) &&
           value.text() != nullptr && value.text()->empty();
}

} // namespace

void Compiler::checkRecord(const Record& record,
                           std::span<const ParamSchema> schema,
                           const Place& place,
                           RecordKind kind) {
    const std::string_view word = kind == RecordKind::Params ? "param" : "field";
    std::set<std::string_view> seen;
    for (const auto& [key, value] : record) {
        const Place keyPlace{joinPointer(place.pointer, key), place.node};
        if (!seen.insert(key).second) {
            problem("graph.duplicate_key", keyPlace, "'" + key + "' has a value already");
            continue;
        }
        const auto param = std::find_if(
            schema.begin(), schema.end(), [name = std::string_view(key)](const ParamSchema& s) {
                return s.id == name;
            });
        if (param == schema.end()) {
            std::vector<std::string> names;
            for (const ParamSchema& s : schema) {
                names.emplace_back(s.id);
            }
            problem("graph.unknown_" + std::string(word),
                    keyPlace,
                    "there is no " + std::string(word) + " '" + key + "'" + suggestion(key, names));
            continue;
        }
        checkParam(value, *param, keyPlace);
    }
    for (const ParamSchema& param : schema) {
        const Value* value = find(record, param.id);
        if (param.isRequired && (value == nullptr || isEmptyName(*value, param.type))) {
            problem("graph.missing_" + std::string(word),
                    {joinPointer(place.pointer, param.id), place.node},
                    "expected " + std::string(param.isList ? "a list" : expectedFor(param)));
        }
    }
}

void Compiler::checkParam(const Value& value, const ParamSchema& schema, const Place& place) {
    if (!schema.isList) {
        checkSingle(value, schema, place);
        return;
    }
    if (value.list() == nullptr) {
        problem("graph.wrong_type",
                place,
                "expected a list, each " + std::string(expectedFor(schema)) + ", not " +
                    std::string(kindOf(value)));
        return;
    }
    for (std::size_t i = 0; i < value.list()->size(); ++i) {
        const Place itemPlace{joinPointer(place.pointer, i), place.node};
        const Value& item = (*value.list())[i];
        if (schema.type != ParamType::Text && isEmptyName(item, schema.type)) {
            problem("graph.wrong_type",
                    itemPlace,
                    "expected " + std::string(expectedFor(schema)) + ", not an empty text");
            continue;
        }
        checkSingle(item, schema, itemPlace);
    }
}

void Compiler::checkSingle(const Value& value, const ParamSchema& schema, const Place& place) {
    if (!hasType(value, schema.type)) {
        problem("graph.wrong_type",
                place,
                "expected " + std::string(expectedFor(schema)) + ", not " +
                    (value.number() != nullptr ? numberText(*value.number())
                                               : std::string(kindOf(value))));
        return;
    }
    switch (schema.type) {
    case ParamType::Float:
        checkNumber(*value.number(), schema, place);
        break;
    case ParamType::Integer:
        if (std::abs(*value.number()) > kLargestInteger) {
            problem("graph.out_of_range",
                    place,
                    numberText(*value.number()) + ": expected a whole number from " +
                        numberText(-kLargestInteger) + " to " + numberText(kLargestInteger));
            break;
        }
        checkNumber(*value.number(), schema, place);
        break;
    case ParamType::Vector2:
    case ParamType::Vector3:
        for (std::size_t i = 0; i < value.list()->size(); ++i) {
            checkNumber(
                *(*value.list())[i].number(), schema, {joinPointer(place.pointer, i), place.node});
        }
        break;
    case ParamType::Choice:
    case ParamType::Joint:
    case ParamType::Clip:
    case ParamType::Parameter:
        checkName(*value.text(), schema, place);
        break;
    case ParamType::Object:
        checkRecord(*value.record(), schema.fields, place, RecordKind::Fields);
        break;
    case ParamType::Bool:
    case ParamType::Text:
        break;
    }
}

void Compiler::checkNumber(double number, const ParamSchema& schema, const Place& place) {
    if (!(number >= schema.minimum && number <= schema.maximum)) {
        problem("graph.out_of_range",
                place,
                numberText(number) + ": expected " + rangeText(schema.minimum, schema.maximum) +
                    (schema.unit.empty() ? "" : " " + std::string(schema.unit)));
    }
}

void Compiler::checkName(const std::string& name, const ParamSchema& schema, const Place& place) {
    const auto check = [&](const auto& found, const auto& candidates) {
        if (!found) {
            problem(found.error().code,
                    place,
                    found.error().message + (found.error().code == "graph.ambiguous_name" ? ""
                                             : canSuggest() ? suggestion(name, candidates())
                                                            : ""));
        }
    };
    if (schema.type == ParamType::Choice) {
        if (std::find(schema.choices.begin(), schema.choices.end(), name) == schema.choices.end()) {
            const std::vector<std::string> choices(schema.choices.begin(), schema.choices.end());
            std::string expected;
            for (const std::string& choice : choices) {
                expected += (expected.empty() ? "" : ", ") + choice;
            }
            problem("graph.out_of_range",
                    place,
                    "'" + name + "': expected one of " + expected + suggestion(name, choices));
        }
    } else if (schema.type == ParamType::Parameter) {
        if (!name.empty() && !parameterOfId_.contains(name)) {
            problem("graph.unknown_parameter",
                    place,
                    "there is no parameter '" + name + "'" + suggestion(name, parameterIds_));
        }
    } else if (rig() != nullptr && !name.empty()) {
        if (schema.type == ParamType::Joint) {
            check(this->names().findJoint(name), [&] { return jointNames(); });
        } else {
            check(this->names().findClip(name), [&] { return clipNames(); });
        }
    }
}

bool Compiler::checkPinValue(const Value& value, const InputSchema& schema, const Place& place) {
    const ParamType type = schema.type == PinType::Float  ? ParamType::Float
                           : schema.type == PinType::Bool ? ParamType::Bool
                                                          : ParamType::Vector3;
    const std::size_t before = problems_.size();
    checkSingle(value,
                {.id = schema.id,
                 .type = type,
                 .unit = schema.unit,
                 .minimum = schema.minimum,
                 .maximum = schema.maximum},
                place);
    return problems_.size() == before;
}

std::vector<std::string> Compiler::jointNames() const {
    std::vector<std::string> names;
    for (const assets::Joint& joint : rig()->skeleton->joints()) {
        names.push_back(joint.name);
    }
    return names;
}

std::vector<std::string> Compiler::clipNames() const {
    std::vector<std::string> names;
    for (const auto& clip : rig()->clips) {
        names.push_back(clip->name());
    }
    return names;
}

} // namespace sartor::graph
