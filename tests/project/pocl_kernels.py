"""The kernels of pocl_kernels_test.py."""
import numpy as np

from kernel_cases import Buffer, Case, Image, Int, Local, N, Struct

NUMBERS = """kernel void bytes(global const char4* a, global const uchar4* b, global char4* o, global uchar4* p, global short* s) {
  const int i = get_global_id(0);
  const char4 x = a[i];
  const uchar4 y = b[i];
  o[i] = x + convert_char4(y >> (uchar4)1) - (char4)(3) * rotate(x, (char4)3);
  p[i] = add_sat(y, (uchar4)100) - abs_diff(y, as_uchar4(x)) + mul_hi(y, (uchar4)77);
  s[i] = (short)x.x * (short)y.y + hadd((short)x.z, (short)y.w) + popcount((short)(x.w << 8 | y.x));
}
kernel void shorts(global const short* a, global const ushort* b, global short* o, global ushort* p) {
  const int i = get_global_id(0);
  const short x = a[i];
  const ushort y = b[i];
  o[i] = sub_sat(x, (short)y) + clz(x) + mad_hi(x, (short)321, (short)7) + x / (short)11 + x % (short)13;
  p[i] = mad_sat(y, (ushort)3, (ushort)x) ^ rhadd(y, (ushort)999) ^ (y / (ushort)7) ^ upsample((uchar)y, (uchar)x);
}
kernel void longs(global const long* a, global const ulong* b, global long* o, global ulong* p) {
  const int i = get_global_id(0);
  const long x = a[i];
  const ulong y = b[i];
  o[i] = x * (long)y + (x >> (y & 63)) - (x << (y >> 58)) + x / ((long)(y & 1023) + 1) + x % 12345677;
  p[i] = y / ((ulong)x | 1) + mul_hi(y, (ulong)x) + clz(y) + popcount(y) + rotate(y, (ulong)(x & 63)) + (y > x ? min(y, (ulong)x) : y % 97);
}
kernel void mixed_signs(global const char* a, global const uchar* b, global int* o) {
  const int i = get_global_id(0);
  o[i] = a[i] / (b[i] | 1);
  o[64 + i] = b[i] / (a[i] | 1);
  o[128 + i] = a[i] % (b[i] | 1);
}
kernel void bits(global const uint* a, global uint* o) {
  const uint x = a[get_global_id(0)];
  uint v = x;
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 4 & 0x0F0F0F0F) | (v & 0x0F0F0F0F) << 4;
  v = (v >> 8 & 0x00FF00FF) | (v & 0x00FF00FF) << 8;
  v = v >> 16 | v << 16;
  o[get_global_id(0)] = v ^ popcount(x) ^ clz(x) << 8 ^ clz(x & -x) << 16 ^ bitselect(x, v, 0x0FF0F00Fu) ^
                        as_uint(shuffle(as_uchar4(x), (uchar4)(3, 1, 0, 2))) + mul24((int)x & 0xFFFF, 77);
}
kernel void converts(global const float* a, global const int* b, global int* o, global uchar* c, global float* f, global long* l) {
  const int i = get_global_id(0), y = b[i];
  const float x = a[i];
  o[i] = convert_int_rte(x) + convert_int_rtz(x) * 3 + convert_int_rtp(x) * 5 + convert_int_rtn(x) * 7;
  o[64 + i] = convert_short_sat(y) + convert_char_sat(x * 10) + convert_uchar_sat_rte(x);
  c[i] = convert_uchar_sat(y);
  l[i] = convert_long(x * 1e6f) + convert_long_sat(x * 1e20f) / 3;
  f[i] = (float)y + convert_float_rtz(y) + convert_float_rtp((uint)y);
  f[64 + i] = (float)l[i];
}
"""

