// SPDX-License-Identifier: Apache-2.0
// What several chains make of one vertex, side by side.
#pragma once

#include "answer.h"

#include <sartor/diagnose/chain_comparison.h>
#include <sartor/io/json_writer.h>
#include <sartor/session/session.h>

#include <optional>
#include <span>
#include <string>

namespace sartor::cli {

/// One chain that was run in the frame, and explained.
struct ExplainedChain {
    diagnose::ComparedChain compared;
    /// As the backend gave it.
    glm::vec3 position = glm::vec3(0.0f);
    std::optional<glm::vec3> normal;
    /// From the explained linear blend.
    double distance = 0.0;
    /// From the result of the first chain.
    double fromFirst = 0.0;
};

/// Lengths against which distances are told.
struct Lengths {
    double extent = 0.0;
    double metresPerUnit = 1.0;

    double partOf(double distance) const { return extent > 0.0 ? distance / extent : 0.0; }
    double millimetres(double distance) const { return distance * metresPerUnit * 1000.0; }
};

/// The member "chains".
void writeChains(io::JsonWriter& json,
                 const session::Session& session,
                 std::span<const ExplainedChain> chains,
                 const Lengths& lengths);

/// A table with a column for each chain, and what to know of chains that are not linear.
std::string chainsText(const session::Session& session,
                       std::size_t instance,
                       std::span<const ExplainedChain> chains,
                       const Lengths& lengths);

} // namespace sartor::cli
