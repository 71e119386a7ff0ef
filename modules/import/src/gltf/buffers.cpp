// SPDX-License-Identifier: Apache-2.0
// URIs, base64 and bounds of buffers.
#include "gltf/buffers.h"

#include "gltf/failure.h"
#include "gltf/meshopt.h"

#include <sartor/import/inside_folder.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace sartor::import::gltf {
namespace {

constexpr std::string_view kDataScheme = "data:";

// "http:", "file:", "C:" (RFC 3986, 3.1).
bool hasScheme(std::string_view uri) {
    const std::size_t colon = uri.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return false;
    }
    return std::all_of(uri.begin(), uri.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.';
    });
}

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

std::vector<std::byte> decodeBase64(std::string_view text, const std::string& place) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<int, 256> digits{};
    digits.fill(-1);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<int>(i);
    }
    for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) {
        text.remove_suffix(1);
    }
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int bitCount = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int digit = digits[static_cast<unsigned char>(text[i])];
        if (digit < 0) {
            fail("gltf.data_uri", place, "character " + std::to_string(i) + " is not base64");
        }
        bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFFFu;
        bitCount += 6;
        if (bitCount >= 8) {
            bitCount -= 8;
            bytes.push_back(static_cast<std::byte>(bits >> bitCount & 0xFFu));
        }
    }
    if (text.size() % 4 == 1) {
        fail("gltf.data_uri", place, "the base64 text is cut short");
    }
    return bytes;
}

// The file that a URI names. Unless more is allowed, nothing outside of the folder is reached, not
// even by a link.
std::filesystem::path
resolve(const UriBase& base, const std::string& uri, const std::string& place) {
    const auto refuse = [&](const std::string& reason) {
        fail("file.uri_outside_root", place, "'" + uri + "' " + reason);
    };
    if (hasScheme(uri)) {
        refuse("has a scheme, expected a relative path or base64 data");
    }
    const std::string decoded = decodePercent(uri, place);
    const std::filesystem::path relative(decoded);
    if (decoded.empty() || decoded.find('\0') != std::string::npos) {
        fail("gltf.value", place, "expected the name of a file");
    }
    if (base.mayLeaveFolder) {
        return base.folder / relative;
    }
    const bool goesUp = std::find(relative.begin(), relative.end(), "..") != relative.end() ||
                        decoded.find("..\\") != std::string::npos;
    if (relative.is_absolute() || decoded.front() == '\\' || goesUp) {
        refuse("leads out of the folder of the file");
    }
    std::filesystem::path target = base.folder / relative.lexically_normal();
    if (!isInsideFolder(target, base.folder)) {
        refuse("is a link that leads out of the folder of the file, or cannot be followed");
    }
    return target;
}

} // namespace

std::string decodePercent(const std::string& uri, const std::string& place) {
    std::string decoded;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            decoded += uri[i];
            continue;
        }
        const int high = i + 2 < uri.size() ? hexDigit(uri[i + 1]) : -1;
        const int low = high >= 0 ? hexDigit(uri[i + 2]) : -1;
        if (low < 0) {
            fail("gltf.value", place, "'%' without two hexadecimal digits");
        }
        decoded += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return decoded;
}

Buffers::Buffers(const Document& document,
                 UriBase base,
                 std::optional<Bytes> binaryChunk,
                 Budget& budget)
    : document_(document)
    , base_(std::move(base))
    , binaryChunk_(binaryChunk)
    , budget_(budget)
    , buffers_(document.buffers.size()) {
    if (base_.folder.empty()) {
        base_.folder = ".";
    }
}

Bytes Buffers::uri(const std::string& uri, const std::string& place) {
    if (uri.starts_with(kDataScheme)) {
        constexpr std::string_view kEncoding = ";base64";
        const std::size_t comma = uri.find(',');
        const std::string_view header = std::string_view(uri).substr(0, comma);
        if (comma == std::string::npos || !header.ends_with(kEncoding)) {
            fail("gltf.data_uri", place, "expected 'data:...;base64,...'");
        }
        const std::string_view text = std::string_view(uri).substr(comma + 1);
        budget_.charge(text.size(), place);
        return Bytes(decoded_.emplace_back(decodeBase64(text, place)));
    }
    const std::filesystem::path path = resolve(base_, uri, place);
    if (const auto known = files_.find(path); known != files_.end()) {
        return Bytes(known->second);
    }
    Result<InputFile> file = InputFile::open(path, budget_.maximumSourceSize());
    if (!file) {
        fail(file.error().code, place, file.error().message);
    }
    budget_.addSource(file->size());
    return Bytes(files_.emplace(path, *std::move(file)).first->second);
}

Bytes Buffers::buffer(std::uint32_t index) {
    if (buffers_[index]) {
        return *buffers_[index];
    }
    const Buffer& info = document_.buffers[index];
    const std::string place = "/buffers/" + std::to_string(index);
    Bytes bytes;
    if (info.uri) {
        bytes = uri(*info.uri, place + "/uri");
    } else if (index == 0 && binaryChunk_) {
        bytes = *binaryChunk_;
    } else {
        fail("gltf.missing", place, "it has no 'uri', and there is no binary chunk for it");
    }
    if (info.byteLength > bytes.size()) {
        fail("file.truncated",
             place + "/byteLength",
             std::to_string(info.byteLength) + " bytes are declared, there are " +
                 std::to_string(bytes.size()));
    }
    buffers_[index] = bytes.part(0, info.byteLength);
    return *buffers_[index];
}

Bytes Buffers::range(std::uint32_t bufferIndex,
                     std::uint64_t byteOffset,
                     std::uint64_t byteLength,
                     const std::string& place) {
    const Bytes bytes = buffer(bufferIndex);
    if (byteOffset > bytes.size()) {
        fail("file.accessor_out_of_bounds",
             place + "/byteOffset",
             std::to_string(byteOffset) + ", but buffer " + std::to_string(bufferIndex) + " has " +
                 std::to_string(bytes.size()) + " bytes");
    }
    if (byteLength > bytes.size() - byteOffset) {
        fail("file.accessor_out_of_bounds",
             place + "/byteLength",
             std::to_string(byteLength) + " bytes from " + std::to_string(byteOffset) +
                 " on, but buffer " + std::to_string(bufferIndex) + " has " +
                 std::to_string(bytes.size()) + " bytes");
    }
    return bytes.part(byteOffset, byteLength);
}

Bytes Buffers::view(std::uint32_t index) {
    const BufferView& info = document_.bufferViews[index];
    const std::string place = "/bufferViews/" + std::to_string(index);
    if (!info.meshopt) {
        return range(info.buffer, info.byteOffset, info.byteLength, place);
    }
    auto known = decompressed_.find(index);
    if (known == decompressed_.end()) {
        const MeshoptView& meshopt = *info.meshopt;
        const std::string extension = place + "/extensions/" + meshopt.extension;
        const Bytes compressed =
            range(meshopt.buffer, meshopt.byteOffset, meshopt.byteLength, extension);
        known = decompressed_.emplace(index, decodeMeshopt(meshopt, compressed, extension, budget_))
                    .first;
    }
    if (info.byteLength > known->second.size()) {
        fail("file.accessor_out_of_bounds",
             place + "/byteLength",
             std::to_string(info.byteLength) + ", but " + std::to_string(known->second.size()) +
                 " bytes are compressed");
    }
    return Bytes(known->second).part(0, info.byteLength);
}

} // namespace sartor::import::gltf
