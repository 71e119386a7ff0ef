#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# new_plugin.sh SARTOR PREFIX LANGUAGE CHARACTER BACKENDS: what the installed `sartor plugin new` writes
# builds without a warning against the installed package, passes its own test, and deforms.
set -euo pipefail
sartor=$1
prefix=$2
language=$3
character=$4
backends=$5

work=new_plugin_$language
rm -rf "$work"
"$sartor" plugin new org.example.pushed --language "$language" --folder "$work"
cmake -G Ninja -S "$work" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
cmake --build "$work/build"
ctest --test-dir "$work/build" --no-tests=error --output-on-failure

# expect TEXT DIFF-OPTIONS...
expect() {
    local text=$1 difference
    shift
    difference=$("$sartor" diff "$character" --clip 0 --time 1 --plugin-path "$work/build" "$@") || true
    grep -q -- "$text" <<<"$difference" || { echo "expected '$text':"; echo "$difference"; exit 1; }
}
expect '^bit-identical' --backends "$backends" --chain 'lbs+pushed[amount=0.25]'
expect '^bit-identical' --chains 'lbs,lbs+pushed[amount=0]'
# Along unit normals.
expect 'largest distance 0.25' --chains 'lbs,lbs+pushed[amount=0.25]'
