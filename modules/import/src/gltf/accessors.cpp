// SPDX-License-Identifier: Apache-2.0
// Accessor decoding. Every size is checked in 64 bits before it is used.
#include "gltf/accessors.h"

#include "gltf/failure.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

namespace sartor::import::gltf {
namespace {

template <class Component>
Component load(const std::byte* from) {
    Component value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Calls `visit` with a value of the component's type, of which only the type matters.
template <class Visit>
void withComponentType(ComponentType type, Visit visit) {
    switch (type) {
    case ComponentType::Int8:
        return visit(std::int8_t{});
    case ComponentType::Uint8:
        return visit(std::uint8_t{});
    case ComponentType::Int16:
        return visit(std::int16_t{});
    case ComponentType::Uint16:
        return visit(std::uint16_t{});
    case ComponentType::Uint32:
        return visit(std::uint32_t{});
    case ComponentType::Float:
        return visit(float{});
    }
}

struct ToFloat {
    bool isNormalized = false;

    template <class Component>
    float operator()(Component component) const {
        if constexpr (std::is_integral_v<Component>) {
            if (isNormalized) {
                constexpr auto kLargest =
                    static_cast<double>(std::numeric_limits<Component>::max());
                const double fraction = static_cast<double>(component) / kLargest;
                return static_cast<float>(std::max(fraction, -1.0));
            }
        }
        return static_cast<float>(component);
    }
};

struct ToUnsigned {
    template <class Component>
    std::uint32_t operator()(Component component) const {
        return static_cast<std::uint32_t>(component);
    }
};

std::string placeOf(std::uint32_t accessor) {
    return "/accessors/" + std::to_string(accessor);
}

} // namespace

void Accessors::expectType(std::uint32_t index, std::initializer_list<ElementType> types) const {
    const ElementType actual = info(index).elementType;
    if (std::find(types.begin(), types.end(), actual) != types.end()) {
        return;
    }
    std::string expected;
    for (const ElementType type : types) {
        expected += (expected.empty() ? "" : " or ") + std::string(nameOf(type));
    }
    fail("gltf.accessor_type",
         placeOf(index) + "/type",
         std::string(nameOf(actual)) + ", expected " + expected + " for its use");
}

Accessors::Elements Accessors::locate(const Range& range, const std::string& place) {
    const std::span<const std::byte> bytes = buffers_.view(range.view);
    const std::uint64_t stride = range.stride == 0 ? range.elementSize : range.stride;
    if (stride < range.elementSize) {
        fail("gltf.byte_stride",
             "/bufferViews/" + std::to_string(range.view) + "/byteStride",
             std::to_string(stride) + ", but an element of " + place + " takes " +
                 std::to_string(range.elementSize) + " bytes");
    }
    // count < 2^32 and stride <= 252: no overflow below.
    const std::uint64_t needed =
        range.count == 0 ? 0 : (range.count - 1) * stride + range.elementSize;
    if (range.byteOffset > bytes.size() || needed > bytes.size() - range.byteOffset) {
        fail("file.accessor_out_of_bounds",
             place,
             std::to_string(range.count) + " elements take " + std::to_string(needed) +
                 " bytes from " + std::to_string(range.byteOffset) + " on, but buffer view " +
                 std::to_string(range.view) + " has " + std::to_string(bytes.size()));
    }
    return {bytes.data() + range.byteOffset,
            static_cast<std::size_t>(stride),
            static_cast<std::size_t>(range.count)};
}

template <class Output, class Convert>
void Accessors::replaceSparse(std::uint32_t index, std::vector<Output>& values, Convert convert) {
    const Accessor& accessor = info(index);
    const SparseValues& sparse = *accessor.sparse;
    const std::string place = placeOf(index) + "/sparse";
    if (sparse.indicesType != ComponentType::Uint8 && sparse.indicesType != ComponentType::Uint16 &&
        sparse.indicesType != ComponentType::Uint32) {
        fail("gltf.accessor_type",
             place + "/indices/componentType",
             "expected an unsigned integer type");
    }
    const std::size_t componentCount = componentCountOf(accessor.elementType);
    const Elements indices = locate(
        {sparse.indicesView, sparse.indicesOffset, 0, sparse.count, sizeOf(sparse.indicesType)},
        place + "/indices");
    const Elements replacements = locate({sparse.valuesView,
                                          sparse.valuesOffset,
                                          0,
                                          sparse.count,
                                          componentCount * sizeOf(accessor.componentType)},
                                         place + "/values");
    Occurrences unordered;
    std::uint64_t previous = 0;
    for (std::size_t i = 0; i < indices.count; ++i) {
        std::uint64_t element = 0;
        withComponentType(sparse.indicesType, [&](auto type) {
            element = static_cast<std::uint64_t>(
                load<decltype(type)>(indices.first + i * indices.stride));
        });
        if (element >= accessor.count) {
            fail("file.accessor_out_of_bounds",
                 place + "/indices",
                 "entry " + std::to_string(i) + " is " + std::to_string(element) +
                     ", but the accessor has " + std::to_string(accessor.count) + " elements");
        }
        if (i > 0 && element <= previous) {
            unordered.add(i);
        }
        previous = element;
        withComponentType(accessor.componentType, [&](auto type) {
            const std::byte* from = replacements.first + i * replacements.stride;
            for (std::size_t c = 0; c < componentCount; ++c) {
                values[element * componentCount + c] =
                    convert(load<decltype(type)>(from + c * sizeof type));
            }
        });
    }
    if (unordered) {
        notes_.warning("accessor.sparse_order",
                       place + "/indices",
                       describe(unordered, "entries") +
                           " are not larger than the one before; the last one for an element won",
                       unordered);
    }
}

template <class Output, class Convert>
std::vector<Output> Accessors::decode(std::uint32_t index, Convert convert) {
    const Accessor& accessor = info(index);
    const std::size_t componentCount = componentCountOf(accessor.elementType);
    const std::string place = placeOf(index);
    std::optional<Elements> elements;
    if (accessor.bufferView) {
        elements = locate({*accessor.bufferView,
                           accessor.byteOffset,
                           document_.bufferViews[*accessor.bufferView].byteStride,
                           accessor.count,
                           componentCount * sizeOf(accessor.componentType)},
                          place);
    }
    budget_.charge(accessor.count * componentCount * sizeof(Output), place + "/count");
    std::vector<Output> values(accessor.count * componentCount);
    if (elements) {
        withComponentType(accessor.componentType, [&](auto type) {
            Output* to = values.data();
            for (std::size_t i = 0; i < elements->count; ++i) {
                const std::byte* from = elements->first + i * elements->stride;
                for (std::size_t c = 0; c < componentCount; ++c) {
                    *to++ = convert(load<decltype(type)>(from + c * sizeof type));
                }
            }
        });
    }
    if (accessor.sparse) {
        replaceSparse(index, values, convert);
    }
    return values;
}

std::vector<float> Accessors::floats(std::uint32_t index, Integers integers) {
    const Accessor& accessor = info(index);
    const bool isInteger = accessor.componentType != ComponentType::Float;
    if (isInteger && integers == Integers::Normalized && !accessor.isNormalized) {
        notes_.warning("accessor.not_normalized",
                       placeOf(index) + "/normalized",
                       "integers for weights and rotations are fractions; read as if it were true");
    }
    return decode<float>(index, ToFloat{accessor.isNormalized || integers == Integers::Normalized});
}

std::vector<std::uint32_t> Accessors::unsignedIntegers(std::uint32_t index) {
    const ComponentType type = info(index).componentType;
    if (type != ComponentType::Uint8 && type != ComponentType::Uint16 &&
        type != ComponentType::Uint32) {
        fail("gltf.accessor_type",
             placeOf(index) + "/componentType",
             "expected an unsigned integer type for its use");
    }
    return decode<std::uint32_t>(index, ToUnsigned{});
}

} // namespace sartor::import::gltf
