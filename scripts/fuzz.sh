#!/usr/bin/env bash
# Builds the libFuzzer programs and runs each for some seconds from the corpus in tests/data/fuzz. New inputs stay in build/fuzz/corpus; an input
# that crashes or hangs is left in build/fuzz/findings and ends the script with exit code 5.
#   scripts/fuzz.sh [SECONDS] [READER...]      as scripts/fuzz.sh 60 visa_text isa_file; 60 seconds and all readers by default
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-60}"
shift || true

scripts/install_dependencies.sh --with-clang
scripts/build.sh fuzz
readers=("$@")
if [ ${#readers[@]} -eq 0 ]; then
  for program in build/fuzz/*_fuzzer; do readers+=("$(basename "$program" _fuzzer)"); done
fi
mkdir -p build/fuzz/findings
for reader in "${readers[@]}"; do
  [ -x "build/fuzz/${reader}_fuzzer" ] || { echo "error: no reader $reader; there are: $(ls build/fuzz | sed -n 's/_fuzzer$//p' | tr '\n' ' ')" >&2; exit 2; }
  seeds=()
  [ ! -d "tests/data/fuzz/$reader" ] || seeds+=("tests/data/fuzz/$reader")
  mkdir -p "build/fuzz/corpus/$reader"
  # Seeds that have a place of their own beside tests/data/fuzz.
  case "$reader" in
    device_program) cp tests/data/kernels/{lens_distort,tile_blur_slm}.bin "build/fuzz/corpus/$reader" ;;
    spa_text) cp configs/spa/msaa_coverage.spa "build/fuzz/corpus/$reader" ;;
  esac
  log="build/fuzz/$reader.log"
  if ASAN_OPTIONS=detect_leaks=0 "build/fuzz/${reader}_fuzzer" "build/fuzz/corpus/$reader" "${seeds[@]}" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$reader-" >"$log" 2>&1; then
    echo "$reader: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, no finding"
  else
    tail -40 "$log"
    echo "$reader: a finding; see $log and build/fuzz/findings" >&2
    exit 5
  fi
done
