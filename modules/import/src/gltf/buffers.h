// SPDX-License-Identifier: Apache-2.0
// The raw bytes behind buffers, buffer views and URIs.
#pragma once

#include "gltf/budget.h"
#include "gltf/bytes.h"
#include "gltf/document.h"

#include <sartor/base/input_file.h>

#include <cstddef>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace sartor::import::gltf {

/// The text of a URI with %xx as bytes. Fails with "gltf.value".
std::string decodePercent(const std::string& uri, const std::string& place);

/// Where URIs lead.
struct UriBase {
    std::filesystem::path folder;
    bool mayLeaveFolder = false;
};

/// Finds what is asked for, once. What it gives borrows from it.
class Buffers {
public:
    Buffers(const Document& document,
            UriBase base,
            std::optional<Bytes> binaryChunk,
            Budget& budget);

    /// The bytes of a buffer view, decompressed where it is compressed. Fails with
    /// "file.accessor_out_of_bounds" when the view is not within its buffer, as uri() does, and as
    /// decodeMeshopt() does.
    Bytes view(std::uint32_t index);

    /// The bytes behind a URI: base64 data, or a file, within the folder of the glTF file
    /// unless more is allowed. Fails
    /// with "gltf.data_uri", "file.uri_outside_root" and the errors of InputFile::open.
    Bytes uri(const std::string& uri, const std::string& place);

private:
    Bytes buffer(std::uint32_t index);
    /// A part of a buffer that the JSON at `place` names.
    Bytes range(std::uint32_t bufferIndex,
                std::uint64_t byteOffset,
                std::uint64_t byteLength,
                const std::string& place);

    const Document& document_;
    UriBase base_;
    std::optional<Bytes> binaryChunk_;
    Budget& budget_;
    std::vector<std::optional<Bytes>> buffers_;
    /// By path, so that a file which is named often is opened once.
    std::map<std::filesystem::path, InputFile> files_;
    std::deque<std::vector<std::byte>> decoded_;
    /// Decompressed views by their index.
    std::map<std::uint32_t, std::vector<std::byte>> decompressed_;
};

} // namespace sartor::import::gltf
