// Arguments of types that the source defines.
typedef enum { kFirst, kSecond, kThird } Choice;
typedef struct { float2 a; int b; } Pair;
typedef struct { float3 a; float b; } Padded;
typedef struct { uchar4 a; long b; short c; } Mixed;
typedef float4 Colour;
kernel void choice(global int* o, Choice e, int z) { o[get_global_id(0)] = (int)e * 1000 + z; }
kernel void pair(global float* o, Pair p, int z) { o[get_global_id(0)] = p.a.x + p.a.y * 10 + p.b * 100 + z * 1000; }
kernel void others(global float* o, Padded p, Mixed m, Colour c) {
  o[get_global_id(0)] = p.a.z + p.b * 10 + m.a.y * 100 + m.b * 1000 + m.c * 10000 + c.w * 100000;
}
