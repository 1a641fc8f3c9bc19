#include "functional/rasterization/raster_scene.h"

namespace texpipe::functional {

std::vector<RasterizedTriangle> rasterize(const RasterScene& scene) {
  std::vector<RasterizedTriangle> result;
  result.reserve(scene.triangles.size());
  for (const SceneTriangle& triangle : scene.triangles) {
    const auto& [v0, v1, v2] = triangle.vertices;
    RasterizedTriangle& out = result.emplace_back();
    out.barycentrics = barycentric_planes(triangle.vertices, triangle.one_over_w);
    out.edges = triangle_edges(v0, v1, v2);
    out.counts = rasterize_triangle(scene.state, v0, v1, v2, out.subspans);
  }
  return result;
}

SubspanInFlight subspan_in_flight(const RasterScene& scene, const RasterizedTriangle& triangle,
                                  const CoveredSubspan& subspan, int sample) {
  SubspanInFlight result{
      .x = subspan.x,
      .y = subspan.y,
      .barycentrics = triangle.barycentrics,
      .outline = {.edges = triangle.edges, .conservative = scene.state.conservative != Conservative::kOff}};
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    PixelCoverage& out = result.pixels[pixel];
    const std::int32_t x = subspan.x + static_cast<std::int32_t>(pixel % 2);
    const std::int32_t y = subspan.y + static_cast<std::int32_t>(pixel / 2);
    const PixelRectangle& viewport = scene.state.viewport;
    if (x >= viewport.left && x < viewport.right && y >= viewport.top && y < viewport.bottom)
      result.outline.pixels |= static_cast<std::uint8_t>(1u << pixel);
    out.pattern = scene.state.pattern;
    out.sample_mask = scene.state.sample_mask;
    out.coverage = subspan.samples[pixel];
    if (sample < 0) continue;
    out.coverage &= static_cast<std::uint16_t>(1u << sample);
    out.sample_index = static_cast<std::uint8_t>(sample);
  }
  return result;
}

}  // namespace texpipe::functional
