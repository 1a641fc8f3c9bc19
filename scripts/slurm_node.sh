#!/usr/bin/env bash
# A Slurm cluster of this one machine, on loopback, for tests: starts it, runs a command with its SLURM_CONF, stops it.
#   scripts/slurm_node.sh COMMAND...
# Needs root and scripts/install_dependencies.sh --with-slurm; without them it says what is missing and exits with 77.
set -euo pipefail
for program in munged slurmctld slurmd sbatch; do
  command -v "$program" >/dev/null || { echo "skipped: no $program; scripts/install_dependencies.sh --with-slurm installs it" >&2; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: a Slurm node is started by root" >&2; exit 77; }

node="$(mktemp -d /tmp/slurm_node.XXXXXX)"
chmod 755 "$node"
daemons=()
stop() {
  for id in "${daemons[@]}"; do kill "$id" 2>/dev/null || true; done
  for id in "${daemons[@]}"; do wait "$id" 2>/dev/null || true; done
  [ "${KEEP_SLURM_NODE:-}" = 1 ] || rm -rf "$node"
}
trap stop EXIT

# A key and a socket of its own: a munged that runs already is left alone.
mkdir -m 700 "$node/munge"
dd if=/dev/urandom of="$node/munge/key" bs=128 count=1 status=none
chmod 400 "$node/munge/key"
mkdir -m 755 "$node/run"
munged --foreground --force --key-file="$node/munge/key" --socket="$node/run/munge" --pid-file="$node/run/munge.pid" \
  --log-file="$node/munge/log" --seed-file="$node/munge/seed" >"$node/munge/out" 2>&1 &
daemons+=($!)

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
mkdir "$node/state" "$node/spool"
cat >"$node/slurm.conf" <<CONF
ClusterName=texpipe_test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$node/run/munge
CredType=cred/munge
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
StateSaveLocation=$node/state
SlurmdSpoolDir=$node/spool
SlurmctldPidFile=$node/run/slurmctld.pid
SlurmdPidFile=$node/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MaxArraySize=${SLURM_NODE_MAX_ARRAY:-1001}
MinJobAge=60
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$(hostname -s) Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$node/slurm.conf"
slurmctld -D -f "$SLURM_CONF" >"$node/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D -f "$SLURM_CONF" >"$node/slurmd.log" 2>&1 &
daemons+=($!)

for _ in $(seq 100); do
  [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && { "$@"; exit; }
  sleep 0.2
done
echo "the Slurm node did not become idle:" >&2
tail -5 "$node"/slurmctld.log "$node"/slurmd.log "$node/munge/log" >&2
exit 1
