#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler3D v; 
layout(binding=1) uniform sampler1DArray l; 
layout(binding=2) uniform sampler2DArrayShadow c;
layout(location=0) out vec4 a;
void main(){ a = texture(v, vec3(uv, tint.x), 0.5) * 0.5 + textureOffset(l, vec2(uv.x * 2.0, tint.y * 4.0), 3) * 0.25 + texture(c, vec4(uv, tint.z * 3.0, 0.45)) * 0.25; }