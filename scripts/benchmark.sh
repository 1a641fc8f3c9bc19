#!/usr/bin/env bash
# Measures the speed of texpipe against its targets: a table of target, measured value and ratio, with machine, compiler and load.
#   scripts/benchmark.sh [--all] [--long] [REPETITIONS]
#     --all    lists every format, operation and rare case of the functional core too, slowest first (minutes)
#     --long   lets the run grow to 10^8 footprints, not 10^7
# Google Benchmark measures parts, paired whole processes the rest; medians, processor time unless said. Needs Google Benchmark
# (scripts/install_dependencies.sh --with-benchmark). Mesa's lavapipe is compared with when its packages are there (--with-peers).
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(texpipe functional_benchmark timing_benchmark study_benchmark rtl_benchmark)
missing=
for file in /usr/include/vulkan/vulkan.h /usr/share/vulkan/icd.d/lvp_icd.*.json; do
  [ -e "$file" ] || missing="$file"
done
command -v glslangValidator >/dev/null || missing=glslangValidator
if [ -z "$missing" ]; then
  targets+=(lavapipe_peer)
else
  echo "without lavapipe: $missing is not there (scripts/install_dependencies.sh --with-peers)"
fi
scripts/build.sh release "${targets[@]}"
exec scripts/benchmark.py $([ -z "$missing" ] && echo --lavapipe) "$@"
