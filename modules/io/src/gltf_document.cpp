// SPDX-License-Identifier: Apache-2.0
// Values into accessors without harm to anything that shares their bytes. Source: glTF 2.0, 3.6.
#include "gltf_document.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sartor::io {
namespace {

constexpr std::uint64_t kArrayBuffer = 34962;

std::uint64_t wholeOr(JsonNode& node, std::string_view key, std::uint64_t fallback) {
    JsonNode* found = node.find(key);
    return found == nullptr ? fallback : found->asWhole().value_or(fallback);
}

template <class Visit>
void forEach(JsonNode* list, Visit visit) {
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
        visit(list->at(i));
    }
}

std::size_t componentCountOf(std::string_view type) {
    constexpr std::array<std::pair<std::string_view, std::size_t>, 7> kCounts = {{{"SCALAR", 1},
                                                                                  {"VEC2", 2},
                                                                                  {"VEC3", 3},
                                                                                  {"VEC4", 4},
                                                                                  {"MAT2", 4},
                                                                                  {"MAT3", 9},
                                                                                  {"MAT4", 16}}};
    const auto found = std::find_if(
        kCounts.begin(), kCounts.end(), [&](const auto& entry) { return entry.first == type; });
    return found == kCounts.end() ? 1 : found->second;
}

// Extensions in which no accessor, buffer view or buffer is named but by what is read here.
bool isWithoutReferences(std::string_view extension) {
    constexpr std::array<std::string_view, 13> kPrefixes = {"KHR_materials_",
                                                            "KHR_texture_",
                                                            "KHR_lights_",
                                                            "KHR_mesh_quantization",
                                                            "KHR_animation_pointer",
                                                            "KHR_node_",
                                                            "KHR_xmp",
                                                            "EXT_texture_",
                                                            "EXT_lights_ies",
                                                            "EXT_meshopt_compression",
                                                            "MSFT_texture_dds",
                                                            "VRM",
                                                            "FB_ngon_encoding"};
    return std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](std::string_view prefix) {
        return extension.starts_with(prefix);
    });
}

} // namespace

Result<GltfDocument> GltfDocument::create(import::GltfParts parts) {
    GltfDocument document(std::move(parts));
    Result<JsonNode> root = JsonNode::parse(document.parts_.json);
    if (!root) {
        return root.error();
    }
    document.root_ = std::move(*root);
    document.isBufferChanged_.resize(document.parts_.buffers.size());
    document.readViews();
    document.readAccessors();
    document.countUses();
    document.findOtherRanges();
    document.areUsesKnown_ = document.areAllUsesKnown();
    return document;
}

JsonNode* GltfDocument::element(std::string_view list, std::size_t index) {
    JsonNode* elements = root_.find(list);
    return elements != nullptr && index < elements->size() ? &elements->at(index) : nullptr;
}

void GltfDocument::readViews() {
    forEach(root_.find("bufferViews"), [&](JsonNode& node) {
        View view;
        view.buffer = wholeOr(node, "buffer", 0);
        view.offset = wholeOr(node, "byteOffset", 0);
        view.size = wholeOr(node, "byteLength", 0);
        view.stride = wholeOr(node, "byteStride", 0);
        view.isExtended = node.find("extensions") != nullptr;
        views_.push_back(view);
    });
}

GltfDocument::Accessor GltfDocument::readAccessor(JsonNode& node) {
    Accessor accessor;
    if (JsonNode* view = node.find("bufferView")) {
        accessor.view = view->asWhole();
    }
    accessor.offset = wholeOr(node, "byteOffset", 0);
    accessor.encoding.component = static_cast<GltfComponent>(wholeOr(node, "componentType", 5126));
    JsonNode* normalized = node.find("normalized");
    accessor.encoding.isNormalized = normalized != nullptr && normalized->isTrue();
    JsonNode* type = node.find("type");
    accessor.componentCount =
        componentCountOf(type == nullptr ? "" : type->asString().value_or(""));
    accessor.count = wholeOr(node, "count", 0);
    accessor.isSparse = node.find("sparse") != nullptr;
    return accessor;
}

void GltfDocument::readAccessors() {
    forEach(root_.find("accessors"),
            [&](JsonNode& node) { accessors_.push_back(readAccessor(node)); });
}

void GltfDocument::countUse(JsonNode* reference) {
    const std::optional<std::uint64_t> index =
        reference == nullptr ? std::nullopt : reference->asWhole();
    if (index && *index < accessors_.size()) {
        ++accessors_[*index].useCount;
    }
}

