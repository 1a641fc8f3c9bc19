#!/usr/bin/env bash
# Installs what is missing, builds, and runs all tests of a preset (release by default).
#   scripts/test.sh [PRESET] [CTEST ARGUMENTS...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset="${1:-release}"
shift || true
if [ "$preset" = clang ]; then scripts/install_dependencies.sh --with-clang; else scripts/install_dependencies.sh; fi
scripts/build.sh "$preset"
exec ctest --preset "$preset" --parallel "$(nproc)" --output-on-failure "$@"
