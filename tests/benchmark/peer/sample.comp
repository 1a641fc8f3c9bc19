#version 450
// One sample per invocation, stored: what a SIMD16 message does for a pixel. Coordinates as in sampler_workload.h.
layout(local_size_x = 64) in;
layout(constant_id = 0) const int kind = 0;  // 0: level 0; 1: gradients
layout(constant_id = 1) const int random = 0;
layout(set = 0, binding = 0) uniform sampler2D map;
layout(set = 0, binding = 1) writeonly buffer Colors { vec4 colors[]; };
layout(push_constant) uniform Walk { vec2 step; };

void main() {
  uint pixel = gl_GlobalInvocationID.x;
  uint quad = pixel / 4u;
  vec2 xy = vec2(quad % 64u * 2u + pixel % 2u, quad / 64u % 64u * 2u + pixel / 2u % 2u);
  vec2 uv = vec2(xy.x * 0.98 + xy.y * 0.17, xy.y * 0.98 - xy.x * 0.17) * step;
  if (random != 0) {
    uint bits = pixel * 747796405u + 2891336453u;
    bits = ((bits >> ((bits >> 28u) + 4u)) ^ bits) * 277803737u;
    bits = (bits >> 22u) ^ bits;
    uv = vec2(bits & 0xFFFFu, bits >> 16u) / 65536.0;
  }
  colors[pixel] = kind == 0 ? textureLod(map, uv, 0.0) : textureGrad(map, uv, vec2(0.98, -0.17) * step, vec2(0.17, 0.98) * step);
}
