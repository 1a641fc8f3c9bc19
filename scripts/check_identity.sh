#!/usr/bin/env bash
# The same study gives the same statistics and the same picture, byte for byte: run twice, built by GCC and by Clang, with and without
# waves, with protocols checked, loosely timed (the same but for the timing's name), and untimed (picture only).
#   scripts/check_identity.sh [--without-clang] [STUDY]
set -euo pipefail
cd "$(dirname "$0")/.."
compilers=(release clang)
if [ "${1:-}" = --without-clang ]; then
  compilers=(release)
  shift
fi
study="${1:-configs/studies/first_look.yaml}"
scripts/build.sh release texpipe
if [ ${#compilers[@]} -gt 1 ]; then
  scripts/install_dependencies.sh --with-clang
  cmake --preset clang -DTEXPIPE_RTL=OFF >/dev/null  # RTL runs in the first build, below
  cmake --build --preset clang --parallel "$(nproc)" --target texpipe -- --quiet
fi

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
run() {  # name, preset, arguments...
  local name="$1" preset="$2"
  shift 2
  "build/$preset/texpipe" run "$study" --out "$scratch/$name" -q "$@" >"$scratch/$name.summary"
}
same() {  # run, file: equal to the first run's
  cmp "$scratch/first/$2" "$scratch/$1/$2" || { echo "$1: $2 differs"; exit 1; }
}

events=(--timing approximately_timed)
run first release "${events[@]}"
run again release "${events[@]}"
run waves release "${events[@]}" --waves "$scratch/waves.vcd"
run checked release "${events[@]}" --check-protocol
run loosely release --timing loosely_timed
run untimed release --timing untimed
for name in again waves checked; do same "$name" stats.json; done
for name in again waves checked loosely; do same "$name" stats.csv; done
for name in again waves checked loosely untimed; do same "$name" image.png; done
if [ ${#compilers[@]} -gt 1 ]; then
  run clang clang "${events[@]}"
  same clang stats.json
  same clang image.png
  scripts/golden_statistics.py --command build/clang/texpipe
fi
if build/release/texpipe cosim configs/cosim/filter.yaml >/dev/null 2>&1; then
  run rtl release "${events[@]}" -p 'slice.subslice[*].sampler.filter.implementation=rtl'
  same rtl image.png
fi
echo "identical: statistics and pictures of all runs (built by: ${compilers[*]})"
