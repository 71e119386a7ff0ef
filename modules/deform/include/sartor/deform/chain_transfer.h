// SPDX-License-Identifier: Apache-2.0
// The same chain with other builds of its deformers.
#pragma once

#include <sartor/deform/chain.h>

#include <string>
#include <vector>

namespace sartor::deform {

struct ChainTransfer {
    Chain chain;
    /// Values that were outside of the new limits, a line for each.
    std::vector<std::string> clamped;
    /// Values for which there is no param any more, or one of another type, a line for each.
    std::vector<std::string> dropped;
};

/// Takes each deformer of the chain from another host, by id, with the values of its params by
/// their ids. A value that nobody has changed follows the new initial one; of an enum the label
/// counts, wherever it stands now. The rest is clamped to the new limits.
/// Errors: "plugin.unknown" where the host has no deformer of a link.
Result<ChainTransfer> transferChain(const Chain& chain, const PluginHost& host);

} // namespace sartor::deform
