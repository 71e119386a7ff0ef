// SPDX-License-Identifier: Apache-2.0
// A chain of deformers with their parameters, and its text form "morph+lbs[normals=linear]".
#pragma once

#include <sartor/deform/plugin_host.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::deform {

/// One deformer of a chain with a value for each of its params.
struct ChainLink {
    std::shared_ptr<const Deformer> deformer;
    /// By stage, then in the order of the stage's params; inside [minimum, maximum], finite.
    std::vector<std::vector<double>> params;
};

/// The deformer with the initial values of its params.
ChainLink initialLink(std::shared_ptr<const Deformer> deformer);

struct Chain {
    std::vector<ChainLink> links;
};

/// Reads `lbs`, `morph+lbs`, `lbs[normals=linear,x=0.5]`: deformer ids joined with '+', params by
/// key in brackets (labels or numbers for enums, true/false for bools). The empty text is the empty
/// chain.
/// Errors: "chain.syntax" (with the column), "plugin.unknown", "plugin.ambiguous",
/// "chain.param_unknown" (lists the keys), "chain.param_value" (says what is allowed).
Result<Chain> parseChain(std::string_view text, const PluginHost& host);

/// Canonical text: shortest ids that are unique in the host, and only the params that differ from
/// their initial values. parseChain reads it back to the same chain.
std::string toText(const Chain& chain, const PluginHost& host);

} // namespace sartor::deform
