#!/usr/bin/env bash
# Measures the untimed functional core, one thread, in samples per second: medians, with the machine, the compiler and the ratio to a
# loop that is written by hand for bilinear RGBA8.
#   scripts/benchmark.sh [--all] [REPETITIONS]      --all: every format and operation too, slowest first (minutes)
# Needs Google Benchmark: scripts/install_dependencies.sh --with-benchmark
set -euo pipefail
cd "$(dirname "$0")/.."

all=
[ "${1:-}" != --all ] || { all=1; shift; }
repetitions="${1:-5}"
[[ "$repetitions" =~ ^[0-9]+$ && "$repetitions" -ge 2 ]] || { echo "error: '$repetitions' repetitions; expected a number from 2 on, whose median is shown" >&2; exit 2; }
scripts/build.sh release functional_benchmark

options=(--benchmark_repetitions="$repetitions" --benchmark_report_aggregates_only=true --benchmark_format=csv)
results="$(mktemp)"
trap 'rm -f "$results"' EXIT
TEXPIPE_BENCHMARK_ALL="$all" build/release/functional_benchmark "${options[@]}" --benchmark_min_time="${MIN_TIME:-0.2}" >"$results" 2>/dev/null

echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg)"
echo "compiler  $(g++ --version | head -1), -O3"
python3 - "$results" <<'PYTHON'
import csv, sys

with open(sys.argv[1]) as lines:
    rows = csv.DictReader(line for line in lines if line.count(',') > 5)
    rates = {row['name'].removesuffix('_median'): float(row['items_per_second']) / 1e6
             for row in rows if row['name'].endswith('_median') and row['items_per_second']}

def section(prefix):
    return {name.removeprefix(prefix): rate for name, rate in rates.items() if name.startswith(prefix)}

messages, batches = section('messages/'), section('batches/')
by_hand = {'bilinear_rgba8': rates.get('bilinear_rgba8/by_hand_avx2'), 'bilinear_rgba8_random': rates.get('bilinear_rgba8/by_hand_avx2_random')}
print(f"\n{'M samples/s':24}{'messages':>10}{'batches':>10}{'by hand':>10}{'batches / by hand':>20}")
for name, rate in messages.items():
    loop = by_hand.get(name)
    compared = f"{loop:10.1f}{batches[name] / loop:20.2f}" if loop else ''
    print(f"{name:24}{rate:10.1f}{batches[name]:10.1f}{compared}")
for title in ('operation', 'format'):
    listed = section(title + '/')
    if listed:
        print(f"\n{title}, slowest first, M samples/s through messages")
        for name, rate in sorted(listed.items(), key=lambda item: item[1]):
            print(f"{rate:10.2f}  {name}")
PYTHON
