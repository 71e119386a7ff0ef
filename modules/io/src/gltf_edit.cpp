// SPDX-License-Identifier: Apache-2.0
// One function for each kind of edit.
#include "gltf_edit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sartor::io {
namespace {

using import::ChannelPath;
using Use = GltfDocument::Use;

Error noSuchPlace(const std::string& place) {
    return {"edit.no_such_place", place + ": the file has none"};
}

Error wrongShape(const std::string& place, const std::string& what) {
    return {"edit.shape", place + ": " + what};
}

template <class Values>
bool areFinite(const Values& values) {
    return std::all_of(
        values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

// The primitive, for edits of its vertices.
struct PrimitivePlace {
    std::string place;
    JsonNode* primitive = nullptr;
    JsonNode* attributes = nullptr;
    std::uint64_t vertexCount = 0;
};

Result<PrimitivePlace>
findPrimitive(GltfDocument& document, std::uint32_t mesh, std::uint32_t primitive) {
    PrimitivePlace found;
    found.place = "/meshes/" + std::to_string(mesh) + "/primitives/" + std::to_string(primitive);
    JsonNode* meshNode = document.element("meshes", mesh);
    JsonNode* primitives = meshNode == nullptr ? nullptr : meshNode->find("primitives");
    if (primitives == nullptr || primitive >= primitives->size()) {
        return noSuchPlace(found.place);
    }
    found.primitive = &primitives->at(primitive);
    JsonNode* extensions = found.primitive->find("extensions");
    if (extensions != nullptr && extensions->find("KHR_draco_mesh_compression") != nullptr) {
        return Error{"edit.compressed",
                     found.place + ": its vertices are compressed as a whole with "
                                   "KHR_draco_mesh_compression, so none of their attributes can be "
                                   "replaced; decompress the file first"};
    }
    found.attributes = found.primitive->find("attributes");
    const std::optional<std::uint64_t> count =
        found.attributes == nullptr ? std::nullopt
                                    : document.countOf(*found.attributes, "POSITION");
    if (!count) {
        return noSuchPlace(found.place + "/attributes/POSITION");
    }
    found.vertexCount = *count;
    return found;
}

// How a set of joints and weights is stored.
struct InfluenceSetEncoding {
    GltfComponent joints = GltfComponent::Uint16;
    GltfEncoding weights;
};

// One a set that the edit has: its own, else that of the set before it.
std::vector<InfluenceSetEncoding>
influenceEncodings(GltfDocument& document, JsonNode& attributes, std::size_t setCount) {
    std::vector<InfluenceSetEncoding> sets;
    InfluenceSetEncoding last;
    for (std::size_t set = 0; set < setCount; ++set) {
        const std::string number = std::to_string(set);
        if (const auto joints = document.encodingOf(attributes, "JOINTS_" + number)) {
            last.joints = joints->component;
        }
        if (const auto weights = document.encodingOf(attributes, "WEIGHTS_" + number)) {
            last.weights = *weights;
        }
        sets.push_back(last);
    }
    // Only sets of one type can sum to one exactly.
    const bool areAlike = std::all_of(sets.begin(), sets.end(), [&](const auto& set) {
        return set.weights.component == sets.front().weights.component;
    });
    for (InfluenceSetEncoding& set : sets) {
        const bool isInteger = areAlike && (set.weights.component == GltfComponent::Uint8 ||
                                            set.weights.component == GltfComponent::Uint16);
        set.weights = isInteger ? GltfEncoding{set.weights.component, true} : GltfEncoding{};
    }
    return sets;
}

// Weights as fractions of the steps of their type, decoded again; joints of slots that become
// empty by it are zero, as the format asks for.
void quantize(assets::FileInfluences& influences, std::uint32_t steps) {
    std::vector<std::uint32_t> quantized(influences.slotsPerVertex);
    for (std::size_t first = 0; first < influences.weights.size();
         first += influences.slotsPerVertex) {
        const auto row = std::span(influences.weights).subspan(first, influences.slotsPerVertex);
        quantizeWeights(row, steps, quantized);
        for (std::size_t slot = 0; slot < row.size(); ++slot) {
            if (row[slot] != 0.0f && quantized[slot] == 0) {
                influences.joints[first + slot] = 0;
            }
            row[slot] = static_cast<float>(static_cast<double>(quantized[slot]) /
                                           static_cast<double>(steps));
        }
    }
}

Status apply(GltfDocument& document, const import::InfluencesEdit& edit) {
    const Result<PrimitivePlace> place = findPrimitive(document, edit.mesh, edit.primitive);
    if (!place) {
        return place.error();
    }
    assets::FileInfluences influences = edit.influences;
    const std::size_t slotCount = influences.slotsPerVertex;
    const bool isShaped = slotCount > 0 && slotCount % 4 == 0 &&
                          influences.joints.size() == slotCount * place->vertexCount &&
                          influences.weights.size() == influences.joints.size();
    if (!isShaped) {
        return wrongShape(place->place,
                          "joints and weights of " + std::to_string(place->vertexCount) +
                              " vertices in sets of four were expected");
    }
    constexpr std::uint32_t kLargestJoint = 65535;
    const auto largest = std::max_element(influences.joints.begin(), influences.joints.end());
    if (largest != influences.joints.end() && *largest > kLargestJoint) {
        return wrongShape(place->place,
                          "joint " + std::to_string(*largest) + ", at most 65535 can be written");
    }
    JsonNode& attributes = *place->attributes;
    const std::size_t setCount = slotCount / 4;
    const std::vector<InfluenceSetEncoding> sets =
        influenceEncodings(document, attributes, setCount);
    if (sets.front().weights.isNormalized) {
        quantize(influences,
                 sets.front().weights.component == GltfComponent::Uint8 ? 255u : 65535u);
    }
    for (std::size_t set = 0; set < setCount; ++set) {
        std::vector<std::uint32_t> joints;
        std::vector<float> weights;
        for (std::size_t vertex = 0; vertex < place->vertexCount; ++vertex) {
            const auto first = static_cast<std::ptrdiff_t>(vertex * slotCount + set * 4);
            joints.insert(joints.end(),
                          influences.joints.begin() + first,
                          influences.joints.begin() + first + 4);
            weights.insert(weights.end(),
                           influences.weights.begin() + first,
                           influences.weights.begin() + first + 4);
        }
        const std::string number = std::to_string(set);
        document.setValues(attributes,
                           "JOINTS_" + number,
                           encodeJoints(joints, sets[set].joints),
                           Use::VertexAttribute);
        document.setValues(attributes,
                           "WEIGHTS_" + number,
                           encodeFloats(weights, 4, sets[set].weights),
                           Use::VertexAttribute);
    }
    for (std::size_t set = setCount; attributes.remove("JOINTS_" + std::to_string(set)); ++set) {
        attributes.remove("WEIGHTS_" + std::to_string(set));
    }
    return {};
}

// One vector for each vertex at `key` of attributes or a morph target, with the component type that
// is there.
template <class Vector>
Status setVectors(GltfDocument& document,
                  JsonNode& owner,
                  const std::string& ownerPlace,
                  const std::string& key,
                  const std::vector<Vector>& vectors,
                  std::uint64_t vertexCount) {
    const std::string place = ownerPlace + "/" + key;
    if (vectors.size() != vertexCount) {
        const std::string what = key == "POSITION" ? "positions"
                                 : key == "NORMAL" ? "normals"
                                                   : "tangents";
        return wrongShape(place,
                          std::to_string(vectors.size()) + " " + what + " for " +
                              std::to_string(vertexCount) + " vertices");
    }
    std::vector<float> flat;
    for (const Vector& vector : vectors) {
        for (int i = 0; i < Vector::length(); ++i) {
            flat.push_back(vector[i]);
        }
    }
    if (!areFinite(flat)) {
        return Error{"edit.nonfinite", place + ": not a finite number"};
    }
    // Whole numbers of a coarser grid would move vertices.
    const GltfEncoding encoding = key == "POSITION"
                                      ? GltfEncoding{}
                                      : document.encodingOf(owner, key).value_or(GltfEncoding{});
    document.setValues(
        owner, key, encodeFloats(flat, Vector::length(), encoding), Use::VertexAttribute);
    return {};
}

template <class Edit, class Vector>
Status setAttribute(GltfDocument& document,
                    const Edit& edit,
                    const std::string& key,
                    const std::vector<Vector>& vectors) {
    const Result<PrimitivePlace> place = findPrimitive(document, edit.mesh, edit.primitive);
    if (!place) {
        return place.error();
    }
    return setVectors(document,
                      *place->attributes,
                      place->place + "/attributes",
                      key,
                      vectors,
                      place->vertexCount);
}

Status apply(GltfDocument& document, const import::PositionsEdit& edit) {
    return setAttribute(document, edit, "POSITION", edit.positions);
}

Status apply(GltfDocument& document, const import::NormalsEdit& edit) {
    return setAttribute(document, edit, "NORMAL", edit.normals);
}

Status apply(GltfDocument& document, const import::TangentsEdit& edit) {
    return setAttribute(document, edit, "TANGENT", edit.tangents);
}

Status apply(GltfDocument& document, const import::MorphTargetEdit& edit) {
    const Result<PrimitivePlace> found = findPrimitive(document, edit.mesh, edit.primitive);
    if (!found) {
        return found.error();
    }
    const std::string place = found->place + "/targets/" + std::to_string(edit.target);
    JsonNode* targets = found->primitive->find("targets");
    if (targets == nullptr || edit.target >= targets->size()) {
        return noSuchPlace(place);
    }
    JsonNode& target = targets->at(edit.target);
    for (const auto& [key, deltas] : {std::pair("POSITION", &edit.positionDeltas),
                                      std::pair("NORMAL", &edit.normalDeltas),
                                      std::pair("TANGENT", &edit.tangentDeltas)}) {
        if (deltas->empty()) {
            continue;
        }
        if (Status status = setVectors(document, target, place, key, *deltas, found->vertexCount);
            !status) {
            return status;
        }
    }
    return {};
}

Status apply(GltfDocument& document, const import::SkinJointsEdit& edit) {
    const std::string place = "/skins/" + std::to_string(edit.skin) + "/joints";
    JsonNode* skin = document.element("skins", edit.skin);
    JsonNode* joints = skin == nullptr ? nullptr : skin->find("joints");
    if (joints == nullptr) {
        return noSuchPlace(place);
    }
    if (edit.nodes.size() != joints->size()) {
        return wrongShape(place,
                          std::to_string(edit.nodes.size()) + " nodes for " +
                              std::to_string(joints->size()) + " slots");
    }
    JsonNode list = JsonNode::array();
    for (const std::uint32_t node : edit.nodes) {
        if (document.element("nodes", node) == nullptr) {
            return noSuchPlace("/nodes/" + std::to_string(node));
        }
        list.append(JsonNode::number(static_cast<std::uint64_t>(node)));
    }
    skin->set("joints", std::move(list));
    return {};
}

Status apply(GltfDocument& document, const import::InverseBindsEdit& edit) {
    const std::string place = "/skins/" + std::to_string(edit.skin);
    JsonNode* skin = document.element("skins", edit.skin);
    JsonNode* joints = skin == nullptr ? nullptr : skin->find("joints");
    if (joints == nullptr) {
        return noSuchPlace(place);
    }
    if (edit.jointFromBind.size() != joints->size()) {
        return wrongShape(place,
                          std::to_string(edit.jointFromBind.size()) + " matrices for " +
                              std::to_string(joints->size()) + " joints");
    }
    std::vector<float> flat;
    for (const math::Affine& matrix : edit.jointFromBind) {
        for (int column = 0; column < 3; ++column) {
            const glm::vec3& axis = matrix.linear[column];
            flat.insert(flat.end(), {axis.x, axis.y, axis.z, 0.0f});
        }
        const glm::vec3& origin = matrix.translation;
        flat.insert(flat.end(), {origin.x, origin.y, origin.z, 1.0f});
    }
    if (!areFinite(flat)) {
        return Error{"edit.nonfinite", place + "/inverseBindMatrices: not a finite number"};
    }
    document.setValues(*skin, "inverseBindMatrices", encodeFloats(flat, 16, {}), Use::Other);
    return {};
}

std::string_view nameOf(ChannelPath path) {
    switch (path) {
    case ChannelPath::Translation:
        return "translation";
    case ChannelPath::Rotation:
        return "rotation";
    case ChannelPath::Scale:
        return "scale";
    case ChannelPath::Weights:
        break;
    }
    return "weights";
}

struct ChannelPlace {
    JsonNode* samplers = nullptr;
    JsonNode* channel = nullptr;
    std::uint64_t sampler = 0;
    /// Another channel has the same sampler.
    bool isShared = false;
};

// The first channel of a node and path, as the reader takes it.
std::optional<ChannelPlace> findChannel(GltfDocument& document, const import::KeysEdit& edit) {
    JsonNode* animation = document.element("animations", edit.animation);
    JsonNode* channels = animation == nullptr ? nullptr : animation->find("channels");
    ChannelPlace found;
    found.samplers = animation == nullptr ? nullptr : animation->find("samplers");
    if (channels == nullptr || found.samplers == nullptr) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> samplerOfChannel;
    for (std::size_t i = 0; i < channels->size(); ++i) {
        JsonNode& channel = channels->at(i);
        JsonNode* sampler = channel.find("sampler");
        samplerOfChannel.push_back(
            sampler == nullptr ? 0 : sampler->asWhole().value_or(found.samplers->size()));
        JsonNode* target = channel.find("target");
        JsonNode* node = target == nullptr ? nullptr : target->find("node");
        JsonNode* path = target == nullptr ? nullptr : target->find("path");
        if (found.channel == nullptr && node != nullptr && node->asWhole() == edit.node &&
            path != nullptr && path->asString() == nameOf(edit.path)) {
            found.channel = &channel;
            found.sampler = samplerOfChannel.back();
        }
    }
    if (found.channel == nullptr || found.sampler >= found.samplers->size()) {
        return std::nullopt;
    }
    found.isShared =
        std::count(samplerOfChannel.begin(), samplerOfChannel.end(), found.sampler) > 1;
    return found;
}

Status apply(GltfDocument& document, const import::KeysEdit& edit) {
    const std::string place = "/animations/" + std::to_string(edit.animation) + ", " +
                              std::string(nameOf(edit.path)) + " of node " +
                              std::to_string(edit.node);
    const std::optional<ChannelPlace> found = findChannel(document, edit);
    if (!found) {
        return noSuchPlace(place);
    }
    JsonNode* interpolation = found->samplers->at(found->sampler).find("interpolation");
    const bool isSpline = interpolation != nullptr && interpolation->asString() == "CUBICSPLINE";
    const std::size_t componentCount = edit.path == ChannelPath::Rotation  ? 4
                                       : edit.path == ChannelPath::Weights ? 1
                                                                           : 3;
    const std::size_t keySize = componentCount * (isSpline ? 3 : 1);
    // Of weights there may be any number a key.
    const bool isShaped =
        !edit.times.empty() &&
        (edit.path == ChannelPath::Weights ? edit.values.size() % (edit.times.size() * keySize) == 0
                                           : edit.values.size() == edit.times.size() * keySize);
    if (!isShaped || edit.values.empty()) {
        return wrongShape(place,
                          std::to_string(edit.values.size()) + " numbers do not make " +
                              std::to_string(edit.times.size()) + " keys");
    }
    if (!areFinite(edit.times) || !areFinite(edit.values)) {
        return Error{"edit.nonfinite", place + ": not a finite number"};
    }
    std::uint64_t sampler = found->sampler;
    if (found->isShared) {
        sampler = found->samplers->size();
        found->samplers->append(found->samplers->at(found->sampler));
        found->channel->set("sampler", JsonNode::number(sampler));
        document.countCopy(found->samplers->at(sampler), {"input", "output"});
    }
    JsonNode& node = found->samplers->at(sampler);
    document.setValues(node, "input", encodeFloats(edit.times, 1, {}), Use::Other);
    GltfEncoding encoding = document.encodingOf(node, "output").value_or(GltfEncoding{});
    if (edit.path == ChannelPath::Rotation || edit.path == ChannelPath::Weights) {
        // Integers for these are fractions, whether the file says so or not.
        encoding.isNormalized = encoding.component != GltfComponent::Float;
    }
    document.setValues(
        node, "output", encodeFloats(edit.values, componentCount, encoding), Use::Other);
    return {};
}

JsonNode arrayOf(std::span<const float> numbers) {
    JsonNode array = JsonNode::array();
    for (const float number : numbers) {
        array.append(JsonNode::number(number));
    }
    return array;
}

// What says the same already keeps its form, and what is not there stays out if it is the default.
template <std::size_t N>
void setNumbers(JsonNode& owner,
                std::string_view key,
                const std::array<float, N>& numbers,
                const std::array<float, N>& fallback) {
    std::array<float, N> there = fallback;
    JsonNode* list = owner.find(key);
    for (std::size_t i = 0; list != nullptr && i < std::min(N, list->size()); ++i) {
        there[i] = static_cast<float>(list->at(i).asNumber().value_or(NAN));
    }
    if (there != numbers) {
        owner.set(key, arrayOf(numbers));
    }
}

Status apply(GltfDocument& document, const import::NodeTransformEdit& edit) {
    const std::string place = "/nodes/" + std::to_string(edit.node);
    JsonNode* node = document.element("nodes", edit.node);
    if (node == nullptr) {
        return noSuchPlace(place);
    }
    const auto& [translation, rotation, scale] = edit.parentFromNode;
    const std::array<float, 3> t = {translation.x, translation.y, translation.z};
    const std::array<float, 4> r = {rotation.x, rotation.y, rotation.z, rotation.w};
    const std::array<float, 3> s = {scale.x, scale.y, scale.z};
    if (!areFinite(t) || !areFinite(r) || !areFinite(s)) {
        return Error{"edit.nonfinite", place + ": not a finite number"};
    }
    node->remove("matrix");
    setNumbers(*node, "translation", t, std::array{0.0f, 0.0f, 0.0f});
    setNumbers(*node, "rotation", r, std::array{0.0f, 0.0f, 0.0f, 1.0f});
    setNumbers(*node, "scale", s, std::array{1.0f, 1.0f, 1.0f});
    return {};
}

Status apply(GltfDocument& document, const import::MorphWeightsEdit& edit) {
    const std::string place = "/meshes/" + std::to_string(edit.mesh);
    JsonNode* mesh = document.element("meshes", edit.mesh);
    JsonNode* primitives = mesh == nullptr ? nullptr : mesh->find("primitives");
    if (primitives == nullptr) {
        return noSuchPlace(place);
    }
    for (std::size_t i = 0; i < primitives->size(); ++i) {
        JsonNode* targets = primitives->at(i).find("targets");
        const std::size_t targetCount = targets == nullptr ? 0 : targets->size();
        if (targetCount != edit.weights.size()) {
            return wrongShape(place + "/weights",
                              std::to_string(edit.weights.size()) + " weights for " +
                                  std::to_string(targetCount) + " morph targets");
        }
    }
    if (!areFinite(edit.weights)) {
        return Error{"edit.nonfinite", place + "/weights: not a finite number"};
    }
    mesh->set("weights", arrayOf(edit.weights));
    return {};
}

std::string_view nameOf(import::NamedList list) {
    switch (list) {
    case import::NamedList::Nodes:
        return "nodes";
    case import::NamedList::Meshes:
        return "meshes";
    case import::NamedList::Skins:
        return "skins";
    case import::NamedList::Animations:
        break;
    }
    return "animations";
}

Status apply(GltfDocument& document, const import::NameEdit& edit) {
    JsonNode* named = document.element(nameOf(edit.list), edit.index);
    if (named == nullptr) {
        return noSuchPlace("/" + std::string(nameOf(edit.list)) + "/" + std::to_string(edit.index));
    }
    named->set("name", JsonNode::string(edit.name));
    return {};
}

} // namespace

Status applyEdit(GltfDocument& document, const import::FileEdit& edit) {
    return std::visit([&](const auto& kind) { return apply(document, kind); }, edit);
}

} // namespace sartor::io