FLOATS = """#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifdef HALVES
kernel void halves(global const half* a, global const half* b, global half* o) {
  const int i = get_global_id(0);
  const half x = a[i], y = b[i];
  o[4 * i] = fma(x, y, (half)1.5h);
  o[4 * i + 1] = x > y ? x - y : fmin(x, y);
  o[4 * i + 2] = x / y;
  o[4 * i + 3] = convert_half(convert_int(x * y)) + fabs(x);
}
#endif
kernel void doubles(global const double* a, global const double* b, global double* o, global long* p, global int* c) {
  const int i = get_global_id(0);
  const double x = a[i], y = b[i], z = fabs(x) * 0.1 + 0.1;
  o[i] = fma(x, y, 1.5) / y + sqrt(fabs(x)) + floor(x) * fmin(x, y) - (x > y ? x : -y);
  o[64 + i] = exp(-z) + log(z) + sin(z) * cos(z) + pow(z, 1.3) + tanh(z);
  p[i] = convert_long_rte(x * 1e10);
  c[i] = (int)x + (int)(float)y + isless(x, y) + ilogb(x);
}
kernel void maths(global const float* a, global float* o) {
  const int i = get_global_id(0);
  const float x = a[i], y = fabs(x) + 0.5f;
  int e;
  float whole;
  o[i] = sin(x) + cos(x) + tan(x * 0.01f);
  o[64 + i] = exp(x * 0.1f) + exp2(x * 0.1f) + log(y) + log2(y) + log10(y) + expm1(x * 0.01f) + log1p(y);
  o[128 + i] = pow(y, 0.7f) + pown(x, 3) + rootn(y, 3) + cbrt(y) + hypot(x, y);
  o[192 + i] = asin(x / 60) + acos(x / 60) + atan(x) + atan2(x, y) + sinh(x * 0.05f) + tanh(x * 0.1f) + sinpi(x);
  o[256 + i] = floor(x) + ceil(x) + rint(x) + trunc(x) + round(x) + fmod(x, 3.3f) + remainder(x, 2.2f);
  o[320 + i] = frexp(x, &e) + e + ldexp(x, 3) + modf(x, &whole) + whole + copysign(y, x) + nextafter(x, y) + fdim(x, 2.0f);
  o[384 + i] = erf(x * 0.05f) + lgamma(y) + tgamma(y * 0.1f) + mix(x, y, 0.3f) + smoothstep(-10.f, 10.f, x) + maxmag(x, y);
}
kernel void vectors(global const float* a, global const short* b, global float* o, global short* p) {
  const int i = get_global_id(0);
  const float3 v = vload3(i, a);
  const float16 w = (float16)(v, v.zyx, v.xxyy, v.yz, v.s0121);
  const short8 s = vload8(i, b);
  vstore3(v.yzx * 2.0f, i, o);
  vstore16(w, i, o + 3 * 64);
  vstore8(select(w.lo, w.hi, w.lo > w.hi), i, o + 19 * 64);
  o[27 * 64 + i] = dot(w.lo.lo, w.hi.hi) + length(v) + any(v > 0.0f) + all(v > 0.0f) + cross(v, v.yzx).x + normalize(v).y;
  vstore8(s.s76543210 + (short8)1, i, p);
  vstore2(s.s02, i, p + 8 * 64);
  vstore4(s.even, i, p + 10 * 64);
}
"""

