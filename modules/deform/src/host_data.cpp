// SPDX-License-Identifier: Apache-2.0
// The host's own buffers.
#include "host_data.h"

#include "semantics.h"

#include <sartor/deform/active_morphs.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace sartor::deform {

namespace {

template <class T>
std::vector<std::byte> toBytes(std::span<const T> values) {
    const std::span bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

using Deltas = std::vector<glm::vec3> assets::MorphTarget::*;

bool hasDeltas(const MeshSource& source, Deltas deltas) {
    return source.morphs && std::any_of(source.morphs->targets().begin(),
                                        source.morphs->targets().end(),
                                        [deltas](const assets::MorphTarget& target) {
                                            return !(target.*deltas).empty();
                                        });
}

// Of all targets: what PREPARE stages read.
std::vector<std::byte> allMorphRows(const MeshSource& source, std::string_view semantic) {
    ActiveMorphs all(source);
    all.activateAll();
    const std::size_t elementSize = semantic.starts_with("sartor.morph.delta.") ? 12 : 4;
    const std::size_t count =
        semantic == "sartor.morph.offset" ? source.mesh->vertexCount() + 1 : all.deltaCount();
    std::vector<std::byte> bytes(elementSize * count);
    all.write(semantic, bytes);
    return bytes;
}

struct AttributeValues {
    std::uint32_t width = 0;
    std::span<const float> values;
};

// No width where the mesh has no such attribute. Those with a stream of their own have their name
// of the file all the same.
AttributeValues attributeOf(const assets::Mesh& mesh, std::string_view name) {
    if (const assets::VertexAttribute* attribute = mesh.findAttribute(name)) {
        return {attribute->width, attribute->values};
    }
    if (name == "TEXCOORD_0" && !mesh.uvs().empty()) {
        return {2, {&mesh.uvs()[0].x, 2 * mesh.uvs().size()}};
    }
    if (name == "_SKIN_BLEND" && !mesh.skinBlend().empty()) {
        return {1, mesh.skinBlend()};
    }
    return {};
}

std::vector<std::byte>
attributeBytes(const assets::Mesh& mesh, std::string_view name, std::uint32_t width) {
    const AttributeValues attribute = attributeOf(mesh, name);
    std::vector<float> values;
    values.reserve(mesh.vertexCount() * width);
    for (std::size_t vertex = 0; vertex < mesh.vertexCount(); ++vertex) {
        for (std::uint32_t i = 0; i < width; ++i) {
            const float missing = i == 3 ? 1.0f : 0.0f;
            values.push_back(i < attribute.width ? attribute.values[vertex * attribute.width + i]
                                                 : missing);
        }
    }
    return toBytes(std::span<const float>(values));
}

struct FourInfluences {
    std::array<std::uint16_t, 4> joints{};
    std::array<float, 4> weights{};
    float dropped = 0.0f;
};

// The heaviest four of a vertex in their own order, scaled to the weight sum that all had.
FourInfluences heaviestFour(const assets::InfluenceSet& influences, std::size_t vertex) {
    const std::uint32_t begin = influences.offsets()[vertex];
    const std::uint32_t end = influences.offsets()[vertex + 1];
    std::vector<std::uint32_t> kept(end - begin);
    std::iota(kept.begin(), kept.end(), begin);
    std::stable_sort(kept.begin(), kept.end(), [&](std::uint32_t a, std::uint32_t b) {
        return influences.weights()[a] > influences.weights()[b];
    });
    double sum = 0.0;
    double keptSum = 0.0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const double weight = static_cast<double>(influences.weights()[kept[i]]);
        sum += weight;
        keptSum += i < 4 ? weight : 0.0;
    }
    const bool isCut = kept.size() > 4;
    kept.resize(std::min<std::size_t>(kept.size(), 4));
    std::sort(kept.begin(), kept.end());
    FourInfluences four;
    four.dropped = isCut ? static_cast<float>(sum - keptSum) : 0.0f;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const double weight = static_cast<double>(influences.weights()[kept[i]]);
        four.joints[i] = static_cast<std::uint16_t>(influences.joints()[kept[i]].value());
        four.weights[i] = static_cast<float>(isCut ? weight * sum / keptSum : weight);
    }
    std::fill(four.joints.begin() + static_cast<std::ptrdiff_t>(kept.size()),
              four.joints.end(),
              four.joints[0]);
    return four;
}

template <class Part>
std::vector<std::byte> fourInfluenceBytes(const MeshSource& source, Part FourInfluences::*part) {
    std::vector<Part> values;
    for (std::size_t vertex = 0; vertex < source.influences->vertexCount(); ++vertex) {
        values.push_back(heaviestFour(*source.influences, vertex).*part);
    }
    return toBytes(std::span<const Part>(values));
}

std::vector<std::byte> jointBytes(const MeshSource& source) {
    std::vector<std::uint32_t> joints;
    for (const SkinJointIndex joint : source.influences->joints()) {
        joints.push_back(joint.value());
    }
    return toBytes(std::span<const std::uint32_t>(joints));
}

