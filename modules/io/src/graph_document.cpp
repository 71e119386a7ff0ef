// SPDX-License-Identifier: Apache-2.0
// Strict reading of graph documents: all that is wrong, each with its place.
#include "document_upgrade.h"
#include "graph_document_names.h"

#include <sartor/base/file.h>
#include <sartor/io/graph_document.h>

#include <algorithm>
#include <array>

namespace sartor::io {
namespace {

using graph::GraphDefinition;
using graph::InputDefinition;
using graph::joinPointer;
using graph::Record;
using graph::Value;

/// A value of the document and where it stands.
struct Item {
    const Json& json;
    std::string pointer;

    Item at(const char* key) const { return {json.at(key), joinPointer(pointer, key)}; }
    Item at(std::size_t index) const { return {json.at(index), joinPointer(pointer, index)}; }
};

class Reader {
public:
    GraphDocument read(const Json& document);
    void problem(const char* code, const std::string& pointer, std::string message) {
        result_.problems.push_back(
            {std::string("document.") + code, pointer, std::move(message), node_});
    }
    GraphDocument take() { return std::move(result_); }

private:
    using Keys = std::initializer_list<const char*>;

    bool checkObject(const Item& item, const Keys& required, const Keys& optional);
    template <class Read>
    void readList(const Item& object, const char* key, Read read);
    void readText(const Item& object, const char* key, std::string& text);
    void readNumber(const Item& object, const char* key, double& number);
    void readPoint(const Item& object, const char* key, glm::dvec2& point);
    template <std::size_t Size, class T>
    void readChoice(const Item& object,
                    const char* key,
                    const std::array<const char*, Size>& names,
                    T& choice);
    Value readValue(const Json& json);
    Record readRecord(const Item& item);

    void readParameter(const Item& item);
    void readClip(const Item& item);
    void readRootMotion(const Item& item);
    void readNode(const Item& item);
    void readPin(const Item& item, const std::string& pin, graph::NodeDefinition& node);
    InputDefinition readInput(const Item& item);
    InputDefinition readSource(const Item& object);

