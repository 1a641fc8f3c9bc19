#!/usr/bin/env python3
"""A recording whose frame has many draws is described and drawn in time that grows with their number alone.

  many_draws_test.py COMMAND RECORDING [DRAWS]

A draw of the recording (tests/data/frames/interface.frames.zst) becomes DRAWS small ones with state between them, in a batch that it
calls. With DRAWS it prints what they take; without, it compares 500 and 2000: four times the draws may take six times as long.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BATCH, DRAW_BYTES = 0x300000000, 0x80
CALLED = "3DPRIMITIVE\n  vertex_access_type = SEQUENTIAL\n  vertex_count_per_instance = 1092\n  start_vertex_location = 1110\n  instance_count = 1\n"
CALL = f"MI_BATCH_BUFFER_START\n  address_space_indicator = PPGTT\n  second_level_batch_buffer = Second level batch\n  batch_buffer_start_address = {BATCH:#x}\n" \
       + "MI_NOOP\n" * 4


def run(command, *arguments):
    """Output and seconds of processors."""
    before = os.times()
    process = subprocess.run([command, *arguments], capture_output=True, text=True)
    after = os.times()
    if process.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: exit code {process.returncode}: {process.stderr.strip()}")
    return process.stdout, after.children_user + after.children_system - before.children_user - before.children_system


def draws_text(count):
    """Two triangles each, of the vertices that the recording has, with a scissor and a stall before."""
    lines = []
    for n in range(count):
        lines += ["3DSTATE_SAMPLE_MASK", "  sample_mask = 1", "PIPE_CONTROL", "  stall_at_pixel_scoreboard = true", "3DPRIMITIVE",
                  "  vertex_access_type = SEQUENTIAL", "  vertex_count_per_instance = 6", f"  start_vertex_location = {1110 + 6 * (n % 182)}",
                  "  instance_count = 1"]
    return "\n".join([f"batch {BATCH:#x}", *lines, "MI_BATCH_BUFFER_END", ""])


def measure(command, text, count, folder):
    """Seconds by verb; checks that every draw is there and that the picture does not change."""
    size = (count * DRAW_BYTES + 0xFFFF) & ~0xFFF
    begin = text.index("\nsubmission number 3") + 1
    end = text.index("\nend\n", begin) + 1
    submission = text[begin:end]
    assert submission.count(CALLED) == 1, "the recording has another text"
    changed = text[:begin] + f"map {BATCH:#x} size {size:#x}\n" + submission.replace(CALLED, CALL) + draws_text(count) + text[end:]
    (folder / "many.txt").write_text(changed)
    recording, study = folder / "many.frames.zst", folder / "many.yaml"
    seconds = {}
    _, seconds["assemble"] = run(command, "frame", "assemble", str(folder / "many.txt"), "-o", str(recording), "--force")
    info, seconds["info"] = run(command, "frame", "info", str(recording))
    listed, seconds["draws"] = run(command, "frame", "draws", "--csv", str(recording))
    _, seconds["dump"] = run(command, "frame", "dump", str(recording))
    machine = pathlib.Path(__file__).resolve().parents[2] / "configs/machines/kaby_lake_gt2.yaml"
    study.write_text(f"{{study: many, machine: {machine}, timing: untimed, workload: {{kind: frame, file: {recording.name}}}}}\n")
    _, seconds["run"] = run(command, "run", "-q", "--force", str(study), "--out", str(folder / "out"))
    found = int(re.search(r"draws\s+(\d+) of the application", info).group(1))
    if found != count + 4 or listed.count("\n") != count + 8:
        sys.exit(f"{count} draws: {found - 4} are counted, {listed.count(chr(10)) - 8} are listed")
    drawn = (folder / "out/frame.json").read_text()
    if f'"draws": {count + 7}' not in drawn:
        sys.exit(f"{count} draws: {drawn}")
    return seconds


def main():
    command, recording = sys.argv[1:3]
    text, _ = run(command, "frame", "dump", "--bytes", recording)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if len(sys.argv) > 3:
            count = int(sys.argv[3])
            for verb, seconds in measure(command, text, count, folder).items():
                print(f"{verb:10}{seconds:8.2f} s, {1e6 * seconds / count:8.1f} us a draw")
            return
        few, many = measure(command, text, 500, folder), measure(command, text, 2000, folder)
        for verb in few:
            if many[verb] > 6 * few[verb] + 0.1:
                sys.exit(f"frame {verb}: {few[verb]:.2f} s for 500 draws, {many[verb]:.2f} s for 2000")


if __name__ == "__main__":
    main()
