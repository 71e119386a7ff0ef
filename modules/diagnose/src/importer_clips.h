// SPDX-License-Identifier: Apache-2.0
// Clips of two scenes of one file.
#pragma once

#include "importer_nodes.h"

namespace sartor::diagnose {

/// Names, channels, and their interpolation, times and values; in the order of the clips.
void compareClips(const Sides& sides, Differences& differences);

} // namespace sartor::diagnose
