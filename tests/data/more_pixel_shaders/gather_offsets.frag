#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler2D t; 
layout(binding=1) uniform sampler2DShadow s;
layout(location=0) out vec4 a;
void main(){ const ivec2 o[4] = ivec2[4](ivec2(-3,2), ivec2(5,-6), ivec2(0,7), ivec2(-8,1)); a = textureGatherOffsets(t, uv, o, 1) * 0.5 + textureGather(s, uv, 0.4) * 0.25 + textureGatherOffset(t, uv, ivec2(gl_FragCoord.xy) & 3, 3) * 0.25; }