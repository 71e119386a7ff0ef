// SPDX-License-Identifier: Apache-2.0
// Exact vertex weld by hashing all streams.
#include "weld.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>

namespace sartor::import {
namespace {

// One vertex stream as bytes.
struct Stream {
    const std::byte* bytes;
    std::size_t stride;
};

template <class T>
void addStream(std::vector<Stream>& streams, const std::vector<T>& values, std::size_t perVertex) {
    if (!values.empty()) {
        streams.push_back(
            {reinterpret_cast<const std::byte*>(values.data()), sizeof(T) * perVertex});
    }
}

// FNV-1a over the bytes of one vertex in all streams.
std::uint64_t hashVertex(std::span<const Stream> streams, std::size_t vertex) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const Stream& stream : streams) {
        const std::byte* bytes = stream.bytes + vertex * stream.stride;
        for (std::size_t i = 0; i < stream.stride; ++i) {
            hash = (hash ^ static_cast<std::uint64_t>(bytes[i])) * 0x100000001b3u;
        }
    }
    return hash;
}

bool isEqualVertex(std::span<const Stream> streams, std::size_t a, std::size_t b) {
    for (const Stream& stream : streams) {
        if (std::memcmp(stream.bytes + a * stream.stride,
                        stream.bytes + b * stream.stride,
                        stream.stride) != 0) {
            return false;
        }
    }
    return true;
}

template <class T>
void keepVertices(std::vector<T>& values,
                  std::span<const std::uint32_t> kept,
                  std::size_t perVertex) {
    if (values.empty()) {
        return;
    }
    // Kept vertices only move towards the front, so nothing is overwritten before it is read.
    for (std::size_t vertex = 0; vertex < kept.size(); ++vertex) {
        for (std::size_t i = 0; i < perVertex; ++i) {
            values[vertex * perVertex + i] = values[kept[vertex] * perVertex + i];
        }
    }
    values.resize(kept.size() * perVertex);
}

} // namespace

std::size_t weldVertices(assets::MeshData& mesh, std::vector<DenseMorphTarget>& targets) {
    const std::size_t count = mesh.positions.size();
    const std::size_t slots = mesh.influences ? mesh.influences->slotsPerVertex : 0;
    std::vector<Stream> streams;
    addStream(streams, mesh.positions, 1);
    addStream(streams, mesh.normals, 1);
    addStream(streams, mesh.tangents, 1);
    addStream(streams, mesh.uvs, 1);
    addStream(streams, mesh.skinBlend, 1);
    for (const assets::VertexAttribute& attribute : mesh.attributes) {
        addStream(streams, attribute.values, attribute.width);
    }
    if (mesh.influences) {
        addStream(streams, mesh.influences->joints, slots);
        addStream(streams, mesh.influences->weights, slots);
    }
    for (const DenseMorphTarget& target : targets) {
        addStream(streams, target.positionDeltas, 1);
        addStream(streams, target.normalDeltas, 1);
        addStream(streams, target.tangentDeltas, 1);
    }

    std::vector<std::uint32_t> kept;
    std::vector<std::uint32_t> newFromOld(count);
    std::unordered_multimap<std::uint64_t, std::uint32_t> newByHash;
    newByHash.reserve(count);
    for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
        const std::uint64_t hash = hashVertex(streams, vertex);
        auto [candidate, end] = newByHash.equal_range(hash);
        while (candidate != end && !isEqualVertex(streams, kept[candidate->second], vertex)) {
            ++candidate;
        }
        if (candidate != end) {
            newFromOld[vertex] = candidate->second;
        } else {
            newFromOld[vertex] = static_cast<std::uint32_t>(kept.size());
            newByHash.emplace(hash, newFromOld[vertex]);
            kept.push_back(vertex);
        }
    }

    for (std::uint32_t& index : mesh.triangles) {
        index = newFromOld[index];
    }
    keepVertices(mesh.positions, kept, 1);
    keepVertices(mesh.normals, kept, 1);
    keepVertices(mesh.tangents, kept, 1);
    keepVertices(mesh.uvs, kept, 1);
    keepVertices(mesh.skinBlend, kept, 1);
    for (assets::VertexAttribute& attribute : mesh.attributes) {
        keepVertices(attribute.values, kept, attribute.width);
    }
    if (mesh.influences) {
        keepVertices(mesh.influences->joints, kept, slots);
        keepVertices(mesh.influences->weights, kept, slots);
    }
    for (DenseMorphTarget& target : targets) {
        keepVertices(target.positionDeltas, kept, 1);
        keepVertices(target.normalDeltas, kept, 1);
        keepVertices(target.tangentDeltas, kept, 1);
    }
    return count - kept.size();
}

} // namespace sartor::import
