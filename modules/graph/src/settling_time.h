// SPDX-License-Identifier: Apache-2.0
// The input by which nodes that follow a value say how fast.
#pragma once

#include <sartor/graph/schema.h>

namespace sartor::graph {

/// An input "time" of a schema.
inline constexpr InputSchema kSettlingTimeInput = {
    .id = "time",
    .type = PinType::Float,
    .doc = "How long it takes until 95 % of a step is done. At 0 the value is followed at once.",
    .number = 0.2,
    .minimum = 0.0,
    .maximum = 3600.0,
    .unit = "s"};

} // namespace sartor::graph
