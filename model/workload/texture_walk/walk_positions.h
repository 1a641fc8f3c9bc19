// Texture coordinates of a walk's pixels, as instructions of its program.
#pragma once

#include <cstdint>

#include "functional/execution/eu/eu_builder.h"
#include "workload/texture_walk/texture_walk_parameters.h"
#include "workload/texture_walk/walk_program.h"

namespace texpipe::study {

/// Centre of each lane's pixel.
struct WalkPixels {
  functional::EuInput x;
  functional::EuInput y;
};

/// Normalised texture coordinates of each lane.
struct WalkPosition {
  functional::EuInput u;
  functional::EuInput v;
};

/// First row below the sky: whole quads, so that no quad crosses the horizon.
std::uint32_t horizon_row(const PerspectiveFloorParameters& parameters, std::uint32_t image_height);

/// Writes the arithmetic from pixels to texture coordinates.
class WalkPositions {
 public:
  WalkPositions(functional::EuBuilder& builder, const TextureWalkParameters& parameters,
                const WalkSurroundings& surroundings)
      : b_{builder}, parameters_{parameters}, surroundings_{surroundings} {}

  /// @param distance  of each pixel below the horizon, in pixels
  WalkPosition floor(const WalkPixels& pixels, functional::EuInput distance);
  /// About the image's centre, which shows the texture's.
  WalkPosition zoomed(const WalkPixels& pixels);
  WalkPosition scattered(const WalkPixels& pixels);
  WalkPosition steady(const WalkPixels& pixels);

 private:
  WalkPosition turned(functional::EuInput u, functional::EuInput v, double degrees);
  void mix(functional::EuInput value, functional::GrfRange result);
  void fold(functional::EuInput value, std::uint32_t shift, functional::GrfRange result);
  functional::EuInput unit_interval(functional::EuInput integer);

  functional::EuBuilder& b_;
  const TextureWalkParameters& parameters_;
  const WalkSurroundings& surroundings_;
};

}  // namespace texpipe::study
