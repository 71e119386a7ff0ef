// SPDX-License-Identifier: Apache-2.0
// The files of a new deformer plugin.
#pragma once

#include <string>
#include <vector>

namespace sartor::cli {

enum class PluginLanguage { C, CPlusPlus };

struct PluginName {
    std::string id;   ///< "com.studio.jiggle"
    std::string word; ///< "jiggle": names files, the target and functions
};

struct TemplateFile {
    std::string name;
    std::string text;
};

/// A project that builds against the installed package: CMakeLists.txt, the CPU form, the compute
/// form, README.md.
std::vector<TemplateFile> pluginTemplate(const PluginName& name, PluginLanguage language);

} // namespace sartor::cli
