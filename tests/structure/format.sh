#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# format.sh SOURCE_DIR CLANG_FORMAT: every C and C++ file is as clang-format 14 writes it.
set -euo pipefail
source_dir=$1
clang_format=$2

planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT
printf 'int   badlyFormatted( );\n' >"$planted/planted.cpp"
if "$clang_format" --style="file:$source_dir/.clang-format" --dry-run -Werror \
    "$planted/planted.cpp" 2>/dev/null; then
    echo "clang-format accepts a badly formatted file"
    exit 1
fi

cd "$source_dir"
folders=()
for folder in modules plugins editor tests samples; do
    [[ ! -d $folder ]] || folders+=("$folder")
done
find "${folders[@]}" \( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' \) \
    -print0 | xargs -0 -P "$(nproc)" -n 16 "$clang_format" --dry-run -Werror
