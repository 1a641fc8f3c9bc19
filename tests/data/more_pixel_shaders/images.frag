#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a; 
layout(binding=0, r32ui) uniform uimage3D v; 
layout(binding=1, rgba8) uniform image2DArray r; 
layout(binding=2, rgba16f) uniform image2D h; 
void main(){ ivec2 p = ivec2(gl_FragCoord.xy); imageAtomicMax(v, ivec3(p.x & 7, p.y & 7, p.x >> 3), uint(p.y)); vec4 old = imageLoad(r, ivec3(p, 1)); imageStore(r, ivec3(p, 2), tint + old); imageStore(h, p, vec4(uv, dir.xy)); a = old + vec4(float(imageSize(r).z) / 8.0, 0, 0, 1); }