// SPDX-License-Identifier: Apache-2.0
// Records first, then the probe.
#include <sartor/base/log.h>
#include <sartor/deform/plugin_screening.h>

namespace sartor::deform {

namespace {

Status refusal(const std::filesystem::path& file, PluginStanding standing, const std::string& why) {
    const std::string quoted = "'" + file.string() + "'";
    if (standing == PluginStanding::Disabled) {
        return Error{"plugin.disabled",
                     "plugin " + quoted + " is disabled: " + why +
                         "; it stays so until the file changes or `sartor plugin probe --clear " +
                         quoted + "` is run"};
    }
    return Error{"plugin.quarantined",
                 why + "; it is not loaded until the file changes or `sartor plugin probe " +
                     quoted + "` finds it well"};
}

void remember(const PluginRecords& records,
              const std::filesystem::path& file,
              const ProbeVerdict& verdict) {
    const bool isSafe = verdict.outcome != ProbeOutcome::Quarantined;
    const Status kept = records.keep(file,
                                     isSafe ? PluginStanding::Safe : PluginStanding::Quarantined,
                                     isSafe ? "" : verdict.error.message);
    if (!kept) {
        log(LogLevel::Debug, kept.error().message); // it is tried again the next time
    }
}

} // namespace

Status PluginScreening::admit(const std::filesystem::path& file, UnknownPlugin unknown) const {
    if (const auto record = records_.find(file)) {
        return record->standing == PluginStanding::Safe
                   ? Status()
                   : refusal(file, record->standing, record->reason);
    }
    if (unknown == UnknownPlugin::Trust || !fileStamp(file)) {
        return {}; // a file that is not there harms nobody, and the host says what is wrong
    }
    const auto verdict = probe(file);
    if (!verdict) {
        if (verdict.error().code == "process.cancelled") {
            return verdict.error();
        }
        log(LogLevel::Warning,
            "plugin '" + file.string() + "' is loaded untried: " + verdict.error().message);
        return {};
    }
    return verdict->outcome == ProbeOutcome::Quarantined
               ? refusal(file, PluginStanding::Quarantined, verdict->error.message)
               : Status();
}

Result<ProbeVerdict> PluginScreening::probe(const std::filesystem::path& file) const {
    auto verdict = probePlugin(file, options_);
    const auto before = records_.find(file);
    // What a person has decided outlives what a probe finds.
    if (verdict && !(before && before->standing == PluginStanding::Disabled)) {
        remember(records_, file, *verdict);
    }
    return verdict;
}

} // namespace sartor::deform
