#!/usr/bin/env bash
# Makes waveforms/sampler.png from a real run, with GTKWave on a screen that nobody sees (packages gtkwave, xvfb, imagemagick).
#   waveforms/make_picture.sh [FOLDER_OF_TEXPIPE]
set -euo pipefail
cd "$(dirname "$0")/.."
texpipe="${1:-build/release}/texpipe"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

"$texpipe" run configs/studies/first_look.yaml --timing approximately_timed --out "$scratch/run" -q --waves "$scratch/waves.vcd" \
  --waves-from 46890 --waves-to 48090 --waves-block 'slice.subslice[0].sampler' >/dev/null
cat >"$scratch/grab.tcl" <<TCL
gtkwave::setZoomRangeTimes 44668000 45740000
gtkwave::/File/Grab_To_File "$scratch/grab.png"
gtkwave::/File/Quit
TCL
xvfb-run -a -s '-screen 0 1600x900x24' gtkwave "$scratch/waves.vcd" waveforms/sampler.gtkw -S "$scratch/grab.tcl" >"$scratch/log" 2>&1 ||
  { cat "$scratch/log" >&2; exit 1; }
# Signals and waves, without the window around them.
convert "$scratch/grab.png" -crop 1292x646+197+109 +repage -strip waveforms/sampler.png
