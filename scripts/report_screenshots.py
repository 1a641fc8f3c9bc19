#!/usr/bin/env python3
"""Makes the pictures of README and docs: a study's, and reports with headless Chromium (scripts/install_dependencies.sh --with-browser).

    scripts/report_screenshots.py [--texpipe FILE] [--out scripts/pictures] [--most 400000]

Each picture is a part of a page as the page draws it, on a window of its own. Fails when all together have more than --most bytes.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
# A study's picture, half as large as it is shipped.
WALK = ("first_look.png", "320x240")
# File, page, parts of the page by id (the title stands above the first), window.
PICTURES = [("report_limits.png", "run", ["title", "limits"], "1000,620"), ("report_pixels.png", "run", ["picture", "pixels"], "1000,680"),
            ("report_pareto.png", "search", ["title", "front_1_2"], "1000,650")]
# Leaves the parts alone, and chooses a pixel in the middle.
ONLY = """<script>
const parts = %s;
for (const section of document.querySelectorAll("section")) if (!parts.includes(section.id)) section.remove();
for (const other of document.querySelectorAll("nav, .actions")) other.remove();
if (!parts.includes("title")) for (const head of document.querySelectorAll("main > h1, main > dl")) head.remove();
const spots = document.querySelectorAll(".spot");
if (spots.length) spots[spots.length >> 1].click();
document.querySelectorAll("pre").forEach(pre => { pre.style.maxHeight = "16rem"; pre.style.overflow = "hidden"; });
dispatchEvent(new Event("resize"));
</script></body>"""

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--texpipe", default=str(root / "build/release/texpipe"))
parser.add_argument("--out", type=pathlib.Path, default=root / "scripts/pictures")
parser.add_argument("--most", type=int, default=400_000)
options = parser.parse_args()
browser = shutil.which("chromium")
if browser is None:
    sys.exit("chromium is not installed: scripts/install_dependencies.sh --with-browser")


def texpipe(*words):
    subprocess.run([options.texpipe, *map(str, words)], cwd=root, check=True, stdout=subprocess.DEVNULL)


options.out.mkdir(exist_ok=True)
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    texpipe("run", "configs/studies/first_look.yaml", "-p", "workload.image=240x180", "-q", "--maps", "--out", scratch / "run")
    texpipe("report", scratch / "run", "-q", "--pixels", "12")
    texpipe("search", "configs/sweeps/sampler_search.yaml", "-q", "--out", scratch / "search")
    texpipe("report", scratch / "search", "-q")
    texpipe("run", "configs/studies/first_look.yaml", "-p", f"workload.image={WALK[1]}", "-q", "--timing", "untimed", "--out", scratch / "walk")
    shutil.copyfile(scratch / "walk/image.png", options.out / WALK[0])
    total = (options.out / WALK[0]).stat().st_size
    for name, page, parts, window in PICTURES:
        probed = scratch / "part.html"
        probed.write_text((scratch / f"{page}.html").read_text().replace("</body>", ONLY % parts))
        picture = options.out / name
        subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                        f"--user-data-dir={scratch}/profile", "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000",
                        "--blink-settings=preferredColorScheme=1", f"--window-size={window}", f"--screenshot={picture}", f"file://{probed}"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=str(scratch)))
        total += picture.stat().st_size
        print(f"{picture}: {picture.stat().st_size} bytes")
    sys.exit(0 if total <= options.most else f"{total} bytes are more than {options.most}")
