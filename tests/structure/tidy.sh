#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tidy.sh SOURCE_DIR CLANG_TIDY: the settings name only checks that exist (clang-tidy ignores unknown
# names silently) and still find faults that are planted.
set -euo pipefail
source_dir=$1
clang_tidy=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

available=$("$clang_tidy" --checks='*' --list-checks)
sed -n '/^Checks:/,/^WarningsAsErrors:/p' "$source_dir/.clang-tidy" | grep -oE '[a-z]+-[a-z-]*\*?' |
    sort -u >"$work/patterns"
while IFS= read -r pattern; do
    if ! grep -qE "^ *${pattern//\*/.*}\$" <<<"$available"; then
        echo ".clang-tidy names '$pattern', which this clang-tidy does not have"
        exit 1
    fi
done <"$work/patterns"
(($(wc -l <"$work/patterns") >= 10)) || { echo "found too few checks in .clang-tidy"; exit 1; }

cat >"$work/planted.cpp" <<'PLANTED'
#include <string>
#include <utility>

struct Base {
    virtual ~Base() = default;
    virtual void act();
};
struct Derived : Base {
    virtual void act();
};
struct Counter {
    int count = 0;
};
int after(std::string text) {
    std::string other = std::move(text);
    if (other.empty())
        return 0;
    return static_cast<int>(text.size());
}
int* No_Value() {
    return 0;
}
PLANTED
output=$("$clang_tidy" --config-file="$source_dir/.clang-tidy" "$work/planted.cpp" -- -std=c++20 2>&1) &&
    { echo "clang-tidy accepts a file full of faults"; exit 1; }
for check in modernize-use-override bugprone-use-after-move modernize-use-nullptr \
    readability-identifier-naming readability-braces-around-statements; do
    if ! grep -q "error: .*\[$check" <<<"$output"; then
        echo "$check does not find its planted fault:"
        echo "$output"
        exit 1
    fi
done