GROUPS = """kernel void atomics(global const int* a, volatile global int* o, volatile global uint* u, volatile global int* f, local volatile int* t) {
  const int i = get_global_id(0), item = get_local_id(0);
  if (item < 8) t[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(o, a[i]); atomic_sub(o + 1, a[i]); atomic_min(o + 2, a[i]); atomic_max(o + 3, a[i]); atomic_and(o + 4, a[i] | 0xFF);
  atomic_or(o + 5, a[i] & 0xFF00); atomic_xor(o + 6, a[i]); atomic_inc(o + 7); atomic_dec(o + 8);
  atomic_min(u, (uint)a[i]); atomic_max(u + 1, (uint)a[i]);
  atomic_add(t, a[i]); atomic_max(t + 1, a[i]); atomic_xor(t + 2, a[i]); atomic_inc(t + 3); atomic_cmpxchg(t + 4, 0, item ? 0 : 7);
  for (int old = f[0], was;; old = was) {
    was = atomic_cmpxchg(f, old, as_int(fmax(as_float(old), a[i] * 0.5f)));
    if (was == old) break;
  }
  for (int old = f[1], was;; old = was) {
    was = atomic_cmpxchg(f + 1, old, as_int(fmin(as_float(old), a[i] * 0.25f)));
    if (was == old) break;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 5) o[16 + get_group_id(0) * 8 + item] = t[item];
}
kernel void scan(global const int* a, global int* o, local int* t) {
  const int item = get_local_id(0), i = get_global_id(0);
  t[item] = a[i];
  for (int s = 1; s < get_local_size(0); s <<= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = item >= s ? t[item - s] : 0;
    for (int k = 0; k < (v & 7); k++) {
      v += k * item;
      if ((v & 31) == 3) break;
      if (v & 1) continue;
      v ^= k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    t[item] += v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = t[item];
}
kernel void switches(global const int* a, global int* o) {
  const int i = get_global_id(0), x = a[i];
  int s = 0;
  for (int k = 0; k < (x & 15); k++) {
    switch (x >> k & 7) {
      case 0: s += 1; break;
      case 1: s *= 3;
      case 2: s -= k; break;
      case 3: if (s > 50) goto done; s += 9; break;
      case 5: continue;
      case 6: s ^= x; break;
      default: s += k * k;
    }
    s &= 0xFFFF;
  }
done:
  o[i] = s;
}
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void matmul(global const float* a, global const float* b, global float* o, int n) {
  local float left[8][8], right[8][9];
  const int x = get_global_id(0), y = get_global_id(1), column = get_local_id(0), row = get_local_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    left[row][column] = a[y * n + t + column];
    right[row][column] = b[(t + row) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) sum = mad(left[row][k], right[k][column], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  o[y * n + x] = sum;
}
int mixed(int* t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += t[t[i] & 63];
    t[i & 63] ^= s;
  }
  return s;
}
kernel void arrays(global const int* a, global int* o) {
  int t[64];
  const int i = get_global_id(0);
  for (int k = 0; k < 64; k++) t[k] = a[(k * 7 + i) & 63];
  o[i] = mixed(t, 40) + mixed(t, t[3] & 31);
}
"""

