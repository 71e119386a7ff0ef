#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs all tests: installs what is missing, builds preset ci, checks that every public header
# compiles alone, and runs every test, those on the GPU (a software driver will do) and those on the
# installed package included.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source cmake/steps.sh

results="$PWD/build/ci/tests.xml"

run_step "packages" bash cmake/setup.sh
run_step "configure" cmake --preset ci
run_step "build" cmake --build --preset ci --parallel "$(nproc)"
run_step "public headers compile alone" cmake --build --preset ci-headers --parallel "$(nproc)"

# Without them the tests that need them are skipped, which the last line says; with them no such
# test may be.
echo "== test tools"
if bash tests/tools/install.sh "$PWD/build/test-tools"; then
    export SARTOR_REQUIRE_TEST_TOOLS=1
else
    echo "-- test tools: not installed; the tests that run them are skipped" >&2
fi

echo "== tests"
rm -f "$results"
status=0
ctest --preset ci --parallel "$(nproc)" --output-junit "$results" || status=$?
[[ -s $results ]] || stop "ctest wrote no results (exit code $status)"

# The attribute of the testsuite element, which comes before any test's output.
result() {
    sed -n "/<testsuite/,/>/ s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" "$results" | head -n 1
}
tests=$(result tests)
failed=$(result failures)
not_run=$(($(result skipped) + $(result disabled)))
echo "$((tests - failed - not_run)) passed, $failed failed$( ((not_run == 0)) || echo ", $not_run skipped")"
exit "$status"
