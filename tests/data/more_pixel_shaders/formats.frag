#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a; layout(location=1) out vec4 b; layout(location=2) out vec4 c; layout(location=3) out vec4 d; layout(location=4) out vec4 e; layout(location=5) out vec4 f;
void main(){ a = tint; b = tint; c = tint; d = tint; e = tint; f=tint; }