#!/usr/bin/env python3
"""Opens the reports of a small run and of small sweeps in headless Chromium: each draws every chart, says nothing to the console, asks for nothing, and fits a phone.
Exit code 77 (skipped) where Chromium is not installed (scripts/install_dependencies.sh --with-browser).

  report_page_test.py COMMAND
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MOST_BYTES = 2 << 20
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Script that measures what the page cannot say of itself; put into a copy of it.
PROBE = """<script>
document.body.dataset.wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
document.body.dataset.requests = performance.getEntriesByType("resource").filter(entry => !entry.name.startsWith("data:")).length;
document.body.dataset.dark = getComputedStyle(document.body).backgroundColor;
document.body.dataset.labelled = [...document.querySelectorAll("figure, .chart, img")].every(e => e.hasAttribute("aria-label") || e.alt);
const spots = document.querySelectorAll(".spot");
if (spots.length > 1) {
  spots[1].click();
  document.body.dataset.history = document.querySelector("#pixels pre").textContent.split("\\n", 1)[0];
  const picture = document.querySelector("#picture img"), box = picture.getBoundingClientRect();
  document.body.dataset.chosen = document.getElementById("pixel").value;
  picture.dispatchEvent(new MouseEvent("click", {clientX: box.right - 1, clientY: box.bottom - 1, bubbles: true}));
  document.body.dataset.last = document.getElementById("pixel").value;
}
document.querySelectorAll("#charts details").forEach(details => { details.open = true; });
setTimeout(() => { document.body.dataset.tables = [...document.querySelectorAll("#charts > section")].filter(part => part.querySelector("details table, .scroll table")).length; }, 200);
</script></body>"""
failures = []


def check(holds, text):
    if not holds:
        failures.append(text)


def open_page(browser, page, scratch, *options):
    """What the page became, and what Chromium said on its console."""
    environment = dict(os.environ, HOME=str(scratch))
    outcome = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--hide-scrollbars", f"--user-data-dir={scratch}/profile",
         "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr", "--virtual-time-budget=5000", *options, "--dump-dom",
         f"file://{page}"], capture_output=True, text=True, timeout=240, env=environment)
    console = [line for line in outcome.stderr.splitlines() if "CONSOLE" in line]
    return outcome.stdout, console


def body_data(document, name):
    body = re.search(r"<body[^>]*>", document)
    value = re.search(rf'data-{name}="([^"]*)"', body.group(0)) if body else None
    return value.group(1) if value else None


def check_page(browser, page, scratch, charts, pixels, *options):
    document, console = open_page(browser, page, scratch, *options)
    how = " ".join(options) or "as it is"
    check(not console, f"{how}: console: {console}")
    drawn = [chart for chart in charts if chart["kind"] not in ("tree", "table")]
    check(body_data(document, "drawn") == str(len(drawn)), f"{how}: {body_data(document, 'drawn')} of {len(drawn)} charts are drawn")
    for chart in charts:
        points = re.search(rf'<section id="{chart["id"]}" data-points="(\d+)"', document)
        check(points and int(points.group(1)) > 0, f"{how}: {chart['id']} has no data")
    check(document.count('download="') == len(charts), f"{how}: {document.count('download=')} of {len(charts)} charts have CSV")
    check(body_data(document, "requests") == "0", f"{how}: {body_data(document, 'requests')} requests")
    check(body_data(document, "wide") == "false", f"{how}: the page is wider than the window")
    check(body_data(document, "labelled") == "true", f"{how}: a chart has no text for screen readers")
    check(body_data(document, "tables") == str(len(charts)), f"{how}: {body_data(document, 'tables')} of {len(charts)} charts have a table")
    if pixels:
        spots = document.count('class="spot"')
        check(spots == pixels, f"{how}: {spots} of {pixels} pixels on the picture")
        check("first_look" in (body_data(document, "history") or ""), f"{how}: a click shows {body_data(document, 'history')}")
        check(body_data(document, "chosen") == "1", f"{how}: a click on the second pixel chooses {body_data(document, 'chosen')}")
        check(body_data(document, "last") == str(pixels - 1), f"{how}: a click in the lower right corner chooses {body_data(document, 'last')}")
    return body_data(document, "dark")


def check_report(browser, file, scratch, least):
    text = file.read_text()
    check(len(text.encode()) <= MOST_BYTES, f"{file.name} has {len(text.encode())} bytes")
    page = scratch / "probed.html"
    page.write_text(text.replace("</body>", PROBE))
    data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S).group(1))
    charts, pixels = data["charts"], len(data.get("pixels", {}).get("list", []))
    check(len(charts) >= least, f"{file.name}: only {len(charts)} charts")
    light = check_page(browser, page, scratch, charts, pixels)
    dark = check_page(browser, page, scratch, charts, pixels, "--blink-settings=preferredColorScheme=0")
    check(light != dark, f"{file.name}: light and dark have the same ground, {light}")
    check_page(browser, page, scratch, charts, pixels, "--window-size=390,844")


def main():
    browser = shutil.which("chromium")
    if browser is None:
        print("skipped: chromium is not installed")
        return 77
    command = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="texpipe_report_") as folder:
        scratch = pathlib.Path(folder)
        for arguments in (["run", "configs/studies/first_look.yaml", "-p", "workload.image=64x48", "-q", "--out", scratch / "run"],
                          ["report", scratch / "run", "-q", "--pixels", "6"]):
            subprocess.run([command, *map(str, arguments)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        check_report(browser, scratch / "run.html", scratch, 8)
        for name, words, least in (("search", ["search", "configs/sweeps/sampler_search.yaml", "-p", "workload.image=32x24"], 5),
                                   ("sweep", ["sweep", "configs/studies/first_look.yaml", "-p", "workload.image=32x24", "-p", "l1.size=4KiB,8KiB",
                                              "--timing", "loosely_timed"], 3)):
            for arguments in ([*words, "-q", "--out", scratch / name], ["report", scratch / name, "-q"]):
                subprocess.run([command, *map(str, arguments)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            check_report(browser, scratch / f"{name}.html", scratch, least)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
