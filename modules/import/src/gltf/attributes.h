// SPDX-License-Identifier: Apache-2.0
// The attributes of one primitive: found by name, checked against its vertex count.
#pragma once

#include "gltf/read_context.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace sartor::import::gltf {

inline std::optional<std::uint32_t> findAttribute(const Attributes& attributes,
                                                  const std::string& name) {
    const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& entry) {
        return entry.first == name;
    });
    return found == attributes.end() ? std::nullopt : std::optional(found->second);
}

/// The attributes of a primitive, and which of them have been asked for.
class AttributeTable {
public:
    /// `place` is the JSON path of the primitive.
    AttributeTable(const ReadContext& context, const Attributes& attributes, std::string place)
        : context_(context), attributes_(attributes), place_(std::move(place)) {}

    const ReadContext& context() const { return context_; }
    const std::string& place() const { return place_; }
    std::string placeOf(const std::string& name) const { return place_ + "/attributes/" + name; }

    /// Zero until it is set.
    std::uint64_t vertexCount() const { return vertexCount_.value_or(0); }
    void setVertexCount(std::uint64_t count) { vertexCount_ = count; }

    bool contains(const std::string& name) const {
        return findAttribute(attributes_, name).has_value();
    }

    /// Its accessor; none when the primitive has no such attribute. Fails with
    /// "gltf.accessor_type" for other types and as expectVertexCount() does.
    std::optional<std::uint32_t> find(const std::string& name,
                                      std::initializer_list<ElementType> types) {
        const std::optional<std::uint32_t> accessor = findAttribute(attributes_, name);
        if (accessor) {
            used_.push_back(name);
            context_.accessors.expectType(*accessor, types);
            expectVertexCount(*accessor, placeOf(name));
        }
        return accessor;
    }

    /// Fails with "mesh.attribute_count" unless the accessor has one element for each vertex.
    void expectVertexCount(std::uint32_t accessor, const std::string& place) const {
        const std::uint64_t count = context_.accessors.info(accessor).count;
        if (vertexCount_ && count != *vertexCount_) {
            fail("mesh.attribute_count",
                 place,
                 std::to_string(count) + " elements, but POSITION has " +
                     std::to_string(*vertexCount_));
        }
    }

    /// In file order.
    std::vector<std::string> unused() const {
        std::vector<std::string> names;
        for (const auto& [name, accessor] : attributes_) {
            if (std::find(used_.begin(), used_.end(), name) == used_.end()) {
                names.push_back(name);
            }
        }
        return names;
    }

private:
    const ReadContext& context_;
    const Attributes& attributes_;
    std::string place_;
    /// None until positions told.
    std::optional<std::uint64_t> vertexCount_;
    std::vector<std::string> used_;
};

} // namespace sartor::import::gltf
