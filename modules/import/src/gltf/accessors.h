// SPDX-License-Identifier: Apache-2.0
// Typed values out of accessors: strides, normalised integers, sparse replacements.
#pragma once

#include "gltf/buffers.h"

#include <sartor/base/assert.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <vector>

namespace sartor::import::gltf {

/// What integer components mean.
enum class Integers {
    AsDeclared, ///< by the accessor's `normalized`
    Normalized  ///< fractions of the largest value, whatever the accessor says
};

class Accessors {
public:
    Accessors(const Document& document, Buffers& buffers, Budget& budget, Notes& notes)
        : document_(document), buffers_(buffers), budget_(budget), notes_(notes) {}

    const Accessor& info(std::uint32_t index) const { return document_.accessors[index]; }
    /// How many elements are read: those of the accessor, unless they are replaced.
    std::uint64_t countOf(std::uint32_t index) const;

    /// Fails with "gltf.accessor_type" unless the accessor has one of the types.
    void expectType(std::uint32_t index, std::initializer_list<ElementType> types) const;

    /// Fails with "gltf.accessor_type" unless its components are unsigned integers.
    void expectUnsigned(std::uint32_t index) const;

    /// All components, element after element. Normalised integers: signed max(c / max, -1).
    /// Fails with "file.accessor_out_of_bounds", "gltf.byte_stride", "file.too_large".
    std::vector<float> floats(std::uint32_t index, Integers integers = Integers::AsDeclared);

    /// The same as glm vectors or quaternions (x, y, z, w), of as many components as the elements.
    template <class Vector>
    std::vector<Vector> vectors(std::uint32_t index, Integers integers = Integers::AsDeclared) {
        constexpr auto kLength = static_cast<std::size_t>(Vector::length());
        static_assert(sizeof(Vector) == kLength * sizeof(float));
        SARTOR_ASSERT(componentCountOf(info(index).elementType) == kLength);
        expectReadable(index);
        std::vector<Vector> values(countOf(index));
        readFloats(index, {reinterpret_cast<float*>(values.data()), kLength}, integers);
        return values;
    }

    /// The same for unsigned integers. Fails with "gltf.accessor_type" for other components.
    std::vector<std::uint32_t> unsignedIntegers(std::uint32_t index);

    /// Where the elements of an accessor go: `stride` components from one to the next.
    template <class Output>
    struct Rows {
        Output* first = nullptr;
        std::size_t stride = 0;
    };

    /// Into rows of the caller's, one for each element. The same failures, but for the budget,
    /// which the caller charges.
    void readFloats(std::uint32_t index, Rows<float> to, Integers integers);
    void readUnsignedIntegers(std::uint32_t index, Rows<std::uint32_t> to);

    /// From now on the accessor has these elements, packed, instead of those of its buffer view:
    /// what a compressed primitive holds.
    void replace(std::uint32_t index, std::vector<std::byte> elements);
    /// Back to what the file says.
    void forgetReplaced() { replaced_.clear(); }

private:
    struct Range {
        std::uint32_t view = 0;
        std::uint64_t byteOffset = 0;
        std::uint64_t stride = 0; ///< 0: packed
        std::uint64_t count = 0;
        std::size_t elementSize = 0;
    };
    struct Elements {
        Bytes bytes;
        std::size_t stride = 0;
        std::size_t count = 0;
        std::size_t elementSize = 0;
    };

    /// Checks a range against its view before anything is read.
    Elements locate(const Range& range, const std::string& place);
    /// No elements: all zero.
    Elements locateBase(std::uint32_t index);
    /// Bounds and budget, before something is allocated.
    void expectReadable(std::uint32_t index);
    /// Calls `visit(bytes of some elements, index of the first, how many)` until all were met.
    template <class Visit>
    void forEachBlock(const Elements& elements, Visit visit);
    template <class Output, class Convert>
    void decode(std::uint32_t index, Rows<Output> to, Convert convert);
    template <class Output, class Convert>
    void replaceSparse(std::uint32_t index, Rows<Output> to, Convert convert);

    const Document& document_;
    Buffers& buffers_;
    Budget& budget_;
    Notes& notes_;
    std::map<std::uint32_t, std::vector<std::byte>> replaced_;
    std::vector<std::byte> block_;
};

} // namespace sartor::import::gltf
