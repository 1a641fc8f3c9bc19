#!/usr/bin/env python3
"""Completion in the shells that are installed (bash, zsh, fish): a line is typed, Tab is pressed, and what stands in the line then is compared.

  shell_completion_test.py COMMAND      exit code 77: neither zsh nor fish is installed
"""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KEY = b"\x18"  # Ctrl-X: writes the line to the file $SHOWN

# Line, and the one thing that it can become.
UNIQUE = [
    ("texpipe config sh", "texpipe config show"),
    ("texpipe completion fi", "texpipe completion fish"),
    ("texpipe run first_look --check-pro", "texpipe run first_look --check-protocol"),
    ("texpipe run first_look --paus", "texpipe run first_look --paused"),
    ("texpipe run first_look -p workload.kind=textu", "texpipe run first_look -p workload.kind=texture_walk"),
    ("texpipe run first_look -p timing=unt", "texpipe run first_look -p timing=untimed"),
    ("texpipe run first_look -p llc.enabled=fa", "texpipe run first_look -p llc.enabled=false"),
    ("texpipe compare RUN RUN --format=mark", "texpipe compare RUN RUN --format=markdown"),
    ("texpipe compare RUN RUN --format mark", "texpipe compare RUN RUN --format markdown"),
    ("texpipe explain RUN --only slice.l3.mshr", "texpipe explain RUN --only slice.l3.mshrs"),
    ("texpipe enum SURFACE_FORM", "texpipe enum SURFACE_FORMAT"),
    ("texpipe enum SURFACE_FORMAT BC7_UNORM_S", "texpipe enum SURFACE_FORMAT BC7_UNORM_SRGB"),
    ("texpipe stats RUN llc.mis", "texpipe stats RUN llc.misses"),
    ("texpipe state explain sampler_bord", "texpipe state explain sampler_border_color"),
    ("texpipe state explain sampler lod_precl", "texpipe state explain sampler lod_preclamp_mode"),
]
# The same, with nothing behind the equals sign.
OPEN = [
    ("texpipe run first_look -p slice.l3.mshr", "texpipe run first_look -p slice.l3.mshrs="),
    ("texpipe message encode SFID_SAMPLER message_ty", "texpipe message encode SFID_SAMPLER message_type="),
    ("texpipe state encode sampler lod_precl", "texpipe state encode sampler lod_preclamp_mode="),
]


class Interactive:
    """A shell on a terminal of its own."""

    def __init__(self, words, setup, folder, environment):
        self.shown = folder / "shown"
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, {**environment, "SHOWN": str(self.shown), "TERM": "dumb", "PS1": "> ", "HOME": str(folder)})
        self.shown.unlink(missing_ok=True)
        self.send(setup + "\nprint_ready() { echo begun >\"$SHOWN\"; }; print_ready\n")
        self.wait()

    def send(self, text):
        os.write(self.terminal, text.encode() if isinstance(text, str) else text)

    def wait(self):
        """What was shown; the terminal is read meanwhile, or the shell would stop."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([self.terminal], [], [], 0.05)[0]:
                os.read(self.terminal, 1 << 16)
            if self.shown.exists() and self.shown.read_text().endswith("\n"):
                text = self.shown.read_text().rstrip("\n")
                self.shown.unlink()
                return text
        return "nothing within a minute"

    def completed(self, line):
        self.send(b"\x15" + line.encode() + b"\t" + KEY)  # Ctrl-U first: an empty line
        return self.wait()

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def bash(script, folder, environment):
    return Interactive(["bash", "--norc", "--noprofile", "-i"],
                       f"source {script}; show() {{ printf '%s\\n' \"$READLINE_LINE\" >\"$SHOWN\"; }}; bind -x '\"\\C-x\": show'", folder, environment)


def zsh(script, folder, environment):
    return Interactive(["zsh", "-f", "-i"],
                       f"PS1='> '; unsetopt beep list_beep; autoload -Uz compinit; compinit -u -D; source {script}; "
                       "show() { print -r -- \"$BUFFER\" >\"$SHOWN\" }; zle -N show; bindkey '^X' show; bindkey '^U' kill-whole-line", folder, environment)


def fish_candidates(script, line, folder, environment):
    """Lines that fish offers: whole ones, without descriptions."""
    asked = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C $argv[1]", line], cwd=folder, env=environment, capture_output=True, text=True,
                           timeout=120)
    begun = line[:line.rfind(" ") + 1]
    return [begun + candidate.split("\t")[0] for candidate in asked.stdout.splitlines()], asked.stderr


def main():
    command = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("zsh") and not shutil.which("fish"):
        print("neither zsh nor fish is installed")
        return 77
    failures = []
    with tempfile.TemporaryDirectory(prefix="texpipe_completion_") as place:
        folder = pathlib.Path(place)
        environment = {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "HOME": place, "LC_ALL": "C.UTF-8"}
        subprocess.run([command, "run", ROOT / "configs/studies/first_look.yaml", "-q", "-p", "workload.image=8x8", "--out", folder / "RUN"], check=True,
                       stdout=subprocess.DEVNULL)
        for name, shell in (("bash", bash), ("zsh", zsh), ("fish", None)):
            if not shutil.which(name):
                continue
            script = folder / name
            script.write_text(subprocess.run([command, "completion", name], capture_output=True, text=True, check=True).stdout)
            if name == "fish":
                for line, expected in UNIQUE + OPEN:
                    got, errors = fish_candidates(script, line, folder, environment)
                    if errors or sorted(set(got)) != [expected]:
                        failures.append(f"fish: {line}: {got[:10]} {errors}")
                continue
            typed = shell(script, folder, environment)
            for line, expected in UNIQUE + OPEN:
                got = typed.completed(line)
                # Shells put a blank behind what is complete; behind an equals sign it would be in the way.
                if got not in ((expected,) if (line, expected) in OPEN else (expected, expected + " ")):
                    failures.append(f"{name}: {line}: {got!r}")
            typed.close()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
