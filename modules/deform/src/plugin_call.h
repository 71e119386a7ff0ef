// SPDX-License-Identifier: Apache-2.0
// Says, while it lives, what a plugin is doing on this thread: for the report of a crash.
#pragma once

#include <cstdint>
#include <string>

namespace sartor::deform {

enum class PluginActivity : std::uint32_t { Loading, MakingInstance, DestroyingInstance, Running };

/// Points into what the host owns and keeps while the plugin is called.
struct PluginTrace {
    const char* plugin = nullptr;
    /// Null while the file is loaded.
    const char* deformer = nullptr;
    /// Null but for Running.
    const char* stage = nullptr;
    PluginActivity activity = PluginActivity::Loading;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Cost: a few stores; the first one on a thread also makes the stack that its signals run on.
class PluginCall {
public:
    explicit PluginCall(const PluginTrace& trace);
    ~PluginCall();
    PluginCall(const PluginCall&) = delete;
    PluginCall& operator=(const PluginCall&) = delete;
    PluginCall(PluginCall&&) = delete;
    PluginCall& operator=(PluginCall&&) = delete;

private:
    const PluginTrace* outer_;
    PluginTrace trace_;
};

/// "vertex 5", "vertices 0 to 63": the range from `begin` to before `end`, which is not empty, as
/// messages say it.
std::string rangeText(std::uint32_t begin, std::uint32_t end);

} // namespace sartor::deform
