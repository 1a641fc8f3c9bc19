#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler2D t[20]; layout(push_constant) uniform P { int k; } p;
layout(location=0) out vec4 a;
void main(){ a = textureLod(t[p.k + 11], uv, 0.0) * 0.5 + textureLod(t[17], uv, 1.0) * 0.25 + textureLod(t[18], uv + 1.5, 0.0) * 0.25; }