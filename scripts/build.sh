#!/usr/bin/env bash
# Builds one preset (release by default), incrementally.
#   scripts/build.sh [PRESET] [CMAKE ARGUMENTS...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset="${1:-release}"
shift || true

mkdir -p "build/$preset"
cmake --preset "$preset" "$@" >"build/$preset/configure.log" 2>&1 || { cat "build/$preset/configure.log" >&2; exit 1; }
cmake --build --preset "$preset" --parallel "$(nproc)" -- --quiet
