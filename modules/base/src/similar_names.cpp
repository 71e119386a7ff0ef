// SPDX-License-Identifier: Apache-2.0
// What somebody may have meant who wrote a name that there is not.
#include <sartor/base/similar_names.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace sartor {
namespace {

constexpr std::size_t kLongestName = 64;

/// How many letters have to be put in, left out, exchanged or swapped with their neighbour.
/// Source: Damerau, "A technique for computer detection and correction of spelling errors", 1964;
/// the form that touches no letter twice.
std::size_t slipCount(std::string_view a, std::string_view b) {
    std::vector<std::size_t> beforeLast;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t exchanged = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, exchanged});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
            }
        }
        beforeLast = std::exchange(last, std::move(row));
    }
    return last[b.size()];
}

std::string_view withoutHyphens(std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

} // namespace

std::vector<std::string> namesLike(std::string_view word, std::span<const std::string> candidates) {
    constexpr std::size_t kMost = 3;
    const std::string_view typed = withoutHyphens(word);
    std::vector<std::pair<std::size_t, std::string>> alike;
    for (const std::string& candidate : candidates) {
        const std::string_view name = withoutHyphens(candidate);
        if (std::max(typed.size(), name.size()) > kLongestName) {
            continue;
        }
        const std::size_t slips = slipCount(typed, name);
        const bool isPart = typed.size() >= 3 && (name.starts_with(typed) || name.ends_with(typed));
        if (isPart || slips <= std::min(typed.size(), name.size()) / 3) {
            alike.emplace_back(slips, candidate);
        }
    }
    std::stable_sort(
        alike.begin(), alike.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kMost, alike.size()); ++i) {
        names.push_back(alike[i].second);
    }
    return names;
}

std::string alternatives(std::span<const std::string> names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text;
}

} // namespace sartor
