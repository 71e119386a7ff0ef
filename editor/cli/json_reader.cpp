// SPDX-License-Identifier: Apache-2.0
// Reading JSON files.
#include "json_reader.h"

#include <sartor/base/file.h>

namespace sartor::cli {
namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

} // namespace

Result<Json> readJson(const std::filesystem::path& path, const std::string& kind) {
    const Result<std::vector<std::byte>> bytes = readFile(path, kLargestFile);
    if (!bytes) {
        return bytes.error();
    }
    const auto* text = reinterpret_cast<const char*>(bytes->data());
    try {
        return Json::parse(text, text + bytes->size());
    } catch (const Json::exception& exception) {
        return Error{kind + ".json", path.string() + ": " + exception.what()};
    }
}

} // namespace sartor::cli
