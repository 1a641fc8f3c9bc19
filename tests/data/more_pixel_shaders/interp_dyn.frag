#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a;
void main(){ int k = int(gl_FragCoord.x) & 3; a = vec4(interpolateAtSample(uv, k), interpolateAtOffset(tint.xy, vec2(k, 1 - k) / 8.0)); }