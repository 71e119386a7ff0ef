// SPDX-License-Identifier: Apache-2.0
// Header of a 64-bit ELF file against this machine, and its segments against its size.
#include "elf_check.h"

#include <sartor/base/input_file.h>

#include <elf.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

std::string hexadecimal(std::span<const unsigned char> bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += text.empty() ? "" : " ";
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

#if defined(__x86_64__)
constexpr std::uint32_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kMachine = EM_AARCH64;
#elif defined(__riscv)
constexpr std::uint32_t kMachine = EM_RISCV;
#else
constexpr std::uint32_t kMachine = EM_NONE; // left to the loader
#endif
constexpr std::uint32_t kByteOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

struct Field {
    const char* name;
    std::uint32_t found;
    std::uint32_t expected;
    const char* meaning;
};

/// Source: System V ABI, "ELF Header".
Status checkHeader(const Elf64_Ehdr& header) {
    const std::array<Field, 7> fields = {{
        {"class", header.e_ident[EI_CLASS], ELFCLASS64, "64 bits"},
        {"byte order", header.e_ident[EI_DATA], kByteOrder, "this machine's"},
        {"identification version", header.e_ident[EI_VERSION], EV_CURRENT, "the current one"},
        {"type", header.e_type, ET_DYN, "a shared library"},
        {"machine", header.e_machine, kMachine, "this one"},
        {"version", header.e_version, EV_CURRENT, "the current one"},
        {"size of a program header", header.e_phentsize, sizeof(Elf64_Phdr), "bytes"},
    }};
    for (const Field& field : fields) {
        if (field.found != field.expected && field.expected != EM_NONE) {
            return Error{"plugin.load",
                         std::string("its ELF header has ") + field.name + ' ' +
                             std::to_string(field.found) + ", expected " +
                             std::to_string(field.expected) + " (" + field.meaning + ")"};
        }
    }
    return {};
}

} // namespace

Status expectWholeLibrary(const std::filesystem::path& file) {
    const Result<InputFile> opened = InputFile::open(file, UINT64_MAX);
    if (!opened) {
        return {}; // the loader knows the reason
    }
    const std::uint64_t size = opened->size();
    std::array<unsigned char, SELFMAG> magic{};
    const std::span begin =
        std::span(magic).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, SELFMAG)));
    if (!opened->readAt(0, std::as_writable_bytes(begin))) {
        return {};
    }
    const std::span expected(reinterpret_cast<const unsigned char*>(ELFMAG), SELFMAG);
    if (!std::equal(begin.begin(), begin.end(), expected.begin())) {
        return Error{"plugin.load",
                     "begins with the bytes " + hexadecimal(begin) + ", expected " +
                         hexadecimal(expected) + " of an ELF library"};
    }
    Elf64_Ehdr header{};
    if (size < sizeof header) {
        return truncated(size, sizeof header);
    }
    if (!readStruct(*opened, 0, header)) {
        return {};
    }
    if (Status status = checkHeader(header); !status) {
        return status;
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
