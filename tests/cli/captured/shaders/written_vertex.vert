#version 450
// Vertex that stream output wrote.
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 written_colour;
layout(location = 0) out vec4 colour;

void main() {
  gl_Position = place;
  colour = written_colour;
}
