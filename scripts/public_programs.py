#!/usr/bin/env python3
"""Public programs recorded without their GPU and drawn by texpipe, beside lavapipe: share of pixels within 2 of 255.

  scripts/public_programs.py --command build/no_rtl/texpipe [--markdown] [--keep FOLDER] [--screensavers] [NAME]...

Each program of the table whose Debian package is installed is recorded with `texpipe capture --reference`, which lets lavapipe
draw the frames at the same times of the program's clock, and the recording is drawn by `texpipe run`. Prints a row for each
of them, of the picture that is farthest, and says which programs are not there. --keep leaves recordings and pictures in a
folder. --screensavers takes the programs of the Debian packages xscreensaver-gl and xscreensaver-gl-extra in place of the table's,
some 150 of OpenGL without shaders of their own. Ends with exit code 1 when a program could not be recorded or drawn, or lies below its bound. Needs python3-numpy and
python3-pil.
"""
import argparse
import dataclasses
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import markdown_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINE = ROOT / "configs/machines/kaby_lake_gt2.yaml"
LAVAPIPE = ":".join(glob.glob("/usr/share/vulkan/icd.d/lvp_icd.*.json"))
CLOSE = 2  # of 255
PICTURE = object()


@dataclasses.dataclass
class Program:
    name: str
    command: list  # PICTURE in it: the file that a program without a window leaves
    least: float  # per cent of the pixels within CLOSE
    opengl: bool = False
    options: tuple = ()  # of the capture
    frames: int = 3  # 0: it presents none, and reads its picture back by the last copy that it lets the GPU make


def scene(name, least, *options):
    """A scene of glmark2."""
    return Program(f"glmark2 {name}", ["glmark2", "-s", "320x240", "-b", name], least, opengl=True, options=options)


FFMPEG = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", "-init_hw_device", "vulkan=v", "-filter_hw_device", "v"]


def picture_source(name, size):
    return ["-f", "lavfi", "-i", f"{name}=size={size}:rate=1:duration=1"]


def ffmpeg(chain, least, size="320x240"):
    """A Vulkan filter of ffmpeg."""
    # Without --plain Mesa 22.3 refuses the images that ffmpeg 5 wants to share in compressed form.
    return Program(f"ffmpeg {chain.split('=')[0]} {size}",
                   [*FFMPEG, *picture_source("testsrc", size), "-vf", f"format=rgba,hwupload,{chain},hwdownload,format=rgba", "-frames:v", "1", PICTURE], least, frames=0)


def ffmpeg_of_two(filter, least, second_size):
    """A Vulkan filter of ffmpeg that takes two pictures."""
    uploads = "[0]format=rgba,hwupload[a];[1]format=rgba,hwupload[b]"
    return Program(f"ffmpeg {filter.split('=')[0]}",
                   [*FFMPEG, *picture_source("testsrc", "320x240"), *picture_source("testsrc2", second_size),
                    "-filter_complex", f"{uploads};[a][b]{filter},hwdownload,format=rgba", "-frames:v", "1", PICTURE], least, frames=0)


PROGRAMS = [
    Program("vkcube", ["vkcube"], 99),
    Program("glxgears", ["glxgears"], 99, opengl=True),
    Program("es2gears", ["es2gears_x11"], 99, opengl=True),
    scene("build", 99),
    scene("build:use-vbo=false", 99),
    scene("texture", 96),
    scene("texture:texture-filter=linear", 99),
    scene("texture:texture-filter=mipmap", 99),
    scene("shading:shading=phong", 99),
    scene("shading:shading=cel", 99),
    scene("bump:bump-render=height", 99),
    scene("bump:bump-render=normals", 99),
    scene("effect2d", 99),
    scene("effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1;", 99),
    scene("pulsar", 99),
    scene("desktop:effect=blur", 99),
    scene("desktop:effect=shadow", 99),
    scene("buffer", 99),
    scene("ideas", 99, "--fps", "1"),
    scene("jellyfish", 99),
    scene("terrain", 80),
    scene("shadow", 99),
    scene("refract", 96),
    scene("conditionals", 99),
    scene("function", 99),
    scene("loop", 99),
    Program("vkd3d-gears", ["vkd3d-gears"], 99),
    Program("gstreamer vulkansink", ["gst-launch-1.0", "-q", "videotestsrc", "pattern=circular", "num-buffers=5", "!", "video/x-raw,format=BGRA,width=320,height=240",
                                     "!", "vulkanupload", "!", "vulkansink"], 99),  # it leaves out and repeats frames by the system's clock: they are all alike
    ffmpeg("gblur_vulkan=sigma=3", 99),
    ffmpeg("avgblur_vulkan", 99, "320x256"),
    ffmpeg("avgblur_vulkan", 99),  # some threads end while others of their group wait for them, and read local memory that those did not write
    ffmpeg("chromaber_vulkan=dist_x=4:dist_y=-3", 99),
    ffmpeg("scale_vulkan=w=200:h=150", 99),
    ffmpeg("transpose_vulkan", 99),
    ffmpeg("flip_vulkan", 99),
    ffmpeg("hflip_vulkan", 99),
    ffmpeg_of_two("blend_vulkan=all_mode=multiply", 99, "320x240"),
    ffmpeg_of_two("overlay_vulkan=x=40:y=30", 99, "100x80"),
]


