// SPDX-License-Identifier: Apache-2.0
// Accessor decoding. Every size is checked in 64 bits before it is used.
#include "gltf/accessors.h"

#include "gltf/failure.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

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

// Whether the components are stored as they are wanted.
template <class Component, class Output>
constexpr bool kIsSame = std::is_same_v<Component, Output>;

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
    const Bytes bytes = buffers_.view(range.view);
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
    return {bytes.part(range.byteOffset, needed),
            static_cast<std::size_t>(stride),
            static_cast<std::size_t>(range.count),
            range.elementSize};
}

Accessors::Elements Accessors::locateBase(std::uint32_t index) {
    const Accessor& accessor = info(index);
    const std::size_t elementSize =
        componentCountOf(accessor.elementType) * sizeOf(accessor.componentType);
    if (const auto found = replaced_.find(index); found != replaced_.end()) {
        return {Bytes(found->second), elementSize, countOf(index), elementSize};
    }
    if (!accessor.bufferView) {
        return {};
    }
    return locate({*accessor.bufferView,
                   accessor.byteOffset,
                   document_.bufferViews[*accessor.bufferView].byteStride,
                   accessor.count,
                   elementSize},
                  placeOf(index));
}

void Accessors::expectReadable(std::uint32_t index) {
    locateBase(index);
    const Accessor& accessor = info(index);
    // Floats and indices both take 4 bytes.
    budget_.charge(countOf(index) * componentCountOf(accessor.elementType) * sizeof(float),
                   placeOf(index) + "/count");
}

void Accessors::expectUnsigned(std::uint32_t index) const {
    const ComponentType type = info(index).componentType;
    if (type != ComponentType::Uint8 && type != ComponentType::Uint16 &&
        type != ComponentType::Uint32) {
        fail("gltf.accessor_type",
             placeOf(index) + "/componentType",
             "expected an unsigned integer type for its use");
    }
}

template <class Visit>
void Accessors::forEachBlock(const Elements& elements, Visit visit) {
    if (elements.count == 0) {
        return;
    }
    if (elements.bytes.memory() != nullptr) {
        visit(elements.bytes.memory(), std::size_t{0}, elements.count);
        return;
    }
    // Small enough to stay in the cache between reading and decoding.
    constexpr std::size_t kBlockSize = std::size_t{1} << 18;
    block_.resize(kBlockSize);
    const std::size_t perBlock = (kBlockSize - elements.elementSize) / elements.stride + 1;
    for (std::size_t first = 0; first < elements.count; first += perBlock) {
        const std::size_t count = std::min(perBlock, elements.count - first);
        const std::size_t size = (count - 1) * elements.stride + elements.elementSize;
        elements.bytes.copy(first * elements.stride, std::span(block_).first(size));
        visit(std::as_const(block_).data(), first, count);
    }
}

template <class Output, class Convert>
void Accessors::replaceSparse(std::uint32_t index, Rows<Output> to, Convert convert) {
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
    budget_.charge(sparse.count * sizeof(std::uint32_t), place + "/count");
    std::vector<std::uint32_t> elements(indices.count);
    forEachBlock(indices, [&](const std::byte* from, std::size_t first, std::size_t count) {
        withComponentType(sparse.indicesType, [&](auto type) {
            for (std::size_t i = 0; i < count; ++i) {
                elements[first + i] =
                    static_cast<std::uint32_t>(load<decltype(type)>(from + i * sizeof type));
            }
        });
    });
    Occurrences unordered;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i] >= accessor.count) {
            fail("file.accessor_out_of_bounds",
                 place + "/indices",
                 "entry " + std::to_string(i) + " is " + std::to_string(elements[i]) +
                     ", but the accessor has " + std::to_string(accessor.count) + " elements");
        }
        if (i > 0 && elements[i] <= elements[i - 1]) {
            unordered.add(i);
        }
    }
    if (unordered) {
        notes_.warning("accessor.sparse_order",
                       place + "/indices",
                       describe(unordered, "entries") +
                           " are not larger than the one before; the last one for an element won",
                       unordered);
    }
    forEachBlock(replacements, [&](const std::byte* from, std::size_t first, std::size_t count) {
        withComponentType(accessor.componentType, [&](auto type) {
            for (std::size_t i = 0; i < count; ++i) {
                Output* row = to.first + elements[first + i] * to.stride;
                for (std::size_t c = 0; c < componentCount; ++c, from += sizeof type) {
                    row[c] = convert(load<decltype(type)>(from));
                }
            }
        });
    });
}

