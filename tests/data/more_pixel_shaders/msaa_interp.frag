#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=4) noperspective in vec2 s;
layout(location=0) out vec4 a;
void main(){ a = vec4(interpolateAtSample(uv, 2), interpolateAtOffset(s, vec2(0.25, -0.25)) / 8.0 + gl_SampleMaskIn[0] * 0.01); gl_SampleMask[0] = 5 + int(uv.x > 0.5); }