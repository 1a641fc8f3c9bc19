#!/usr/bin/env python3
"""Random straight-line programs, assembled by Intel's iga64 and put into a device binary, run on the model and leave in their registers what a
formula per instruction says: encoding and execution meet. Skipped (77) where iga64 is missing (Debian: libigc-tools).

native_code_test.py COMMAND [SEED] [PROGRAMS]"""

import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

TYPES = {"ud": (4, False), "d": (4, True), "uw": (2, False), "w": (2, True), "ub": (1, False), "b": (1, True), "f": (4, None)}
INTEGERS = ["ud", "d", "uw", "w", "ub", "b"]
# Integers live in r16 to r47, floats are read in r64 to r79 and written to r48 to r63; all of them are the payload and the result.
FIRST, COUNT = 16, 64
INSTRUCTIONS = 120


def float_bits(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def bits_float(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def clamp(value, size, signed):
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    return max(low, min(high, value))


class Region:
    def __init__(self, rng, size, channels, first, registers):
        while True:
            self.width = rng.choice([w for w in (1, 2, 4, 8, 16) if w <= channels])
            self.horizontal = 0 if self.width == 1 else rng.choice([0, 1, 1, 2, 4])
            self.vertical = rng.choice([0, 1, 2, 4, 8, 8])
            if self.width == channels and self.horizontal:
                self.vertical = self.width * self.horizontal
            if channels == 1:
                self.vertical = 0
            if self.vertical > (8 if size == 4 else 16 if size == 2 else 32):
                continue
            self.start = rng.randrange(32 // size) * size if rng.randrange(3) == 0 else 0
            places = [self.place(i, size) for i in range(channels)]
            rows = {i // self.width: [] for i in range(channels)}
            for i, place in enumerate(places):
                rows[i // self.width].append(place // 32)
            if max(places) + size <= 64 and all(len(set(row)) == 1 for row in rows.values()):
                break
        self.register = first + rng.randrange(registers - 1)

    def place(self, channel, size):
        return self.start + (channel // self.width * self.vertical + channel % self.width * self.horizontal) * size

    def text(self, kind):
        size = TYPES[kind][0]
        return f"r{self.register}.{self.start // size}<{self.vertical};{self.width},{self.horizontal}>:{kind}"


class Source:
    """A region of a type with a modifier, or an immediate."""

    def __init__(self, rng, kind, channels, logic=False, immediate=False):
        self.kind, self.logic = kind, logic
        self.size, self.signed = TYPES[kind]
        self.modifier = "" if immediate else rng.choice(["", "", "", "-"] if logic else ["", "", "-", "(abs)", "-(abs)"])
        if self.signed is False and not logic:
            self.modifier = self.modifier.replace("(abs)", "")
        self.value = None
        if immediate:
            if kind == "f":
                self.value = bits_float(float_bits(rng.choice([rng.uniform(-9, 9), 1.0, 0.5])))
            else:
                self.value = rng.choice([rng.randrange(40), rng.randrange(1 << 15), *([-rng.randrange(1 << 15)] if self.signed else [])])
            return
        first, registers = (64, 16) if kind == "f" else (16, 32)
        self.region = Region(rng, self.size, channels, first, registers)

    def read(self, memory, channel):
        if self.value is not None:
            return self.value
        at = self.region.register * 32 + self.region.place(channel, self.size)
        raw = memory[at:at + self.size]
        if self.kind == "f":
            value = struct.unpack("<f", raw)[0]
        else:
            value = int.from_bytes(raw, "little", signed=self.signed)
        if "abs" in self.modifier:
            value = abs(value)
        if self.modifier.startswith("-"):
            value = ~value if self.logic else -value
        return value

    def text(self):
        if self.value is not None:
            return f"0x{float_bits(self.value):X}:f" if self.kind == "f" else f"{self.value}:{self.kind}"
        sign = "~" if self.logic and self.modifier else self.modifier
        return sign + self.region.text(self.kind)


OPERATIONS = {
    "mov": (1, lambda a: a),
    "add": (2, lambda a, b: a + b),
    "mul": (2, lambda a, b: a * b),
    "avg": (2, lambda a, b: a + b + 1 >> 1),
    "and": (2, lambda a, b: a & b),
    "or": (2, lambda a, b: a | b),
    "xor": (2, lambda a, b: a ^ b),
    "not": (1, lambda a: ~a),
    "shl": (2, lambda a, b: a << (b & 31)),
    "shr": (2, lambda a, b: (a & 0xFFFFFFFF) >> (b & 31)),
    "asr": (2, lambda a, b: a >> (b & 31)),
    "cbit": (1, lambda a: bin(a & 0xFFFFFFFF).count("1")),
    "lzd": (1, lambda a: 32 - (a & 0xFFFFFFFF).bit_length()),
    "sel.ge": (2, max),
    "sel.lt": (2, min),
    "cmp.gt": (2, lambda a, b: a > b),
    "cmp.eq": (2, lambda a, b: a == b),
    "cmp.le": (2, lambda a, b: a <= b),
}
LOGIC = {"and", "or", "xor", "not"}
DWORDS = {"shl": ("ud", "d"), "shr": ("ud",), "asr": ("d",), "cbit": ("ud",), "lzd": ("ud",)}


class Instruction:
    def __init__(self, rng):
        self.channels = rng.choice([1, 2, 4, 8, 8, 16])
        self.name = rng.choice([*OPERATIONS, "add", "mul", "mov", "mov"])
        sources, self.operation = OPERATIONS[self.name]
        floats = self.name in ("mov", "add", "mul", "sel.ge", "sel.lt", "cmp.gt", "cmp.le") and rng.randrange(3) == 0
        kinds = DWORDS.get(self.name) or (("f",) if floats else INTEGERS)
        kind = rng.choice(kinds)
        if self.name == "avg":
            kind = rng.choice(["ud", "d", "uw", "w"])
        # Sources of two signs or sizes meet in their common type; operations that look at the sign keep to one type.
        free = self.name in ("add", "mul", "and", "or", "xor") and kind != "f"
        others = [k for k in ("uw", "w", "ub", "b") if TYPES[kind][0] <= 2] or ([kind] if self.name == "mul" else ["ud", "d", "w", "uw"])
        second = rng.choice(others) if free else kind
        logic = self.name in LOGIC
        self.sources = [Source(rng, kind, self.channels, logic)]
        if sources == 2:
            immediate = rng.randrange(4) == 0 and second not in ("ub", "b")
            self.sources.append(Source(rng, "ud" if self.name == "shl" else second, self.channels, logic, immediate))
        if self.name in ("shl", "shr", "asr", "cbit", "lzd", "avg"):
            for source in self.sources:
                source.modifier = ""
        execution = max(max(s.size for s in self.sources), 2)
        self.compares = self.name.startswith("cmp")
        if kind == "f":
            self.kind = rng.choice(["f", "f", "d"]) if self.name == "mov" else "f"
        elif self.name == "mov":
            self.kind = rng.choice([*INTEGERS, "f"])
        elif self.name in ("cbit", "lzd", "shl", "shr"):
            self.kind = "ud"
        elif self.name == "asr":
            self.kind = "d"
        else:
            self.kind = rng.choice([k for k in INTEGERS if logic is False or TYPES[k][0] <= execution])
        if self.compares or self.name.startswith("sel") or self.name == "avg":
            self.kind = kind if kind not in ("ub", "b") else rng.choice(["uw"] if kind == "ub" else ["w"])
        self.size, self.signed = TYPES[self.kind]
        self.saturate = self.name in ("mov", "add", "mul") and rng.randrange(3) == 0 and not (kind == "f" and self.kind == "d")
        self.stride = max(1, execution // self.size)
        if self.channels * self.stride * self.size > 64:
            self.channels = 8
            for source in self.sources:
                if source.value is None:
                    source.region = Region(rng, source.size, 8, *((64, 16) if source.kind == "f" else (16, 32)))
        extent = self.channels * self.stride * self.size
        room = 32 - extent
        unit = self.stride * self.size
        self.start = rng.randrange(room // unit + 1) * unit if room > 0 else 0
        self.register = (48 if self.kind == "f" else 16) + rng.randrange(15 if self.kind == "f" else 31)
        self.predicate = rng.choice(["", "", "", "(f0.0) ", "(~f0.0) "]) if not self.compares and not self.name.startswith("sel") else ""

    def text(self):
        # Everything is executed in all channels; predicates count nevertheless.
        name, _, condition = self.name.partition(".")
        predicate = f"(W&{self.predicate[1:-2]})" if self.predicate else "(W)"
        flag = {"": "", "sel": f" ({condition})f1.0", "cmp": f" ({condition})f0.0"}[name if condition else ""]
        saturate = " (sat)" if self.saturate else ""
        sources = " ".join(s.text() for s in self.sources)
        return f"{predicate} {name} ({self.channels}|M0){flag}{saturate} r{self.register}.{self.start // self.size}<{self.stride}>:{self.kind} {sources}"

    def result(self, values):
        value = self.operation(*values)
        if self.compares:
            return (1 << 8 * self.size) - 1 if value else 0
        if self.kind == "f":
            value = bits_float(float_bits(float(value)))
            return float_bits(max(0.0, min(1.0, value)) if self.saturate else value)
        if isinstance(value, float):
            value = clamp(int(value), self.size, self.signed)
        elif self.saturate:
            value = clamp(value, self.size, self.signed)
        return value & (1 << 8 * self.size) - 1

    def execute(self, memory, flag):
        """@return the flag after it"""
        results = [(n, [s.read(memory, n) for s in self.sources]) for n in range(self.channels)]
        for n, values in results:
            bit = flag >> n & 1
            if self.compares:
                flag = flag & ~(1 << n) | (1 << n if self.operation(*values) else 0)
            if self.predicate and bit == (1 if "~" in self.predicate else 0):
                continue
            at = self.register * 32 + self.start + n * self.stride * self.size
            memory[at:at + self.size] = self.result(values).to_bytes(self.size, "little")
        return flag


def blocks(write):
    """Moves r16 to r79 from binding 0, or to binding 1, by blocks of 8 OWords; r2 is their header."""
    lines = []
    for block in range(COUNT // 4):
        lines.append(f"(W) mov (1|M0) r2.2<1>:ud 0x{8 * block:X}:ud")
        if write:
            lines.append(f"(W) sends (16|M0) null:uw r2 r{FIRST + 4 * block} 0x10A 0x020A0401")
        else:
            lines.append(f"(W) send (16|M0) r{FIRST + 4 * block}:uw r2 0xA 0x02480400")
    return lines


def program(instructions):
    # Denormals are kept, as compiled kernels set it.
    return ["(W) mov (8|M0) r2.0<1>:ud 0x0:ud", "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}", "(W) mov (1|M0) f0.0<1>:uw 0x0:uw",
            *blocks(False), *(i.text() for i in instructions), *blocks(True), "(W) mov (8|M0) r112.0<1>:ud r0.0<8;8,1>:ud",
            "(W) send (8|M0) null r112 0x27 0x02000010 {EOT}"]


def assemble(lines, folder):
    (folder / "random.asm").write_text("\n".join(lines) + "\n")
    (folder / "random.krn").unlink(missing_ok=True)
    made = subprocess.run(["iga64", "-a", "-p=9", "-Xno-auto-deps", "random.asm", "-o", "random.krn"], cwd=folder, capture_output=True, text=True)
    if not (folder / "random.krn").exists():
        made = subprocess.run(["iga64", "-a", "-p=9", "random.asm", "-o", "random.krn"], cwd=folder, capture_output=True, text=True)
    if not (folder / "random.krn").exists():
        sys.exit("iga64 refuses the program:\n" + made.stderr[:2000])
    return (folder / "random.krn").read_bytes()


def token(number, *words, tail=b""):
    return struct.pack(f"<{len(words) + 2}I", number, 8 + 4 * len(words) + len(tail), *words) + tail


def argument_info(number, name):
    texts = [b"__global", b"NONE", name, b"uint*;8", b"NONE"]
    padded = [text + bytes(4 - len(text) % 4) for text in texts]
    return token(26, number, *(len(text) for text in padded), tail=b"".join(padded))


def device_binary(code):
    """An ELF container as ocloc makes it, with one kernel of SIMD16 and two buffers."""
    surfaces = struct.pack("<I", 0x83FFC000) + bytes(60)
    surface_heap = 2 * surfaces + struct.pack("<2I", 0, 64)
    dynamic = bytes(32)
    environment = [0] * 33
    environment[3], environment[8], environment[20] = 16, 1, 128
    payload = [1 if i in (1, 2, 3, 5) else 0 for i in range(20)]
    none = 0xFFFFFFFF
    patches = (token(19, 0) + token(21, 0, 0, 0, 128) + token(8, 128, 2, 0) + token(30, 0, 0, 0, 8, none, none, 0) +
               token(30, 1, 64, 8, 8, none, none, 0) + token(25, 32) + token(22, *payload) + token(23, *environment) +
               argument_info(0, b"from") + argument_info(1, b"to"))
    name = b"native\0\0"
    heap = code + bytes(128)
    kernel = struct.pack("<IQ7I", 0, 0, len(name), len(patches), len(heap), 0, len(dynamic), len(surface_heap), len(code))
    body = struct.pack("<7I", 0x494E5443, 1081, 12, 8, 1, 9, 0) + kernel + name + heap + dynamic + surface_heap + patches
    sections = [(0, 0, 0), (0xFF000005, 64 + 3 * 64, len(body)), (3, 64 + 3 * 64 + len(body), 1)]
    head = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 0xFF04, 0, 1, 0, 0, 64, 0, 64, 0, 0, 64, 3, 2)
    table = b"".join(struct.pack("<IIQQQQIIQQ", 0, kind, 0, 0, at, size, 0, 0, 0, 0) for kind, at, size in sections)
    return head + table + body + b"\0"


def npy(data):
    head = f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({len(data) // 4},), }}"
    head += " " * ((-len(head) - 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


LAUNCH = f"""
kernel: native
files: {{binary: native.bin}}
global_size: [16]
local_size: [16]
args:
- {{index: 0, name: from, kind: buffer, address_space: global, element: uint32, bytes: {32 * COUNT}, data: from.npy}}
- {{index: 1, name: to, kind: buffer, address_space: global, element: uint32, bytes: {32 * COUNT}}}
outputs:
- {{arg: 1}}
"""


def run(command, folder, timing):
    made = subprocess.run([command, "run", "study.yaml", "--timing", timing, "--out", timing, "--force", "-q"], cwd=folder, capture_output=True,
                          text=True)
    if made.returncode == 0:
        content = (folder / timing / "to.npy").read_bytes()
        return content[10 + struct.unpack_from("<H", content, 8)[0]:], None
    place = re.search(r"instruction at byte 0x([0-9A-F]+)", made.stdout + made.stderr)
    if place is None:
        sys.exit(f"{timing}: exit code {made.returncode}\n{made.stderr}")
    return None, int(place.group(1), 16)


def check(rng, command, machine, folder):
    """@return how many instructions ran, and how many the model refused for a restriction"""
    instructions = [Instruction(rng) for _ in range(INSTRUCTIONS)]
    memory = bytearray(128 * 32)
    for word in range(48 * 8):
        value = rng.choice([rng.randrange(1 << 32), rng.randrange(256), rng.randrange(1 << 32) & 0x7FFF7FFF, 0xFFFFFFFF, 0x80000000])
        struct.pack_into("<I", memory, 16 * 32 + 4 * word, value)
    for word in range(32 * 8):
        struct.pack_into("<f", memory, 48 * 32 + 4 * word, rng.choice([rng.uniform(-100, 100), rng.uniform(-1, 1), float(rng.randrange(-9, 9))]))
    (folder / "from.npy").write_bytes(npy(bytes(memory[FIRST * 32:(FIRST + COUNT) * 32])))
    refused = 0
    lead = len(program([])) - len(blocks(True)) - 2
    while True:
        code = assemble(program(instructions), folder)
        (folder / "native.bin").write_bytes(device_binary(code))
        found, place = run(command, folder, "untimed")
        if found is not None:
            break
        # Which instruction that is: iga64 lists where each stands.
        listed = subprocess.run(["iga64", "-d", "-p=9", "-Xprint-pc", "random.krn"], cwd=folder, capture_output=True, text=True).stdout
        pcs = [int(pc, 16) for pc in re.findall(r"^/\* \[([0-9A-F]+)\]", listed, re.M)]
        del instructions[pcs.index(place) - lead]
        refused += 1
        if refused > INSTRUCTIONS // 3:
            sys.exit("the model refuses a third of the instructions")
    flag = 0
    wrote = {}
    for instruction in instructions:
        before = bytes(memory)
        flag = instruction.execute(memory, flag)
        for at in range(FIRST * 32, (FIRST + COUNT) * 32):
            if memory[at] != before[at] or instruction.register * 32 <= at < instruction.register * 32 + 64:
                wrote[at] = instruction
    wanted = memory[FIRST * 32:(FIRST + COUNT) * 32]
    for timing in ("untimed", "approximately_timed"):
        found, place = run(command, folder, timing)
        for at in range(0, len(wanted), 4):
            if found[at:at + 4] != wanted[at:at + 4]:
                last = wrote.get(FIRST * 32 + at)
                sys.exit(f"{timing}: r{FIRST + at // 32}.{at % 32 // 4}:ud is {found[at:at + 4][::-1].hex()}, expected "
                         f"{wanted[at:at + 4][::-1].hex()}; last written near: {last.text() if last else 'nowhere'}")
    return len(instructions), refused


def main():
    if shutil.which("iga64") is None:
        print("skipped: iga64 (Debian package libigc-tools) is not installed")
        sys.exit(77)
    command = str(pathlib.Path(sys.argv[1]).resolve())
    seed, programs = (int(sys.argv[2]) if len(sys.argv) > 2 else 1), (int(sys.argv[3]) if len(sys.argv) > 3 else 12)
    machine = pathlib.Path(__file__).resolve().parents[2] / "configs/machines/kaby_lake_gt2.yaml"
    ran = refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "native.yaml").write_text(LAUNCH)
        (folder / "study.yaml").write_text(f"study: native\nmachine: {machine}\ntiming: untimed\nworkload: {{kind: kernel, file: native.yaml}}\n")
        for number in range(programs):
            counts = check(random.Random(1000 * seed + number), command, machine, folder)
            ran, refused = ran + counts[0], refused + counts[1]
    print(f"{programs} programs, {ran} instructions: registers are as the formulas say; {refused} more were refused for a restriction")


main()