PROGRAMS = """#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void saturated(global const long* a, global const ulong* b, global long* o, global ulong* p, global int* q) {
  const int i = get_global_id(0);
  const long x = a[i], y = (long)b[i];
  const ulong u = b[i];
  const long signed_results[] = {add_sat(x, y), sub_sat(x, y), hadd(x, y) + rhadd(y, x), mul_hi(x, y), clamp(x, -1000L, y | 1000L), rotate(x, y),
                                 x % ((y >> 32) | 1)};
  const ulong unsigned_results[] = {add_sat(u, (ulong)x), sub_sat(u, (ulong)x), abs_diff(x, y), abs(x) + max(u, (ulong)x),
                                    mad_hi(u, (ulong)x, u), mad_sat(u, (ulong)3, (ulong)x)};
  for (int k = 0; k < 7; k++) o[64 * k + i] = signed_results[k];
  for (int k = 0; k < 6; k++) p[64 * k + i] = unsigned_results[k];
  q[i] = add_sat((int)x, (int)y) ^ sub_sat((int)u, (int)x) ^ mad_sat((int)x, (int)y, 7) ^ mul_hi((int)x, (int)y) ^
         (int)mul_hi((uint)x, (uint)u) ^ (int)abs_diff((int)x, (int)y) ^ mad24((int)x & 0x7FFFFF, (int)y & 0xFFFFFF, 3);
}
kernel void atomics_64(global const long* a, volatile global long* o, volatile global ulong* u) {
  const int i = get_global_id(0);
  const long x = a[i];
  atom_add(o, x);
  atom_sub(o + 1, x);
  atom_min(o + 2, x);
  atom_max(o + 3, x);
  atom_and(o + 4, x | 0xFF);
  atom_or(o + 5, x & 0xF0F0F);
  atom_xor(o + 6, x);
  atom_inc(o + 7);
  atom_dec(o + 8);
  atom_min(u, (ulong)x);
  atom_max(u + 1, (ulong)x);
  if (i == 5) {
    atom_xchg(o + 9, x);
    u[2] = atom_cmpxchg(u + 3, 5UL, 77UL);
    u[4] = atom_cmpxchg(u + 5, 6UL, 77UL);
  }
}
kernel void half_memory(global const half* a, global const float* f, global half* o, global float* p) {
  const int i = get_global_id(0);
  p[i] = vload_half(i, a);
  vstore4(vload_half4(i & 15, a) * 2, i, p + 64);
  const float3 three = vload_half3(i & 15, a);
  p[320 + i] = three.x + three.y + three.z;
  const float8 eight = vload_half8(i & 7, a);
  p[384 + i] = eight.s7 - eight.s0;
  vstore_half_rte(f[i], i, o);
  vstore_half_rtz(f[i], i, o + 64);
  vstore_half_rtp(f[i], i, o + 128);
  vstore_half_rtn(f[i], i, o + 192);
  vstore_half(f[i] * 1e4f, i, o + 256);
  vstore_half2((float2)(f[i], -f[i]), i, o + 320);
  vstorea_half4((float4)(f[i]), i, o + 448);
}
kernel void shuffles(global const uchar16* a, global const uchar16* m, global uchar16* o, global float4* f) {
  const int i = get_global_id(0);
  o[i] = shuffle(a[i], m[i]);
  o[16 + i] = shuffle2(a[i], m[i], m[15 - i]);
  const float4 x = convert_float4(a[i].lo.lo);
  f[i] = shuffle(x, convert_uint4(m[i].s0123));
  f[16 + i] = shuffle2(x, x * 2, convert_uint4(m[i].s4567));
}
int __attribute__((noinline)) leaf(int x, int* n) {
  *n += 1;
  return x * 3 + *n;
}
int __attribute__((noinline)) middle(int x, int* n) {
  int s = 0;
  for (int i = 0; i < (x & 7); i++) s += leaf(x + i, n);
  return s;
}
int __attribute__((noinline)) top(int x, int* n) { return x & 1 ? middle(x, n) : middle(x / 2, n) - leaf(x, n); }
kernel void calls(global const int* a, global int* o) {
  const int i = get_global_id(0);
  int n = 0, s = top(a[i], &n);
  if (a[i] & 4) s ^= middle(a[i] >> 3, &n);
  o[2 * i] = s;
  o[2 * i + 1] = n;
}
kernel void jumps(global const int* a, global int* o) {
  const int x = a[get_global_id(0)];
  int s = 0, n = 0;
  if (x & 1) goto second;
first:
  s += 3;
  n++;
  if (n > 20) goto end;
  if (x >> (n & 15) & 1) goto third;
second:
  s ^= 5;
  n++;
  if (n > 20) goto end;
  if (x >> (n & 7) & 2) goto first;
third:
  s = s * 2 + 1;
  n++;
  if (n < 15) goto second;
  if (n < 19) goto first;
end:
  o[get_global_id(0)] = s * 100 + n;
}
kernel void spills(global const float* a, global float* o) {
  const int i = get_global_id(0);
  float v[160], s = 0;
  for (int k = 0; k < 160; k++) v[k] = a[(i + k * 3) & 255];
#pragma unroll
  for (int round = 0; round < 3; round++) {
#pragma unroll
    for (int k = 0; k < 160; k++) v[k] = v[(k * 7 + round) % 160] * 0.5f + v[(k * 11 + 5) % 160];
  }
#pragma unroll
  for (int k = 0; k < 160; k++) s += v[k] * k;
  o[i] = s;
}
kernel void private_memory(global const int* a, global int* o) {
  const int i = get_global_id(0);
  int t[512], k = i;
  uchar u[256];
  long w[64];
  for (int j = 0; j < 512; j++) t[j] = a[j & 63] + j * i;
  for (int j = 0; j < 256; j++) u[j] = a[j & 63] >> (j & 7);
  for (int j = 0; j < 64; j++) w[j] = (long)a[j] << (j & 31);
  for (int j = 0; j < 100; j++) {
    k = t[k & 511] ^ u[k >> 3 & 255];
    t[k >> 2 & 511] += j;
    u[j] ^= k;
    w[k & 63] += k;
  }
  o[i] = k + (int)w[i & 63] + (int)(w[5] >> 20);
}
"""

