#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# install.sh FOLDER: installs the packages of package.json into FOLDER with npm, unless they are
# there. No package runs anything while it is installed.
set -euo pipefail

folder=$1
list="$(dirname "${BASH_SOURCE[0]}")/package.json"

if cmp -s "$list" "$folder/installed.json"; then
    echo "test tools: installed in $folder"
    exit 0
fi
command -v npm >/dev/null || { echo "test tools: npm is not here" >&2; exit 1; }
mkdir -p "$folder"
rm -f "$folder/installed.json"
cp "$list" "$folder/package.json"
npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --ignore-scripts \
    --fetch-timeout=60000 --fetch-retries=1 --loglevel=error
cp "$list" "$folder/installed.json"
