// SPDX-License-Identifier: Apache-2.0
// JUnit XML as the common CI services read it.
#include "check_report.h"

#include <sartor/io/text.h>

#include <map>

namespace sartor::cli {
namespace {

/// XML 1.0 has no way to write most control characters: printable() shows them in letters.
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
    double seconds = 0.0;
    std::size_t caseCount = 0;
    std::size_t failureCount = 0;
    std::size_t errorCount = 0;
};

using Findings = std::vector<const CheckedFinding*>;

std::string lines(const Findings& findings) {
    std::string result;
    for (const CheckedFinding* finding : findings) {
        const diagnose::Diagnostic& diagnostic = finding->diagnostic;
        result += escaped(std::string(finding->isKnown ? "known " : "") +
                          std::string(text(diagnostic.severity)) + ": " + sentence(diagnostic) +
                          " " + diagnostic.place) +
                  '\n';
    }
    return result;
}

void addCase(Suite& suite,
             const CheckedFile& file,
             const std::string& rule,
             const Findings& findings,
             diagnose::Severity failOn) {
    ++suite.caseCount;
    suite.cases += "    <testcase classname=\"" + escaped(file.path.string()) + "\" name=\"" +
                   escaped(rule) + "\" time=\"0\"";
    Findings failures;
    Findings remarks;
    for (const CheckedFinding* finding : findings) {
        const bool isFailure = finding->diagnostic.severity >= failOn && !finding->isKnown;
        (isFailure ? failures : remarks).push_back(finding);
    }
    if (findings.empty()) {
        suite.cases += "/>\n";
        return;
    }
    suite.cases += ">\n";
    if (!failures.empty()) {
        ++suite.failureCount;
        suite.cases += "      <failure type=\"" + escaped(rule) + "\" message=\"" +
                       escaped(sentence(failures[0]->diagnostic)) + "\">" + lines(failures) +
                       "</failure>\n";
    }
    if (!remarks.empty()) {
        suite.cases += "      <system-out>" + lines(remarks) + "</system-out>\n";
    }
    suite.cases += "    </testcase>\n";
}

Suite suiteOf(const CheckedFile& file, diagnose::Severity failOn) {
    Suite suite;
    suite.seconds = file.seconds;
    if (file.error) {
        suite.caseCount = 1;
        suite.errorCount = 1;
        suite.cases = "    <testcase classname=\"" + escaped(file.path.string()) +
                      "\" name=\"read\" time=\"0\">\n      <error type=\"" +
                      escaped(file.error->code) + "\" message=\"" + escaped(file.error->message) +
                      "\"/>\n    </testcase>\n";
        return suite;
    }
    std::map<std::string, Findings> byRule;
    for (const diagnose::RuleInfo& rule : diagnose::rules()) {
        byRule[std::string(rule.id)];
    }
    for (const CheckedFinding& finding : file.findings) {
        byRule[finding.diagnostic.rule].push_back(&finding);
    }
    for (const auto& [rule, findings] : byRule) {
        addCase(suite, file, rule, findings, failOn);
    }
    return suite;
}

std::string counts(const Suite& suite) {
    return " tests=\"" + std::to_string(suite.caseCount) + "\" failures=\"" +
           std::to_string(suite.failureCount) + "\" errors=\"" + std::to_string(suite.errorCount) +
           "\" skipped=\"0\" time=\"" + std::to_string(suite.seconds) + "\"";
}

} // namespace

std::string junitReport(const CheckReport& report, diagnose::Severity failOn) {
    std::string suites;
    Suite all;
    for (const CheckedFile& file : report.files) {
        const Suite suite = suiteOf(file, failOn);
        suites += "  <testsuite name=\"" + escaped(file.path.string()) + "\"" + counts(suite) +
                  ">\n" + suite.cases + "  </testsuite>\n";
        all.seconds += suite.seconds;
        all.caseCount += suite.caseCount;
        all.failureCount += suite.failureCount;
        all.errorCount += suite.errorCount;
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sartor check\"" +
           counts(all) + ">\n" + suites + "</testsuites>\n";
}

} // namespace sartor::cli