SUB_GROUPS = """kernel __attribute__((intel_reqd_sub_group_size(16))) void sub_groups(global const int* a, global int* o) {
  const int i = get_global_id(0), x = a[i];
  const int values[] = {sub_group_reduce_add(x), sub_group_reduce_max(x), sub_group_scan_inclusive_add(x), sub_group_broadcast(x, 3),
                        intel_sub_group_shuffle_xor(x, 1), sub_group_any(x > 90), sub_group_all(x > -101)};
  for (int k = 0; k < 7; k++) o[7 * i + k] = values[k];
}
kernel void work_groups(global const int* a, global int* o) {
  const int i = get_global_id(0), x = a[i];
  o[4 * i] = work_group_reduce_add(x);
  o[4 * i + 1] = work_group_reduce_min(x);
  o[4 * i + 2] = work_group_scan_inclusive_add(x);
  o[4 * i + 3] = work_group_broadcast(x, 5);
}
"""

NEAREST = "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
IMAGES = NEAREST + """#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
kernel void image_2d(read_only image2d_t a, write_only image2d_t b) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(b, at, read_imagef(a, nearest, at + (int2)(1, -1)).zyxw * 0.5f + 0.25f * read_imagef(a, at));
}
kernel void image_3d(read_only image3d_t a, write_only image3d_t b) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imageui(b, at, read_imageui(a, nearest, at + (int4)(1, -1, 1, 0)).wzyx + (uint4)(get_image_depth(a)));
}
"""
ARRAYS = NEAREST + """kernel void image_array(read_only image2d_array_t a, write_only image2d_array_t b) {
  const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  write_imagei(b, at, read_imagei(a, nearest, at + (int4)(-1, 1, 1, 0)) - (int4)((int)get_image_array_size(a)));
}
kernel void image_1d(read_only image1d_t a, read_only image1d_array_t b, write_only image1d_t c, write_only image1d_array_t d) {
  const int x = get_global_id(0);
  write_imagef(c, x, read_imagef(a, nearest, x + 3) * 2.0f);
  for (int y = 0; y < 4; y++) write_imagef(d, (int2)(x, y), read_imagef(b, nearest, (int2)(x - 2, y + 1)) * 0.5f);
}
"""
FENCED = """kernel void fenced(read_write image2d_t a, int k) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(a, at, read_imageui(a, at) + (uint4)k);
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  const uint4 value = read_imageui(a, at ^ (int2)(1, 1));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  write_imageui(a, at, value);
}
"""
PARTIAL = """kernel void partial(global int* o) {
  local int s[32];
  const int x = get_global_id(0), y = get_global_id(1), l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1);
  s[l] = x + 100 * y;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[y * 21 + x] = s[n - 1 - l] + 10000 * get_local_size(0) + 100000 * get_local_size(1) + 1000000 * get_enqueued_local_size(0) +
                  10000000 * get_num_groups(0) + 100000000 * get_num_groups(1);
}
"""
SAMPLERS = "kernel void samplers(read_only image2d_t a, global float4* o) {\n  const int x = get_global_id(0), y = get_global_id(1);\n" + "".join(
    f"  o[{n} * 1024 + y * 64 + x] = read_imagef(a, CLK_NORMALIZED_COORDS_{normal} | CLK_ADDRESS_{mode} | CLK_FILTER_{kind}, {place});\n"
    for n, (mode, kind, normal, place) in enumerate(
        (mode, kind, normal, place) for mode, normal, place in (
            ("NONE", "FALSE", "(float2)(x * 0.37f + 2.3f, y * 0.41f + 1.2f)"),
            ("CLAMP", "FALSE", "(float2)(x - 12.3f, y * 1.37f - 5.21f)"),
            ("CLAMP_TO_EDGE", "FALSE", "(float2)(x - 12.3f, y * 1.37f - 5.21f)"),
            ("REPEAT", "TRUE", "(float2)(x - 12.3f, y * 1.37f - 5.21f) / (float2)(32, 16)"),
            ("MIRRORED_REPEAT", "TRUE", "(float2)(x - 12.3f, y * 1.37f - 5.21f) / (float2)(32, 16)"))
        for kind in ("NEAREST", "LINEAR"))) + "}\n"


