// SPDX-License-Identifier: Apache-2.0
// Fingerprints, and text and JSON reports of findings.
#include "check_report.h"

#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <array>
#include <map>

namespace sartor::cli {
namespace {

/// 64-bit FNV-1a, in hexadecimal.
std::string hashOf(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; hash >>= 4) {
        text[i] = kDigits[hash & 15u];
    }
    return text;
}

void writeFinding(io::JsonWriter& json, const CheckedFinding& finding, bool hasBaseline) {
    const diagnose::Diagnostic& diagnostic = finding.diagnostic;
    json.beginObject().member("code", diagnostic.rule);
    json.member("severity", text(diagnostic.severity)).member("place", diagnostic.place);
    json.member("subject", diagnostic.subject).member("message", diagnostic.message);
    json.member("count", diagnostic.count).member("vertices", diagnostic.vertices);
    json.member("instance", diagnostic.instance).member("skin", diagnostic.skin);
    json.member("clip", diagnostic.clip);
    json.member("displacement_mm", diagnostic.millimetres);
    json.key("profile");
    if (diagnostic.profile.empty()) {
        json.null();
    } else {
        json.value(diagnostic.profile);
    }
    json.member("fingerprint", finding.fingerprint);
    if (hasBaseline) {
        json.member("baseline", finding.isKnown ? "known" : "new");
    }
    json.endObject();
}

} // namespace

std::vector<CheckedFinding> withFingerprints(std::vector<diagnose::Diagnostic> findings) {
    std::vector<CheckedFinding> result;
    std::map<std::string, int> seen;
    for (diagnose::Diagnostic& finding : findings) {
        // Names outlast places, which are numbers.
        std::string key = finding.rule + '\n' + finding.profile + '\n' +
                          (finding.subject.empty() ? finding.place : finding.subject);
        const int before = seen[key]++;
        key += before == 0 ? std::string() : '\n' + std::to_string(before);
        result.push_back({std::move(finding), hashOf(key)});
    }
    return result;
}

std::string_view text(diagnose::Severity severity) {
    switch (severity) {
    case diagnose::Severity::Info:
        return "info";
    case diagnose::Severity::Warning:
        return "warning";
    case diagnose::Severity::Error:
        return "error";
    }
    return "";
}

std::optional<diagnose::Severity> severityFrom(std::string_view word) {
    using diagnose::Severity;
    for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error}) {
        if (text(severity) == word) {
            return severity;
        }
    }
    return std::nullopt;
}

std::string sentence(const diagnose::Diagnostic& finding) {
    return finding.subject.empty() ? finding.message : finding.subject + ": " + finding.message;
}

std::string textReport(const CheckReport& report) {
    std::string lines;
    std::array<std::size_t, 3> counts{};
    std::size_t unreadCount = 0;
    std::size_t knownCount = 0;
    for (const CheckedFile& file : report.files) {
        if (file.error) {
            ++unreadCount; // the message is on standard error
            continue;
        }
        for (const CheckedFinding& finding : file.findings) {
            if (finding.isKnown) {
                ++knownCount;
                continue;
            }
            const diagnose::Diagnostic& diagnostic = finding.diagnostic;
            ++counts[static_cast<std::size_t>(diagnostic.severity)];
            const std::string line =
                file.path.string() + ": " + std::string(text(diagnostic.severity)) + ": " +
                sentence(diagnostic) + " [" + diagnostic.rule + "] " + diagnostic.place;
            lines += io::printable(line) + '\n';
        }
    }
    for (const GoneFinding& gone : report.gone) {
        const std::string about = gone.subject.empty() ? "" : gone.subject + ": ";
        lines += io::printable(gone.path.string() + ": gone: " + about + gone.message + " [" +
                               gone.rule + "] " + gone.place) +
                 '\n';
    }
    lines += std::to_string(report.files.size()) + (report.files.size() == 1 ? " file" : " files") +
             " checked: " + std::to_string(counts[2]) + " errors, " + std::to_string(counts[1]) +
             " warnings, " + std::to_string(counts[0]) + " infos";
    if (report.hasBaseline) {
        lines += "; of the baseline " + std::to_string(knownCount) + " still there, " +
                 std::to_string(report.gone.size()) + " gone";
    }
    if (unreadCount > 0) {
        lines += "; " + std::to_string(unreadCount) + " could not be read";
    }
    return lines + '\n';
}

std::string jsonReport(const CheckReport& report, const FixedFile* fixed) {
    io::JsonWriter json;
    json.beginObject().member("format", kReportFormat).member("version", 1);
    if (fixed != nullptr) {
        writeFix(json, *fixed);
    }
    json.key("files").beginArray();
    for (const CheckedFile& file : report.files) {
        json.beginObject().member("file", file.path.string()).key("error");
        if (file.error) {
            json.beginObject().member("code", file.error->code);
            json.member("message", file.error->message).endObject();
        } else {
            json.null();
        }
        json.key("diagnostics").beginArray();
        for (const CheckedFinding& finding : file.findings) {
            writeFinding(json, finding, report.hasBaseline);
        }
        json.endArray().member("seconds", file.seconds).endObject();
    }
    json.endArray();
    if (report.hasBaseline) {
        json.key("gone").beginArray();
        for (const GoneFinding& gone : report.gone) {
            json.beginObject().member("file", gone.path.string()).member("code", gone.rule);
            json.member("place", gone.place).member("subject", gone.subject);
            json.member("message", gone.message).member("fingerprint", gone.fingerprint);
            json.endObject();
        }
        json.endArray();
    }
    return json.endObject().take();
}

} // namespace sartor::cli