SCREENSAVERS = pathlib.Path("/usr/libexec/xscreensaver")
NO_SCREENSAVERS = {"mapscroller.pl", "xscreensaver-gl-visual"}  # neither draws
# Long display lists: the driver's CPU computes vertices from what the GPU has copied.
READ_BACK = {"busyspheres", "fieldlines", "glhanoi", "glsnake", "lorenz"}
# Least share of those that lie below 99 %, and why.
LESS = {name: (least, why) for why, names in {
    "blends upon blends, which lavapipe rounds to integers of eight bits (resolution R55)": {"esper": 70, "quasicrystal": 40},
    "lines that do not run along rows of pixels": {"gravitywell": 90, "handsy": 85, "spirographx": 90, "unknownpleasures": 90, "vigilance": 90, "winduprobot": 90},
    "smooth lines narrower than a pixel, which lavapipe draws as wide as one": {"fieldlines": 95},
    "an anisotropic footprint of another form (rules L4, L5)": {"flipscreen3d": 90},
    "edges of eight samples, where lavapipe has four": {"splitflap": 90},
}.items() for name, least in names.items()}


def screensavers():
    """Programs seed their random numbers with the number of their process: `unshare` gives both runs the same."""
    return [Program(f"xscreensaver {path.name}", ["unshare", "--user", "--pid", "--fork", path, "-window"],
                    LESS.get(path.name, (99, ""))[0], opengl=True, frames=5,
                    options=("--execute",) if path.name in READ_BACK else ())
            for path in sorted(SCREENSAVERS.glob("*")) if path.name not in NO_SCREENSAVERS]


def checked(command, **options):
    """Output of a command. Errors: RuntimeError with the first line that it wrote to stderr."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, **options)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise RuntimeError(f"{pathlib.Path(command[0]).name} {command[1]}: {lines[0]}")
    return done.stdout


def close_share(drawn, expected):
    """Per cent of the pixels whose red, green and blue lie within CLOSE, and the largest difference."""
    import numpy  # here, so that --help needs neither
    from PIL import Image  # python3-pil
    pixels = [numpy.asarray(Image.open(path).convert("RGB")).astype(int) for path in (drawn, expected)]
    difference = numpy.abs(pixels[0] - pixels[1]).max(2)
    return 100 * numpy.mean(difference <= CLOSE), int(difference.max())


def capture(command, options, program, recording):
    """What `texpipe capture` says of a program."""
    said = checked([command, "capture", *options, "--json", "--force", "-o", recording, "--", *program])
    return json.loads(said[said.index("{\n"):])


def draw(command, recording):
    """Draws a recording. @return the folder with its pictures."""
    folder = recording.parent
    (folder / "x.yaml").write_text(f"study: x\nmachine: {MACHINE}\ntiming: untimed\nworkload: {{kind: frame, file: {recording}}}\n")
    checked([command, "run", "x.yaml", "--force"], cwd=folder)
    return folder / "out/x"


def record_presented(command, program, recording):
    """Records a program with a window. @return what was recorded, and the reference's pictures."""
    options = ["--gl"] if program.opengl else []
    said = capture(command, ["--frames", program.frames, "--reference", *program.options, *options], program.command, recording)
    return said, said["reference"]


