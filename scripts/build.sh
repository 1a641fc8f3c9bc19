#!/usr/bin/env bash
# Builds one preset (release by default), incrementally, and shows how far it is; says nothing when next to nothing is to do.
#   scripts/build.sh [--without-rtl] [PRESET] [TARGET...]
# --without-rtl leaves out RTL, a quarter of the compiler's time (scripts/first_build.py), unless the folder was built with it before.
set -euo pipefail
cd "$(dirname "$0")/.."
without_rtl=
if [ "${1:-}" = --without-rtl ]; then
  without_rtl=1
  shift
fi
case "${1:-}" in
  -*)
    sed -n '2,4s/^# //p' "$0" >&2
    exit 2
    ;;
esac
preset="${1:-release}"
shift || true
build=(cmake --build --preset "$preset" --parallel "$(nproc)")
[ $# -eq 0 ] || build+=(--target "$@")

mkdir -p "build/$preset"
[ -f "build/$preset/build.ninja" ] || echo "configuring build/$preset"
if grep -qs '^TEXPIPE_RTL:[A-Z]*=ON' "build/$preset/CMakeCache.txt"; then without_rtl=; fi
cmake --preset "$preset" ${without_rtl:+-DTEXPIPE_RTL=OFF} >"build/$preset/configure.log" 2>&1 || { cat "build/$preset/configure.log" >&2; exit 1; }

export NINJA_STATUS='[%f/%t, %e s] '
if [ -t 1 ]; then
  exec "${build[@]}"
fi
# Without a terminal a line for each tenth, and whatever else the compiler says. The source version is asked at every build: a handful of
# steps is what remains when nothing changed.
"${build[@]}" | awk -v few=8 -v folder="build/$preset" '
  match($0, /^\[[0-9]+\/[0-9]+,/) {
    split(substr($0, 2, RLENGTH - 2), done, "/")
    if (done[2] + 0 <= few) next
    if (!begun++) print "building " folder ": " done[2] " steps"
    tenth = int(10 * done[1] / done[2])
    if (tenth != last) print
    last = tenth
    fflush()
    next
  }
  /^-- / || /^ninja: no work to do/ { next }
  { print; fflush() }'
