#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform samplerBuffer t; 
layout(binding=1) uniform usamplerBuffer u;
layout(location=0) out vec4 a;
void main(){ int p = int(gl_FragCoord.x); a = texelFetch(t, p) * 0.5 + vec4(texelFetch(u, p + 3)) / 64.0 + vec4(0, 0, 0, float(textureSize(u)) / 64.0); }