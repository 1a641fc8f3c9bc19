#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0) out vec4 a; 
layout(binding=0, std430) buffer B { vec4 v[]; };
void main(){ a = tint; v[int(gl_FragCoord.y) * 32 + int(gl_FragCoord.x)] = vec4(uv, sin(tint.x * 3.0), gl_FragCoord.z); }