void GltfDocument::countUses() {
    const auto countMembers = [&](JsonNode& attributes) {
        forEach(&attributes, [&](JsonNode& reference) { countUse(&reference); });
    };
    forEach(root_.find("meshes"), [&](JsonNode& mesh) {
        forEach(mesh.find("primitives"), [&](JsonNode& primitive) {
            countUse(primitive.find("indices"));
            if (JsonNode* attributes = primitive.find("attributes")) {
                countMembers(*attributes);
            }
            forEach(primitive.find("targets"), countMembers);
        });
    });
    forEach(root_.find("skins"),
            [&](JsonNode& skin) { countUse(skin.find("inverseBindMatrices")); });
    forEach(root_.find("animations"), [&](JsonNode& animation) {
        forEach(animation.find("samplers"), [&](JsonNode& sampler) {
            countUse(sampler.find("input"));
            countUse(sampler.find("output"));
        });
    });
}

void GltfDocument::addRangeOfView(JsonNode* reference) {
    const std::optional<std::uint64_t> index =
        reference == nullptr ? std::nullopt : reference->asWhole();
    if (index && *index < views_.size()) {
        const View& view = views_[*index];
        otherRanges_.push_back({view.buffer, view.offset, view.offset + view.size});
    }
}

void GltfDocument::findOtherRanges() {
    forEach(root_.find("images"),
            [&](JsonNode& image) { addRangeOfView(image.find("bufferView")); });
    forEach(root_.find("accessors"), [&](JsonNode& accessor) {
        JsonNode* sparse = accessor.find("sparse");
        for (const char* part : {"indices", "values"}) {
            JsonNode* node = sparse == nullptr ? nullptr : sparse->find(part);
            addRangeOfView(node == nullptr ? nullptr : node->find("bufferView"));
        }
    });
    forEach(root_.find("bufferViews"), [&](JsonNode& view) {
        forEach(view.find("extensions"), [&](JsonNode& extension) {
            const std::uint64_t offset = wholeOr(extension, "byteOffset", 0);
            otherRanges_.push_back({wholeOr(extension, "buffer", 0),
                                    offset,
                                    offset + wholeOr(extension, "byteLength", 0)});
        });
    });
}

bool GltfDocument::areAllUsesKnown() {
    bool areKnown = true;
    forEach(root_.find("extensionsUsed"), [&](JsonNode& name) {
        areKnown = areKnown && isWithoutReferences(name.asString().value_or(""));
    });
    return areKnown;
}

std::optional<std::uint64_t> GltfDocument::indexAt(JsonNode& owner, std::string_view key) {
    JsonNode* reference = owner.find(key);
    const std::optional<std::uint64_t> index =
        reference == nullptr ? std::nullopt : reference->asWhole();
    return index && *index < accessors_.size() ? index : std::nullopt;
}

std::optional<GltfEncoding> GltfDocument::encodingOf(JsonNode& owner, std::string_view key) {
    const std::optional<std::uint64_t> index = indexAt(owner, key);
    return index ? std::optional(accessors_[*index].encoding) : std::nullopt;
}

std::optional<std::uint64_t> GltfDocument::countOf(JsonNode& owner, std::string_view key) {
    const std::optional<std::uint64_t> index = indexAt(owner, key);
    return index ? std::optional(accessors_[*index].count) : std::nullopt;
}

std::optional<GltfDocument::StoredElement>
GltfDocument::elementOf(JsonNode& owner, std::string_view key, std::uint64_t index) {
    const std::optional<std::uint64_t> accessor = indexAt(owner, key);
    const std::optional<Location> location =
        accessor ? locate(accessors_[*accessor]) : std::nullopt;
    if (!location || index >= accessors_[*accessor].count) {
        return std::nullopt;
    }
    StoredElement element;
    element.encoding = accessors_[*accessor].encoding;
    element.buffer = location->buffer;
    element.offset = location->begin + index * location->stride;
    const auto first = parts_.buffers[location->buffer].bytes.begin() +
                       static_cast<std::ptrdiff_t>(element.offset);
    element.bytes.assign(first,
                         first + static_cast<std::ptrdiff_t>(accessors_[*accessor].elementSize()));
    return element;
}

void GltfDocument::countCopy(JsonNode& owner, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        countUse(owner.find(key));
    }
}

