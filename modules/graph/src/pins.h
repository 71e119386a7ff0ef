// SPDX-License-Identifier: Apache-2.0
// Pins of a schema by name, looked up while compiling: a misspelt or mistyped one is no program.
#pragma once

#include <sartor/graph/schema.h>

#include <cstdint>

namespace sartor::graph {

struct PosePin {
    std::uint32_t index;
};
struct FloatPin {
    std::uint32_t index;
};
struct BoolPin {
    std::uint32_t index;
};
struct Vector3Pin {
    std::uint32_t index;
};

/// An input, whatever its type.
struct AnyPin {
    constexpr AnyPin(PosePin pin) : index(pin.index) {}
    constexpr AnyPin(FloatPin pin) : index(pin.index) {}
    constexpr AnyPin(BoolPin pin) : index(pin.index) {}
    constexpr AnyPin(Vector3Pin pin) : index(pin.index) {}

    std::uint32_t index;
};

struct FloatOutput {
    std::uint32_t index;
};
struct BoolOutput {
    std::uint32_t index;
};
struct Vector3Output {
    std::uint32_t index;
};

/// Position of an input or output in the schema; does not compile where there is none.
template <class Pin>
consteval std::uint32_t findPin(std::span<const Pin> pins, std::string_view id, PinType type) {
    for (std::uint32_t index = 0; index < pins.size(); ++index) {
        if (pins[index].id == id) {
            if (pins[index].type != type) {
                throw "the pin has another type";
            }
            return index;
        }
    }
    throw "the schema has no pin of that name";
}

consteval PosePin posePin(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.inputs, id, PinType::Pose)};
}
consteval FloatPin floatPin(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.inputs, id, PinType::Float)};
}
consteval BoolPin boolPin(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.inputs, id, PinType::Bool)};
}
consteval Vector3Pin vector3Pin(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.inputs, id, PinType::Vector3)};
}
consteval FloatOutput floatOutput(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.outputs, id, PinType::Float)};
}
consteval BoolOutput boolOutput(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.outputs, id, PinType::Bool)};
}
consteval Vector3Output vector3Output(const NodeSchema& schema, std::string_view id) {
    return {findPin(schema.outputs, id, PinType::Vector3)};
}

/// What every pose node has.
inline constexpr OutputSchema kPoseOutput[] = {{.id = "pose", .doc = "The pose."}};

} // namespace sartor::graph