EXACT = """#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void rounded(global const float* a, global const double* b, global const long* c, global float* o, global double* p) {
  const int i = get_global_id(0);
  o[i] = sqrt(a[i]);
  p[i] = sqrt(b[i]);
  p[64 + i] = convert_double_rtz(c[i]);
  p[128 + i] = convert_double_rtp(c[i]);
}
"""

POINTERS = """typedef struct { int step; char3 c; } Inner;
typedef struct { float scale; short s[3]; Inner in; double d; uchar last; } Outer;
kernel void structs(Outer x, global float* o, Inner y) {
  const int i = get_global_id(0);
  o[i] = x.scale * i + x.s[i % 3] + x.in.step * x.in.c.y + (float)x.d + x.last + y.step + y.c.z;
}
#if __OPENCL_C_VERSION__ >= 200
int of(int* p, int i) { return p[i] * 2; }
kernel void pointers(global int* a, global int* o) {
  local int s[16];
  int t[4];
  const int l = get_local_id(0), i = get_global_id(0);
  s[l] = a[i] + 1;
  for (int j = 0; j < 4; ++j) t[j] = a[(i + j) & 63] + 100;
  barrier(CLK_LOCAL_MEM_FENCE);
  int* p = (a[i] & 1) ? (int*)s : (a[i] & 2) ? (int*)t : (int*)a;
  o[i] = of(p, a[i] & 3) + 1000 * (to_local(p) != 0);
}
#endif
"""


