#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform A { vec4 v[64]; } b; layout(push_constant) uniform P { int k; vec4 q[7]; } p;
layout(location=0) out vec4 a;
void main(){ a = b.v[int(gl_FragCoord.x) + p.k] + b.v[2] + p.q[6]; }