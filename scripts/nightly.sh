#!/usr/bin/env bash
# Checks that take too long for every commit. Without arguments all that are whole, one after the other, with a table of what each took at the
# end; exit code 1 when one failed.
#   scripts/nightly.sh [JOB...]            these jobs
#   scripts/nightly.sh --list              every job: whole or a part of one, its usual seconds, and what it checks
#   scripts/nightly.sh --sample [SECONDS]  a part that the commit's hash chooses, and others while they take SECONDS together by the list (120)
set -euo pipefail
cd "$(dirname "$0")/.."

# Name | whole or part | usual seconds on two processors, after scripts/test.sh | packages | what it checks
jobs="\
asan|whole|2600||all tests under AddressSanitizer and UndefinedBehaviorSanitizer
identity|whole|700|--with-clang|the same bytes from GCC and Clang, with waves, with checked protocols, with RTL
no_rtl|whole|500||all tests of a build without Verilator
benchmarks|whole|120|--with-benchmark|the benchmarks build, and a short one runs
instructions|whole|150|--with-valgrind|host instructions of fixed workloads
fuzz|whole|2400|--with-clang|every reader of files against random input, 60 s each
mutation|whole|5400||random faults in machine and timing are noticed by the tests
rtl_regression|whole|700||RTL against the model: seven configurations, four seeds, coverage
rtl_mutation|whole|5400|--with-yosys|random faults in the RTL are noticed by co-simulation
random_kernels|whole|1500|--with-ocloc --with-pocl|a thousand random kernels against pocl
random_frames|whole|900|--with-capture|two hundred random programs of Vulkan draws against lavapipe
pixel_shaders|whole|300|--with-capture|pixel shaders of many kinds, compiled in six ways, against lavapipe
exchanged_rows|whole|900||neighbouring rows of enumerations that frames use, exchanged, are noticed by the tests
darktable|whole|150|--with-ocloc --with-pocl|a hundred kernels of darktable, whose package is unpacked, against pocl
timings|whole|240||both timings of all shipped studies agree, also where L3 pushes back on writes
sweep_kill|whole|40||a sweep that is killed a hundred times loses nothing
explanations|whole|900||a hundred planted bottlenecks are found by explain
pages|whole|300|--with-browser|every page in Chromium, on a desktop and a phone, light and dark
samples|whole|300||samples of recordings lie within the bounds that they state
asan_base|part|40||tests of base, this plane under the sanitizers
asan_isa|part|130||tests of isa, likewise
asan_functional|part|280||tests of functional, likewise
asan_machine|part|90||tests of machine, likewise
asan_timing|part|200||tests of timing, likewise
asan_rtl_cosim|part|150||tests of rtl_cosim, likewise
asan_host|part|40||tests of host, likewise
asan_parameters|part|60||tests of parameters, likewise
asan_pictures|part|60||tests of pictures, likewise
asan_workload|part|100||tests of workload, likewise
asan_study|part|160||tests of study, likewise
asan_analysis|part|90||tests of analysis, likewise
asan_exploration|part|60||tests of exploration, likewise
asan_pages|part|60||tests of pages, likewise
asan_cli|part|300||tests of the command, likewise
identity_part|part|40||the same bytes with waves, with checked protocols, with RTL
no_rtl_part|part|200||tests of the command of a build without Verilator
benchmarks_build|part|90|--with-benchmark|the benchmarks build
instructions_part|part|60|--with-valgrind|host instructions of one fixed workload
timings_part|part|120||both timings of all shipped studies agree
explanations_part|part|300||thirty drawn bottlenecks, likewise
sweep_kill_part|part|40||a sweep that is killed a hundred times loses nothing"

