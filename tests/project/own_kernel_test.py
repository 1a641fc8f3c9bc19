#!/usr/bin/env python3
"""Compiles a small OpenCL kernel with ocloc, runs it on the model in all timings and compares what comes out with Python's arithmetic,
and with pocl where PyOpenCL finds it. Skipped (77) without ocloc.
  own_kernel_test.py COMMAND"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

SOURCE = """
__kernel void mirror(read_only image2d_t src, __global const float* gain, __global float4* out, __local float* tile, int offset) {
  const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const int item = get_global_id(0), local_item = get_local_id(0), last = get_local_size(0) - 1;
  tile[local_item] = gain[item];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float4 texel = read_imagef(src, nearest, (int2)(item % 16 + offset, item / 16));
  out[item] = texel * tile[last - local_item] + (float)offset;
}
"""
WIDTH, HEIGHT, ITEMS, GROUP, OFFSET = 16, 8, 128, 32, 3

LAUNCH = f"""
kernel: mirror
files: {{binary: mirror.bin}}
global_size: [{ITEMS}]
local_size: [{GROUP}]
args:
- {{index: 0, name: src, kind: image, image_type: 2d, access: read, width: {WIDTH}, height: {HEIGHT}, channel_order: RGBA,
  channel_type: UNORM_INT8, data: src.npy}}
