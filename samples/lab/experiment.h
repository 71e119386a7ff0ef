// SPDX-License-Identifier: Apache-2.0
// A sample that runs: its characters side by side, with settings, and what was measured on them.
#pragma once

#include "samples/lab/sample.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sartor::lab {

struct ExperimentOptions {
    /// Searched before those of the program.
    std::vector<std::filesystem::path> pluginFolders;
    session::Backend backend = session::Backend::Cpu;
    /// Chains to show beside those of the sample.
    std::vector<std::string> chains;
    /// For the Vulkan backend; must outlive the experiment. Null: it makes one when it needs it.
    gpu::Device* device = nullptr;
};

class Experiment {
public:
    /// The sample must outlive the experiment.
    /// Errors: those of a session (chains, plugins, device).
    static Result<std::unique_ptr<Experiment>> create(const Sample& sample,
                                                      ExperimentOptions options);
    ~Experiment();
    Experiment(const Experiment&) = delete;
    Experiment& operator=(const Experiment&) = delete;
    Experiment(Experiment&&) = delete;
    Experiment& operator=(Experiment&&) = delete;

    const Sample& sample() const { return sample_; }
    const Settings& settings() const { return settings_; }
    session::Backend backend() const { return options_.backend; }

    /// Deforms all characters anew; the old settings stay when something fails.
    /// Errors: those of Session.
    Status apply(const Settings& settings);
    /// Errors: "gpu.*"; the old one stays.
    Status setBackend(session::Backend backend);

    std::size_t columnCount() const { return columns_.size(); }
    const Column& column(std::size_t index) const { return columns_[index]; }
    Trial trial(std::size_t column) const;
    const Measurement& measurement(std::size_t column) const { return measurements_[column]; }
    Drawing drawing(std::size_t column) const { return sample_.draw(trial(column)); }
    /// Whether every readout with an expected value agrees with it.
    bool agrees() const;
    /// Changes whenever the characters are others.
    std::uint64_t characterRevision() const { return characterRevision_; }

private:
    using Sessions = std::vector<std::unique_ptr<session::Session>>;

    Experiment(const Sample& sample, ExperimentOptions options);
    Result<Sessions> makeSessions(const Settings& settings, session::Backend backend);
    Status evaluate(Sessions& sessions, const Settings& settings) const;
    /// Takes over what worked.
    void keep(Sessions sessions, const Settings& settings);
    void measureAll();

    const Sample& sample_;
    ExperimentOptions options_;
    std::vector<Column> columns_;
    /// Outlives the sessions, whose buffers are its.
    std::unique_ptr<gpu::Device> ownDevice_;
    Settings settings_;
    Sessions sessions_;
    std::vector<Measurement> measurements_;
    std::uint64_t characterRevision_ = 0;
};

} // namespace sartor::lab
