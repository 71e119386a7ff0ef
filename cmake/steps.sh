# SPDX-License-Identifier: Apache-2.0
# What run.sh and test.sh share: steps that say what they do, how long it took, and why they stop.

stop() {
    echo "stopped: $*" >&2
    exit 1
}

# run_step TITLE COMMAND...
run_step() {
    local title=$1 start=$SECONDS status=0
    shift
    echo "== $title"
    "$@" || status=$?
    ((status == 0)) || stop "step '$title' failed with exit code $status: $*"
    echo "-- $title: $((SECONDS - start)) s"
}
