// Primitives and how they are rasterised, and what comes out, primitive by primitive.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "functional/rasterization/coverage_store.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

struct SceneTriangle {
  std::array<WindowVertex, 3> vertices{};
  std::array<float, 3> one_over_w{1, 1, 1};
};

struct RasterScene {
  RasterState state;
  std::uint8_t target_samples = 0;  // of the render target; 0: as many as raster samples
  bool sample_shading = false;      // one invocation per covered sample (SSAA) instead of one per pixel
  std::vector<SceneTriangle> triangles;

  unsigned target_sample_count() const { return target_samples != 0 ? target_samples : state.pattern.count; }
};

/// A triangle after the rasteriser.
struct RasterizedTriangle {
  BarycentricPlanes barycentrics;
  std::array<EdgeFunction, 3> edges{};
  RasterCounts counts;
  std::vector<CoveredSubspan> subspans;
};

std::vector<RasterizedTriangle> rasterize(const RasterScene& scene);

/// A subspan as a shader invocation sees it: for sample shading, invocation s sees the coverage of sample s alone.
/// @param sample  -1 without sample shading
SubspanInFlight subspan_in_flight(const RasterScene& scene, const RasterizedTriangle& triangle,
                                  const CoveredSubspan& subspan, int sample);

}  // namespace texpipe::functional