    GraphDocument result_{};
    std::string node_{}; // id of the one that is being read
};

bool isOneOf(std::string_view key, const std::initializer_list<const char*>& keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool Reader::checkObject(const Item& item, const Keys& required, const Keys& optional) {
    if (!item.json.is_object()) {
        problem("value", item.pointer, "expected an object");
        return false;
    }
    for (const auto& member : item.json.items()) {
        if (!isOneOf(member.key(), required) && !isOneOf(member.key(), optional)) {
            problem("unknown_key",
                    joinPointer(item.pointer, std::string_view(member.key())),
                    "unknown key '" + member.key() + "'");
        }
    }
    for (const char* key : required) {
        if (!item.json.contains(key)) {
            problem("missing_key", item.pointer, "key '" + std::string(key) + "' is missing");
        }
    }
    return true;
}

template <class Read>
void Reader::readList(const Item& object, const char* key, Read read) {
    if (!object.json.contains(key)) {
        return;
    }
    const Item list = object.at(key);
    if (!list.json.is_array()) {
        problem("value", list.pointer, "expected a list");
        return;
    }
    for (std::size_t i = 0; i < list.json.size(); ++i) {
        read(list.at(i));
    }
}

void Reader::readText(const Item& object, const char* key, std::string& text) {
    if (!object.json.contains(key)) {
        return;
    }
    const Item item = object.at(key);
    if (!item.json.is_string()) {
        problem("value", item.pointer, "expected a text");
        return;
    }
    text = item.json.get<std::string>();
}

void Reader::readNumber(const Item& object, const char* key, double& number) {
    if (!object.json.contains(key)) {
        return;
    }
    const Item item = object.at(key);
    if (!item.json.is_number()) {
        problem("value", item.pointer, "expected a number");
        return;
    }
    number = item.json.get<double>();
}

void Reader::readPoint(const Item& object, const char* key, glm::dvec2& point) {
    if (!object.json.contains(key)) {
        return;
    }
    const Item item = object.at(key);
    if (!item.json.is_array() || item.json.size() != 2 || !item.json[0].is_number() ||
        !item.json[1].is_number()) {
        problem("value", item.pointer, "expected two numbers");
        return;
    }
    point = {item.json[0].get<double>(), item.json[1].get<double>()};
}

template <std::size_t Size, class T>
void Reader::readChoice(const Item& object,
                        const char* key,
                        const std::array<const char*, Size>& names,
                        T& choice) {
    if (!object.json.contains(key)) {
        return;
    }
    const Item item = object.at(key);
    for (std::size_t i = 0; i < Size; ++i) {
        if (item.json == names[i]) {
            choice = static_cast<T>(i);
            return;
        }
    }
    std::string expected;
    for (const char* name : names) {
        expected += (expected.empty() ? "\"" : ", \"") + std::string(name) + "\"";
    }
    problem("value", item.pointer, "expected one of " + expected);
}

Value Reader::readValue(const Json& json) {
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_number()) {
        return json.get<double>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    if (json.is_array()) {
        graph::List list;
        for (const Json& item : json) {
            list.push_back(readValue(item));
        }
        return list;
    }
    if (json.is_object()) {
        Record record;
        for (const auto& member : json.items()) {
            record.emplace_back(member.key(), readValue(member.value()));
        }
        return record;
    }
    return {};
}

Record Reader::readRecord(const Item& item) {
    if (!item.json.is_object()) {
        problem("value", item.pointer, "expected an object");
        return {};
    }
    return *readValue(item.json).record();
}

void Reader::readParameter(const Item& item) {
    if (!checkObject(item, {"id", "type"}, {"default", "minimum", "maximum", "unit", "doc"})) {
        return;
    }
    graph::ParameterDefinition& parameter = result_.definition.parameters.emplace_back();
    readText(item, "id", parameter.id);
    readChoice(item, "type", kParameterTypes, parameter.type);
    if (item.json.contains("default")) {
        parameter.initial = readValue(item.json["default"]);
    }
    readNumber(item, "minimum", parameter.minimum);
    readNumber(item, "maximum", parameter.maximum);
    readText(item, "unit", parameter.unit);
    readText(item, "doc", parameter.doc);
}

void Reader::readClip(const Item& item) {
    if (!checkObject(item, {"clip"}, {"events", "markers"})) {
        return;
    }
    graph::ClipDefinition& clip = result_.definition.clips.emplace_back();
    readText(item, "clip", clip.clip);
    const auto readTimes = [&](const char* key, std::vector<graph::NamedTime>& times) {
        readList(item, key, [&](const Item& entry) {
            if (checkObject(entry, {"name", "time"}, {})) {
                graph::NamedTime& time = times.emplace_back();
                readText(entry, "name", time.name);
                readNumber(entry, "time", time.time);
            }
        });
    };
    readTimes("events", clip.events);
    readTimes("markers", clip.markers);
}

void Reader::readRootMotion(const Item& item) {
    if (!checkObject(item, {"joint"}, {"components", "owner"})) {
        return;
    }
    graph::RootMotionDefinition& motion = result_.definition.rootMotion;
    readText(item, "joint", motion.joint);
    readChoice(item, "owner", kRootMotionOwners, motion.owner);
    if (item.json.contains("components")) {
        motion.components = {.xz = false, .y = false, .yaw = false, .full = false};
    }
    readList(item, "components", [&](const Item& component) {
        for (const RootMotionComponent& known : kRootMotionComponents) {
            if (component.json == known.name) {
                motion.components.*known.member = true;
                return;
            }
        }
        problem("value", component.pointer, R"(expected one of "xz", "y", "yaw", "full")");
    });
}

void Reader::readNode(const Item& item) {
    if (!item.json.is_object()) {
        problem("value", item.pointer, "expected an object");
        return;
    }
    graph::NodeDefinition& node = result_.definition.nodes.emplace_back();
    if (item.json.contains("id") && item.json["id"].is_string()) {
        node_ = item.json["id"].get<std::string>();
    }
    checkObject(item, {"id", "type"}, {"params", "inputs", "at"});
    readText(item, "id", node.id);
    readText(item, "type", node.type);
    if (item.json.contains("params")) {
        node.params = readRecord(item.at("params"));
    }
    if (item.json.contains("inputs")) {
        const Item inputs = item.at("inputs");
        if (inputs.json.is_object()) {
            for (const auto& pin : inputs.json.items()) {
                readPin({pin.value(), joinPointer(inputs.pointer, std::string_view(pin.key()))},
                        pin.key(),
                        node);
            }
        } else {
            problem("value", inputs.pointer, "expected an object");
        }
    }
    readPoint(item, "at", node.at);
    node.hasPlace = item.json.contains("at");
    node_.clear();
}

void Reader::readPin(const Item& item, const std::string& pin, graph::NodeDefinition& node) {
    graph::PinInputs& inputs = node.inputs.emplace_back();
    inputs.pin = pin;
    // A list is the sources of a pin that takes many, unless it is a vector.
    if (!item.json.is_array() || (!item.json.empty() && item.json[0].is_number())) {
        inputs.inputs.push_back(readInput(item));
        return;
    }
    for (std::size_t i = 0; i < item.json.size(); ++i) {
        const Item source = item.at(i);
        if (source.json.is_object()) {
            inputs.inputs.push_back(readSource(source));
        } else {
            problem("value", source.pointer, "expected an object with the source of an input");
        }
    }
}

InputDefinition Reader::readInput(const Item& item) {
    return item.json.is_object() ? readSource(item) : graph::constantInput(readValue(item.json));
}

InputDefinition Reader::readSource(const Item& object) {
    InputDefinition input;
    int sourceCount = 0;
    for (const auto& member : object.json.items()) {
        const std::string& key = member.key();
        if (key == "node") {
            ++sourceCount;
            input.source = InputDefinition::Source::Node;
            readText(object, "node", input.node);
        } else if (key == "pin") {
            readText(object, "pin", input.pin);
        } else if (key == "parameter") {
            ++sourceCount;
            input.source = InputDefinition::Source::Parameter;
            readText(object, "parameter", input.parameter);
        } else if (key == "value") {
            ++sourceCount;
            input.constant = readValue(member.value());
        } else {
            input.fields.emplace_back(key, readValue(member.value()));
        }
    }
    if (sourceCount > 1) {
        problem("value", object.pointer, "expected one of node, parameter and value, not several");
    } else if (!input.pin.empty() && input.source != InputDefinition::Source::Node) {
        problem(
            "unknown_key", joinPointer(object.pointer, "pin"), "expected a node beside the pin");
    }
    return input;
}

GraphDocument Reader::read(const Json& document) {
    const Item root{document, ""};
    GraphDefinition& definition = result_.definition;
    checkObject(root,
                {"format", "version", "nodes"},
                {"parameters", "clips", "root_motion", "output", "groups", "comments"});
    readList(root, "parameters", [&](const Item& item) { readParameter(item); });
    readList(root, "clips", [&](const Item& item) { readClip(item); });
    if (document.contains("root_motion")) {
        readRootMotion(root.at("root_motion"));
    }
    readList(root, "nodes", [&](const Item& item) { readNode(item); });
    if (document.contains("output")) {
        const Item output = root.at("output");
        if (checkObject(output, {"node"}, {"pin"})) {
            definition.output = readSource({output.json, output.pointer});
            definition.output.fields.clear(); // unknown keys, said already
        }
    }
    readList(root, "groups", [&](const Item& item) {
        if (checkObject(item, {"title", "nodes"}, {})) {
            graph::GroupDefinition& group = definition.groups.emplace_back();
            readText(item, "title", group.title);
            readList(item, "nodes", [&](const Item& node) {
                if (node.json.is_string()) {
                    group.nodes.push_back(node.json.get<std::string>());
                } else {
                    problem("value", node.pointer, "expected the id of a node");
                }
            });
        }
    });
    readList(root, "comments", [&](const Item& item) {
        if (checkObject(item, {"text", "at", "size"}, {})) {
            graph::CommentDefinition& comment = definition.comments.emplace_back();
            readText(item, "text", comment.text);
            readPoint(item, "at", comment.at);
            readPoint(item, "size", comment.size);
        }
    });
    return take();
}

GraphDocument failed(const Error& error) {
    // A message of documentError() begins with the place.
    const std::size_t end = error.message.find(": ");
    const std::string place = error.message.substr(0, end);
    return {
        .problems = {{error.code, place == "/" ? "" : place, error.message.substr(end + 2), {}}}};
}

} // namespace

GraphDocument parseGraphDocument(std::string_view json) {
    Result<Json> document = parseJson(json);
    if (!document) {
        return failed(document.error());
    }
    if (!document->is_object()) {
        return failed(documentError("value", "", "expected an object"));
    }
    // No version has been changed since the first one.
    constexpr std::span<const UpgradeStep> kSteps;
    if (const Status status = upgradeDocument(*document, kGraphFormat, kSteps); !status) {
        return failed(status.error());
    }
    return Reader().read(*document);
}

Result<GraphDocument> readGraphDocument(const std::filesystem::path& path) {
    constexpr std::uint64_t kMaximumSize = 64 << 20;
    const auto bytes = readFile(path, kMaximumSize);
    if (!bytes) {
        return bytes.error();
    }
    return parseGraphDocument({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

std::string describe(const std::vector<graph::Problem>& problems) {
    std::string text;
    for (const graph::Problem& problem : problems) {
        text += (text.empty() ? "" : "\n") + (problem.path.empty() ? "/" : problem.path) + ": " +
                problem.message + " (" + problem.code + ")";
    }
    return text;
}

} // namespace sartor::io
