// SPDX-License-Identifier: Apache-2.0
// Who opens which file: what a file refers to is seen by whoever asked for it to be read.
#pragma once

#include <filesystem>
#include <functional>

namespace sartor {

/// While it lives, receives the path of every file that this process is about to open to read it,
/// whether or not that works, on the thread that opens it. Threads: any, several may live at once.
class FileAccessObserver {
public:
    using Receiver = std::function<void(const std::filesystem::path&)>;

    explicit FileAccessObserver(Receiver receiver);
    ~FileAccessObserver();
    FileAccessObserver(const FileAccessObserver&) = delete;
    FileAccessObserver& operator=(const FileAccessObserver&) = delete;
    FileAccessObserver(FileAccessObserver&&) = delete;
    FileAccessObserver& operator=(FileAccessObserver&&) = delete;

private:
    int id_;
};

/// To be called by whoever opens a file in another way than by readFile() or InputFile, which call
/// it themselves.
void reportFileAccess(const std::filesystem::path& path);

} // namespace sartor
