// SPDX-License-Identifier: Apache-2.0
// Where helper programs are looked for.
#include <sartor/base/helper_program.h>

#include <unistd.h>

#include <cstdlib>
#include <system_error>
#include <vector>

namespace sartor {
namespace {

std::vector<std::filesystem::path> placesOf(const HelperProgram& helper) {
    if (!helper.place.empty()) {
        return {helper.place};
    }
    std::vector<std::filesystem::path> places;
    if (const char* named = std::getenv(helper.variable.c_str()); named != nullptr) {
        places.emplace_back(named);
    }
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) {
        places.push_back(program.parent_path() / helper.name);
        places.push_back(program.parent_path() / "../libexec/sartor" / helper.name);
    }
    places.push_back(std::filesystem::path(SARTOR_LIBEXEC_DIR) / helper.name);
    return places;
}

} // namespace

Result<std::filesystem::path> findHelperProgram(const HelperProgram& helper) {
    std::string looked;
    for (const std::filesystem::path& place : placesOf(helper)) {
        std::error_code error;
        const std::filesystem::path absolute =
            std::filesystem::absolute(place, error).lexically_normal();
        if (::access(absolute.c_str(), X_OK) == 0 &&
            std::filesystem::is_regular_file(absolute, error)) {
            return absolute;
        }
        looked += (looked.empty() ? "" : ", ") + absolute.string();
    }
    return Error{"process.no_helper", "it was looked for as " + looked};
}

} // namespace sartor
