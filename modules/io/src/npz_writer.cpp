// SPDX-License-Identifier: Apache-2.0
// NPY headers and a zip archive of stored members.
// Source: numpy.lib.format, version 1.0; PKWARE APPNOTE 6.3, 4.3.7 to 4.3.16.
#include "little_endian.h"

#include <sartor/io/npz_writer.h>
#include <sartor/io/text.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace sartor::io {
namespace {

constexpr std::array<std::uint32_t, 256> makeCrcTable() {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
        }
        table[i] = value;
    }
    return table;
}

std::uint32_t crc32(std::span<const std::byte> bytes) {
    static constexpr std::array<std::uint32_t, 256> kTable = makeCrcTable();
    std::uint32_t value = 0xFFFFFFFFu;
    for (const std::byte byte : bytes) {
        value = kTable[(value ^ std::to_integer<std::uint32_t>(byte)) & 0xFF] ^ (value >> 8);
    }
    return ~value;
}

/// The fields that a member's local header and its entry in the directory share.
void appendMemberFields(std::vector<std::byte>& bytes,
                        std::span<const std::byte> content,
                        std::string_view fileName) {
    appendNumber(bytes, std::uint16_t{20});     // needs version 2.0
    appendNumber(bytes, std::uint16_t{0x0800}); // names are UTF-8
    appendNumber(bytes, std::uint16_t{0});      // stored
    appendNumber(bytes, std::uint16_t{0});      // 00:00:00
    appendNumber(bytes, std::uint16_t{0x0021}); // 1980-01-01, so that equal arrays give equal files
    appendNumber(bytes, crc32(content));
    appendNumber(bytes, static_cast<std::uint32_t>(content.size()));
    appendNumber(bytes, static_cast<std::uint32_t>(content.size()));
    appendNumber(bytes, static_cast<std::uint16_t>(fileName.size()));
    appendNumber(bytes, std::uint16_t{0}); // no extra field
}

} // namespace

Result<std::vector<std::byte>> npyBytes(const NpyArray& array) {
    std::size_t expected = 1;
    std::string shape;
    for (const std::size_t extent : array.shape) {
        expected *= extent;
        shape += std::to_string(extent) + ", ";
    }
    const auto content =
        std::visit([](auto values) { return std::as_bytes(values); }, array.values);
    const std::size_t count = content.size() / sizeof(float);
    if (count != expected) {
        return Error{"output.shape",
                     "array '" + printable(array.name) + "': " + std::to_string(count) +
                         " values do not fill the shape (" + shape + ")"};
    }
    const bool isFloat = std::holds_alternative<std::span<const float>>(array.values);
    std::string header = std::string("{'descr': '") + (isFloat ? "<f4" : "<u4") +
                         "', 'fortran_order': False, 'shape': (" + shape + "), }";
    // Magic, version and length take ten bytes; the data start at a multiple of 64.
    const std::size_t padded = (10 + header.size() + 1 + 63) / 64 * 64 - 10;
    header.resize(padded - 1, ' ');
    header += '\n';

    std::vector<std::byte> bytes;
    bytes.reserve(10 + header.size() + content.size());
    appendText(bytes, std::string_view("\x93NUMPY\x01\x00", 8));
    appendNumber(bytes, static_cast<std::uint16_t>(header.size()));
    appendText(bytes, header);
    appendBytes(bytes, content);
    return bytes;
}

Result<std::vector<std::byte>> npzBytes(std::span<const NpyArray> arrays) {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max();
    const Error tooLarge{"output.too_large",
                         "an .npz archive holds at most 4 GiB and 65535 arrays"};
    if (arrays.size() > std::numeric_limits<std::uint16_t>::max()) {
        return tooLarge;
    }
    std::vector<std::byte> archive;
    std::vector<std::byte> directory;
    std::set<std::string> names;
    for (const NpyArray& array : arrays) {
        const std::string fileName = validUtf8(array.name) + ".npy";
        if (!names.insert(fileName).second) {
            return Error{"output.duplicate_name",
                         "two arrays are called '" + printable(array.name) + "'"};
        }
        const Result<std::vector<std::byte>> content = npyBytes(array);
        if (!content) {
            return content.error();
        }
        if (archive.size() + content->size() + directory.size() + 4096 > kLargest ||
            fileName.size() > 1024) {
            return tooLarge;
        }
        const auto offset = static_cast<std::uint32_t>(archive.size());
        appendNumber(archive, 0x04034B50u);
        appendMemberFields(archive, *content, fileName);
        appendText(archive, fileName);
        appendBytes(archive, *content);

        appendNumber(directory, 0x02014B50u);
        appendNumber(directory, std::uint16_t{20}); // made by version 2.0
        appendMemberFields(directory, *content, fileName);
        appendNumber(directory, std::uint16_t{0}); // no comment
        appendNumber(directory, std::uint16_t{0}); // on the first disk
        appendNumber(directory, std::uint16_t{0}); // binary
        appendNumber(directory, std::uint32_t{0}); // no attributes
        appendNumber(directory, offset);
        appendText(directory, fileName);
    }
    const auto directoryOffset = static_cast<std::uint32_t>(archive.size());
    appendBytes(archive, directory);
    appendNumber(archive, 0x06054B50u);
    appendNumber(archive, std::uint16_t{0}); // this disk
    appendNumber(archive, std::uint16_t{0}); // disk of the directory
    appendNumber(archive, static_cast<std::uint16_t>(arrays.size()));
    appendNumber(archive, static_cast<std::uint16_t>(arrays.size()));
    appendNumber(archive, static_cast<std::uint32_t>(directory.size()));
    appendNumber(archive, directoryOffset);
    appendNumber(archive, std::uint16_t{0}); // no comment
    return archive;
}

} // namespace sartor::io
