#!/usr/bin/env bash
# scripts/build.sh shows progress, builds what it is told, is quiet when nothing is to do, and passes errors on; scripts/run.sh asks for the
# command alone, without RTL where no build before it had any. A cmake of our own stands in for the build.
set -euo pipefail
source="$(cd "$(dirname "$0")/../.." && pwd)"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/bin" "$scratch/tree/scripts"
cp "$source/scripts/build.sh" "$source/scripts/run.sh" "$scratch/tree/scripts"

cat >"$scratch/bin/cmake" <<'CMAKE'
#!/usr/bin/env bash
# Says what a build of $STEPS steps says.
echo "$*" >>"$SCRATCH/calls"
case "$*" in
  *"--build"*)
    echo "[0/2, 0.0 s] Re-checking globbed directories..."
    for ((i = 1; i <= STEPS; ++i)); do echo "[$i/$STEPS, 1.0 s] Building CXX object $i"; done
    [ "$RESULT" = 0 ] || echo "error: a planted one"
    exit "$RESULT" ;;
esac
CMAKE
printf '#!/bin/sh\n' >"$scratch/tree/scripts/install_dependencies.sh"
chmod +x "$scratch/bin/cmake" "$scratch/tree/scripts/install_dependencies.sh"

build() {  # steps, result, arguments...
  : >"$scratch/calls"
  STEPS="$1" RESULT="$2" SCRATCH="$scratch" PATH="$scratch/bin:$PATH" "$scratch/tree/scripts/build.sh" "${@:3}"
}
fail() { echo "$1"; exit 1; }

shown="$(build 300 0 release)"
[ "$(grep -c '^\[' <<<"$shown")" -eq 10 ] || fail "a long build shows ten lines of progress: $shown"
touch "$scratch/tree/build/release/build.ninja"
install -m 755 /dev/null "$scratch/tree/build/release/texpipe"
grep -q '^building build/release: 300 steps$' <<<"$(build 300 0 release)" || fail "a long build beside a finished command says how long it is"
[ -z "$(build 3 0 release)" ] || fail "nothing to do is quiet"
if shown="$(build 300 7 release)"; then fail "a failed build fails"; fi
grep -q 'a planted one' <<<"$shown" || fail "errors of a build are shown: $shown"
build 300 0 release texpipe >"$scratch/shown"
grep -q -- '--target texpipe' "$scratch/calls" || fail "a target is built alone: $(cat "$scratch/calls")"
: >"$scratch/calls"
STEPS=3 RESULT=0 SCRATCH="$scratch" PATH="$scratch/bin:$PATH" "$scratch/tree/scripts/run.sh" >"$scratch/shown" 2>&1 || true
grep -q -- '--target texpipe' "$scratch/calls" || fail "run.sh builds the command alone: $(cat "$scratch/calls")"
run() {
  : >"$scratch/calls"
  STEPS=3 RESULT=0 SCRATCH="$scratch" PATH="$scratch/bin:$PATH" "$scratch/tree/scripts/run.sh" >"$scratch/shown" 2>&1 || true
}
grep -q -- '--preset release -DTEXPIPE_RTL=OFF' "$scratch/calls" || fail "run.sh leaves RTL out: $(cat "$scratch/calls")"
echo 'TEXPIPE_RTL:BOOL=OFF' >"$scratch/tree/build/release/CMakeCache.txt"
run
grep -q -- '-DTEXPIPE_RTL=OFF' "$scratch/calls" || fail "run.sh leaves RTL out again: $(cat "$scratch/calls")"
build 3 0 release
if grep -q -- '-DTEXPIPE_RTL' "$scratch/calls"; then fail "build.sh takes what the preset says: $(cat "$scratch/calls")"; fi
echo 'TEXPIPE_RTL:UNINITIALIZED=ON' >"$scratch/tree/build/release/CMakeCache.txt"
run
if grep -q -- '-DTEXPIPE_RTL' "$scratch/calls"; then fail "run.sh keeps RTL that is built in: $(cat "$scratch/calls")"; fi
echo "builds show their progress"
