// SPDX-License-Identifier: Apache-2.0
// A sample that runs: its characters side by side, with settings, and what was measured on them.
#include "samples/lab/experiment.h"

#include <sartor/gpu/device.h>

#include <algorithm>

namespace sartor::lab {

namespace {

/// Whether a control that changes the character stands elsewhere.
bool isOtherCharacter(const Settings& a, const Settings& b) {
    return std::ranges::any_of(a.controls(), [&](const Control& control) {
        return control.changes == Control::Changes::Character && a[control.key] != b[control.key];
    });
}

} // namespace

Experiment::Experiment(const Sample& sample, ExperimentOptions options)
    : sample_(sample)
    , options_(std::move(options))
    , columns_(sample.columns)
    , settings_(sample.controls) {
    for (const std::string& chain : options_.chains) {
        columns_.push_back({.id = chain,
                            .title = chain,
                            .note = "A chain of yours, measured the same way.",
                            .chain = chain,
                            .isKnown = false});
    }
}

Experiment::~Experiment() = default;

Result<std::unique_ptr<Experiment>> Experiment::create(const Sample& sample,
                                                       ExperimentOptions options) {
    std::unique_ptr<Experiment> experiment(new Experiment(sample, std::move(options)));
    auto sessions = experiment->makeSessions(experiment->settings_, experiment->backend());
    if (!sessions) {
        return sessions.error();
    }
    experiment->keep(*std::move(sessions), experiment->settings_);
    return experiment;
}

Status Experiment::apply(const Settings& settings) {
    if (isOtherCharacter(settings, settings_)) {
        auto sessions = makeSessions(settings, backend());
        if (!sessions) {
            return sessions.error();
        }
        keep(*std::move(sessions), settings);
        return {};
    }
    const Status status = evaluate(sessions_, settings);
    if (!status) {
        // The frames must be those of the settings that stay.
        const Status back = evaluate(sessions_, settings_);
        return back ? status : back;
    }
    settings_ = settings;
    measureAll();
    return {};
}

Status Experiment::setBackend(session::Backend backend) {
    auto sessions = makeSessions(settings_, backend);
    if (!sessions) {
        return sessions.error();
    }
    options_.backend = backend;
    keep(*std::move(sessions), settings_);
    return {};
}

Trial Experiment::trial(std::size_t column) const {
    return {settings_, columns_[column], *sessions_[column]};
}

bool Experiment::agrees() const {
    return std::ranges::all_of(measurements_, [](const Measurement& measurement) {
        return std::ranges::all_of(measurement.readouts, &Readout::agrees);
    });
}

Result<Experiment::Sessions> Experiment::makeSessions(const Settings& settings,
                                                      session::Backend backend) {
    if (backend != session::Backend::Cpu && options_.device == nullptr) {
        auto device = gpu::Device::create({});
        if (!device) {
            return device.error();
        }
        ownDevice_ = *std::move(device);
        options_.device = ownDevice_.get();
    }
    Sessions sessions;
    for (const Column& column : columns_) {
        auto scene = makeScene(sample_.character(settings, column));
        if (!scene) {
            return scene.error();
        }
        session::SessionOptions options;
        options.pluginFolders = options_.pluginFolders;
        options.backend = backend;
        options.chain = settings.expand(column.chain);
        options.device = options_.device;
        auto session = session::Session::create(*std::move(scene), options);
        if (!session) {
            return Error{session.error().code,
                         "chain " + options.chain + ": " + session.error().message};
        }
        sessions.push_back(*std::move(session));
    }
    const Status status = evaluate(sessions, settings);
    if (!status) {
        return status.error();
    }
    return sessions;
}

Status Experiment::evaluate(Sessions& sessions, const Settings& settings) const {
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        session::Session& session = *sessions[i];
        const std::string chain = settings.expand(columns_[i].chain);
        if (chain != session.options().chain) {
            if (const Status status = session.setChain(chain); !status) {
                return status;
            }
        }
        const Pose pose = sample_.pose(settings, columns_[i]);
        for (const auto& [joint, parentFromJoint] : pose.joints) {
            if (const Status status = session.setJointPose(joint, parentFromJoint); !status) {
                return status;
            }
        }
        for (std::uint32_t target = 0; target < pose.morphWeights.size(); ++target) {
            const Status status =
                session.setMorphWeight(JointIndex(0), target, pose.morphWeights[target]);
            if (!status) {
                return status;
            }
        }
        if (const Status status = session.evaluate(0.0); !status) {
            return status;
        }
    }
    return {};
}

void Experiment::keep(Sessions sessions, const Settings& settings) {
    sessions_ = std::move(sessions);
    settings_ = settings;
    ++characterRevision_;
    measureAll();
}

void Experiment::measureAll() {
    measurements_.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        measurements_.push_back(sample_.measure(trial(i)));
    }
}

} // namespace sartor::lab
