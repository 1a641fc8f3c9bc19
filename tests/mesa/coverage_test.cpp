// Coverage masks against llvmpipe's for the same triangles. llvmpipe, too, snaps to 1/256 pixel, has exact edge
// functions and the top-left rule; its rows of a framebuffer object run as ours, downwards from row 0.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/rasterizer.h"
#include "mesa/context.h"

using namespace texpipe::functional;
using namespace texpipe::test;

namespace {

constexpr int kSide = 64;  // of the render target, in pixels
constexpr int kSubpixels = kSide * kSubpixelsPerPixel;
using Triangle = std::array<WindowVertex, 3>;
using Masks = std::vector<std::uint8_t>;  // one per pixel, row by row

/// Draws one triangle after another and reads back each one's masks.
class MesaRasterizer {
 public:
  /// @param viewport  its side in pixels, a power of two. OpenGL clips to it in floating point before it snaps, so that
  /// only
  ///                  triangles inside have their own vertices. The render target lies in its middle.
  MesaRasterizer(unsigned samples, int viewport) : samples_{samples}, viewport_{viewport} {
    glGenTextures(2, textures_);
    if (samples == 1) {
      glBindTexture(GL_TEXTURE_2D, textures_[0]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_R8, kSide, kSide);
    } else {
      glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, textures_[0]);
      glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, static_cast<GLsizei>(samples), GL_R8, kSide, kSide, GL_TRUE);
      glBindTexture(GL_TEXTURE_2D, textures_[1]);
      glTexStorage2D(GL_TEXTURE_2D, 1, GL_R8UI, kSide, kSide);
      masks_ = framebuffer_of(textures_[1]);
    }
    target_ = framebuffer_of(textures_[0]);
    glGenVertexArrays(1, &vertices_);
    glBindVertexArray(vertices_);
    const int corner = (kSide - viewport) / 2;
    glViewport(corner, corner, viewport, viewport);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    check_gl("making the render target");
  }

  /// Places of the target's samples.
  SamplePattern pattern() const {
    if (samples_ == 1) return standard_pattern(1);
    glBindFramebuffer(GL_FRAMEBUFFER, target_);
    std::vector<SamplePosition> positions;
    for (unsigned s = 0; s < samples_; ++s) {
      GLfloat place[2];
      glGetMultisamplefv(GL_SAMPLE_POSITION, s, place);
      positions.push_back(
          {static_cast<std::uint8_t>(place[0] * kSampleGrid), static_cast<std::uint8_t>(place[1] * kSampleGrid)});
    }
    return programmed_pattern(positions);
  }

  /// @param vertices  x, y of three vertices in pixels of the render target
  Masks masks(const std::array<float, 6>& vertices) {
    std::array<float, 6> clip;  // exact: the viewport's side is a power of two
    for (unsigned i = 0; i < 6; ++i) clip[i] = (vertices[i] - kSide / 2) / (static_cast<float>(viewport_) / 2);
    glBindFramebuffer(GL_FRAMEBUFFER, target_);
    glClear(GL_COLOR_BUFFER_BIT);
    glUseProgram(white_);
    glUniform2fv(glGetUniformLocation(white_, "vertices"), 3, clip.data());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    Masks masks(kSide * kSide);
    if (samples_ == 1) {
      glReadPixels(0, 0, kSide, kSide, GL_RED, GL_UNSIGNED_BYTE, masks.data());
      for (std::uint8_t& mask : masks) mask &= 1;
    } else {
      glBindFramebuffer(GL_FRAMEBUFFER, masks_);
      glUseProgram(gather_);
      glUniform1i(glGetUniformLocation(gather_, "samples"), static_cast<GLint>(samples_));
      glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, textures_[0]);
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glReadPixels(0, 0, kSide, kSide, GL_RED_INTEGER, GL_UNSIGNED_BYTE, masks.data());
    }
    check_gl("drawing a triangle");
    return masks;
  }

  Masks masks(const Triangle& triangle) {
    std::array<float, 6> vertices;
    for (unsigned i = 0; i < 3; ++i) {
      vertices[2 * i] = static_cast<float>(triangle[i].x) / kSubpixelsPerPixel;
      vertices[2 * i + 1] = static_cast<float>(triangle[i].y) / kSubpixelsPerPixel;
    }
    return masks(vertices);
  }

 private:
  unsigned samples_;
  int viewport_;
  GLuint textures_[2]{};
  GLuint target_ = 0, masks_ = 0, vertices_ = 0;
  GLuint white_ =
      link_program("uniform vec2 vertices[3]; void main() { gl_Position = vec4(vertices[gl_VertexID], 0, 1); }",
                   "out vec4 color; void main() { color = vec4(1); }");
  GLuint gather_ =
      link_program("void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                   "uniform sampler2DMS target; uniform int samples; out uint mask;"
                   "void main() { mask = 0u; for (int s = 0; s < samples; ++s)"
                   "  if (texelFetch(target, ivec2(gl_FragCoord.xy), s).x > 0.5) mask |= 1u << s; }");
};

