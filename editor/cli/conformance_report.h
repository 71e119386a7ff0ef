// SPDX-License-Identifier: Apache-2.0
// What became of checked plugins, as a matrix of invariants and deformers.
#pragma once

#include "conformance_child.h"

#include <span>
#include <string>

namespace sartor::cli {

/// The matrix, then each finding with how to see it again.
std::string conformanceText(std::span<const CheckedPlugin> plugins,
                            const ConformanceOptions& options);
std::string conformanceMarkdown(std::span<const CheckedPlugin> plugins,
                                const ConformanceOptions& options);
std::string conformanceJson(std::span<const CheckedPlugin> plugins,
                            const ConformanceOptions& options);

/// The invariants themselves; the Markdown is modules/deform/INVARIANTS.md.
std::string invariantsText();
std::string invariantsMarkdown();
std::string invariantsJson();

} // namespace sartor::cli
