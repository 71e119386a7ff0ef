// SPDX-License-Identifier: Apache-2.0
// What `sartor experiment --run vertex-trace` says: one vertex from the bytes of the file to what
// each backend makes of it.
#pragma once

#include "answer.h"
#include "options.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sartor::cli {

inline constexpr std::string_view kVertexTrace = "vertex-trace";

struct TraceRequest {
    FileOptions file;
    std::string node;
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    std::string clip;
    std::optional<double> time;
};

/// Every stage with its numbers, and what changes from one to the next. Devices that are not there
/// are left out and said.
Result<std::string> traceAnswer(const TraceRequest& request, bool isJson);

} // namespace sartor::cli
