#!/usr/bin/env bash
# A sweep on a real Slurm (scripts/slurm_node.sh): arrays split by MaxArraySize, a worker killed, the rest resumed, and
# in the end the table that local processes give. Exit 77 where Slurm is not installed.
#   slurm_sweep_test.sh TEXPIPE
set -euo pipefail
texpipe="$(realpath "$1")"
if [ -z "${SLURM_CONF:-}" ]; then
  SLURM_NODE_MAX_ARRAY=5 exec "$(dirname "$0")/../../scripts/slurm_node.sh" "$0" "$texpipe"
fi

scratch="$(mktemp -d /tmp/slurm_sweep.XXXXXX)"
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >tiny.yaml <<'YAML'
study: tiny
machine: {machine: small}
timing: loosely_timed
workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 4KiB, loads: 100000}}
YAML
sweep=("$texpipe" sweep tiny.yaml -q -p memory.latency=50ns,60ns,70ns,80ns,90ns,100ns,110ns,120ns,130ns,140ns,150ns,160ns,1ns,2ns)
"${sweep[@]}" --out local >/dev/null

# 14 points, two a task, 5 tasks an array: two arrays.
"${sweep[@]}" --out slurm --engine slurm --each 2 >slurm.txt 2>slurm.err &
submitted=$!
victim=""
for _ in $(seq 200); do
  victim="$(squeue --noheader --array --states=RUNNING --format=%i 2>/dev/null | head -1)"
  [ -z "$victim" ] || break
  sleep 0.05
done
[ -n "$victim" ] || { echo "no task ever ran"; cat slurm.err; exit 1; }
scancel --full --signal=KILL "$victim"
code=0
wait "$submitted" || code=$?
[ -f slurm/batch/slurm_1.sh ] || { echo "the points are not in two arrays"; ls slurm/batch; exit 1; }
[ "$code" -eq 7 ] || { echo "a killed worker gave exit $code"; cat slurm.txt slurm.err; exit 1; }
grep -q ' [1-9][0-9]* waiting' slurm.txt || { echo "nothing is missing after a worker was killed"; cat slurm.txt; exit 1; }
"$texpipe" sweep slurm --resume --engine slurm -q >resumed.txt || { echo "the resumed sweep failed"; cat resumed.txt; exit 1; }
cmp local/results.csv slurm/results.csv
echo "killed task $victim; the resumed sweep has the local table"
