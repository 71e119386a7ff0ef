// SPDX-License-Identifier: Apache-2.0
// What is remembered of plugin files from one run to the next.
#pragma once

#include <sartor/base/file_stamp.h>
#include <sartor/base/result.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sartor::deform {

enum class PluginStanding {
    Safe,        ///< a process that loaded it came back
    Quarantined, ///< it took down the process that loaded it
    Disabled     ///< a person does not want it
};

struct PluginRecord {
    /// Absolute.
    std::filesystem::path file;
    /// Of the file when the record was made; a file that has changed since is unknown.
    FileStamp stamp;
    PluginStanding standing = PluginStanding::Safe;
    /// One line, for people; empty for Safe.
    std::string reason;
};

/// A folder with one small file for each plugin; records of files that are not there any more, or
/// are others, are removed when there are many. Several processes may use it at once: files are
/// replaced as a whole, and what cannot be read is not known.
class PluginRecords {
public:
    /// In `folder`, which is made when something is kept; an empty path remembers nothing.
    explicit PluginRecords(std::filesystem::path folder = defaultFolder());

    /// $XDG_CACHE_HOME/sartor/plugins, else ~/.cache/sartor/plugins; empty where neither is known.
    static std::filesystem::path defaultFolder();

    const std::filesystem::path& folder() const { return folder_; }

    /// The record of the file as it is now. A verdict of another version of the host, whose rules
    /// may be others, is not known either.
    std::optional<PluginRecord> find(const std::filesystem::path& file) const;
    /// Of the file as it is now, in place of an older record.
    /// Errors: "file.unwritable"; "plugin.missing" where there is no such file.
    Status keep(const std::filesystem::path& file,
                PluginStanding standing,
                const std::string& reason) const;
    /// Nothing happens where there is no record.
    void forget(const std::filesystem::path& file) const;
    /// Forgets all; returns of how many files.
    int clear() const;
    /// All that are still true, by file.
    std::vector<PluginRecord> all() const;

private:
    std::filesystem::path placeOf(const std::filesystem::path& file) const;
    void forgetWhatIsGone() const;

    std::filesystem::path folder_;
};

} // namespace sartor::deform