def kernels():
    """The cases by name."""
    random = np.random.default_rng(2026)

    def integers(kind, shape=N, low=None, high=None):
        limits = np.iinfo(kind)
        return random.integers(limits.min if low is None else low, limits.max if high is None else high, shape, dtype=kind, endpoint=True)

    def floats(kind, shape=N, low=-50.0, high=50.0):
        return random.uniform(low, high, shape).astype(kind)

    def read(array):
        return Buffer(array)

    def out(kind, count=N):
        return Buffer(np.zeros(count, kind), True)

    def like(image):
        return Image(image.kind, np.zeros_like(image.array), "write")

    cases = {
        "bytes": Case(NUMBERS, [read(integers(np.int8, 4 * N)), read(integers(np.uint8, 4 * N)), out(np.int8, 4 * N), out(np.uint8, 4 * N), out(np.int16)]),
        "shorts": Case(NUMBERS, [read(integers(np.int16)), read(integers(np.uint16)), out(np.int16), out(np.uint16)]),
        "longs": Case(NUMBERS, [read(integers(np.int64)), read(integers(np.uint64)), out(np.int64), out(np.uint64)]),
        "mixed_signs": Case(NUMBERS, [read(integers(np.int8)), read(integers(np.uint8)), out(np.int32, 3 * N)]),
        "bits": Case(NUMBERS, [read(integers(np.uint32)), out(np.uint32)]),
        "converts": Case(NUMBERS, [read(floats(np.float32)), read(integers(np.int32)), out(np.int32, 2 * N), out(np.uint8), out(np.float32, 2 * N),
                                   out(np.int64)]),
        "doubles": Case(FLOATS, [read(floats(np.float64)), read(floats(np.float64)), out(np.float64, 2 * N), out(np.int64), out(np.int32)],
                        tolerance=(1e-9, 1e-12)),
        "maths": Case(FLOATS, [read(floats(np.float32)), out(np.float32, 7 * N)], tolerance=(2e-2, 2e-4)),
        "vectors": Case(FLOATS, [read(floats(np.float32, 3 * N)), read(integers(np.int16, 8 * N, -1000, 1000)), out(np.float32, 28 * N),
                                 out(np.int16, 14 * N)], tolerance=(1e-3, 1e-5)),
        "atomics": Case(GROUPS, [read(integers(np.int32, N, -10**6, 10**6)), out(np.int32), Buffer(np.full(4, 5, np.uint32), True), out(np.int32, 4),
                                 Local(64)]),
        "scan": Case(GROUPS, [read(integers(np.int32, 128, -100, 100)), out(np.int32, 128), Local(256)], items=(128,), group=(64,)),
        "switches": Case(GROUPS, [read(integers(np.int32)), out(np.int32)]),
        "matmul": Case(GROUPS, [read(floats(np.float32, 1024, -1, 1)), read(floats(np.float32, 1024, -1, 1)), out(np.float32, 1024), Int(32)],
                       items=(32, 32), group=(8, 8), tolerance=(1e-4, 1e-4)),
        "arrays": Case(GROUPS, [read(integers(np.int32)), out(np.int32)]),
        "saturated": Case(PROGRAMS, [read(integers(np.int64)), read(integers(np.uint64)), out(np.int64, 7 * N), out(np.uint64, 6 * N), out(np.int32)]),
        "atomics_64": Case(PROGRAMS, [read(integers(np.int64)), out(np.int64, 16), Buffer(np.full(8, 5, np.uint64), True)]),
        "half_memory": Case(PROGRAMS, [read(floats(np.float16)), read(floats(np.float32)), out(np.float16, 11 * N), out(np.float32, 7 * N)]),
        "shuffles": Case(PROGRAMS, [read(integers(np.uint8, 256)), read(integers(np.uint8, 256)), out(np.uint8, 512), out(np.float32, 128)],
                         items=(16,)),
        "calls": Case(PROGRAMS, [read(integers(np.int32)), out(np.int32, 2 * N)]),
        "jumps": Case(PROGRAMS, [read(integers(np.int32)), out(np.int32)]),
        "spills": Case(PROGRAMS, [read(floats(np.float32, 256)), out(np.float32)], tolerance=(1, 1e-4)),
        "private_memory": Case(PROGRAMS, [read(integers(np.int32)), out(np.int32)]),
    }

    x, y = floats(np.float16, N, -5, 5), floats(np.float16, N, -5, 5)
    wide = x.astype(np.float64)
    halves = [(wide * y + 1.5).astype(np.float16), np.where(x > y, x - y, np.minimum(x, y)), (wide / y).astype(np.float16),
              np.trunc((x * y).astype(np.float64)).astype(np.float16) + abs(x)]
    cases["halves"] = Case(FLOATS, [read(x), read(y), out(np.float16, 4 * N)], tolerance=(0.002, 0.002), options="-DHALVES",
                           expected=[np.stack(halves, -1).reshape(-1)])

    a = integers(np.int32, N, -100, 100)

    def table(size, *columns):
        rows = a.reshape(-1, size)
        return [np.stack([column(rows) + 0 * rows for column in columns], -1).astype(np.int32).reshape(-1)]

    cases["sub_groups"] = Case(SUB_GROUPS, [read(a), out(np.int32, 7 * N)], options="-cl-std=CL2.0", expected=table(
        16, lambda r: r.sum(1, keepdims=True), lambda r: r.max(1, keepdims=True), lambda r: np.cumsum(r, 1), lambda r: r[:, [3]],
        lambda r: r[:, np.arange(16) ^ 1], lambda r: (r > 90).any(1, keepdims=True), lambda r: (r > -101).all(1, keepdims=True)))
    cases["work_groups"] = Case(SUB_GROUPS, [read(a), out(np.int32, 4 * N)], group=(32,), options="-cl-std=CL2.0", expected=table(
        32, lambda r: r.sum(1, keepdims=True), lambda r: r.min(1, keepdims=True), lambda r: np.cumsum(r, 1), lambda r: r[:, [5]]))

    roots = np.exp2(floats(np.float64, N, -120, 120))
    roots[:5] = [0, -0.0, np.inf, np.finfo(np.float64).max, 4]
    singles, longs = roots.astype(np.float32), integers(np.int64)
    nearest = longs.astype(np.float64)
    above = np.array([int(near) - int(exact) for near, exact in zip(nearest, longs)])
    inward = np.where(above * np.sign(longs) > 0, np.nextafter(nearest, 0), nearest)
    upward = np.where(above < 0, np.nextafter(nearest, np.inf), nearest)
    cases["rounded"] = Case(EXACT, [read(singles), read(roots), read(longs), out(np.float32), out(np.float64, 3 * N)],
                            options="-cl-fp32-correctly-rounded-divide-sqrt",
                            expected=[np.sqrt(singles), np.concatenate([np.sqrt(roots), inward, upward])])
    fields = "{type: float, value: 0.5}, {type: short, count: 3, value: [1, -2, 300]}, {fields: [{type: int, value: 7}, {type: char3, " \
             "value: [1, -3, 2]}]}, {type: double, value: 1.25}, {type: uchar, value: 200}"
    counted = np.arange(N)
    cases["structs"] = Case(POINTERS, [Struct(f"fields: [{fields}]"), out(np.float32), Struct('hex: "E8030000 0000FB00"')],
                            expected=[(0.5 * counted + np.array([1, -2, 300])[counted % 3] + 7 * -3 + 1.25 + 200 + 1000 - 5).astype(np.float32)])
    words = integers(np.int32, N, 0, 99)
    low, first = words & 3, counted // 16 * 16
    cases["pointers"] = Case(POINTERS, [Buffer(words), out(np.int32)], options="-cl-std=CL2.0", expected=[np.where(
        words & 1, 2 * (words[first + low] + 1) + 1000, np.where(words & 2, 2 * (words[(counted + low) & 63] + 100), 2 * words[low])).astype(np.int32)])

    picture = Image("2d", integers(np.uint8, (16, 32, 4)))
    cases["image_2d"] = Case(IMAGES, [picture, like(picture)], (32, 16), (8, 4), (1, 0))
    volume = Image("3d", integers(np.uint16, (4, 8, 16, 4), 0, 1000))
    cases["image_3d"] = Case(IMAGES, [volume, like(volume)], (16, 8, 4), (8, 4, 1))
    both = integers(np.uint16, (8, 16, 4))
    turned = both[np.arange(8) ^ 1][:, np.arange(16) ^ 1].astype(np.int64) + 5
    cases["fenced"] = Case(FENCED, [Image("2d", both, "read_write"), Int(5)], (16, 8), (8, 4), options="-cl-std=CL2.0",
                           expected=[np.minimum(turned, 65535).astype(np.uint16)])
    y, x = np.mgrid[0:9, 0:21]
    wide, high = np.where(x < 16, 8, 5), np.where(y < 8, 4, 1)
    mirrored = x // 8 * 8 + wide - 1 - x % 8 + 100 * (y // 4 * 4 + high - 1 - y % 4)
    cases["partial"] = Case(PARTIAL, [out(np.int32, 21 * 9)], (21, 9), (8, 4), options="-cl-std=CL2.0", expected=[
        (mirrored + 10**4 * wide + 10**5 * high + 8 * 10**6 + 3 * 10**7 + 3 * 10**8).astype(np.int32).reshape(-1)])
    layers = Image("2d_array", integers(np.int32, (3, 8, 16, 4)))
    z, v, u = np.meshgrid(np.arange(3), np.arange(8), np.arange(16), indexing="ij")
    cases["image_array"] = Case(ARRAYS, [layers, like(layers)], (16, 8, 3), (8, 4, 1),
                                expected=[layers.array[np.minimum(z + 1, 2), np.minimum(v + 1, 7), np.maximum(u - 1, 0)] - 3])
    line, lines = Image("1d", floats(np.float32, (32, 4))), Image("1d_array", floats(np.float32, (4, 32, 4)))
    at = np.arange(32)
    cases["image_1d"] = Case(ARRAYS, [line, lines, like(line), like(lines)], (32,), (8,),
                             expected=[line.array[np.minimum(at + 3, 31)] * 2,
                                       lines.array[np.minimum(np.arange(4) + 1, 3)][:, np.maximum(at - 2, 0)] * np.float32(0.5)])
    cases["samplers"] = Case(SAMPLERS, [Image("2d", floats(np.float32, (16, 32, 4), 0, 1)), out(np.float32, 10 * 1024 * 4)], (64, 16), (8, 4),
                             (0.01, 0.01))
    return cases