enum class Requires {
    Nothing,
    Normals,
    Tangents,
    Influences,
    SmallJointIndices,
    Joints,
    SkinBlend,
    NormalDeltas,
    TangentDeltas
};

struct HostRow {
    std::string_view semantic;
    Requires requirement;
    // Null where the host fills the buffer anew in frames.
    std::vector<std::byte> (*bytes)(const MeshSource& source);
    PlannedBuffer::Filled filled = PlannedBuffer::Filled::PerMesh;
};

// Those that come from the topology.
struct TopologyRow {
    std::string_view semantic;
    std::vector<std::uint32_t> assets::MeshTopology::*values;
};
constexpr std::array kTopologyRows = {
    TopologyRow{"sartor.weld.representative", &assets::MeshTopology::representatives},
    TopologyRow{"sartor.neighbour.offset", &assets::MeshTopology::neighbourOffsets},
    TopologyRow{"sartor.neighbour.index", &assets::MeshTopology::neighbours},
    TopologyRow{"sartor.corner.offset", &assets::MeshTopology::cornerOffsets},
    TopologyRow{"sartor.corner.index", &assets::MeshTopology::corners},
};

constexpr auto kPerFrame = PlannedBuffer::Filled::PerFrame;

constexpr std::array kHostRows = {
    HostRow{"sartor.rest.position",
            Requires::Nothing,
            [](const MeshSource& s) { return toBytes(s.mesh->positions()); }},
    HostRow{"sartor.rest.normal",
            Requires::Normals,
            [](const MeshSource& s) { return toBytes(s.mesh->normals()); }},
    HostRow{"sartor.rest.tangent",
            Requires::Tangents,
            [](const MeshSource& s) { return toBytes(s.mesh->tangents()); }},
    HostRow{"sartor.triangle.index",
            Requires::Nothing,
            [](const MeshSource& s) { return toBytes(s.mesh->triangles()); }},
    HostRow{"sartor.influence.offset",
            Requires::Influences,
            [](const MeshSource& s) { return toBytes(s.influences->offsets()); }},
    HostRow{"sartor.influence.joint", Requires::Influences, jointBytes},
    HostRow{"sartor.influence.weight",
            Requires::Influences,
            [](const MeshSource& s) { return toBytes(s.influences->weights()); }},
    HostRow{"sartor.influence4.joint",
            Requires::SmallJointIndices,
            [](const MeshSource& s) { return fourInfluenceBytes(s, &FourInfluences::joints); }},
    HostRow{"sartor.influence4.weight",
            Requires::Influences,
            [](const MeshSource& s) { return fourInfluenceBytes(s, &FourInfluences::weights); }},
    HostRow{"sartor.palette.matrix", Requires::Joints, nullptr, kPerFrame},
    HostRow{"sartor.palette.dualquat", Requires::Joints, nullptr, kPerFrame},
    HostRow{"sartor.palette.scale", Requires::Joints, nullptr, kPerFrame},
    HostRow{"sartor.palette.common",
            Requires::Joints,
            [](const MeshSource& s) {
                return toBytes(std::span<const glm::mat3>(&s.commonStretch, 1));
            }},
    HostRow{"sartor.skin.blend",
            Requires::SkinBlend,
            [](const MeshSource& s) { return toBytes(s.mesh->skinBlend()); }},
    HostRow{"sartor.morph.offset",
            Requires::Nothing,
            [](const MeshSource& s) { return allMorphRows(s, "sartor.morph.offset"); },
            PlannedBuffer::Filled::PerActiveSet},
    HostRow{"sartor.morph.target",
            Requires::Nothing,
            [](const MeshSource& s) { return allMorphRows(s, "sartor.morph.target"); },
            PlannedBuffer::Filled::PerActiveSet},
    HostRow{"sartor.morph.delta.position",
            Requires::Nothing,
            [](const MeshSource& s) { return allMorphRows(s, "sartor.morph.delta.position"); },
            PlannedBuffer::Filled::PerActiveSet},
    HostRow{"sartor.morph.delta.normal",
            Requires::NormalDeltas,
            [](const MeshSource& s) { return allMorphRows(s, "sartor.morph.delta.normal"); },
            PlannedBuffer::Filled::PerActiveSet},
    HostRow{"sartor.morph.delta.tangent",
            Requires::TangentDeltas,
            [](const MeshSource& s) { return allMorphRows(s, "sartor.morph.delta.tangent"); },
            PlannedBuffer::Filled::PerActiveSet},
    HostRow{"sartor.morph.weight", Requires::Nothing, nullptr, kPerFrame},
    HostRow{"sartor.time", Requires::Nothing, nullptr, kPerFrame},
};

