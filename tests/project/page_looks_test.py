#!/usr/bin/env python3
"""Looks at every kind of page on a desktop and a phone, light and dark: none is wider than its window, has text that is hard to read, a column one letter wide, a stretched
picture, text that a drawing cuts off or more height than a reader scrolls, or complains on the console. Exit code 77 (skipped) without Chromium (scripts/install_dependencies.sh --with-browser).

  page_looks_test.py COMMAND [--screenshots FOLDER] [--only PAGE]
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

import browser as browsers

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import rtl_regression  # noqa: E402: of the folder above

PROBE = (pathlib.Path(__file__).parent / "page_probe.js").read_text()
WINDOWS = {"desktop": (1280, 900), "phone": (390, 844)}
STUDY = ["configs/studies/first_look.yaml", "-p", "workload.image=64x48"]
# Pages, and the most that each may be high in pixels on a phone.
PAGES = {"report": 16_000, "wide": 16_000, "samplers": 16_000, "kernel": 14_000, "launches": 16_000, "frame": 16_000, "untimed": 4_000, "compare": 16_000, "runs": 16_000, "sweeps": 12_000,
         "correlate": 12_000, "sweep": 8_000, "search": 10_000, "reference": 16_000, "coverage": 8_000, "live": 6_000}
# Names of series, and of parts of trees, that have several colours; of a page without charts none.
COLOURS = """(() => {
  if (typeof drawn === "undefined") return [];
  const colours = {}, shown = document.body.appendChild(document.createElement("i"));
  const add = (name, colour) => { shown.style.color = colour; (colours[name] ??= new Set()).add(getComputedStyle(shown).color); };
  for (const {chart, shown: picture} of drawn) chart.series.forEach((series, i) => add(series.name, picture.getOption().color[i]));
  for (const row of document.querySelectorAll(".tree tr"))
    if (parseFloat(row.cells[0].style.paddingLeft) > 0) add(row.cells[0].textContent, row.querySelector(".bar").style.backgroundColor);
  shown.remove();
  return Object.entries(colours).filter(([, all]) => all.size > 1).map(([name, all]) => `${name}: ${[...all].join(" and ")}`);
})()"""
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


class Pages:
    """Makes each kind of page, small, in a folder."""

    def __init__(self, command, scratch):
        self.command, self.scratch = command, scratch

    def texpipe(self, *words):
        subprocess.run([self.command, *map(str, words)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def made(self, name):
        page = self.scratch / f"{name}.html"
        getattr(self, name)(page)
        return page.as_uri()

    def run(self, *words):
        folder = self.scratch / "run"
        if not folder.exists():
            self.texpipe("run", *STUDY, "-q", "--maps", "--explain", "--out", folder)
        return folder

    def report(self, page):
        self.texpipe("report", self.run(), "-q", "--pixels", "6", "-o", page)

    def wide(self, page):
        """Several slices, whose blocks are many."""
        self.on_machine(page, "wide_integrated")

    def samplers(self, page):
        self.on_machine(page, "kaby_lake_gt2", "-p", "subslice.samplers=2", "-p", "slices=2")

    def on_machine(self, page, machine, *words):
        folder = self.scratch / f"{page.stem}_run"
        self.texpipe("run", *STUDY, "-p", f"machine={machine}", *words, "-q", "--explain", "--out", folder)
        self.texpipe("report", folder, "-q", "-o", page)

    def kernel(self, page):
        self.texpipe("run", "configs/studies/visa_all_operations.yaml", "-q", "--out", self.scratch / "kernel_run")
        self.texpipe("report", self.scratch / "kernel_run", "-q", "-o", page)

    def launches(self, page):
        """Kernels in a row, with caches warm between them."""
        self.texpipe("run", "configs/studies/kernels/emboss_twice.yaml", "-q", "--out", self.scratch / "launches_run")
        self.texpipe("report", self.scratch / "launches_run", "-q", "-o", page)

    def frame(self, page):
        self.texpipe("run", "configs/studies/frames/yard.yaml", "-q", "--out", self.scratch / "frame_run")
        self.texpipe("report", self.scratch / "frame_run", "-q", "-o", page)

    def untimed(self, page):
        self.texpipe("run", *STUDY, "--timing", "untimed", "-q", "--out", self.scratch / "untimed_run")
        self.texpipe("report", self.scratch / "untimed_run", "-q", "-o", page)

    def compare(self, page):
        self.texpipe("run", *STUDY, "-p", "l1.size=4KiB", "-q", "--out", self.scratch / "smaller")
        self.texpipe("compare", self.run(), self.scratch / "smaller", "-o", page)

    def runs(self, page):
        for size in ("8KiB", "16KiB"):
            self.texpipe("run", *STUDY, "-p", f"l1.size={size}", "-q", "--out", self.scratch / f"of_{size}")
        self.texpipe("compare", self.run(), self.scratch / "of_8KiB", self.scratch / "of_16KiB", "-o", page)

    def sweeps(self, page):
        for latency in ("200ns", "400ns"):
            self.texpipe("sweep", "configs/studies/first_look.yaml", "-p", "workload.image=32x24", "-p", "l1.size=4KiB,8KiB", "-p", f"memory.latency={latency}", "-q", "--out",
                         self.scratch / f"sweep_{latency}")
        self.texpipe("compare", self.scratch / "sweep_200ns", self.scratch / "sweep_400ns", "-o", page)

    def correlate(self, page):
        self.texpipe("correlate", "configs/studies/silicon/sampler_chain.reference.yaml", "-q", "-o", page)

    def sweep(self, page):
        self.texpipe("sweep", "configs/studies/first_look.yaml", "-p", "workload.image=32x24", "-p", "l1.size=4KiB,8KiB", "--timing", "loosely_timed", "-q", "--out",
                     self.scratch / "sweep_folder")
        self.texpipe("report", self.scratch / "sweep_folder", "-q", "-o", page)

    def search(self, page):
        self.texpipe("search", "configs/sweeps/sampler_search.yaml", "-p", "workload.image=32x24", "-q", "--out", self.scratch / "search_folder")
        self.texpipe("report", self.scratch / "search_folder", "-q", "-o", page)

    def reference(self, page):
        self.texpipe("config", "reference", "-o", page)

    def coverage(self, page):
        """The page of RTL coverage, with as many points as a block has, met and missed."""
        blocks = []
        for name in ("filter", "sampler"):
            block = rtl_regression.Block(ROOT / f"configs/cosim/{name}.yaml")
            block.goals, block.compared = {"bins": 100, "toggles": 97}, 1_234_567
            block.kinds["bins"].add({f"format: R32G32B32A32_FLOAT_X{number} in a subspan of {number % 7} corners": number % 5 for number in range(300)})
            block.kinds["lines"].add({f"texture_{name}.sv:{number} block": number for number in range(1, 400)})
            block.kinds["toggles"].add({f"texture_{name}.sv:{number} requests_of_the_second_filter_stage[{number}].sums[{bit}]": number * bit for number in range(60) for bit in range(32)})
            block.judge()
            blocks.append(block)
        rtl_regression.write_html(page, blocks)


class HeldRun:
    """A run that its page holds, soon after its beginning."""

    def __init__(self, command, out):
        self.process = subprocess.Popen([command, "run", STUDY[0], "-p", "workload.image=320x240", "--timing", "approximately_timed", "-q", "--out", out, "--serve", "0", "--paused", "--trace", f"{out}.pftrace", "--trace-off"], cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        text=True)
        self.address = re.search(r"http:\S+", self.process.stderr.readline())[0]
        self.ask("resume", "POST")
        while json.loads(self.ask("state", "GET"))["cycle"] == 0:
            time.sleep(0.02)
        self.ask("pause", "POST")

    def ask(self, path, method):
        with urllib.request.urlopen(urllib.request.Request(self.address.replace("/?", f"/{path}?"), method=method), timeout=60) as answer:
            return answer.read()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def look(browser, name, address, screenshots):
    grounds = {}
    for device, (width, height) in WINDOWS.items():
        for scheme in ("light", "dark"):
            browser.window(width, height, scheme == "dark", device == "phone")
            browser.open(address)
            browser.evaluate("new Promise(then => setTimeout(then, 300))")
            seen = browser.evaluate(PROBE)
            where = f"{name}, {device}, {scheme}"
            grounds[scheme] = seen["ground"]
            check(not (several := browser.evaluate(COLOURS)), f"{where}: one name, several colours: {several}")
            check(name != "frame" or browser.evaluate("document.querySelector('#draws .wide').scrollLeft") == 0, f"{where}: the names of draws' rows are out of sight")
            if screenshots:
                browser.screenshot(screenshots / f"{name}_{device}_{scheme}.png", width, min(seen["height"], 8000))
                print(f"{where}: {seen['width']} x {seen['height']}")
            # All that a reader can open, too: its height alone is the reader's.
            browser.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true; }); new Promise(then => setTimeout(then, 300))")
            opened = browser.evaluate(PROBE)
            check(not browser.complaints(), f"{where}: the console says {browser.complaints()}")
            for state in (seen, opened):
                check(state["width"] <= width, f"{where}: {state['width']} pixels wide in a window of {width}: {state['over']}")
            check(seen["height"] <= PAGES[name] or device == "desktop", f"{where}: {seen['height']} pixels high")
            check(seen["headings"] == 1, f"{where}: {seen['headings']} headings of the first level")
            for what in ("faint", "narrow", "stretched", "unnamed", "cut"):
                found = seen[what] or opened[what]
                check(not found, f"{where}: {len(found)} {what}, as {found[:4]}")
            if not address.startswith("http:"):
                check(not browser.requests(), f"{where}: asks for {browser.requests()}")
    check(grounds["light"] != grounds["dark"], f"{name}: light and dark have one ground, {grounds['light']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command")
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--only", choices=PAGES)
    options = parser.parse_args()
    if not browsers.installed():
        print("skipped: chromium is not installed")
        return 77
    command = str(pathlib.Path(options.command).resolve())
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="texpipe_pages_") as folder:
        scratch = pathlib.Path(folder)
        with browsers.Browser(scratch) as browser:
            pages = Pages(command, scratch)
            for name in PAGES if options.only is None else [options.only]:
                if name == "live":
                    held = HeldRun(command, scratch / "held")
                    look(browser, name, held.address, options.screenshots)
                    held.end()
                else:
                    look(browser, name, pages.made(name), options.screenshots)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
