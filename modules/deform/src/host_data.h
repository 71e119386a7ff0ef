// SPDX-License-Identifier: Apache-2.0
// What the host offers to the stages of a chain: which semantics a mesh has, how many elements, and
// their bytes.
#pragma once

#include <sartor/deform/chain_plan.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// Number of elements that a domain has for a mesh. The domain is one of a semantic that the host
/// knows, or SARTOR_PER_VERTEX, as all that stages write is: no buffer has another.
std::uint64_t elementCount(const MeshSource& source, sartor_domain domain);

struct HostOffer {
    bool isPresent = false;
    PlannedBuffer::Filled filled = PlannedBuffer::Filled::PerMesh;
    /// Why not, for people: "mesh 'Body' has no joint influences".
    std::string reason;
};

/// What the host has under a semantic's name.
HostOffer hostOffer(const MeshSource& source, std::string_view semantic);

/// Bytes of a PerMesh semantic that hostOffer says is present.
std::vector<std::byte> perMeshBytes(const MeshSource& source, std::string_view semantic);

/// Largest weight sum that a vertex loses in the four-influence form.
float largestWeightDroppedByFour(const assets::InfluenceSet& influences);

} // namespace sartor::deform
