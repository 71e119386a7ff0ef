// SPDX-License-Identifier: Apache-2.0
// Segments of a 64-bit ELF file against its size.
#include "elf_check.h"

#include <sartor/base/input_file.h>

#include <elf.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace sartor::deform {

namespace {

Status truncated(std::uint64_t size, std::uint64_t expected) {
    return Error{"plugin.truncated",
                 "has " + std::to_string(size) + " bytes, expected at least " +
                     std::to_string(expected) + ": it was cut off, or is still being written"};
}

template <class T>
bool readStruct(const InputFile& file, std::uint64_t offset, T& destination) {
    return file.readAt(offset, std::as_writable_bytes(std::span(&destination, 1))).isOk();
}

} // namespace

Status expectWholeLibrary(const std::filesystem::path& file) {
    const Result<InputFile> opened = InputFile::open(file, UINT64_MAX);
    if (!opened) {
        return {}; // the loader knows the reason
    }
    const std::uint64_t size = opened->size();
    std::array<unsigned char, EI_NIDENT> identity{};
    if (size < identity.size() || !readStruct(*opened, 0, identity) ||
        std::memcmp(identity.data(), ELFMAG, SELFMAG) != 0 || identity[EI_CLASS] != ELFCLASS64) {
        return {};
    }
    Elf64_Ehdr header{};
    if (size < sizeof header || !readStruct(*opened, 0, header)) {
        return truncated(size, sizeof header);
    }
    const std::uint64_t tableSize = std::uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
    if (header.e_phoff > size || tableSize > size - header.e_phoff) {
        return truncated(size, header.e_phoff + tableSize);
    }
    for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment{};
        if (!readStruct(*opened, header.e_phoff + i * sizeof segment, segment)) {
            return {};
        }
        if (segment.p_type == PT_LOAD &&
            (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)) {
            return truncated(size, segment.p_offset + segment.p_filesz);
        }
    }
    return {};
}

} // namespace sartor::deform
