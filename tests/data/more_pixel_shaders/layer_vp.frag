#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a;
void main(){ a = vec4(float(gl_Layer) + 0.25, float(gl_ViewportIndex) + 0.5, float(gl_PrimitiveID) * 0.5, uv.x); }