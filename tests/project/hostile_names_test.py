#!/usr/bin/env python3
"""Names of folders, files and sweeps that a shell or GNU parallel would take for something else: through every engine of a sweep and every verb that
starts a program, nothing of them is executed, and every table is the one of a plain name.

  hostile_names_test.py COMMAND          local processes, GNU parallel where it is installed, and the scripts of Slurm and LSF by hand
  hostile_names_test.py COMMAND slurm    a real Slurm of one node (scripts/slurm_node.sh); exit 77 where it is not installed
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STUDY = """study: tiny
machine: {machine: small}
timing: loosely_timed
workload: {kind: microbenchmark, benchmark: sampler_chain, sampler_chain: {footprint: 64B, loads: 1}}
"""
SWEEP = "study: tiny.yaml\ngrid: {l1.size: [4KiB, 8KiB], memory.latency: [50ns, 100ns, 200ns]}\n"
# Each would leave a file named PWNED if a shell, GNU parallel or Slurm read it as more than a name.
PARTS = ["a';touch PWNED;'b", "$(touch PWNED)", "`touch PWNED`", '"; touch PWNED; "', "{}", "{#}", "{= system('touch PWNED') =}", "{1}{.}{%}", "a b  c",
         "a\ntouch PWNED\n#SBATCH --wrap=touch\\ PWNED\n#BSUB -J PWNED\n", "\r\n", "o'brien", "--help", "-rf", "*?[!a]", "~", "$HOME", "&& touch PWNED", "%b\\n\\047",
         "é\u202e", "| touch PWNED", "!!", "=", "a\\", "[a,b]"]
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


class Place:
    """A folder with a hostile name that holds a study and a sweep."""

    def __init__(self, command, scratch, name):
        self.command, self.folder, self.name = command, scratch / name, name
        self.folder.mkdir()
        (self.folder / "tiny.yaml").write_text(STUDY)
        # A sweep's name may hold what a folder's may, without control characters.
        plain = "".join(c for c in name if c.isprintable()).lstrip("-.")[:200] or "s"
        (self.folder / "sweep.yaml").write_text('sweep: "' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"\n' + SWEEP)

    def run(self, *words, expected=0, **options):
        done = subprocess.run([self.command, *words], cwd=self.folder, capture_output=True, text=True, timeout=200, **options)
        check(done.returncode == expected, f"{self.name!r}: {words[:2]}: exit {done.returncode}: {done.stderr[-500:]}")
        return done

    def table(self, out):
        file = self.folder / out / "results.csv"
        return file.read_bytes() if file.exists() else b""

    def by_hand(self, engine, out):
        """What a scheduler does with the scripts that --no-submit leaves: its own copies run, wherever they are."""
        for script in sorted((self.folder / out / "batch").glob(engine + "_*.sh")):
            for task in range(3):
                environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "LSB_JOBINDEX": str(task + 1)}
                done = subprocess.run(["sh"], stdin=script.open(), cwd=self.folder, env=environment, capture_output=True, text=True)
                check(done.returncode == 0, f"{self.name!r}: the script of {engine}: {done.stderr[-500:]}")
            directives = [line for line in script.read_text().splitlines() if line.startswith(("#SBATCH", "#BSUB"))]
            check(not any("PWNED" in line and not line.startswith(("#SBATCH --job-name=", "#BSUB -J ")) for line in directives), f"directives {directives}")


def check_engines(command, scratch, table):
    for number, part in enumerate(PARTS):
        place = Place(command, scratch / str(number), part.replace("/", "_"))
        place.run("sweep", "sweep.yaml", "-q", "--out=" + place.name + "l")
        check(place.table(place.name + "l") == table, f"{part!r}: another table")
        engine = ("slurm", "lsf")[number % 2]
        place.run("sweep", "sweep.yaml", "-q", "--engine", engine, "--no-submit", "--each", "2", "--out=" + place.name)
        place.by_hand(engine, place.name)
        place.run("sweep", "collect", "-q", "--", place.name)
        check(place.table(place.name) == table, f"{part!r}: {engine}: another table")


def check_parallel(command, scratch, table):
    for number, part in enumerate(PARTS):
        place = Place(command, scratch / str(number), part.replace("/", "_"))
        place.run("sweep", "sweep.yaml", "-q", "--engine", "parallel", "--jobs", "2", "--each", "3", "--out=" + place.name)
        check(place.table(place.name) == table, f"{part!r}: parallel: another table")


def check_slurm(command, scratch, table):
    """All in one name, but line ends apart: each takes seconds."""
    for number, part in enumerate(("".join(p for p in PARTS if p.isprintable())[:200], PARTS[9], "-rf {}")):
        place = Place(command, scratch / str(number), part.replace("/", "_"))
        place.run("sweep", "sweep.yaml", "-q", "--engine", "slurm", "--each", "6", "--out=" + place.name)
        check(place.table(place.name) == table, f"{part!r}: slurm: another table")


def check_verbs(command, scratch):
    """Verbs that start processes of their own or write names into files that somebody may execute."""
    name = "".join(part for part in PARTS if part.isprintable())[:200].replace("/", "_").lstrip("-")
    place = Place(command, scratch / "verbs", name)
    (place.folder / "tiny.yaml").write_text(STUDY.replace("loosely", "approximately").replace("study: tiny", 'study: "' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'))
    place.run("run", "tiny.yaml", "-q")
    check((place.folder / "out" / name / "COMPLETE").exists(), "the run has no folder of its study's name")
    place.run("sweep", "tiny.yaml", "-q", "-p", "l1.size=4KiB,8KiB", "--out=" + name)
    for verb in (["stats"], ["report", "-o", name + ".html"], ["compare", name], ["sweep", "status"], ["sweep", "pareto"], ["sweep", "sensitivity"]):
        place.run(*verb, "--", name)
    (place.folder / "search.yaml").write_text("sweep: s\nstudy: tiny.yaml\nsearch: {population: 4, generations: 1, axes: {l1.mshrs: {from: 4, to: 64}}}\n")
    place.run("search", "search.yaml", "-q", "--out=" + "-" + name[:100])
    place.run("explain", str(place.folder / "out" / name), "--runs", "3", "--jobs", "2", "-q")


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    slurm = sys.argv[2:] == ["slurm"]
    if slurm and "SLURM_CONF" not in os.environ:
        os.execv(ROOT / "scripts/slurm_node.sh", ["slurm_node.sh", sys.executable, __file__, command, "slurm"])
    with tempfile.TemporaryDirectory(prefix="texpipe_names_") as folder:
        scratch = pathlib.Path(folder)
        plain = Place(command, scratch, "plain")
        plain.run("sweep", "sweep.yaml", "-q", "--out", "s")
        table = plain.table("s")
        check(table.count(b"done") == 6, f"the plain table is {table}")
        checks = [check_slurm] if slurm else [check_engines] + ([check_parallel] if shutil.which("parallel") else [])
        for one in checks:
            below = scratch / one.__name__
            for number in range(len(PARTS)):
                (below / str(number)).mkdir(parents=True)
            one(command, below, table)
        if not slurm:
            (scratch / "verbs").mkdir()
            check_verbs(command, scratch)
        found = [str(path) for path in scratch.rglob("PWNED*")]
        check(not found, f"executed: {found}")
        check(not list(ROOT.glob("PWNED*")), "executed in the source folder")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
