#!/usr/bin/env python3
"""Looks at every kind of page on a desktop and a phone, light and dark: none is wider than its window, has text that is hard to read, a column one letter wide, a stretched
picture or more height than a reader scrolls, or complains on the console. Exit code 77 (skipped) without Chromium (scripts/install_dependencies.sh --with-browser).

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
PROBE = (pathlib.Path(__file__).parent / "page_probe.js").read_text()
WINDOWS = {"desktop": (1280, 900), "phone": (390, 844)}
STUDY = ["configs/studies/first_look.yaml", "-p", "workload.image=64x48"]
# Pages, and the most that each may be high in pixels on a phone.
PAGES = {"report": 16_000, "wide": 16_000, "samplers": 16_000, "kernel": 14_000, "untimed": 4_000, "compare": 16_000, "correlate": 12_000, "sweep": 8_000, "search": 10_000, "reference": 16_000, "live": 6_000}
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

    def untimed(self, page):
        self.texpipe("run", *STUDY, "--timing", "untimed", "-q", "--out", self.scratch / "untimed_run")
        self.texpipe("report", self.scratch / "untimed_run", "-q", "-o", page)

    def compare(self, page):
        self.texpipe("run", *STUDY, "-p", "l1.size=4KiB", "-q", "--out", self.scratch / "smaller")
        self.texpipe("compare", self.run(), self.scratch / "smaller", "-o", page)

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
            for what in ("faint", "narrow", "stretched", "unnamed"):
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
