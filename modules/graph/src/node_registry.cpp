// SPDX-License-Identifier: Apache-2.0
// All types of nodes.
#include "compiler.h"

#include <algorithm>
#include <tuple>

namespace sartor::graph {

#define NODE(id) extern constinit const NodeType kNodeType_##id;
#include "node_list.inc"
#undef NODE

namespace {

constexpr const NodeType* kTypes[] = {
#define NODE(id) &kNodeType_##id,
#include "node_list.inc"
#undef NODE
};

std::vector<const NodeSchema*> sortedSchemas() {
    std::vector<const NodeSchema*> schemas;
    for (const NodeType* type : kTypes) {
        schemas.push_back(type->schema);
    }
    std::sort(schemas.begin(), schemas.end(), [](const NodeSchema* a, const NodeSchema* b) {
        return std::tie(a->category, a->title) < std::tie(b->category, b->title);
    });
    return schemas;
}

} // namespace

std::span<const NodeType* const> nodeTypes() {
    return kTypes;
}

std::span<const NodeSchema* const> nodeSchemas() {
    static const std::vector<const NodeSchema*> kSchemas = sortedSchemas();
    return kSchemas;
}

const NodeSchema* findNodeSchema(std::string_view id) {
    const auto type =
        std::find_if(std::begin(kTypes), std::end(kTypes), [&](const NodeType* candidate) {
            return candidate->schema->id == id;
        });
    return type == std::end(kTypes) ? nullptr : (*type)->schema;
}

} // namespace sartor::graph
