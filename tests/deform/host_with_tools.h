// SPDX-License-Identifier: Apache-2.0
// The plugins of the build tree and the one that is made for tests.
#pragma once

#include <support/deform_fixture.h>

namespace sartor::test {

inline const deform::PluginHost& hostWithTools() {
    static const deform::PluginHost loaded = [] {
        deform::PluginHost made;
        SARTOR_ASSERT(made.loadFolder(SARTOR_PLUGIN_DIR).isOk());
        for (const char* name : {"tools", "stages"}) {
            const std::string file = SARTOR_FIXTURE_DIR "/" + std::string(name) + ".sartorplugin";
            SARTOR_ASSERT(made.load(file).isOk());
        }
        SARTOR_ASSERT(made.failures().empty());
        return made;
    }();
    return loaded;
}

} // namespace sartor::test
