// SPDX-License-Identifier: Apache-2.0
// The rules that plugin files and their declarations are held against, for lists and explanations.
#pragma once

#include <span>
#include <string_view>

namespace sartor::deform {

enum class PluginRuleGroup {
    File,        ///< the file, and what it exports
    Declaration, ///< descriptor, stages, needs and params
    Compute,     ///< the SPIR-V of a stage
    Host         ///< what a host says when it looks for plugins, uses and unloads them
};

struct PluginRule {
    /// Error::code where the rule is broken; stable: "plugin.magic".
    std::string_view code;
    PluginRuleGroup group = PluginRuleGroup::File;
    /// What must hold, or what is wrong; a few words.
    std::string_view title;
    /// What it means and what to do about it. Whole sentences.
    std::string_view explanation;
};

/// All rules: by group, in the order in which they are checked.
std::span<const PluginRule> pluginRules();

/// Null where there is none with that code.
const PluginRule* findPluginRule(std::string_view code);

} // namespace sartor::deform
