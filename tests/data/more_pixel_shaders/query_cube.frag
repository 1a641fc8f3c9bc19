#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform samplerCube t; 
layout(binding=1) uniform samplerCubeArray c; 
layout(binding=2) uniform sampler3D v;
layout(location=0) out vec4 a;
void main(){ a = vec4(textureQueryLod(t, dir).y, textureQueryLod(v, vec3(uv, tint.x)).x, float(textureQueryLevels(c)), float(textureSize(c, 1).z) + texture(c, vec4(dir, tint.x * 2.0)).x); }