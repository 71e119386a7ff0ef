// SPDX-License-Identifier: Apache-2.0
// What stands where a plugin file is expected.
#include <sartor/deform/plugin_file.h>

#include <string>
#include <string_view>
#include <system_error>

namespace sartor::deform {

namespace {

std::string_view kindOf(std::filesystem::file_type type) {
    switch (type) {
    case std::filesystem::file_type::directory:
        return "a folder";
    case std::filesystem::file_type::fifo:
        return "a pipe";
    case std::filesystem::file_type::socket:
        return "a socket";
    default:
        return "a device";
    }
}

} // namespace

Status expectPluginFile(const std::filesystem::path& file) {
    const std::string where = "plugin '" + file.string() + "': ";
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::status_known(status)) {
        return Error{"plugin.missing", where + error.message()};
    }
    if (!std::filesystem::exists(status)) {
        return Error{"plugin.missing", where + "no such file"};
    }
    if (!std::filesystem::is_regular_file(status)) {
        return Error{"plugin.not_regular",
                     where + "is " + std::string(kindOf(status.type())) +
                         ", expected a regular file"};
    }
    return {};
}

} // namespace sartor::deform
