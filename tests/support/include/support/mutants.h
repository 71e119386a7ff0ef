// SPDX-License-Identifier: Apache-2.0
// Plugins of the tree with one thing broken. Needs the definition SARTOR_MUTANT_DIR.
#pragma once

#include <sartor/deform/plugin_host.h>

#include <support/require.h>

#include <filesystem>
#include <memory>
#include <string>

namespace sartor::test {

/// The deformer of a mutant of tests/deform/fixtures/mutants.cmake.
inline std::shared_ptr<const deform::Deformer> loadMutant(const std::string& name) {
    deform::PluginHost host;
    const Status status =
        host.load(std::filesystem::path(SARTOR_MUTANT_DIR) / (name + ".sartorplugin"));
    SARTOR_ASSERT(status.isOk());
    return host.deformers().front();
}

} // namespace sartor::test
