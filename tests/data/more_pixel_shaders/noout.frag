#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0, std430) buffer B { uint n[64]; };
void main(){ n[int(gl_FragCoord.x)] = 7u; if (uv.x > 0.8) discard; }