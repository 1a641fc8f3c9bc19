#!/usr/bin/env python3
"""Compiles families of OpenCL kernels with ocloc, optimised and with -cl-opt-disable, runs each untimed and approximately timed, and compares what
comes out with numpy: image formats, read and written; sub-groups of every width and type; block reads and writes; depth images; queries; atomics of
OpenCL 2.0. A family is one device binary with many kernels. Skipped (77) without ocloc or numpy.
  numpy_kernels_test.py COMMAND [FAMILY...]"""
import pathlib
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: numpy is not installed")
    sys.exit(77)

from kernel_cases import Buffer, Case, Image, N, find_ocloc, verify, write_launch

HEIGHT, WIDTH = 8, 16
GRID = {"items": (WIDTH, HEIGHT), "group": (8, 4)}
VECTORS = {"f": ("float4", np.float32), "i": ("int4", np.int32), "ui": ("uint4", np.uint32)}
random = np.random.default_rng(2026)


def integers(kind, shape=N, low=None, high=None):
    limits = np.iinfo(kind)
    return random.integers(limits.min if low is None else low, limits.max if high is None else high, shape, dtype=kind, endpoint=True)


def floats(kind, shape=N, low=-50.0, high=50.0):
    return random.uniform(low, high, shape).astype(kind)


def out(kind, count=N):
    return Buffer(np.zeros(count, kind), True)


def shape_of(order):
    channels = Image.CHANNELS.get(order, 4)
    return (HEIGHT, WIDTH) if channels == 1 else (HEIGHT, WIDTH, channels)


def normalised(most):
    return lambda stored: np.maximum(stored / np.float32(most), -1)


# Order, type of the channels, numpy's, the function of read_image, what it makes of a stored number.
FORMATS = [
    *[(order, "UNORM_INT8", np.uint8, "f", normalised(255)) for order in ("RGBA", "BGRA", "RG", "R", "A")],
    *[(order, "UNORM_INT16", np.uint16, "f", normalised(65535)) for order in ("RGBA", "RG", "R")],
    *[(order, "SNORM_INT8", np.int8, "f", normalised(127)) for order in ("RGBA", "RG", "R")],
    *[(order, "SNORM_INT16", np.int16, "f", normalised(32767)) for order in ("RGBA", "RG", "R")],
    *[(order, "HALF_FLOAT", np.float16, "f", lambda stored: stored) for order in ("RGBA", "RG", "R")],
    *[(order, "FLOAT", np.float32, "f", lambda stored: stored) for order in ("RGBA", "RG", "R")],
    *[(order, f"SIGNED_INT{8 * size}", np.dtype(f"i{size}").type, "i", lambda stored: stored) for order in ("RGBA", "RG", "R") for size in (1, 2, 4)],
    *[(order, f"UNSIGNED_INT{8 * size}", np.dtype(f"u{size}").type, "ui", lambda stored: stored) for order in ("RGBA", "RG", "R")
      for size in (1, 2, 4)],
]


def read_channels(order, value):
    """The four channels that a kernel reads, of those that are stored."""
    value = value.reshape(HEIGHT, WIDTH, -1)
    read = np.zeros((HEIGHT, WIDTH, 4), value.dtype)
    if order == "A":
        read[..., 3] = value[..., 0]
        return read
    read[..., 3] = 1
    read[..., :value.shape[-1]] = value[..., [2, 1, 0, 3]] if order == "BGRA" else value
    return read


def formats():
    """Each format read with a sampler, one texel to the right and up, and written as it was read."""
    source = "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
    cases = {}
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    there = np.maximum(y - 1, 0), np.minimum(x + 1, WIDTH - 1)
    for order, channels, kind, function, meaning in FORMATS:
        name = f"read_{order}_{channels}".lower()
        vector, number = VECTORS[function]
        source += f"""kernel void {name}(read_only image2d_t a, write_only image2d_t b, global {vector}* o) {{
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const {vector} v = read_image{function}(a, s, at + (int2)(1, -1));
  o[at.y * {WIDTH} + at.x] = v;
  write_image{function}(b, at, v);
}}
"""
        shape = shape_of(order)
        stored = integers(kind, shape) if np.issubdtype(kind, np.integer) else floats(kind, shape)
        if channels.startswith("SNORM"):
            stored = np.maximum(stored, -np.iinfo(kind).max)  # the least number is read as the one above it, and written so
        cases[name] = Case("", [Image("2d", stored, "read", order, channels), Image("2d", np.zeros_like(stored), "write", order, channels),
                                out(number, HEIGHT * WIDTH * 4)], **GRID, tolerance=(1e-6, 1e-6) if function == "f" else (0, 0),
                           expected=[stored[there], read_channels(order, meaning(stored))[there].astype(number).reshape(-1)])
    return source, "", cases


