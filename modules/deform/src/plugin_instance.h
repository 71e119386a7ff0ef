// SPDX-License-Identifier: Apache-2.0
// An instance that a plugin made for one mesh instance; destroyed before its library can unload.
#pragma once

#include <sartor/base/result.h>
#include <sartor/deform/deformer.h>

#include <memory>

namespace sartor::deform {

class PluginInstance {
public:
    /// Errors: "plugin.create".
    static Result<std::unique_ptr<PluginInstance>> create(std::shared_ptr<const Deformer> deformer);

    ~PluginInstance();
    PluginInstance(const PluginInstance&) = delete;
    PluginInstance& operator=(const PluginInstance&) = delete;
    PluginInstance(PluginInstance&&) = delete;
    PluginInstance& operator=(PluginInstance&&) = delete;

    /// Null for a deformer without state.
    const void* get() const { return instance_; }

private:
    PluginInstance(std::shared_ptr<const Deformer> deformer, void* instance)
        : deformer_(std::move(deformer)), instance_(instance) {}

    std::shared_ptr<const Deformer> deformer_;
    void* instance_;
};

} // namespace sartor::deform
