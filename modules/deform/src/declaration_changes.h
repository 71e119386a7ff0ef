// SPDX-License-Identifier: Apache-2.0
// What two builds of a plugin declare differently.
#pragma once

#include <sartor/deform/deformer.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sartor::deform {

/// A line for each difference, for people. Whether the code behind equal declarations is another is
/// not looked at, but for the words of compute stages.
std::vector<std::string> describeChanges(std::span<const std::shared_ptr<const Deformer>> before,
                                         std::span<const std::shared_ptr<const Deformer>> after);

} // namespace sartor::deform
