#!/usr/bin/env python3
"""Narrows golden cases with a NEAREST filter to the one texel that the float32 product of coordinate and size names (resolution R30).

  scripts/strict_nearest.py [FOLDER]      tests/data/golden by default; rewrites lo, hi and ideal of the rows that it can decide

Golden cases were made with room for one rounding of the coordinate, so that both neighbours of a texel's edge passed. Decided are sample_l and sample_l_c
on 1D, 2D and 3D surfaces, also of arrays, where one level is read and its number is beyond doubt. Left as they are: cubes (whose place on the face is a
quotient), blends of levels, block formats. A texel outside the old bounds is an error: nothing is written then.
"""
import argparse
import ast
import json
import math
import operator
import pathlib
import struct
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BORDERS = {"TB": (0, 0, 0, 0), "OB": (0, 0, 0, 1), "OW": (1, 1, 1, 1), "IOW": (1, 1, 1, 1)}
COMPARES = {"NEVER": lambda a, b: False, "LESS": operator.lt, "EQUAL": operator.eq, "LESS_EQUAL": operator.le, "GREATER": operator.gt,
            "NOT_EQUAL": operator.ne, "GREATER_EQUAL": operator.ge, "ALWAYS": lambda a, b: True}


class Arrays:
    """npy files below a folder, or members of the archives in place of its folders: `wrap/a.npy` is a.npy of wrap.npz."""

    def __init__(self, folder):
        self.folder, self.archives = folder, {}

    def archive(self, path):
        if path not in self.archives:
            with zipfile.ZipFile(path) as archive:
                self.archives[path] = {name: archive.read(name) for name in archive.namelist()}
        return self.archives[path]

    def read(self, name):
        path = self.folder / name
        return path.read_bytes() if path.is_file() else self.archive(path.parent.with_suffix(".npz"))[path.name]

    def write(self, arrays):
        """What changed; an archive with dates and order that do not depend on the day."""
        changed = set()
        for array in arrays:
            path = self.folder / array.name
            if path.is_file():
                path.write_bytes(array.bytes())
            else:
                changed.add(path.parent.with_suffix(".npz"))
                self.archive(path.parent.with_suffix(".npz"))[path.name] = array.bytes()
        for path in sorted(changed):
            with zipfile.ZipFile(path, "w") as archive:
                for name, content in sorted(self.archives[path].items()):
                    archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


