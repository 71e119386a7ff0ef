#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The main job: installs what is missing, builds the release preset and opens the editor on the
# sample mannequin. Without a display it renders the same views to PNG files and runs the checks.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/steps.sh

character=samples/assets/mannequin.glb
pictures=build/release/pictures

run_step "packages" bash cmake/setup.sh
run_step "configure" cmake --preset release
run_step "build" cmake --build --preset release --parallel "$(nproc)"

sartor=build/release/editor/sartor
editor=build/release/editor/sartor-editor
[[ -x $editor ]] || stop "the build has made no $editor (the configure step says why)"

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    echo "== opening $character in the editor"
    exec "$editor" "$character"
fi

echo "== no display (neither DISPLAY nor WAYLAND_DISPLAY is set): rendering the editor's views and"
echo "   running the checks instead"
mkdir -p "$pictures"

# render NAME OPTIONS...: a picture of the bent elbow of the range-of-motion clip
render() {
    local picture="$pictures/$1.png"
    shift
    run_step "$picture" "$sartor" render "$character" --out "$picture" --size 1280x720 \
        --clip RangeOfMotion --time 5.2 "$@"
}
render shaded --view shaded
render weights --view weights:LeftForeArm
render skeleton --view shaded --overlay joints,axes,grid
render bind --view bind
QT_QPA_PLATFORM=offscreen run_step "$pictures/editor.png" "$editor" "$character" \
    --view weights:LeftForeArm --clip RangeOfMotion --time 5.2 --screenshot "$pictures/editor.png"

run_step "lint" "$sartor" check "$character"
run_step "bind pose" "$sartor" bind "$character"
run_step "CPU against Vulkan" "$sartor" diff "$character" --backends cpu,vulkan \
    --clip RangeOfMotion --time 5.2
echo "== done; the pictures are in $pictures: $(ls "$pictures" | tr '\n' ' ')"
