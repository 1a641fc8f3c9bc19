#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler2D t; 
layout(binding=1) uniform sampler2DShadow d; 
layout(binding=2) uniform usampler2D u;
layout(location=0) out vec4 a;
void main(){ vec2 q = uv * 2.0 - 0.5; a = textureLod(t, q, 0.0) * 0.5 + vec4(textureLod(d, vec3(q, 0.5), 0.0)) * 0.25 + vec4(textureLod(u, q, 0.0)) / 1020.0; }