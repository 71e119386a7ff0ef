#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# edit_and_rebuild.sh PREFIX PLUGIN_SOURCE CHARACTER: edits a plugin's source while the installed
# command runs it, builds it with the installed package, and sees the new result with its param kept.
set -eu
prefix=$1
source=$2
character=$3
folder=edit_and_rebuild
rm -rf "$folder"
mkdir "$folder"
cp -r "$source" "$folder/source"
export XDG_CACHE_HOME="$PWD/$folder/cache"
cmake -G Ninja -S "$folder/source" -B "$folder/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_BUILD_TYPE=Release >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log"; exit 1; }
cmake --build "$folder/build" >"$folder/build.log" 2>&1 || { cat "$folder/build.log"; exit 1; }

fail() {
    echo "$1" >&2
    cat "$folder/said" >&2
    exit 1
}
# Height of the first vertex. The file is replaced as a whole.
height() { awk '$1 == "v" { print $3; exit }' "$folder/out.obj"; }
# wait_for TEXT COUNT: until the command has said the text so many times
wait_for() {
    for _ in $(seq 600); do
        [ "$(grep -c -e "$1" "$folder/said" || true)" -ge "$2" ] && return 0
        kill -0 "$watcher" 2>/dev/null || fail "the command has ended"
        sleep 0.1
    done
    fail "the command does not say '$1'"
}
edit() {
    sed -i "$1" "$folder/source/lift.cpp"
    cmake --build "$folder/build" >"$folder/build.log" 2>&1 || { cat "$folder/build.log"; exit 1; }
}
# expect_height FACTOR: soon it is that of the rest pose, and as often the param as the source says
expect_height() {
    for _ in $(seq 100); do
        awk -v now="$(height)" -v rest="$rest" -v factor="$1" \
            'BEGIN { d = now - rest - factor * 3; exit !(d < 1e-4 && d > -1e-4) }' && return 0
        sleep 0.1
    done
    fail "height $(height), expected $rest + $1 * 3"
}

"$prefix/bin/sartor" deform "$character" --chain lbs --out "$folder/out.obj"
rest=$(height)
"$prefix/bin/sartor" deform "$character" --chain 'lbs+lift[amount=3]' \
    --plugin-path "$folder/build" --out "$folder/out.obj" --watch-plugins 2>"$folder/said" &
watcher=$!
trap 'kill "$watcher" 2>/dev/null || true' EXIT
wait_for 'watching' 1
expect_height 1

edit 's/position.y + amount/position.y + 2.0f * amount/'
wait_for 'is loaded anew' 1
expect_height 2

# A build that breaks a rule keeps the one before it running.
edit 's/.key = "amount"/.key = "not a word"/'
wait_for 'keeps the build that runs: .*must be a lower case word' 1
expect_height 2

# Repaired, with a smaller range and another factor.
edit 's/.key = "not a word"/.key = "amount"/; s/2.0f \* amount/5.0f * amount/; s/maximum = 10.0/maximum = 3.0/'
wait_for 'is loaded anew' 2
wait_for "declares param 'amount' in another way" 1
expect_height 5

kill -TERM "$watcher"
wait "$watcher"
