#!/usr/bin/env python3
"""Random instructions go through Intel's assembler iga64 and through the command: both print the same text, the command's text assembles to the
same bits, and both compact the same instructions. Skipped (77) where iga64 is missing (Debian: libigc-tools).

assembler_test.py COMMAND [SEED] [COUNT]"""

import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

TYPE_BYTES = {0: 4, 1: 4, 2: 2, 3: 2, 4: 1, 5: 1, 6: 8, 7: 4, 8: 8, 9: 8, 10: 2}
TYPES = [0, 1, 2, 3, 4, 5, 7, 7, 7, 10, 6, 8, 9]
ONE_SOURCE = [0x01, 0x04, 0x17, 0x43, 0x44, 0x45, 0x46, 0x47, 0x4A, 0x4B, 0x4C, 0x4D]
TWO_SOURCES = [0x02, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x10, 0x11, 0x19, 0x40, 0x41, 0x42, 0x48, 0x49, 0x4E, 0x4F, 0x50, 0x51, 0x54, 0x55, 0x56,
               0x57, 0x59, 0x5A]
THREE_SOURCES = [0x12, 0x18, 0x1A, 0x5B, 0x5C]
LOGIC = [0x04, 0x05, 0x06, 0x07]
REGIONS = [(4, 3, 1), (0, 0, 0), (5, 4, 1), (3, 2, 1), (3, 2, 0), (2, 1, 1), (1, 0, 0), (4, 2, 1), (5, 3, 2), (2, 1, 0), (1, 2, 0)]


