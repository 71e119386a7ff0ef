// SPDX-License-Identifier: Apache-2.0
// Copies of plugins in the temporary folder.
#include "plugin_image.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace sartor::deform {

namespace {

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
    std::string folder =
        (std::filesystem::temp_directory_path(error) / "sartor-plugin-XXXXXX").string();
    if (error || ::mkdtemp(folder.data()) == nullptr) {
        return fail(error ? error.message() : std::strerror(errno));
    }
    const std::filesystem::path path = std::filesystem::path(folder) / absolute.filename();
    std::unique_ptr<const PluginImage> image(new PluginImage(path));
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