class Npy:
    """A flat array that is written back as it was read."""

    def __init__(self, arrays, name):
        raw = arrays.read(name)
        length = struct.unpack("<H", raw[8:10])[0]
        header = ast.literal_eval(raw[10:10 + length].decode())
        self.name, self.head, self.shape = name, raw[:10 + length], header["shape"]
        self.code = {"<f4": "f", "<u4": "I", "<i4": "i", "|u1": "B"}[header["descr"]]
        body = raw[10 + length:]
        self.values = list(struct.unpack("<" + self.code * (len(body) // struct.calcsize(self.code)), body))

    def row(self, index):
        return self.values[index * self.shape[1]:(index + 1) * self.shape[1]]

    def bytes(self):
        return self.head + struct.pack("<" + self.code * len(self.values), *self.values)


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def linear(code):
    """The sRGB curve."""
    return code / 12.92 if code <= 0.04045 else ((code + 0.055) / 1.055) ** 2.4


def plain(pattern, scale, tolerance=0.0):
    """Decoder of channels of one type: bounds of R, G, B, A."""
    size, channels = struct.calcsize(pattern), len(pattern) - 1

    def decode(data, place):
        raw = struct.unpack(pattern, data[place * size:(place + 1) * size])
        values = [scale(code) for code in raw] + [0, 0, 0, 1][channels:]
        return [(value - tolerance, value, value + tolerance) if c < channels and tolerance else (value, value, value)
                for c, value in enumerate(values)]
    return decode


def srgb(data, place):
    bounds = []
    for c, code in enumerate(data[4 * place:4 * place + 4]):
        if c == 3:
            bounds.append((code / 255 - 2e-7, code / 255, code / 255 + 2e-7))
        else:
            bounds.append(tuple(linear(min(max((code + part) / 255, 0), 1)) for part in (-0.25, 0, 0.25)))
    return bounds


def b5g6r5(data, place):
    word = struct.unpack("<H", data[2 * place:2 * place + 2])[0]
    values = [(word >> 11) / 31, (word >> 5 & 63) / 63, (word & 31) / 31]
    return [(value - 2e-7, value, value + 2e-7) for value in values] + [(1, 1, 1)]


FORMATS = {
    "R8G8B8A8_UNORM": plain("<4B", lambda code: code / 255, 2e-7), "R8G8B8A8_UNORM_SRGB": srgb, "B5G6R5_UNORM": b5g6r5,
    "R16G16_SNORM": plain("<2h", lambda code: max(code / 32767, -1), 2e-7), "R16_FLOAT": plain("<e", float), "R32_FLOAT": plain("<f", float),
    "R16G16B16A16_FLOAT": plain("<4e", float), "R32G32B32A32_FLOAT": plain("<4f", float), "R8G8B8A8_UINT": plain("<4B", int),
    "R32_SINT": plain("<i", int),
}
LACKING = ("R16G16_SNORM", "R16_FLOAT", "R32_FLOAT", "R32_SINT", "B5G6R5_UNORM")  # some of the channels


def addressed(mode, index, size):
    """The texel of an index on an axis; None is the border."""
    if 0 <= index < size:
        return index
    if mode == "WRAP":
        return index % size
    if mode == "MIRROR":
        place = index % (2 * size)
        return min(place, 2 * size - 1 - place)
    if mode == "MIRROR_ONCE":
        return min(-index - 1 if index < 0 else index, size - 1)
    return min(max(index, 0), size - 1) if mode == "CLAMP" else None


def texel_of(u, mode, size, unnormalised):
    """Texel index before the address mode; None where no texel can be told."""
    if not math.isfinite(u):
        return None
    if mode in ("WRAP", "MIRROR") and not unnormalised and not -2 <= u < 2:
        u = u - 2 * math.floor(u / 2)  # exact, as both periods divide 2
    product = u if unnormalised else float32(u * size)
    return math.floor(product) if abs(product) < 1 << 20 else None


class Case:
    def __init__(self, golden, arrays):
        self.surface, self.sampler, self.offset = golden["surface"], golden["sampler"], golden["offset"]
        self.type, self.format = self.surface["type"], self.surface["format"]
        self.columns = golden["columns"].split()
        self.axes = {"1": 1, "2": 2, "3": 3}[self.type[0]]
        self.coords = Npy(arrays, golden["coords"])
        self.data = arrays.read(self.surface["data"])
        self.data = self.data[10 + struct.unpack("<H", self.data[8:10])[0]:]

    def level_size(self, level):
        return [max(1, self.surface[side] >> level) for side in ("width", "height", "depth")]

    def level_of(self, lod):
        """The level that is read, of the view; None where it is not beyond doubt, or the filter is not NEAREST."""
        s = self.sampler
        lod = max(s["min_lod"], min(s["max_lod"], lod + s["lod_bias"]))
        filters = {s["mag_filter" if lod <= 0 else "min_filter"]}
        if 0 < abs(lod) < 1 / 128:
            filters = {s["mag_filter"], s["min_filter"]}
        if filters != {"NEAREST"} or not math.isfinite(lod):
            return None
        if s["mip_filter"] == "NONE":
            return 0
        if s["mip_filter"] == "LINEAR" or abs(lod - math.floor(lod) - 0.5) < 1 / 128:
            return None
        last = self.surface["mip_levels"] - 1 - self.surface["base_level"]
        return max(0, min(last, math.floor(lod + 0.5)))

    def place(self, level, slice_, texel):
        """Number of a texel in the data."""
        count = 0
        for other in range(self.surface["mip_levels"]):
            w, h, d = self.level_size(other)
            count += w * h * d
        start = slice_ * count
        for other in range(level):
            w, h, d = self.level_size(other)
            start += w * h * d
        w, h, _ = self.level_size(level)
        return start + (texel[2] * h + texel[1]) * w + texel[0]

    def texel(self, row, level):
        """Bounds of R, G, B, A of the texel that a row reads; None where they are not decided."""
        stored = level + self.surface["base_level"]
        size, texel = self.level_size(stored), [0, 0, 0]
        for axis in range(self.axes):
            mode = self.sampler["address_" + "uvw"[axis]]
            index = texel_of(row["uvr"[axis]], mode, size[axis], self.sampler["unnormalized"])
            if index is None:
                return None
            texel[axis] = addressed(mode, index + self.offset[axis], size[axis])
        if None in texel:
            return self.border()
        slices = self.surface["array_length"]
        slice_ = 0
        if self.type.endswith("ARRAY"):
            index = row["ai"]
            slice_ = 0 if not index > 0 else slices - 1 if index >= slices else min(slices - 1, round(index))
        return FORMATS[self.format](self.data, self.place(stored, slice_, texel))

    def border(self):
        """Decided for formats with all channels that hold the colour as it is."""
        colour = self.sampler["border_color"]
        colour = BORDERS[colour] if isinstance(colour, str) else colour
        if self.format in LACKING:
            return None
        if "UNORM" in self.format:
            return [(min(max(value, 0), 1) - 2e-7, value, min(max(value, 0), 1) + 2e-7) for value in colour]
        return [(value, value, value) for value in colour] if "FLOAT" in self.format else None

    def bounds(self, number):
        """Bounds of the result of a row, or None."""
        row = dict(zip(self.columns, self.coords.row(number)))
        level = self.level_of(row["lod"])
        texel = None if level is None else self.texel(row, level)
        if texel is None:
            return None
        if self.sampler["compare"]:
            passed = float(COMPARES[self.sampler["compare"]](row["ref"], texel[0][1]))
            return [(passed, passed, passed)]
        fixed = {"0": (0, 0, 0), "1": (1, 1, 1)}
        return [fixed.get(name) or texel["RGBA".index(name)] for name in self.surface["swizzle"]]


def narrow(golden, arrays):
    """Number of rows that became strict, and the arrays to write."""
    case = Case(golden, arrays)
    lo, hi, ideal = (Npy(arrays, golden[name]) for name in ("lo", "hi", "ideal"))
    changed = 0
    for number in range(lo.shape[0]):
        bounds = case.bounds(number)
        if bounds is None:
            continue
        before = lo.row(number), hi.row(number)
        for column in golden.get("check_columns", range(len(bounds))):
            if column >= len(bounds):
                continue
            low, value, high = bounds[column]
            at = number * lo.shape[1] + column
            slack = 1e-4 * max(1, abs(value)) if lo.code == "f" else 0  # far below a neighbour's difference
            if not lo.values[at] - slack <= value <= hi.values[at] + slack:
                raise SystemExit(f"{golden['id']}: row {number}, column {column}: {value} is outside {lo.values[at]} to {hi.values[at]}")
            if hi.values[at] - lo.values[at] <= high - low + slack:
                continue  # as strict already
            lo.values[at], ideal.values[at], hi.values[at] = low, value, high
        changed += before != (lo.row(number), hi.row(number))
    return changed, [lo, hi, ideal]


def read_cases(path):
    """The index: a list of mappings whose values are JSON."""
    cases = []
    for line in path.read_text().splitlines():
        if line.startswith("- "):
            cases.append({})
        if not line.startswith("#"):
            key, value = line[2:].split(": ", 1)
            cases[-1][key] = json.loads(value)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "tests/data/golden")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 5 when a row could be stricter")
    arguments = parser.parse_args()
    total, changes, arrays = 0, [], Arrays(arguments.folder)
    for golden in read_cases(arguments.folder / "cases.yaml"):
        if golden["op"] not in ("sample_l", "sample_l_c") or golden.get("lenient") or "lo" not in golden:
            continue
        surface = golden["surface"]
        if surface["format"] not in FORMATS or surface["type"].startswith("CUBE"):
            continue
        changed, outputs = narrow(golden, arrays)
        if changed:
            total += changed
            changes += outputs
            print(f"{golden['id']}: {changed} rows")
    print(f"{total} rows")
    if arguments.check:
        return 5 if total else 0
    arrays.write(changes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
