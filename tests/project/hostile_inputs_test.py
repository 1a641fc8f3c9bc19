#!/usr/bin/env python3
"""Every verb with what is no input: folders in the place of files, files that are not there, empty, binary or unreadable, names that are no UTF-8, huge
numbers, options in the wrong place, folders that cannot be written, a full disk and a reader that goes away. Each gives a documented exit code and a
message of its own, within a time, and leaves nothing half-written.

  hostile_inputs_test.py COMMAND
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENTED = {2, 3, 4, 5, 8}
STUDY = str(ROOT / "configs/studies/first_look.yaml")

# Words of each verb that takes files; @ is the hostile one, RUN a run folder, and OUT something to write.
TAKES_FILE = [
    "run @", "run STUDY --out OUT -p machine=@", "run STUDY --out OUT -p workload.texture=@", "run STUDY --out OUT -p energy=@", "sweep @ --out OUT", "sweep status @",
    "sweep collect @", "sweep sensitivity @", "sweep pareto @", "search @ --out OUT", "config show @", "config validate @", "config paths @", "config explain timing @",
    "config diff @ STUDY", "config diff STUDY @", "verify @", "verify --machine @ golden", "stats @", "stats RUN --against @", "explain @", "why @ --pixel 1,1", "trace info @",
    "trace convert @ OUT.csv", "report @ -o OUT.html", "energy @", "energy RUN --table @", "compare @ RUN", "compare RUN @", "compare RUN RUN @", "correlate @",
    "correlate --machine @", "cosim @", "frame info @", "frame draws @", "frame dump @", "frame assemble @ -o OUT", "kernel info @", "kernel disassemble @",
    "recording info @", "recording intervals @", "spa check @", "spa run @", "texture info @", "texture decode @ OUT.png", "texture mips @ OUT.dds", "texture sheet @ -o OUT",
    "visa assemble @", "visa disassemble @", "visa lower @", "visa run @", "new machine OUT.yaml --from @", "new launch @", "--plugin @ doctor", "message execute @",
    "state decode surface @", "message decode @",
]
# Words that are wrong by themselves.
WRONG = [
    "run STUDY --timing x", "run STUDY --out", "run STUDY STUDY", "run --out OUT", "run STUDY --intervals -1", "run STUDY --intervals 99999999999999999999",
    "run STUDY --threads 0", "run STUDY --serve 99999999999999999999", "run STUDY -p", "run STUDY -p x", "run STUDY -p =", "run STUDY -p timing", "run STUDY -p timing=",
    "run STUDY -p ==", "run STUDY -p l1.size=99999999999999999999GiB", "run STUDY -p l1.ways=-1", "run STUDY -p l1.ways=1e400", "run STUDY -p l1.ways=nan",
    "run STUDY -p l1.size=0x10", "run STUDY -p workload.image=99999999x99999999", "run STUDY -p workload.image=0x0", "run STUDY -p workload.image=1",
    "run STUDY --waves-from 5", "run STUDY --trace x.txt", "run STUDY --waves x", "run STUDY --trace OUT.pftrace --trace-window a..b", "run STUDY --json=5",
    "run STUDY --trace OUT.pftrace --trace-pixel 1", "run STUDY --trace OUT.pftrace --trace-message x", "--json", "-x", "--nothing", "run --nothing", "help run x",
    "enum NOTHING", "enum SURFACE_FORMAT NOTHING", "enum SURFACE_FORMAT 99999999999999999999", "message decode", "message decode zz", "message decode 0x1234567890123",
    "message decode 1 2 3 4 5 6", "message encode", "message encode SFID_SAMPLER x=1", "message encode SFID_SAMPLER simd_mode=99", "state decode surface 1 2", "state decode nothing 1",
    "state encode surface x=1", "state encode surface width=99999999999999999999", "state explain surface nothing", "state address surface 0 --x 1 --y 1", "stats RUN nothing",
    "stats RUN --over space", "stats RUN --format xml", "stats", "compare RUN", "compare RUN RUN --fail-on cycles", "compare RUN RUN --fail-on cycles>x%", "explain RUN --only nothing",
    "explain RUN --most -1", "why RUN", "why RUN --pixel 99999,1", "why RUN --pixel a,b", "why RUN --message x", "why RUN --texel 1", "completion cmd", "config explain nothing",
    "config explain", "config schema nothing", "config reference --format x", "config diff STUDY", "studies nothing", "new nothing", "new machine OUT.yaml --from nothing",
    "report RUN -o RUN/x.html --pixel 1", "verify nothing", "correlate --only nothing", "correlate --fit x", "search STUDY", "sweep configs/sweeps/texture_cache.yaml --jobs x",
    "sweep configs/sweeps/texture_cache.yaml --engine nothing", "texture sheet", "energy RUN --format xml", "trace convert a b", "doctor x", "version x", "man x", "capture", "capture -- /nothing/there",
]
# Words that write to a file or folder.
WRITES = [
    "run STUDY -p workload.image=8x8 --out @", "run STUDY -p workload.image=8x8 --out OUT --trace @.pftrace", "run STUDY -p workload.image=8x8 --out OUT --waves @.vcd",
    "run STUDY -p workload.image=8x8 --out OUT --record @.rec", "run STUDY -p workload.image=8x8 --out OUT --accesses @.csv", "report RUN -o @.html", "compare RUN RUN -o @.html",
    "config reference -o @.md", "texture sheet BC1_UNORM -o @.png", "new machine @.yaml", "new study @.yaml", "new sweep @.yaml", "sweep configs/sweeps/texture_cache.yaml --no-submit --engine gnu_parallel --out @",
]
# Words that print something.
PRINTS = ["help", "help run", "--version", "doctor", "studies", "stats RUN", "stats RUN --json", "compare RUN RUN", "energy RUN", "config show STUDY", "config reference", "config schema study",
          "enum", "enum SURFACE_FORMAT", "state list", "state explain surface", "completion bash", "man", "why RUN --message 0.0", "run STUDY -p workload.image=8x8 --out NEW --json"]
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


class Place:
    def __init__(self, command, folder):
        self.command, self.folder, self.number = command, folder, 0
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        self.environment.pop("COLUMNS", None)

    def words(self, text, hostile=b""):
        self.number += 1
        named = {"STUDY": STUDY, "RUN": "run", "NEW": f"new{self.number}"}
        words = []
        for word in text.split():
            word = named.get(word, word)
            if word.startswith("configs/"):
                word = str(ROOT / word)
            if word.startswith("OUT"):
                word = f"out{self.number}{word[3:]}"
            words.append(word.encode().replace(b"@", hostile))
        return words

    def run(self, words, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        try:
            return subprocess.run([self.command, *words], cwd=self.folder, env=self.environment, timeout=100, **options)
        except subprocess.TimeoutExpired:
            failures.append(f"{words}: nothing within 100 s")
            return None

    def refused(self, text, hostile=b"", codes=frozenset(DOCUMENTED), what=""):
        words = self.words(text, hostile)
        before = self.listing()
        done = self.run(words)
        if done is None:
            return
        shown = f"{text} {what or hostile!r}: exit {done.returncode}, {done.stderr.decode(errors='replace')[:300]!r}"
        check(done.returncode in codes, shown)
        check(done.stderr.strip() or b"Usage:" in done.stdout, f"{text} {what}: no message")
        check(b"Error" not in done.stderr and b"what()" not in done.stderr and b"std::" not in done.stderr and b"terminate" not in done.stderr, f"no words for users: {shown}")
        check(len(done.stderr) < 10000, f"{text} {what}: a message of {len(done.stderr)} bytes")
        left = self.listing() - before
        check(not left, f"{text} {what}: leaves {sorted(left)[:3]}")

    def listing(self):
        return {os.path.join(at, name) for at, folders, files in os.walk(os.fsencode(self.folder)) for name in folders + files}


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    only = sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix="texpipe_hostile_") as scratch:
        folder = pathlib.Path(scratch)
        place = Place(command, folder)
        check(place.run(place.words("run STUDY -q -p workload.image=8x8 --out run")).returncode == 0, "no run to begin with")
        (folder / "folder").mkdir()
        (folder / "empty").write_bytes(b"")
        (folder / "binary").write_bytes(bytes((i * 197 + i // 7) % 256 for i in range(5000)))
        (folder / "text").write_bytes(b"Dear texpipe,\n\tthis: is [no input, {at all\n" * 20)
        (folder / "nul").write_bytes(b"\0" * 3000)
        os.symlink("loop", folder / "loop")
        hostile = {b"folder": "a folder", b"nowhere": "no file", b"empty": "an empty file", b"binary": "a binary file", b"text": "a letter", b"nul": "zeros", b"loop": "a circle of links",
                   b"": "an empty word", b"no\xff\xfeutf8": "a name that is no UTF-8", b"nowhere/at/all": "no folder", b"x" * 5000: "a long name", b"empty/x": "a file as a folder"}
        for text in TAKES_FILE:
            for name, what in hostile.items():
                if name or "energy=" not in text:  # no table: the usual one
                    place.refused(text, name, what=what)
        for text in WRONG:
            place.refused(text)
        # Unwritable places: not there, a file as a folder, one of the system that takes no files, for root too.
        for text in WRITES:
            for name in (b"nowhere/at/all/x", b"empty/x", b"/proc/x", b"/dev/null/x"):
                if b"nowhere" in name and ("--out @" in text or text.startswith("new")):
                    continue  # run folders are made with all their parents
                place.refused(text, name, codes=DOCUMENTED | {1})
        check_outputs(place)
    for failure in failures:
        print(failure)
    print(len(failures), "failures")
    return 1 if failures else 0


def check_outputs(place):
    for text in PRINTS:
        with open("/dev/full", "wb") as full:
            done = place.run(place.words(text), stdout=full)
            check(done and done.returncode == 1 and done.stderr.strip(), f"{text} >/dev/full: exit {done.returncode}, {done.stderr[:200]!r}")
        reader, writer = os.pipe()
        os.close(reader)
        done = place.run(place.words(text), stdout=writer)
        os.close(writer)
        check(done and done.returncode in (0, 1, -signal.SIGPIPE, 141), f"{text} | false: exit {done.returncode}, {done.stderr[:200]!r}")
        done = place.run(place.words(text), stdout=None, preexec_fn=lambda: os.close(1))
        check(done and done.returncode in (0, 1), f"{text} >&-: exit {done.returncode}, {done.stderr[:200]!r}")


if __name__ == "__main__":
    sys.exit(main())