Masks our_masks(const SamplePattern& pattern, const Triangle& triangle) {
  RasterState state;
  state.viewport = {0, 0, kSide, kSide};
  state.pattern = pattern;
  std::vector<CoveredSubspan> subspans;
  rasterize_triangle(state, triangle[0], triangle[1], triangle[2], subspans);
  Masks masks(kSide * kSide);
  for (const CoveredSubspan& subspan : subspans) {
    for (int p = 0; p < 4; ++p) {
      masks[static_cast<std::size_t>((subspan.y + p / 2) * kSide + subspan.x + p % 2)] =
          static_cast<std::uint8_t>(subspan.samples[p]);
    }
  }
  return masks;
}

/// Source of random triangles, the same on every machine.
class TriangleSource {
 public:
  int between(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }

  /// Half of the vertices lie on quarters of a pixel, where samples fall on edges and corners.
  WindowVertex vertex(int low, int high) {
    const int step = between(0, 1) ? kSubpixelsPerPixel / 4 : 1;
    return {between(low, high) / step * step, between(low, high) / step * step};
  }

  Triangle triangle(int low, int high) { return {vertex(low, high), vertex(low, high), vertex(low, high)}; }

  /// Through a point of the target, at most a pixel wide; half of them only a few steps.
  Triangle sliver(int low, int high) {
    const WindowVertex through = vertex(0, kSubpixels), a = vertex(low, high);
    const WindowVertex b{2 * through.x - a.x, 2 * through.y - a.y};
    const int width = between(0, 1) ? 3 : kSubpixelsPerPixel;
    return {a, b, {b.x + between(-width, width), b.y + between(-width, width)}};
  }

  /// Triangles around a point that share their edges, in both windings.
  std::vector<Triangle> fan(int low, int high) {
    const WindowVertex center = vertex(low + (high - low) / 4, high - (high - low) / 4);
    std::vector<WindowVertex> rim(static_cast<std::size_t>(between(3, 9)));
    for (WindowVertex& v : rim) v = vertex(low, high);
    std::vector<Triangle> triangles;
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const WindowVertex a = rim[i], b = rim[(i + 1) % rim.size()];
      triangles.push_back(i % 2 ? Triangle{center, a, b} : Triangle{b, a, center});
    }
    return triangles;
  }

 private:
  std::mt19937 random_{20};
};

std::string text_of(const Triangle& triangle) {
  std::string text;
  for (const WindowVertex& v : triangle) text += " (" + std::to_string(v.x) + ", " + std::to_string(v.y) + ")/256";
  return text;
}

std::vector<Triangle> triangles_of(const std::string& kind, TriangleSource& source) {
  // Half of the largest viewport: 8192 pixels to each side of the target's middle.
  constexpr int kFar = (8192 - 2 * kSide) * kSubpixelsPerPixel;
  std::vector<Triangle> triangles;
  if (kind == "fans") {
    for (int i = 0; i < 60; ++i) {
      for (const Triangle& triangle : source.fan(-kSubpixels / 4, kSubpixels + kSubpixels / 4))
        triangles.push_back(triangle);
    }
    return triangles;
  }
  for (int i = 0; i < 400; ++i) {
    if (kind == "ordinary") triangles.push_back(source.triangle(0, kSubpixels));
    if (kind == "small") {
      Triangle small = source.triangle(0, 8 * kSubpixelsPerPixel);
      const WindowVertex place = source.vertex(0, kSubpixels);
      for (WindowVertex& v : small) v = {v.x + place.x, v.y + place.y};
      triangles.push_back(small);
    }
    if (kind == "across the borders") triangles.push_back(source.triangle(-kSubpixels, 2 * kSubpixels));
    if (kind == "slivers") triangles.push_back(source.sliver(-kSubpixels, 2 * kSubpixels));
    if (kind == "huge") triangles.push_back(source.triangle(-kFar, kFar));
    if (kind == "huge slivers") triangles.push_back(source.sliver(-kFar, kFar));
  }
  return triangles;
}

}  // namespace

