#version 460
layout(location=0) in vec2 uv; layout(location=1) in vec3 dir; layout(location=2) in vec4 tint; layout(location=3) flat in uint m; layout(location=4) noperspective in vec2 s;
layout(location=0) out vec4 a;
void main(){ a = vec4(uv + s / 8.0, dir.x + float(m), dir.y * tint.w) * gl_FragCoord.w; }