#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# installed_command.sh SARTOR CHARACTER BACKENDS FBX: the installed command finds the installed plugins
# beside the ones that were built outside, and those give the same vertices on every backend; it finds
# the installed program that reads FBX, too.
set -euo pipefail
sartor=$1
character=$2
backends=$3
fbx=$4
folders=()
for folder in wind delta_mush centers_of_rotation cpp_plugin; do
    folders+=(--plugin-path "$folder")
done

plugins=$("$sartor" plugins "${folders[@]}")
for id in sartor.lbs sartor.dqs sartor.morph org.example.{lift,wind,delta_mush,cor}; do
    if ! grep -q "$id" <<<"$plugins"; then
        echo "'$id' is not among the loaded deformers:"
        echo "$plugins"
        exit 1
    fi
done

for chain in 'lbs+lift[amount=2]' 'dqs+lift[amount=2]' 'lbs+wind' 'lbs+delta_mush' cor; do
    difference=$("$sartor" diff "$character" --clip 0 --time 1 --backends "$backends" \
        --chain "$chain" "${folders[@]}") || { echo "$difference"; exit 1; }
    grep -q '^bit-identical' <<<"$difference" || { echo "$difference"; exit 1; }
done

unset SARTOR_IMPORT_WORKER
"$sartor" inspect "$fbx" | grep -q FBX || { echo "$fbx: no answer"; exit 1; }