def note_last_copy(command, recording):
    """Names the pixels of the last copy to linear memory as picture 0 of the recording."""
    draws = json.loads(checked([command, "frame", "draws", "--json", recording]))
    copy = [one for one in draws if one["targets"] and one["targets"][0]["tiling"] == "LINEAR"][-1]
    target = copy["targets"][0]
    width, height, address = target["width"], target["height"], int(target["address"], 16) & (1 << 48) - 1
    text = checked([command, "frame", "dump", "--bytes", recording])
    surfaces = re.findall(r"^state RENDER_SURFACE_STATE.*\n(?:  .*\n)+", text, flags=re.M)
    of_target = [surface for surface in surfaces if f"  surface_base_address = {target['address']}\n".lower() in surface.lower()][-1]
    pitch = int(re.search(r"surface_pitch = (\d+)", of_target).group(1))
    note = f'note 0x{address:x} size {pitch * height} text "picture 0: {width} x {height}, R8G8B8A8, {pitch} bytes a row"\n'
    place = [found.end() for found in re.finditer(r"^end\n", text, flags=re.M)][copy["submission"]]
    changed = recording.parent / "noted.txt"
    changed.write_text(text[:place] + note + text[place:])
    checked([command, "frame", "assemble", changed, "-o", recording, "--force"])
    return {"extent": f"{width}x{height}", "count": 1}


def record_read_back(command, program, recording):
    """Records a program without a window, which writes its picture into a file. @return as record_presented."""
    def writing(file):
        return [file if part == PICTURE else part for part in program.command]
    said = capture(command, ["--plain"], writing(recording.with_suffix(".recorded.png")), recording)
    said["pictures"] = [note_last_copy(command, recording)]
    reference = str(recording).replace(".frames.zst", ".0.png")
    checked(writing(reference), env={**os.environ, "VK_DRIVER_FILES": LAVAPIPE, "VK_ICD_FILENAMES": LAVAPIPE})
    return said, [reference]


def compare(command, program, folder):
    """What was recorded of a program, and (share, largest difference) of each of its pictures. Errors: RuntimeError."""
    recording = folder / ("".join(c if c.isalnum() else "_" for c in program.name) + ".frames.zst")
    said, references = (record_presented if program.frames else record_read_back)(command, program, recording)
    pictures = draw(command, recording)
    shares = []
    for reference in references:
        stem, number, _ = reference.rsplit(".", 2)
        drawn = shutil.copy(pictures / f"picture_{number}.png", f"{stem}.{number}.drawn.png")
        shares.append(close_share(drawn, reference))
    return said, shares


def row_of(program, said, shares):
    extents = ", ".join(picture["extent"] for picture in said["pictures"])
    return [program.name, len(shares), extents, said["draws"], said["compute_walkers"], said["file_bytes"],
            f"{min(share for share, _ in shares):.2f}", max(most for _, most in shares)]


HEAD = ["program", "pictures", "pixels", "draws", "walkers", "recording, bytes", "close, % (least)", "largest difference"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs whose names begin so")
    parser.add_argument("--command", type=pathlib.Path, default=ROOT / "build/release/texpipe")
    markdown_table.add_option(parser)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--screensavers", action="store_true")
    arguments = parser.parse_args()
    command = arguments.command.resolve()
    rows = []
    failed = False
    programs = screensavers() if arguments.screensavers else PROGRAMS
    if not programs:
        parser.error(f"no program in {SCREENSAVERS}: expected those of xscreensaver-gl")
    for program in programs:
        if arguments.names and not any(program.name.startswith(name) for name in arguments.names):
            continue
        if shutil.which(program.command[0]) is None:
            print(f"skipped: {program.name}: {program.command[0]} is not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as scratch:
            folder = arguments.keep.resolve() if arguments.keep else pathlib.Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            try:
                said, shares = compare(command, program, folder)
            except RuntimeError as error:
                print(f"{program.name}: {error}", file=sys.stderr)
                failed = True
                continue
        rows.append(row_of(program, said, shares))
        print(f"{program.name}: {rows[-1][-2]} %", file=sys.stderr, flush=True)
        if min(share for share, _ in shares) < program.least:
            print(f"{program.name}: fewer than {program.least} % of the pixels are close", file=sys.stderr)
            failed = True
    print((markdown_table.markdown if arguments.markdown else markdown_table.aligned)(HEAD, rows))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
