#!/usr/bin/env python3
"""clang-tidy, with the checks of .clang-tidy, has nothing to say on changed lines.

  clang_tidy_test.py BUILD [--most FILES]
    BUILD     folder with compile_commands.json
    --most    files that are looked at (4): those with the most changed lines; which are left out is told

Changed is what differs from the merge base with the main branch; on the main branch itself, from the commit before; where
neither is there (a checkout of one commit), what is not committed. Findings on other lines of these files are printed and
do no harm. Exit code 77 (skipped) without clang-tidy.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent
JOBS = 2
FOLDERS = ("model", "rtl_cosim", "tests")

parser = argparse.ArgumentParser()
parser.add_argument("build", type=pathlib.Path)
parser.add_argument("--most", type=int, default=4)
arguments = parser.parse_args()

clang_tidy = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
if not clang_tidy:
    print("skipped: clang-tidy is not installed; scripts/install_dependencies.sh --with-clang-tools installs it")
    sys.exit(77)


def git(*words):
    """Output of git; None where it fails, as on a commit that this checkout has not."""
    run = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None


def base_of_changes():
    """The commit that changes are counted from."""
    head = (git("rev-parse", "HEAD") or "").strip()
    for branch in ("main", "origin/main"):
        base = (git("merge-base", "HEAD", branch) or "").strip()
        if base and base != head:
            return base
    return "HEAD~1" if git("rev-parse", "-q", "--verify", "HEAD~1^{commit}") else "HEAD"


def changed_lines(base):
    """For each changed source its changed and added lines."""
    changes, file = {}, None
    for line in (git("diff", "--unified=0", "--no-color", "--no-ext-diff", "--diff-filter=d", base, "--", *FOLDERS) or "").splitlines():
        if line.startswith("+++ b/"):
            file = line[len("+++ b/"):]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk.group(1)), int(hunk.group(2) or 1)
            changes.setdefault(file, set()).update(range(first, first + count))
    for file in (git("ls-files", "--others", "--exclude-standard", "--", *FOLDERS) or "").splitlines():
        if pathlib.Path(file).suffix in {".h", ".cpp"}:
            changes[file] = set(range(1, (root / file).read_text(errors="replace").count("\n") + 2))
    # *.inc.h is text for other files and no header of its own.
    return {file: lines for file, lines in changes.items() if lines and re.search(r"(?<!\.inc)\.(h|cpp)$", file)}


def commands(build):
    """Compiler's words for each file of the build. Files that are compiled together stand in a file that includes them."""
    words = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        files = [path]
        if "Unity" in path.parts:
            files = [pathlib.Path(name) for name in re.findall(r'#include "(.+?)"', path.read_text())] if path.exists() else []
        for file in files:
            if file.is_relative_to(root):
                words.setdefault(str(file.relative_to(root)), entry["command"])
    return words


def arguments_of(file, words):
    """What Clang needs of GCC's command: macros, folders, language and target. A header is read as its .cpp is, or as a file of its folder
    or plane."""
    command = words.get(file) or words.get(file.removesuffix(".h") + ".cpp")
    for folder in pathlib.PurePath(file).parents:
        if command or not file.endswith(".h") or len(folder.parts) < 2:
            break
        command = next((words[other] for other in sorted(words) if other.startswith(f"{folder}/")), None)
    if not command:
        return None
    kept, given = [], iter(shlex.split(command))
    for word in given:
        if word == "-isystem":
            kept += [word, next(given)]
        elif re.match(r"-(?:D|I|std=|m)", word):
            kept.append(word)
    return (["-xc++"] if file.endswith(".h") else []) + kept


def findings(file, words):
    """(line, text) of each finding in the file itself."""
    checks = "--checks=-clang-diagnostic-pragma-once-outside-header"  # a header is read as if it were a source
    run = subprocess.run([clang_tidy, "--quiet", checks, file, "--", *words], cwd=root, capture_output=True, text=True)
    found = re.findall(r"^(.+?):(\d+):\d+: ((?:warning|error): .*)$", run.stdout, re.M)
    if run.returncode and not found:
        found = [(file, 0, (run.stderr or run.stdout).strip()[-500:])]
    return [(int(line), text) for path, line, text in found if (root / path).resolve() == root / file or text.startswith("error: ")]


# clang-tidy finds with these checks what it is looked for.
with tempfile.TemporaryDirectory() as folder:
    shutil.copy(root / ".clang-tidy", folder)
    planted = pathlib.Path(folder) / "planted.cpp"
    planted.write_text("int* NotLowerCase() { return 0; }\n")
    said = subprocess.run([clang_tidy, "--quiet", planted, "--", "-std=c++20"], capture_output=True, text=True).stdout
    for check in ("modernize-use-nullptr", "readability-identifier-naming"):
        if check not in said:
            sys.exit(f"clang-tidy with .clang-tidy does not find a planted {check}: {said}")

base = base_of_changes()
changes = changed_lines(base)
words = commands(arguments.build)
order = sorted(changes, key=lambda file: (-len(changes[file]), file))
unbuilt = [file for file in order if not arguments_of(file, words)]
order = [file for file in order if file not in unbuilt]
chosen, left_out = order[:arguments.most], order[arguments.most:]
failed = False
with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
    for file, found in zip(chosen, pool.map(lambda file: findings(file, arguments_of(file, words)), chosen)):
        for line, text in found:
            new = line in changes[file] or text.startswith("error: ")
            failed |= new
            print(f"{file}:{line}: {text}{'' if new else ' (not on a changed line)'}")
print(f"{len(chosen)} of {len(changes)} sources that differ from {base[:12]} were looked at: {', '.join(chosen) or 'none'}")
for reason, files in (("left out, with fewer changed lines", left_out), ("not in this build", unbuilt)):
    if files:
        print(f"{len(files)} {reason}: {', '.join(files)}")
sys.exit(failed)
