#!/usr/bin/env bash
# Fails on an include that climbs from a plane to one above it, or goes from one block folder of timing/ to another; on folders of a plane that
# include one another in a circle; on two headers of the same name; on a second reader of YAML.
#   include_rules.sh [ROOT]   ROOT holds model/
set -euo pipefail
root="${1:-$(dirname "$0")/../..}"
cd "$root/model"

planes=(capture page_server base isa functional machine timing host parameters pictures workload study analysis exploration pages cosim cli python)
blocks=(dispatch eu interconnect gateway sampler cache memory data_port pixel_coverage)
failed=0
complain() { echo "$1"; failed=1; }

# Prints "file included" for each quoted include below a folder.
includes_of() { grep -rHoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' "$1" 2>/dev/null | sed -E 's/:[[:space:]]*#[[:space:]]*include[[:space:]]+"/ /; s/"$//'; }

for ((low = 0; low < ${#planes[@]}; ++low)); do
  [ -d "${planes[low]}" ] || continue
  while read -r file included; do
    for ((high = low + 1; high < ${#planes[@]}; ++high)); do
      [[ $included == "${planes[high]}"/* ]] && complain "$file: includes \"$included\", which is above ${planes[low]}/"
    done
  done < <(includes_of "${planes[low]}")
done

for block in "${blocks[@]}"; do
  [ -d "timing/$block" ] || continue
  while read -r file included; do
    for other in "${blocks[@]}" system; do
      [ "$other" != "$block" ] && [[ $included == timing/"$other"/* ]] && complain "$file: block $block includes block \"$included\""
    done
  done < <(includes_of "timing/$block")
done

for plane in "${planes[@]}"; do
  # Edges between the plane's folders as pairs for tsort, which names the members of a circle.
  circle="$(includes_of "$plane" | sed -nE "s#^$plane/([^ ]+)/[^/ ]* $plane/([^ ]+)/[^/ ]*\$#\1 \2#p" | awk '$1 != $2' | sort -u |
    tsort 2>&1 >/dev/null | sed -n 's/^tsort: //p' | grep -v 'contains a loop' | paste -sd ' ' || true)"
  [ -z "$circle" ] || complain "$plane/: folders include one another in a circle: $circle"
done

while read -r name; do
  complain "headers of the same name: $(find . -name "$name" | sed 's#^\./##' | sort | paste -sd ' ')"
done < <(find . -name '*.h' | sed 's#.*/##' | sort | uniq -d)

for plane in base isa functional machine; do
  while IFS= read -r line; do complain "$line: $plane must not know SystemC"; done < <(grep -rnsE '#[[:space:]]*include[[:space:]]*<(systemc|tlm)' "$plane" || true)
done

while IFS= read -r line; do complain "$line: parameters/yaml alone reads YAML"; done \
  < <(grep -rnsE '#[[:space:]]*include[[:space:]]*<yaml-cpp' . | grep -v '^\./parameters/yaml/' || true)

exit $failed
