// SPDX-License-Identifier: Apache-2.0
// JUnit XML as the common CI services read it.
#include "check_report.h"

#include <sartor/io/text.h>

#include <map>

namespace sartor::cli {
namespace {

/// XML 1.0 has no way to write most control characters: printable() replaces them.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char character : io::printable(text)) {
        switch (character) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += character;
        }
    }
    return result;
}

/// All cases of one file, and how many of them failed.
struct Suite {
    std::string cases;
    std::size_t caseCount = 0;
    std::size_t failureCount = 0;
    std::size_t errorCount = 0;
};

std::string lines(const std::vector<const diagnose::Diagnostic*>& findings) {
    std::string result;
    for (const diagnose::Diagnostic* finding : findings) {
        result += escaped(std::string(text(finding->severity)) + ": " + sentence(*finding) + " " +
                          finding->place) +
                  '\n';
    }
    return result;
}

void addCase(Suite& suite,
             const CheckedFile& file,
             const std::string& rule,
             const std::vector<const diagnose::Diagnostic*>& findings,
             diagnose::Severity failOn) {
    ++suite.caseCount;
    suite.cases += "    <testcase classname=\"" + escaped(file.path.string()) + "\" name=\"" +
                   escaped(rule) + "\"";
    std::vector<const diagnose::Diagnostic*> failures;
    std::vector<const diagnose::Diagnostic*> remarks;
    for (const diagnose::Diagnostic* finding : findings) {
        (finding->severity >= failOn ? failures : remarks).push_back(finding);
    }
    if (findings.empty()) {
        suite.cases += "/>\n";
        return;
    }
    suite.cases += ">\n";
    if (!failures.empty()) {
        ++suite.failureCount;
        suite.cases += "      <failure type=\"" + escaped(rule) + "\" message=\"" +
                       escaped(sentence(*failures[0])) + "\">" + lines(failures) + "</failure>\n";
    }
    if (!remarks.empty()) {
        suite.cases += "      <system-out>" + lines(remarks) + "</system-out>\n";
    }
    suite.cases += "    </testcase>\n";
}

Suite suiteOf(const CheckedFile& file, diagnose::Severity failOn) {
    Suite suite;
    if (file.error) {
        suite.caseCount = 1;
        suite.errorCount = 1;
        suite.cases = "    <testcase classname=\"" + escaped(file.path.string()) +
                      "\" name=\"read\">\n      <error type=\"" + escaped(file.error->code) +
                      "\" message=\"" + escaped(file.error->message) + "\"/>\n    </testcase>\n";
        return suite;
    }
    std::map<std::string, std::vector<const diagnose::Diagnostic*>> byRule;
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        byRule[std::string(rule.id)];
    }
    for (const diagnose::Diagnostic& finding : file.findings) {
        byRule[finding.rule].push_back(&finding);
    }
    for (const auto& [rule, findings] : byRule) {
        addCase(suite, file, rule, findings, failOn);
    }
    return suite;
}

std::string counts(const Suite& suite) {
    return " tests=\"" + std::to_string(suite.caseCount) + "\" failures=\"" +
           std::to_string(suite.failureCount) + "\" errors=\"" + std::to_string(suite.errorCount) +
           "\"";
}

} // namespace

std::string junitReport(std::span<const CheckedFile> files, diagnose::Severity failOn) {
    std::string suites;
    Suite all;
    for (const CheckedFile& file : files) {
        const Suite suite = suiteOf(file, failOn);
        suites += "  <testsuite name=\"" + escaped(file.path.string()) + "\"" + counts(suite) +
                  ">\n" + suite.cases + "  </testsuite>\n";
        all.caseCount += suite.caseCount;
        all.failureCount += suite.failureCount;
        all.errorCount += suite.errorCount;
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sartor check\"" +
           counts(all) + ">\n" + suites + "</testsuites>\n";
}

} // namespace sartor::cli
