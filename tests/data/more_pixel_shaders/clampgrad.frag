#version 460
#extension GL_ARB_sparse_texture_clamp : enable
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform samplerCube t; 
layout(binding=1) uniform sampler2DArray s;
layout(location=0) out vec4 a;
void main(){ a = textureGrad(t, dir, vec3(0.1, 0, 0), vec3(0, 0.1, 0)) * 0.5 + textureGradOffset(s, vec3(uv, tint.x * 4.0), vec2(0.05, 0.0), vec2(0.0, 0.02), ivec2(1, -2)) * 0.5; }