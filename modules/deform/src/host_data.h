// SPDX-License-Identifier: Apache-2.0
// What the host offers to the stages of a chain: which semantics a mesh has, how many elements, and
// their bytes.
#pragma once

#include <sartor/assets/mesh_topology.h>
#include <sartor/deform/chain_plan.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform {

struct HostOffer {
    bool isPresent = false;
    PlannedBuffer::Filled filled = PlannedBuffer::Filled::PerMesh;
    /// Why not, for people: "mesh 'Body' has no joint influences".
    std::string reason;
};

/// The host's data of one mesh. What takes long to compute is computed once, when it is first asked
/// for. Threads: const, re-entrant.
class HostData {
public:
    explicit HostData(const MeshSource& source) : source_(source) {}

    /// Number of elements that a domain has for the mesh: one of a semantic that is offered, or one
    /// that stages write.
    std::uint64_t elementCount(sartor_domain domain) const;
    /// What the host has under a semantic's name.
    HostOffer offer(std::string_view semantic) const;
    /// Bytes of a semantic that is offered, but not PerFrame; of morph rows those of all targets.
    /// Of attributes, the format says how many numbers a vertex has.
    std::vector<std::byte> perMeshBytes(std::string_view semantic, sartor_format format) const;

    const MeshSource& source() const { return source_; }
    const Result<assets::MeshTopology>& topology() const;

private:
    MeshSource source_;
    mutable std::once_flag topologyOnce_;
    mutable Result<assets::MeshTopology> topology_ = assets::MeshTopology();
};

/// Largest weight sum that a vertex loses in the four-influence form.
float largestWeightDroppedByFour(const assets::InfluenceSet& influences);

} // namespace sartor::deform
