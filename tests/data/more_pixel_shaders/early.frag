#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(early_fragment_tests) in;
layout(location=0) out vec4 a; 
layout(binding=0, std430) buffer B { uint n; uint px[31]; };
void main(){ a = tint; atomicAdd(n, 1); atomicOr(px[1 + (int(gl_FragCoord.x) & 15)], 1u << uint(gl_FragCoord.y)); }