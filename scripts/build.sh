#!/usr/bin/env bash
# Builds one preset (release by default), incrementally, and shows how far it is; says nothing when next to nothing is to do.
#   scripts/build.sh [PRESET] [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset="${1:-release}"
shift || true
build=(cmake --build --preset "$preset")
[ $# -eq 0 ] || build+=(--target "$@")

mkdir -p "build/$preset"
[ -f "build/$preset/build.ninja" ] || echo "configuring build/$preset"
cmake --preset "$preset" >"build/$preset/configure.log" 2>&1 || { cat "build/$preset/configure.log" >&2; exit 1; }

# Files that came or went change the list of steps.
cmake --build --preset "$preset" --target build.ninja -- --quiet >/dev/null
# The source version is asked at every build: a handful of steps is what remains when nothing changed. In a folder without the command
# ninja cannot tell: it would begin with its own rules.
few=8
steps="$("${build[@]}" -- -n | grep -c '^\[' || true)"
build+=(--parallel "$(nproc)")
if [ ! -x "build/$preset/texpipe" ]; then
  echo "building build/$preset"
elif [ "$steps" -le "$few" ]; then
  exec "${build[@]}" -- --quiet
else
  echo "building build/$preset: up to $steps steps"
fi
if [ -t 1 ]; then
  NINJA_STATUS='[%f/%t, %e s] ' exec "${build[@]}"
fi
# Without a terminal a line for each tenth, and whatever else the compiler says.
NINJA_STATUS='[%f/%t, %e s] ' "${build[@]}" | awk '
  match($0, /^\[[0-9]+\/[0-9]+,/) {
    split(substr($0, 2, RLENGTH - 2), done, "/")
    tenth = int(10 * done[1] / done[2])
    if (tenth != last) print
    last = tenth
    fflush()
    next
  }
  { print; fflush() }'
