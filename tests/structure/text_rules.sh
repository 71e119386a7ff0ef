#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# text_rules.sh SOURCE_DIR: rules that a search for text can check, over every file of the project.
set -euo pipefail

source_dir=$1
planted=$(mktemp -d)
trap 'rm -rf "$planted"' EXIT

# files_below ROOT FIND-ARGUMENTS...: paths relative to ROOT, without what a build makes.
files_below() {
    local root=$1
    shift
    (cd "$root" && find . \( -path ./.git -o -path './build*' -o -path ./.cache \) -prune -o \
        -type f "$@" -print0)
}

code=(\( -name '*.h' -o -name '*.hpp' -o -name '*.c' -o -name '*.cpp' -o -name '*.comp' -o
    -name '*.vert' -o -name '*.frag' -o -name '*.glsl' \))
scripts=(\( -name CMakeLists.txt -o -name '*.cmake' -o -name '*.sh' -o -path './.ci/*' \))
text=(-not \( -name '*.glb' -o -name '*.png' -o -name '*.fbx' -o -name '*.bin' -o -name '*.npy' -o
    -name '*.npz' \))

# matches ROOT RULE PATTERN FIND-ARGUMENTS...: prints "RULE: path:line:text" for each match.
matches() {
    local root=$1 rule=$2 pattern=$3
    shift 3
    (cd "$root" && files_below . "$@" | xargs -0 -r grep -InE -e "$pattern" --) |
        sed "s/^/$rule: /" || true
}

# Brackets in the patterns keep this file from matching itself.
violations() {
    local root=$1 file
    while IFS= read -r -d '' file; do
        head -n 2 "$root/$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
            echo "licence line: $file has no SPDX line at its top"
    done < <(files_below "$root" \( "${code[@]}" -o "${scripts[@]}" \))
    while IFS= read -r -d '' file; do
        sed -n 2p "$root/$file" | grep -qE '^ ?(//|\*|/\*) ?[A-Za-z`]' ||
            echo "purpose line: $file does not say in its second line what it is for"
    done < <(files_below "$root" "${code[@]}")
    matches "$root" "unfinished" '\b(TO[D]O|FI[X]ME|X[X]X)\b' "${text[@]}"
    # clang-format 14 takes such a line for a module import and formats nothing behind it; a
    # using-declaration helps.
    matches "$root" "import line" '^import::' "${code[@]}"
    matches "$root" "place outside" '[.][.]/shared' "${text[@]}" -not -path ./CMakeLists.txt
    matches "$root" "registry host" \
        '([d]eb|snapshot|ftp)[.]debian[.]org|registry[.]npmjs|[p]ypi[.]org|conan[.]io' "${text[@]}"
    matches "$root" "download" '\b(FetchContent|ExternalProject_Add|c[u]rl|w[g]et)\b' "${scripts[@]}" \
        -not -path ./tests/structure/text_rules.sh
}

# Each rule once, so that a rule which finds nothing any more is noticed.
spdx='// SPDX-License-Identifier: Apache-2.0'
mkdir -p "$planted/a/b" "$planted/build"
printf '%s\n' 'int x;' '// Purpose.' >"$planted/licence.cpp"
printf '%s\n' "$spdx" 'int x;' >"$planted/purpose.h"
printf '%s\n' "$spdx" '// Purpose.' "// TO""DO later" >"$planted/a/unfinished.cpp"
printf '%s\n' "$spdx" '// Purpose.' 'import::Scene read();' >"$planted/a/import.cpp"
printf '%s\n' "see .."/shared >"$planted/a/place.md"
printf '%s\n' "# $spdx" "# from deb"".debian.org" >"$planted/a/b/host.sh"
printf '%s\n' "# $spdx" "include(Fetch""Content)" >"$planted/CMakeLists.txt"
printf '%s\n' 'int unlicensed;' >"$planted/build/generated.cpp"
expected='download import line licence line place outside purpose line registry host unfinished'
found=$(violations "$planted" | sed 's/:.*//' | sort | tr '\n' ' ')
if [[ $found != "$expected " ]]; then
    echo "planted violations: expected '$expected ', found '$found'"
    violations "$planted"
    exit 1
fi

found=$(violations "$source_dir")
if [[ -n $found ]]; then
    echo "$found"
    exit 1
fi
count=$(files_below "$source_dir" | tr -cd '\0' | wc -c)
((count > 50)) || { echo "only $count files below $source_dir: is this the source folder?"; exit 1; }
echo "$count files keep the rules"
