#!/usr/bin/env python3
"""Compares the untimed drawing of frames with lavapipe, Mesa's renderer on the CPU, both on one thread of the host.

  scripts/frame_speed.py [--command TEXPIPE] [--frames N] [--size WxH] [--markdown] [NAME]...
  scripts/frame_speed.py [--gl] [...] --program 'PROGRAM --frames {frames} --size {size}'

Runs programs on lavapipe, and records the same with `texpipe capture` and draws the recording untimed. Both sides are processor
time of the process by frame: the difference of two runs of different lengths, so that the program's start, compiling shaders and
reading the recording do not count. lavapipe's side includes the program itself and presenting its frames to an X server; the
recording holds no pictures (`capture --no-pictures`), so that texpipe's side has the program's draws alone. Programs that animate
by the clock (glmark2) do not draw the same frames twice, only alike ones.

--program measures another one; `{frames}` and `{size}` (WIDTHxHEIGHT), `{width}` and `{height}` become numbers.
Needs what `texpipe capture` needs, Xvfb, and vkcube and glmark2 (scripts/install_dependencies.sh --with-capture). Exit code 5: a program
is drawn at less than a quarter of lavapipe's speed, or a frame takes 1 GB.
"""
import argparse
import contextlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Name, whether it is OpenGL, command.
PROGRAMS = {
    "vkcube": (False, "vkcube --c {frames} --width {width} --height {height}"),
    **{f"glmark2 {scene.split(':')[0]}": (True, "glmark2 -s {size} -b " + scene + ":nframes={frames}:duration=1000")
       for scene in ("build", "texture", "shadow", "effect2d", "conditionals", "jellyfish", "terrain", "ideas")},
}
WANTED, MOST_MEGABYTES = 0.25, 1000
LAVAPIPE_FRAMES = (20, 170)  # of two runs


class Failed(Exception):
    pass


def processor_time(command, environment):
    """Seconds of processors and megabytes at the peak of a process and those that it waited for."""
    log = tempfile.TemporaryFile()
    process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=log, stderr=subprocess.STDOUT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        log.seek(0)
        last = log.read().decode(errors="replace").strip().splitlines()[-1:]
        raise Failed(f"{shlex.join(command)}: exit code {process.returncode}: {''.join(last)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


@contextlib.contextmanager
def screen(size):
    """An X server of its own, as the value of DISPLAY."""
    reader, writer = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp"], pass_fds=[writer],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def best(measure, repetitions):
    """The shortest time of some runs, with its memory: what disturbs a run makes it longer."""
    def again():
        try:
            return measure()
        except Failed:  # some programs lose a race with a new X server
            return measure()
    return min(again() for _ in range(repetitions))


def command_of(text, size, frames):
    width, height = size.split("x")
    return [word.format(frames=frames, size=size, width=width, height=height) for word in shlex.split(text)]


def lavapipe_seconds(program, gl, options):
    icd = next(pathlib.Path("/usr/share/vulkan/icd.d").glob("lvp_icd.*.json"), None)
    if icd is None:
        sys.exit("error: lavapipe is not installed (package mesa-vulkan-drivers)")
    with screen(options.size) as display:
        environment = {"DISPLAY": display, "VK_DRIVER_FILES": str(icd), "VK_ICD_FILENAMES": str(icd), "LP_NUM_THREADS": "1",
                       "vblank_mode": "0", **({"LIBGL_ALWAYS_SOFTWARE": "1", "MESA_LOADER_DRIVER_OVERRIDE": "zink", "GALLIUM_DRIVER": "zink"} if gl else {})}
        few, many = (best(lambda n=n: processor_time(command_of(program, options.size, n), environment), options.repetitions)
                     for n in LAVAPIPE_FRAMES)
    return (many[0] - few[0]) / (LAVAPIPE_FRAMES[1] - LAVAPIPE_FRAMES[0])


def texpipe_seconds(program, gl, options, folder):
    """Seconds by frame, and megabytes of the longer run."""
    measured = []
    for frames in (1, 1 + options.frames):
        recording, study, out = folder / f"{frames}.frames.zst", folder / f"{frames}.yaml", folder / f"out{frames}"
        processor_time([options.command, "capture", "--force", "--no-pictures", "--frames", str(frames), "--size", options.size,
                        *(["--gl"] if gl else []), "-o", str(recording), "--", *command_of(program, options.size, frames)], {})
        study.write_text(f"{{study: speed, machine: {ROOT}/configs/machines/kaby_lake_gt2.yaml, timing: untimed, "
                         f"workload: {{kind: frame, file: {recording.name}}}}}\n")
        run = [options.command, "run", "-q", "--force", "--threads", "1", str(study), "--out", str(out)]
        measured.append(best(lambda run=run: processor_time(run, {}), options.repetitions))
    return (measured[1][0] - measured[0][0]) / options.frames, measured[1][1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of: " + ", ".join(PROGRAMS))
    parser.add_argument("--command", default=str(ROOT / "build/release/texpipe"))
    parser.add_argument("--frames", type=int, default=3, help="that the longer recording has more than the shorter one")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--gl", action="store_true")
    parser.add_argument("--program")
    markdown_table.add_option(parser)
    options = parser.parse_args()
    options.command = str(pathlib.Path(options.command).resolve())
    unknown = [name for name in options.names if name not in PROGRAMS]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; expected some of: {', '.join(PROGRAMS)}")
    programs = {"program": (options.gl, options.program)} if options.program else \
        {name: PROGRAMS[name] for name in options.names or PROGRAMS}
    rows, missed = [], False
    for name, (gl, program) in programs.items():
        if shutil.which(shlex.split(program)[0]) is None:
            print(f"{name}: {shlex.split(program)[0]} is not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                theirs = lavapipe_seconds(program, gl, options)
                ours, megabytes = texpipe_seconds(program, gl, options, pathlib.Path(folder))
            except Failed as failure:
                print(f"{name}: {failure}", file=sys.stderr)
                missed = True
                continue
        met = theirs / ours >= WANTED and megabytes < MOST_MEGABYTES
        missed |= not met
        rows.append((name, f"{1000 * theirs:.1f}", f"{1000 * ours:.1f}", f"{theirs / ours:.3f}", f"{megabytes:.0f}", "met" if met else "missed"))
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    head = (f"program, {options.size}", "lavapipe, ms a frame", "texpipe, ms a frame", "speed, of lavapipe's", "peak MB", "a quarter and 1 GB")
    print((markdown_table.markdown if options.markdown else markdown_table.aligned)(head, rows))
    return 5 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