# A number that the commit chooses: seeds and the sample change with it, and are the same whenever it is tried again.
commit_number() { echo $((16#$(git rev-parse HEAD | cut -c1-7))); }

one_plane() {  # PLANE: its library and tests under the sanitizers, the planes below as in the release preset
  local plane="$1" folder="build/sanitized_$1" targets=("$1_tests")
  [ "$plane" = functional ] && targets+=(c_interface_tests)
  cmake --preset release -B "$folder" -DTEXPIPE_SANITIZE="$plane" >/dev/null &&
    cmake --build "$folder" --parallel "$(nproc)" --target "${targets[@]}" -- --quiet &&
    LSAN_OPTIONS=use_stacks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
      ctest --test-dir "$folder" --parallel "$(nproc)" -L "^$plane\$" --output-on-failure --no-tests=error | tail -40
}

darktable_kernels() {
  local folder=build/darktable
  mkdir -p "$folder" && (cd "$folder" && { [ -d usr ] || { apt-get download -q darktable && dpkg -x darktable_*.deb .; }; }) &&
    tests/project/darktable_kernels_test.py build/release/texpipe --kernels "$folder/usr/share/darktable/kernels"
}

run_job() {
  case "$1" in
    asan) scripts/test.sh asan ;;
    asan_*) one_plane "${1#asan_}" ;;
    identity) scripts/check_identity.sh ;;
    identity_part) scripts/check_identity.sh --without-clang ;;
    no_rtl) scripts/test.sh no_rtl ;;
    no_rtl_part) scripts/build.sh no_rtl cli_tests && ctest --preset no_rtl --parallel "$(nproc)" -L cli --output-on-failure ;;
    benchmarks) scripts/build.sh release functional_benchmark timing_benchmark study_benchmark rtl_benchmark &&
      build/release/functional_benchmark --benchmark_min_time=0.01 ;;
    benchmarks_build) scripts/build.sh release functional_benchmark timing_benchmark study_benchmark rtl_benchmark ;;
    instructions) scripts/instruction_counts.py ;;
    instructions_part) scripts/instruction_counts.py "$(awk -v n="$(commit_number)" '!/^ *(#|$)/ {name[count++] = $1} END {print name[n % count]}' tests/data/instruction_counts/cases.txt)" ;;
    fuzz) scripts/fuzz.sh ;;
    mutation) scripts/mutate.py --seed "$(commit_number)" ;;
    rtl_regression) scripts/rtl_regression.py ;;
    rtl_mutation) scripts/rtl_mutation.py ;;
    random_kernels) tests/project/random_kernels_test.py build/release/texpipe --seed "$(commit_number)" --count 1000 ;;
    random_frames) scripts/build.sh release frame_player &&
      tests/project/random_frames_test.py build/release/texpipe build/release/frame_player --seed "$(commit_number)" --count 200 ;;
    pixel_shaders) scripts/build.sh release frame_player && tests/project/pixel_shaders_test.py build/release/texpipe build/release/frame_player ;;
    exchanged_rows) scripts/exchange_rows.py ;;
    pages) tests/project/page_looks_test.py build/release/texpipe && tests/project/report_page_test.py build/release/texpipe ;;
    darktable) darktable_kernels ;;
    timings) scripts/compare_timings.py && scripts/compare_timings.py -p slice.l3.banks=1 -p slice.l3.bytes_per_cycle=8 ;;
    timings_part) scripts/compare_timings.py ;;
    sweep_kill | sweep_kill_part) scripts/sweep_kill.py ;;
    samples) scripts/sample_error.py ;;
    explanations) scripts/check_explanations.py --jobs "$(nproc)" ;;
    explanations_part) scripts/check_explanations.py --jobs "$(nproc)" --draw 30 --seed "$(commit_number)" ;;
  esac
}

of_kind() { awk -F'|' -v kind="$1" '$2 == kind {print $1}' <<<"$jobs"; }

# Jobs of the sample: the one at the place in the list that the commit chooses, so that each has its turn, however long it takes; then those
# behind it that the time left has room for.
sample() {  # SECONDS
  of_kind part | awk -v n="$(commit_number)" '{name[NR - 1] = $0} END {for (i = 0; i < NR; ++i) print name[(n + i) % NR]}' | while read -r name; do
    grep "^$name|" <<<"$jobs"
  done | awk -F'|' -v left="$1" 'NR == 1 || $3 <= left {left -= $3; print $1}'
}

chosen=()
case "${1:-}" in
  --list)
    awk -F'|' '{printf "%-20s %-6s %5d s  %s\n", $1, $2, $3, $5}' <<<"$jobs"
    exit 0 ;;
  --sample)
    seconds="${2:-120}"
    [[ "$seconds" =~ ^[0-9]+$ ]] || { echo "error: --sample $seconds: expected whole seconds" >&2; exit 2; }
    mapfile -t chosen < <(sample "$seconds")
    echo "sample of the nightly checks that commit $(git rev-parse --short HEAD) chooses: ${chosen[*]}" ;;
  "") mapfile -t chosen < <(of_kind whole) ;;
  *) chosen=("$@") ;;
esac
for name in "${chosen[@]}"; do
  grep -q "^$name|" <<<"$jobs" || { echo "error: no job $name; scripts/nightly.sh --list shows all" >&2; exit 2; }
done

scripts/install_dependencies.sh
[ -x build/release/texpipe ] || scripts/build.sh release texpipe
failed=0
table=
for name in "${chosen[@]}"; do
  read -ra packages <<<"$(awk -F'|' -v name="$name" '$1 == name {print $4}' <<<"$jobs")"
  [ ${#packages[@]} -eq 0 ] || scripts/install_dependencies.sh "${packages[@]}"
  echo "== $name"
  begin=$SECONDS
  outcome=passed
  (run_job "$name") || { outcome=FAILED; failed=1; }
  table+="$(printf '%6d s  %-7s %s' $((SECONDS - begin)) "$outcome" "$name")"$'\n'
done
echo "== nightly checks, slowest first"
sort -rn <<<"${table%$'\n'}"
exit "$failed"
