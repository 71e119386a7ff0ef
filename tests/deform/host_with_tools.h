// SPDX-License-Identifier: Apache-2.0
// The plugins of the build tree and the one that is made for tests.
#pragma once

#include <support/deform_fixture.h>

namespace sartor::test {

inline const deform::PluginHost& hostWithTools() {
    static const deform::PluginHost loaded = [] {
        deform::PluginHost made;
        SARTOR_ASSERT(made.loadFolder(SARTOR_PLUGIN_DIR).isOk());
        SARTOR_ASSERT(made.load(SARTOR_FIXTURE_DIR "/tools.sartorplugin").isOk());
        SARTOR_ASSERT(made.failures().empty());
        return made;
    }();
    return loaded;
}

} // namespace sartor::test
