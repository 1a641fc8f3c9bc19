#version 460
layout(location=0) centroid in vec2 uv; layout(location=2) sample in vec4 tint; layout(location=4) noperspective sample in vec2 s;
layout(location=0) out vec4 a;
void main(){ a = vec4(uv, tint.x, s.x / 8.0); }