// SPDX-License-Identifier: Apache-2.0
// How readers write the notes of an import.
#pragma once

#include <sartor/import/import_report.h>

#include <cstddef>
#include <string>
#include <utility>

namespace sartor::import {

/// How often something was met, and where first.
struct Occurrences {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> examples;

    void add(std::size_t index) {
        constexpr std::size_t kMaximumExamples = 8;
        ++count;
        if (examples.size() < kMaximumExamples) {
            examples.push_back(static_cast<std::uint32_t>(index));
        }
    }
    explicit operator bool() const { return count > 0; }
};

/// "vertices 0, 4, 5", or "vertices 0, 1, ... (12 in all)" where there are more.
std::string describe(const Occurrences& occurrences, const std::string& noun);

/// Adds notes to a report, which must outlive it. A note without occurrences is about one thing.
class Notes {
public:
    explicit Notes(ImportReport& report) : report_(report) {}

    void info(std::string code, std::string place, std::string message, Occurrences where = {}) {
        add(NoteSeverity::Info, std::move(code), std::move(place), std::move(message), where);
    }
    void warning(std::string code, std::string place, std::string message, Occurrences where = {}) {
        add(NoteSeverity::Warning, std::move(code), std::move(place), std::move(message), where);
    }
    void error(std::string code, std::string place, std::string message, Occurrences where = {}) {
        add(NoteSeverity::Error, std::move(code), std::move(place), std::move(message), where);
    }

private:
    void add(NoteSeverity severity,
             std::string code,
             std::string place,
             std::string message,
             Occurrences& where) {
        report_.notes.push_back({severity,
                                 std::move(code),
                                 std::move(place),
                                 std::move(message),
                                 where ? where.count : 1,
                                 std::move(where.examples)});
    }

    ImportReport& report_;
};

} // namespace sartor::import
