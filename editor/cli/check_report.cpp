// SPDX-License-Identifier: Apache-2.0
// Text and JSON reports of findings.
#include "check_report.h"

#include <sartor/io/json_writer.h>
#include <sartor/io/text.h>

#include <array>

namespace sartor::cli {

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

std::string sentence(const diagnose::Diagnostic& finding) {
    return finding.subject.empty() ? finding.message : finding.subject + ": " + finding.message;
}

std::string textReport(std::span<const CheckedFile> files) {
    std::string report;
    std::array<std::size_t, 3> counts{};
    std::size_t unreadCount = 0;
    for (const CheckedFile& file : files) {
        if (file.error) {
            ++unreadCount; // the message is on standard error
            continue;
        }
        for (const diagnose::Diagnostic& finding : file.findings) {
            ++counts[static_cast<std::size_t>(finding.severity)];
            std::string line = file.path.string() + ": " + std::string(text(finding.severity)) +
                               ": " + sentence(finding) + " [" + finding.rule + "] " +
                               finding.place;
            report += io::printable(line) + '\n';
        }
    }
    report += std::to_string(files.size()) + (files.size() == 1 ? " file" : " files") +
              " checked: " + std::to_string(counts[2]) + " errors, " + std::to_string(counts[1]) +
              " warnings, " + std::to_string(counts[0]) + " infos";
    if (unreadCount > 0) {
        report += "; " + std::to_string(unreadCount) + " could not be read";
    }
    return report + '\n';
}

std::string jsonReport(std::span<const CheckedFile> files, const FixedFile* fixed) {
    io::JsonWriter json;
    json.beginObject();
    if (fixed != nullptr) {
        writeFix(json, *fixed);
    }
    json.key("files").beginArray();
    for (const CheckedFile& file : files) {
        json.beginObject().member("file", file.path.string()).key("error");
        if (file.error) {
            json.beginObject().member("code", file.error->code);
            json.member("message", file.error->message).endObject();
        } else {
            json.null();
        }
        json.key("diagnostics").beginArray();
        for (const diagnose::Diagnostic& finding : file.findings) {
            json.beginObject().member("code", finding.rule);
            json.member("severity", text(finding.severity)).member("place", finding.place);
            json.member("subject", finding.subject).member("message", finding.message);
            json.member("count", finding.count).member("vertices", finding.vertices);
            json.member("instance", finding.instance).member("skin", finding.skin);
            json.member("clip", finding.clip).endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace sartor::cli
