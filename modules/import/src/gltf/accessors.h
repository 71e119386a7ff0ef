// SPDX-License-Identifier: Apache-2.0
// Typed values out of accessors: strides, normalised integers, sparse replacements.
#pragma once

#include "gltf/buffers.h"

#include <cstdint>
#include <initializer_list>
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

    /// Fails with "gltf.accessor_type" unless the accessor has one of the types.
    void expectType(std::uint32_t index, std::initializer_list<ElementType> types) const;

    /// All components, element after element. Normalised integers: signed max(c / max, -1).
    /// Fails with "file.accessor_out_of_bounds", "gltf.byte_stride", "file.too_large".
    std::vector<float> floats(std::uint32_t index, Integers integers = Integers::AsDeclared);

    /// The same for unsigned integers. Fails with "gltf.accessor_type" for other components.
    std::vector<std::uint32_t> unsignedIntegers(std::uint32_t index);

private:
    struct Range {
        std::uint32_t view = 0;
        std::uint64_t byteOffset = 0;
        std::uint64_t stride = 0; ///< 0: packed
        std::uint64_t count = 0;
        std::size_t elementSize = 0;
    };
    struct Elements {
        const std::byte* first = nullptr;
        std::size_t stride = 0;
        std::size_t count = 0;
    };

    /// Checks a range against its view before anything is read.
    Elements locate(const Range& range, const std::string& place);
    template <class Output, class Convert>
    std::vector<Output> decode(std::uint32_t index, Convert convert);
    template <class Output, class Convert>
    void replaceSparse(std::uint32_t index, std::vector<Output>& values, Convert convert);

    const Document& document_;
    Buffers& buffers_;
    Budget& budget_;
    Notes& notes_;
};

} // namespace sartor::import::gltf
