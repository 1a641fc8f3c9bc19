#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler2D t;
layout(location=0) out vec4 a[8];
void main(){ for (int i = 0; i < 8; ++i) a[i] = texture(t, uv * float(i + 1)); }