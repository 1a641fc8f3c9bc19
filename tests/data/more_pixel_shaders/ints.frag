#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint;
layout(location=3) flat in uint m;
layout(location=0) out uvec4 a; layout(location=1) out ivec4 b; layout(location=2) out uvec4 c;
void main(){ uint q = uint(gl_PrimitiveID); a = uvec4(m, q, gl_FragCoord.xy); b = -ivec4(m, gl_FragCoord.xy, 3); c = uvec4(a.zw, m, 77); }