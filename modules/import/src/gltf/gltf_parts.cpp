// SPDX-License-Identifier: Apache-2.0
// The parts of a glTF file, through the checks of the reader.
#include "gltf/buffers.h"
#include "gltf/container.h"
#include "gltf/document.h"
#include "gltf/guarded.h"
#include "gltf/json_text.h"

#include <sartor/base/file.h>
#include <sartor/import/gltf_parts.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace sartor::import {
namespace {

using gltf::Buffers;
using gltf::Document;
using gltf::Failure;

GltfStorage storageOf(const std::optional<std::string>& uri) {
    return !uri                        ? GltfStorage::None
           : uri->starts_with("data:") ? GltfStorage::Text
                                       : GltfStorage::File;
}

std::filesystem::path relativePathOf(const std::string& uri, const std::string& place) {
    return std::filesystem::path(gltf::decodePercent(uri, place)).lexically_normal();
}

GltfPart readBuffer(const Document& document,
                    Buffers& buffers,
                    gltf::Budget& budget,
                    std::uint32_t index,
                    bool hasChunk) {
    const std::string place = "/buffers/" + std::to_string(index);
    const gltf::Buffer& buffer = document.buffers[index];
    GltfPart part;
    part.storage = storageOf(buffer.uri);
    if (part.storage == GltfStorage::None && index == 0 && hasChunk) {
        part.storage = GltfStorage::Chunk;
    }
    if (part.storage == GltfStorage::File) {
        part.relativePath = relativePathOf(*buffer.uri, place + "/uri");
    }
    if (part.storage != GltfStorage::None) {
        // The document has a view over each whole buffer at its end.
        const std::size_t firstView = document.bufferViews.size() - document.buffers.size();
        part.bytes =
            buffers.view(static_cast<std::uint32_t>(firstView + index)).chargedCopy(budget, place);
    }
    return part;
}

GltfPart readImage(const gltf::ImageSource& image,
                   Buffers& buffers,
                   gltf::Budget& budget,
                   const std::string& place) {
    GltfPart part;
    part.storage = image.bufferView ? GltfStorage::BufferView : storageOf(image.uri);
    if (part.storage != GltfStorage::File) {
        return part;
    }
    try {
        part.bytes = buffers.uri(*image.uri, place).chargedCopy(budget, place);
        part.relativePath = relativePathOf(*image.uri, place);
    } catch (const Failure& failure) {
        part.storage = GltfStorage::None;
        part.error = failure.error;
    }
    return part;
}

// Of a .glb whose container was opened: all lengths are known to be right.
std::vector<std::pair<std::uint32_t, std::vector<std::byte>>>
otherChunksOf(std::span<const std::byte> file) {
    std::vector<std::pair<std::uint32_t, std::vector<std::byte>>> chunks;
    const auto wordAt = [&](std::size_t offset) {
        std::uint32_t word = 0;
        std::memcpy(&word, file.data() + offset, sizeof word);
        return word;
    };
    constexpr std::uint32_t kBinaryChunk = 0x004E4942;
    const std::size_t length = wordAt(8);
    std::size_t offset = 12;
    for (std::size_t chunk = 0; offset < length; ++chunk) {
        const std::size_t size = wordAt(offset);
        const std::uint32_t type = wordAt(offset + 4);
        if (chunk > 0 && !(chunk == 1 && type == kBinaryChunk)) {
            const auto content = file.subspan(offset + 8, size);
            chunks.emplace_back(type, std::vector<std::byte>(content.begin(), content.end()));
        }
        offset += 8 + size;
    }
    return chunks;
}

GltfParts readParts(const std::filesystem::path& path,
                    std::span<const std::byte> file,
                    const ImportOptions& options) {
    GltfParts parts;
    ImportReport report;
    Notes notes(report);
    gltf::Budget budget(options.maximumDecodedSize, options.maximumExpansion);
    budget.addSource(file.size());
    const gltf::Container container = gltf::openContainer(file, notes);
    Document document = gltf::readDocument(container.json, notes);
    const bool isRepaired =
        std::any_of(report.notes.begin(), report.notes.end(), [](const ImportNote& note) {
            return note.code == "file.utf8_invalid";
        });
    parts.json = isRepaired ? gltf::repairText(container.json) : container.json;
    parts.isGlb = file.size() >= 4 && std::memcmp(file.data(), "glTF", 4) == 0;
    if (parts.isGlb) {
        parts.otherChunks = otherChunksOf(file);
    }
    for (std::uint32_t i = 0; i < document.buffers.size(); ++i) {
        document.bufferViews.push_back({i, 0, document.buffers[i].byteLength, 0, {}});
    }
    Buffers buffers(
        document, {path.parent_path(), options.mayLeaveFolder}, container.binary, budget);
    for (std::uint32_t i = 0; i < document.buffers.size(); ++i) {
        parts.buffers.push_back(
            readBuffer(document, buffers, budget, i, container.binary.has_value()));
    }
    for (std::size_t i = 0; i < document.images.size(); ++i) {
        parts.images.push_back(readImage(
            document.images[i], buffers, budget, "/images/" + std::to_string(i) + "/uri"));
    }
    return parts;
}

} // namespace

bool isGltf(const std::filesystem::path& path) {
    const Importer* importer = findImporter(path);
    return importer != nullptr && importer == &importers().front();
}

Result<GltfParts> readGltfParts(const std::filesystem::path& path, const ImportOptions& options) {
    const Result<std::vector<std::byte>> file = readFile(path, options.maximumDecodedSize);
    if (!file) {
        return file.error();
    }
    return gltf::guarded(path, [&] { return readParts(path, *file, options); });
}

} // namespace sartor::import
