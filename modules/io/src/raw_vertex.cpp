// SPDX-License-Identifier: Apache-2.0
// Elements of accessors, undecoded.
#include "gltf_document.h"

#include <sartor/io/raw_vertex.h>

#include <cstring>
#include <optional>
#include <string_view>

namespace sartor::io {
namespace {

using import::GltfComponent;

std::string_view nameOf(GltfComponent component) {
    switch (component) {
    case GltfComponent::Int8:
        return "int8";
    case GltfComponent::Uint8:
        return "uint8";
    case GltfComponent::Int16:
        return "int16";
    case GltfComponent::Uint16:
        return "uint16";
    case GltfComponent::Uint32:
        return "uint32";
    case GltfComponent::Float:
        break;
    }
    return "float";
}

template <class T>
double read(const std::byte* bytes) {
    T value{};
    std::memcpy(&value, bytes, sizeof(T));
    return static_cast<double>(value);
}

double readNumber(GltfComponent component, const std::byte* bytes) {
    switch (component) {
    case GltfComponent::Int8:
        return read<std::int8_t>(bytes);
    case GltfComponent::Uint8:
        return read<std::uint8_t>(bytes);
    case GltfComponent::Int16:
        return read<std::int16_t>(bytes);
    case GltfComponent::Uint16:
        return read<std::uint16_t>(bytes);
    case GltfComponent::Uint32:
        return read<std::uint32_t>(bytes);
    case GltfComponent::Float:
        break;
    }
    return read<float>(bytes);
}

RawAttribute decode(std::string name, const GltfDocument::StoredElement& element) {
    RawAttribute attribute{.name = std::move(name),
                           .type = std::string(nameOf(element.encoding.component)) +
                                   (element.encoding.isNormalized ? " normalized" : ""),
                           .values = {},
                           .bytes = element.bytes,
                           .buffer = element.buffer,
                           .offset = element.offset};
    const std::size_t size = sizeOf(element.encoding.component);
    for (std::size_t i = 0; i + size <= element.bytes.size(); i += size) {
        attribute.values.push_back(
            readNumber(element.encoding.component, element.bytes.data() + i));
    }
    return attribute;
}

JsonNode* attributesOf(GltfDocument& document, std::uint32_t mesh, std::uint32_t primitive) {
    JsonNode* meshNode = document.element("meshes", mesh);
    JsonNode* primitives = meshNode != nullptr ? meshNode->find("primitives") : nullptr;
    if (primitives == nullptr || primitives->kind() != JsonNode::Kind::Array ||
        primitive >= primitives->size()) {
        return nullptr;
    }
    return primitives->at(primitive).find("attributes");
}

} // namespace

Result<std::vector<RawAttribute>> readRawVertex(const std::filesystem::path& path,
                                                std::uint32_t mesh,
                                                std::uint32_t primitive,
                                                std::uint32_t vertex,
                                                const import::ImportOptions& options) {
    if (!import::isGltf(path)) {
        return Error{"raw.format", path.string() + ": raw values are read of glTF files alone"};
    }
    Result<import::GltfParts> parts = import::readGltfParts(path, options);
    if (!parts) {
        return parts.error();
    }
    Result<GltfDocument> document = GltfDocument::create(*std::move(parts));
    if (!document) {
        return Error{document.error().code, path.string() + ": " + document.error().message};
    }
    JsonNode* attributes = attributesOf(*document, mesh, primitive);
    if (attributes == nullptr) {
        return Error{"raw.out_of_range",
                     path.string() + ": there is no primitive " + std::to_string(primitive) +
                         " of mesh " + std::to_string(mesh)};
    }
    const std::optional<std::uint64_t> count = document->countOf(*attributes, "POSITION");
    if (!count || vertex >= *count) {
        return Error{"raw.out_of_range",
                     path.string() + ": mesh " + std::to_string(mesh) + ", primitive " +
                         std::to_string(primitive) + " has " + std::to_string(count.value_or(0)) +
                         " vertices, not vertex " + std::to_string(vertex)};
    }
    std::vector<RawAttribute> raw;
    for (std::size_t i = 0; i < attributes->size(); ++i) {
        const std::string name = attributes->keyAt(i);
        if (name != "POSITION" && !name.starts_with("JOINTS_") && !name.starts_with("WEIGHTS_")) {
            continue;
        }
        if (const auto element = document->elementOf(*attributes, name, vertex)) {
            raw.push_back(decode(name, *element));
        }
    }
    return raw;
}

} // namespace sartor::io
