#!/usr/bin/env bash
# The include rules hold, and their checker sees a climbing include, a block that includes a block, a circle of folders, headers of the same name,
# SystemC below timing/ and a second reader of YAML.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
"$here/include_rules.sh" "$here/../.."

scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
planted() {  # file, line, file, line, ...: the checker must fail
  rm -rf "$scratch/model"
  local what="$*"
  while [ $# -gt 0 ]; do
    mkdir -p "$scratch/model/$(dirname "$1")"
    echo "$2" >"$scratch/model/$1"
    shift 2
  done
  if "$here/include_rules.sh" "$scratch" >/dev/null; then echo "not caught: $what"; exit 1; fi
}
planted functional/memory/a.h '#include "timing/stage/slot.h"'
planted machine/cache/a.h '#include "timing/stage/slot.h"'
planted timing/cache/a.h '#include "timing/memory/dram.h"'
planted timing/eu/a.h '#include "timing/system/system.h"'
planted base/a.h '#include <systemc>'
planted machine/cache/a.h '#include <tlm>'
planted analysis/verify/a.cpp '#include <yaml-cpp/yaml.h>'
planted functional/memory/a.h '#include "functional/surface/b.h"' functional/surface/b.h '#include "functional/formats/c.h"' \
  functional/formats/c.h '#include "functional/memory/a.h"'
planted functional/memory/a.h '#include "functional/memory/pages/b.h"' functional/memory/pages/b.h '#include "functional/memory/a.h"'
planted functional/memory/a.h '' machine/cache/a.h ''
echo "include rules hold"
