#!/usr/bin/env python3
"""Runs the benchmarks that scripts/benchmark.sh has built, and prints every target with what was measured.

  scripts/benchmark.py [--all] [--long] [--lavapipe] [--markdown] [REPETITIONS]
"""
import argparse
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
FIRST_LOOK = "configs/studies/first_look.yaml"
BILINEAR = ["-p", "workload.walk=rotating_zoom", "-p", "workload.sampler.min_filter=LINEAR", "-p", "workload.sampler.mip_filter=NONE"]
RGBA8 = ["-p", "workload.texture=configs/textures/astronaut_256_rgba8_mips.dds"]


class Measured:
    """One process: seconds on the wall and of processors, peak memory, and what its run folder says."""

    def __init__(self, arguments, folder=None):
        begin = time.monotonic()
        process = subprocess.Popen([BUILD / "texpipe", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"error: texpipe {' '.join(arguments)}: exit code {process.returncode}")
        self.wall = time.monotonic() - begin
        self.processor = usage.ru_utime + usage.ru_stime
        self.megabytes = usage.ru_maxrss / 1024
        if folder is None:
            return
        took = re.search(r"the simulation took ([\d.]+) s, ([\d.]+) s of processors", (folder / "log.txt").read_text())
        self.simulation_wall, self.simulation = float(took.group(1)), float(took.group(2))
        groups = json.loads((folder / "stats.json").read_text())["groups"]
        counters = [(group["path"], one["name"], one["value"]) for group in groups for one in group["statistics"] if one["kind"] == "counter"]
        self.footprints = sum(value for path, name, value in counters if path.endswith("sampler.front_end") and name == "footprints")


class Runs:
    """Runs of texpipe, each in a folder of its own that is gone afterwards."""

    def __init__(self, repetitions):
        self.repetitions = repetitions

    def run(self, arguments):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "run"
            return Measured(["run", "-q", *arguments, "--out", str(out)], out)

    def many(self, arguments):
        return [self.run(arguments) for _ in range(self.repetitions)]

    def paired(self, *commands):
        """Runs of several commands, one after the other in turn, so that each meets the same load."""
        rounds = [[self.run(arguments) for arguments in commands] for _ in range(self.repetitions)]
        return list(zip(*rounds))


def median(runs, of):
    return statistics.median(of(run) for run in runs)


def google_benchmark(program, repetitions, environment=None):
    """Median items per second by name, in millions."""
    output = subprocess.run(
        [BUILD / program, f"--benchmark_repetitions={repetitions}", "--benchmark_report_aggregates_only=true",
         "--benchmark_format=csv", f"--benchmark_min_time={os.environ.get('MIN_TIME', '0.2')}"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True, env={**os.environ, **(environment or {})}).stdout
    rows = csv.DictReader(line for line in output.splitlines() if line.count(",") > 5)
    return {row["name"].removesuffix("_median").removeprefix("run/").removesuffix("/manual_time"): float(row["items_per_second"]) / 1e6
            for row in rows if row["name"].endswith("_median") and row["items_per_second"]}


def lavapipe(repetitions):
    output = subprocess.run([BUILD / "lavapipe_peer", str(max(repetitions, 5))], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {name.removeprefix("lavapipe/"): value for name, value in (line.split(",", 1) for line in output.splitlines())}


class Table:
    """Targets in the order in which they are printed."""

    def __init__(self):
        self.rows = []

    def at_least(self, what, target, measured, unit):
        self.add(what, f"at least {target:g} {unit}", f"{measured:.3g} {unit}", measured / target, measured >= target)

    def at_most(self, what, target, measured, unit):
        self.add(what, f"under {target:g} {unit}", f"{measured:.3g} {unit}", measured / target, measured < target)

    def add(self, what, target, measured, ratio, met):
        self.rows.append((what, target, measured, f"{ratio:.2f}" if ratio is not None else "", {True: "met", False: "missed", None: ""}[met]))
        print(".", end="", file=sys.stderr, flush=True)

    def show(self, form):
        print(file=sys.stderr)
        print(form(("what", "target", "measured", "ratio", ""), self.rows))


def add_functional_core(table, core, peer):
    def messages(case):
        return core["messages/" + case]

    def batches(case):
        return core["batches/" + case]

    def against_peer(what, case, rate, factor):
        if case in peer:
            other = float(peer[case])
            table.add(f"{what}, {case.replace('_', ' ')}", f"at least {factor:g}x lavapipe's {other:.3g} M/s", f"{rate:.3g} M/s", rate / other, rate >= factor * other)
        else:
            table.add(f"{what}, {case.replace('_', ' ')}", f"at least {factor:g}x lavapipe", f"{rate:.3g} M/s", None, None)

    for case in ("bilinear_rgba8", "bilinear_rgba8_random"):
        against_peer("untimed messages", case, messages(case), 1.0)
    for kind in ("bilinear", "trilinear"):
        for form in ("rgba8", "rgba16f", "rgba32f", "bc1", "bc7"):
            against_peer("untimed batches", f"{kind}_{form}", batches(f"{kind}_{form}"), 1.5)
    table.at_least("untimed native code of the kernels, messages unanswered", 25, core["native_code/kernels"], "M SIMD8 instructions/s")
    by_hand = core.get("bilinear_rgba8/by_hand_avx2")
    if by_hand:
        table.at_least("untimed batches against a loop by hand, bilinear RGBA8", 60, 100 * batches("bilinear_rgba8") / by_hand, "%")
    table.at_least("untimed, 16 taps of a level against 16 bilinear samples", 1.0, 16 * messages("anisotropic16_rgba8") / messages("bilinear_rgba8"), "x")
    against_peer("untimed messages", "anisotropic16_rgba8", messages("anisotropic16_rgba8"), 1.0)


def add_sampler_alone(table, sampler):
    for timing, with_values, given in (("approximately", 1.2, 1.5), ("loosely", 8, 20)):
        table.at_least(f"{timing} timed, sampler alone, L1 hits, with values", with_values, sampler[f"{timing}/with_values"], "M footprints/s")
        table.at_least(f"{timing} timed, sampler alone, footprints given", given, sampler[f"{timing}/footprints_given"], "M footprints/s")
    for timing in ("approximately", "loosely"):
        microseconds = 1 / sampler[f"{timing}/messages_without_work"]
        if timing == "approximately":
            table.at_most("approximately timed, a message without subspan work", 1.5, microseconds, "us")
        else:
            table.add("loosely timed, a message without subspan work", "", f"{microseconds:.3g} us", None, None)


def add_kernels(table, kernels):
    for timing, target in (("untimed", 25), ("loosely_timed", 5), ("approximately_timed", 5)):
        table.at_least(f"{timing.replace('_', ' ')}, compiled kernels with their messages", target, kernels[f"kernels/{timing}"], "M SIMD8 instructions/s")


def add_studies(table, runs):
    untimed = ["-p", "timing=untimed", "--threads", "1"]
    simulation = median(runs.many([FIRST_LOOK, *untimed]), lambda run: run.simulation)
    table.at_most("untimed first_look, simulation alone (20x of 0.4 s)", 0.02, simulation, "s")
    zoom = [FIRST_LOOK, *BILINEAR, *RGBA8, *untimed]
    whole = median(runs.many([*zoom, "-p", "workload.image=1024x1024"]), lambda run: run.processor)
    table.at_most("untimed rotating_zoom, 1024x1024, whole process", 0.2, whole, "s")
    for timing, first_look, walk in (("approximately_timed", 1.0, 0.4), ("loosely_timed", 4, 2)):
        for name, target, study in (("first_look", first_look, []), ("bilinear walk", walk, [*BILINEAR, *RGBA8])):
            measured = runs.many([FIRST_LOOK, *study, "-p", f"timing={timing}", "-p", "workload.image=320x240"])
            rate = median(measured, lambda run: run.footprints / run.simulation) / 1e6
            table.at_least(f"{timing.replace('_', ' ')}, whole machine, {name}", target, rate, "M footprints/s")
    one, two = runs.paired(*([FIRST_LOOK, *BILINEAR, *RGBA8, "-p", "timing=untimed", "-p", "workload.image=2048x2048", "--threads", n] for n in ("1", "2")))
    speedup = min(run.simulation_wall for run in one) / min(run.simulation_wall for run in two)
    table.at_least("two threads, untimed image, best wall times", 1.9, speedup, "x")
    table.add("two threads, processor time against one thread's", "", f"{median(two, lambda r: r.simulation) / median(one, lambda r: r.simulation):.3f} x", None, None)


def add_rtl(table, runs, rtl):
    """The joined sampler as RTL: itself, and behind its adapter beside the model in both timings, on the same machine and walk."""
    table.add("sampler as RTL itself, trilinear", "", f"{rtl['rtl_sampler/raw']:.3g} M footprints/s", None, None)
    study = [FIRST_LOOK, "-p", "timing=approximately_timed", "-p", "machine=configs/machines/rtl_sampler.yaml", "-p", "workload.image=160x120"]
    joined = ["-p", "slice.subslice[*].sampler.implementation=rtl"]
    verilated, *timings = runs.paired([*study, *joined], study, [*study, "-p", "timing=loosely_timed"])
    slow = median(verilated, lambda run: run.simulation)
    table.add("sampler as RTL, first_look", "", f"{verilated[0].footprints / slow / 1e6:.3g} M footprints/s", None, None)
    for name, target, runs_of in zip(("approximately", "loosely"), (2, 20), timings):
        table.at_least(f"{name} timed against the sampler as RTL, first_look", target, slow / median(runs_of, lambda run: run.simulation), "x")


def add_start_up(table, runs):
    small = runs.many([FIRST_LOOK, "-p", "timing=approximately_timed", "-p", "workload.image=8x8"])
    table.at_most("start-up: run of a walk of 8x8, wall", 50, 1000 * median(small, lambda run: run.wall), "ms")
    table.add("the same, of processors", "", f"{1000 * median(small, lambda run: run.processor):.3g} ms", None, None)
    for arguments in (["--version"], ["config", "show", FIRST_LOOK]):
        shown = [Measured(arguments) for _ in range(runs.repetitions)]
        table.add(f"start-up: {' '.join(arguments[:2])}, wall", "", f"{1000 * median(shown, lambda run: run.wall):.3g} ms", None, None)


def add_tracing(table, runs):
    study = [FIRST_LOOK, "-p", "timing=approximately_timed", "-p", "workload.image=128x96"]
    with tempfile.TemporaryDirectory() as folder:
        off, on = runs.paired(study, [*study, "--force", "--waves", f"{folder}/run.vcd"])
    times = [median(measured, lambda run: run.simulation) for measured in (off, on)]
    table.add("tracing off against on, approximately timed first_look", "off: not measurable", f"{times[0]:.3g} s off, {times[1]:.3g} s on", times[1] / times[0], None)


def growth(runs, most):
    """Time and peak memory of steady walks, by decade of footprints: the same 32 threads, whose messages have four footprints each."""
    points = []
    for timing in ("untimed", "loosely_timed", "approximately_timed"):
        for decade in range(4, most + 1):
            groups, threads = 4, 8
            messages = 10**decade // (4 * groups * threads)
            study = [FIRST_LOOK, *BILINEAR, *RGBA8, "-p", f"timing={timing}", "-p", "workload.walk=steady", "-p", f"workload.steady.groups={groups}",
                     "-p", f"workload.steady.threads_per_group={threads}", "-p", f"workload.steady.messages={messages}", "-p", "watchdog=0"]
            measured = runs.run(study)
            points.append((timing, groups * threads * (messages // 4 * 4) * 4, measured.simulation, measured.megabytes))
            print(".", end="", file=sys.stderr, flush=True)
    return points


def plot(points, file):
    """Seconds and megabytes over footprints, both axes logarithmic, as SVG."""
    import math
    width, height, margin = 420, 300, 50
    colours = {"untimed": "#2a7", "loosely_timed": "#27c", "approximately_timed": "#c42"}
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width}" height="{height + 30}" font-family="sans-serif" font-size="11">']
    for panel, (title, column, unit) in enumerate((("simulation, seconds of processors", 2, "s"), ("peak memory, MB", 3, "MB"))):
        low, high = (math.floor(math.log10(min(p[column] for p in points))), math.ceil(math.log10(max(p[column] for p in points))))
        first, last = math.log10(min(p[1] for p in points)), math.log10(max(p[1] for p in points))

        def place(point):
            x = panel * width + margin + (math.log10(point[1]) - first) / max(last - first, 1) * (width - 2 * margin)
            y = height - margin - (math.log10(max(point[column], 1e-6)) - low) / max(high - low, 1) * (height - 2 * margin)
            return x, y
        parts.append(f'<text x="{panel * width + margin}" y="25">{title}</text>')
        for decade in range(round(first), round(last) + 1):
            x, _ = place((None, 10**decade, 10**low, 10**low))
            parts.append(f'<text x="{x}" y="{height - 30}" text-anchor="middle">1e{decade}</text>')
        for decade in range(low, high + 1):
            _, y = place((None, 10**first, 10**decade, 10**decade))
            parts.append(f'<text x="{panel * width + margin - 8}" y="{y}" text-anchor="end">1e{decade}</text>'
                         f'<line x1="{panel * width + margin}" x2="{(panel + 1) * width - margin}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        for timing, colour in colours.items():
            line = " ".join("{:.1f},{:.1f}".format(*place(point)) for point in points if point[0] == timing)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for i, (timing, colour) in enumerate(colours.items()):
        parts.append(f'<text x="{margin + 160 * i}" y="{height + 15}" fill="{colour}">{timing.replace("_", " ")}</text>')
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join([*parts, "</svg>\n"]))


def add_growth(table, points):
    for timing in dict.fromkeys(point[0] for point in points):
        mine = [point for point in points if point[0] == timing]
        large = mine[-2:]
        per_footprint = [seconds / footprints for _, footprints, seconds, _ in large]
        table.at_most(f"growth, {timing.replace('_', ' ')}: time per footprint, last decade against the one before", 1.15, per_footprint[1] / per_footprint[0], "x")
        table.at_most(f"growth, {timing.replace('_', ' ')}: peak memory, last decade against the first", 1.25, mine[-1][3] / mine[0][3], "x")


def show_core(core, peer):
    def section(prefix):
        return {name.removeprefix(prefix): rate for name, rate in core.items() if name.startswith(prefix)}
    messages, batches = section("messages/"), section("batches/")
    print(f"\n{'M samples/s, one thread':24}{'messages':>10}{'batches':>10}{'lavapipe':>10}{'by hand':>10}")
    for name, rate in messages.items():
        hand = core.get("bilinear_rgba8/by_hand_avx2" + ("_random" if name.endswith("random") else "")) if name.startswith("bilinear_rgba8") and "srgb" not in name else None
        print(f"{name:24}{rate:10.1f}{batches[name]:10.1f}{float(peer[name]) if name in peer else float('nan'):10.1f}{hand if hand else float('nan'):10.1f}".replace("nan", "   "))
    for title in ("operation", "format", "family"):
        listed = section(title + "/")
        if listed:
            print(f"\n{title}, slowest first, M samples/s through messages")
            for name, rate in sorted(listed.items(), key=lambda item: item[1]):
                print(f"{rate:10.2f}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repetitions", nargs="?", type=int, default=5)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--lavapipe", action="store_true")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    if options.repetitions < 2:
        parser.error(f"{options.repetitions} repetitions; expected a number from 2 on, whose median is shown")
    notes = sys.stderr if options.markdown else sys.stdout
    processor = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    compiler = subprocess.run(["g++", "--version"], stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]
    print(f"machine   {processor.group(1) if processor else 'unknown'}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start", file=notes)
    print(f"compiler  {compiler}, -O3", file=notes)
    peer = lavapipe(options.repetitions) if options.lavapipe else {}
    print(f"peer      {peer.pop('device', 'none')}, one thread\n", flush=True, file=notes)
    runs, table = Runs(options.repetitions), Table()
    core = google_benchmark("functional_benchmark", options.repetitions, {"TEXPIPE_BENCHMARK_ALL": "1" if options.all else ""})
    add_functional_core(table, core, peer)
    add_sampler_alone(table, google_benchmark("timing_benchmark", options.repetitions))
    add_kernels(table, google_benchmark("study_benchmark", options.repetitions))
    add_studies(table, runs)
    points = growth(runs, 8 if options.long else 7)
    add_growth(table, points)
    add_rtl(table, runs, google_benchmark("rtl_benchmark", options.repetitions))
    add_start_up(table, runs)
    add_tracing(table, runs)
    plot(points, ROOT / "out/benchmark/growth.svg")
    if options.markdown:
        return table.show(markdown_table.markdown)
    table.show(markdown_table.aligned)
    show_core(core, peer)
    print(f"\n{'growth':22}{'footprints':>12}{'seconds':>10}{'peak MB':>9}")
    for timing, footprints, seconds, megabytes in points:
        print(f"{timing:22}{footprints:12,}{seconds:10.3f}{megabytes:9.1f}")
    print(f"plot: out/benchmark/growth.svg; load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