def writes():
    """What no format holds: numbers out of range, infinities and NaN."""
    source, cases = "", {}
    for order, channels, kind, function in [("RGBA", "UNORM_INT8", np.uint8, "f"), ("RGBA", "SNORM_INT8", np.int8, "f"),
                                            ("R", "UNORM_INT16", np.uint16, "f"), ("RG", "SNORM_INT16", np.int16, "f"),
                                            ("RGBA", "HALF_FLOAT", np.float16, "f"), ("RGBA", "SIGNED_INT8", np.int8, "i"),
                                            ("RG", "SIGNED_INT16", np.int16, "i"), ("R", "UNSIGNED_INT8", np.uint8, "ui"),
                                            ("RGBA", "UNSIGNED_INT16", np.uint16, "ui")]:
        name = f"write_{order}_{channels}".lower()
        vector, number = VECTORS[function]
        source += f"""kernel void {name}(write_only image2d_t b, global const {vector}* a) {{
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_image{function}(b, at, a[at.y * {WIDTH} + at.x]);
}}
"""
        if function != "f":
            limits, values = np.iinfo(kind), integers(number, (HEIGHT, WIDTH, 4))
            values[2:] //= 65536
            values[4:] //= 100
            stored = np.clip(values.astype(np.int64), limits.min, limits.max).astype(kind)
        elif kind == np.float16:
            values = floats(number, (HEIGHT, WIDTH, 4), -7e4, 7e4)
            with np.errstate(over="ignore"):
                stored = values.astype(kind)
        else:
            most = np.iinfo(kind).max
            values = floats(number, (HEIGHT, WIDTH, 4), -1.5, 1.5)
            values[0, :3] = [[np.nan], [np.inf], [-np.inf]]
            numbers = np.nan_to_num(values.astype(np.float64), nan=0, posinf=9, neginf=-9)
            stored = np.rint(np.clip(numbers, -1 if channels.startswith("S") else 0, 1) * most).astype(kind)
        shape = shape_of(order)
        stored = stored[..., 0] if len(shape) == 2 else stored[..., :shape[2]]
        tolerance = (0, 0.001) if kind == np.float16 else (1, 0) if function == "f" else (0, 0)
        cases[name] = Case("", [Image("2d", np.zeros(shape, kind), "write", order, channels), Buffer(values.reshape(-1))], **GRID,
                           tolerance=tolerance, expected=[stored])
    return source, "", cases


