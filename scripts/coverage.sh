#!/usr/bin/env bash
# Runs the functional tests, the C interface's test and all golden cases with counted lines, prints the line coverage of model/functional,
# and fails below 95 %.
#   scripts/coverage.sh [GCOVR ARGUMENTS...]   as --html-details build/coverage/report.html
set -euo pipefail
cd "$(dirname "$0")/.."
minimum=95

scripts/install_dependencies.sh
command -v gcovr >/dev/null || scripts/install_dependencies.sh --with-gcovr
scripts/build.sh coverage
find build/coverage -name '*.gcda' -delete
build/coverage/functional_tests
build/coverage/c_interface_tests
build/coverage/texpipe verify tests/data/golden
gcovr --root . --object-directory build/coverage --filter 'model/functional/' --sort-uncovered --fail-under-line "$minimum" "$@" build/coverage
