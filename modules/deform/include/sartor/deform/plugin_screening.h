// SPDX-License-Identifier: Apache-2.0
// Which plugin files this process loads, and which it stays away from.
#pragma once

#include <sartor/deform/plugin_probe.h>
#include <sartor/deform/plugin_records.h>

namespace sartor::deform {

/// What is done about a file that nobody knows.
enum class UnknownPlugin {
    Probe, ///< it is loaded in a process of its own first
    Trust, ///< it was installed with this program
};

class PluginScreening {
public:
    explicit PluginScreening(PluginRecords records = PluginRecords(), ProbeOptions options = {})
        : records_(std::move(records)), options_(std::move(options)) {}

    const PluginRecords& records() const { return records_; }

    /// Whether the file may be loaded here. What a probe finds is remembered until the file
    /// changes. Where probing is impossible the log says so and the file may be loaded.
    /// Errors: "plugin.quarantined" and "plugin.disabled", with the reason and the way out;
    /// "process.cancelled".
    Status admit(const std::filesystem::path& file, UnknownPlugin unknown) const;

    /// Probes the file whatever is known of it, and remembers the outcome.
    /// Errors: those of probePlugin.
    Result<ProbeVerdict> probe(const std::filesystem::path& file) const;

private:
    PluginRecords records_;
    ProbeOptions options_;
};

} // namespace sartor::deform
