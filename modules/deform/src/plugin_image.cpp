// SPDX-License-Identifier: Apache-2.0
// Copies of plugins in the temporary folder.
#include "plugin_image.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <system_error>

namespace sartor::deform {

namespace {

constexpr const char* kFolderPrefix = "sartor-plugin-";
// In the folder of an image; locked as long as the image lives. Nothing of a plugin has this name.
constexpr const char* kLockName = ".lock";

/// Open where nobody else holds the lock; it goes with the descriptor, whatever ends the process.
Descriptor tryLock(const std::filesystem::path& file, int flags) {
    Descriptor lock(::open(file.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600));
    if (lock.isOpen() && ::flock(lock.value(), LOCK_EX | LOCK_NB) != 0) {
        lock.close();
    }
    return lock;
}

/// The lock has its name only when it is held: whoever finds it free may remove the folder.
Descriptor makeLock(const std::filesystem::path& folder) {
    const std::filesystem::path unnamed = folder / ".lock-to-be";
    Descriptor lock = tryLock(unnamed, O_CREAT | O_EXCL);
    std::error_code ignored; // without its name the folder is left alone, too
    std::filesystem::rename(unnamed, folder / kLockName, ignored);
    return lock;
}

/// A folder without a lock file may be one that is being made.
void removeWhatIsLeft(const std::filesystem::path& temporary) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(temporary, error), end; !error && entry != end;
         entry.increment(error)) {
        if (!entry->path().filename().string().starts_with(kFolderPrefix)) {
            continue;
        }
        if (const Descriptor lock = tryLock(entry->path() / kLockName, 0); lock.isOpen()) {
            std::error_code ignored;
            std::filesystem::remove_all(entry->path(), ignored);
        }
    }
}

bool isSharedLibrary(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

void linkLibraries(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(from, error), end; !error && entry != end;
         entry.increment(error)) {
        if (isSharedLibrary(entry->path())) {
            // Where a link fails, the loader says what it misses.
            std::error_code ignored;
            std::filesystem::create_symlink(entry->path(), to / entry->path().filename(), ignored);
        }
    }
}

} // namespace

Result<std::unique_ptr<const PluginImage>> PluginImage::copy(const std::filesystem::path& file) {
    const auto fail = [&file](const std::string& reason) {
        return Error{"plugin.copy",
                     "plugin '" + file.string() + "': no copy of it can be made: " + reason};
    };
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::absolute(file, error);
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
    std::string folder = (temporary / (std::string(kFolderPrefix) + "XXXXXX")).string();
    if (!error) {
        static std::once_flag once;
        std::call_once(once, [&temporary] { removeWhatIsLeft(temporary); });
    }
    if (error || ::mkdtemp(folder.data()) == nullptr) {
        return fail(error ? error.message() : std::strerror(errno));
    }
    const std::filesystem::path path = std::filesystem::path(folder) / absolute.filename();
    std::unique_ptr<const PluginImage> image(new PluginImage(path, makeLock(folder)));
    if (!std::filesystem::copy_file(absolute, path, error)) {
        return fail(error.message());
    }
    linkLibraries(absolute.parent_path(), folder);
    return image;
}

PluginImage::~PluginImage() {
    std::error_code ignored;
    std::filesystem::remove_all(path_.parent_path(), ignored);
}

} // namespace sartor::deform