class Word:
    """128 bits that are set field by field."""

    def __init__(self, rng):
        self.bits = 0
        self.rng = rng

    def put(self, high, low, value):
        mask = (1 << (high - low + 1)) - 1
        self.bits = (self.bits & ~(mask << low)) | ((value & mask) << low)

    def any(self, below):
        return self.rng.randrange(below)

    def one_in(self, n):
        return self.any(n) == 0

    def header(self, opcode, exec_size):
        self.put(6, 0, opcode)
        self.put(10, 9, self.any(4))
        self.put(15, 14, self.any(3))
        self.put(23, 21, exec_size)
        if exec_size == 2:
            self.put(11, 11, self.any(2))
        if exec_size in (2, 3):
            self.put(13, 12, self.any(4))
        if exec_size == 4:
            self.put(13, 12, self.rng.choice([0, 2]))
        if self.any(2):
            self.put(19, 16, self.any(14))
            self.put(20, 20, self.any(2) if self.bits >> 16 & 15 else 0)
        self.put(33, 32, self.any(4))
        self.put(34, 34, self.any(2))
        self.put(31, 31, self.any(2))

    def condition(self):
        self.put(27, 24, self.rng.choice([0, 0, 1, 2, 3, 4, 5, 6, 8, 9]))

    def destination(self, kind):
        self.put(40, 37, kind)
        if self.one_in(8):
            self.put(36, 35, 1)
            self.put(63, 63, 1)
            self.put(60, 57, self.any(16))
            self.put(56, 48, self.any(512))
            self.put(47, 47, self.any(2))
        elif self.one_in(8):
            self.put(60, 53, self.rng.choice([0, 0x10, 0x20, 0x21, 0x30, 0x31, 0x70, 0x80]))
        else:
            self.put(36, 35, 1)
            self.put(60, 53, self.any(128))
            self.put(52, 48, self.any(32 // TYPE_BYTES[kind]) * TYPE_BYTES[kind])
        self.put(62, 61, self.rng.choice([1, 1, 1, 2, 3]))

    def source(self, number, kind, logic):
        base, file, type_high, sign = (64, 42, 46, 95) if number == 0 else (96, 90, 94, 121)
        self.put(type_high, type_high - 3, kind)
        indirect = self.one_in(8)
        if indirect:
            self.put(file, file - 1, 1)
            self.put(base + 15, base + 15, 1)
            self.put(base + 12, base + 9, self.any(16))
            self.put(base + 8, base, self.any(512))
            self.put(sign, sign, self.any(2))
        elif number == 0 and self.one_in(10):
            self.put(base + 12, base + 5, self.rng.choice([0, 0x10, 0x20, 0x21, 0x30, 0x31, 0x40, 0x70, 0x80, 0xA0]))
        else:
            self.put(file, file - 1, 1)
            self.put(base + 12, base + 5, self.any(128))
            self.put(base + 4, base, self.any(32 // TYPE_BYTES[kind]) * TYPE_BYTES[kind])
        self.put(base + 14, base + 13, self.rng.choice([0, 2]) if logic else self.any(4))
        vertical, width, horizontal = self.rng.choice(REGIONS + ([(15, 0, 0), (15, 2, 1)] if indirect and number == 0 else []))
        self.put(base + 24, base + 21, vertical)
        self.put(base + 20, base + 18, width)
        self.put(base + 17, base + 16, horizontal)

    def immediate(self, number):
        file, type_high = (42, 46) if number == 0 else (90, 94)
        kind = self.rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 11] + ([8, 9, 10] if number == 0 else []))
        self.put(type_high, type_high - 3, kind)
        self.put(file, file - 1, 3)
        if kind in (8, 9, 10):
            self.put(127, 64, self.rng.choice([self.any(1 << 64), self.any(1000), struct.unpack("<Q", struct.pack("<d", self.any(1000) / 8))[0]]))
            return
        value = self.rng.choice([self.any(1 << 32), self.any(300), -self.any(300) & 0xFFFFFFFF,
                                 struct.unpack("<I", struct.pack("<f", self.rng.choice([self.any(100) / 8, self.rng.uniform(-5, 5),
                                                                                       10.0 ** (self.any(60) - 30)])))[0]])
        if kind in (2, 3, 11):
            value = (value & 0xFFFF) * 0x10001
        self.put(127, 96, value)

    def three_sources(self):
        kind = self.rng.choice([0, 0, 0, 1, 2, 3, 4])
        self.put(8, 8, 1)
        self.put(27, 24, self.rng.choice([0, 0, 1, 2, 3, 4, 5, 6]))
        if (self.bits >> 16 & 15) not in (0, 1, 6, 7):
            self.put(20, 16, 0)
        self.put(45, 43, kind)
        self.put(48, 46, kind)
        if kind in (0, 4):
            self.put(36, 35, self.any(4) if self.one_in(3) else 3 if kind == 4 else 0)
        self.put(52, 49, 15)
        self.put(42, 37, self.any(64))
        self.put(63, 56, self.any(128))
        self.put(55, 53, self.any(8))
        for swizzle, replicate, subregister, register in ((65, 64, 73, 76), (86, 85, 94, 97), (107, 106, 115, 118)):
            replicated = kind != 3 and self.any(2)
            self.put(swizzle + 7, swizzle, 0 if replicated else 0xE4)
            self.put(replicate, replicate, replicated)
            self.put(subregister + 2, subregister, self.any(8))
            self.put(register + 7, register, self.any(128))

    def branch(self):
        two = [0x22, 0x24, 0x28, 0x29, 0x2A, 0x2E]
        opcode = self.rng.choice(two + [0x25, 0x27, 0x2F, 0x20])
        self.put(6, 0, opcode)
        self.put(23, 21, self.rng.choice([3, 4, 5]))
        if opcode not in (0x24, 0x25, 0x2F):
            self.put(19, 16, self.any(14))
            self.put(20, 20, self.any(2) if self.bits >> 16 & 15 else 0)
            self.put(33, 32, self.any(4))
        if opcode in (0x22, 0x24, 0x2E):
            self.put(28, 28, self.any(2))
        if opcode == 0x20:
            self.put(23, 21, 0)
            self.put(95, 32, 0x0E00140034000004)
            self.put(20, 16, self.any(2))
            self.put(33, 32, self.any(4) if self.bits >> 16 & 1 else 0)
        elif opcode in two:
            self.put(42, 41, 3)
            self.put(46, 43, 1)
            self.put(95, 64, (self.any(64) - 20) * 16)
        else:
            self.put(90, 89, 3)
            self.put(94, 91, 1)
        self.put(127, 96, (self.any(64) - 20) * 16)

    def send(self, split):
        self.header(self.rng.choice([0x33, 0x34] if split else [0x31, 0x32]), self.rng.choice([0, 3, 4]))
        self.put(31, 31, 0)
        self.put(10, 9, 0)
        self.put(27, 24, self.rng.choice([2, 3, 5, 7, 9, 10, 11, 12]))
        self.put(40, 37, self.rng.choice([0, 0, 3, 7, 2, 8]))
        self.put(60, 53, self.any(120))
        self.put(76, 69, self.any(120))
        self.put(127, 127, self.one_in(6))
        if split:
            self.put(36, 35, 3)
            self.put(51, 44, self.any(120))
            self.put(67, 64, self.any(16))
            if self.one_in(4):
                self.put(77, 77, 1)
            else:
                self.put(126, 96, self.any(1 << 31))
            return
        self.put(36, 35, 1)
        self.put(62, 61, 1)
        self.put(42, 41, 1)
        if self.one_in(4):
            self.put(108, 101, 0x10)
        else:
            self.put(90, 89, 3)
            self.put(126, 96, self.any(1 << 31))


def instruction(rng):
    word = Word(rng)
    choice = rng.randrange(12)
    if choice < 6:
        opcode = rng.choice(ONE_SOURCE if choice < 2 else TWO_SOURCES)
        word.header(opcode, rng.randrange(6))
        word.condition()
        word.put(28, 28, rng.randrange(2))
        word.destination(rng.choice(TYPES))
        logic = opcode in LOGIC
        last = 0 if choice < 2 else 1
        if last == 1:
            word.source(0, rng.choice(TYPES), logic)
        if rng.randrange(3) == 0:
            word.immediate(last)
        else:
            word.source(last, rng.choice(TYPES), logic)
    elif choice < 8:
        word.header(rng.choice(THREE_SOURCES), rng.randrange(6))
        word.three_sources()
    elif choice == 8:
        function = rng.choice([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13])
        word.header(0x38, rng.randrange(6))
        word.put(27, 24, function)
        word.destination(rng.choice([7, 7, 10, 0, 1]))
        word.source(0, rng.choice([7, 10, 0, 1]), False)
        if function >= 9:
            word.source(1, rng.choice([7, 10, 0, 1]), False)
    elif choice == 9:
        word.branch()
    else:
        word.send(choice == 11)
    return word.bits


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def folded(text):
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def assemble(text, folder, *options):
    """The bytes of a text without the lines that the assembler refuses."""
    source, binary = folder / "random.asm", folder / "random.krn"
    lines = text.splitlines()
    for _ in range(20):
        source.write_text("\n".join(lines) + "\n")
        binary.unlink(missing_ok=True)
        result = run("iga64", "-a", "-p=9", *options, str(source), "-o", str(binary))
        if binary.exists():
            return binary.read_bytes()
        refused = {int(number) - 1 for number in re.findall(r"line (\d+)\.\d+: error", result.stderr)}
        if not refused:
            break
        lines = ["nop" if number in refused and not line.rstrip().endswith(":") else line for number, line in enumerate(lines)]
    sys.exit("iga64 takes none of its own text: " + result.stderr[:500])


def check(what, ours, theirs):
    if ours == theirs:
        return
    for number, pair in enumerate(zip(ours, theirs)):
        if pair[0] != pair[1]:
            sys.exit(f"{what}, line {number + 1}\n  ours   {pair[0]}\n  iga64  {pair[1]}")
    sys.exit(f"{what}: {len(ours)} lines, iga64 has {len(theirs)}")


def main():
    if shutil.which("iga64") is None:
        print("skipped: iga64 is not installed (Debian: libigc-tools)")
        sys.exit(77)
    command = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 3000
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = folder / "words.krn"
        # Text that iga64 prints of random words, and assembles again, is valid; bits that an instruction does not have
        # are gone then.
        words.write_bytes(b"".join(instruction(rng).to_bytes(16, "little") for _ in range(count)))
        text = run("iga64", "-d", "-p=9", "--output-on-fail", str(words)).stdout
        text = "\n".join(line for line in text.splitlines() if "?" not in line.split("//")[0])
        for options in ((), ("-Xautocompact",)):
            # Lines without the branches: their offsets count other sizes once instructions are compacted.
            lines = text if not options else "\n".join(
                line for line in text.splitlines()
                if not re.match(r"L_?N?\d+:$|(\(.*?\))?\s*(if|else|endif|while|break|cont|halt|goto|join|jmpi)\b", line))
            program = folder / "program.krn"
            program.write_bytes(assemble(lines, folder, *options))
            theirs = run("iga64", "-d", "-p=9", "-Xprint-pc", "-Xprint-bits", "--output-on-fail", str(program)).stdout
            ours = run(command, "kernel", "disassemble", str(program))
            if ours.returncode != 0:
                sys.exit(f"the command refuses what iga64 assembled: {ours.stderr}")
            check(f"seed {seed} {' '.join(options)}", folded(ours.stdout), folded(theirs))
            plain = run(command, "kernel", "disassemble", "--plain", str(program)).stdout
            again = assemble(plain, folder)
            if again != program.read_bytes():
                at = next((i for i, (a, b) in enumerate(zip(again, program.read_bytes())) if a != b), min(len(again), program.stat().st_size))
                sys.exit(f"seed {seed}: our text assembles to other bits from byte {at:#x} on")
            print(f"{len(folded(ours.stdout))} lines equal{' with ' + options[0] if options else ''}, {program.stat().st_size} bytes come back")


main()