- {{index: 1, name: gain, kind: buffer, address_space: global, element: float32, bytes: {4 * ITEMS}, data: gain.npy}}
- {{index: 2, name: out, kind: buffer, address_space: global, element: float32, access: write, bytes: {16 * ITEMS}}}
- {{index: 3, name: tile, kind: local, bytes: {4 * GROUP}}}
- {{index: 4, name: offset, kind: scalar, type: int, value: {OFFSET}}}
outputs:
- {{arg: 2}}
"""


def npy(kind, shape, data):
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * ((-len(head) - 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def floats_of(file):
    content = file.read_bytes()
    start = 10 + struct.unpack_from("<H", content, 8)[0]
    return struct.unpack(f"<{(len(content) - start) // 4}f", content[start:])


def expected(texels, gain):
    values = []
    for item in range(ITEMS):
        x, y = min(item % 16 + OFFSET, WIDTH - 1), item // 16
        factor = gain[item // GROUP * GROUP + GROUP - 1 - item % GROUP]
        values += [texels[4 * (y * WIDTH + x) + c] / 255 * factor + OFFSET for c in range(4)]
    return values


def by_pocl(texels, gain):
    try:
        import numpy
        import pyopencl as cl
    except ImportError:
        return None
    found = [p for p in cl.get_platforms() if "Portable" in p.name]
    if not found:
        return None
    context = cl.Context(found[0].get_devices())
    queue = cl.CommandQueue(context)
    flags = cl.mem_flags
    image = cl.image_from_array(context, numpy.array(texels, numpy.uint8).reshape(HEIGHT, WIDTH, 4), 4, norm_int=True)
    gains = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=numpy.array(gain, numpy.float32))
    out = cl.Buffer(context, flags.WRITE_ONLY, 16 * ITEMS)
    cl.Program(context, SOURCE).build().mirror(queue, (ITEMS,), (GROUP,), image, gains, out, cl.LocalMemory(4 * GROUP), numpy.int32(OFFSET))
    result = numpy.empty(4 * ITEMS, numpy.float32)
    cl.enqueue_copy(queue, result, out)
    return result.tolist()


def compare(name, found, wanted):
    for i, (a, b) in enumerate(zip(found, wanted)):
        if abs(a - b) > 1e-5 * max(1, abs(b)):
            sys.exit(f"{name}: out[{i}] is {a}, expected {b}")
    if len(found) != len(wanted):
        sys.exit(f"{name}: {len(found)} values, expected {len(wanted)}")


# Kernels that need more than registers and plain messages (scratch memory, 64-bit atomics, blocks of images): source,
# work-items, words of the result, and the result by Python. Argument 0 holds these values, as a buffer or an image of
# 16 x 16.
VALUES = [(i * 7919 + 12345) % 100003 - 50000 for i in range(256)]


def private_array():
    out = []
    for g in range(64):
        array = [VALUES[(g + 3 * i) % 256] ^ i for i in range(1000)]
        total = 0
        for i in range(40):
            place = (VALUES[(g + i) % 256] & 0x7FFFFFFF) % 1000
            total = (total + array[place] + 2**31) % 2**32 - 2**31
            array[place] = total
        out.append(total)
    return out


def spilled():
    out = []
    for g in range(64):
        a = [VALUES[(7 * g + 13 * i) % 256] for i in range(200)]
        for _ in range(2):
            for i in range(200):
                a[i] = a[i] * a[(5 * i + 11) % 200] + a[(31 * i + 7) % 200] & 0xFFFFFFFF
        total = sum(x * (i + 1) for i, x in enumerate(a)) & 0xFFFFFFFF
        out.append(total - 2**32 if total >= 2**31 else total)
    return out


def atomic_long():
    sums = [0, 0]
    for g in range(64):
        sums[g % 2] += VALUES[g] * 2**33
    least = min(VALUES[g] * 2**33 for g in range(64))
    return [half for value in (*sums, least) for half in struct.unpack("<ii", struct.pack("<q", value))]


def blocks():
    return [3 * VALUES[16 * y + x] % 2**32 + x & 0x7FFFFFFF for y in range(16) for x in range(16)]


MORE = {
    "private_array": ("""kernel void private_array(global const int* x, global int* out) {
  const int g = get_global_id(0);
  int array[1000], total = 0;
  for (int i = 0; i < 1000; i++) array[i] = x[(g + 3 * i) & 255] ^ i;
  for (int i = 0; i < 40; i++) {
    const int place = (x[(g + i) & 255] & 0x7fffffff) % 1000;
    total += array[place];
    array[place] = total;
  }
  out[g] = total;
}""", 64, 64, private_array),
    "spilled": ("""kernel __attribute__((intel_reqd_sub_group_size(16))) void spilled(global const uint* x, global uint* out) {
  const int g = get_global_id(0);
  uint a[200], total = 0;
#pragma unroll
  for (int i = 0; i < 200; i++) a[i] = x[(g * 7 + i * 13) & 255];
  for (int r = 0; r < 2; r++) {
#pragma unroll
    for (int i = 0; i < 200; i++) a[i] = a[i] * a[(i * 5 + 11) % 200] + a[(i * 31 + 7) % 200];
  }
#pragma unroll
  for (int i = 0; i < 200; i++) total += a[i] * (i + 1);
  out[g] = total;
}""", 64, 64, spilled),
    "atomic_long": ("""#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void atomic_long(global const int* x, global long* out) {
  const int g = get_global_id(0);
  const long value = (long)x[g] << 33;
  atom_add(out + g % 2, value);
  atom_min(out + 2, value);
}""", 64, 6, atomic_long),
    "blocks": ("""kernel __attribute__((intel_reqd_sub_group_size(16))) void blocks(read_only image2d_t x, global int* out) {
  const int2 at = (int2)(0, get_group_id(0) * 4);
  const uint4 v = intel_sub_group_block_read4(x, at);
  const int lane = get_sub_group_local_id();
  for (int i = 0; i < 4; i++) out[(at.y + i) * 16 + lane] = (3 * v[i] + lane) & 0x7fffffff;
}""", 64, 256, blocks),
}


def run_more(ocloc, command, machine, folder, name):
    source, items, words, expected_words = MORE[name]
    wanted = expected_words()
    image = ("{index: 0, kind: image, image_type: 2d, access: read, width: 16, height: 16, channel_order: R, channel_type: UNSIGNED_INT32, "
             "data: words.npy}")
    buffer = "{index: 0, kind: buffer, address_space: global, element: int32, bytes: 1024, data: x.npy}"
    (folder / f"{name}.cl").write_text(source)
    (folder / f"{name}.yaml").write_text(
        f"kernel: {name}\nfiles: {{binary: {name}.bin}}\nglobal_size: [{items}]\nlocal_size: [16]\nargs:\n"
        f"- {image if name == 'blocks' else buffer}\n"
        f"- {{index: 1, kind: buffer, address_space: global, element: int32, bytes: {4 * words}}}\n"
        f"outputs:\n- {{arg: 1, expected: {name}.npy, tolerance: {{abs: 0, rel: 0}}}}\n")
    (folder / "x.npy").write_bytes(npy("<i4", (256,), struct.pack("<256i", *VALUES)))
    (folder / "words.npy").write_bytes(npy("<u4", (16, 16, 1), struct.pack("<256i", *VALUES)))
    (folder / f"{name}.npy").write_bytes(npy("<i4", (words,), struct.pack(f"<{words}i", *wanted)))
    subprocess.run([ocloc, "compile", "-file", f"{name}.cl", "-device", "kbl", "-output_no_suffix", "-output", f"{name}.bin"],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for timing in ("untimed", "loosely_timed", "approximately_timed"):
        on = [] if timing == "untimed" else ["--machine", machine]
        made = subprocess.run([command, "verify", f"{name}.yaml", *on, "--timing", timing], cwd=folder, capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"{name}, {timing}: {made.stdout}{made.stderr}")


def main():
    ocloc = os.environ.get("OCLOC") or shutil.which("ocloc")
    if not ocloc:
        print("skipped: ocloc (Debian package intel-opencl-icd) is not installed")
        sys.exit(77)
    command = str(pathlib.Path(sys.argv[1]).resolve())
    machine = pathlib.Path(__file__).resolve().parents[2] / "configs/machines/kaby_lake_gt2.yaml"
    texels = [(7 * i * i + 31 * i) % 256 for i in range(4 * WIDTH * HEIGHT)]
    gain = [0.25 * (i % 13) - 1 for i in range(ITEMS)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "mirror.cl").write_text(SOURCE)
        (folder / "mirror.yaml").write_text(LAUNCH)
        (folder / "src.npy").write_bytes(npy("|u1", (HEIGHT, WIDTH, 4), bytes(texels)))
        (folder / "gain.npy").write_bytes(npy("<f4", (ITEMS,), struct.pack(f"<{ITEMS}f", *gain)))
        (folder / "study.yaml").write_text(
            f"study: mirror\nmachine: {machine}\ntiming: untimed\nworkload: {{kind: kernel, file: mirror.yaml}}\n")
        subprocess.run([ocloc, "compile", "-file", "mirror.cl", "-device", "kbl", "-output_no_suffix", "-output", "mirror.bin"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        wanted = expected(texels, gain)
        for timing in ("untimed", "loosely_timed", "approximately_timed"):
            subprocess.run([command, "run", "study.yaml", "--timing", timing, "--out", timing, "-q"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            compare(timing, floats_of(folder / timing / "out.npy"), wanted)
        for name in MORE:
            run_more(ocloc, command, machine, folder, name)
        pocl = by_pocl(texels, gain)
        if pocl is None:
            print("not compared with pocl: PyOpenCL or pocl is not installed")
        else:
            compare("pocl", pocl, wanted)
    print("a kernel of one's own gives what its source says")


if __name__ == "__main__":
    main()
