// SPDX-License-Identifier: Apache-2.0
// The JSON and buffers of a glTF file, with accessors that can be given other values.
#pragma once

#include "gltf_values.h"
#include "json_node.h"

#include <sartor/base/result.h>
#include <sartor/import/gltf_parts.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sartor::io {

class GltfDocument {
public:
    static Result<GltfDocument> create(import::GltfParts parts);

    JsonNode& root() { return root_; }
    const import::GltfParts& parts() const { return parts_; }
    /// Data was appended or changed.
    bool isChanged(std::size_t buffer) const { return isBufferChanged_[buffer]; }
    /// Bytes of data that nothing refers to any more.
    std::uint64_t unusedBytes() const { return unusedBytes_; }

    /// An element of a list of the root; null where there is none.
    JsonNode* element(std::string_view list, std::size_t index);

    /// How the numbers of the accessor that `owner[key]` names are stored; nothing where it names
    /// none.
    std::optional<GltfEncoding> encodingOf(JsonNode& owner, std::string_view key);
    /// Its number of elements.
    std::optional<std::uint64_t> countOf(JsonNode& owner, std::string_view key);

    /// The bytes of one element, and where they are.
    struct StoredElement {
        GltfEncoding encoding;
        std::vector<std::byte> bytes;
        std::uint64_t buffer = 0;
        std::uint64_t offset = 0;
    };
    /// An element of the accessor that `owner[key]` names; nothing where it names none, has fewer,
    /// or does not have them as they are in a buffer (compressed, sparse).
    std::optional<StoredElement>
    elementOf(JsonNode& owner, std::string_view key, std::uint64_t index);

    enum class Use { VertexAttribute, Other };

    /// Gives the accessor that `owner[key]` names other values, where it is or, if anything else
    /// uses the accessor or its bytes, in a new place; where there is none, one is added. `min` and
    /// `max` follow. Values that are there already change nothing.
    void setValues(JsonNode& owner, std::string_view key, const GltfValues& values, Use use);

    /// Tells that `owner` is a new copy of something that names accessors with these keys.
    void countCopy(JsonNode& owner, std::initializer_list<std::string_view> keys);

    /// Appends a view over the bytes, aligned to 4, and returns its index.
    std::uint32_t appendView(std::span<const std::byte> bytes, std::uint64_t stride, JsonNode view);

private:
    struct View {
        std::uint64_t buffer = 0;
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
        std::uint64_t stride = 0;
        /// An extension says what is in it.
        bool isExtended = false;
    };
    struct Accessor {
        std::optional<std::uint64_t> view;
        std::uint64_t offset = 0;
        GltfEncoding encoding;
        std::size_t componentCount = 1;
        std::uint64_t count = 0;
        bool isSparse = false;
        std::uint32_t useCount = 0;

        std::uint64_t elementSize() const { return componentCount * sizeOf(encoding.component); }
    };
    /// Where the elements of an accessor are in a buffer.
    struct Location {
        std::uint64_t buffer = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        std::uint64_t stride = 0;
    };
    /// Bytes that something uses.
    struct Range {
        std::uint64_t buffer = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
    };

    explicit GltfDocument(import::GltfParts parts) : parts_(std::move(parts)) {}

    void readViews();
    void readAccessors();
    Accessor readAccessor(JsonNode& node);
    void countUses();
    void countUse(JsonNode* reference);
    /// Those of images, sparse accessors and compressed views.
    void findOtherRanges();
    void addRangeOfView(JsonNode* view);
    bool areAllUsesKnown();

    std::optional<std::uint64_t> indexAt(JsonNode& owner, std::string_view key);
    std::optional<Location> locate(const Accessor& accessor) const;
    bool isAlone(std::uint64_t index, const Location& location) const;
    bool holds(const Location& location, const GltfValues& values) const;
    void overwrite(const Location& location, const GltfValues& values);
    void setBounds(JsonNode& accessor, const GltfValues& values, bool isWanted);
    void rewrite(JsonNode& node, const GltfValues& values, Use use);
    std::size_t bufferToAppendTo();

    import::GltfParts parts_;
    JsonNode root_;
    std::vector<bool> isBufferChanged_;
    std::vector<View> views_;
    std::vector<Accessor> accessors_;
    std::vector<Range> otherRanges_;
    /// Nothing but what countUses() knows can refer to accessors.
    bool areUsesKnown_ = false;
    std::uint64_t unusedBytes_ = 0;
    using CopyKey = std::tuple<std::uint64_t, GltfComponent, std::vector<std::byte>>;
    /// New accessors in place of one that others use, by the old one and the values: what moved
    /// together stays together.
    std::map<CopyKey, std::uint64_t> copies_;
};

} // namespace sartor::io
