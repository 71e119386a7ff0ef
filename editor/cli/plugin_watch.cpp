// SPDX-License-Identifier: Apache-2.0
// Files are looked at, not listened to: the same on every file system.
#include "plugin_watch.h"

#include <sartor/base/file_stamp.h>
#include <sartor/deform/plugin_screening.h>

#include <chrono>
#include <csignal>
#include <map>
#include <optional>
#include <thread>

namespace sartor::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
/// Looks at a changed file that must agree before it is taken: linkers write in pieces.
constexpr int kLooksThatAgree = 3;

volatile std::sig_atomic_t isInterrupted = 0;

void interrupt(int) {
    isInterrupted = 1;
}

/// While it lives, an interruption is noted instead of ending the process.
class Interruption {
public:
    Interruption() {
        isInterrupted = 0;
        struct sigaction action {};
        action.sa_handler = interrupt;
        ::sigaction(SIGINT, &action, &interruptBefore_);
        ::sigaction(SIGTERM, &action, &terminateBefore_);
    }
    ~Interruption() {
        ::sigaction(SIGINT, &interruptBefore_, nullptr);
        ::sigaction(SIGTERM, &terminateBefore_, nullptr);
    }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    Interruption(Interruption&&) = delete;
    Interruption& operator=(Interruption&&) = delete;

    bool hasCome() const { return isInterrupted != 0; }

private:
    struct sigaction interruptBefore_ {};
    struct sigaction terminateBefore_ {};
};

class Watched {
public:
    explicit Watched(const std::optional<FileStamp>& taken) : taken_(taken) {}

    /// Whether the file is another than the one that was taken last, and complete.
    bool hasChanged(const std::filesystem::path& file) {
        const std::optional<FileStamp> now = fileStamp(file);
        looks_ = now == seen_ ? looks_ + 1 : 1;
        seen_ = now;
        if (!now || now == taken_ || looks_ < kLooksThatAgree) {
            return false;
        }
        taken_ = now;
        return true;
    }

private:
    std::optional<FileStamp> taken_;
    std::optional<FileStamp> seen_;
    int looks_ = 0;
};

std::map<std::filesystem::path, Watched> filesOf(const deform::PluginHost& host) {
    std::map<std::filesystem::path, Watched> files;
    for (const auto& deformer : host.deformers()) {
        files.emplace(deformer->pluginPath, deformer->pluginStamp);
    }
    for (const deform::PluginFailure& failure : host.failures()) {
        files.emplace(failure.path, fileStamp(failure.path));
    }
    return files;
}

void sayLines(std::string_view what, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        printRemark(std::string(what) + line);
    }
}

/// Whether the session has the new build.
bool take(session::Session& session, const std::filesystem::path& file) {
    const auto keepOld = [&file](const Error& error) {
        printRemark(file.string() + ": keeps the build that runs: " + error.message);
        return false;
    };
    const Status admitted = deform::PluginScreening().admit(file, deform::UnknownPlugin::Probe);
    if (!admitted) {
        return keepOld(admitted.error());
    }
    const auto update = session.reloadPlugin(file);
    if (!update) {
        return keepOld(update.error());
    }
    printRemark(file.string() + ": is loaded anew");
    sayLines("  changed: ", update->changes);
    sayLines("  clamped: ", update->clamped);
    sayLines("  dropped: ", update->dropped);
    if (const Status gone = update->retired.expectUnloaded(); !gone) {
        printRemark("  " + gone.error().message);
    }
    return true;
}

} // namespace

void addWatchFlag(CLI::App& app, bool& isWatching) {
    app.add_flag("--watch-plugins",
                 isWatching,
                 "Go on until interrupted: whenever a plugin file is built anew, load it and write "
                 "the answer again");
}

Status watchPlugins(session::Session& session, const std::function<Status()>& write) {
    const Interruption interruption;
    std::map<std::filesystem::path, Watched> watched = filesOf(session.plugins());
    printRemark("watching " + std::to_string(watched.size()) + " plugins");
    while (!interruption.hasCome()) {
        std::this_thread::sleep_for(kBetweenLooks);
        for (auto& [file, state] : watched) {
            if (!state.hasChanged(file) || !take(session, file)) {
                continue;
            }
            if (const Status status = session.evaluate(session.time()); !status) {
                printRemark("  " + status.error().message);
                continue;
            }
            if (Status status = write(); !status) {
                return status;
            }
        }
    }
    return {};
}

} // namespace sartor::cli
