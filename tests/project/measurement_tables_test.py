#!/usr/bin/env python3
"""Scripts that measure print valid tables with --markdown, and scripts/measurements.py keeps what was written by hand.

  measurement_tables_test.py TEXPIPE
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "scripts"))
import markdown_table  # noqa: E402
import measurements  # noqa: E402

texpipe = str(pathlib.Path(sys.argv[1]).resolve())
failures = []


def expect(true, what):
    if not true:
        failures.append(what)


table = markdown_table.markdown(("what", "now, M"), [("a | b", "1.5"), ("c", "")])
expect(table == "| what | now, M |\n|---|---:|\n| a \\| b | 1.5 |\n| c |  |", f"a table with a bar in a cell and an empty cell:\n{table}")
expect(measurements.is_table(table), "it is none for measurements.py")
expect(not measurements.is_table("| a |\n| b |"), "a table without a rule is taken for one")
expect(not measurements.is_table("| a | b |\n|---|---|\n| c |"), "a row with fewer cells is taken")

page = measurements.with_section("# Measurements\n\nBy hand.\n", "x", "Some", "first")
page += "\nReasons, by hand.\n"
page = measurements.with_section(page, "x", "Some", "second")
expect(page == "# Measurements\n\nBy hand.\n\n## Some\n\n<!-- measured x -->\n\nsecond\n\n<!-- end x -->\n\nReasons, by hand.\n", f"a section that is written again:\n{page}")

with tempfile.TemporaryDirectory() as folder:
    commands = [["sweep_overhead.py", "--texpipe", texpipe, "--points", "3", "--most", "1000"]]
    if shutil.which("valgrind"):
        commands.append(["observation_cost.py", "--texpipe", texpipe, "--what", "time_series", "--most", "100", "configs/studies/first_look.yaml",
                         "-p", "workload.image=8x8"])
        commands.append(["instruction_counts.py", "--command", texpipe, "start_up"])
    for command in commands:
        ran = subprocess.run([sys.executable, root / "scripts" / command[0], "--markdown", *command[1:]], cwd=folder, capture_output=True, text=True)
        expect(measurements.is_table(ran.stdout.strip()), f"{command[0]} --markdown prints no table:\n{ran.stdout}{ran.stderr}")

    # Every script that a page is written from has the option, and every marker of a page names a measurement.
    for name, (_, command) in measurements.MEASUREMENTS.items():
        script = root / command.split()[0].replace(".sh", ".py")
        expect("--markdown" in command and "markdown_table.add_option" in script.read_text(), f"{script.name} has no --markdown")
for path in sorted({*(root / "docs/measurements").glob("*.md"), *(root / page for page in measurements.PAGES.values())}):
    text = path.read_text()
    for line in text.splitlines():
        if line.startswith("<!-- measured "):
            name = line.split()[2]
            expect(name in measurements.MEASUREMENTS and text.count(f"<!-- end {name} -->") == 1, f"{path.name}: marker of {name}")

print("\n".join(failures) or "all tables are valid")
sys.exit(bool(failures))