// Nothing where the elements are not as they are, packed or strided, in the bytes of a buffer.
std::optional<GltfDocument::Location> GltfDocument::locate(const Accessor& accessor) const {
    if (!accessor.view || *accessor.view >= views_.size() || accessor.isSparse ||
        accessor.count == 0) {
        return std::nullopt;
    }
    const View& view = views_[*accessor.view];
    if (view.isExtended || view.buffer >= parts_.buffers.size() || view.stride > 252 ||
        accessor.count > 0xFFFFFFFFu) {
        return std::nullopt;
    }
    const std::uint64_t size = parts_.buffers[view.buffer].bytes.size();
    const std::uint64_t stride = view.stride == 0 ? accessor.elementSize() : view.stride;
    const std::uint64_t length = (accessor.count - 1) * stride + accessor.elementSize();
    const bool isInside = view.offset <= size && view.size <= size - view.offset &&
                          accessor.offset <= view.size && length <= view.size - accessor.offset;
    if (!isInside || stride < accessor.elementSize()) {
        return std::nullopt;
    }
    const std::uint64_t begin = view.offset + accessor.offset;
    return Location{view.buffer, begin, begin + length, stride};
}

// Whether nothing else uses the bytes of the accessor.
bool GltfDocument::isAlone(std::uint64_t index, const Location& location) const {
    const auto overlaps = [&](const auto& range) {
        return range.buffer == location.buffer && range.begin < location.end &&
               location.begin < range.end;
    };
    if (std::any_of(otherRanges_.begin(), otherRanges_.end(), overlaps)) {
        return false;
    }
    const std::uint64_t elementSize = accessors_[index].elementSize();
    for (std::uint64_t other = 0; other < accessors_.size(); ++other) {
        const std::optional<Location> there =
            other == index ? std::nullopt : locate(accessors_[other]);
        if (!there || !overlaps(*there)) {
            continue;
        }
        // Two of an interleaved view: apart when their elements are, stride for stride.
        const std::uint64_t stride = location.stride;
        const std::uint64_t behind =
            (there->begin % stride + stride - location.begin % stride) % stride;
        const std::uint64_t ahead = (stride - behind) % stride;
        const bool isApart = there->stride == stride && behind >= elementSize &&
                             ahead >= accessors_[other].elementSize();
        if (!isApart) {
            return false;
        }
    }
    return true;
}

bool GltfDocument::holds(const Location& location, const GltfValues& values) const {
    const std::vector<std::byte>& bytes = parts_.buffers[location.buffer].bytes;
    const std::size_t size = values.elementSize();
    for (std::size_t i = 0; i < values.count(); ++i) {
        if (std::memcmp(bytes.data() + location.begin + i * location.stride,
                        values.bytes.data() + i * size,
                        size) != 0) {
            return false;
        }
    }
    return true;
}

void GltfDocument::overwrite(const Location& location, const GltfValues& values) {
    std::vector<std::byte>& bytes = parts_.buffers[location.buffer].bytes;
    const std::size_t size = values.elementSize();
    for (std::size_t i = 0; i < values.count(); ++i) {
        std::memcpy(bytes.data() + location.begin + i * location.stride,
                    values.bytes.data() + i * size,
                    size);
    }
    isBufferChanged_[location.buffer] = true;
}

void GltfDocument::setBounds(JsonNode& accessor, const GltfValues& values, bool isWanted) {
    const std::optional<GltfBounds> bounds = isWanted ? boundsOf(values) : std::nullopt;
    if (!bounds) {
        accessor.remove("min");
        accessor.remove("max");
        return;
    }
    const auto set = [&](std::string_view key, const std::vector<std::string>& numbers) {
        std::string text = "[";
        for (const std::string& number : numbers) {
            text += (text.size() > 1 ? "," : "") + number;
        }
        accessor.set(key, *JsonNode::parse(text + "]"));
    };
    set("min", bounds->min);
    set("max", bounds->max);
}

std::size_t GltfDocument::bufferToAppendTo() {
    const auto found = std::find_if(
        parts_.buffers.begin(), parts_.buffers.end(), [](const import::GltfPart& part) {
            return part.storage != import::GltfStorage::None;
        });
    if (found != parts_.buffers.end()) {
        return static_cast<std::size_t>(found - parts_.buffers.begin());
    }
    import::GltfPart part;
    part.storage = import::GltfStorage::Chunk;
    parts_.buffers.push_back(std::move(part));
    isBufferChanged_.push_back(true);
    JsonNode buffer = JsonNode::object();
    buffer.set("byteLength", JsonNode::number(0u));
    root_.findOrAdd("buffers", JsonNode::array()).append(std::move(buffer));
    return parts_.buffers.size() - 1;
}

