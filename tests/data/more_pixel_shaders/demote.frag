#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(binding=0) uniform sampler2D t;
layout(location=0) out vec4 a; 
layout(binding=1, std430) buffer B { uint n[4]; };
void main(){ if (tint.x > 0.6) demote; vec4 c = texture(t, uv); if (helperInvocationEXT()) c = vec4(1); else atomicAdd(n[1], 1); a = c; }