// SPDX-License-Identifier: Apache-2.0
// The raw bytes behind buffers, buffer views and URIs.
#pragma once

#include "gltf/budget.h"
#include "gltf/document.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace sartor::import::gltf {

/// Loads what is asked for, once. Spans stay valid as long as the object.
class Buffers {
public:
    Buffers(const Document& document,
            std::filesystem::path folder,
            std::optional<std::span<const std::byte>> binaryChunk,
            Budget& budget);

    /// The bytes of a buffer view. Fails with "file.accessor_out_of_bounds" when the view is not
    /// within its buffer, and as uri() does.
    std::span<const std::byte> view(std::uint32_t index);

    /// The bytes behind a URI: base64 data, or a file within the folder of the glTF file. Fails
    /// with "gltf.data_uri", "file.uri_outside_root" and the errors of readFile.
    std::span<const std::byte> uri(const std::string& uri, const std::string& place);

private:
    std::span<const std::byte> buffer(std::uint32_t index);

    const Document& document_;
    std::filesystem::path folder_;
    std::optional<std::span<const std::byte>> binaryChunk_;
    Budget& budget_;
    std::vector<std::optional<std::span<const std::byte>>> buffers_;
    /// By path, so that a file which is named often is read once.
    std::map<std::filesystem::path, std::vector<std::byte>> files_;
    std::vector<std::unique_ptr<std::vector<std::byte>>> decoded_;
};

} // namespace sartor::import::gltf
