// SPDX-License-Identifier: Apache-2.0
// What is known after a crash inside a plugin: which one, and what it was doing.
#pragma once

#include <sartor/base/result.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sartor::deform {

struct CrashReport {
    /// Program that crashed: "sartor-editor".
    std::string program;
    int signal = 0;
    std::filesystem::path plugin;
    /// Empty while the file was loaded.
    std::string deformer;
    /// Empty where no stage ran.
    std::string stage;
    /// "loading", "making an instance", "destroying an instance", "running".
    std::string activity;
    /// Vertices that the stage was to deform.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    /// When the report was written, in nanoseconds since 1970.
    std::int64_t written = 0;

    bool isWhileLoading() const { return deformer.empty(); }
};

/// Whether the plugin's file is still the one that crashed: there, and not written to since.
bool isOfPresentFile(const CrashReport& report);

/// For people: "plugin 'x.sartorplugin' crashed with SIGSEGV (segmentation fault) while running
/// stage 'move' of 'test.fixture' on vertices 0 to 63".
std::string describe(const CrashReport& report);

/// Beside what PluginRecords remembers; empty where there is no folder for it.
std::filesystem::path defaultCrashFolder();

/// From here on, a signal that ends this process while a plugin is called leaves a report in the
/// folder, and then does what it would have done otherwise. The process crashes as before: nothing
/// is repaired. May be called again, for another folder.
/// Errors: "file.unwritable" where the folder cannot be made or its name is too long.
/// Threads: while no plugin is called.
Status installCrashReporter(const std::filesystem::path& folder, const std::string& program);

/// The reports that this program has left in the folder, by file. They are removed.
std::vector<CrashReport> takeCrashReports(const std::filesystem::path& folder,
                                          const std::string& program);

} // namespace sartor::deform
