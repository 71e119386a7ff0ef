// SPDX-License-Identifier: Apache-2.0
// Reading and writing baselines, reading reports.
#include "check_baseline.h"

#include "json_reader.h"

#include <sartor/base/file.h>
#include <sartor/io/json_writer.h>

#include <map>
#include <set>
#include <utility>

namespace sartor::cli {
namespace {

constexpr std::string_view kBaselineFormat = "sartor-check-baseline";
/// How the baseline names a file: independent of where the command runs.
std::string keyOf(const std::filesystem::path& file, const std::filesystem::path& baseline) {
    const auto absolute = [](const std::filesystem::path& path) {
        std::error_code error;
        const std::filesystem::path result = std::filesystem::absolute(path, error);
        return (error ? path : result).lexically_normal();
    };
    const std::filesystem::path full = absolute(file);
    const std::filesystem::path relative =
        full.lexically_relative(absolute(baseline).parent_path());
    return (relative.empty() ? full : relative).generic_string();
}

struct KnownFinding {
    GoneFinding finding;
    bool isStillThere = false;
};

using Baseline = std::map<std::pair<std::string, std::string>, KnownFinding>;

Result<Baseline> readBaseline(const std::filesystem::path& path) {
    const Result<Json> json = readJson(path, "baseline");
    if (!json) {
        return json.error();
    }
    JsonReader reader(path.string(), "baseline");
    reader.expectForm(*json, kBaselineFormat);
    Baseline known;
    const Json& findings = reader.list(*json, "", "findings");
    for (std::size_t i = 0; i < findings.size() && !reader.error(); ++i) {
        const std::string place = "/findings/" + std::to_string(i);
        const std::string file = reader.text(findings[i], place, "file");
        GoneFinding finding;
        finding.rule = reader.text(findings[i], place, "rule");
        finding.place = reader.text(findings[i], place, "place");
        finding.subject = reader.text(findings[i], place, "subject");
        finding.message = reader.text(findings[i], place, "message");
        finding.fingerprint = reader.text(findings[i], place, "fingerprint");
        known.insert_or_assign({file, finding.fingerprint}, KnownFinding{finding});
    }
    if (reader.error()) {
        return *reader.error();
    }
    return known;
}

diagnose::Diagnostic
readDiagnostic(const Json& json, const std::string& place, JsonReader& reader) {
    diagnose::Diagnostic diagnostic;
    diagnostic.rule = reader.text(json, place, "code");
    const auto severity = severityFrom(reader.text(json, place, "severity"));
    if (!severity) {
        reader.fail(place + "/severity", "'info', 'warning' or 'error'");
    }
    diagnostic.severity = severity.value_or(diagnose::Severity::Error);
    diagnostic.place = reader.text(json, place, "place");
    diagnostic.subject = reader.text(json, place, "subject");
    diagnostic.message = reader.text(json, place, "message");
    diagnostic.count = reader.number<std::uint64_t>(json, place, "count").value_or(1);
    for (const Json& vertex : reader.list(json, place, "vertices")) {
        if (!vertex.is_number_unsigned()) {
            reader.fail(place + "/vertices", "numbers");
            break;
        }
        diagnostic.vertices.push_back(vertex.get<std::uint32_t>());
    }
    diagnostic.instance = reader.number<std::uint32_t>(json, place, "instance");
    diagnostic.skin = reader.number<std::uint32_t>(json, place, "skin");
    diagnostic.clip = reader.number<std::uint32_t>(json, place, "clip");
    diagnostic.millimetres = reader.number<double>(json, place, "displacement_mm");
    if (json.is_object() && json.contains("profile") && !json["profile"].is_null()) {
        diagnostic.profile = reader.text(json, place, "profile");
    }
    return diagnostic;
}

CheckedFile readCheckedFile(const Json& json, const std::string& place, JsonReader& reader) {
    CheckedFile file;
    file.path = reader.text(json, place, "file");
    const Json* error = reader.member(json, place, "error");
    if (error != nullptr && !error->is_null()) {
        file.error = Error{reader.text(*error, place + "/error", "code"),
                           reader.text(*error, place + "/error", "message")};
    }
    std::vector<diagnose::Diagnostic> diagnostics;
    const Json& list = reader.list(json, place, "diagnostics");
    for (std::size_t i = 0; i < list.size() && !reader.error(); ++i) {
        diagnostics.push_back(
            readDiagnostic(list[i], place + "/diagnostics/" + std::to_string(i), reader));
    }
    file.findings = withFingerprints(std::move(diagnostics));
    file.seconds = reader.number<double>(json, place, "seconds").value_or(0.0);
    return file;
}

} // namespace

Status applyBaseline(const std::filesystem::path& baseline, CheckReport& report) {
    Result<Baseline> known = readBaseline(baseline);
    if (!known) {
        return known.error();
    }
    report.hasBaseline = true;
    std::map<std::string, std::filesystem::path> checked;
    for (CheckedFile& file : report.files) {
        if (file.error) {
            continue;
        }
        const std::string key = keyOf(file.path, baseline);
        checked.emplace(key, file.path);
        for (CheckedFinding& finding : file.findings) {
            const auto found = known->find({key, finding.fingerprint});
            if (found != known->end()) {
                finding.isKnown = true;
                found->second.isStillThere = true;
            }
        }
    }
    for (auto& [key, entry] : *known) {
        const auto file = checked.find(key.first);
        if (!entry.isStillThere && file != checked.end()) {
            entry.finding.path = file->second;
            report.gone.push_back(std::move(entry.finding));
        }
    }
    return {};
}

Status writeBaseline(const std::filesystem::path& baseline, const CheckReport& report) {
    // In the order of files and findings by name, so that two baselines can be compared as text.
    std::map<std::pair<std::string, std::string>, const CheckedFinding*> sorted;
    for (const CheckedFile& file : report.files) {
        for (const CheckedFinding& finding : file.findings) {
            sorted[{keyOf(file.path, baseline), finding.diagnostic.rule + finding.fingerprint}] =
                &finding;
        }
    }
    io::JsonWriter json;
    json.beginObject().member("format", kBaselineFormat).member("version", 1);
    json.key("findings").beginArray();
    for (const auto& [key, finding] : sorted) {
        const diagnose::Diagnostic& diagnostic = finding->diagnostic;
        json.beginObject().member("file", key.first).member("rule", diagnostic.rule);
        json.member("place", diagnostic.place).member("subject", diagnostic.subject);
        json.member("message", diagnostic.message);
        json.member("fingerprint", finding->fingerprint).endObject();
    }
    return writeFileAtomically(baseline, json.endArray().endObject().take());
}

Result<CheckReport> mergeReports(std::span<const std::filesystem::path> paths) {
    CheckReport merged;
    std::set<std::string> seen;
    for (const std::filesystem::path& path : paths) {
        const Result<Json> json = readJson(path, "report");
        if (!json) {
            return json.error();
        }
        JsonReader reader(path.string(), "report");
        reader.expectForm(*json, kReportFormat);
        const Json& files = reader.list(*json, "", "files");
        for (std::size_t i = 0; i < files.size() && !reader.error(); ++i) {
            CheckedFile file = readCheckedFile(files[i], "/files/" + std::to_string(i), reader);
            if (!reader.error() && !seen.insert(file.path.string()).second) {
                return Error{"usage.report",
                             path.string() + ": another report tells of '" + file.path.string() +
                                 "' already"};
            }
            merged.files.push_back(std::move(file));
        }
        if (reader.error()) {
            return *reader.error();
        }
    }
    return merged;
}

} // namespace sartor::cli
