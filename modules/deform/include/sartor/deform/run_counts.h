// SPDX-License-Identifier: Apache-2.0
// What it costs to deform the meshes of a frame.
#pragma once

#include <sartor/deform/chain_plan.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sartor::deform {

/// Of one frame; what only a device has is zero on the CPU.
struct RunCounts {
    std::uint32_t dispatches = 0;
    /// Draws that kept what a vertex shader made, one for each mesh whose last stage ran inline.
    std::uint32_t captures = 0;
    /// Not counting the one after everything.
    std::uint32_t barriers = 0;
    std::uint64_t uploadedBytes = 0;
    /// Written by stages, captures among them.
    std::uint64_t writtenBytes = 0;
    /// Vertices of the meshes that were deformed.
    std::uint64_t deformedVertices = 0;
    /// Meshes whose results are those of the frame before.
    std::uint32_t reusedMeshes = 0;

    bool operator==(const RunCounts&) const = default;
};

/// How long one stage of the chains of a frame took, over all meshes.
struct StageTime {
    /// "sartor.lbs skin"
    std::string_view name;
    double seconds = 0.0;
};

/// Bytes that a stage of a plan writes in a run.
std::uint64_t writtenBytes(const ChainPlan& plan, std::size_t stage);

} // namespace sartor::deform
