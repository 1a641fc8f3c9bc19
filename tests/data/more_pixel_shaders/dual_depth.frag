#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=0,index=0) out vec4 a;
layout(location=0,index=1) out vec4 b;
void main(){ a = vec4(uv, 0.5, 0.75); b = tint; gl_FragDepth = uv.x * 0.9; if (uv.y > 0.5) discard; }