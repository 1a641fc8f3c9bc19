#!/usr/bin/env bash
# The include rules hold, and their checker sees a climbing include, a block that includes a block, and SystemC below timing/.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
"$here/include_rules.sh" "$here/../.."

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
planted() {  # file, line: the checker must fail
  rm -rf "$scratch/model" && mkdir -p "$scratch/model/$(dirname "$1")"
  echo "$2" >"$scratch/model/$1"
  if "$here/include_rules.sh" "$scratch" >/dev/null; then echo "not caught: $1: $2"; exit 1; fi
}
planted functional/memory/a.h '#include "timing/stage/slot.h"'
planted machine/cache/a.h '#include "timing/stage/slot.h"'
planted timing/cache/a.h '#include "timing/memory/dram.h"'
planted timing/eu/a.h '#include "timing/system/system.h"'
planted base/a.h '#include <systemc>'
planted machine/cache/a.h '#include <tlm>'
echo "include rules hold"
