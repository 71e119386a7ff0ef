// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0 (OASIS), sections 3.13 to 3.58.
#include "check_report.h"

#include <sartor/diagnose/import_codes.h>
#include <sartor/io/json_writer.h>

#include <algorithm>
#include <map>
#include <set>

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
std::vector<std::string> ruleIds(const CheckReport& report) {
    std::vector<std::string> ids;
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        ids.emplace_back(rule.id);
    }
    std::set<std::string> known(ids.begin(), ids.end());
    const auto add = [&](const std::string& rule) {
        if (known.insert(rule).second) {
            ids.push_back(rule);
        }
    };
    for (const CheckedFile& file : report.files) {
        for (const CheckedFinding& finding : file.findings) {
            add(finding.diagnostic.rule);
        }
    }
    for (const GoneFinding& gone : report.gone) {
        add(gone.rule);
    }
    return ids;
}

void writeText(io::JsonWriter& json, std::string_view name, std::string_view text) {
    json.key(name).beginObject().member("text", text).endObject();
}

void writeRule(io::JsonWriter& json, const std::string& id) {
    json.beginObject().member("id", id);
    if (const diagnose::RuleInfo* rule = diagnose::findCode(id)) {
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

/// What all results have: rule, message, place and fingerprint. Leaves the object open.
void beginResult(io::JsonWriter& json,
                 const GoneFinding& about,
                 const std::vector<std::string>& ids,
                 std::size_t artifact) {
    const auto rule = std::find(ids.begin(), ids.end(), about.rule) - ids.begin();
    json.beginObject().member("ruleId", about.rule).member("ruleIndex", rule);
    writeText(json,
              "message",
              about.subject.empty() ? about.message : about.subject + ": " + about.message);
    json.key("locations").beginArray().beginObject();
    writeLocation(json, uriOf(about.path), artifact);
    json.key("logicalLocations").beginArray().beginObject();
    if (!about.subject.empty()) {
        json.member("name", about.subject);
    }
    json.member("fullyQualifiedName", about.place).endObject();
    json.endArray().endObject().endArray();
    // What stays the same when the numbers change: a service recognises a finding by it.
    json.key("partialFingerprints").beginObject();
    json.member("ruleAndNames/v1", about.fingerprint).endObject();
}

void writeResult(io::JsonWriter& json,
                 const CheckedFinding& finding,
                 const std::vector<std::string>& ids,
                 const CheckedFile& file,
                 std::size_t artifact,
                 bool hasBaseline) {
    const diagnose::Diagnostic& diagnostic = finding.diagnostic;
    beginResult(json,
                {file.path,
                 diagnostic.rule,
                 diagnostic.place,
                 diagnostic.subject,
                 diagnostic.message,
                 finding.fingerprint},
                ids,
                artifact);
    json.member("level", level(diagnostic.severity));
    if (hasBaseline) {
        json.member("baselineState", finding.isKnown ? "unchanged" : "new");
    }
    json.key("properties").beginObject().member("count", diagnostic.count);
    json.member("vertices", diagnostic.vertices);
    if (diagnostic.millimetres) {
        json.member("displacementMillimetres", *diagnostic.millimetres);
    }
    if (!diagnostic.profile.empty()) {
        json.member("profile", diagnostic.profile);
    }
    json.endObject().endObject();
}

} // namespace

std::string sarifReport(const CheckReport& report) {
    const std::vector<CheckedFile>& files = report.files;
    const std::vector<std::string> ids = ruleIds(report);
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
            json.key("descriptor").beginObject().member("id", files[i].error->code).endObject();
            json.key("locations").beginArray().beginObject();
            writeLocation(json, uriOf(files[i].path), i);
            json.endObject().endArray().endObject();
        }
    }
    json.endArray().endObject().endArray().key("results").beginArray();
    std::map<std::filesystem::path, std::size_t> artifactOf;
    for (std::size_t i = 0; i < files.size(); ++i) {
        artifactOf.emplace(files[i].path, i);
        for (const CheckedFinding& finding : files[i].findings) {
            writeResult(json, finding, ids, files[i], i, report.hasBaseline);
        }
    }
    for (const GoneFinding& gone : report.gone) {
        beginResult(json, gone, ids, artifactOf.at(gone.path));
        json.member("baselineState", "absent").endObject();
    }
    json.endArray().member("columnKind", "utf16CodeUnits").endObject().endArray().endObject();
    return json.take();
}

} // namespace sartor::cli
