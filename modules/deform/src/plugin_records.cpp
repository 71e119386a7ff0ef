// SPDX-License-Identifier: Apache-2.0
// Records as lines of text: "name value", in a fixed order.
#include "record_text.h"

#include <sartor/base/file.h>
#include <sartor/deform/plugin_file.h>
#include <sartor/deform/plugin_records.h>
#include <sartor/deformer/sartor_deformer.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <span>
#include <string_view>
#include <system_error>

namespace sartor::deform {

namespace {

constexpr std::string_view kExtension = ".record";
constexpr std::uint64_t kLargestRecord = 64 * 1024;
// From so many on, those of files that have gone or changed are removed.
constexpr std::size_t kManyRecords = 256;

constexpr std::array<std::string_view, 3> kStandings = {"safe", "quarantined", "disabled"};

// What else decides about a verdict than the file.
std::string hostVersion() {
    return std::string(SARTOR_VERSION) + " abi " + std::to_string(SARTOR_ABI_MAJOR) + "." +
           std::to_string(SARTOR_ABI_MINOR);
}

std::filesystem::path absolutePath(const std::filesystem::path& file) {
    std::error_code error;
    const std::filesystem::path absolute = std::filesystem::weakly_canonical(file, error);
    return error ? file : absolute;
}

// FNV-1a: spreads paths over file names; a clash is seen by the path inside and costs a probe.
std::string hashOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    return {digits.data(), end.ptr};
}

bool isOneLine(std::string_view text) {
    return text.find('\n') == std::string_view::npos;
}

struct StoredRecord {
    PluginRecord record;
    std::string host;
};

std::optional<StoredRecord> parse(std::string_view text) {
    StoredRecord stored;
    if (takeLine(text, "sartor-plugin-record") != "1") {
        return std::nullopt;
    }
    const auto file = takeLine(text, "file");
    const bool hasStamp = parseNumber(takeLine(text, "size"), stored.record.stamp.size) &&
                          parseNumber(takeLine(text, "modified"), stored.record.stamp.modified);
    const auto host = takeLine(text, "host");
    const auto standing = takeLine(text, "standing");
    const auto reason = takeLine(text, "reason");
    if (!file || !hasStamp || !host || !standing || !reason || !text.empty()) {
        return std::nullopt;
    }
    const auto* known = std::find(kStandings.begin(), kStandings.end(), *standing);
    if (known == kStandings.end()) {
        return std::nullopt;
    }
    stored.record.file = *file;
    stored.record.standing = static_cast<PluginStanding>(known - kStandings.begin());
    stored.record.reason = *reason;
    stored.host = *host;
    return stored;
}

std::optional<PluginRecord> readIfTrue(const std::filesystem::path& place) {
    const auto bytes = readFile(place, kLargestRecord);
    if (!bytes) {
        return std::nullopt;
    }
    auto stored = parse({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!stored || fileStamp(stored->record.file) != stored->record.stamp) {
        return std::nullopt;
    }
    const bool isOfAnyHost = stored->record.standing == PluginStanding::Disabled;
    if (!isOfAnyHost && stored->host != hostVersion()) {
        return std::nullopt;
    }
    return std::move(stored->record);
}

std::vector<std::filesystem::path> recordsIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> places;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() == kExtension) {
            places.push_back(entry->path());
        }
    }
    return places;
}

} // namespace

PluginRecords::PluginRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

std::filesystem::path PluginRecords::defaultFolder() {
    const auto variable = [](const char* name) -> std::filesystem::path {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    // A relative path in the variable is to be ignored, says its specification.
    if (const auto cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) {
        return cache / "sartor" / "plugins";
    }
    const auto home = variable("HOME");
    return home.is_absolute() ? home / ".cache" / "sartor" / "plugins" : std::filesystem::path();
}

std::filesystem::path PluginRecords::placeOf(const std::filesystem::path& file) const {
    return folder_ / (hashOf(file.string()) + std::string(kExtension));
}

std::optional<PluginRecord> PluginRecords::find(const std::filesystem::path& file) const {
    if (folder_.empty()) {
        return std::nullopt;
    }
    const std::filesystem::path absolute = absolutePath(file);
    auto record = readIfTrue(placeOf(absolute));
    return record && record->file == absolute ? record : std::nullopt;
}

Status PluginRecords::keep(const std::filesystem::path& file,
                           PluginStanding standing,
                           const std::string& reason) const {
    if (Status status = expectPluginFile(file); !status) {
        return status;
    }
    const std::filesystem::path absolute = absolutePath(file);
    const std::optional<FileStamp> stamp = fileStamp(absolute);
    if (!stamp) {
        return Error{"plugin.missing", "plugin '" + file.string() + "': is gone"};
    }
    if (folder_.empty() || !isOneLine(absolute.string())) {
        return {};
    }
    std::string line = reason;
    std::replace(line.begin(), line.end(), '\n', ' ');
    const std::string text =
        "sartor-plugin-record 1\nfile " + absolute.string() + "\nsize " +
        std::to_string(stamp->size) + "\nmodified " + std::to_string(stamp->modified) + "\nhost " +
        hostVersion() + "\nstanding " +
        std::string(kStandings[static_cast<std::size_t>(standing)]) + "\nreason " + line + "\n";
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    forgetWhatIsGone();
    return writeFileAtomically(placeOf(absolute), text);
}

void PluginRecords::forgetWhatIsGone() const {
    const std::vector<std::filesystem::path> places = recordsIn(folder_);
    if (places.size() < kManyRecords) {
        return;
    }
    for (const std::filesystem::path& place : places) {
        if (!readIfTrue(place)) {
            std::error_code ignored;
            std::filesystem::remove(place, ignored);
        }
    }
}

void PluginRecords::forget(const std::filesystem::path& file) const {
    if (!folder_.empty()) {
        std::error_code error;
        std::filesystem::remove(placeOf(absolutePath(file)), error);
    }
}

int PluginRecords::clear() const {
    int count = 0;
    for (const std::filesystem::path& place : recordsIn(folder_)) {
        std::error_code ignored;
        count += std::filesystem::remove(place, ignored) ? 1 : 0;
    }
    return count;
}

std::vector<PluginRecord> PluginRecords::all() const {
    std::vector<PluginRecord> records;
    for (const std::filesystem::path& place : recordsIn(folder_)) {
        if (auto record = readIfTrue(place)) {
            records.push_back(std::move(*record));
        }
    }
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return a.file < b.file;
    });
    return records;
}

} // namespace sartor::deform