TEST_CASE("every mask is llvmpipe's: ordinary triangles, slivers, huge ones and fans, at 1 and 4 samples",
          "[coverage]") {
  TriangleSource source;
  for (const unsigned samples : {1u, 4u}) {
    MesaRasterizer mesa{samples, 16384};
    const SamplePattern pattern = mesa.pattern();
    for (const std::string kind :
         {"ordinary", "small", "across the borders", "slivers", "huge", "huge slivers", "fans"}) {
      unsigned covered = 0;
      for (const Triangle& triangle : triangles_of(kind, source)) {
        const Masks theirs = mesa.masks(triangle);
        INFO(kind << " at " << samples << " samples:" << text_of(triangle));
        REQUIRE(our_masks(pattern, triangle) == theirs);
        for (const std::uint8_t mask : theirs) covered += mask != 0;
      }
      INFO(kind);
      CHECK(covered > 500);  // the comparison is not of empty pictures
    }
  }
}

TEST_CASE("llvmpipe's four samples are the standard ones", "[coverage]") {
  CHECK(MesaRasterizer{4, kSide}.pattern().positions == standard_pattern(4).positions);
}

TEST_CASE("coordinates between the steps of 1/256 pixel snap as llvmpipe's do, ties to even", "[coverage]") {
  MesaRasterizer mesa{1, kSide};
  TriangleSource source;
  for (int i = 0; i < 400; ++i) {
    std::array<float, 6> vertices;
    Triangle triangle;
    const float step = i % 2 ? 1.0f / 512 : 1.0f / 4096;  // ties, and everything
    for (float& axis : vertices) axis = static_cast<float>(source.between(0, static_cast<int>(kSide / step))) * step;
    for (unsigned k = 0; k < 3; ++k) triangle[k] = snap(vertices[2 * k], vertices[2 * k + 1]);
    INFO(text_of(triangle));
    REQUIRE(our_masks(standard_pattern(1), triangle) == mesa.masks(vertices));
  }
}

TEST_CASE("where OpenGL clips first, llvmpipe differs only at samples within 1/256 pixel of an edge", "[coverage]") {
  // A vertex made by clipping is snapped again, up to 1/512 pixel off the edge in each axis. Our rasteriser does not
  // clip inside its guard band.
  MesaRasterizer mesa{1, kSide};
  TriangleSource source;
  unsigned differing = 0, clipped = 0;
  for (int i = 0; i < 600; ++i) {
    const Triangle triangle = source.triangle(-kSubpixels / 2, kSubpixels + kSubpixels / 2);
    const Masks ours = our_masks(standard_pattern(1), triangle), theirs = mesa.masks(triangle);
    clipped += ours != theirs;
    for (int pixel = 0; pixel < kSide * kSide; ++pixel) {
      if (ours[static_cast<std::size_t>(pixel)] == theirs[static_cast<std::size_t>(pixel)]) continue;
      ++differing;
      const int x = pixel % kSide * 256 + 128, y = pixel / kSide * 256 + 128;
      double nearest = 1e9;
      for (unsigned k = 0; k < 3; ++k) {
        const WindowVertex a = triangle[k], b = triangle[(k + 1) % 3];
        const double length = std::hypot(b.x - a.x, b.y - a.y);
        if (length > 0) nearest = std::min(nearest, std::abs(static_cast<double>(doubled_area(a, b, {x, y}))) / length);
      }
      INFO(text_of(triangle) << " at pixel " << pixel % kSide << ", " << pixel / kSide);
      CHECK(nearest <= 1.0);
    }
  }
  WARN(clipped << " of 600 triangles have another mask where OpenGL clips them, at " << differing << " samples");
  CHECK(clipped > 0);
  CHECK(clipped < 60);
}