// Null for what the rows do not have.
template <class Rows>
auto* findRow(const Rows& rows, std::string_view semantic) {
    const auto* row = std::find_if(rows.begin(), rows.end(), [semantic](const auto& candidate) {
        return candidate.semantic == semantic;
    });
    return row == rows.end() ? nullptr : row;
}

// Empty where it holds, else what the mesh has not.
std::string_view missingFor(const MeshSource& source, Requires requirement) {
    const auto unless = [](bool holds, std::string_view otherwise) {
        return holds ? std::string_view() : otherwise;
    };
    switch (requirement) {
    case Requires::Nothing:
        return {};
    case Requires::Normals:
        return unless(!source.mesh->normals().empty(), "has no normals");
    case Requires::Tangents:
        return unless(!source.mesh->tangents().empty(), "has no tangents");
    case Requires::Influences:
        return unless(source.influences != nullptr, "has no joint influences");
    case Requires::SmallJointIndices:
        return unless(source.influences != nullptr && source.jointCount <= 65536,
                      "has no joint influences, or more joints than 16 bits can count");
    case Requires::Joints:
        return unless(source.influences != nullptr || source.jointCount > 0, "has no joints");
    case Requires::SkinBlend:
        return unless(!source.mesh->skinBlend().empty(),
                      "has no blend weights between skinning methods");
    case Requires::NormalDeltas:
        return unless(hasDeltas(source, &assets::MorphTarget::normalDeltas),
                      "has no morph target with normal deltas");
    case Requires::TangentDeltas:
        return unless(hasDeltas(source, &assets::MorphTarget::tangentDeltas),
                      "has no morph target with tangent deltas");
    }
    return {};
}

} // namespace

const Result<assets::MeshTopology>& HostData::topology() const {
    std::call_once(topologyOnce_, [this] {
        topology_ = assets::computeTopology(*source_.mesh, source_.influences.get());
    });
    return topology_;
}

std::uint64_t HostData::elementCount(sartor_domain domain) const {
    switch (domain) {
    case SARTOR_ONCE:
        return 1;
    case SARTOR_PER_VERTEX_PLUS_1:
        return source_.mesh->vertexCount() + 1;
    case SARTOR_PER_INFLUENCE:
        return source_.influences ? source_.influences->weights().size() : 0;
    case SARTOR_PER_JOINT:
        return source_.jointCount;
    case SARTOR_PER_TARGET:
        return source_.morphs ? source_.morphs->targetCount() : 0;
    case SARTOR_PER_DELTA:
        return ActiveMorphs::largestDeltaCount(source_);
    case SARTOR_PER_TRIANGLE:
        return source_.mesh->triangles().size();
    case SARTOR_PER_NEIGHBOUR:
        return topology() ? topology()->neighbours.size() : 0;
    case SARTOR_PER_CORNER:
        return topology() ? topology()->corners.size() : 0;
    default:
        SARTOR_ASSERT(domain == SARTOR_PER_VERTEX);
        return source_.mesh->vertexCount();
    }
}

HostOffer HostData::offer(std::string_view semantic) const {
    HostOffer offer;
    if (const std::string_view name = attributeName(semantic); !name.empty()) {
        offer.isPresent = attributeOf(*source_.mesh, name).width > 0;
        offer.reason = meshText(source_) + " has no attribute '" + std::string(name) + "'";
        return offer;
    }
    if (findRow(kTopologyRows, semantic) != nullptr) {
        offer.isPresent = topology().hasValue();
        offer.reason = offer.isPresent ? "" : meshText(source_) + ": " + topology().error().message;
        return offer;
    }
    const HostRow* row = findRow(kHostRows, semantic);
    if (row == nullptr) {
        return {false, {}, "no stage before it writes that"};
    }
    const std::string_view missing = missingFor(source_, row->requirement);
    offer.isPresent = missing.empty();
    offer.filled = row->filled;
    if (!offer.isPresent) {
        offer.reason = meshText(source_) + ' ' + std::string(missing);
    }
    return offer;
}

std::vector<std::byte> HostData::perMeshBytes(std::string_view semantic,
                                              sartor_format format) const {
    if (const std::string_view name = attributeName(semantic); !name.empty()) {
        return attributeBytes(*source_.mesh, name, floatCountOf(format));
    }
    if (const TopologyRow* row = findRow(kTopologyRows, semantic); row != nullptr) {
        const std::vector<std::uint32_t>& values = *topology().*row->values;
        return toBytes(std::span<const std::uint32_t>(values));
    }
    const HostRow* row = findRow(kHostRows, semantic);
    SARTOR_ASSERT(row != nullptr && row->bytes != nullptr);
    return row->bytes(source_);
}

float largestWeightDroppedByFour(const assets::InfluenceSet& influences) {
    float largest = 0.0f;
    for (std::size_t vertex = 0; vertex < influences.vertexCount(); ++vertex) {
        largest = std::max(largest, heaviestFour(influences, vertex).dropped);
    }
    return largest;
}

} // namespace sartor::deform