template <class Output, class Convert>
void Accessors::decode(std::uint32_t index, Rows<Output> to, Convert convert) {
    const Accessor& accessor = info(index);
    const std::size_t componentCount = componentCountOf(accessor.elementType);
    const Elements elements = locateBase(index);
    const bool isPacked = elements.stride == elements.elementSize && to.stride == componentCount;
    withComponentType(accessor.componentType, [&](auto type) {
        using Component = decltype(type);
        if (kIsSame<Component, Output> && isPacked) {
            elements.bytes.copy(
                0, std::as_writable_bytes(std::span(to.first, elements.count * componentCount)));
            return;
        }
        forEachBlock(elements, [&](const std::byte* from, std::size_t first, std::size_t count) {
            // One run where nothing lies between the elements: the compiler's favourite.
            const std::size_t runCount = isPacked ? 1 : count;
            const std::size_t runLength = isPacked ? count * componentCount : componentCount;
            for (std::size_t run = 0; run < runCount; ++run) {
                const std::byte* source = from + run * elements.stride;
                Output* target = to.first + (first + run) * to.stride;
                for (std::size_t c = 0; c < runLength; ++c) {
                    target[c] = convert(load<Component>(source + c * sizeof(Component)));
                }
            }
        });
    });
    if (accessor.sparse && !replaced_.contains(index)) {
        replaceSparse(index, to, convert);
    }
}

void Accessors::readFloats(std::uint32_t index, Rows<float> to, Integers integers) {
    const Accessor& accessor = info(index);
    const bool isInteger = accessor.componentType != ComponentType::Float;
    if (isInteger && integers == Integers::Normalized && !accessor.isNormalized) {
        notes_.warning("accessor.not_normalized",
                       placeOf(index) + "/normalized",
                       "integers for weights and rotations are fractions; read as if it were true");
    }
    decode(index, to, ToFloat{accessor.isNormalized || integers == Integers::Normalized});
}

void Accessors::readUnsignedIntegers(std::uint32_t index, Rows<std::uint32_t> to) {
    expectUnsigned(index);
    decode(index, to, ToUnsigned{});
}

std::vector<float> Accessors::floats(std::uint32_t index, Integers integers) {
    expectReadable(index);
    const std::size_t componentCount = componentCountOf(info(index).elementType);
    std::vector<float> values(countOf(index) * componentCount);
    readFloats(index, {values.data(), componentCount}, integers);
    return values;
}

std::vector<std::uint32_t> Accessors::unsignedIntegers(std::uint32_t index) {
    expectUnsigned(index);
    expectReadable(index);
    const std::size_t componentCount = componentCountOf(info(index).elementType);
    std::vector<std::uint32_t> values(countOf(index) * componentCount);
    readUnsignedIntegers(index, {values.data(), componentCount});
    return values;
}

void Accessors::replace(std::uint32_t index, std::vector<std::byte> elements) {
    replaced_[index] = std::move(elements);
}

std::uint64_t Accessors::countOf(std::uint32_t index) const {
    const Accessor& accessor = info(index);
    const auto found = replaced_.find(index);
    return found == replaced_.end()
               ? accessor.count
               : found->second.size() /
                     (componentCountOf(accessor.elementType) * sizeOf(accessor.componentType));
}

} // namespace sartor::import::gltf
