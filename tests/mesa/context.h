// Mesa's software renderer (llvmpipe) as an OpenGL context without a window: another rasteriser, another decoder.
#pragma once

#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>
#include <string>

namespace texpipe::test {

/// Makes an OpenGL 4.5 compatibility context of llvmpipe current.
/// @return why this machine has none; empty: it has
std::string make_llvmpipe_current();

/// A linked program of GLSL 1.50 sources without their #version. Throws std::runtime_error with the compiler's message.
GLuint link_program(const std::string& vertex, const std::string& fragment);

/// A new texture's level 0 as the current framebuffer's colour; the texture itself is made by the caller.
GLuint framebuffer_of(GLuint texture);

/// Throws std::runtime_error when OpenGL has seen an error since the last call.
void check_gl(const std::string& doing);

}  // namespace texpipe::test
