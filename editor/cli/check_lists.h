// SPDX-License-Identifier: Apache-2.0
// What `sartor check` says about itself: its rules, codes of the importers, target profiles.
#pragma once

#include <sartor/base/result.h>

#include <string>
#include <string_view>

namespace sartor::cli {

/// All rules and all codes that importers say, as "text", "json" or "markdown".
std::string ruleList(std::string_view format);

/// One rule or code in full, as "text", "json" or "markdown". Errors: "usage.unknown".
Result<std::string> ruleExplanation(std::string_view code, std::string_view format);

/// All target profiles, as "text", "json" or "markdown".
std::string profileList(std::string_view format);

} // namespace sartor::cli
