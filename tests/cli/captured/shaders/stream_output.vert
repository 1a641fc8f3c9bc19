#version 450
// Corner of a strip, whose place and colour stream output writes: 32 bytes a vertex.
layout(xfb_buffer = 0, xfb_stride = 32) out;
layout(location = 0, xfb_offset = 16) out vec4 colour;
out gl_PerVertex {
  layout(xfb_offset = 0) vec4 gl_Position;
};
layout(push_constant) uniform Strip {
  vec2 shift;
  float size;
} strip;

void main() {
  vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  vec2 place = strip.shift + strip.size * corner + 0.45 * gl_InstanceIndex;
  gl_Position = vec4(place, 0.5, 1);
  colour = vec4(corner, 0.25 * gl_InstanceIndex, 1);
}
