// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (OASIS), sections 3.13 to 3.58.
#include "check_report.h"

#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <algorithm>

namespace sartor::cli {
namespace {

std::string_view level(diagnose::Severity severity) {
    switch (severity) {
    case diagnose::Severity::Info:
        return "note";
    case diagnose::Severity::Warning:
        return "warning";
    case diagnose::Severity::Error:
        return "error";
    }
    return "";
}

/// A path as a URI reference (RFC 3986): relative ones stay relative to where the command ran.
std::string uriOf(const std::filesystem::path& path) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    constexpr std::string_view kPlain = "-._~/";
    const std::string text = path.generic_string();
    std::string uri = path.is_absolute() ? "file://" : "";
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        const bool isAlphanumeric = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                                    (byte >= '0' && byte <= '9');
        if (isAlphanumeric || kPlain.find(character) != std::string_view::npos) {
            uri += character;
        } else {
            uri += '%';
            uri += kDigits[byte >> 4];
            uri += kDigits[byte & 15];
        }
    }
    return uri;
}

/// Ids of all rules, and behind them those of import notes that were found.
std::vector<std::string> ruleIds(std::span<const CheckedFile> files) {
    std::vector<std::string> ids;
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        ids.emplace_back(rule.id);
    }
    for (const CheckedFile& file : files) {
        for (const diagnose::Diagnostic& finding : file.findings) {
            if (std::find(ids.begin(), ids.end(), finding.rule) == ids.end()) {
                ids.push_back(finding.rule);
            }
        }
    }
    return ids;
}

void writeText(io::JsonWriter& json, std::string_view name, std::string_view text) {
    json.key(name).beginObject().member("text", text).endObject();
}

void writeRule(io::JsonWriter& json, const std::string& id) {
    json.beginObject().member("id", id);
    if (const diagnose::RuleInfo* rule = diagnose::findRule(id)) {
        writeText(json, "shortDescription", rule->title);
        writeText(json, "fullDescription", rule->explanation);
        json.key("defaultConfiguration").beginObject();
        json.member("level", level(rule->severity)).endObject();
    } else {
        writeText(json, "shortDescription", "Import changed or lost something");
    }
    json.endObject();
}

void writeLocation(io::JsonWriter& json, const std::string& uri, std::size_t artifact) {
    json.key("physicalLocation").beginObject().key("artifactLocation").beginObject();
    json.member("uri", uri).member("index", artifact).endObject().endObject();
}

void writeResult(io::JsonWriter& json,
                 const diagnose::Diagnostic& finding,
                 const std::vector<std::string>& ids,
                 const CheckedFile& file,
                 std::size_t artifact) {
    const auto rule = std::find(ids.begin(), ids.end(), finding.rule) - ids.begin();
    json.beginObject().member("ruleId", finding.rule).member("ruleIndex", rule);
    json.member("level", level(finding.severity));
    writeText(json, "message", sentence(finding));
    json.key("locations").beginArray().beginObject();
    writeLocation(json, uriOf(file.path), artifact);
    json.key("logicalLocations").beginArray().beginObject();
    json.member("name", finding.subject).member("fullyQualifiedName", finding.place).endObject();
    json.endArray().endObject().endArray();
    // What stays the same when the numbers change: a service recognises a finding by it.
    json.key("partialFingerprints").beginObject();
    json.member("ruleAndPlace/v1", finding.rule + " " + finding.place).endObject();
    json.key("properties").beginObject().member("count", finding.count);
    json.member("vertices", finding.vertices).endObject().endObject();
}

} // namespace

std::string sarifReport(std::span<const CheckedFile> files) {
    const std::vector<std::string> ids = ruleIds(files);
    io::JsonWriter json;
    json.beginObject().member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0").key("runs").beginArray().beginObject();
    json.key("tool").beginObject().key("driver").beginObject().member("name", "sartor");
    json.member("version", SARTOR_VERSION).key("rules").beginArray();
    for (const std::string& id : ids) {
        writeRule(json, id);
    }
    json.endArray().endObject().endObject().key("artifacts").beginArray();
    for (const CheckedFile& file : files) {
        json.beginObject().key("location").beginObject().member("uri", uriOf(file.path));
        json.endObject().endObject();
    }
    const bool areAllRead = std::all_of(
        files.begin(), files.end(), [](const CheckedFile& file) { return !file.error; });
    json.endArray().key("invocations").beginArray().beginObject();
    json.member("executionSuccessful", areAllRead).key("toolExecutionNotifications").beginArray();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].error) {
            json.beginObject().member("level", "error");
            writeText(json, "message", files[i].error->message);
            json.key("locations").beginArray().beginObject();
            writeLocation(json, uriOf(files[i].path), i);
            json.endObject().endArray().endObject();
        }
    }
    json.endArray().endObject().endArray().key("results").beginArray();
    for (std::size_t i = 0; i < files.size(); ++i) {
        for (const diagnose::Diagnostic& finding : files[i].findings) {
            writeResult(json, finding, ids, files[i], i);
        }
    }
    json.endArray().member("columnKind", "utf16CodeUnits").endObject().endArray().endObject();
    return json.take();
}

} // namespace sartor::cli
