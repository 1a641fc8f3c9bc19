#include "functional/rasterization/raster_scene.h"

namespace texpipe::functional {

std::vector<RasterizedTriangle> rasterize(const RasterScene& scene) {
  std::vector<RasterizedTriangle> result;
  result.reserve(scene.triangles.size());
  for (const SceneTriangle& triangle : scene.triangles) {
    const auto& [v0, v1, v2] = triangle.vertices;
    RasterizedTriangle& out = result.emplace_back();
    out.barycentrics = barycentric_planes(triangle.vertices, triangle.one_over_w);
    out.counts = rasterize_triangle(scene.state, v0, v1, v2, out.subspans);
  }
  return result;
}

SubspanInFlight subspan_in_flight(const RasterScene& scene, const RasterizedTriangle& triangle,
                                  const CoveredSubspan& subspan, int sample) {
  SubspanInFlight result{.x = subspan.x, .y = subspan.y, .barycentrics = triangle.barycentrics};
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    PixelCoverage& out = result.pixels[pixel];
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
