// SPDX-License-Identifier: Apache-2.0
// Instances of deformers, and the host as plugins see it.
#include "plugin_instance.h"

#include "plugin_call.h"
#include "plugin_library.h"

#include <sartor/base/log.h>

namespace sartor::deform {

namespace {

void logForPlugin(const sartor_host*, std::int32_t level, const char* text) {
    const auto levels = {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error};
    const bool isKnown = level >= SARTOR_LOG_DEBUG && level <= SARTOR_LOG_ERROR;
    log(isKnown ? levels.begin()[level] : LogLevel::Error, text == nullptr ? "" : text);
}

const void* noExtension(const sartor_host*, const char*) {
    return nullptr;
}

constexpr sartor_host kHost = {
    sizeof(sartor_host), SARTOR_ABI_MINOR, nullptr, logForPlugin, noExtension};

} // namespace

Result<std::unique_ptr<PluginInstance>>
PluginInstance::create(std::shared_ptr<const Deformer> deformer) {
    const PluginCall call({.plugin = deformer->pluginPath.c_str(),
                           .deformer = deformer->id.c_str(),
                           .activity = PluginActivity::MakingInstance});
    void* instance = nullptr;
    sartor_status status = SARTOR_E_FAILED;
    try {
        status = deformer->library->factory().create(&kHost, deformer->id.c_str(), &instance);
    } catch (...) {
        return Error{"plugin.create", "'" + deformer->id + "' threw an exception from create"};
    }
    if (status != SARTOR_OK) {
        return Error{"plugin.create",
                     "'" + deformer->id + "' could not make an instance: status " +
                         std::to_string(status)};
    }
    return std::unique_ptr<PluginInstance>(new PluginInstance(std::move(deformer), instance));
}

PluginInstance::~PluginInstance() {
    const PluginCall call({.plugin = deformer_->pluginPath.c_str(),
                           .deformer = deformer_->id.c_str(),
                           .activity = PluginActivity::DestroyingInstance});
    try {
        deformer_->library->factory().destroy(instance_);
    } catch (...) {
        log(LogLevel::Error, "'" + deformer_->id + "' threw an exception from destroy");
    }
}

} // namespace sartor::deform
