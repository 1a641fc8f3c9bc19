#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a;
void main(){ a = tint; }