std::uint32_t
GltfDocument::appendView(std::span<const std::byte> bytes, std::uint64_t stride, JsonNode node) {
    const std::size_t buffer = bufferToAppendTo();
    std::vector<std::byte>& data = parts_.buffers[buffer].bytes;
    data.resize((data.size() + 3) / 4 * 4);
    const View view{buffer, data.size(), bytes.size(), stride, false};
    data.insert(data.end(), bytes.begin(), bytes.end());
    isBufferChanged_[buffer] = true;
    root_.find("buffers")->at(buffer).set("byteLength", JsonNode::number(data.size()));
    node.set("buffer", JsonNode::number(buffer));
    node.set("byteOffset", JsonNode::number(view.offset));
    node.set("byteLength", JsonNode::number(view.size));
    if (stride != 0) {
        node.set("byteStride", JsonNode::number(stride));
    }
    root_.findOrAdd("bufferViews", JsonNode::array()).append(std::move(node));
    views_.push_back(view);
    return static_cast<std::uint32_t>(views_.size() - 1);
}

// Lets an accessor say that its values are those, in a view of their own.
void GltfDocument::rewrite(JsonNode& node, const GltfValues& values, Use use) {
    const bool hadBounds = node.find("min") != nullptr || node.find("max") != nullptr;
    // Elements of vertex attributes start at multiples of four.
    const std::size_t size = values.elementSize();
    const std::size_t stride = use == Use::VertexAttribute ? (size + 3) / 4 * 4 : size;
    std::vector<std::byte> bytes(values.count() * stride);
    for (std::size_t i = 0; i < values.count(); ++i) {
        std::memcpy(bytes.data() + i * stride, values.bytes.data() + i * size, size);
    }
    JsonNode view = JsonNode::object();
    if (use == Use::VertexAttribute) {
        view.set("target", JsonNode::number(kArrayBuffer));
    }
    const std::uint32_t index = appendView(bytes, stride == size ? 0 : stride, std::move(view));
    node.set("bufferView", JsonNode::number(index));
    node.remove("byteOffset");
    node.remove("sparse");
    node.set("componentType",
             JsonNode::number(static_cast<std::uint32_t>(values.encoding.component)));
    node.set("count", JsonNode::number(values.count()));
    node.set("type", JsonNode::string(values.type));
    if (values.encoding.isNormalized) {
        node.set("normalized", JsonNode::boolean(true));
    } else {
        node.remove("normalized");
    }
    setBounds(node, values, hadBounds);
}

void GltfDocument::setValues(JsonNode& owner,
                             std::string_view key,
                             const GltfValues& values,
                             Use use) {
    const std::optional<std::uint64_t> index = indexAt(owner, key);
    if (!index) {
        JsonNode node = JsonNode::object();
        rewrite(node, values, use);
        accessors_.push_back(readAccessor(node));
        accessors_.back().useCount = 1;
        root_.findOrAdd("accessors", JsonNode::array()).append(std::move(node));
        owner.set(key, JsonNode::number(accessors_.size() - 1));
        return;
    }
    Accessor& accessor = accessors_[*index];
    const std::optional<Location> location = locate(accessor);
    const bool isLike = location && accessor.encoding == values.encoding &&
                        accessor.componentCount == values.componentCount &&
                        accessor.count == values.count();
    if (isLike && holds(*location, values)) {
        return;
    }
    JsonNode& node = root_.find("accessors")->at(*index);
    const bool isOwn = areUsesKnown_ && accessor.useCount == 1;
    if (isLike && isOwn && isAlone(*index, *location)) {
        overwrite(*location, values);
        setBounds(node, values, node.find("min") != nullptr || node.find("max") != nullptr);
        return;
    }
    if (isOwn) {
        unusedBytes_ += accessor.count * accessor.elementSize();
        rewrite(node, values, use);
        accessor = readAccessor(node);
        accessor.useCount = 1;
        return;
    }
    if (accessor.useCount > 0 && --accessor.useCount == 0 && areUsesKnown_) {
        unusedBytes_ += accessor.count * accessor.elementSize();
    }
    const auto [copy, isNew] = copies_.try_emplace(
        CopyKey(*index, values.encoding.component, values.bytes), accessors_.size());
    if (isNew) {
        JsonNode other = node;
        rewrite(other, values, use);
        accessors_.push_back(readAccessor(other));
        root_.find("accessors")->append(std::move(other));
    }
    ++accessors_[copy->second].useCount;
    owner.set(key, JsonNode::number(copy->second));
}

} // namespace sartor::io
