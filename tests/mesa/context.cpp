#include "mesa/context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace texpipe::test {
namespace {

GLuint compile(GLenum kind, const std::string& source) {
  const GLuint shader = glCreateShader(kind);
  const std::string whole = "#version 150\n" + source;
  const char* text = whole.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (!compiled) {
    std::vector<char> log(4096);
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
    throw std::runtime_error{log.data()};
  }
  return shader;
}

}  // namespace

std::string make_llvmpipe_current() {
  // Whatever else is installed, these choose the renderer whose rules the tests know.
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  setenv("GALLIUM_DRIVER", "llvmpipe", 1);
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return "EGL has no platform displays";
  EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return "EGL has no surfaceless display";
  eglBindAPI(EGL_OPENGL_API);
  const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                               4,
                               EGL_CONTEXT_MINOR_VERSION,
                               5,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT,
                               EGL_NONE};
  const EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
    return "no OpenGL 4.5 compatibility context";
  }
  const std::string renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return renderer.find("llvmpipe") == std::string::npos ? "the renderer is " + renderer + ", not llvmpipe" : "";
}

GLuint link_program(const std::string& vertex, const std::string& fragment) {
  const GLuint program = glCreateProgram();
  glAttachShader(program, compile(GL_VERTEX_SHADER, vertex));
  glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment));
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (!linked) throw std::runtime_error{"OpenGL does not link a program of these tests"};
  return program;
}

GLuint framebuffer_of(GLuint texture) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error{"OpenGL does not draw to a texture of these tests"};
  }
  return framebuffer;
}

void check_gl(const std::string& doing) {
  if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
    throw std::runtime_error{"OpenGL error " + std::to_string(error) + " while " + doing};
  }
}

}  // namespace texpipe::test