def sub_groups():
    source = """#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
"""
    cases = {}
    for kind, c_name, values, tolerance in [(np.int32, "int", integers(np.int32, N, -1000, 1000), (0, 0)),
                                            (np.int64, "long", integers(np.int64, N, -10**15, 10**15), (0, 0)),
                                            (np.float16, "half", floats(np.float16, N, -3, 3), (0.05, 0.01)),
                                            (np.float32, "float", floats(np.float32), (1e-3, 1e-5)),
                                            (np.float64, "double", floats(np.float64), (1e-3, 1e-5))]:
        for width in (8, 16, 32):
            name = f"{c_name}_{width}"
            source += f"""kernel __attribute__((intel_reqd_sub_group_size({width}))) void {name}(global const {c_name}* a, global {c_name}* o, global int* p) {{
  const int i = get_global_id(0), l = get_sub_group_local_id();
  const {c_name} x = a[i];
  o[i] = sub_group_reduce_add(x);
  o[64 + i] = sub_group_reduce_min(x);
  o[128 + i] = sub_group_reduce_max(x);
  o[192 + i] = sub_group_scan_inclusive_add(x);
  o[256 + i] = sub_group_scan_exclusive_add(x);
  o[320 + i] = sub_group_scan_inclusive_max(x);
  o[384 + i] = sub_group_broadcast(x, 5);
  o[448 + i] = intel_sub_group_shuffle(x, (l * 3 + 1) % {width});
  o[512 + i] = intel_sub_group_shuffle_xor(x, 3);
  o[576 + i] = intel_sub_group_shuffle_down(x, ({c_name})7, 2);
  o[640 + i] = intel_sub_group_shuffle_up(({c_name})9, x, 3);
  p[i] = l + 100 * get_sub_group_size() + 10000 * get_sub_group_id() + 100000 * get_num_sub_groups() + 1000000 * get_max_sub_group_size();
}}
"""
            r, lane, item = values.reshape(-1, width), np.arange(width), np.arange(N)
            sums = np.cumsum(r, 1, dtype=kind)
            rows = [r.sum(1, keepdims=True, dtype=kind) + 0 * r, r.min(1, keepdims=True) + 0 * r, r.max(1, keepdims=True) + 0 * r, sums,
                    np.concatenate([np.zeros_like(sums[:, :1]), sums[:, :-1]], 1), np.maximum.accumulate(r, 1), r[:, [5]] + 0 * r,
                    r[:, (lane * 3 + 1) % width], r[:, lane ^ 3], np.where(lane + 2 < width, r[:, np.minimum(lane + 2, width - 1)], kind(7)),
                    np.where(lane >= 3, r[:, np.maximum(lane - 3, 0)], kind(9))]
            places = item % width + 100 * width + 10000 * (item % 32 // width) + 100000 * (32 // width) + 1000000 * width
            cases[name] = Case("", [Buffer(values), out(kind, 11 * N), out(np.int32)], group=(32,), tolerance=tolerance,
                               expected=[np.concatenate([row.astype(kind).reshape(-1) for row in rows]), places.astype(np.int32)])
    return source, "-cl-std=CL2.0", cases


def blocks():
    source, cases = "", {}
    for width in (8, 16):
        words, shorts = integers(np.uint32, N * 8), integers(np.uint16, N * 4)
        picture = integers(np.uint8, (16, 32, 4))
        read, written = f"buffer_blocks_{width}", f"image_blocks_{width}"
        head = f"kernel __attribute__((intel_reqd_sub_group_size({width}))) void "
        source += head + f"""{read}(global const uint* a, global uint* o, global const ushort* s, global ushort* p) {{
  const int b = get_group_id(0) * {width};
  intel_sub_group_block_write(o + b, intel_sub_group_block_read(a + b) + 1);
  intel_sub_group_block_write2(o + 64 + b * 2, intel_sub_group_block_read2(a + b * 2) + 2);
  intel_sub_group_block_write4(o + 192 + b * 4, intel_sub_group_block_read4(a + b * 4) + 3);
  intel_sub_group_block_write8(o + 448 + b * 8, intel_sub_group_block_read8(a + b * 8) + 4);
  intel_sub_group_block_write_us(p + b, intel_sub_group_block_read_us(s + b) + (ushort)5);
  intel_sub_group_block_write_us4(p + 64 + b * 4, intel_sub_group_block_read_us4(s + b * 4) + (ushort4)6);
}}
"""
        cases[read] = Case("", [Buffer(words), out(np.uint32, 15 * N), Buffer(shorts), out(np.uint16, 5 * N)], group=(width,),
                           expected=[np.concatenate([words[:N] + 1, words[:2 * N] + 2, words[:4 * N] + 3, words + 4]),
                                     np.concatenate([shorts[:N] + 5, shorts + 6]).astype(np.uint16)])
        source += head + f"""{written}(read_only image2d_t a, write_only image2d_t b, global uint* o) {{
  const int i = get_group_id(0), l = get_sub_group_local_id();
  const int2 at = (int2)(0, i * 4);
  const uint x = intel_sub_group_block_read(a, at);
  const uint2 y = intel_sub_group_block_read2(a, at + (int2)({4 * width}, 1));
  intel_sub_group_block_write4(b, at, intel_sub_group_block_read4(a, at));
  o[i * {width} + l] = x + y.x * 3 + y.y * 5;
}}
"""
        texels = picture.reshape(16, 128).view(np.uint32)
        left = np.zeros_like(texels)
        left[:, :width] = texels[:, :width]
        right = texels[:, width:2 * width]
        sums = [texels[4 * i, :width] + right[4 * i + 1] * np.uint32(3) + right[4 * i + 2] * np.uint32(5) for i in range(4)]
        cases[written] = Case("", [Image("2d", picture), Image("2d", np.zeros_like(picture), "write"), out(np.uint32, 4 * width)],
                              items=(4 * width,), group=(width,), expected=[left.view(np.uint8).reshape(16, 32, 4), np.concatenate(sums)])
    return source, "-cl-std=CL2.0", cases


def images():
    """Depth images, an image of a buffer, what a kernel may ask of an image."""
    source = """kernel void depth(read_only image2d_depth_t a, write_only image2d_depth_t b, global float* o) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float v = read_imagef(a, at);
  o[at.y * 16 + at.x] = v + get_image_width(a);
  write_imagef(b, at, v * 0.5f);
}
kernel void depth_array(read_only image2d_array_depth_t a, global float* o) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  o[(at.z * 8 + at.y) * 16 + at.x] = read_imagef(a, at) + get_image_array_size(a);
}
kernel void buffer_image(read_only image1d_buffer_t a, write_only image1d_buffer_t b) {
  const int x = get_global_id(0);
  write_imagef(b, x, read_imagef(a, 63 - x) + get_image_width(a));
}
kernel void volume_turned(read_only image3d_t a, write_only image3d_t b) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagef(b, at, read_imagef(a, (int4)(15 - at.x, 7 - at.y, 3 - at.z, 0)) * 2.0f);
}
kernel void queries(read_only image2d_array_t a, read_only image3d_t v, read_only image1d_t l, global int* o) {
  const int4 volume = get_image_dim(v);
  const int2 plane = get_image_dim(a);
  const int told[] = {get_image_width(a), get_image_height(a), get_image_array_size(a), get_image_channel_order(a), get_image_channel_data_type(a),
                      volume.x, volume.y, volume.z, volume.w, plane.x * plane.y, get_image_width(l), get_image_channel_data_type(v),
                      get_image_channel_order(l)};
  for (int k = 0; k < 13; k++) o[k] = told[k];
}
"""
    plane, layers = floats(np.float32, (8, 16), 0, 1), floats(np.float32, (3, 8, 16), 0, 1)
    texels, volume = floats(np.float32, (N, 4)), floats(np.float32, (4, 8, 16, 4), 0, 1)
    depth = ("DEPTH", "FLOAT")
    rgba, unsigned_int8, single = 0x10B5, 0x10DA, 0x10DE  # as cl.h numbers them
    asked = [16, 8, 5, rgba, unsigned_int8, 16, 8, 4, 0, 128, 64, single, rgba]
    cases = {
        "depth": Case("", [Image("2d", plane, "read", *depth), Image("2d", np.zeros_like(plane), "write", *depth), out(np.float32, 128)], **GRID,
                      expected=[plane * np.float32(0.5), (plane + 16).reshape(-1)]),
        "depth_array": Case("", [Image("2d_array", layers, "read", *depth), out(np.float32, 384)], items=(16, 8, 3), group=(8, 4, 1),
                            expected=[(layers + 3).reshape(-1)]),
        "buffer_image": Case("", [Image("1d_buffer", texels), Image("1d_buffer", np.zeros_like(texels), "write")], expected=[texels[::-1] + 64]),
        "volume_turned": Case("", [Image("3d", volume), Image("3d", np.zeros_like(volume), "write")], items=(16, 8, 4), group=(8, 2, 2),
                              expected=[volume[::-1, ::-1, ::-1] * 2]),
        "queries": Case("", [Image("2d_array", integers(np.uint8, (5, 8, 16, 4)), "read", "RGBA", "UNSIGNED_INT8"), Image("3d", volume),
                             Image("1d", texels), out(np.int32, 13)], items=(1,), group=(1,), expected=[np.array(asked, np.int32)]),
    }
    return source, "-cl-std=CL2.0", cases


def generic_atomics():
    source = """void bump(volatile atomic_int* p, int v) { atomic_fetch_add(p, v); }
kernel void pointed(global const int* a, volatile global atomic_int* o) {
  local atomic_int t[2];
  const int l = get_local_id(0), x = a[get_global_id(0)];
  if (l < 2) atomic_init(&t[l], 0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  bump(x & 1 ? (volatile atomic_int*)&t[x >> 1 & 1] : (volatile atomic_int*)&o[x >> 1 & 3], x >> 4);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) atomic_fetch_add(&o[4 + l], atomic_load(&t[l]));
}
kernel void ordered(global const int* a, volatile global atomic_int* o, volatile global atomic_uint* u, global int* r) {
  local atomic_int t[6];
  local atomic_flag f;
  const int g = get_group_id(0), l = get_local_id(0), x = a[get_global_id(0)];
  if (l < 6) atomic_init(&t[l], l);
  if (l == 0) atomic_flag_clear(&f);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(&t[0], x);
  atomic_fetch_max_explicit(&t[1], x, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_xor(&t[2], x);
  atomic_fetch_or(&t[3], x & 0xFF);
  if (l == 3) {
    int was = 4;
    r[6 * 4 + g] = atomic_compare_exchange_strong(&t[4], &was, 99);
  }
  if (!atomic_flag_test_and_set(&f)) atomic_store(&t[5], 1);
  atomic_fetch_sub(o, x);
  atomic_fetch_min_explicit(o + 1, x, memory_order_relaxed, memory_scope_device);
  atomic_fetch_and_explicit(u, (uint)x | 1, memory_order_acq_rel, memory_scope_device);
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l < 6) r[g * 6 + l] = atomic_load(&t[l]);
  if (l == 0) atomic_store(&o[4 + g], g + 5);
}
"""
    a = integers(np.int32)
    bumped = np.zeros(8, np.int64)
    for x in map(int, a):
        bumped[4 + (x >> 1 & 1) if x & 1 else x >> 1 & 3] += x >> 4
    groups = a.reshape(4, 16).astype(np.int64)
    tables = [[row.sum(), max(1, row.max()), np.bitwise_xor.reduce(row) ^ 2, np.bitwise_or.reduce(row & 255) | 3, 99, 1] for row in groups]
    wrapped = lambda values: np.array(values, np.int64).astype(np.int32)
    cases = {
        "pointed": Case("", [Buffer(a), out(np.int32, 8)], expected=[wrapped(bumped)]),
        "ordered": Case("", [Buffer(a), out(np.int32, 8), Buffer(np.full(1, 0xFFFFFFFF, np.uint32), True), out(np.int32, 28)],
                        expected=[wrapped([-groups.sum(), min(0, groups.min()), 0, 0, 5, 6, 7, 8]),
                                  np.bitwise_and.reduce(a.view(np.uint32) | 1).reshape(1), wrapped(sum(tables, []) + 4 * [1])]),
    }
    return source, "-cl-std=CL2.0", cases


FAMILIES = [formats, writes, sub_groups, blocks, images, generic_atomics]


def main():
    ocloc = find_ocloc()
    command = str(pathlib.Path(sys.argv[1]).resolve())
    chosen = [family for family in FAMILIES if not sys.argv[2:] or family.__name__ in sys.argv[2:]]
    failures, kernels = [], 0
    for family in chosen:
        source, options, cases = family()
        with tempfile.TemporaryDirectory() as folder:
            for name, case in cases.items():
                write_launch(pathlib.Path(folder), name, case, case.expected, f"{family.__name__}.bin")
            whole = Case(source, [], options=options)
            failures += verify(ocloc, command, pathlib.Path(folder), family.__name__, whole)
        kernels += len(cases)
    if failures:
        sys.exit("\n".join(failures))
    print(f"{kernels} kernels of {len(chosen)} families give what numpy gives")


if __name__ == "__main__":
    main()
